// *MAT_092 viscoelastic soft tissue, of solids: the stress of MAT_091, and of its deviator up to six parts S that fade,
//   sigma = sigma_91 + sum_i int S_i exp(-(t - s) / T_i) d dev(sigma_91)/ds ds,
// in axes that turn with the material. Source: Puso & Weiss, J. Biomech. Eng. 120 (1998) 62-70, as LS-DYNA's keyword
// manual has it (both from memory; there of the second Piola-Kirchhoff stress, which is the same at small strains).
#pragma once

#include "kernels/materials/material_091_soft_tissue.hpp"
#include "kernels/materials/relaxation.hpp"

namespace crumple::kernels {

struct ViscousSoftTissue : SoftTissue {
  static constexpr int number = 92;
  static constexpr std::size_t most_terms = 6;
  std::array<double, most_terms> share{}, time{};  ///< S1..S6 [1], T1..T6 [time]
};

template <class P>
struct Material092 {
  using Real = typename P::value_type;
  using Parameters = ViscousSoftTissue;
  using Elastic = Material091<P>;
  static constexpr int n_terms = int(ViscousSoftTissue::most_terms);
  static constexpr HistoryNames<57> history_names{
      first_axis_name,   "axis a y",        "axis a z",        "axis b x",        "axis b y",        "axis b z",
      "left stretch xx", "left stretch yy", "left stretch zz", "left stretch xy", "left stretch yz", "left stretch zx",
      "fibre a",         "fibre b",         "fibre c",         "elastic aa",      "elastic bb",      "elastic cc",
      "elastic ab",      "elastic bc",      "elastic ca",      "fading 1 aa",     "fading 1 bb",     "fading 1 cc",
      "fading 1 ab",     "fading 1 bc",     "fading 1 ca",     "fading 2 aa",     "fading 2 bb",     "fading 2 cc",
      "fading 2 ab",     "fading 2 bc",     "fading 2 ca",     "fading 3 aa",     "fading 3 bb",     "fading 3 cc",
      "fading 3 ab",     "fading 3 bc",     "fading 3 ca",     "fading 4 aa",     "fading 4 bb",     "fading 4 cc",
      "fading 4 ab",     "fading 4 bc",     "fading 4 ca",     "fading 5 aa",     "fading 5 bb",     "fading 5 cc",
      "fading 5 ab",     "fading 5 bc",     "fading 5 ca",     "fading 6 aa",     "fading 6 bb",     "fading 6 cc",
      "fading 6 ab",     "fading 6 bc",     "fading 6 ca"};
  static constexpr int axes = Elastic::axes, left_stretch = Elastic::left_stretch, elastic = 15, fading = 21;
  static constexpr int rotated_tensor = no_tensor;
  static constexpr bool solids_only = true, varying_modulus = true;

  Elastic law;
  Real share[n_terms], decay[n_terms], stiffening;  // 1 / T [1/time]; 1 + sum S

  Material092(const MaterialConstants& c, const ViscousSoftTissue& p) : law(c, p), stiffening(1) {
    for (int i = 0; i < n_terms; ++i) {
      const double time = p.time[std::size_t(i)];
      share[i] = Real(p.share[std::size_t(i)]);
      decay[i] = time > 0 ? Real(1 / time) : Real(0);
      stiffening += share[i];
    }
  }

  CRUMPLE_INLINE P solid(const P* de, MaterialPoint<P>& at, const P& e_v) const {
    const P modulus = law.solid(de, at, e_v);
    P* const h = at.h;
    const Vec3<P> a{h[0], h[1], h[2]}, b{h[3], h[4], h[5]}, c = cross(a, b);
    const P mean = P(Real(1.0 / 3)) * (at.s[0] + at.s[1] + at.s[2]);
    P s[6], more[6];
    for (int f = 0; f < 6; ++f) s[f] = f < 3 ? at.s[f] - mean : at.s[f];
    rotate(Tensor<P>{a, b, c}, s);
    for (int f = 0; f < 6; ++f) {
      const P grown = s[f] - h[elastic + f];
      h[elastic + f] = s[f];
      s[f] = grown;
      more[f] = P(0);
    }
    for (int i = 0; i < n_terms; ++i) {
      if (share[i] == 0) continue;
      const Fading<P> fade(P(decay[i]) * at.dt);
      P* const q = h + fading + 6 * i;
      for (int f = 0; f < 6; ++f) {
        q[f] = fade.kept * q[f] + P(share[i]) * fade.gained * s[f];
        more[f] = more[f] + q[f];
      }
    }
    rotate(Tensor<P>{{a.x, b.x, c.x}, {a.y, b.y, c.y}, {a.z, b.z, c.z}}, more);
    for (int f = 0; f < 6; ++f) at.s[f] = at.s[f] + more[f];
    return P(stiffening) * modulus;
  }
};

}  // namespace crumple::kernels
