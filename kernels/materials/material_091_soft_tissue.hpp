// *MAT_091 soft tissue, of solids: ligaments and tendons, a rubber with fibres of one direction.
//   W = C1 (I1 - 3) + C2 (I2 - 3) + F(l) + K/2 ln(J)^2,  I1, I2 and l those of the deformation without its volume
//   l F' = 0 for l < 1,  C3 (exp(C4 (l - 1)) - 1) up to XLAM,  C5 l + C6 beyond, C6 so that it is continuous
//   sigma = (1/J) (2 dev((C1 + C2 I1) b - C2 b^2) + l F' dev(n n) + K ln(J) 1)
// Source: Weiss, Maker & Govindjee, Comput. Methods Appl. Mech. Eng. 135 (1996) 107-128, as LS-DYNA's keyword manual
// has it (both from memory).
// b left Cauchy-Green tensor, J relative volume, l stretch of the fibres, n their direction. History: axes that turn
// with the material, b - 1, and the fibres' line element in those axes less that at the start: the strain of a step
// stretches it by 1 + e + e^2 / 2.
#pragma once

#include "kernels/materials/left_stretch.hpp"
#include "kernels/simd/elementary.hpp"
#include "kernels/solids/solid_pack.hpp"

namespace crumple::kernels {

struct SoftTissue {
  static constexpr int number = 91;
  double c1 = 0, c2 = 0;         ///< C1, C2 [force/area]
  double c3 = 0, c4 = 0, c5 = 0; ///< C3 [force/area], C4 [1], C5 [force/area]
  double bulk = 0;               ///< XK [force/area]
  double straight = 1;           ///< XLAM: stretch from which fibres are straight [1]
  double first_stretch = 1;      ///< XLAM0: stretch of the fibres at the start [1]
  std::array<double, 3> fibre{}; ///< LA1, LA2, LA3: their direction in the axes, a unit vector
};

template <class P>
struct Material091 {
  using Real = typename P::value_type;
  using Parameters = SoftTissue;
  static constexpr HistoryNames<15> history_names{
      first_axis_name,   "axis a y",        "axis a z",        "axis b x",        "axis b y",
      "axis b z",        "left stretch xx", "left stretch yy", "left stretch zz", "left stretch xy",
      "left stretch yz", "left stretch zx", "fibre a",         "fibre b",         "fibre c"};
  static constexpr int axes = 0, left_stretch = 6, fibre = 12;
  static constexpr int rotated_tensor = no_tensor;
  static constexpr bool solids_only = true, varying_modulus = true;

  Real c1, c2, c3, c4, c5, c6, bulk, straight, first_stretch;
  Real start[3];

  Material091(const MaterialConstants&, const SoftTissue& p)
      : c1(Real(p.c1)),
        c2(Real(p.c2)),
        c3(Real(p.c3)),
        c4(Real(p.c4)),
        c5(Real(p.c5)),
        c6(Real(p.c3 * (exp(PackDouble(p.c4 * (p.straight - 1)))[0] - 1) - p.c5 * p.straight)),
        bulk(Real(p.bulk)),
        straight(Real(p.straight)),
        first_stretch(Real(p.first_stretch)),
        start{Real(p.fibre[0]), Real(p.fibre[1]), Real(p.fibre[2])} {}

  /// The line element in space: F a, a the direction at the start.
  CRUMPLE_INLINE Vec3<P> stretched(const P* de, P* h) const {
    const Vec3<P> a{h[0], h[1], h[2]}, b{h[3], h[4], h[5]}, c = cross(a, b);
    const P half(Real(0.5));
    P e[6] = {de[0], de[1], de[2], half * de[3], half * de[4], half * de[5]};
    rotate(Tensor<P>{a, b, c}, e);
    const auto times = [&e](const Vec3<P>& v) CRUMPLE_LAMBDA_INLINE {
      return Vec3<P>{e[0] * v.x + e[3] * v.y + e[5] * v.z, e[3] * v.x + e[1] * v.y + e[4] * v.z,
                     e[5] * v.x + e[4] * v.y + e[2] * v.z};
    };
    P* const f = h + fibre;
    const Vec3<P> now{P(start[0]) + f[0], P(start[1]) + f[1], P(start[2]) + f[2]}, once = times(now),
                  twice = times(once);
    f[0] = f[0] + (once.x + half * twice.x);
    f[1] = f[1] + (once.y + half * twice.y);
    f[2] = f[2] + (once.z + half * twice.z);
    return (P(start[0]) + f[0]) * a + (P(start[1]) + f[1]) * b + (P(start[2]) + f[2]) * c;
  }
  /// l F'; `slope`: l times its derivative.
  CRUMPLE_INLINE P pull(const P& l, P& slope) const {
    const P one(1), rise = P(c3) * exp(P(c4) * (min(l, P(straight)) - one));
    const auto is_straight = l >= P(straight), is_slack = l < one;
    slope = select(is_slack, P(0), l * select(is_straight, P(c5), P(c4) * rise));
    return select(is_slack, P(0), select(is_straight, P(c5) * l + P(c6), rise - P(c3)));
  }

  CRUMPLE_INLINE P solid(const P* de, MaterialPoint<P>& at, const P& e_v) const {
    const P one(1), third(Real(1.0 / 3)), J = one - e_v, inverse_J = one / J, log_J = log(J);
    const P per_volume = exp(P(Real(-2.0 / 3)) * log_J);  // J^(-2/3)
    const Vec3<P> f = stretched(de, at.h);
    P b[6];
    for (int i = 0; i < 6; ++i) b[i] = per_volume * (i < 3 ? one + at.h[left_stretch + i] : at.h[left_stretch + i]);
    const P square[6] = {b[0] * b[0] + b[3] * b[3] + b[5] * b[5], b[3] * b[3] + b[1] * b[1] + b[4] * b[4],
                         b[5] * b[5] + b[4] * b[4] + b[2] * b[2], b[0] * b[3] + b[3] * b[1] + b[5] * b[4],
                         b[3] * b[5] + b[1] * b[4] + b[4] * b[2], b[5] * b[0] + b[4] * b[3] + b[2] * b[5]};
    const P I1 = b[0] + b[1] + b[2], of_b = P(2) * (P(c1) + P(c2) * I1), of_square = P(2 * c2);

    const P ff = dot(f, f), l = P(first_stretch) * sqrt(per_volume * ff);
    P slope(0);
    const P fibres = pull(l, slope), per_ff = fibres / ff;
    const P n[6] = {per_ff * f.x * f.x, per_ff * f.y * f.y, per_ff * f.z * f.z,
                    per_ff * f.x * f.y, per_ff * f.y * f.z, per_ff * f.z * f.x};
    P s[6];
    for (int i = 0; i < 6; ++i) s[i] = of_b * b[i] - of_square * square[i] + n[i];
    const P shift = P(bulk) * log_J - third * (s[0] + s[1] + s[2]);
    for (int i = 0; i < 6; ++i) at.s[i] = inverse_J * (i < 3 ? s[i] + shift : s[i]);
    const P largest = I1 - P(2), shear = P(2) * (P(c1) + P(c2) * largest) * largest;
    return inverse_J * (P(bulk) * (one + abs(log_J)) + P(Real(4.0 / 3)) * shear + slope + P(2) * fibres);
  }
};

}  // namespace crumple::kernels
