// Which directions a node's surface faces: sets of normals that are the same in any order.
#include "physics/contact/facing.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace crumple::test::facing {
namespace {

TEST(Facing, FacesTheOppositeOfItsNormals) {
  Facing edge;
  edge.include(Vec3{0, 0, 1});
  edge.include(Vec3{1, 0, 0});
  EXPECT_NEAR(edge.towards({0, 0, -1}), 1, 1e-12);
  EXPECT_NEAR(edge.towards({-1, 0, 0}), 1, 1e-12);
  EXPECT_NEAR(edge.towards({0, 1, 0}), 0, 1e-12);
  EXPECT_NEAR(edge.towards({std::sqrt(0.5), 0, std::sqrt(0.5)}), -std::sqrt(0.5), 1e-12);
}

TEST(Facing, AnyDirectionIsClose) {
  for (int i = 0; i < 500; ++i) {
    const double height = 1 - (i + 0.5) / 250, turn = 2.4 * i, radius = std::sqrt(1 - height * height);
    const Vec3 normal{radius * std::cos(turn), radius * std::sin(turn), height};
    Facing facing;
    facing.include(normal);
    EXPECT_GT(facing.towards(-normal), std::cos(0.1)) << i;
  }
}

TEST(Facing, TheOrderDoesNotMatter) {
  const Vec3 normals[] = {{1, 0, 0}, {0, 1, 0}, {0, 0, -1}, {0.6, 0.8, 0}, {0, -0.6, 0.8}};
  Facing forwards, backwards, merged, rest;
  for (int i = 0; i < 5; ++i) {
    forwards.include(normals[i]);
    backwards.include(normals[4 - i]);
    (i % 2 ? merged : rest).include(normals[i]);
  }
  merged.include(rest);
  for (const Facing& other : {backwards, merged}) EXPECT_TRUE(forwards == other);
}

TEST(Facing, TooManyNormalsAreAnyDirection) {
  Facing facing;
  EXPECT_EQ(facing.towards({0, 0, 1}), 1) << "nothing is known";
  for (int i = 0; i < 8; ++i) facing.include(Vec3{std::cos(0.3 * i), std::sin(0.3 * i), 0});
  EXPECT_NEAR(facing.towards({1, 0, 0}), -std::cos(2.1), 0.07);
  facing.include(Vec3{0, 0, 1});
  EXPECT_EQ(facing.towards({1, 0, 0}), 1);
  EXPECT_TRUE(facing == Facing::any());
}

}  // namespace
}  // namespace crumple::test::facing
