#include "physics/elements/material_axes.hpp"

#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "base/error.hpp"

namespace crumple {
namespace {

/// The frame of the shell kernels.
struct ShellFrame {
  Vec3 x, y, normal;
};
ShellFrame frame_of(const Model& model, const Shell& shell) {
  const auto at = [&](int k) { return model.nodes.position[std::size_t(shell.nodes[std::size_t(k)])]; };
  const Vec3 side = at(1) - at(0);
  const Vec3 normal =
      normalized(shell.is_triangle() ? cross(side, at(2) - at(0)) : cross(at(2) - at(0), at(3) - at(1)));
  const Vec3 x = normalized(side - dot(side, normal) * normal);
  return {x, cross(normal, x), normal};
}

/// The direction of a vector in the shell's plane.
Direction in_plane(const ShellFrame& frame, const Vec3& vector, const Model& model, const Shell& shell) {
  const double along = dot(vector, frame.x), across = dot(vector, frame.y), size = std::hypot(along, across);
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
  return rest == 0 ? whole : turned(whole, {std::cos(rest), std::sin(rest)});
}

Direction material_axis(const Model& model, const Shell& shell) {
  const Part& part = model.parts[std::size_t(shell.part)];
  const MaterialAxes axes = model.materials[std::size_t(part.material)].axes.value_or(MaterialAxes{});
  const bool replaces = axes.rule != MaterialAxes::Rule::along;
  const double own = shell.has_angle ? double(shell.angle) : 0;
  const Direction angle = direction_of(shell.has_angle && replaces ? own : axes.angle + own);
  if (axes.rule == MaterialAxes::Rule::first_side) return angle;
  const ShellFrame frame = frame_of(model, shell);
  const bool across = axes.rule == MaterialAxes::Rule::across;
  return turned(in_plane(frame, across ? cross(axes.vector, frame.normal) : axes.vector, model, shell), angle);
}

}  // namespace crumple
