// The quanta of sums follow from what is in the model, and from nothing that is not.
#include <gtest/gtest.h>

#include "physics/state/quanta.hpp"

namespace crumple {
namespace {

Quanta of_triangle(const std::array<double, 4>& thickness) {
  Model model;
  model.nodes.id = {1, 2, 3};
  model.nodes.position = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
  model.nodes.velocity.resize(3);
  model.nodes.angular_velocity.resize(3);
  model.sections.push_back({});
  model.sections[0].thickness = thickness;
  model.materials.push_back({});
  model.materials[0].density = model.materials[0].young = 1;
  model.parts.push_back({});
  model.parts[0].section = model.parts[0].material = 0;
  model.shells.push_back({1, 0, {0, 1, 2, 2}, {}});
  return choose_quanta(model);
}

// A fourth corner that a triangle has not got must not make its sums coarser.
TEST(Quanta, OfATriangleByItsThreeCorners) {
  EXPECT_EQ(of_triangle({1, 1, 1, 64}).force.q, of_triangle({1, 1, 1, 1}).force.q);
  EXPECT_EQ(of_triangle({1, 1, 64, 1}).force.q, 64 * of_triangle({1, 1, 1, 1}).force.q);
}

}  // namespace
}  // namespace crumple
