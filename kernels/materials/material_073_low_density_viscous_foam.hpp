// *MAT_073 low density viscous foam, of solids: the stress of MAT_057, and up to six that relax,
//   sigma = sigma_57 + sum_i int GI_i exp(-BETAI_i (t - s)) d(strain)/ds ds,
// without lateral contraction: each stress is of the strain along it alone. Source: LS-DYNA's keyword manual (from
// memory; there in the axes of the principal stretches).
// Of GI e = GI dev(e) + GI tr(e) / 3, the first part is a relaxing shear modulus GI / 2 behind the law; the mean stress
// is kept here. History: that of MAT_057, the mean stresses.
#pragma once

#include "kernels/materials/material_057_low_density_foam.hpp"
#include "kernels/materials/relaxation.hpp"

namespace crumple::kernels {

struct ViscousFoam : FoamParameters {
  static constexpr int number = 73;
  static constexpr std::size_t most_terms = 6;
  std::array<double, most_terms> modulus{}, rate{};  ///< GI [force/area], BETAI [1/time]
};

template <class P>
struct Material073 {
  using Real = typename P::value_type;
  using Parameters = ViscousFoam;
  static constexpr int n_terms = int(ViscousFoam::most_terms), mean = 8;
  static constexpr HistoryNames<14> history_names{
      "left stretch xx", "left stretch yy", "left stretch zz", "left stretch xy", "left stretch yz",
      "left stretch zx", "largest energy",  "torn",            "relaxing mean 1", "relaxing mean 2",
      "relaxing mean 3", "relaxing mean 4", "relaxing mean 5", "relaxing mean 6"};
  static constexpr int left_stretch = 0, rotated_tensor = no_tensor;
  static constexpr bool solids_only = true, varying_modulus = true;

  Foam<P, false> foam;
  Real third[n_terms], rate[n_terms];  // GI / 3
  Real sum;                            // of these

  Material073(const MaterialConstants& c, const ViscousFoam& p) : foam(c, p), sum(0) {
    for (int i = 0; i < n_terms; ++i) {
      third[i] = Real(p.modulus[std::size_t(i)] / 3);
      rate[i] = Real(p.rate[std::size_t(i)]);
      sum += third[i];
    }
  }

  CRUMPLE_INLINE P solid(const P* de, MaterialPoint<P>& at, const P& e_v) const {
    const P modulus = foam.solid(de, at, e_v), grown = de[0] + de[1] + de[2];
    for (int i = 0; i < n_terms; ++i) {
      if (!(third[i] > 0)) continue;
      const Fading<P> fading(P(rate[i]) * at.dt);
      P& own = at.h[mean + i];
      own = fading.kept * own + fading.gained * P(third[i]) * grown;
      for (int k = 0; k < 3; ++k) at.s[k] = at.s[k] + own;
    }
    return modulus + P(sum);
  }
};

}  // namespace crumple::kernels
