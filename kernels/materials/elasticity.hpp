// Isotropic hypoelasticity in rate form: the trial stress of every law, and measures of a strain increment.
// Called by the materials. Source: Belytschko, Liu & Moran, Nonlinear Finite Elements (2000), constitutive models;
// plane stress with the thickness strain eliminated: Simo & Taylor (1986).
// E Young's modulus, nu Poisson's ratio, G shear and K bulk modulus; shear strains are engineering shears.
#pragma once

#include "kernels/materials/history.hpp"
#include "kernels/simd/pack.hpp"

namespace crumple::kernels {

template <class P>
struct Elasticity {
  using Real = typename P::value_type;

  double E, nu, G, K;
  Real plane;     ///< E / (1 - nu^2) [force/area]
  Real thinning;  ///< nu / (1 - nu) [1]

  explicit Elasticity(const MaterialConstants& c)
      : E(c.young),
        nu(c.poisson),
        G(E / (2 * (1 + nu))),
        K(E / (3 * (1 - 2 * nu))),
        plane(Real(E / (1 - nu * nu))),
        thinning(Real(nu / (1 - nu))) {}

  /// s += C de with sigma_zz = 0; s, de: xx, yy, xy, yz, zx. Transverse moduli are shear_factor * G.
  CRUMPLE_INLINE void add_plane_stress(const P* de, const P& shear_factor, P* s) const {
    const P C(plane), poisson{Real(nu)}, shear{Real(G)};
    s[0] = s[0] + C * (de[0] + poisson * de[1]);
    s[1] = s[1] + C * (de[1] + poisson * de[0]);
    s[2] = s[2] + shear * de[2];
    s[3] = s[3] + shear_factor * shear * de[3];
    s[4] = s[4] + shear_factor * shear * de[4];
  }

  /// s += C de; s, de: xx, yy, zz, xy, yz, zx.
  CRUMPLE_INLINE void add_solid(const P* de, P* s) const {
    const P two_G{Real(2 * G)}, shear{Real(G)};
    const P volume_part = P(Real(K - 2 * G / 3)) * (de[0] + de[1] + de[2]);
    for (int i = 0; i < 3; ++i) s[i] = s[i] + (volume_part + two_G * de[i]);
    for (int i = 3; i < 6; ++i) s[i] = s[i] + shear * de[i];
  }

  /// de_zz that keeps sigma_zz = 0 while the in-plane plastic strains grow by a sum of `plastic` (volume preserved).
  CRUMPLE_INLINE P thickness_strain(const P* de, const P& plastic) const {
    return P(0) - P(thinning) * (de[0] + de[1] - plastic) - plastic;
  }
};

/// Effective strain sqrt(2/3 e:e) of an increment: the axial strain of a tensile test on incompressible material.
template <class P>
CRUMPLE_INLINE P effective_strain_solid(const P* de) {
  using Real = typename P::value_type;
  const P normal = de[0] * de[0] + de[1] * de[1] + de[2] * de[2];
  const P shear = de[3] * de[3] + de[4] * de[4] + de[5] * de[5];
  return sqrt(P(Real(2) / 3) * normal + P(Real(1) / 3) * shear);
}

/// The same in a shell; e_zz = -(e_xx + e_yy), exact once plastic flow dominates.
template <class P>
CRUMPLE_INLINE P effective_strain_plane_stress(const P* de) {
  using Real = typename P::value_type;
  const P normal = de[0] * de[0] + de[1] * de[1] + de[0] * de[1];
  const P shear = de[2] * de[2] + de[3] * de[3] + de[4] * de[4];
  return sqrt(P(Real(4) / 3) * normal + P(Real(1) / 3) * shear);
}

}  // namespace crumple::kernels
