// Stable steps of elements that no neighbours hold, against the highest frequency of free blocks of one-point bricks.
#include "physics/elements/step_factors.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "base/vec3.hpp"

namespace crumple::test::step_factors {
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

  /// M^-1 (dt^2 K + 2 dt C) u, C of the linear bulk viscosity; central differences are stable for eigenvalues up to 4.
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

/// A sheet of C0 triangles that leans to the side: unit density and Young's modulus, thickness t. Eigenvectors hold the
/// displacement and, at each node, the rotation about x and y, of which only the first two matter.
struct Sheet {
  std::array<int, 2> cells;
  Vec3 along, across;  ///< sides of a cell, which two triangles share
  double thickness, poisson, shear_factor;

  /// No cells stand for half of one.
  bool is_one_triangle() const { return cells[0] == 0; }
  int node(int i, int j) const { return i + (std::max(1, cells[0]) + 1) * j; }
  int n_nodes() const { return is_one_triangle() ? 3 : node(cells[0], cells[1]) + 1; }
  double area() const { return 0.5 * cross(along, across).z; }
  /// Shortest height of a triangle over the wave speed of a plate.
  double step_of_wave() const {
    return 2 * area() / std::max({norm(along), norm(across), norm(across - along)}) * std::sqrt(1 - poisson * poisson);
  }
  double needle() const {
    const double longest = std::max({norm(along), norm(across), norm(across - along)});
    return longest * longest / (2 * area());
  }
  Neighbours around() const {
    if (is_one_triangle()) return {1, 1};
    return {cells[0] == 1 ? (cells[1] == 1 ? 2 : 3) : 6, 1};
  }

  /// Calls use(nodes, their places) for each triangle.
  template <class Use>
  void for_each(Use use) const {
    const auto place = [&](int i, int j) { return double(i) * along + double(j) * across; };
    for (int j = 0; j < std::max(1, cells[1]); ++j)
      for (int i = 0; i < std::max(1, cells[0]); ++i) {
        use(std::array{node(i, j), node(i + 1, j), node(i, j + 1)},
            std::array{place(i, j), place(i + 1, j), place(i, j + 1)});
        if (is_one_triangle()) return;
        use(std::array{node(i + 1, j), node(i + 1, j + 1), node(i, j + 1)},
            std::array{place(i + 1, j), place(i + 1, j + 1), place(i, j + 1)});
      }
  }

  struct Motion {
    Vec3 displacement, rotation;
  };
  using Motions = std::vector<Motion>;

  /// The eight strains of a triangle as rows over the 18 motions of its nodes, by the formulas of the kernel.
  using Row = std::array<double, 18>;
  std::array<Row, 8> strains(const std::array<Vec3, 3>& x) const {
    const Vec3 d2 = x[1] - x[0], d3 = x[2] - x[0];
    const double area2 = cross(d2, d3).z;
    std::array<std::array<double, 2>, 3> gradient{};  // of the shape functions
    gradient[1] = {d3.y / area2, -d3.x / area2};
    gradient[2] = {-d2.y / area2, d2.x / area2};
    for (std::size_t c = 0; c < 2; ++c) gradient[0][c] = -gradient[1][c] - gradient[2][c];
    std::array<Row, 8> rows{};
    for (std::size_t n = 0; n < 3; ++n) {
      const auto [gx, gy] = gradient[n];
      const std::size_t u = 6 * n, w = 6 * n + 3;
      rows[0][u] = gx, rows[1][u + 1] = gy, rows[2][u] = gy, rows[2][u + 1] = gx;
      rows[3][w + 1] = gx, rows[4][w] = -gy, rows[5][w + 1] = gy, rows[5][w] = -gx;
    }
    // Shears along the edges, combined to those along sides 1-2 and 1-3.
    const auto edge = [&](std::size_t a, std::size_t b) {
      Row row{};
      const Vec3 d = x[b] - x[a];
      row[6 * a + 2] = -1, row[6 * b + 2] = 1;
      for (const std::size_t n : {a, b}) row[6 * n + 3] = -0.5 * d.y, row[6 * n + 4] = 0.5 * d.x;
      return row;
    };
    const Row s12 = edge(0, 1), s13 = edge(0, 2), s23 = edge(1, 2);
    for (std::size_t k = 0; k < 18; ++k) {
      const double r = (2 * s12[k] + s13[k] - s23[k]) / 3, s = (s12[k] + 2 * s13[k] + s23[k]) / 3;
      rows[6][k] = gradient[1][0] * r + gradient[2][0] * s;
      rows[7][k] = gradient[1][1] * r + gradient[2][1] * s;
    }
    return rows;
  }

  /// M^-1 K u.
  Motions accelerated(const Motions& u) const {
    const double plane = 1 / (1 - poisson * poisson), shear = 0.5 / (1 + poisson), t = thickness;
    Motions force(u.size());
    std::vector<double> mass(u.size(), 0.0);
    for_each([&](const std::array<int, 3>& nodes, const std::array<Vec3, 3>& x) {
      const auto rows = strains(x);
      std::array<double, 8> e{}, s{};
      for (std::size_t r = 0; r < 8; ++r)
        for (std::size_t n = 0; n < 3; ++n)
          for (int c = 0; c < 3; ++c)
            e[r] += rows[r][6 * n + std::size_t(c)] * u[std::size_t(nodes[n])].displacement[c] +
                    rows[r][6 * n + 3 + std::size_t(c)] * u[std::size_t(nodes[n])].rotation[c];
      for (const std::size_t of : {0, 3}) {
        const double k = plane * (of == 0 ? t : t * t * t / 12);
        s[of] = k * (e[of] + poisson * e[of + 1]);
        s[of + 1] = k * (e[of + 1] + poisson * e[of]);
        s[of + 2] = k * 0.5 * (1 - poisson) * e[of + 2];
      }
      for (const std::size_t r : {6, 7}) s[r] = shear_factor * shear * t * e[r];
      for (std::size_t n = 0; n < 3; ++n) {
        mass[std::size_t(nodes[n])] += area() * t / 3;
        for (std::size_t r = 0; r < 8; ++r)
          for (int c = 0; c < 3; ++c) {
            force[std::size_t(nodes[n])].displacement[c] += area() * rows[r][6 * n + std::size_t(c)] * s[r];
            force[std::size_t(nodes[n])].rotation[c] += area() * rows[r][6 * n + 3 + std::size_t(c)] * s[r];
          }
      }
    });
    const double inertia = (2 * area() + t * t) / 12;
    for (std::size_t i = 0; i < u.size(); ++i) {
      force[i].displacement *= 1 / mass[i];
      force[i].rotation *= 1 / (mass[i] * inertia);
    }
    return force;
  }

  /// The square of the highest frequency, by power iteration.
  double highest_square() const {
    Motions u(static_cast<std::size_t>(n_nodes()));
    for (std::size_t i = 0; i < u.size(); ++i) {
      const double n = double(i);
      u[i] = {{std::sin(1 + 3.7 * n), std::cos(2 + 5.1 * n), std::sin(0.5 + 7.3 * n * n)},
              {std::cos(0.3 + 2.9 * n), std::sin(4 + 1.7 * n), 0}};
    }
    double largest = 0;
    for (int sweep = 0; sweep < 1000; ++sweep) {
      u = accelerated(u);
      largest = 0;
      for (const Motion& m : u) largest = std::max({largest, norm(m.displacement), norm(m.rotation)});
      for (Motion& m : u) m.displacement *= 1 / largest, m.rotation *= 1 / largest;
    }
    return largest;
  }
};

TEST(StepFactors, TrianglesAreStableAtTssfac) {
  const Vec3 along{1, 0, 0};
  for (const auto& cells : {std::array{0, 0}, {1, 1}, {1, 5}, {5, 5}})
    for (const Vec3& across : {Vec3{0.5, 0.866, 0},
                               {0, 1, 0},
                               {0, 0.3, 0},
                               {0.5, 2, 0},
                               {0.3, 0.3, 0},
                               {0, 0.1, 0},
                               {0, 0.04, 0},
                               {0.9, 0.04, 0}})
      for (const double thickness : {0.02, 0.3, 1.0})
        for (const double poisson : {0.0, 0.3, 0.45})
          for (const double shear_factor : {5.0 / 6, 1.0}) {
            if (thickness > 10 * across.y) continue;  // no shell
            const Sheet sheet{cells, along, across, thickness, poisson, shear_factor};
            const double factor = triangle_step_factor(sheet.around(), poisson, shear_factor,
                                                       thickness * thickness / (2 * sheet.area()), sheet.needle());
            const double step = 0.9 * sheet.step_of_wave() * factor;
            const auto of = fmt::format("{} x {}, across {} {}, t = {}, nu = {}, k = {}", cells[0], cells[1], across.x,
                                        across.y, thickness, poisson, shear_factor);
            EXPECT_LT(sheet.highest_square() * step * step, 4) << of;
            if (across.y == 0.866) {
              EXPECT_GT(sheet.highest_square() * step * step, 0.75 * 0.75 * 4) << of;
            }
          }
}

}  // namespace
}  // namespace crumple::test::step_factors
