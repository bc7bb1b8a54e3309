// Numbers of twice the precision of a double, as sums of two: residuals that are right to the last bit of a double.
// Sums: Knuth, The Art of Computer Programming 2, 4.2.2; products: Dekker (1971), "A floating-point technique for
// extending the available precision", with Veltkamp's splitting, so that no fused operation is needed.
#pragma once

namespace crumple {

struct DoubleDouble {
  double high = 0, low = 0;  ///< |low| is at most half a unit in the last place of `high`
};

/// a + b, exactly.
inline DoubleDouble two_sum(double a, double b) {
  const double sum = a + b, part_of_b = sum - a;
  return {sum, (a - (sum - part_of_b)) + (b - part_of_b)};
}

/// a b, exactly where nothing over- or underflows.
inline DoubleDouble two_product(double a, double b) {
  constexpr double splitter = 0x1p27 + 1;
  const double scaled_a = splitter * a, scaled_b = splitter * b;
  const double high_a = scaled_a - (scaled_a - a), high_b = scaled_b - (scaled_b - b);
  const double low_a = a - high_a, low_b = b - high_b;
  const double product = a * b;
  return {product, ((high_a * high_b - product) + high_a * low_b + low_a * high_b) + low_a * low_b};
}

inline DoubleDouble operator+(const DoubleDouble& a, const DoubleDouble& b) {
  const DoubleDouble sum = two_sum(a.high, b.high);
  return two_sum(sum.high, sum.low + (a.low + b.low));
}
inline DoubleDouble operator*(double a, const DoubleDouble& b) {
  const DoubleDouble product = two_product(a, b.high);
  return two_sum(product.high, product.low + a * b.low);
}

}  // namespace crumple
