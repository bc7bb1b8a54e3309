// Von Mises plasticity with isotropic and kinematic hardening: what MAT_003 and MAT_024 share. One elastic trial, then
// return mapping in the lanes that yield. Sources: Krieg & Key (1976), mixed hardening; Simo & Taylor (1986), plane
// stress: the back stress is kept as a plane stress state, d alpha = H_k z eta, whose deviator is 2/3 H_k times the
// plastic strain, and dep = dl dq/dsigma, so q includes the transverse shears.
// s stress, a back stress, eta = s - a, q effective stress of eta, dl increment of the effective plastic strain,
// z = dl / q (with q in units of 3 G), H_k kinematic modulus, kappa shear factor.
// History: see history.hpp; the back stress only with `kinematic`.
#pragma once

#include "kernels/materials/elasticity.hpp"
#include "kernels/materials/return_mapping.hpp"

namespace crumple::kernels {

/// Whether the yield stress depends on the mean stress of the trial, which it is told before it is asked.
template <class YieldOfStep, class P>
concept DependsOnMean = requires(YieldOfStep yield, P mean) { yield.set_mean(mean); };

/// `anisotropic`: in plane stress Hill's surface of a sheet with the same properties in all its directions, MAT_037.
template <class P, bool kinematic, class Law, bool anisotropic = false>
struct J2Plasticity {
  using Real = typename P::value_type;
  using Mask = typename P::mask_type;

  Elasticity<P> elastic;
  Law law;
  Real unit;               ///< 1 / (3 G) [area/force]
  Real kinematic_modulus;  ///< H_k / (3 G) [1]
  Real sum_stiffness;      ///< (E / (2 (1 - nu)) + H_k) / (3 G), of eta_xx + eta_yy [1]
  Real sum_share = Real(0.25), difference_share = Real(0.75);  ///< of q^2; others than these if anisotropic [1]
  bool fails;
  Real failure_strain;

  /// R, of the anisotropic one: see MAT_037.
  J2Plasticity(const MaterialConstants& c, const typename Law::Parameters& p, double isotropic_share, double R = 1)
      : elastic(c),
        law(c, p, 3 * elastic.G, isotropic_share),
        unit(Real(1 / (3 * elastic.G))),
        kinematic_modulus(kinematic ? Real((1 - isotropic_share) * plastic_modulus(c.young, p) / (3 * elastic.G))
                                    : Real(0)),
        sum_stiffness(Real(elastic.E / (2 * (1 - elastic.nu)) / (3 * elastic.G)) + kinematic_modulus),
        fails(p.failure_strain > 0),
        failure_strain(Real(p.failure_strain)) {
    if (!anisotropic) return;
    // q^2 = xx^2 + yy^2 - 2 R / (R + 1) xx yy + 2 (2 R + 1) / (R + 1) xy^2
    sum_share = Real(1 / (2 * (R + 1)));
    difference_share = Real((2 * R + 1) / (2 * (R + 1)));
    sum_stiffness = Real(elastic.E / (1 - elastic.nu) * 2 * double(sum_share) / (3 * elastic.G));
  }

  CRUMPLE_INLINE P plane_stress(const P* de, MaterialPoint<P>& at, const P& kappa) const {
    const P* s = at.s;
    elastic.add_plane_stress(de, kappa, at.s);
    P eta[5];
    for (int i = 0; i < 5; ++i) eta[i] = kinematic ? s[i] - at.h[back_stress + i] : s[i];
    const P sum = eta[0] + eta[1], difference = eta[0] - eta[1], unit2(unit * unit);
    const P a = anisotropic ? P(sum_share) : P(Real(0.25)), b = anisotropic ? P(difference_share) : P(Real(0.75));
    const P in_shear = anisotropic ? P(4 * difference_share) : P(3);
    const P part[3] = {unit2 * (a * (sum * sum)),
                       unit2 * (b * (difference * difference) + in_shear * (eta[2] * eta[2])),
                       unit2 * (P(3) * (eta[3] * eta[3] + eta[4] * eta[4]))};

    const auto rate = [&]() CRUMPLE_LAMBDA_INLINE { return effective_strain_plane_stress(de) / time(at.dt); };
    typename Law::OfStep yield(law, at.h, at.dt);
    if constexpr (DependsOnMean<typename Law::OfStep, P>) yield.set_mean(P(Real(1.0 / 3)) * sum);
    const P q = sqrt(part[0] + part[1] + part[2]);
    P plastic_sum(0);  // dep_xx + dep_yy
    P& ep = at.h[plastic_strain];
    if (Mask plastic = yield.yields(q, intact(ep), rate); any(plastic)) {
      const P k(kinematic_modulus);
      const P stiffness[3] = {P(sum_stiffness), (anisotropic ? P(Real(4.0 / 3) * difference_share) : P(1)) + k,
                              kappa + k};
      const auto [z, q_end, ratio] = return_in_plane_stress(part, stiffness, plastic, yield, law.viscous());
      const P half(Real(0.5)), sum_end = ratio[0] * sum, difference_end = ratio[1] * difference;
      const P eta_end[5] = {half * (sum_end + difference_end), half * (sum_end - difference_end), ratio[1] * eta[2],
                            ratio[2] * eta[3], ratio[2] * eta[4]};
      flow(at, plastic, eta_end, k * z, P(0));
      ep = select(plastic, ep + z * q_end, ep);
      plastic_sum = select(plastic, P((anisotropic ? 2 * sum_share : Real(0.5)) * unit) * (z * sum_end), P(0));
    }
    erode<5>(at);
    return elastic.thickness_strain(de, plastic_sum);
  }

  CRUMPLE_INLINE void solid(const P* de, MaterialPoint<P>& at) const {
    const P* s = at.s;
    elastic.add_solid(de, at.s);
    const P mean = P(Real(1) / 3) * (s[0] + s[1] + s[2]);
    P eta[6];
    for (int i = 0; i < 6; ++i) {
      eta[i] = i < 3 ? s[i] - mean : s[i];
      if (kinematic) eta[i] = eta[i] - at.h[back_stress + i];
    }
    const P normal = eta[0] * eta[0] + eta[1] * eta[1] + eta[2] * eta[2];
    const P shear = eta[3] * eta[3] + eta[4] * eta[4] + eta[5] * eta[5];
    const P q = P(unit) * sqrt(P(Real(1.5)) * normal + P(3) * shear);

    const auto rate = [&]() CRUMPLE_LAMBDA_INLINE { return effective_strain_solid(de) / time(at.dt); };
    typename Law::OfStep yield(law, at.h, at.dt);
    if constexpr (DependsOnMean<typename Law::OfStep, P>) yield.set_mean(mean);
    P& ep = at.h[plastic_strain];
    if (Mask plastic = yield.yields(q, intact(ep), rate); any(plastic)) {
      const P k(kinematic_modulus);
      const auto [dl, q_end] = return_radially(q, P(1) + k, plastic, yield, law.viscous());
      const P inverse_q = P(1) / q, ratio = q_end * inverse_q;
      P eta_end[6];
      for (int i = 0; i < 6; ++i) eta_end[i] = ratio * eta[i];
      flow(at, plastic, eta_end, k * dl / q_end, mean);
      ep = select(plastic, ep + dl, ep);
    }
    erode<6>(at);
  }

  /// Infinite for a step of no time (the first call), so that its rate is zero.
  CRUMPLE_INLINE static P time(const P& dt) { return select(dt > P(0), dt, P(Real(1e30))); }

 private:
  /// Points that have not failed.
  CRUMPLE_INLINE Mask intact(const P& ep) const { return fails ? ep < P(failure_strain) : Mask(true); }

  /// Back stress a += shift * eta and stress s = eta + a + mean at the end of the step.
  template <int n>
  CRUMPLE_INLINE static void flow(MaterialPoint<P>& at, const Mask& plastic, const P (&eta)[n], const P& shift,
                                  const P& mean) {
    for (int i = 0; i < n; ++i) {
      P end = eta[i];
      if (kinematic) {
        P& back = at.h[back_stress + i];
        back = select(plastic, back + shift * eta[i], back);
        end = end + back;
      }
      if (n == 6 && i < 3) end = end + mean;
      at.s[i] = select(plastic, end, at.s[i]);
    }
  }

  /// A failed point carries no stress; its plastic strain stays, so it remains failed.
  template <int n>
  CRUMPLE_INLINE void erode(MaterialPoint<P>& at) const {
    if (!fails) return;
    const Mask gone = at.h[plastic_strain] >= P(failure_strain);
    if (!any(gone)) return;
    for (int i = 0; i < n; ++i) at.s[i] = select(gone, P(0), at.s[i]);
    at.failed = at.failed || gone;
  }
};

}  // namespace crumple::kernels
