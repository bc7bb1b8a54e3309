// Two sheets, for tests of the contact law.
#pragma once

#include "contact_scene.hpp"

namespace crumple::test {

/// A lower sheet of 4 x 4 elements of 10 mm, and an upper one of one element that starts clear of it.
struct TwoSheets {
  Scene scene;
  Index lower, upper, node;  // parts; first node of the upper sheet

  explicit TwoSheets(double thickness_lower = 1, double thickness_upper = 2) {
    lower = scene.add_shell_part(thickness_lower);
    upper = scene.add_shell_part(thickness_upper);
    scene.add_sheet(lower, {0, 0, 0}, {40, 0, 0}, {0, 40, 0}, 4, 4);
    node = scene.add_sheet(upper, {13, 14, 20}, {10, 0, 0}, {0, 10, 0}, 1, 1);
  }
  Contact& add_contact(ContactKind kind = ContactKind::nodes_to_surface) {
    return scene.add_contact(kind, {upper}, {lower});
  }
};

/// Puts all nodes of the upper sheet at height z; returns the force on its first.
inline Vec3 force_at(Motion& motion, Index node, double z) {
  for (Index i = node; i < node + 4; ++i) motion.move(i, {motion.position(i).x, motion.position(i).y, z});
  motion.find_forces();
  return motion.force(node);
}

}  // namespace crumple::test
