// The point of a segment closest to a node, against values by hand and against a dense sampling.
#include <gtest/gtest.h>

#include <random>

#include "physics/contact/closest_point.hpp"

namespace crumple::contact_closest_point {
namespace {

const std::array<Vec3, 4> square{Vec3{0, 0, 0}, Vec3{2, 0, 0}, Vec3{2, 2, 0}, Vec3{0, 2, 0}};
const std::array<Vec3, 4> triangle{Vec3{0, 0, 0}, Vec3{2, 0, 0}, Vec3{0, 2, 0}, Vec3{0, 2, 0}};

Vec3 point_of(const std::array<Vec3, 4>& corner, const ClosestPoint& c) {
  return c.weight[0] * corner[0] + c.weight[1] * corner[1] + c.weight[2] * corner[2] + c.weight[3] * corner[3];
}

TEST(ContactClosestPoint, InsideASquare) {
  const ClosestPoint c = closest_point({0.5, 1.25, 0.3}, square, false);
  EXPECT_EQ(c.corners, 0u);
  EXPECT_NEAR(c.distance, 0.3, 1e-15);
  EXPECT_GT(c.side, 0);
  EXPECT_NEAR(norm(point_of(square, c) - Vec3{0.5, 1.25, 0}), 0, 1e-15);
  EXPECT_LT(closest_point({0.5, 1.25, -0.3}, square, false).side, 0);
}

TEST(ContactClosestPoint, OnAnEdge) {
  const ClosestPoint c = closest_point({3, 0.5, 1}, square, false);
  EXPECT_EQ(c.corners, 0b0110u);
  EXPECT_DOUBLE_EQ(c.distance, std::sqrt(2.0));
  EXPECT_NEAR(norm(point_of(square, c) - Vec3{2, 0.5, 0}), 0, 1e-15);
}

TEST(ContactClosestPoint, AtACorner) {
  const ClosestPoint c = closest_point({-1, 3, 1}, square, false);
  EXPECT_EQ(c.corners, 0b1000u);
  EXPECT_DOUBLE_EQ(c.distance, std::sqrt(3.0));
  EXPECT_EQ(c.weight[3], 1.0);
}

TEST(ContactClosestPoint, Triangle) {
  const ClosestPoint inside = closest_point({0.5, 0.5, -1}, triangle, true);
  EXPECT_EQ(inside.corners, 0u);
  EXPECT_NEAR(inside.weight[0], 0.5, 1e-15);
  EXPECT_LT(inside.side, 0);
  const ClosestPoint slope = closest_point({2, 2, 0}, triangle, true);
  EXPECT_EQ(slope.corners, 0b0110u);
  EXPECT_NEAR(norm(point_of(triangle, slope) - Vec3{1, 1, 0}), 0, 1e-15);
  EXPECT_EQ(closest_point({-1, -1, 0}, triangle, true).corners, 0b0001u);
}

TEST(ContactClosestPoint, ADegenerateSegmentHasAPointToo) {
  const std::array<Vec3, 4> needle{Vec3{0, 0, 0}, Vec3{1, 0, 0}, Vec3{2, 0, 0}, Vec3{1, 0, 0}};
  const ClosestPoint c = closest_point({1.5, 1, 0}, needle, false);
  EXPECT_DOUBLE_EQ(c.distance, 1.0);
  const std::array<Vec3, 4> dot_sized{};
  EXPECT_DOUBLE_EQ(closest_point({0, 3, 4}, dot_sized, false).distance, 5.0);
}

/// Random warped quads: weights sum to one and rebuild the point; no point of the four triangles is nearer.
TEST(ContactClosestPoint, WarpedQuadsAgainstSampling) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> u(-1, 1);
  const auto vector = [&] { return Vec3{u(random), u(random), u(random)}; };
  for (int trial = 0; trial < 300; ++trial) {
    std::array<Vec3, 4> corner = square;
    for (Vec3& p : corner) p += 0.6 * vector();
    const Vec3 x = Vec3{1, 1, 0} + 2.5 * vector();
    const ClosestPoint c = closest_point(x, corner, false);
    EXPECT_NEAR(c.weight[0] + c.weight[1] + c.weight[2] + c.weight[3], 1, 1e-13);
    EXPECT_NEAR(norm(point_of(corner, c) + c.offset - x), 0, 1e-13);
    EXPECT_NEAR(norm(c.offset), c.distance, 1e-13);
    const Vec3 centre = 0.25 * (corner[0] + corner[1] + corner[2] + corner[3]);
    double sampled = 1e9;
    const int n = 40;
    for (int t = 0; t < 4; ++t)
      for (int i = 0; i <= n; ++i)
        for (int j = 0; i + j <= n; ++j) {
          const double b = double(i) / n, d = double(j) / n;
          const Vec3 p = (1 - b - d) * corner[t] + b * corner[(t + 1) & 3] + d * centre;
          sampled = std::min(sampled, norm(p - x));
        }
    EXPECT_LE(c.distance, sampled + 1e-13);
    EXPECT_GE(c.distance, sampled - 0.1);  // spacing of the samples
  }
}

TEST(ContactClosestPoint, MirroredNodesGetMirroredPoints) {
  const std::array<Vec3, 4> corner{Vec3{0, 0, 0}, Vec3{10, 1, 0}, Vec3{11, 9, 0}, Vec3{-1, 10, 0}};
  for (const Vec3& x : {Vec3{3, 4, 0.7}, Vec3{12, 4, 0.2}, Vec3{-3, -3, 1}}) {
    const ClosestPoint up = closest_point(x, corner, false), down = closest_point({x.x, x.y, -x.z}, corner, false);
    EXPECT_EQ(up.distance, down.distance);
    EXPECT_EQ(up.side, -down.side);
    EXPECT_EQ(up.weight, down.weight);
  }
}

}  // namespace
}  // namespace crumple::contact_closest_point
