// How a few welded nodes move as one rigid body in a step. One body: a pack of pairs at a time (spot_welds.hpp), and
// with packs of one lane clusters of any size (physics/joints/spot_welds.cpp), so the same bits.
// Source: momentum and angular momentum conserved exactly (SHAKE: Ryckaert, Ciccotti, Berendsen 1977), with Cayley's
// rotation, which keeps lengths with + - * / only.
//   r, m, j    arm from the centre, mass, rotational inertia of a node
//   I, J       tensor of the point masses about the centre, sum of j
//   L          angular momentum about the centre
//   a          dt omega / 2, half the turn of the step
#pragma once

#include "kernels/simd/vec3.hpp"

namespace crumple::kernels {

template <class P>
struct SymmetricTensor {
  P xx{0}, yy{0}, zz{0}, xy{0}, xz{0}, yz{0};
  CRUMPLE_INLINE Vec3<P> operator*(const Vec3<P>& a) const {
    return {xx * a.x + xy * a.y + xz * a.z, xy * a.x + yy * a.y + yz * a.z, xz * a.x + yz * a.y + zz * a.z};
  }
};

/// Adds a point mass at r to a tensor of inertia.
template <class P>
CRUMPLE_INLINE void add_point(SymmetricTensor<P>& t, const P& m, const Vec3<P>& r) {
  const P square = dot(r, r), mx = m * r.x, my = m * r.y, mz = m * r.z;
  t.xx = t.xx + m * square - mx * r.x;
  t.yy = t.yy + m * square - my * r.y;
  t.zz = t.zz + m * square - mz * r.z;
  t.xy = t.xy - mx * r.y;
  t.xz = t.xz - mx * r.z;
  t.yz = t.yz - my * r.z;
}

/// With `added` on the diagonal.
template <class P>
CRUMPLE_INLINE SymmetricTensor<P> with_diagonal(SymmetricTensor<P> t, const P& added) {
  t.xx = t.xx + added;
  t.yy = t.yy + added;
  t.zz = t.zz + added;
  return t;
}

/// Inverse after making it regular by 1e-8 of its trace; zero for zero.
template <class P>
CRUMPLE_INLINE SymmetricTensor<P> regular_inverse(SymmetricTensor<P> t) {
  t = with_diagonal(t, P(1e-8) * (t.xx + t.yy + t.zz));
  const P cxx = t.yy * t.zz - t.yz * t.yz, cxy = t.yz * t.xz - t.xy * t.zz, cxz = t.xy * t.yz - t.yy * t.xz;
  const P determinant = t.xx * cxx + t.xy * cxy + t.xz * cxz;
  const P s = select(determinant > P(0), P(1) / determinant, P(0));
  return {s * cxx, s * (t.zz * t.xx - t.xz * t.xz), s * (t.xx * t.yy - t.xy * t.xy), s * cxy,
          s * cxz, s * (t.xz * t.xy - t.xx * t.yz)};
}

/// Sums over the nodes of a body about its centre.
template <class P>
struct RigidSums {
  Vec3<P> center, velocity;  ///< of the centre [length], [length/time]
  SymmetricTensor<P> I;      ///< [mass length^2]
  P J{0};                    ///< [mass length^2]
  Vec3<P> L{P(0), P(0), P(0)};

  /// A node at arm r that moves at v and turns at w.
  CRUMPLE_INLINE void add(const P& m, const P& j, const Vec3<P>& r, const Vec3<P>& v, const Vec3<P>& w) {
    add_point(I, m, r);
    J = J + j;
    L = L + (cross(r, m * (v - velocity)) + j * w);
  }
};

/// (I a + a x I a) / (1 + a^2) + J a = dt L / 2, for a.
template <class P>
struct TurnEquation {
  const RigidSums<P>& sums;
  SymmetricTensor<P> compliance;  ///< (I + J)^-1
  Vec3<P> target;                 ///< dt L / 2

  CRUMPLE_INLINE TurnEquation(const RigidSums<P>& of, double dt)
      : sums(of), compliance(regular_inverse(with_diagonal(of.I, of.J))), target(P(0.5 * dt) * of.L) {}

  /// By iteration from a (error falls by |a| each time); each lane stops when it has converged. constrain(a) is called
  /// after each change. At most `iterations`.
  template <class Constrain>
  CRUMPLE_INLINE Vec3<P> solve(Vec3<P> a, int iterations, Constrain constrain) const {
    const P accuracy = P(1e-15) * sqrt(dot(target, target));
    for (int iteration = 0; iteration < iterations; ++iteration) {
      const Vec3<P> l = sums.I * a;
      const Vec3<P> rest = target - (P(1) / (P(1) + dot(a, a))) * (l + cross(a, l)) - sums.J * a;
      const auto goes_on = sqrt(dot(rest, rest)) > accuracy;
      if (!any(goes_on)) break;
      a = select(goes_on, a + compliance * rest, a);
      constrain(a);
    }
    return a;
  }
};

/// The rigid motion that turns by a on either side of the middle of a step of dt.
template <class P>
struct RigidStep {
  Vec3<P> velocity, a;
  P rate, factor;

  CRUMPLE_INLINE RigidStep(const Vec3<P>& v, const Vec3<P>& half, double dt)
      : velocity(v), a(half), rate(2 / dt), factor(rate / (P(1) + dot(half, half))) {}
  /// Of a node at arm r [length/time].
  CRUMPLE_INLINE Vec3<P> velocity_at(const Vec3<P>& r) const {
    const Vec3<P> turn = cross(a, r);
    return velocity + factor * (turn + cross(a, turn));
  }
  CRUMPLE_INLINE Vec3<P> angular_velocity() const { return rate * a; }
};

/// Force in a link [force].
template <class P>
struct LinkForce {
  P normal, shear;  ///< along it, tension positive, and across it
};
/// `force` acts on the end to which the vector `along` leads. A link of no length: all force counts as tension.
template <class P>
CRUMPLE_INLINE LinkForce<P> force_in_link(const Vec3<P>& along, const Vec3<P>& force) {
  const P length = sqrt(dot(along, along));
  const auto has_length = length > P(0);
  const Vec3<P> direction = select(has_length, P(1) / length, P(0)) * along;
  const P normal = -dot(force, direction);
  const Vec3<P> across = force + normal * direction;
  return {select(has_length, normal, sqrt(dot(force, force))), select(has_length, sqrt(dot(across, across)), P(0))};
}

}  // namespace crumple::kernels
