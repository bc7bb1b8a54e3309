// A vector in space of packs.
#pragma once

#include "kernels/simd/pack.hpp"

namespace crumple::kernels {

template <class P>
struct Vec3 {
  P x, y, z;
};

template <class P>
CRUMPLE_INLINE Vec3<P> operator+(const Vec3<P>& a, const Vec3<P>& b) {
  return {a.x + b.x, a.y + b.y, a.z + b.z};
}
template <class P>
CRUMPLE_INLINE Vec3<P> operator-(const Vec3<P>& a, const Vec3<P>& b) {
  return {a.x - b.x, a.y - b.y, a.z - b.z};
}
template <class P>
CRUMPLE_INLINE Vec3<P> operator*(const P& s, const Vec3<P>& a) {
  return {s * a.x, s * a.y, s * a.z};
}
template <class P>
CRUMPLE_INLINE P dot(const Vec3<P>& a, const Vec3<P>& b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}
template <class P>
CRUMPLE_INLINE Vec3<P> cross(const Vec3<P>& a, const Vec3<P>& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
template <class P>
CRUMPLE_INLINE Vec3<P> select(const typename P::mask_type& m, const Vec3<P>& a, const Vec3<P>& b) {
  return {select(m, a.x, b.x), select(m, a.y, b.y), select(m, a.z, b.z)};
}

}  // namespace crumple::kernels
