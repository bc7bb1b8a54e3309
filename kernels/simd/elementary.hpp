// exp, log, cbrt and pow of packs, written once for every instruction set and for devices: sums, products, one division
// in log and pow, operations on bits, and no fused multiply-adds, so each lane has the same bits everywhere. No lane
// depends on another. Errors are below 1 unit in the last place (largest found: docs/kernels.md).
//
// Infinities, NaN, signed zeros and negative arguments are as C99 (annex F) asks; no flags are set. In double precision
// denormal arguments and results are right, too. In single precision, which flushes denormals, exp, log and cbrt take
// denormal arguments for zero and give zero for denormal results whatever the processor's modes are.
//
// Sources: reduction of arguments: Cody & Waite, Software Manual for the Elementary Functions (1980), chapters 5 and 6;
// log by f - s (f - R(s^2)), s = f / (2 + f): Tang, ACM TOMS 16 (1990) 378-400, and Ng's logarithm in FDLIBM (1993);
// sums and products of two parts: Dekker, Numer. Math. 18 (1971) 224-242; the cube root's exact residual: Kahan &
// Bindel, Computing a real cube root (2001). Polynomials have the smallest largest error (Remez 1934), coefficients are
// then rounded.
#pragma once

#include <concepts>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "kernels/simd/pack.hpp"

namespace crumple::kernels::elementary {

template <class P>
using Real = typename P::value_type;
template <class P>
inline constexpr bool is_double = sizeof(Real<P>) == 8;
/// An unsigned integer of the width of a lane, and as many of them as lanes.
template <class P>
using Bits = std::conditional_t<is_double<P>, std::uint64_t, std::uint32_t>;
template <class P>
inline constexpr int fraction_bits = std::numeric_limits<Real<P>>::digits - 1;
template <class P>
inline constexpr Bits<P> sign_bit = Bits<P>(1) << (8 * sizeof(Real<P>) - 1);
/// 2^fraction_bits: numbers from it to its double are the integers; 1.5 times it, added, leaves an integer in the
/// lowest bits, of either sign.
template <class P>
inline constexpr Real<P> first_of_integers = Real<P>(Bits<P>(1) << fraction_bits<P>);
template <class P>
inline constexpr Real<P> infinity = std::numeric_limits<Real<P>>::infinity();
template <class P>
inline constexpr Real<P> smallest = std::numeric_limits<Real<P>>::min();

template <class P>
CRUMPLE_INLINE auto bits_of(const P& x) {
  return isa::RegisterOf<P>::to_integers(isa::in_register(x));
}
template <class P, class Integers>
CRUMPLE_INLINE P of_bits(const Integers& bits) {
  return P(isa::RegisterOf<P>::of_integers(bits));
}
template <class P>
CRUMPLE_INLINE P magnitude(const P& x) {
  return of_bits<P>(bits_of(x) & Bits<P>(sign_bit<P> - 1));
}
/// a with the sign of x, for a >= 0.
template <class P>
CRUMPLE_INLINE P with_sign(const P& a, const P& x) {
  return of_bits<P>(bits_of(a) | (bits_of(x) & sign_bit<P>));
}
/// The upper half of the digits, so that products of two such numbers are exact.
template <class P>
CRUMPLE_INLINE P upper(const P& x) {
  constexpr int dropped = (fraction_bits<P> + 2) / 2;
  return of_bits<P>(bits_of(x) & Bits<P>(~((Bits<P>(1) << dropped) - 1)));
}

/// c0 + c1 x + c2 x^2 + ..., two terms at a time, which halves the wait for the result.
template <class P>
CRUMPLE_INLINE P polynomial(const P&, const P&, Real<P> c) {
  return P(c);
}
template <class P, class... More>
CRUMPLE_INLINE P polynomial(const P& x, const P& square, Real<P> c0, Real<P> c1, More... more) {
  const P two = P(c0) + P(c1) * x;
  if constexpr (sizeof...(More) == 0)
    return two;
  else
    return two + square * polynomial(x, square, Real<P>(more)...);
}
template <class P, class... More>
CRUMPLE_INLINE P polynomial_of(const P& x, More... c) {
  return polynomial(x, x * x, Real<P>(c)...);
}

/// ln 2 in two parts; products of the first with exponents are exact.
template <class P>
inline constexpr Real<P> ln2_upper = is_double<P> ? Real<P>(0x1.62e42fefa38p-1) : Real<P>(0x1.62e4p-1);
template <class P>
inline constexpr Real<P> ln2_lower = is_double<P> ? Real<P>(0x1.ef35793c7673p-45) : Real<P>(0x1.7f7d1cp-20);

/// e^(x + low) = 2^n (1 + r + rest), |r| <= ln 2 / 2; n is in the lowest bits of `shift`.
template <class P>
struct ExpParts {
  P shift, r, rest;
};
template <class P>
CRUMPLE_INLINE ExpParts<P> exp_parts(const P& x, const P& low) {
  const P shift = x * P(Real<P>(0x1.71547652b82fep+0)) + P(Real<P>(1.5) * first_of_integers<P>);
  const P n = shift - P(Real<P>(1.5) * first_of_integers<P>);
  const P upper_r = x - n * P(ln2_upper<P>);  // exact
  const P lower_r = n * P(ln2_lower<P>) - low;
  const P r = upper_r - lower_r, square = r * r;
  P q;
  if constexpr (is_double<P>)
    q = polynomial(r, square, 0x1p-1, 0x1.5555555555559p-3, 0x1.555555555555ap-5, 0x1.111111110f6adp-7,
                   0x1.6c16c16c1447fp-10, 0x1.a01a01afe594cp-13, 0x1.a01a01b0af127p-16, 0x1.71ddf8527b39p-19,
                   0x1.27e4c5a93cbd6p-22, 0x1.af5ec126a6e3dp-26, 0x1.1f955f655249fp-29);
  else
    q = polynomial(r, square, 0x1.fffffcp-2f, 0x1.555492p-3f, 0x1.5558f2p-5f, 0x1.1239dep-7f, 0x1.6a2334p-10f);
  return {shift, upper_r, square * q - lower_r};
}

/// e^(x + low), |low| at most about |x| 2^-24. Without denormals: 0 below the smallest normal number, or before it.
template <class P, bool denormals = is_double<P>>
CRUMPLE_INLINE P exp_of(const P& x, const P& low) {
  using R = Real<P>;
  const ExpParts<P> e = exp_parts(x, low);
  const P one(R(1)), sum = one + e.r;
  const P m = sum + (((one - sum) + e.r) + e.rest);
  if constexpr (denormals) {
    const auto denormal = x < P(-707.0);
    const P shift = e.shift + select(denormal, P(128.0), P(-1.0));  // 2^n in two factors, as it may be out of range
    const P y = of_bits<P>(bits_of(m) + (bits_of(shift) << 52)) * select(denormal, P(0x1p-128), P(2.0));
    return select(x < P(-750.0), P(0.0), select(x <= P(710.0), y, x * P(infinity<P>)));
  } else {
    constexpr R least = is_double<P> ? R(-708) : R(-0x1.5d589ep+6), most = is_double<P> ? R(709) : R(0x1.62e42ep+6);
    const P y = of_bits<P>(bits_of(m) + (bits_of(e.shift) << fraction_bits<P>));
    return select(x < P(least), P(R(0)), select(x <= P(most), y, x * P(infinity<P>)));
  }
}

/// x = 2^exponent fraction, for normal x > 0 and, where asked for, denormal ones of doubles; fraction from `from` to
/// 2 `from`, where 1/2 < from <= 1.
template <class P>
struct Scaled {
  P exponent, fraction;
};
template <class P, bool denormals = is_double<P>>
CRUMPLE_INLINE Scaled<P> scaled(const P& x, Bits<P> bits_of_from) {
  constexpr Bits<P> one = Bits<P>(std::numeric_limits<Real<P>>::max_exponent - 1) << fraction_bits<P>;
  P large = x, excess(first_of_integers<P> + Real<P>(std::numeric_limits<Real<P>>::max_exponent - 1));
  if constexpr (denormals) {
    const auto denormal = x < P(smallest<P>);
    large = select(denormal, x * P(0x1p54), x);
    excess = select(denormal, P(first_of_integers<P> + 1023 + 54), excess);
  }
  const auto shifted = bits_of(large) + Bits<P>(one - bits_of_from);
  const auto integer = (shifted >> fraction_bits<P>) | bits_of(P(first_of_integers<P>));
  const auto fraction = (shifted & Bits<P>((Bits<P>(1) << fraction_bits<P>) - 1)) + bits_of_from;
  return {of_bits<P>(integer) - excess, of_bits<P>(fraction)};
}

/// ln x + low, for |low| far below 1 or far below |ln x|.
template <class P, bool denormals = is_double<P>>
CRUMPLE_INLINE P log_of(const P& x, const P& low) {
  using R = Real<P>;
  constexpr Bits<P> root_of_half = is_double<P> ? Bits<P>(0x3fe6a09e667f3bcd) : Bits<P>(0x3f3504f3);
  const Scaled<P> a = scaled<P, denormals>(x, root_of_half);
  const P f = a.fraction - P(R(1)), s = f / (f + P(R(2))), z = s * s;
  const P half_square = (P(R(0.5)) * f) * f;
  P g;
  if constexpr (is_double<P>)
    g = polynomial_of(z, 0x1.5555555555592p-1, 0x1.999999997fd22p-2, 0x1.24924941f9fb6p-2, 0x1.c71c5201adc2cp-3,
                      0x1.74664095b78cfp-3, 0x1.39a18d043029ep-3, 0x1.2f0746e61a36p-3);
  else
    g = polynomial_of(z, 0x1.555554p-1f, 0x1.999a7ap-2f, 0x1.2438ccp-2f, 0x1.e2f82p-3f);
  const P rest = s * (half_square + z * g) + (a.exponent * P(ln2_lower<P>) + low);
  const P y = a.exponent * P(ln2_upper<P>) - ((half_square - rest) - f);
  const P least(denormals ? std::numeric_limits<R>::denorm_min() : smallest<P>);
  const P of_others = select(x <= P(R(0)) - least, P(std::numeric_limits<R>::quiet_NaN()), P(-infinity<P>));
  return select(x < P(infinity<P>), select(x >= least, y, of_others), x);
}

/// The cube root, by an approximation t of half the digits, whose residual x - t^3 is exact.
template <class P>
CRUMPLE_INLINE P cbrt_of(const P& x) {
  using R = Real<P>;
  const P positive = magnitude(x);
  const Scaled<P> m = scaled(positive, is_double<P> ? Bits<P>(0x3ff0000000000000) : Bits<P>(0x3f800000));
  // exponent = 3 n + rest; a = 2^rest fraction, from 1 to 8
  constexpr R rounding = R(1.5) * first_of_integers<P>;
  const P shift = (m.exponent - P(R(1))) * P(R(1.0 / 3)) + P(rounding);
  const P rest = m.exponent - P(R(3)) * (shift - P(rounding));
  const auto one = rest == P(R(1)), two = rest == P(R(2));
  const P a = m.fraction * select(two, P(R(4)), select(one, P(R(2)), P(R(1))));
  // y = a^(-1/3)
  P y = polynomial_of(m.fraction, R(0x1.ab85e35fb29a6p+0), R(-0x1.2c42ad225c89cp+0), R(0x1.6417b19b29a84p-1),
                      R(-0x1.c51a688c9ae96p-3), R(0x1.d4719acf29ac8p-6)) *
        select(two, P(R(0x1.428a2f98d728bp-1)), select(one, P(R(0x1.965fea53d6e3dp-1)), P(R(1))));
  const P h = P(R(1)) - a * (y * y * y);
  y = y + y * (h * (P(R(1.0 / 3)) + h * P(R(2.0 / 9))));
  const P t = upper(a * (y * y)), square = t * t, square_upper = upper(square);
  const P residual = (a - square_upper * t) - (square - square_upper) * t;
  const P step = residual * (y * y) * P(R(1.0 / 3));
  const P root = t + (step + step * (step * y));
  const P whole = with_sign(of_bits<P>(bits_of(root) + (bits_of(shift) << fraction_bits<P>)), x);
  const P least(is_double<P> ? std::numeric_limits<R>::denorm_min() : smallest<P>);
  return select(positive < P(infinity<P>), select(positive >= least, whole, x * P(R(0))), x);
}

/// A number in two parts, the second far below the first.
template <class P>
struct InTwo {
  P upper, lower;
};

/// ln x to some 66 bits, for finite x > 0; the upper part has half the digits.
/// ln x = k ln 2 + ln c + 2 artanh s, s = (a - c) / (a + c), x = 2^k a, c = 1 or 3/2.
template <class P>
CRUMPLE_INLINE InTwo<P> log_in_two(const P& x) {
  const Scaled<P> m = scaled(x, Bits<P>(0x3febb67ae8584caa));  // sqrt(3/4)
  const P a = m.fraction;
  const auto above = a >= P(0x1.3988e1409212ep+0);  // sqrt(3/2)
  const P c = select(above, P(1.5), P(1.0));
  const P f = a - c, d = a + c, per_d = P(1.0) / d, s = f * per_d;
  const P s1 = upper(s), d1 = upper(d), d2 = (a - (d - c)) + (d - d1);
  const P s2 = per_d * ((f - s1 * d1) - s1 * d2);
  // 2 artanh s = s t, t = 2 + 2/3 s^2 + s^4 (...)
  const P z1 = s1 * s1, z2 = s2 * (s1 + s), z = z1 + z2, z11 = upper(z1);
  const P tail = z * z * polynomial_of(z, 0x1.999999999995ap-2, 0x1.24924924a6fd6p-2, 0x1.c71c71771e2ap-3,
                                       0x1.745d6311048a8p-3, 0x1.3aede4292c43cp-3, 0x1.1a93476e1b393p-3);
  const P w1 = P(0x1.555555p-1) * z11;
  const P w2 = P(0x1.5555555555555p-27) * z11 + (P(2.0 / 3) * ((z1 - z11) + z2) + tail);
  const P t1 = upper(P(2.0) + (w1 + w2)), t2 = w2 - ((t1 - P(2.0)) - w1);
  const P product1 = s1 * t1, product2 = s2 * t1 + t2 * s;
  const P whole1 = m.exponent * P(ln2_upper<P>) + select(above, P(0x1.9f323ecbfap-2), P(0.0));  // exact
  const P whole2 = m.exponent * P(ln2_lower<P>) - select(above, P(0x1.ed03525ca2643p-44), P(0.0));
  const P sum = whole1 + product1;
  const P rest = (product1 - (sum - whole1)) + (whole2 + product2);
  const P first = upper(sum + rest);
  return {first, rest - (first - sum)};
}

/// x^y from |x|^y.
template <class P>
CRUMPLE_INLINE P power_of_sign(const P& x, const P& y, const P& of_magnitude) {
  const auto is_whole = [](const P& v) CRUMPLE_LAMBDA_INLINE {
    const P a = magnitude(v), first(first_of_integers<P>);
    return a >= first || (a + first) - first == a;
  };
  using R = Real<P>;
  const P zero(R(0)), one(R(1));
  const auto whole = is_whole(y), odd = whole && !is_whole(P(R(0.5)) * y);
  const P power = select(magnitude(x) == one || y == zero, one, of_magnitude);
  const auto impossible = x < zero && x > P(-infinity<P>) && !whole;
  return select(impossible, P(std::numeric_limits<R>::quiet_NaN()), select(odd, with_sign(power, x), power));
}

/// |x|^y in double precision.
CRUMPLE_INLINE PackDouble power_of_magnitude(const PackDouble& x, const PackDouble& y) {
  using P = PackDouble;
  const P a = magnitude(x), zero(0.0);
  const InTwo<P> l = log_in_two(a);
  const P y1 = upper(y), y2 = y - y1;
  const P of_limits = y * select(a == zero, P(-infinity<P>), a);
  const P product = select(a > zero && a < P(infinity<P>), y1 * l.upper, of_limits);
  return exp_of(product, y2 * l.upper + y * l.lower);
}
/// |x|^y of floats, by the log and exp of doubles, which are more than exact enough; floats are no denormal doubles.
template <std::same_as<PackFloat> P>
CRUMPLE_INLINE P power_of_magnitude(const P& x, const P& y) {
  using R = isa::RegisterOf<P>;
  const auto in_double = [](const PackDouble& u, const PackDouble& v) CRUMPLE_LAMBDA_INLINE {
    const PackDouble zero(0.0);
    return exp_of<PackDouble, false>(v * log_of<PackDouble, false>(u, zero), zero);
  };
  const P a = magnitude(x);
  if constexpr (R::size == 1) {
    return P(float(in_double(PackDouble(double(a[0])), PackDouble(double(y[0])))[0]));
  } else {
    const auto u = isa::in_register(a), v = isa::in_register(y);
    const PackDouble low = in_double(PackDouble(R::widen_low(u)), PackDouble(R::widen_low(v)));
    const PackDouble high = in_double(PackDouble(R::widen_high(u)), PackDouble(R::widen_high(v)));
    return P(R::narrow(isa::in_register(low), isa::in_register(high)));
  }
}

}  // namespace crumple::kernels::elementary

namespace crumple::kernels {

// Called with registers, not inlined: their code and constants would take more from the formulations and laws around
// them than the call costs.
#define CRUMPLE_CALLED(P, name, body)                                                                     \
  CRUMPLE_NOINLINE inline isa::RegisterOf<P>::vector name##_of_register(isa::RegisterOf<P>::vector x) {   \
    return isa::in_register(elementary::body);                                                            \
  }                                                                                                       \
  CRUMPLE_INLINE P name(const P& x) { return P(name##_of_register(isa::in_register(x))); }
#define CRUMPLE_ELEMENTARY(P)                                                                             \
  CRUMPLE_CALLED(P, exp, exp_of(P(x), P(P::value_type(0))))                                               \
  CRUMPLE_CALLED(P, log, log_of(P(x), P(P::value_type(0))))                                               \
  CRUMPLE_CALLED(P, cbrt, cbrt_of(P(x)))                                                                  \
  CRUMPLE_NOINLINE inline isa::RegisterOf<P>::vector pow_of_registers(isa::RegisterOf<P>::vector x,       \
                                                                      isa::RegisterOf<P>::vector y) {     \
    return isa::in_register(elementary::power_of_sign(P(x), P(y), elementary::power_of_magnitude(P(x), P(y)))); \
  }                                                                                                       \
  CRUMPLE_INLINE P pow(const P& x, const P& y) {                                                          \
    return P(pow_of_registers(isa::in_register(x), isa::in_register(y)));                                 \
  }
CRUMPLE_ELEMENTARY(PackDouble)
CRUMPLE_ELEMENTARY(PackFloat)
#undef CRUMPLE_ELEMENTARY
#undef CRUMPLE_CALLED

}  // namespace crumple::kernels
