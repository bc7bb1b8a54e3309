// Masses and stable steps as `crumple check` has them, of hexes, wedges and tetrahedra.
#include "physics/state/element_estimate.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "model/wedge.hpp"

namespace crumple::test::element_estimate {
namespace {

/// A solid of elastic material with wave speed 1 and density 1.
Model model_of(const std::vector<Vec3>& points, const std::array<Index, 8>& nodes, int form) {
  Model model;
  for (const Vec3& x : points) {
    model.nodes.position.push_back(x);
    model.nodes.id.push_back(Id(model.nodes.id.size()) + 1);
  }
  Material material;
  material.density = material.young = 1;
  model.materials = {material};
  Section section;
  section.kind = SectionKind::solid;
  section.element_form = form;
  model.sections = {section};
  Part part;
  part.section = part.material = 0;
  model.parts = {part};
  Solid solid;
  solid.part = 0;
  solid.nodes = nodes;
  model.solids = {solid};
  return model;
}

const std::vector<Vec3> box = {{0, 0, 0}, {2, 0, 0}, {2, 3, 0}, {0, 3, 0}, {0, 0, 4}, {2, 0, 4}, {2, 3, 4}, {0, 3, 4}};

TEST(ElementEstimate, HexAndWedge) {
  const Model hex = model_of(box, {0, 1, 2, 3, 4, 5, 6, 7}, 1);
  EXPECT_NEAR(estimate_element(hex, hex.solids[0]).mass, 24, 1e-12);
  EXPECT_NEAR(estimate_element(hex, hex.solids[0]).step, 2, 1e-12);
  const Model wedge = model_of(box, {1, 0, 4, 5, 3, 3, 7, 7}, 1);
  EXPECT_NEAR(estimate_element(wedge, wedge.solids[0]).mass, 12, 1e-12);
  EXPECT_NEAR(estimate_element(wedge, wedge.solids[0]).step, 12 / (4 * std::sqrt(13.0)), 1e-12);
}

TEST(ElementEstimate, WedgeOfItsOwnForm) {
  const Model model = model_of(box, {1, 0, 4, 5, 3, 3, 7, 7}, 15);
  ASSERT_TRUE(computed_as_wedge(model, model.solids[0]));
  EXPECT_NEAR(estimate_element(model, model.solids[0]).mass, 12, 1e-12);
  // heights of the triangle: 2, 3 and 6 / sqrt(13); its length is 4
  EXPECT_NEAR(estimate_element(model, model.solids[0]).step, 1 / std::sqrt(1 / 4.0 + 1 / 9.0 + 13 / 36.0 + 1 / 16.0),
              1e-12);
}

TEST(ElementEstimate, TetrahedronOfItsOwnForm) {
  const Model model = model_of({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {0, 1, 2, 2, 3, 3, 3, 3}, 10);
  ASSERT_TRUE(model.computed_as_tetrahedron(model.solids[0]));
  EXPECT_NEAR(estimate_element(model, model.solids[0]).mass, 1.0 / 6, 1e-12);
  // 3 V over the root of three squares of 1/2 and one of sqrt(3)/2
  EXPECT_NEAR(estimate_element(model, model.solids[0]).step, 0.5 / std::sqrt(1.5), 1e-12);
}

}  // namespace
}  // namespace crumple::test::element_estimate
