// *MAT_037 transversely anisotropic elastic-plastic, for shells: a sheet that is alike in all its directions, but whose
// width and thickness strains in a pull are as R to 1. Isotropic hardening, bilinear or by a curve.
// Source: Hill (1948) and Whirley, Hallquist & Goudreau (1989), as LS-DYNA's theory manual has them, material model 37:
//   q^2 = xx^2 + yy^2 - 2 R / (R + 1) xx yy + 2 (2 R + 1) / (R + 1) xy^2;
// the transverse shears count as in von Mises' q. Solids, which the
// deck refuses, would have von Mises' surface.
#pragma once

#include "kernels/materials/j2_plasticity.hpp"

namespace crumple::kernels {

struct TransverselyAnisotropic : YieldParameters {
  static constexpr int number = 37;
  double lankford = 1;  ///< R: width over thickness strain in a pull [1]
};

template <class P>
struct Material037 : J2Plasticity<P, false, YieldLaw<P, true>, true> {
  using Parameters = TransverselyAnisotropic;
  static constexpr HistoryNames<1> history_names{plastic_strain_name};
  static constexpr int rotated_tensor = no_tensor;

  Material037(const MaterialConstants& c, const TransverselyAnisotropic& p)
      : Material037::J2Plasticity(c, p, 1, p.lankford) {}
};

}  // namespace crumple::kernels
