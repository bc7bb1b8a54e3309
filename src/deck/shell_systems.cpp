#include "deck/shell_systems.hpp"

#include <fmt/format.h>

#include <numbers>

#include "base/same_bits.hpp"
#include "model/shell_frame.hpp"

namespace crumple::deck {
namespace {

constexpr double degrees = 180 / std::numbers::pi;

/// The angle of a vector's projection onto the shell to the x axis of its frame.
double angle_in_plane(const Mat3& frame, const Vec3& vector) {
  return degrees * same_bits::atan2(dot(frame.row[1], vector), dot(frame.row[0], vector));
}

/// The angle of axis a without an angle of the shell's own, as BETA of *ELEMENT_SHELL_BETA counts from it.
double angle_to_count_from(const MaterialAxes& axes, const Mat3& frame) {
  if (axes.rule == MaterialAxes::Rule::first_side) return 0;
  if (axes.rule == MaterialAxes::Rule::across) return angle_in_plane(frame, cross(axes.vector, frame.row[2]));
  return angle_in_plane(frame, axes.vector) + axes.angle;
}

}  // namespace

void resolve_shell_systems(Deck& deck, const std::vector<ShellSystem>& systems) {
  Model& model = deck.model;
  const auto error = [&](const ShellSystem& own, const std::string& text) {
    deck.log.error(own.where, "ELEMENT_SHELL_MCID", "MCID", text);
  };
  for (const ShellSystem& own : systems) {
    const Index index = deck.shell_index.find(own.shell), system = deck.frames.find(own.system);
    if (system == none) {
      error(own, fmt::format("coordinate system {} is not defined", own.system));
      continue;
    }
    if (index == none) continue;
    Shell& shell = model.shells[index];
    if (shell.part == none || model.material_of(shell) == none) continue;  // it has its error already
    std::array<Vec3, 4> corner;
    for (std::size_t k = 0; k < 4; ++k) corner[k] = model.nodes.position[shell.nodes[k]];
    const Mat3 frame = shell_frame(corner);
    const Vec3 x = model.frames[system].axes.row[0];
    if (norm(x - dot(x, frame.row[2]) * frame.row[2]) < 1e-6) {
      error(own, fmt::format("the x axis of coordinate system {} is normal to shell {}, expected one that gives a "
                             "direction in its plane", own.system, own.shell));
      continue;
    }
    const MaterialAxes axes = model.materials[model.material_of(shell)].axes.value_or(MaterialAxes{});
    shell.has_angle = true;
    shell.angle = float(angle_in_plane(frame, x) - angle_to_count_from(axes, frame));
  }
}

}  // namespace crumple::deck
