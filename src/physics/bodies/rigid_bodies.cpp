#include "physics/bodies/rigid_bodies.hpp"

#include <algorithm>
#include <array>
#include <cstring>

#include "base/loops.hpp"
#include "base/profile.hpp"
#include "kernels/step/interface.hpp"
#include "physics/conditions/constraints.hpp"

namespace crumple {
namespace {

using Motion = RigidBodyState::Motion;

constexpr std::size_t body_grain = 8, node_grain = 500;  // what is worth waking a thread for

/// Prescribed components of a velocity along orthonormal directions.
struct Prescribed {
  std::vector<Vec3> direction;
  std::vector<double> value;

  /// Later components that depend on earlier ones are dropped.
  void add(const Vec3& along, double velocity) {
    double known = 0, rest = dot(along, along);
    for (std::size_t k = 0; k < direction.size(); ++k) {
      const double share = dot(along, direction[k]);
      known += share * value[k];
      rest -= share * share;
    }
    if (!extend_basis(direction, along)) return;
    value.push_back((velocity - known) / std::sqrt(rest));
  }
};

Prescribed prescribed_components(const RigidBodies::Body& body, const Domain& domain, const Clock& clock, bool rotation,
                                 const Vec3& velocity_before) {
  Prescribed prescribed;
  for (const Index m : body.motions) {
    const PrescribedMotion& motion = domain.model.motions[m];
    if (motion.rotation != rotation || !is_active(motion, clock)) continue;
    const double before = dot(velocity_before, motion.direction);
    prescribed.add(motion.direction, prescribed_velocity(motion, domain.model, clock, before));
  }
  for (const Vec3& axis : rotation ? body.fixed_rotation : body.fixed_translation) prescribed.add(axis, 0.0);
  return prescribed;
}

/// Solves the symmetric system a y = b in place (at most 3 unknowns); unknowns without stiffness become 0.
void solve(std::array<std::array<double, 3>, 3>& a, std::array<double, 3>& b, std::size_t n) {
  double largest = 0;
  for (std::size_t i = 0; i < n; ++i) largest = std::max(largest, a[i][i]);
  for (std::size_t i = 0; i < n; ++i) {
    const bool regular = a[i][i] > 1e-12 * largest;
    for (std::size_t r = i + 1; r < n && regular; ++r) {
      const double factor = a[r][i] / a[i][i];
      for (std::size_t c = i; c < n; ++c) a[r][c] -= factor * a[i][c];
      b[r] -= factor * b[i];
    }
  }
  for (std::size_t i = n; i-- > 0;) {
    for (std::size_t c = i + 1; c < n; ++c) b[i] -= a[i][c] * b[c];
    b[i] = a[i][i] > 1e-12 * largest ? b[i] / a[i][i] : 0.0;
  }
}

/// The torque impulses along prescribed directions that give omega its prescribed components; adds them to
/// `momentum`, returns omega.
Vec3 constrain_rotation(const Prescribed& prescribed, const Quaternion& attitude, const Vec3& inertia, Vec3& momentum) {
  const std::size_t n = prescribed.direction.size();
  std::array<std::array<double, 3>, 3> compliance{};
  std::array<double, 3> impulse{};
  Vec3 omega = angular_velocity(attitude, inertia, momentum);
  for (std::size_t j = 0; j < n; ++j) {
    const Vec3 response = angular_velocity(attitude, inertia, prescribed.direction[j]);
    for (std::size_t k = 0; k < n; ++k) compliance[k][j] = dot(prescribed.direction[k], response);
    impulse[j] = prescribed.value[j] - dot(prescribed.direction[j], omega);
  }
  solve(compliance, impulse, n);
  for (std::size_t j = 0; j < n; ++j) momentum += impulse[j] * prescribed.direction[j];
  omega = angular_velocity(attitude, inertia, momentum);
  for (std::size_t j = 0; j < n; ++j)
    omega += (prescribed.value[j] - dot(prescribed.direction[j], omega)) * prescribed.direction[j];
  return omega;
}

/// What acts on the body as a whole: body load and damping, as in add_loads and add_damping for single nodes.
struct BodyLoads {
  Vec3 force, moment;  ///< total, with damping [force], [force length]
  Vec3 weight;         ///< of body loads alone
  Vec3 damping_force, damping_moment;
};

BodyLoads total_loads(const RigidBodies::Body& body, const Motion& motion, const Domain& domain, const Clock& clock,
                      const LoadState& loads, const double* sums) {
  BodyLoads total;
  total.weight = body.mass * loads.base_acceleration;
  total.force = Vec3{sums[0], sums[1], sums[2]} + total.weight;
  total.moment = {sums[3], sums[4], sums[5]};
  const GlobalDamping& damping = domain.model.damping;
  for (int k = 0; k < 3 && loads.damping != 0; ++k) {
    const double d = loads.damping * damping.translation[k], c = 0.5 * clock.dt_mid() * d;
    total.damping_force[k] = -(c * total.force[k] + d * body.mass * motion.velocity[k]) / (1 + c);
    const double dr = loads.damping * damping.rotation[k], cr = 0.5 * clock.dt_mid() * dr;
    total.damping_moment[k] = -(cr * total.moment[k] + dr * motion.angular_momentum[k]) / (1 + cr);
  }
  total.force += total.damping_force;
  total.moment += total.damping_moment;
  return total;
}

/// Work of the step's impulses on one body, split at t(n).
struct BodyWork {
  double external = 0, external_ahead = 0, damping = 0, damping_ahead = 0;
};

void advance_translation(const RigidBodies::Body& body, const Domain& domain, const Clock& clock,
                         const BodyLoads& loads, Motion& motion, BodyWork& work) {
  const Vec3 before = motion.velocity;
  Vec3 after = before + (clock.dt_mid() / body.mass) * loads.force;
  const Prescribed prescribed = prescribed_components(body, domain, clock, false, before);
  Vec3 impulse;
  for (std::size_t k = 0; k < prescribed.direction.size(); ++k) {
    const double change = prescribed.value[k] - dot(after, prescribed.direction[k]);
    after += change * prescribed.direction[k];
    impulse += (body.mass * change) * prescribed.direction[k];
  }
  const double back = clock.cycle == 0 ? 0.0 : 0.5 * clock.dt_previous, ahead = 0.5 * clock.dt;
  work.external += 0.5 * dot(impulse, before) + back * dot(loads.weight, before);
  work.external_ahead += 0.5 * dot(impulse, after) + ahead * dot(loads.weight, after);
  work.damping -= back * dot(loads.damping_force, before);
  work.damping_ahead -= ahead * dot(loads.damping_force, after);
  motion.velocity = after;
  motion.position += clock.dt * after;
}

void advance_rotation(const RigidBodies::Body& body, const Domain& domain, const Clock& clock, const BodyLoads& loads,
                      Motion& motion, BodyWork& work) {
  const Vec3 before = motion.angular_velocity;
  const Quaternion old = motion.attitude;
  const Vec3 momentum = motion.angular_momentum + clock.dt_mid() * loads.moment;
  const Prescribed prescribed = prescribed_components(body, domain, clock, true, before);
  if (prescribed.direction.empty()) {
    motion.angular_momentum = momentum;
    motion.attitude = free_rotation(old, body.inertia, momentum, clock.dt);
    if (clock.dt > 0) motion.angular_velocity = (1 / clock.dt) * rotation_vector(motion.attitude * conjugate(old));
  } else {
    // The tensor is taken in the middle of the step (predicted, then corrected), which makes this second order.
    Vec3 omega = before;
    for (int pass = 0; pass < 2; ++pass) {
      const Quaternion middle = exponential((0.5 * clock.dt) * omega) * old;
      motion.angular_momentum = momentum;
      omega = constrain_rotation(prescribed, middle, body.inertia, motion.angular_momentum);
    }
    motion.angular_velocity = omega;
    motion.attitude = normalized(exponential(clock.dt * omega) * old);
  }
  const Vec3 after = motion.angular_velocity, impulse = motion.angular_momentum - momentum;
  const double back = clock.cycle == 0 ? 0.0 : 0.5 * clock.dt_previous, ahead = 0.5 * clock.dt;
  work.external += 0.5 * dot(impulse, before);
  work.external_ahead += 0.5 * dot(impulse, after);
  work.damping -= back * dot(loads.damping_moment, before);
  work.damping_ahead -= ahead * dot(loads.damping_moment, after);
}

/// At t(n), from the motion before and after; velocities weighted as in interpolate_velocity.
double kinetic_energy(const RigidBodies::Body& body, const Clock& clock, const Motion& before, const Motion& after) {
  const double sum = clock.dt + (clock.cycle == 0 ? 0.0 : clock.dt_previous);
  const double w = sum > 0 ? clock.dt / sum : 1.0;
  const Vec3 v = w * before.velocity + (1 - w) * after.velocity;
  const Vec3 l = w * before.angular_momentum + (1 - w) * after.angular_momentum;
  return 0.5 * body.mass * dot(v, v) + 0.5 * dot(l, angular_velocity(before.attitude, body.inertia, l));
}

kernels::BodyPlace place_of(const Motion& motion) {
  const Mat3 axes = to_matrix(motion.attitude);
  kernels::BodyPlace place{};
  for (int c = 0; c < 3; ++c) {
    place.centre[c] = motion.position[c];
    for (int k = 0; k < 3; ++k) place.axes[k][c] = axes(c, k);
  }
  return place;
}

kernels::BodyNodes body_nodes(const RigidBodies& bodies) { return {bodies.nodes.data(), bodies.arm.data()}; }

/// Calls f(motion, first, last) for the nodes of each body here, cut where a thread's share ends.
template <class F>
void for_each_body_part(const RigidBodies& bodies, const RigidBodyState& state, F f) {
  for_ranges("rigid nodes", bodies.nodes.size(), node_grain, [&](std::size_t first, std::size_t last) {
    for (std::size_t i = first, end; i < last; i = end) {
      const Index body = bodies.body[i];
      end = std::min(last, bodies.bodies[body].last);
      f(state.motions[body], i, end);
    }
  });
}

void move_nodes(const RigidBodies& bodies, const RigidBodyState& state, const Clock& clock, NodeState& nodes) {
  if (!(clock.dt > 0)) return;
  for_each_body_part(bodies, state, [&](const Motion& motion, std::size_t first, std::size_t last) {
    const Vec3& w = motion.angular_velocity;
    alignas(32) const double spin[4] = {w.x, w.y, w.z, 0};
    nodes.kernels->move_body_nodes(body_nodes(bodies), place_of(motion), spin, clock.dt, first, last,
                                   nodes.position.data(), nodes.velocity.data(), nodes.angular_velocity.data());
  });
}

BodyWork advance_body(const RigidBodies::Body& body, const Domain& domain, const Clock& clock, const LoadState& loads,
                      const double* sums, Motion& motion) {
  const Motion before = motion;
  const BodyLoads total = total_loads(body, motion, domain, clock, loads, sums);
  BodyWork work;
  advance_translation(body, domain, clock, total, motion, work);
  advance_rotation(body, domain, clock, total, motion, work);
  motion.kinetic = kinetic_energy(body, clock, before, motion);
  return work;
}

}  // namespace

void set_initial_rigid_motion(const RigidBodies& bodies, const RigidBodyState& state, NodeState& nodes) {
  for (std::size_t b = 0; b < bodies.bodies.size(); ++b) {
    const Motion& motion = state.motions[b];
    for (std::size_t i = bodies.bodies[b].first; i < bodies.bodies[b].last; ++i) {
      const Index node = bodies.nodes[i];
      const Vec3 r = row(nodes.position, node) - motion.position;
      set_row(nodes.velocity, node, motion.velocity + cross(motion.angular_velocity, r));
      set_row(nodes.angular_velocity, node, motion.angular_velocity);
    }
  }
}

void sum_body_forces(const RigidBodies& bodies, const RigidBodyState& state, const NodeState& nodes,
                     std::span<double> out) {
  Profile::Scope scope("rigid bodies");
  std::fill(out.begin(), out.end(), 0.0);
  const kernels::BodyRows rows{nodes.position.data(), nodes.force.data(), nodes.moment.data()};
  for_each("body forces", bodies.here.size(), body_grain, [&](std::size_t i) {
    const Index b = bodies.here[i];
    const RigidBodies::Body& body = bodies.bodies[b];
    const Vec3& x = state.motions[b].position;
    const double centre[3] = {x.x, x.y, x.z};
    nodes.kernels->sum_body_forces(&bodies.nodes[body.first], body.owned_end - body.first, rows, centre,
                                   body.force.shift, body.moment.shift, &out[6 * b]);
  });
}

void advance_rigid_bodies(const RigidBodies& bodies, const Domain& domain, const Clock& clock, const LoadState& loads,
                          std::span<const double> sums, RigidBodyState& state, NodeState& nodes, EnergyLedger& ledger) {
  Profile::Scope scope("rigid bodies");
  const Quanta& quanta = domain.quanta;
  const WorkAhead due = state.ahead;
  state.ahead = {};
  for (std::size_t b = 0; b < bodies.bodies.size(); ++b)
    for (int c = 0; c < 6; ++c)
      require_exact(sums[6 * b + c], c < 3 ? bodies.bodies[b].force : bodies.bodies[b].moment, "rigid body",
                    bodies.bodies[b].id);
  std::vector<BodyWork> works(bodies.here.size());
  for_each("rigid bodies", works.size(), body_grain, [&](std::size_t i) {
    const Index b = bodies.here[i];
    works[i] = advance_body(bodies.bodies[b], domain, clock, loads, &sums[6 * b], state.motions[b]);
  });
  move_nodes(bodies, state, clock, nodes);
  for (std::size_t i = 0; i < works.size(); ++i) {
    if (!bodies.bodies[bodies.here[i]].answers) continue;
    const BodyWork& work = works[i];
    ledger.external_work += quanta.energy.round(work.external);
    ledger.damping += quanta.energy.round(work.damping);
    state.ahead.external += quanta.energy.round(work.external_ahead);
    state.ahead.damping += quanta.energy.round(work.damping_ahead);
  }
  ledger.external_work += due.external;
  ledger.damping += due.damping;
}

void place_rigid_nodes(const RigidBodies& bodies, const RigidBodyState& state, NodeState& nodes) {
  Profile::Scope scope("rigid bodies");
  for_each_body_part(bodies, state, [&](const Motion& motion, std::size_t first, std::size_t last) {
    nodes.kernels->place_body_nodes(body_nodes(bodies), place_of(motion), first, last, nodes.position.data());
  });
}

double body_kinetic_energy(const RigidBodies& bodies, const RigidBodyState& state, const Quantum& quantum) {
  double sum = 0;
  for (const Index b : bodies.here)
    if (bodies.bodies[b].answers) sum += quantum.round(state.motions[b].kinetic);
  return sum;
}

std::vector<Motion> gather_motions(const World& world, const RigidBodies& bodies, const RigidBodyState& state) {
  static_assert(sizeof(Motion) % sizeof(std::int64_t) == 0);
  constexpr std::size_t width = sizeof(Motion) / sizeof(std::int64_t);
  std::vector<std::int64_t> bits(state.motions.size() * width, 0);  // one rank's and the others' zeros: sums keep bits
  for (const Index b : bodies.here)
    if (bodies.bodies[b].answers) std::memcpy(&bits[std::size_t(b) * width], &state.motions[b], sizeof(Motion));
  world.sum(std::span<std::int64_t>(bits));
  std::vector<Motion> motions(state.motions.size());
  for (std::size_t b = 0; b < motions.size(); ++b)
    std::memcpy(static_cast<void*>(&motions[b]), &bits[b * width], sizeof(Motion));
  return motions;
}

}  // namespace crumple
