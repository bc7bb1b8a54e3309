// *MAT_027 Mooney-Rivlin rubber, for solids only: W = A (I1 - 3) + B (I2 - 3) + C (III^-2 - 1) + D (III - 1)^2 with
// C = A/2 + B and D = (A (5 nu - 2) + B (11 nu - 5)) / (2 (1 - 2 nu)), which make the stress zero at rest and nu
// Poisson's ratio. Source: LS-DYNA theory manual, material model 27; Cauchy stress of an isotropic W: Ogden
// (1984), 4.3. I1, I2, III invariants of b = F F^T. J relative volume, III = J^2. History: b - 1.
#pragma once

#include "kernels/materials/left_stretch.hpp"

namespace crumple::kernels {

struct MooneyRivlin {
  static constexpr int number = 27;
  double a = 0, b = 0;  ///< A, B [force/area]
};

template <class P>
struct Material027 {
  using Real = typename P::value_type;
  using Parameters = MooneyRivlin;
  static constexpr HistoryNames<6> history_names{"left stretch xx", "left stretch yy", "left stretch zz",
                                                 "left stretch xy", "left stretch yz", "left stretch zx"};
  static constexpr int rotated_tensor = no_tensor, left_stretch = 0;
  static constexpr bool solids_only = true, varying_modulus = true;

  Real A, B, C, D;

  Material027(const MaterialConstants& c, const MooneyRivlin& p)
      : A(Real(p.a)),
        B(Real(p.b)),
        C(Real(p.a / 2 + p.b)),
        D(Real((p.a * (5 * c.poisson - 2) + p.b * (11 * c.poisson - 5)) / (2 * (1 - 2 * c.poisson)))) {}

  /// sigma = 2/J [(A + I1 B) b - B b b + III W,III 1], W,III = -2 C III^-3 + 2 D (III - 1).
  CRUMPLE_INLINE P solid(const P*, MaterialPoint<P>& at, const P& e_v) const {
    const P one(1), two(2), J = one - e_v, inverse_J = one / J, third = J * J;
    const P* c = at.h;  // b = 1 + c, b b = 1 + 2 c + c c
    const P trace = c[0] + c[1] + c[2], cube = inverse_J * inverse_J * inverse_J;
    const P by_third = two * (P(D) * (third - one) - P(C) * cube * cube);
    // (A + I1 B) (1 + c) - B (1 + 2 c + c c) + III W,III = [A + 2 B + B tr c + III W,III] 1 + [A + B + B tr c] c - B c
    // c
    const P sphere = P(A + 2 * B) + P(B) * trace + third * by_third, linear = P(A + B) + P(B) * trace;
    const P square[6] = {c[0] * c[0] + c[3] * c[3] + c[5] * c[5], c[3] * c[3] + c[1] * c[1] + c[4] * c[4],
                         c[5] * c[5] + c[4] * c[4] + c[2] * c[2], c[0] * c[3] + c[3] * c[1] + c[5] * c[4],
                         c[3] * c[5] + c[1] * c[4] + c[4] * c[2], c[0] * c[5] + c[3] * c[4] + c[5] * c[2]};
    for (int i = 0; i < 6; ++i)
      at.s[i] = two * inverse_J * ((i < 3 ? sphere : P(0)) + linear * c[i] - P(B) * square[i]);
    // Waves along the largest stretch, not less than what the derivatives of W in J and in b give.
    const P stretch = max(one, one + max(c[0], max(c[1], c[2])) + abs(c[3]) + abs(c[4]) + abs(c[5]));
    const P volume = P(8) * third * (P(abs_of(D)) * third + P(abs_of(C)) * P(3) * cube * cube) * inverse_J;
    return volume + P(Real(4)) * inverse_J * (P(abs_of(A)) + P(abs_of(B)) * stretch) * stretch;
  }

 private:
  static constexpr Real abs_of(Real x) { return x < 0 ? -x : x; }
};

}  // namespace crumple::kernels
