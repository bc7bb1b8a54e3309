#include "physics/walls/wall_surface.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "kernels/step/plane_stop.hpp"

namespace crumple {
namespace {

constexpr double endless = 1e300;

Vec3 vector_of(const double* v) { return {v[0], v[1], v[2]}; }
void copy_to(double* to, const Vec3& v) { to[0] = v.x, to[1] = v.y, to[2] = v.z; }

/// Two unit vectors normal to `axis` and to each other.
std::array<Vec3, 2> square_to(const Vec3& axis) {
  const Vec3 other = std::abs(axis.x) < 0.6 ? Vec3{1, 0, 0} : Vec3{0, 1, 0};
  const Vec3 u = normalized(cross(axis, other));
  return {u, cross(axis, u)};
}

/// The body at rest in its initial position.
kernels::WallBody body_of(const RigidWall& wall) {
  kernels::WallBody body{};
  Vec3 centre = wall.point, axis[3];
  double half[3] = {endless, endless, endless};
  const auto [u, v] = square_to(wall.normal);
  body.radius = wall.radius;
  switch (wall.shape) {
    case RigidWallShape::sphere:
      body.n_round = 3;
      axis[0] = {1, 0, 0}, axis[1] = {0, 1, 0}, axis[2] = {0, 0, 1};
      break;
    case RigidWallShape::cylinder:
      body.n_round = 2;
      axis[0] = u, axis[1] = v, axis[2] = wall.normal;
      if (wall.cylinder_length > 0) half[2] = 0.5 * wall.cylinder_length, centre += half[2] * wall.normal;
      break;
    default:  // a prism: the plane's face, its edges, and the depth below it
      body.n_round = 0;
      body.radius = 1;
      axis[0] = wall.edge_l, axis[1] = wall.edge_m, axis[2] = wall.normal;
      half[0] = 0.5 * wall.length_l, half[1] = 0.5 * wall.length_m, half[2] = 0.5 * wall.depth;
      centre += half[0] * wall.edge_l + half[1] * wall.edge_m - half[2] * wall.normal;
  }
  copy_to(body.centre, centre);
  for (int k = 0; k < 3; ++k) copy_to(body.axis[k], axis[k]), body.half[k] = half[k];
  return body;
}

/// One of the sides of a body: a flat one along `axis`, or `round`.
struct BodySide {
  bool round = false;
  Vec3 normal;       ///< of the flat one
  double level = 0;  ///< of the flat one from the centre, or the radius [length]
  double gap = 0;    ///< of the point in front of it, negative behind [length]
};

Vec3 around(const kernels::WallBody& body, const Vec3& r) {
  Vec3 sum;
  for (int k = 0; k < body.n_round; ++k) sum += dot(r, vector_of(body.axis[k])) * vector_of(body.axis[k]);
  return sum;
}

/// The side with the largest gap to the point at `r` from the centre: the one by which it enters.
BodySide nearest_side(const kernels::WallBody& body, const Vec3& r) {
  BodySide nearest{false, {}, 0, -endless};
  if (body.n_round > 0) nearest = {true, {}, body.radius, norm(around(body, r)) - body.radius};
  for (int k = body.n_round; k < 3; ++k) {
    const Vec3 axis = vector_of(body.axis[k]);
    const double along = dot(r, axis), gap = std::abs(along) - body.half[k];
    if (gap > nearest.gap) nearest = {false, along < 0 ? -axis : axis, body.half[k], gap};
  }
  return nearest;
}

kernels::Vec3<double> of_kernels(const Vec3& v) { return {v.x, v.y, v.z}; }

WallTouch meet_plane(const WallSurface& s, const Vec3& x, const Vec3& v) {
  double lack;
  if (!kernels::meets_plane(plane_stop(s), of_kernels(x), of_kernels(v), lack)) return {};
  return {true, s.normal, lack};
}

WallTouch meet_body(const WallSurface& s, const Vec3& x, const Vec3& v) {
  const Vec3 r = x - vector_of(s.body.centre), next = r + s.dt * (v - s.drift);
  if (!(nearest_side(s.body, next).gap < 0)) return {};
  const BodySide side = nearest_side(s.body, r);
  const Vec3 out = around(s.body, next);
  const double distance = norm(out);
  if (side.round && distance == 0) return {};  // no direction is defined on the axis
  const Vec3 normal = side.round ? (1 / distance) * out : side.normal;
  const double next_gap = (side.round ? distance : dot(next, side.normal)) - side.level;
  const double allowed = std::min(side.gap, 0.0);
  if (!(next_gap < allowed)) return {};
  return {true, normal, (allowed - next_gap) / s.dt};
}

}  // namespace

kernels::PlaneStop plane_stop(const WallSurface& s) {
  const RigidWall& wall = *s.wall;
  kernels::PlaneStop plane{};
  std::copy_n(s.plane.normal, 3, plane.normal);
  plane.offset = s.plane.offset;
  plane.velocity = s.plane.velocity;
  copy_to(plane.drift, s.drift);
  copy_to(plane.corner, wall.point);
  copy_to(plane.shift, s.shift);
  copy_to(plane.edge[0], wall.edge_l);
  copy_to(plane.edge[1], wall.edge_m);
  plane.length[0] = wall.length_l;
  plane.length[1] = wall.length_m;
  plane.friction = wall.friction;
  plane.dt = s.dt;
  plane.push = s.push;
  return plane;
}

WallSurface make_wall_surface(const RigidWall& wall, double displacement, double speed, double dt) {
  WallSurface s;
  s.wall = &wall;
  s.dt = dt;
  s.speed = speed;
  s.normal = wall.normal;
  const bool is_prescribed = wall.motion_curve != none;
  if (is_prescribed) s.shift = displacement * wall.motion_direction, s.drift = speed * wall.motion_direction;
  if (is_plane(*s.wall)) {
    copy_to(s.plane.normal, wall.normal);
    s.plane.offset = dot(wall.point, wall.normal) + (is_prescribed ? dot(s.shift, wall.normal) : displacement);
    s.plane.velocity = is_prescribed ? dot(s.drift, wall.normal) : speed;
  } else {
    s.body = body_of(wall);
    copy_to(s.body.centre, vector_of(s.body.centre) + s.shift);
    copy_to(s.body.velocity, s.drift);
  }
  return s;
}

bool is_on(const RigidWall& wall, const Clock& clock) { return clock.time >= wall.birth && clock.time < wall.death; }

WallSurface wall_surface(const RigidWall& wall, const Model& model, double displacement, double velocity,
                         const Clock& clock) {
  if (wall.motion_curve == none) return make_wall_surface(wall, displacement, velocity, clock.dt);
  const Curve& curve = model.curves[wall.motion_curve];
  const double since = clock.time - wall.birth;
  double speed = 0;
  if (is_on(wall, clock) && clock.dt > 0)
    speed = wall.motion_kind == MotionKind::velocity
                ? curve.evaluate(since + 0.5 * clock.dt)
                : (curve.evaluate(since + clock.dt) - curve.evaluate(since)) / clock.dt;
  return make_wall_surface(wall, displacement, speed, clock.dt);
}

WallTouch meet(const WallSurface& surface, const Vec3& position, const Vec3& velocity) {
  return is_plane(*surface.wall) ? meet_plane(surface, position, velocity) : meet_body(surface, position, velocity);
}

WallDepth depth_behind(const WallSurface& s, const Vec3& x) {
  if (is_plane(*s.wall)) {
    const double gap = dot(x, s.normal) - s.plane.offset;
    return kernels::faces_plane(plane_stop(s), of_kernels(x), gap) ? WallDepth{s.normal, -gap} : WallDepth{};
  }
  const Vec3 r = x - vector_of(s.body.centre);
  const BodySide side = nearest_side(s.body, r);
  return {side.round ? normalized(around(s.body, r)) : side.normal, -side.gap};
}

Vec3 stop_change(const WallSurface& surface, const Vec3& normal, const Vec3& velocity, double lack) {
  const auto change = kernels::stop_change(plane_stop(surface), of_kernels(normal), of_kernels(velocity), lack);
  return {change.x, change.y, change.z};
}

}  // namespace crumple
