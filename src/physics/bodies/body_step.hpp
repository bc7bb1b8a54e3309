// The motion of a rigid body in a step. Part of loops (body_loops.hpp); rigid_bodies.hpp has the sources.
#pragma once

#include <algorithm>
#include <cmath>

#include "physics/bodies/compliance.hpp"
#include "physics/conditions/constraint_loops.hpp"
#include "physics/conditions/load_loops.hpp"
#include "physics/state/basis.hpp"

namespace crumple {

struct BodyProperties {
  double mass = 0;            ///< [mass]
  Vec3 inertia;               ///< principal, ascending [mass length^2]
  Vec3 start;                 ///< of the centre of mass at t = 0 [length]
  Quaternion first_attitude;  ///< at t = 0
  Quantum force, moment;      ///< of the sums over its nodes: up to 64 times a node's maximum force
};
/// The same on all ranks that have nodes of the body.
struct RigidBodyHere : BodyProperties {
  Id id = 0;
  bool is_nodal = false;                               ///< *CONSTRAINED_NODAL_RIGID_BODY
  bool is_given = false;                               ///< its mass and inertia, by the deck
  bool answers = false;                                ///< this rank accounts for the body's energy and work
  Basis fixed_translation, fixed_rotation;             ///< of CON1, CON2
  std::size_t first_drive = 0, last_drive = 0;         ///< its motions, in StepOfBodies
  std::size_t first_stopper = 0, last_stopper = 0;     ///< the same
  std::size_t first = 0, owned_end = 0, last = 0;      ///< range of this rank's nodes, owned ones first
};
/// Centre at t(n), velocities at t(n-1/2); the same on all ranks that have nodes of the body.
struct RigidMotion {
  Vec3 position;          ///< of the centre of mass [length]
  Vec3 velocity;          ///< [length/time]
  Quaternion attitude;    ///< principal axes from global axes
  Vec3 angular_momentum;  ///< about the centre, global axes [mass length^2/time]
  Vec3 angular_velocity;  ///< mean of the last step, global axes [1/time]
  double kinetic = 0;     ///< energy at t(n) of the step last advanced [energy]
};

/// The bodies of a rank.
struct BodiesAt {
  const RigidBodyHere* bodies;
  const RigidMotion* motions;
  /// At t(n).
  CRUMPLE_INLINE BodyResponse response(std::size_t k) const {
    const RigidBodyHere& of = bodies[k];
    return {of.mass, of.inertia, motions[k].position, motions[k].attitude, of.fixed_translation.count == 3,
            of.fixed_rotation.count == 3};
  }
};

/// A prescribed motion of a body in a step.
struct BodyDrive {
  Index motion = none;           ///< into model.motions
  bool rotation = false;         ///< about `direction` instead of along it
  bool turns_with_body = false;  ///< `direction` is that at t = 0
  Vec3 direction;                ///< unit vector
  PrescribedRate rate{};
};

/// A stopper of a body (BodyStopper) in a step.
struct StopperNow {
  struct Bound {
    bool is_given = false, is_place = false;  ///< of the centre of mass, else of its way
    double now = 0, next = 0;                 ///< at t(n), t(n+1) [length]
  };
  Index stopper = none;  ///< into model.body_stoppers
  bool is_active = false, limits_speed = false;
  Vec3 direction;        ///< unit vector
  Bound most, least;
  double speed = 0;      ///< largest [length/time]

  /// The velocity along the direction that the stopper allows: not beyond its bounds at the end of the step; a body
  /// beyond a bound moves no faster than the bound itself. `start`: of the centre of mass at t = 0.
  CRUMPLE_DEVICE double allowed(const Vec3& start, const Vec3& position, double dt, double velocity) const {
    if (!is_active) return velocity;
    const double place = dot(position, direction), way = place - dot(start, direction);
    const auto to_bound = [&](const Bound& bound) { return (bound.next - (bound.is_place ? place : way)) / dt; };
    const auto of_bound = [&](const Bound& bound) { return (bound.next - bound.now) / dt; };
    if (most.is_given) velocity = std::min(velocity, std::max(to_bound(most), of_bound(most)));
    if (least.is_given) velocity = std::max(velocity, std::min(to_bound(least), of_bound(least)));
    return limits_speed ? std::clamp(velocity, -speed, speed) : velocity;
  }
};

/// Work of a step's impulses on one body, split at t(n) [energy]; and the impulses of prescribed motions and
/// constraints.
struct BodyWork {
  double external = 0, external_ahead = 0, damping = 0, damping_ahead = 0;
  bool has_failed = false;  ///< a sum over its nodes is not exact: the body has not moved
  Vec3 impulse, angular_impulse;  ///< [mass length/time], about the centre [mass length^2/time]
};

/// Prescribed components of a velocity along orthonormal directions.
struct Prescribed {
  Basis along;
  double value[3];

  /// Later components that depend on earlier ones are dropped.
  CRUMPLE_DEVICE void add(const Vec3& vector, double velocity) {
    double known = 0, rest = dot(vector, vector);
    for (int k = 0; k < along.count; ++k) {
      const double share = dot(vector, along.direction[k]);
      known += share * value[k];
      rest -= share * share;
    }
    if (along.extend(vector)) value[along.count - 1] = (velocity - known) / std::sqrt(rest);
  }
};

/// Solves the system a y = b in place (at most 3 unknowns); unknowns with a zero pivot become 0.
CRUMPLE_DEVICE inline void solve(double (&a)[3][3], double (&b)[3], int n) {
  double largest = 0;
  for (int i = 0; i < n; ++i) largest = std::max(largest, a[i][i]);
  for (int i = 0; i < n; ++i) {
    const bool regular = a[i][i] > 1e-12 * largest;
    for (int r = i + 1; r < n && regular; ++r) {
      const double factor = a[r][i] / a[i][i];
      for (int c = i; c < n; ++c) a[r][c] -= factor * a[i][c];
      b[r] -= factor * b[i];
    }
  }
  for (int i = n; i-- > 0;) {
    for (int c = i + 1; c < n; ++c) b[i] -= a[i][c] * b[c];
    b[i] = a[i][i] > 1e-12 * largest ? b[i] / a[i][i] : 0.0;
  }
}

/// The angular impulses along prescribed directions that give omega its prescribed components; adds them to `momentum`,
/// returns omega.
CRUMPLE_DEVICE inline Vec3 constrain_rotation(const Prescribed& prescribed, const Quaternion& attitude,
                                              const Vec3& inertia, Vec3& momentum) {
  const int n = prescribed.along.count;
  const Vec3* const direction = prescribed.along.direction;
  double compliance[3][3] = {}, impulse[3] = {};
  Vec3 omega = angular_velocity(attitude, inertia, momentum);
  for (int j = 0; j < n; ++j) {
    const Vec3 response = angular_velocity(attitude, inertia, direction[j]);
    for (int k = 0; k < n; ++k) compliance[k][j] = dot(direction[k], response);
    impulse[j] = prescribed.value[j] - dot(direction[j], omega);
  }
  solve(compliance, impulse, n);
  for (int j = 0; j < n; ++j) momentum += impulse[j] * direction[j];
  omega = angular_velocity(attitude, inertia, momentum);
  for (int j = 0; j < n; ++j) omega += (prescribed.value[j] - dot(direction[j], omega)) * direction[j];
  return omega;
}

/// The change of velocity by forces along `pushing`, the directions at t(n), with which `velocity` has its prescribed
/// components at t(n+1/2).
CRUMPLE_DEVICE inline Vec3 oblique_change(const Prescribed& prescribed, const Basis& pushing, const Vec3& velocity) {
  const Basis& along = prescribed.along;
  const int n = std::min(along.count, pushing.count);
  double share[3][3] = {}, amount[3] = {};
  for (int i = 0; i < n; ++i) {
    for (int k = 0; k < n; ++k) share[i][k] = dot(along.direction[i], pushing.direction[k]);
    amount[i] = prescribed.value[i] - dot(along.direction[i], velocity);
  }
  solve(share, amount, n);
  Vec3 change;
  for (int k = 0; k < n; ++k) change += amount[k] * pushing.direction[k];
  return change;
}

/// The force and moment, about the centre, of body loads and *LOAD_RIGID_BODY.
struct ForceAndMoment {
  Vec3 force, moment;
};
CRUMPLE_DEVICE inline ForceAndMoment given_load_on(const BodyProperties& body, const RigidMotion& motion,
                                              const LoadsOnBody& loads) {
  ForceAndMoment load{body.mass * loads.acceleration + loads.force, loads.moment};
  for (std::size_t i = 0; i < loads.n_spins; ++i) {  // the moment of the forces on all its points: -omega x J omega
    const TurningFrame& spin = loads.spins[i];
    Vec3 axis;
    axis[spin.axis] = 1;
    load.force += body.mass * spin.acceleration(motion.position);
    load.moment -= spin.square * cross(axis, angular_momentum(motion.attitude, body.inertia, axis));
  }
  return load;
}

/// Advances bodies from t(n) to t(n+1).
struct StepOfBodies {
  const RigidBodyHere* bodies;
  const LoadsOnBody* loads;    ///< [body]
  const BodyDrive* drives;     ///< of all bodies, body by body
  const StopperNow* stoppers;  ///< the same
  double dt, dt_mid;           ///< Clock::dt, Clock::dt_mid [time]
  double half_before, half_after;  ///< HalfSteps [time]
  double weight_before;        ///< of the velocity before t(n) in that at t(n)

  /// `sums`: of the forces and moments at its nodes.
  CRUMPLE_DEVICE BodyWork advance(std::size_t k, const double* sums, RigidMotion& motion) const {
    const RigidBodyHere& body = bodies[k];
    const RigidMotion before = motion;
    const AllLoads total = total_loads(body, motion, loads[k], sums);
    BodyWork work;
    advance_rotation(body, total, motion, work);
    advance_translation(body, total, before.attitude, motion, work);
    motion.kinetic = kinetic_energy(body, before, motion);
    return work;
  }

 private:
  /// Loads on the body as a whole: body load and damping, as in add_loads and add_damping for single nodes.
  struct AllLoads {
    ForceAndMoment total, given, damping;  ///< with damping; of body loads and *LOAD_RIGID_BODY alone; of damping alone
  };
  CRUMPLE_DEVICE AllLoads total_loads(const RigidBodyHere& body, const RigidMotion& motion, const LoadsOnBody& on,
                                   const double* sums) const {
    AllLoads loads;
    loads.given = given_load_on(body, motion, on);
    Vec3 &force = loads.total.force, &moment = loads.total.moment;
    force = Vec3{sums[0], sums[1], sums[2]} + loads.given.force;
    moment = Vec3{sums[3], sums[4], sums[5]} + loads.given.moment;
    for (int k = 0; k < 3 && on.is_damped; ++k) {
      const double d = on.damping.translation[k], c = 0.5 * dt_mid * d;
      loads.damping.force[k] = -(c * force[k] + d * body.mass * motion.velocity[k]) / (1 + c);
      const double dr = on.damping.rotation[k], cr = 0.5 * dt_mid * dr;
      loads.damping.moment[k] = -(cr * moment[k] + dr * motion.angular_momentum[k]) / (1 + cr);
    }
    force += loads.damping.force;
    moment += loads.damping.moment;
    return loads;
  }

  /// At t(n+1/2), where `attitude()` is the body's attitude.
  template <class Attitude>
  CRUMPLE_DEVICE Prescribed prescribed(const RigidBodyHere& body, bool rotation, const Vec3& velocity_before,
                                       Attitude attitude) const {
    Prescribed all;
    for (std::size_t i = body.first_drive; i < body.last_drive; ++i) {
      const BodyDrive& drive = drives[i];
      if (drive.rotation != rotation || !drive.rate.is_active) continue;
      const Vec3 direction = drive.turns_with_body
                                 ? rotate(attitude() * conjugate(body.first_attitude), drive.direction)
                                 : drive.direction;
      all.add(direction, drive.rate.at(dot(velocity_before, direction)));
    }
    for (const Vec3& axis : rotation ? body.fixed_rotation : body.fixed_translation) all.add(axis, 0.0);
    return all;
  }
  CRUMPLE_DEVICE bool is_driven_along_own_axes(const RigidBodyHere& body) const {
    for (std::size_t i = body.first_drive; i < body.last_drive; ++i)
      if (drives[i].turns_with_body) return true;
    return false;
  }

  /// The attitude half a step after `attitude` at constant `omega`.
  CRUMPLE_DEVICE Quaternion half_turned(const Quaternion& attitude, const Vec3& omega) const {
    return exponential((0.5 * dt) * omega) * attitude;
  }

  /// Called after the rotation, because motions along the axes of the body need its attitude at mid-step.
  CRUMPLE_DEVICE void advance_translation(const RigidBodyHere& body, const AllLoads& loads, const Quaternion& old,
                                          RigidMotion& motion, BodyWork& work) const {
    const Vec3 before = motion.velocity;
    Vec3 after = before + (dt_mid / body.mass) * loads.total.force;
    const Prescribed then =
        prescribed(body, false, before, [&] { return half_turned(old, motion.angular_velocity); });
    Vec3 impulse;
    if (is_driven_along_own_axes(body)) {
      const Prescribed now = prescribed(body, false, before, [&] { return old; });
      const Vec3 change = oblique_change(then, now.along, after);
      after += change;
      impulse = body.mass * change;
    }  // which leaves rounding to what follows
    for (int k = 0; k < then.along.count; ++k) {
      const Vec3& direction = then.along.direction[k];
      const double change = then.value[k] - dot(after, direction);
      after += change * direction;
      impulse += (body.mass * change) * direction;
    }
    work.impulse = impulse;
    for (std::size_t i = body.first_stopper; i < body.last_stopper; ++i) {
      const StopperNow& stopper = stoppers[i];
      const double velocity = dot(after, stopper.direction);
      const double change = stopper.allowed(body.start, motion.position, dt, velocity) - velocity;
      after += change * stopper.direction;
      impulse += (body.mass * change) * stopper.direction;
    }
    work.external += 0.5 * dot(impulse, before) + half_before * dot(loads.given.force, before);
    work.external_ahead += 0.5 * dot(impulse, after) + half_after * dot(loads.given.force, after);
    work.damping -= half_before * dot(loads.damping.force, before);
    work.damping_ahead -= half_after * dot(loads.damping.force, after);
    motion.velocity = after;
    motion.position += dt * after;
  }

  CRUMPLE_DEVICE void advance_rotation(const RigidBodyHere& body, const AllLoads& loads, RigidMotion& motion,
                                       BodyWork& work) const {
    const Vec3 before = motion.angular_velocity;
    const Quaternion old = motion.attitude;
    const Vec3 momentum = motion.angular_momentum + dt_mid * loads.total.moment;
    Quaternion middle = old;
    const auto prescribed_now = [&] { return prescribed(body, true, before, [&] { return middle; }); };
    Prescribed now = prescribed_now();
    const bool is_free = now.along.count == 0;
    if (is_free) {
      motion.angular_momentum = momentum;
      motion.attitude = free_rotation(old, body.inertia, momentum, dt);
      if (dt > 0) motion.angular_velocity = (1 / dt) * rotation_vector(motion.attitude * conjugate(old));
    } else {
      // The tensor and the axes of the body are taken at mid-step (predicted, then corrected), which makes this second
      // order.
      Vec3 omega = before;
      for (int pass = 0; pass < 2; ++pass) {
        middle = half_turned(old, omega);
        now = prescribed_now();
        motion.angular_momentum = momentum;
        omega = constrain_rotation(now, middle, body.inertia, motion.angular_momentum);
      }
      motion.angular_velocity = omega;
      motion.attitude = normalized(exponential(dt * omega) * old);
    }
    const Vec3 after = motion.angular_velocity, impulse = motion.angular_momentum - momentum;
    if (!is_free) work.angular_impulse = impulse;
    work.external += 0.5 * dot(impulse, before) + half_before * dot(loads.given.moment, before);
    work.external_ahead += 0.5 * dot(impulse, after) + half_after * dot(loads.given.moment, after);
    work.damping -= half_before * dot(loads.damping.moment, before);
    work.damping_ahead -= half_after * dot(loads.damping.moment, after);
  }

  /// At t(n), from the motion before and after.
  CRUMPLE_DEVICE double kinetic_energy(const BodyProperties& body, const RigidMotion& before,
                                       const RigidMotion& after) const {
    const double w = weight_before;
    const Vec3 v = w * before.velocity + (1 - w) * after.velocity;
    const Vec3 l = w * before.angular_momentum + (1 - w) * after.angular_momentum;
    return 0.5 * body.mass * dot(v, v) + 0.5 * dot(l, angular_velocity(before.attitude, body.inertia, l));
  }
};

}  // namespace crumple
