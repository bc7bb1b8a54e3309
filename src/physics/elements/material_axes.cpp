#include "physics/elements/material_axes.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <numbers>

#include "base/error.hpp"
#include "base/same_bits.hpp"
#include "model/shell_frame.hpp"

namespace crumple {
namespace {

Mat3 frame_of(const Model& model, const Shell& shell) {
  std::array<Vec3, 4> corner;
  for (std::size_t k = 0; k < 4; ++k) corner[k] = model.nodes.position[std::size_t(shell.nodes[k])];
  return shell_frame(corner);
}

/// The direction of a vector in the shell's plane.
Direction in_plane(const Mat3& frame, const Vec3& vector, const Model& model, const Shell& shell) {
  const double along = dot(vector, frame.row[0]), across = dot(vector, frame.row[1]),
               size = same_bits::hypot(along, across);
  if (!(size > 1e-6 * norm(vector)))
    throw Error(
        fmt::format("shell {} of part {}: the vector of its material's axes (AOPT) gives no direction in its "
                    "plane",
                    shell.id, model.parts[std::size_t(shell.part)].id));
  return {along / size, across / size};
}

Direction turned(const Direction& a, const Direction& by) {
  return {a.cosine * by.cosine - a.sine * by.sine, a.sine * by.cosine + a.cosine * by.sine};
}

}  // namespace

Direction direction_of(double degrees) {
  constexpr Direction quarters[] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
  const double quarter = std::round(degrees / 90), rest = (degrees - 90 * quarter) * (std::numbers::pi / 180);
  const Direction whole = quarters[(std::int64_t(quarter) % 4 + 4) % 4];
  return rest == 0 ? whole : turned(whole, {same_bits::cos(rest), same_bits::sin(rest)});
}

Mat3 material_axes(const Model& model, const Solid& solid, const SolidAxes* own) {
  const MaterialAxes axes = model.materials[std::size_t(model.material_of(solid))].axes.value_or(MaterialAxes{});
  const auto corner = [&](std::size_t k) { return model.nodes.position[std::size_t(solid.nodes[k])]; };
  const bool by_nodes = axes.rule == MaterialAxes::Rule::first_side;
  const Vec3 a = own ? own->a : by_nodes ? corner(1) - corner(0) : axes.vector;
  const Vec3 d = own ? own->d : by_nodes ? corner(3) - corner(0) : axes.other;
  const Vec3 c = cross(a, d);
  if (!(norm(c) > 1e-6 * norm(a) * norm(d)))
    throw Error(fmt::format("solid {} of part {}: the vectors of its material's axes (AOPT) span no plane", solid.id,
                            model.parts[std::size_t(solid.part)].id));
  return {{normalized(a), normalized(cross(c, a)), normalized(c)}};
}

Direction material_axis(const Model& model, const Shell& shell) {
  const MaterialAxes axes = model.materials[std::size_t(model.material_of(shell))].axes.value_or(MaterialAxes{});
  const bool replaces = axes.rule != MaterialAxes::Rule::along;
  const double own = shell.has_angle ? double(shell.angle) : 0;
  const Direction angle = direction_of(shell.has_angle && replaces ? own : axes.angle + own);
  if (axes.rule == MaterialAxes::Rule::first_side) return angle;
  const Mat3 frame = frame_of(model, shell);
  const bool across = axes.rule == MaterialAxes::Rule::across;
  return turned(in_plane(frame, across ? cross(axes.vector, frame.row[2]) : axes.vector, model, shell), angle);
}

}  // namespace crumple
