// *MAT_077_H general hyperelastic and 077_O Ogden rubber, for solids only.
//   H: W = sum C_pq (I1* - 3)^p (I2* - 3)^q + K/2 (J - 1)^2, p + q <= 3 in I1
//   O: W = sum_j mu_j / alpha_j (l1*^alpha_j + l2*^alpha_j + l3*^alpha_j - 3) + K (J - 1 - ln J)
// The star: of the deformation without its change of volume. Sources: LS-DYNA's keyword manual and theory manual,
// material models 77; stresses of a W of invariants and of principal stretches: Ogden (1984), 4.3.
// b left Cauchy-Green tensor, I1, I2 its invariants, l principal stretches, J relative volume.
// History: b - 1.
#pragma once

#include "kernels/materials/left_stretch.hpp"
#include "kernels/simd/elementary.hpp"

namespace crumple::kernels {

struct Hyperelastic {
  static constexpr int number = 77;
  static constexpr std::size_t most_terms = 8;
  std::array<double, 6> c{};                     ///< C10, C01, C11, C20, C02, C30 [force/area]
  std::array<double, most_terms> mu{}, alpha{};  ///< MU [force/area], ALPHA [1]; all 0: the polynomial
  double bulk = 0;                               ///< K, of E and PR at rest [force/area]
};

template <class P>
struct Material077 {
  using Real = typename P::value_type;
  using Parameters = Hyperelastic;
  static constexpr HistoryNames<6> history_names{"left stretch xx", "left stretch yy", "left stretch zz",
                                                 "left stretch xy", "left stretch yz", "left stretch zx"};
  static constexpr int rotated_tensor = no_tensor, left_stretch = 0;
  static constexpr bool solids_only = true, varying_modulus = true;

  Real bulk, c10, c01, c11, c20, c02, c30;
  Real mu[Hyperelastic::most_terms], alpha[Hyperelastic::most_terms];
  int n_terms = 0;  ///< of Ogden; 0: H

  Material077(const MaterialConstants&, const Hyperelastic& p)
      : bulk(Real(p.bulk)),
        c10(Real(p.c[0])),
        c01(Real(p.c[1])),
        c11(Real(p.c[2])),
        c20(Real(p.c[3])),
        c02(Real(p.c[4])),
        c30(Real(p.c[5])) {
    for (std::size_t j = 0; j < p.most_terms; ++j) {
      if (p.mu[j] == 0 || p.alpha[j] == 0) continue;
      mu[n_terms] = Real(p.mu[j]);
      alpha[n_terms++] = Real(p.alpha[j]);
    }
  }

  CRUMPLE_INLINE P solid(const P*, MaterialPoint<P>& at, const P& e_v) const {
    return n_terms > 0 ? ogden(at, e_v) : polynomial(at, e_v);
  }

 private:
  /// sigma_k = 1/J sum_j mu_j (l_k*^alpha_j - mean over k) + K (J - 1) / J.
  CRUMPLE_NOINLINE P ogden(MaterialPoint<P>& at, const P& e_v) const {
    const P one(1), half(Real(0.5)), third(Real(1.0 / 3)), J = one - e_v, inverse_J = one / J;
    const PrincipalValues<P> b = principal_stretches(at.h);
    const P volume = third * log(J);
    P log_stretch[3], sigma[3] = {P(0), P(0), P(0)}, stiffness(0);
    for (int k = 0; k < 3; ++k) log_stretch[k] = half * log(one + b.value[k]) - volume;
    for (int j = 0; j < n_terms; ++j) {
      P power[3];
      for (int k = 0; k < 3; ++k) power[k] = exp(P(alpha[j]) * log_stretch[k]);
      const P mean = third * (power[0] + power[1] + power[2]);
      for (int k = 0; k < 3; ++k) sigma[k] = sigma[k] + P(mu[j]) * (power[k] - mean);
      const Real slope = mu[j] * alpha[j];
      stiffness = stiffness + P(slope < 0 ? -slope : slope) * max(power[0], max(power[1], power[2]));
    }
    const P pressure = P(0) - P(bulk) * e_v * inverse_J;  // K (J - 1) / J
    for (int k = 0; k < 3; ++k) sigma[k] = inverse_J * sigma[k] + pressure;
    compose(sigma, b.direction, at.s);
    return inverse_J * (P(bulk) + P(Real(2.0 / 3)) * stiffness);
  }

  /// sigma = 2/J dev[(W,I1 + I1* W,I2) b* - W,I2 b* b*] + K (J - 1).
  CRUMPLE_NOINLINE P polynomial(MaterialPoint<P>& at, const P& e_v) const {
    const P one(1), two(2), third(Real(1.0 / 3)), J = one - e_v, inverse_J = one / J;
    const P scale = one / cbrt(J * J);  // b* = scale b
    P c[6];                             // b* - 1
    for (int i = 0; i < 6; ++i) c[i] = scale * at.h[i] + (i < 3 ? scale - one : P(0));
    const P square[6] = {c[0] * c[0] + c[3] * c[3] + c[5] * c[5], c[3] * c[3] + c[1] * c[1] + c[4] * c[4],
                         c[5] * c[5] + c[4] * c[4] + c[2] * c[2], c[0] * c[3] + c[3] * c[1] + c[5] * c[4],
                         c[3] * c[5] + c[1] * c[4] + c[4] * c[2], c[0] * c[5] + c[3] * c[4] + c[5] * c[2]};
    // I1 - 3 and I2 - 3 = ((I1^2 - b:b) - 6) / 2
    const P i1 = c[0] + c[1] + c[2];
    const P i2 = two * i1 + P(Real(0.5)) * (i1 * i1 - (square[0] + square[1] + square[2]));
    const P w1 = P(c10) + P(c11) * i2 + two * P(c20) * i1 + P(3) * P(c30) * i1 * i1;
    const P w2 = P(c01) + P(c11) * i1 + two * P(c02) * i2;
    // dev of (w1 + I1 w2) (1 + c) - w2 (1 + 2 c + c c)
    const P linear = w1 + (P(1) + i1) * w2;
    P t[6];
    for (int i = 0; i < 6; ++i) t[i] = linear * c[i] - w2 * square[i];
    const P mean = third * (t[0] + t[1] + t[2]), pressure = P(0) - P(bulk) * e_v;
    for (int i = 0; i < 6; ++i) at.s[i] = two * inverse_J * (i < 3 ? t[i] - mean : t[i]) + (i < 3 ? pressure : P(0));
    const P stretch = one + max(P(0), max(c[0], max(c[1], c[2])) + abs(c[3]) + abs(c[4]) + abs(c[5]));
    const P higher =
        P(Real(4)) * stretch *
        (two * abs(P(c20)) + abs(P(c11)) * stretch + two * abs(P(c02)) * stretch + P(6) * abs(P(c30)) * max(i1, P(0)));
    const P shear = abs(w1) + abs(w2) * stretch + higher * (stretch - one);
    return P(bulk) * max(J, one) + P(Real(4)) * inverse_J * shear * stretch;
  }
};

}  // namespace crumple::kernels
