// The loops of a step: each instruction set gives the bits of the plain formulas, for counts that fill no pack, and
// touches nothing beyond its range.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <random>
#include <vector>

#include "base/vec3.hpp"
#include "kernels/step/closest_point.hpp"
#include "tests/kernels/machine_has.hpp"

namespace crumple::test {
namespace {

using kernels::StepKernels;
using OneLane = kernels::PackDouble;

struct alignas(64) CacheLine {
  double v[8];
};
using Rows = std::vector<CacheLine>;  ///< rows of four doubles

constexpr std::size_t n = 77, first = 3, last = 74;  // more than two chunks of the kick, no multiple of any width

double* data(Rows& rows) { return rows[0].v; }

struct Numbers {
  std::mt19937 generator{7};
  double next(double low, double high) { return std::uniform_real_distribution<double>(low, high)(generator); }
  std::vector<double> values(std::size_t count, double low, double high) {
    std::vector<double> result(count);
    for (double& x : result) x = next(low, high);
    return result;
  }
  /// `count` rows with a zero as fourth.
  Rows rows(std::size_t count, double size) {
    Rows result(count / 2 + 1);
    for (std::size_t i = 0; i < 4 * count; ++i) data(result)[i] = i % 4 == 3 ? 0 : next(-size, size);
    return result;
  }
};

bool same(const Rows& a, const Rows& b) { return std::memcmp(a.data(), b.data(), a.size() * sizeof(CacheLine)) == 0; }

/// All that a kick changes.
struct Kicked {
  Rows v, w, f, m, v_before, w_before;
  std::vector<double> mass, inertia;
  kernels::KickRows rows() {
    return {.velocity = data(v),
            .angular_velocity = data(w),
            .velocity_before = data(v_before),
            .angular_velocity_before = data(w_before),
            .force = data(f),
            .moment = data(m),
            .mass = mass.data(),
            .inertia = inertia.data(),
            .force_limit = 50,
            .moment_limit = 50,
            .near_force_limit = 30,
            .near_moment_limit = 30};
  }
};

Kicked kick_case() {
  Numbers numbers;
  Kicked k{numbers.rows(n, 10), numbers.rows(n, 10), numbers.rows(n, 40),     numbers.rows(n, 40),
           numbers.rows(n, 1),  numbers.rows(n, 1),  numbers.values(n, 1, 2), numbers.values(n, 0.1, 0.2)};
  k.mass[5] = 0;
  k.inertia[6] = 0;
  data(k.f)[4 * 10] = 51;
  data(k.f)[4 * 11 + 1] = std::numeric_limits<double>::quiet_NaN();
  data(k.m)[4 * 12 + 2] = -std::numeric_limits<double>::infinity();
  return k;
}

/// The same, written plainly.
kernels::KickCounts kick_plainly(Kicked& k, double dt) {
  kernels::KickCounts counts;
  for (std::size_t i = first; i < last; ++i) {
    const auto within = [&](double limit) {
      bool all = true;
      for (std::size_t c = 4 * i; c < 4 * i + 4; ++c)
        all = all && std::abs(data(k.f)[c]) <= limit && std::abs(data(k.m)[c]) <= limit;
      return all;
    };
    const bool good = within(50);
    counts.n_near += !within(30);
    counts.n_bad += !good;
    for (std::size_t c = 4 * i; c < 4 * i + 4; ++c) {
      const double per_mass = k.mass[i] > 0 ? dt / k.mass[i] : 0,
                   per_inertia = k.inertia[i] > 0 ? dt / k.inertia[i] : 0;
      data(k.v_before)[c] = data(k.v)[c];
      data(k.w_before)[c] = data(k.w)[c];
      if (!good) continue;
      data(k.v)[c] += per_mass * data(k.f)[c];
      data(k.w)[c] += per_inertia * data(k.m)[c];
      data(k.f)[c] = data(k.m)[c] = 0;
    }
  }
  return counts;
}

TEST(StepKernels, Kick) {
  for (const StepKernels* table : step_tables()) {
    Kicked expected = kick_case(), k = kick_case();
    const kernels::KickCounts plainly = kick_plainly(expected, 0.3);
    kernels::KickCounts counts;
    table->kick(k.rows(), 0.3, first, last, counts);
    EXPECT_EQ(plainly.n_bad, 3);
    EXPECT_GT(plainly.n_near, 10);
    EXPECT_EQ(counts.n_bad, plainly.n_bad);
    EXPECT_EQ(counts.n_near, plainly.n_near);
    EXPECT_TRUE(same(k.v, expected.v));
    EXPECT_TRUE(same(k.w, expected.w));
    EXPECT_TRUE(same(k.v_before, expected.v_before));
    EXPECT_TRUE(same(k.w_before, expected.w_before));
    EXPECT_TRUE(same(k.f, expected.f));
    EXPECT_TRUE(same(k.m, expected.m));
  }
}

TEST(StepKernels, Drift) {
  for (const StepKernels* table : step_tables()) {
    Numbers numbers;
    Rows x = numbers.rows(n, 100), v = numbers.rows(n, 10), expected = x;
    for (std::size_t i = 4 * first; i < 4 * last; ++i) data(expected)[i] += 0.3 * data(v)[i];
    table->drift(data(x), data(v), 0.3, first, last);
    EXPECT_TRUE(same(x, expected));
  }
}

TEST(StepKernels, RangeOfRowsLeavesOutTheDead) {
  Numbers numbers;
  Rows rows = numbers.rows(n, 10);
  std::vector<double> live(n, 1.0);
  std::vector<std::int32_t> nodes;
  for (std::size_t i = 0; i < n; i += 2) nodes.push_back(std::int32_t(i));
  data(rows)[4 * 20] = 1000, live[20] = 0;
  data(rows)[4 * 21] = -1000;  // not listed
  for (const StepKernels* table : step_tables()) {
    alignas(32) double low[4] = {1e9, 1e9, 1e9, 1e9}, high[4] = {-1e9, -1e9, -1e9, -1e9};
    table->row_range(data(rows), live.data(), nodes.data(), 1, nodes.size() - 1, low, high);
    for (std::size_t c = 0; c < 3; ++c) {
      double least = 1e9, most = -1e9;
      for (std::size_t k = 1; k + 1 < nodes.size(); ++k)
        if (nodes[k] != 20)
          least = std::min(least, data(rows)[4 * std::size_t(nodes[k]) + c]),
          most = std::max(most, data(rows)[4 * std::size_t(nodes[k]) + c]);
      EXPECT_EQ(low[c], least);
      EXPECT_EQ(high[c], most);
    }
  }
}

TEST(StepKernels, NodesThatCrossAWall) {
  Numbers numbers;
  Rows x = numbers.rows(n, 5), v = numbers.rows(n, 10);
  const kernels::WallPlane plane{{0.6, 0, 0.8}, -1.0, 0.5};
  std::vector<std::int32_t> nodes, expected;
  for (std::size_t i = 0; i < n; ++i)
    if (i % 3) nodes.push_back(std::int32_t(i));
  const double dt = 0.4;
  for (std::size_t k = 2; k < nodes.size(); ++k) {
    const double *xi = data(x) + 4 * nodes[k], *vi = data(v) + 4 * nodes[k];
    const double gap = xi[0] * 0.6 + xi[1] * 0 + xi[2] * 0.8 + 1.0;
    if (dt * (0.5 - (vi[0] * 0.6 + vi[1] * 0 + vi[2] * 0.8)) > std::max(gap, 0.0)) expected.push_back(nodes[k]);
  }
  ASSERT_GT(expected.size(), 5u);
  ASSERT_LT(expected.size(), nodes.size() - 5);
  for (const StepKernels* table : step_tables()) {
    std::vector<std::int32_t> found(nodes.size());
    found.resize(table->find_crossing(plane, data(x), data(v), dt, nodes.data(), 2, nodes.size(), found.data()));
    EXPECT_EQ(found, expected);
  }
}

TEST(StepKernels, NodesBehindAWall) {
  Numbers numbers;
  Rows x = numbers.rows(n, 5);
  std::vector<std::int32_t> nodes, expected;
  for (std::size_t i = 0; i < n; ++i)
    if (i % 3) nodes.push_back(std::int32_t(i));
  for (std::size_t k = 2; k < nodes.size(); ++k) {
    const double* xi = data(x) + 4 * nodes[k];
    if (xi[0] * 0.6 + xi[1] * 0 + xi[2] * 0.8 < -1.0) expected.push_back(nodes[k]);
  }
  ASSERT_GT(expected.size(), 5u);
  for (const StepKernels* table : step_tables()) {
    std::vector<std::int32_t> found(nodes.size());
    found.resize(
        table->find_behind({{0.6, 0, 0.8}, -1.0, 0}, data(x), nodes.data(), 2, nodes.size(), found.data()));
    EXPECT_EQ(found, expected);
  }
}

/// A prism, a cylinder without ends and a sphere, on skew axes.
TEST(StepKernels, NodesInABody) {
  Numbers numbers;
  Rows x = numbers.rows(n, 4), v = numbers.rows(n, 10);
  std::vector<std::int32_t> nodes;
  for (std::size_t i = 0; i < n; ++i)
    if (i % 3) nodes.push_back(std::int32_t(i));
  const double dt = 0.1;
  for (const int n_round : {0, 2, 3}) {
    kernels::WallBody body{{0.5, -0.25, 1}, {1, 2, -1}, {{0.6, 0, 0.8}, {0.8, 0, -0.6}, {0, 1, 0}},
                           n_round,         3,          {2, 3, 4}};
    for (int k = 0; k < n_round; ++k) body.half[k] = 1e300;
    if (n_round == 2) body.half[2] = 1e300;
    std::vector<std::int32_t> expected;
    for (std::size_t k = 2; k < nodes.size(); ++k) {
      double r[3], around = 0;
      for (int c = 0; c < 3; ++c)
        r[c] = (data(x)[4 * nodes[k] + c] - body.centre[c]) + dt * (data(v)[4 * nodes[k] + c] - body.velocity[c]);
      bool inside = true;
      for (int a = 0; a < 3; ++a) {
        const double along = r[0] * body.axis[a][0] + r[1] * body.axis[a][1] + r[2] * body.axis[a][2];
        inside = inside && std::abs(along) < body.half[a];
        if (a < n_round) around += along * along;
      }
      if (inside && around < 9) expected.push_back(nodes[k]);
    }
    ASSERT_GT(expected.size(), 5u);
    ASSERT_LT(expected.size(), nodes.size() - 5);
    for (const StepKernels* table : step_tables()) {
      std::vector<std::int32_t> found(nodes.size());
      found.resize(table->find_inside(body, data(x), data(v), dt, nodes.data(), 2, nodes.size(), found.data()));
      EXPECT_EQ(found, expected);
    }
  }
}

/// 11 pairs in two blocks, one with a massless node, one with two. A pair keeps its momentum, angular momentum and
/// length, and all instruction sets give the same bits.
struct Welded {
  Rows x, v, w;
  std::vector<double> mass, inertia, from_first, normal, shear;
  std::vector<std::int32_t> nodes;
  static constexpr std::size_t count = 11;
};

Welded welded_case() {
  Numbers numbers;
  Welded p{numbers.rows(2 * Welded::count, 5),
           numbers.rows(2 * Welded::count, 3),
           numbers.rows(2 * Welded::count, 1),
           numbers.values(2 * Welded::count, 1, 2),
           numbers.values(2 * Welded::count, 0.1, 0.2),
           {},
           {},
           {},
           {}};
  p.mass[4] = 0, p.mass[6] = p.mass[7] = 0, p.inertia[8] = 0;
  p.nodes.assign(2 * 16, 0), p.from_first.assign(16, 1), p.normal.assign(16, 0), p.shear.assign(16, 0);
  for (std::size_t lane = 0; lane < 16; ++lane)
    for (std::size_t k = 0; k < 2; ++k) {
      const std::size_t pair = lane < Welded::count ? lane : 8;  // the padding repeats the block's first pair
      p.nodes[(2 * (lane / 8) + k) * 8 + lane % 8] = std::int32_t(2 * pair + k);
    }
  p.from_first[3] = -1;
  return p;
}

void advance(const StepKernels& table, Welded& p, double dt) {
  table.advance_weld_pairs({p.nodes.data(), p.from_first.data(), p.normal.data(), p.shear.data(), Welded::count},
                           {dt, dt, data(p.x), data(p.v), data(p.w), p.mass.data(), p.inertia.data()}, 0, 2);
}

Vec3 vector_of(Rows& rows, std::size_t i) { return {data(rows)[4 * i], data(rows)[4 * i + 1], data(rows)[4 * i + 2]}; }

TEST(StepKernels, WeldedPairsMoveAsRigidBodies) {
  const double dt = 0.01;
  for (const StepKernels* table : step_tables()) {
    Welded p = welded_case(), old = welded_case();
    advance(*table, p, dt);
    for (std::size_t pair = 0; pair < Welded::count; ++pair) {
      const std::size_t a = 2 * pair, b = a + 1;
      if (pair == 3) {  // no mass: left alone
        EXPECT_EQ(vector_of(p.v, a), vector_of(old.v, a));
        continue;
      }
      const Vec3 before = old.mass[a] * vector_of(old.v, a) + old.mass[b] * vector_of(old.v, b);
      const Vec3 after = p.mass[a] * vector_of(p.v, a) + p.mass[b] * vector_of(p.v, b);
      EXPECT_LT(norm(after - before), 1e-14) << pair;  // rounding of numbers of size 3
      const Vec3 arm = vector_of(p.x, b) - vector_of(p.x, a);
      const Vec3 next = arm + dt * (vector_of(p.v, b) - vector_of(p.v, a));
      EXPECT_NEAR(norm(next), norm(arm), 1e-13) << pair;  // Cayley's rotation is exact, rounding is not
    }
  }
}

TEST(StepKernels, WeldedPairsHaveTheSameBitsOnAllInstructionSets) {
  Welded first_set = welded_case();
  advance(*step_tables().front(), first_set, 0.01);
  for (const StepKernels* table : step_tables()) {
    Welded p = welded_case();
    advance(*table, p, 0.01);
    EXPECT_TRUE(same(p.v, first_set.v));
    EXPECT_TRUE(same(p.w, first_set.w));
    for (std::size_t i = 0; i < Welded::count; ++i) {
      EXPECT_EQ(p.normal[i], first_set.normal[i]);
      EXPECT_EQ(p.shear[i], first_set.shear[i]);
    }
  }
}

/// Quadrilaterals, warped ones, triangles, slivers; nodes near and far, copies from other ranks among them.
struct ContactCase {
  static constexpr int n_local = 60, n_copies = 17, stride = 8;
  Numbers numbers;
  Rows x = numbers.rows(n_local, 10), copies = numbers.rows(2 * n_copies, 10);
  std::vector<kernels::ContactPair> pairs;

  ContactCase() {
    for (int c = 0; c < 3; ++c)
      data(x)[c] = 0.25 * ((data(x)[4 + c] + data(x)[8 + c]) + (data(x)[12 + c] + data(x)[16 + c]));
    for (int k = 0; k < 3001; ++k) {
      kernels::ContactPair pair;
      pair.node = std::int32_t(numbers.generator() % (n_local + n_copies));
      for (std::int32_t& corner : pair.corner) corner = std::int32_t(numbers.generator() % (n_local + n_copies));
      if (k % 3 == 0) pair.corner[3] = pair.corner[2];
      if (k % 50 == 0) pair.corner[1] = pair.corner[0];  // a segment that has collapsed to a line
      if (k % 11 == 0) pair.corner[k % 4] = pair.node;   // the node is a corner
      if (k % 97 == 0) pair = {0, {1, 2, 3, 4}};         // or the centre
      pairs.push_back(pair);
    }
  }
  kernels::ContactRows rows() { return {data(x), data(copies), n_local, stride}; }
  Vec3 position(std::int32_t i) {
    const double* p = i < n_local ? data(x) + 4 * i : data(copies) + stride * (i - n_local);
    return {p[0], p[1], p[2]};
  }
  /// One pair, with packs of one lane.
  kernels::ClosestOfPack<OneLane> closest(const kernels::ContactPair& pair) {
    kernels::Vec3<OneLane> corner[4];
    for (int k = 0; k < 4; ++k) {
      const Vec3 arm = position(pair.corner[k]) - position(pair.node);
      corner[k] = {OneLane(arm.x), OneLane(arm.y), OneLane(arm.z)};
    }
    return kernels::find_closest(corner, OneLane::mask_type(pair.corner[2] == pair.corner[3]));
  }
};

TEST(StepKernels, DistancesOfPairs) {
  ContactCase contact;
  const auto& pairs = contact.pairs;
  std::vector<double> of_sse2;
  for (const StepKernels* table : step_tables()) {
    std::vector<double> distance(pairs.size() + 1, -1.0);
    table->pair_distances(contact.rows(), pairs.data(), pairs.size(), distance.data());
    EXPECT_EQ(distance.back(), -1.0);
    if (of_sse2.empty()) of_sse2 = distance;
    EXPECT_EQ(distance, of_sse2);
    for (std::size_t k = 0; k < pairs.size(); ++k)
      EXPECT_NEAR(distance[k], contact.closest(pairs[k]).distance[0], 1e-6)
          << k;  // a sliver's inside comes from the square root of rounding
  }
}

TEST(StepKernels, ClosestPointsOfPairsHaveTheBitsOfOneLane) {
  using Column = kernels::ClosestColumns;
  ContactCase contact;
  const auto& pairs = contact.pairs;
  const std::size_t stride = (pairs.size() + 7) / 8 * 8;
  int inside = 0, on_edge = 0, at_corner = 0;
  for (const StepKernels* table : step_tables()) {
    std::vector<CacheLine> values(stride / 8 * Column::n_columns);
    const Column columns{values[0].v, stride};
    table->closest_points(contact.rows(), pairs.data(), pairs.size(), columns);
    for (std::size_t k = 0; k < pairs.size(); ++k) {
      const auto expected = contact.closest(pairs[k]);
      EXPECT_EQ(columns[Column::offset_x][k], expected.offset.x[0]) << k;
      EXPECT_EQ(columns[Column::offset_y][k], expected.offset.y[0]) << k;
      EXPECT_EQ(columns[Column::offset_z][k], expected.offset.z[0]) << k;
      EXPECT_EQ(columns[Column::distance][k], expected.distance[0]) << k;
      EXPECT_EQ(columns[Column::side][k], expected.side[0]) << k;
      for (int i = 0; i < 4; ++i)
        EXPECT_EQ(columns[Column::Column(Column::weight_0 + i)][k], expected.weight[i][0]) << k;
      EXPECT_EQ(columns[Column::corners][k], expected.corners[0]) << k;
      const int bits = __builtin_popcount(unsigned(expected.corners[0]));
      ++(bits == 0 ? inside : bits == 1 ? at_corner : on_edge);
    }
  }
  EXPECT_GT(inside, 100);
  EXPECT_GT(on_edge, 100);
  EXPECT_GT(at_corner, 100);
}

}  // namespace
}  // namespace crumple::test
