// Every operation of the packs against scalar code, lane by lane, with signed zeros, denormals, infinities and NaN.
// Built once per instruction set (CMakeLists.txt here). Kokkos 4.7.0 has two operators reversed on AVX-512: that is
// why.
#include <gtest/gtest.h>

#include <cstring>
#include <limits>
#include <vector>

#include "kernels/simd/pack.hpp"

using namespace crumple::kernels;

namespace {

template <class Real>
std::vector<Real> special_values() {
  using L = std::numeric_limits<Real>;
  return {Real(0),          Real(-0.0),    Real(1),        Real(-1),       Real(0.5), Real(-2.25), Real(3.7),
          Real(1e10),       Real(-7e5),    Real(1e-12),    L::min(),       L::max(),  L::lowest(), L::denorm_min(),
          -L::denorm_min(), L::infinity(), -L::infinity(), L::quiet_NaN(), Real(0.3), Real(2),     Real(5)};
}

template <class Real>
bool same_bits(Real a, Real b) {
  if (a != a && b != b) return true;  // the payload of a NaN is nobody's business
  return std::memcmp(&a, &b, sizeof(Real)) == 0;
}

template <class Real>
class Packs : public testing::Test {
 public:
  using P = Pack<Real>;
  static constexpr int W = lanes_of<P>;

  /// Calls check(a, b, lanes of a, lanes of b) so that each lane sees each pair of special values.
  template <class Check>
  static void for_pairs(Check&& check) {
    const std::vector<Real> values = special_values<Real>();
    const int n = int(values.size());
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j) {
        alignas(64) Real a[W], b[W];
        for (int lane = 0; lane < W; ++lane) a[lane] = values[(i + lane) % n], b[lane] = values[(j + 2 * lane) % n];
        check(load<P>(a), load<P>(b), a, b);
      }
  }

  template <class Scalar>
  static void expect(const P& result, const Real* a, const Real* b, const char* name, Scalar&& scalar) {
    alignas(64) Real lanes[W];
    store(lanes, result);
    for (int lane = 0; lane < W; ++lane)
      EXPECT_TRUE(same_bits(lanes[lane], Real(scalar(a[lane], b[lane]))))
          << name << "(" << a[lane] << ", " << b[lane] << ") = " << lanes[lane];
  }
  template <class Scalar>
  static void expect(const Mask<Real>& result, const Real* a, const Real* b, const char* name, Scalar&& scalar) {
    for (int lane = 0; lane < W; ++lane)
      EXPECT_EQ(result[lane], scalar(a[lane], b[lane])) << name << "(" << a[lane] << ", " << b[lane] << ")";
  }
};
using Reals = testing::Types<double, float>;
TYPED_TEST_SUITE(Packs, Reals);

TYPED_TEST(Packs, HaveTheFullWidth) {
#if defined(CRUMPLE_ISA_avx512)
  EXPECT_EQ(this->W * sizeof(TypeParam), 64u);
#elif defined(CRUMPLE_ISA_avx2)
  EXPECT_EQ(this->W * sizeof(TypeParam), 32u);
#elif defined(CRUMPLE_ISA_scalar)
  EXPECT_EQ(this->W, 1);
#elif defined(__ARM_FEATURE_SVE)
  EXPECT_EQ(this->W * sizeof(TypeParam), std::size_t(__ARM_FEATURE_SVE_BITS) / 8);
#else
  EXPECT_EQ(this->W * sizeof(TypeParam), 16u);
#endif
}

TYPED_TEST(Packs, Arithmetic) {
  using R = TypeParam;
  this->for_pairs([&](auto a, auto b, const R* x, const R* y) {
    this->expect(a + b, x, y, "+", [](R u, R v) { return u + v; });
    this->expect(a - b, x, y, "-", [](R u, R v) { return u - v; });
    this->expect(a * b, x, y, "*", [](R u, R v) { return u * v; });
    this->expect(a / b, x, y, "/", [](R u, R v) { return u / v; });
    this->expect(-a, x, y, "minus", [](R u, R) { return R(0) - u; });  // so -0 becomes +0, as Kokkos has it
    auto c = a;
    c += b;
    this->expect(c, x, y, "+=", [](R u, R v) { return u + v; });
    this->expect(2 * a, x, y, "2*", [](R u, R) { return 2 * u; });
  });
}

TYPED_TEST(Packs, Comparisons) {
  using R = TypeParam;
  this->for_pairs([&](auto a, auto b, const R* x, const R* y) {
    this->expect(a < b, x, y, "<", [](R u, R v) { return u < v; });
    this->expect(a <= b, x, y, "<=", [](R u, R v) { return u <= v; });
    this->expect(a > b, x, y, ">", [](R u, R v) { return u > v; });
    this->expect(a >= b, x, y, ">=", [](R u, R v) { return u >= v; });
    this->expect(a == b, x, y, "==", [](R u, R v) { return u == v; });
    this->expect(a != b, x, y, "!=", [](R u, R v) { return u < v || u > v; });  // false with NaN, as Kokkos has it
  });
}

TYPED_TEST(Packs, MasksAndSelect) {
  using R = TypeParam;
  this->for_pairs([&](auto a, auto b, const R* x, const R* y) {
    const auto less = a<b, positive = a> R(0);
    this->expect(less && positive, x, y, "and", [](R u, R v) { return u < v && u > 0; });
    this->expect(less || positive, x, y, "or", [](R u, R v) { return u < v || u > 0; });
    this->expect(!less, x, y, "not", [](R u, R v) { return !(u < v); });
    this->expect(select(less, a, b), x, y, "select", [](R u, R v) { return u < v ? u : v; });
    bool one = false, each = true;
    for (int lane = 0; lane < this->W; ++lane) one = one || x[lane] < y[lane], each = each && x[lane] < y[lane];
    EXPECT_EQ(any(less), one);
    EXPECT_EQ(all(less), each);
  });
  EXPECT_TRUE(all(Mask<R>(true)));
  EXPECT_FALSE(any(Mask<R>(false)));
}

TYPED_TEST(Packs, ExactFunctions) {
  using R = TypeParam;
  this->for_pairs([&](auto a, auto b, const R* x, const R* y) {
    this->expect(min(a, b), x, y, "min", [](R u, R v) { return u < v ? u : v; });
    this->expect(max(a, b), x, y, "max", [](R u, R v) { return u > v ? u : v; });
    this->expect(abs(a), x, y, "abs", [](R u, R) { return std::fabs(u); });
    this->expect(sqrt(a), x, y, "sqrt", [](R u, R) { return std::sqrt(u); });
  });
}

TYPED_TEST(Packs, IndexAndGather) {
  using R = TypeParam;
  using P = Pack<R>;
  std::vector<double> table(101);
  for (int i = 0; i < 101; ++i) table[i] = 0.1 * i * i;
  this->for_pairs([&](auto a, auto, const R* x, const R* y) {
    const Index<P> index = to_index(a, 100);
    const auto expected = [](R u) { return u > 0 ? (u < 100 ? int(u) : 100) : 0; };  // NaN gives 0
    for (int lane = 0; lane < this->W; ++lane) EXPECT_EQ(index.lane[lane], expected(x[lane])) << x[lane];
    this->expect(to_real(index), x, y, "to_real", [&](R u, R) { return R(expected(u)); });
    this->expect(gather<P>(table.data(), index), x, y, "gather", [&](R u, R) { return R(table[expected(u)]); });
  });
}

}  // namespace
