// *MAT_173 Mohr-Coulomb, of solids: soil, rock and sand that fail by shear in a plane whose strength is c + sigma tan
// phi, with another angle of the flow, psi. Perfectly plastic. In principal stresses s1 >= s2 >= s3, tension positive,
//   f = s1 - s3 + (s1 + s3) sin phi - 2 c cos phi <= 0,
// returned to its plane, to one of the two edges beside it, or to the apex, a mean stress of c / tan phi. Source: de
// Souza Neto, Peric & Owen, Computational Methods for Plasticity (2008), section 8.2, without hardening (from memory).
// Tension beyond the apex opens voids, which close before there is pressure again: LS-DYNA's keyword manual, from
// memory. History: the volume strain of voids.
#pragma once

#include "kernels/materials/elasticity.hpp"
#include "kernels/materials/history.hpp"
#include "kernels/materials/principal_values.hpp"

namespace crumple::kernels {

struct MohrCoulomb {
  static constexpr int number = 173;
  double cohesion = 0;                ///< CVAL [force/area]
  double sine = 0, cosine = 1;        ///< of PHI [1]
  double flow_sine = 0;               ///< of PSI [1]
  double opens_no_voids = 0;          ///< NOVOID: 1: pressure follows tension at once
};

template <class P>
struct Material173 {
  using Real = typename P::value_type;
  using Parameters = MohrCoulomb;
  static constexpr HistoryNames<1> history_names{"volume strain of voids"};
  static constexpr int voids = 0;
  static constexpr int rotated_tensor = no_tensor;
  static constexpr bool solids_only = true;

  Real E, inverse_E;                  ///< stresses below are divided by E, so that their squares fit in a float
  Real two_G, K, sine, strength, flow_sine, apex;
  bool keeps_voids;

  Material173(const MaterialConstants& c, const MohrCoulomb& p)
      : E(Real(c.young)),
        inverse_E(Real(1 / c.young)),
        two_G(Real(1 / (1 + c.poisson))),
        K(Real(1 / (3 * (1 - 2 * c.poisson)))),
        sine(Real(p.sine)),
        strength(Real(2 * p.cohesion * p.cosine / c.young)),
        flow_sine(Real(p.flow_sine)),
        apex(Real(p.sine > 1e-6 ? p.cohesion * p.cosine / (p.sine * c.young) : 1e12)),
        keeps_voids(p.opens_no_voids != 1) {}

  CRUMPLE_INLINE static void put_in_order(P* s, Vec3<P>* n, int i, int j) {
    const auto swaps = s[i] < s[j];
    const P larger = select(swaps, s[j], s[i]), smaller = select(swaps, s[i], s[j]);
    s[i] = larger;
    s[j] = smaller;
    const Vec3<P> first = n[i], second = n[j];
    n[i] = {select(swaps, second.x, first.x), select(swaps, second.y, first.y), select(swaps, second.z, first.z)};
    n[j] = {select(swaps, first.x, second.x), select(swaps, first.y, second.y), select(swaps, first.z, second.z)};
  }
  /// f of two principal stresses.
  CRUMPLE_INLINE P excess(const P& larger, const P& smaller) const {
    return larger - smaller + P(sine) * (larger + smaller) - P(strength);
  }
  CRUMPLE_INLINE static auto are_in_order(const P* s) {
    const P slack = P(Real(1e-6)) * (abs(s[0]) + abs(s[2]));  // rounding where two are equal
    return s[0] + slack >= s[1] && s[1] + slack >= s[2];
  }

  /// The principal stresses s, in order, returned to the surface; whether they are at the apex.
  CRUMPLE_INLINE auto return_to_surface(P* s) const {
    const P zero(0), phi(sine), psi(flow_sine), third(Real(1.0 / 3)), G2(two_G), product = phi * psi;
    // what a unit of flow takes from the largest, adds to the middle and to the smallest
    const P largest = G2 * (P(1) + third * psi) + P(2 * K) * psi;
    const P middle = (P(2) * third * G2 - P(2 * K)) * psi;
    const P smallest = G2 * (P(1) - third * psi) - P(2 * K) * psi;
    const P a = P(2) * G2 * (P(1) + third * product) + P(4 * K) * product;
    const P f = excess(s[0], s[2]);
    const P flow = f / a;
    const P plane[3] = {s[0] - largest * flow, s[1] + middle * flow, s[2] + smallest * flow};
    const auto at_right = (P(1) - psi) * s[0] - P(2) * s[1] + (P(1) + psi) * s[2] > zero;  // s2 = s3 in the end
    const P sign = select(at_right, P(1), P(-1));
    const P b = G2 * (P(1) + sign * (phi + psi) - third * product) + P(4 * K) * product;
    const P g = select(at_right, excess(s[0], s[1]), excess(s[1], s[2]));
    const P determinant = max(a * a - b * b, P(Real(1e-6)) * a * a);
    const P one = (a * f - b * g) / determinant, other = (a * g - b * f) / determinant, both = one + other;
    const P edge[3] = {s[0] - select(at_right, largest * both, largest * one - middle * other),
                       s[1] + middle * one + select(at_right, smallest * other, zero - largest * other),
                       s[2] + select(at_right, smallest * one + middle * other, smallest * both)};
    const auto on_plane = are_in_order(plane);
    const auto at_apex = (!on_plane && !are_in_order(edge)) ||
                         third * (select(on_plane, plane[0] + plane[1] + plane[2], edge[0] + edge[1] + edge[2])) >
                             P(apex) * P(Real(1 + 1e-6));
    for (int k = 0; k < 3; ++k) s[k] = select(at_apex, P(apex), select(on_plane, plane[k], edge[k]));
    return at_apex;
  }

  CRUMPLE_INLINE void solid(const P* de, MaterialPoint<P>& at) const {
    const P third(Real(1.0 / 3)), zero(0), growth = third * (de[0] + de[1] + de[2]);
    const P mean = P(inverse_E) * third * (at.s[0] + at.s[1] + at.s[2]);
    const P pulled = keeps_voids ? at.h[voids] : zero;
    const P raised = P(K) * (P(3) * growth + pulled);  // of the mean stress
    P s[6];
    for (int i = 0; i < 3; ++i) s[i] = P(inverse_E) * at.s[i] + P(two_G) * (de[i] - growth) + raised;
    for (int i = 3; i < 6; ++i) s[i] = P(inverse_E) * at.s[i] + P(Real(0.5)) * P(two_G) * de[i];
    auto [value, direction] = principal_values(s);
    put_in_order(value, direction, 0, 1);
    put_in_order(value, direction, 1, 2);
    put_in_order(value, direction, 0, 1);
    const auto yields = excess(value[0], value[2]) > zero;
    P returned[3] = {value[0], value[1], value[2]};
    const auto at_apex = return_to_surface(returned) && yields;
    for (int k = 0; k < 3; ++k) {
      const P taken = select(yields, value[k] - returned[k], zero);
      const Vec3<P>& n = direction[k];
      s[0] = s[0] - taken * n.x * n.x;
      s[1] = s[1] - taken * n.y * n.y;
      s[2] = s[2] - taken * n.z * n.z;
      s[3] = s[3] - taken * n.x * n.y;
      s[4] = s[4] - taken * n.y * n.z;
      s[5] = s[5] - taken * n.z * n.x;
    }
    at.h[voids] = select(at_apex, max(mean + raised - P(apex), zero) / P(K), zero);
    for (int i = 0; i < 6; ++i) at.s[i] = P(E) * s[i];
  }
};

}  // namespace crumple::kernels
