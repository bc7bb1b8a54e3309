// The surface of a rigid wall in a step, a plane, sphere, cylinder or prism, and what it does to nodes. Part of loops.
// Node rule (LS-DYNA Keyword Manual, *RIGIDWALL; Theory Manual, Stonewalls): a node that would end the step behind the
// surface gets the normal velocity that puts it on the surface. A node that is already behind is only prevented from
// going deeper. For a body, the surface at a node is the tangent plane at the node's projection at the end of the step:
// it is outside the body.
#pragma once

#include <cmath>

#include "base/vec3.hpp"
#include "kernels/step/interface.hpp"

namespace crumple {

/// A wall at t(n). Contact is determined with its last velocity, so that the momentum of the nodes in contact with a
/// moving wall is what they exchange with it; the exchange then changes its velocity by `push`.
struct WallSurface {
  bool is_plane = true;
  double dt = 0;        ///< [time]
  double speed = 0;     ///< along its normal if it moves freely, along its direction if its motion is prescribed
  Vec3 shift, drift;    ///< of a prescribed motion: displacement at t(n) [length], velocity in the step [length/time]
  Vec3 normal;          ///< of a plane
  Vec3 corner;          ///< of a plane, where its edges begin at t = 0 [length]
  Vec3 edge[2];         ///< unit vectors
  double length[2]{};   ///< of the edges; 0: without an end [length]
  double friction = 0;  ///< Coulomb [1]; >= 1: no sliding
  kernels::WallPlane plane{};
  kernels::WallBody body{};
  double push = 0;      ///< along the normal [length/time]
};

/// The contact of a node with a wall.
struct WallTouch {
  bool meets = false;
  Vec3 normal;  ///< outward unit vector
  /// What the node's normal velocity lacks to end the step on the surface; deep: to go no deeper [length/time].
  double lack = 0;
};

/// The depth of a point behind the surface.
struct WallDepth {
  Vec3 normal;
  double depth = 0;  ///< <= 0: in front, or beside a finite plane [length]
};

namespace wall {

CRUMPLE_INLINE Vec3 vector_at(const double* v) { return {v[0], v[1], v[2]}; }

/// Whether the point faces a plane between its edges, `gap` in front of it.
CRUMPLE_INLINE bool faces_plane(const WallSurface& s, const Vec3& x, double gap) {
  const Vec3 r = (x - s.shift) - s.corner;
  double longest = 0;
  for (int k = 0; k < 2; ++k) {
    const double at = dot(r, s.edge[k]);
    if (s.length[k] > 0 && !(at >= 0 && at <= s.length[k])) return false;
    if (s.length[k] > longest) longest = s.length[k];
  }
  return longest <= 0 || gap >= -1e-4 * longest;
}

CRUMPLE_INLINE WallTouch meet_plane(const WallSurface& s, const Vec3& x, const Vec3& v) {
  const double gap = dot(x, s.normal) - s.plane.offset, front = gap > 0 ? gap : 0.0, along = dot(v, s.normal);
  if (!(s.dt * (s.plane.velocity - along) > front) || !faces_plane(s, x, gap)) return {};
  return {true, s.normal, s.plane.velocity - front / s.dt - along};
}

/// One of the sides of a body: a flat one along `axis`, or `round`.
struct BodySide {
  bool round = false;
  Vec3 normal;       ///< of the flat one
  double level = 0;  ///< of the flat one from the centre, or the radius [length]
  double gap = 0;    ///< of the point in front of it, negative behind [length]
};

CRUMPLE_INLINE Vec3 around(const kernels::WallBody& body, const Vec3& r) {
  Vec3 sum;
  for (int k = 0; k < body.n_round; ++k) sum += dot(r, vector_at(body.axis[k])) * vector_at(body.axis[k]);
  return sum;
}

/// The side with the largest gap to the point at `r` from the centre: the one by which it enters.
CRUMPLE_INLINE BodySide nearest_side(const kernels::WallBody& body, const Vec3& r) {
  BodySide nearest{false, {}, 0, -1e300};
  if (body.n_round > 0) nearest = {true, {}, body.radius, norm(around(body, r)) - body.radius};
  for (int k = body.n_round; k < 3; ++k) {
    const Vec3 axis = vector_at(body.axis[k]);
    const double along = dot(r, axis), gap = std::abs(along) - body.half[k];
    if (gap > nearest.gap) nearest = {false, along < 0 ? -axis : axis, body.half[k], gap};
  }
  return nearest;
}

CRUMPLE_INLINE WallTouch meet_body(const WallSurface& s, const Vec3& x, const Vec3& v) {
  const Vec3 r = x - vector_at(s.body.centre), next = r + s.dt * (v - s.drift);
  if (!(nearest_side(s.body, next).gap < 0)) return {};
  const BodySide side = nearest_side(s.body, r);
  const Vec3 out = around(s.body, next);
  const double distance = norm(out);
  if (side.round && distance == 0) return {};  // no direction is defined on the axis
  const Vec3 normal = side.round ? (1 / distance) * out : side.normal;
  const double next_gap = (side.round ? distance : dot(next, side.normal)) - side.level;
  const double allowed = side.gap < 0 ? side.gap : 0.0;
  if (!(next_gap < allowed)) return {};
  return {true, normal, (allowed - next_gap) / s.dt};
}

}  // namespace wall

CRUMPLE_INLINE WallTouch meet(const WallSurface& s, const Vec3& position, const Vec3& velocity) {
  return s.is_plane ? wall::meet_plane(s, position, velocity) : wall::meet_body(s, position, velocity);
}

CRUMPLE_INLINE WallDepth depth_behind(const WallSurface& s, const Vec3& x) {
  if (s.is_plane) {
    const double gap = dot(x, s.normal) - s.plane.offset;
    return wall::faces_plane(s, x, gap) ? WallDepth{s.normal, -gap} : WallDepth{};
  }
  const Vec3 r = x - wall::vector_at(s.body.centre);
  const wall::BodySide side = wall::nearest_side(s.body, r);
  return {side.round ? normalized(wall::around(s.body, r)) : side.normal, -side.gap};
}

/// Change of velocity of a mass for the required change `lack` along `normal`, with Coulomb friction.
CRUMPLE_INLINE Vec3 stop_change(const WallSurface& s, const Vec3& normal, const Vec3& velocity, double lack) {
  const double normal_change = lack + s.push;
  const Vec3 relative = velocity - s.drift, slip = relative - dot(relative, normal) * normal;
  const double speed = std::sqrt(dot(slip, slip)), grip = s.friction * (normal_change > 0 ? normal_change : 0.0);
  const double share = s.friction >= 1 || grip >= speed ? 1.0 : grip / speed;
  return normal_change * normal - (s.friction > 0 ? share : 0.0) * slip;
}

}  // namespace crumple
