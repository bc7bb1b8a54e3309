// Stable steps of elements that no neighbours hold, against the highest frequency of free blocks of one-point bricks.
#include "physics/elements/step_factors.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "base/vec3.hpp"

namespace crumple::test {
namespace {

using Cells = std::array<int, 3>;

/// A free block of boxes with edges `edge` and one point each: unit density, lambda + 2 mu = 1.
struct Block {
  Cells cells;
  Vec3 edge;
  double ratio;   ///< lambda over lambda + 2 mu
  double linear;  ///< Q2

  int node(int i, int j, int k) const { return i + (cells[0] + 1) * (j + (cells[1] + 1) * k); }
  int n_nodes() const { return node(cells[0], cells[1], cells[2]) + 1; }

  /// Calls use(nodes, gradient at each) for each element.
  template <class Use>
  void for_each(Use use) const {
    for (int k = 0; k < cells[2]; ++k)
      for (int j = 0; j < cells[1]; ++j)
        for (int i = 0; i < cells[0]; ++i) {
          std::array<int, 8> nodes{};
          std::array<Vec3, 8> gradient;
          for (int c = 0; c < 8; ++c) {
            const int a = c & 1, b = c >> 1 & 1, d = c >> 2;
            nodes[c] = node(i + a, j + b, k + d);
            gradient[c] = {(a ? 0.25 : -0.25) / edge.x, (b ? 0.25 : -0.25) / edge.y, (d ? 0.25 : -0.25) / edge.z};
          }
          use(nodes, gradient);
        }
  }

  double step_of_wave() const {
    const double shortest = std::min({edge.x, edge.y, edge.z}),
                 q = linear * std::cbrt(edge.x * edge.y * edge.z) / shortest;
    return shortest / (q + std::sqrt(q * q + 1));
  }

  /// M^-1 (dt^2 K + 2 dt C) u, C of the linear bulk viscosity: central differences bear eigenvalues up to 4.
  std::vector<Vec3> amplified(const std::vector<Vec3>& u, double dt) const {
    const double volume = edge.x * edge.y * edge.z, viscous = 2 * dt * linear * std::cbrt(volume);
    std::vector<Vec3> force(u.size());
    std::vector<double> mass(u.size(), 0.0);
    for_each([&](const std::array<int, 8>& nodes, const std::array<Vec3, 8>& gradient) {
      std::array<Vec3, 3> L;
      for (int c = 0; c < 8; ++c)
        for (int r = 0; r < 3; ++r) L[r] += u[nodes[c]][r] * gradient[c];
      const double trace = L[0][0] + L[1][1] + L[2][2];
      for (int c = 0; c < 8; ++c) {
        mass[nodes[c]] += volume / 8;
        for (int r = 0; r < 3; ++r) {
          force[nodes[c]][r] += volume * (dt * dt * ratio + viscous) * trace * gradient[c][r];
          for (int s = 0; s < 3; ++s)
            force[nodes[c]][r] += volume * dt * dt * 0.5 * (1 - ratio) * (L[r][s] + L[s][r]) * gradient[c][s];
        }
      }
    });
    for (std::size_t i = 0; i < u.size(); ++i) force[i] *= 1 / mass[i];
    return force;
  }

  /// The largest eigenvalue of that, by power iteration.
  double amplification(double dt) const {
    std::vector<Vec3> u(static_cast<std::size_t>(n_nodes()));
    for (std::size_t i = 0; i < u.size(); ++i)
      u[i] = {std::sin(1.0 + 3.7 * double(i)), std::cos(2.0 + 5.1 * double(i)),
              std::sin(0.5 + 7.3 * double(i * i % 17))};
    double largest = 0;
    for (int sweep = 0; sweep < 2000; ++sweep) {
      u = amplified(u, dt);
      largest = 0;
      for (const Vec3& v : u) largest = std::max(largest, norm(v));
      for (Vec3& v : u) v *= 1 / largest;
    }
    return largest;
  }

  Neighbours around() const {
    const auto product = [&](int largest) {
      int n = 1;
      for (const int c : cells) n *= std::min(largest, c);
      return n;
    };
    return {product(2), product(1)};
  }
};

TEST(StepFactors, BlocksOfBricksAreStableAtTssfac) {
  for (const Cells& cells :
       {Cells{1, 1, 1}, {2, 1, 1}, {1, 6, 1}, {2, 2, 1}, {4, 1, 5}, {2, 2, 2}, {4, 4, 2}, {5, 5, 5}})
    for (const Vec3& edge : {Vec3{1, 1, 1}, {1, 1, 0.6}, {1, 1, 1.6}, {1, 0.8, 0.5}})
      for (const double poisson : {0.0, 0.2, 0.3, 0.4, 0.45, 0.4999})
        for (const double linear : {0.0, 0.06}) {
          const Block block{cells, edge, poisson / (1 - poisson), linear};
          const double step =
              0.9 * block.step_of_wave() * hex_step_factor(block.around(), poisson, {edge.x, edge.y, edge.z}, linear);
          const double amplification = block.amplification(step);
          const auto of = fmt::format("{} x {} x {} of {} x {} x {}, nu = {}, Q2 = {}", cells[0], cells[1], cells[2],
                                      edge.x, edge.y, edge.z, poisson, linear);
          EXPECT_LT(amplification, 4) << of;
          EXPECT_GT(amplification, 0.8 * 0.8 * 4) << of;
        }
}

TEST(StepFactors, NeighboursAllAroundHoldAnElement) {
  EXPECT_EQ(hex_step_factor({8, 8}, 0.49, {1, 1, 1}, 0.06), 1);
  EXPECT_LT(hex_step_factor({8, 1}, 0.49, {1, 1, 1}, 0.06), 0.92);
  EXPECT_EQ(hex_step_factor({8, 1}, 0.3, {1, 1, 1}, 0.06), 1) << "TSSFAC covers it";
}

}  // namespace
}  // namespace crumple::test
