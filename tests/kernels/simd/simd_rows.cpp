// Gather of node rows and scatter of contributions against plain loops.
#include <gtest/gtest.h>

#include <random>
#include <vector>

#include "kernels/simd/rows.hpp"

using namespace crumple::kernels;

namespace {

constexpr int n_nodes = 40;

template <class Real>
class Rows : public testing::Test {
 public:
  using P = Pack<Real>;
  static constexpr int W = lanes_of<P>;
  alignas(64) double rows[4 * n_nodes];
  std::int32_t node[W], base[W];

  Rows() {
    std::mt19937 random(7);
    for (double& r : rows) r = std::uniform_real_distribution<>(-100, 100)(random);
    for (int lane = 0; lane < W; ++lane) node[lane] = int(random() % n_nodes), base[lane] = int(random() % n_nodes);
  }
  static void lanes(const P& p, Real* out) {
    alignas(64) Real values[W];
    store(values, p);
    std::copy(values, values + W, out);
  }
};
using Reals = testing::Types<double, float>;
TYPED_TEST_SUITE(Rows, Reals);

TYPED_TEST(Rows, GatherTakesDifferencesInDouble) {
  using R = TypeParam;
  const auto plain = gather_rows<Pack<R>>(this->rows, this->node);
  const auto difference = gather_differences<Pack<R>>(this->rows, this->node, this->base);
  for (int component = 0; component < 3; ++component) {
    R a[16], b[16];
    this->lanes(component == 0 ? plain.x : component == 1 ? plain.y : plain.z, a);
    this->lanes(component == 0 ? difference.x : component == 1 ? difference.y : difference.z, b);
    for (int lane = 0; lane < this->W; ++lane) {
      const double x = this->rows[4 * this->node[lane] + component], x0 = this->rows[4 * this->base[lane] + component];
      EXPECT_EQ(a[lane], R(x));
      EXPECT_EQ(b[lane], R(x - x0));
    }
  }
}

TYPED_TEST(Rows, ScatterRoundsAndAddsEachLane) {
  using R = TypeParam;
  const double shift = 1.5 * 0x1p52 * 0x1p-20;  // quantum 2^-20
  for (int distinct : {n_nodes, 3, 1}) {        // nodes that appear several times in a pack, up to all lanes
    alignas(64) R f[3][16];
    alignas(64) double result[4 * n_nodes];
    for (double& r : result) r = 0;
    std::vector<double> expected(4 * n_nodes, 0.0);
    std::mt19937 random(3);
    for (int lane = 0; lane < this->W; ++lane) {
      this->node[lane] = int(random() % distinct);
      for (auto& component : f) component[lane] = R(std::uniform_real_distribution<>(-5, 5)(random));
      for (int c = 0; c < 3; ++c) expected[4 * this->node[lane] + c] += (double(f[c][lane]) + shift) - shift;
    }
    using P = Pack<R>;
    scatter_add(result, this->node, Vec3<P>{load<P>(f[0]), load<P>(f[1]), load<P>(f[2])}, shift);
    for (int i = 0; i < 4 * n_nodes; ++i) EXPECT_EQ(result[i], expected[i]) << "row " << i / 4;  // exact sums
  }
}

}  // namespace
