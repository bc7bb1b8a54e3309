// How long a node stays in front of a segment, against random motions.
#include <gtest/gtest.h>

#include <array>
#include <random>

#include "physics/contact/closest_point.hpp"
#include "physics/contact/in_front.hpp"

namespace crumple::contact_in_front {
namespace {

class Motions {
 public:
  /// Within a cube of that half width.
  Vec3 within(double size) { return size * Vec3{uniform_(random_), uniform_(random_), uniform_(random_)}; }
  double between(double low, double high) { return low + 0.5 * (high - low) * (1 + uniform_(random_)); }
  /// Two of which are no further apart than `travel`.
  Vec3 step(double travel) {
    const Vec3 way = within(1);
    return (0.5 * travel / norm(way)) * way;
  }

 private:
  std::mt19937 random_{5};
  std::uniform_real_distribution<double> uniform_{-1, 1};
};

/// Whether the node is behind the segment within reach after each point has moved by a step.
bool gets_behind(Vec3 x, std::array<Vec3, 4> corner, bool is_triangle, double reach, double travel, Motions& motions) {
  x += motions.step(travel);
  for (Vec3& c : corner) c += motions.step(travel);
  if (is_triangle) corner[3] = corner[2];
  const ClosestPoint then = closest_point(x, corner, is_triangle);
  return then.side < 0 && then.distance < reach;
}

TEST(InFrontOfSegment, NoShorterMotionBringsTheNodeBehindWithinReach) {
  Motions motions;
  int n_in_front = 0, n_behind_after_more = 0;
  for (int trial = 0; trial < 10000; ++trial) {
    const bool is_triangle = trial % 4 == 0;
    std::array<Vec3, 4> corner{{{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}}};
    for (Vec3& c : corner) c += motions.within(0.2);
    if (is_triangle) corner[3] = corner[2];
    const Vec3 x = Vec3{0.5, 0.5, 0.4} + motions.within(0.7);
    const double reach = motions.between(0.1, 0.5);
    const double travel = InFrontOfSegment(corner, is_triangle).travel(x, reach);
    if (travel == 0) continue;
    ++n_in_front;
    EXPECT_GT(closest_point(x, corner, is_triangle).side, 0) << "trial " << trial;
    for (int motion = 0; motion < 20; ++motion) {
      EXPECT_FALSE(gets_behind(x, corner, is_triangle, reach, travel, motions)) << "trial " << trial;
      n_behind_after_more += gets_behind(x, corner, is_triangle, reach, 4 * travel, motions);
    }
  }
  EXPECT_GT(n_in_front, 2000);
  EXPECT_GT(n_behind_after_more, 1000);  // the bound is not far from what may happen
}

TEST(InFrontOfSegment, ANodeAboveAFlatSquareHasItsHeightLessTheTurnOfTheNormal) {
  const std::array<Vec3, 4> square{{{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}}};
  const InFrontOfSegment in_front(square, false);
  EXPECT_NEAR(in_front.travel({0.5, 0.5, 0.01}, 1e-9), 0.01, 1e-8);  // a reach without lever
  EXPECT_LT(in_front.travel({0.5, 0.5, 0.01}, 0.1), 0.01);
  EXPECT_EQ(in_front.travel({0.5, 0.5, -0.01}, 0.1), 0);
  EXPECT_EQ(in_front.travel({2, 0.5, 0}, 0.1), 0);  // beside it, in its plane
}

}  // namespace
}  // namespace crumple::contact_in_front
