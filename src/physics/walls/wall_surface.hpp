// The surface of a rigid wall in one step, a plane, sphere, cylinder or prism, and the contact of nodes with it. Used
// by rigid_walls and wall_penalty. Node rule (LS-DYNA Keyword Manual, *RIGIDWALL; Theory Manual, Stonewalls): a node
// that would end the step behind the surface gets the normal velocity that puts it on the surface. A node that is
// already behind is only prevented from going deeper. For a body, the surface at a node is the tangent plane at the
// node's projection at the end of the step: it is outside the body.
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "kernels/device.hpp"
#include "kernels/step/condition_loops.hpp"
#include "kernels/step/interface.hpp"
#include "physics/state/state.hpp"

namespace crumple {

inline bool is_plane(const RigidWall& wall) {
  return wall.shape == RigidWallShape::plane || wall.shape == RigidWallShape::flat;
}

/// A wall at t(n). Contact is determined with its last velocity, so that the momentum of the nodes in contact with a
/// moving wall is what they exchange with it; the exchange then changes its velocity by `push`.
struct WallSurface {
  const RigidWall* wall = nullptr;
  double dt = 0;      ///< [time]
  double speed = 0;   ///< along its normal if it moves freely, along its direction if its motion is prescribed
  Vec3 shift, drift;  ///< of a prescribed motion: displacement at t(n) [length], velocity in the step [length/time]
  Vec3 normal;        ///< of a plane
  kernels::WallPlane plane{};
  kernels::WallBody body{};
  double push = 0;  ///< along the normal [length/time]
};
/// A plane, or the friction and the push of any wall, as kernels know them.
kernels::PlaneStop plane_stop(const WallSurface& surface);

/// The contact of a node with a wall.
struct WallTouch {
  bool meets = false;
  Vec3 normal;  ///< outward unit vector
  double lack =
      0;  ///< what the node's normal velocity lacks to end the step on the surface (deep: not deeper) [length/time]
};

/// The depth of a point behind the surface.
struct WallDepth {
  Vec3 normal;
  double depth = 0;  ///< <= 0: in front, or beside a finite plane [length]
};

/// Between birth and death.
bool is_on(const RigidWall& wall, const Clock& clock);

/// A wall in the step that starts at t(n), from its displacement at t(n) and its velocity at t(n-1/2): along the
/// normal, or for a prescribed motion along its direction; then the curve gives the speed.
WallSurface wall_surface(const RigidWall& wall, const Model& model, double displacement, double velocity,
                         const Clock& clock);
/// A wall displaced by `displacement` in the direction of its `speed`.
WallSurface make_wall_surface(const RigidWall& wall, double displacement, double speed, double dt);

WallTouch meet(const WallSurface& surface, const Vec3& position, const Vec3& velocity);
WallDepth depth_behind(const WallSurface& surface, const Vec3& position);

/// Change of velocity of a mass for the required change `lack` along `normal`, with Coulomb friction.
Vec3 stop_change(const WallSurface& surface, const Vec3& normal, const Vec3& velocity, double lack);

/// Calls body(node) for the listed nodes first <= i < last that may contact the surface in the step (a superset).
template <class Body>
void for_each_near(const WallSurface& s, std::span<const Index> nodes, std::size_t first, std::size_t last,
                   const StepState& step, const Body& body) {
  const double *x = step.nodes.position.data(), *v = step.nodes.velocity.data();
  Index found[256];
  for (std::size_t start = first; start < last; start += std::size(found)) {
    const std::size_t end = std::min(last, start + std::size(found));
    const std::size_t n =
        is_plane(*s.wall) ? step.kernels.find_crossing(s.plane, x, v, s.dt, nodes.data(), start, end, found)
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
        is_plane(*s.wall) ? step.kernels.find_behind(s.plane, x, nodes.data(), start, end, found)
                          : step.kernels.find_inside(s.body, x, v, 0.0, nodes.data(), start, end, found);
    for (const Index node : std::span(found, n)) body(node);
  }
}

}  // namespace crumple
