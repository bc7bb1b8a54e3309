// Elasticity with three axes of its own in plane stress, c normal to the shell: the trial stress of composites.
// Called by the materials with strain increments in the axes a, b. Source: Jones, Mechanics of Composite Materials
// (1999), chapter 2: Q_aa = EA / (1 - nu_ab nu_ba), Q_ab = nu_ba Q_aa, nu_ab = nu_ba EA / EB.
#pragma once

#include "kernels/materials/history.hpp"
#include "kernels/simd/pack.hpp"

namespace crumple::kernels {

/// Elastic constants along the axes a, b and c.
struct OrthotropicElasticity {
  double young_a = 0, young_b = 0, young_c = 0;           ///< EA, EB, EC; EC of thinning, 0: EB [force/area]
  double poisson_ba = 0, poisson_ca = 0, poisson_cb = 0;  ///< PRBA, PRCA, PRCB; the last two of thinning [1]
  double shear_ab = 0, shear_bc = 0, shear_ca = 0;        ///< GAB, GBC, GCA [force/area]
};

template <class P>
struct Orthotropy {
  using Real = typename P::value_type;

  Real aa, ab, bb;  // stiffness [force/area]
  Real shear_ab, shear_bc, shear_ca;
  Real alone_a, alone_b;        // EA, EB: without strain across [force/area]
  Real thinning_a, thinning_b;  // -de_cc of stresses [area/force]

  explicit Orthotropy(const OrthotropicElasticity& o)
      : shear_ab(Real(o.shear_ab)),
        shear_bc(Real(o.shear_bc)),
        shear_ca(Real(o.shear_ca)),
        alone_a(Real(o.young_a)),
        alone_b(Real(o.young_b)) {
    const double young_c = o.young_c > 0 ? o.young_c : o.young_b;
    thinning_a = Real(o.poisson_ca / young_c);
    thinning_b = Real(o.poisson_cb / young_c);
    const double poisson_ab = o.young_b > 0 ? o.poisson_ba * o.young_a / o.young_b : 0;
    const double plane = o.young_a / (1 - poisson_ab * o.poisson_ba);
    aa = Real(plane);
    ab = Real(plane * o.poisson_ba);
    bb = Real(o.young_b / (1 - poisson_ab * o.poisson_ba));
  }

  /// Stresses aa, bb, ab of strains aa, bb, ab.
  CRUMPLE_INLINE void in_plane(const P* e, P (&s)[3]) const {
    s[0] = P(aa) * e[0] + P(ab) * e[1];
    s[1] = P(ab) * e[0] + P(bb) * e[1];
    s[2] = P(shear_ab) * e[2];
  }
  /// Adds to the stresses bc and ca, the fourth and the fifth.
  CRUMPLE_INLINE void add_transverse(const P* de, const P& shear_factor, P* s) const {
    s[3] = s[3] + shear_factor * P(shear_bc) * de[3];
    s[4] = s[4] + shear_factor * P(shear_ca) * de[4];
  }
  /// Of increments of the stresses aa and bb.
  CRUMPLE_INLINE P thickness_strain(const P& a, const P& b) const {
    return P(0) - (P(thinning_a) * a + P(thinning_b) * b);
  }
};

/// sqrt(4/3 (aa^2 + aa bb + bb^2 + (ab/2)^2)) of strains with ab engineering: the effective strain if the volume stays,
/// as Feraboli et al., Composites A 42 (2011) 1248-1256, give it for MAT_054.
template <class P>
CRUMPLE_INLINE P effective_strain_of_axes(const P& aa, const P& bb, const P& ab) {
  using Real = typename P::value_type;
  return sqrt(P(Real(4.0 / 3)) * (aa * aa + aa * bb + bb * bb + P(Real(0.25)) * ab * ab));
}

}  // namespace crumple::kernels
