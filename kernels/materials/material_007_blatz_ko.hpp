// *MAT_007 Blatz-Ko rubber, for solids only: W = G/2 [I1 - 3 + (J^-2m - 1) / m], m = nu / (1 - 2 nu), nu = 0.463, a
// compressible rubber. Source: Blatz & Ko, Trans. Soc. Rheology 6 (1962) 223-251; LS-DYNA theory manual, material model
// 7. J relative volume, b = F F^T. History: b - 1.
#pragma once

#include "kernels/materials/left_stretch.hpp"
#include "kernels/simd/elementary.hpp"

namespace crumple::kernels {

struct BlatzKo {
  static constexpr int number = 7;
  double shear = 0;  ///< G [force/area]
};

template <class P>
struct Material007 {
  using Real = typename P::value_type;
  using Parameters = BlatzKo;
  static constexpr HistoryNames<6> history_names{"left stretch xx", "left stretch yy", "left stretch zz",
                                                 "left stretch xy", "left stretch yz", "left stretch zx"};
  static constexpr int rotated_tensor = no_tensor, left_stretch = 0;
  static constexpr bool solids_only = true, varying_modulus = true;
  static constexpr double exponent = 1 / (1 - 2 * 0.463);

  Real shear;

  Material007(const MaterialConstants&, const BlatzKo& p) : shear(Real(p.shear)) {}

  /// sigma = G [b / J - J^(-1 / (1 - 2 nu)) 1]; of both terms what is left of 1 is computed by itself.
  CRUMPLE_INLINE P solid(const P*, MaterialPoint<P>& at, const P& e_v) const {
    const P one(1), inverse_J = one / (one - e_v);
    const P power = exp(P(Real(exponent)) * log(inverse_J)), sphere = e_v * inverse_J - (power - one);
    const P* c = at.h;
    for (int i = 0; i < 6; ++i) at.s[i] = P(shear) * (inverse_J * c[i] + (i < 3 ? sphere : P(0)));
    const P stretch = max(one, one + max(c[0], max(c[1], c[2])) + abs(c[3]) + abs(c[4]) + abs(c[5]));
    return P(shear) * (P(Real(exponent)) * power + inverse_J * stretch);
  }
};

}  // namespace crumple::kernels
