// The quanta of sums follow from what is in the model, and from nothing that is not.
#include <gtest/gtest.h>

#include <optional>

#include "physics/results/quanta.hpp"

namespace crumple::quanta_of_model {
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

/// A steel sheet of 10 x 10 x 1 mm beside a rigid plate of 10 x 10 x 1 m, both at 15 mm/ms; or without the plate.
Quanta beside_plate(std::optional<MaterialRigid> plate) {
  Model model;
  for (const double edge : {10.0, 1e4}) {
    const Index n = Index(model.nodes.count());
    for (const Vec3& corner : {Vec3{0, 0, 0}, Vec3{1, 0, 0}, Vec3{1, 1, 0}, Vec3{0, 1, 0}}) {
      model.nodes.id.push_back(model.nodes.count() + 1);
      model.nodes.position.push_back(edge * corner);
      model.nodes.velocity.push_back({15, 0, 0});
      model.nodes.angular_velocity.push_back({});
    }
    model.sections.push_back({});
    model.sections.back().thickness.fill(edge / 10);
    Material material;
    material.density = 7.85e-6;
    material.young = 210;
    if (n > 0 && plate) material.law = *plate;
    model.materials.push_back(material);
    model.parts.push_back({});
    model.parts.back().section = model.parts.back().material = Index(model.parts.size()) - 1;
    if (n == 0 || plate) model.shells.push_back({n + 1, Index(model.parts.size()) - 1, {n, n + 1, n + 2, n + 3}, {}});
  }
  return choose_quanta(model);
}

// As if it were elastic the plate would coarsen the sheet's forces 2^20 times. A plate that is held only gives back
// what hits it. A free one of 1,500 t at the speed of a crash bears 2^15 times what the sheet does. Moments are the
// sheet's.
TEST(Quanta, OfForcesByWhatRigidPartsCanHitWith) {
  const MaterialRigid held{.constraint_frame = 1, .translation = 7, .rotation = 7};
  const Quanta alone = beside_plate({}), fixed = beside_plate(held), free = beside_plate(MaterialRigid{});
  EXPECT_EQ(fixed.force.q, 16 * alone.force.q);
  EXPECT_GT(free.force.q, 16 * alone.force.q);
  EXPECT_LE(free.force.q, 0x1p16 * alone.force.q);
  for (const Quanta& both : {fixed, free}) EXPECT_EQ(both.moment.q / both.force.q, alone.moment.q / alone.force.q);
}

}  // namespace
}  // namespace crumple::quanta_of_model
