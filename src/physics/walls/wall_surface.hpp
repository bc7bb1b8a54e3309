// Walls in a step, and the nodes near them. Used by rigid_walls and wall_penalty.
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "physics/state/feature.hpp"
#include "physics/walls/wall_loops.hpp"

namespace crumple {

inline bool is_plane(const RigidWall& wall) {
  return wall.shape == RigidWallShape::plane || wall.shape == RigidWallShape::flat;
}

/// Between birth and death.
bool is_on(const RigidWall& wall, const Clock& clock);

/// A wall in the step that starts at t(n), from its displacement at t(n) and its velocity at t(n-1/2): along the
/// normal, or for a prescribed motion along its direction; then the curve gives the speed.
WallSurface wall_surface(const RigidWall& wall, const Model& model, double displacement, double velocity,
                         const Clock& clock);
/// A wall displaced by `displacement` in the direction of its `speed`.
WallSurface make_wall_surface(const RigidWall& wall, double displacement, double speed, double dt);

WallNodes wall_nodes(const WallSurface& surface, const StepState& s);

/// Calls body(node) for the listed nodes first <= i < last that may contact the surface in the step (a superset).
template <class Body>
void for_each_near(const WallSurface& s, std::span<const Index> nodes, std::size_t first, std::size_t last,
                   const StepState& step, const Body& body) {
  const double *x = step.nodes.position.data(), *v = step.nodes.velocity.data();
  Index found[256];
  for (std::size_t start = first; start < last; start += std::size(found)) {
    const std::size_t end = std::min(last, start + std::size(found));
    const std::size_t n =
        s.is_plane ? step.kernels.find_crossing(s.plane, x, v, s.dt, nodes.data(), start, end, found)
                          : step.kernels.find_inside(s.body, x, v, s.dt, nodes.data(), start, end, found);
    for (const Index node : std::span(found, n)) body(node);
  }
}

/// The same for nodes behind the surface at t(n).
template <class Body>
void for_each_behind(const WallSurface& s, std::span<const Index> nodes, std::size_t first, std::size_t last,
                     const StepState& step, const Body& body) {
  const double *x = step.nodes.position.data(), *v = step.nodes.velocity.data();
  Index found[256];
  for (std::size_t start = first; start < last; start += std::size(found)) {
    const std::size_t end = std::min(last, start + std::size(found));
    const std::size_t n =
        s.is_plane ? step.kernels.find_behind(s.plane, x, nodes.data(), start, end, found)
                          : step.kernels.find_inside(s.body, x, v, 0.0, nodes.data(), start, end, found);
    for (const Index node : std::span(found, n)) body(node);
  }
}

}  // namespace crumple
