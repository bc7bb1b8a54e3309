#include "physics/walls/wall_surface.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace crumple {
namespace {

constexpr double endless = 1e300;

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

}  // namespace

WallSurface make_wall_surface(const RigidWall& given, double displacement, double speed, double dt) {
  WallSurface s;
  s.is_plane = is_plane(given);
  s.dt = dt;
  s.speed = speed;
  s.normal = given.normal;
  s.corner = given.point;
  s.edge[0] = given.edge_l;
  s.edge[1] = given.edge_m;
  s.length[0] = given.length_l;
  s.length[1] = given.length_m;
  s.friction = given.friction;
  const bool is_prescribed = given.motion_curve != none;
  if (is_prescribed) s.shift = displacement * given.motion_direction, s.drift = speed * given.motion_direction;
  if (s.is_plane) {
    copy_to(s.plane.normal, given.normal);
    s.plane.offset = dot(given.point, given.normal) + (is_prescribed ? dot(s.shift, given.normal) : displacement);
    s.plane.velocity = is_prescribed ? dot(s.drift, given.normal) : speed;
  } else {
    s.body = body_of(given);
    copy_to(s.body.centre, wall::vector_at(s.body.centre) + s.shift);
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

WallNodes wall_nodes(const WallSurface& surface, const StepState& s) {
  return {s.domain.owns_node.data(), rows_at(s.nodes.velocity), rows_at(s.before.velocity),
          share_at_output(s.clock),  surface.drift,             s.domain.quanta.momentum,
          s.domain.quanta.energy};
}

}  // namespace crumple
