// A shell's thickness: nodal values where given, else the section's, over its own corners alone.
#include <gtest/gtest.h>

#include "model/thickness.hpp"

namespace crumple::model_thickness {
namespace {

Model with_sections() {
  Model model;
  model.sections.push_back({});
  model.sections[0].thickness = {1, 2, 3, 8};
  model.parts.push_back({});
  model.parts[0].section = 0;
  return model;
}

constexpr std::array<Index, 4> quadrilateral{0, 1, 2, 3}, triangle{0, 1, 2, 2};

TEST(ShellThickness, OfTheSection) {
  const Model model = with_sections();
  EXPECT_EQ(mean_thickness(model, {1, 0, quadrilateral, {}}), 3.5);
  EXPECT_EQ(largest_thickness(model, {1, 0, quadrilateral, {}}), 8);
  EXPECT_EQ(mean_thickness(model, {1, 0, triangle, {}}), 2);
  EXPECT_EQ(largest_thickness(model, {1, 0, triangle, {}}), 3);
}

TEST(ShellThickness, NodalValuesComeFirst) {
  const Model model = with_sections();
  EXPECT_EQ(mean_thickness(model, {1, 0, quadrilateral, {5, 0, 0, 6}}), 4);
  EXPECT_EQ(largest_thickness(model, {1, 0, quadrilateral, {5, 0, 0, 6}}), 6);
  EXPECT_EQ(mean_thickness(model, {1, 0, triangle, {4, 0, 0, 16}}), 3);
  EXPECT_EQ(largest_thickness(model, {1, 0, triangle, {4, 0, 0, 16}}), 4);
}

}  // namespace
}  // namespace crumple::model_thickness
