// *MAT_177 Hill foam: highly compressible, for solids only.
//   W = sum_j C_j / b_j [l1^b_j + l2^b_j + l3^b_j - 3 + (J^(-n b_j) - 1) / n],  sigma_k = 1/J sum_j C_j (l_k^b_j -
//   J^(-n b_j))
// Sources: Hill (1979), Storakers, J. Mech. Phys. Solids 34 (1986) 125-145 (not read); as LS-DYNA's keyword manual has
// them, from memory. At rest the shear modulus is mu = sum C_j b_j / 2, the bulk modulus 2 mu (n + 1/3).
// l principal stretches, J relative volume. History: b - 1, b left Cauchy-Green tensor.
#pragma once

#include "kernels/materials/left_stretch.hpp"
#include "kernels/simd/elementary.hpp"

namespace crumple::kernels {

struct HillFoam {
  static constexpr int number = 177;
  static constexpr std::size_t most_terms = 8;
  std::array<double, most_terms> c{}, b{};  ///< C [force/area], B [1]
  double n = 0;                             ///< N [1]; 0: no lateral contraction
};

template <class P>
struct Material177 {
  using Real = typename P::value_type;
  using Parameters = HillFoam;
  static constexpr HistoryNames<6> history_names{"left stretch xx", "left stretch yy", "left stretch zz",
                                                 "left stretch xy", "left stretch yz", "left stretch zx"};
  static constexpr int rotated_tensor = no_tensor, left_stretch = 0;
  static constexpr bool solids_only = true, varying_modulus = true;

  Real n;
  Real c[HillFoam::most_terms], b[HillFoam::most_terms];
  int n_terms = 0;

  Material177(const MaterialConstants&, const HillFoam& p) : n(Real(p.n)) {
    for (std::size_t j = 0; j < p.most_terms; ++j) {
      if (p.c[j] == 0 || p.b[j] == 0) continue;
      c[n_terms] = Real(p.c[j]);
      b[n_terms++] = Real(p.b[j]);
    }
  }

  /// The modulus of waves along a principal direction is 1/J sum C_j b_j (l_k^b_j + n J^(-n b_j)).
  CRUMPLE_NOINLINE P solid(const P*, MaterialPoint<P>& at, const P& e_v) const {
    const P one(1), half(Real(0.5)), J = one - e_v, inverse_J = one / J, volume = log(J);
    const PrincipalValues<P> stretch = principal_stretches(at.h);
    P log_stretch[3], sigma[3] = {P(0), P(0), P(0)}, modulus(0);
    for (int k = 0; k < 3; ++k) log_stretch[k] = half * log(one + stretch.value[k]);
    for (int j = 0; j < n_terms; ++j) {
      P power[3];
      for (int k = 0; k < 3; ++k) power[k] = exp(P(b[j]) * log_stretch[k]);
      const P of_volume = exp(P(Real(0) - n * b[j]) * volume);
      for (int k = 0; k < 3; ++k) sigma[k] = sigma[k] + P(c[j]) * (power[k] - of_volume);
      const Real slope = c[j] * b[j];
      modulus = modulus + P(slope < 0 ? -slope : slope) * (max(power[0], max(power[1], power[2])) + P(n) * of_volume);
    }
    for (int k = 0; k < 3; ++k) sigma[k] = inverse_J * sigma[k];
    compose(sigma, stretch.direction, at.s);
    return inverse_J * modulus;
  }
};

}  // namespace crumple::kernels
