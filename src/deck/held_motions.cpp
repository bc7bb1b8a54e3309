#include "deck/held_motions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace crumple::deck {
namespace {

constexpr const char* axis_names[] = {"along x", "along y", "along z", "about x", "about y", "about z"};

/// 0 to 2 along, 3 to 5 about a global axis; -1: a direction between them, or one that turns.
int axis_of(const PrescribedMotion& motion) {
  if (motion.turns_with_body) return -1;
  for (int c = 0; c < 3; ++c)
    if (std::abs(motion.direction[c]) == 1) return c + (motion.rotation ? 3 : 0);
  return -1;
}

/// The global degrees of freedom that CON1 and CON2 hold.
DofMask held_by_material(const MaterialRigid& held) {
  constexpr int axes[] = {0, 1, 2, 4, 3, 6, 5, 7};  // x, y, z, xy, yz, zx, xyz
  if (held.constraint_frame <= 0) return 0;
  return DofMask(axes[held.translation & 7] | axes[held.rotation & 7] << 3);
}

}  // namespace

std::vector<std::string> release_held_motions(Model& model) {
  std::vector<std::string> warnings;
  std::size_t n = 0;
  std::string first;
  for (const PrescribedMotion& motion : model.motions) {
    const int axis = axis_of(motion);
    if (axis < 0 || motion.turning != PrescribedMotion::Turning::no) continue;
    const auto bit = DofMask(1 << axis);
    if (motion.rigid_body != none) {
      const RigidBody& body = model.rigid_bodies[motion.rigid_body];
      if (held_by_material(body.constraint) & bit)
        warnings.push_back(
            fmt::format("rigid body {} is held {} by its material (CON1, CON2) and moved so by a "
                        "prescribed motion: the motion counts",
                        body.id, axis_names[axis]));
    }
    for (const Index node : motion.nodes) {
      const auto held = std::ranges::lower_bound(model.constraints, std::pair(node, none), {},
                                                 [](const auto& c) { return std::pair(c.node, c.frame); });
      if (held == model.constraints.end() || held->node != node || held->frame != none || !(held->dof & bit)) continue;
      held->dof = DofMask(held->dof & ~bit);
      if (n++ == 0) first = fmt::format("node {} {}", model.nodes.id[node], axis_names[axis]);
    }
  }
  if (n > 0)
    warnings.push_back(
        fmt::format("held and moved by a prescribed motion in the same direction, where the motion "
                    "counts: {}{}",
                    first, n > 1 ? fmt::format(" and {} more", n - 1) : ""));
  return warnings;
}

}  // namespace crumple::deck
