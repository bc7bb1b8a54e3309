// Packs of elements and the small vocabulary that all kernel bodies are written in: + - * / and comparisons of
// Kokkos SIMD, and below select, any, all, min, max, abs, sqrt, exp, log, pow, cbrt, load, store, index, gather.
// One instruction set is compiled at a time, chosen by CRUMPLE_ISA_<name>; without one, scalar packs.
// Mixed arithmetic: write P(0.5) * x or 2 * x; `0.5 * x` would ask Kokkos for a pack of doubles.
#pragma once

#if defined(CRUMPLE_ISA_avx512)
#include "kernels/simd/isa_avx512.hpp"
#elif defined(CRUMPLE_ISA_avx2)
#include "kernels/simd/isa_avx2.hpp"
#elif defined(CRUMPLE_ISA_sse2)
#include "kernels/simd/isa_sse2.hpp"
#elif defined(CRUMPLE_ISA_counting)
#include "kernels/simd/isa_counting.hpp"
#else
#include "kernels/simd/isa_scalar.hpp"
#endif

namespace crumple::kernels {

/// One full register of Real.
template <class Real>
using Pack = std::conditional_t<std::is_same_v<Real, double>, PackDouble, PackFloat>;
template <class Real>
using Mask = typename Pack<Real>::mask_type;
template <class P>
inline constexpr int lanes_of = int(P::size());

// Plain overloads, not templates: Kokkos has deprecated templates of the same names where lookup finds them.
// min and max give the second operand when the operands are equal or one is NaN, on every instruction set.
CRUMPLE_INLINE PackDouble min(const PackDouble& a, const PackDouble& b) { return isa::min(a, b); }
CRUMPLE_INLINE PackFloat min(const PackFloat& a, const PackFloat& b) { return isa::min(a, b); }
CRUMPLE_INLINE PackDouble max(const PackDouble& a, const PackDouble& b) { return isa::max(a, b); }
CRUMPLE_INLINE PackFloat max(const PackFloat& a, const PackFloat& b) { return isa::max(a, b); }
CRUMPLE_INLINE PackDouble abs(const PackDouble& a) { return isa::abs(a); }
CRUMPLE_INLINE PackFloat abs(const PackFloat& a) { return isa::abs(a); }
CRUMPLE_INLINE PackDouble sqrt(const PackDouble& a) { return isa::sqrt(a); }
CRUMPLE_INLINE PackFloat sqrt(const PackFloat& a) { return isa::sqrt(a); }
/// SLEEF's deterministic functions: the same bits on every instruction set, error below 1 unit in the last
/// place (cbrt: 3.5).
CRUMPLE_INLINE PackDouble exp(const PackDouble& a) { return isa::exp(a); }
CRUMPLE_INLINE PackFloat exp(const PackFloat& a) { return isa::exp(a); }
CRUMPLE_INLINE PackDouble log(const PackDouble& a) { return isa::log(a); }
CRUMPLE_INLINE PackFloat log(const PackFloat& a) { return isa::log(a); }
CRUMPLE_INLINE PackDouble cbrt(const PackDouble& a) { return isa::cbrt(a); }
CRUMPLE_INLINE PackFloat cbrt(const PackFloat& a) { return isa::cbrt(a); }
CRUMPLE_INLINE PackDouble pow(const PackDouble& a, const PackDouble& b) { return isa::pow(a, b); }
CRUMPLE_INLINE PackFloat pow(const PackFloat& a, const PackFloat& b) { return isa::pow(a, b); }

/// a where the mask is set, else b.
CRUMPLE_INLINE PackDouble select(const Mask<double>& m, const PackDouble& a, const PackDouble& b) {
  return isa::select(m, a, b);
}
CRUMPLE_INLINE PackFloat select(const Mask<float>& m, const PackFloat& a, const PackFloat& b) {
  return isa::select(m, a, b);
}

template <class M>
CRUMPLE_INLINE bool any(const M& m) {
  return isa::bits(m) != 0;
}
template <class M>
CRUMPLE_INLINE bool all(const M& m) {
  return isa::bits(m) == (1 << int(M::size())) - 1;
}

/// Loads and stores at addresses aligned to the pack.
template <class P>
CRUMPLE_INLINE P load(const typename P::value_type* p) {
  return P(p, Kokkos::Experimental::simd_flag_aligned);
}
template <class P>
CRUMPLE_INLINE void store(typename P::value_type* p, const P& x) {
  x.copy_to(p, Kokkos::Experimental::simd_flag_aligned);
}

/// 1 for packs; more for a tile of them (tile.hpp).
template <class P>
inline constexpr int packs_of = 1;

/// A 32-bit integer per lane, for table look-up.
template <class P>
struct Index {
  alignas(64) std::int32_t lane[P::size()];
};

/// Truncation of x, clamped to 0..last first (NaN gives 0): always a valid index.
template <class P>
requires(packs_of<P> == 1)
CRUMPLE_INLINE Index<P> to_index(const P& x, int last) {
  Index<P> index;
  isa::to_int(min(max(x, P(0)), P(last)), index.lane);
  return index;
}
template <class P>
requires(packs_of<P> == 1)
CRUMPLE_INLINE P to_real(const Index<P>& index) {
  P x;
  isa::from_int(index.lane, x);
  return x;
}
/// table[index] of each lane, converted to the pack's type.
template <class P>
requires(packs_of<P> == 1)
CRUMPLE_INLINE P gather(const double* table, const Index<P>& index) {
  P x;
  isa::gather(table, index.lane, x);
  return x;
}

}  // namespace crumple::kernels
