#include "physics/bodies/rigid_bodies.hpp"

#include <algorithm>
#include <array>
#include <tuple>

#include "base/loops.hpp"
#include "base/profile.hpp"
#include "physics/conditions/constraints.hpp"

namespace crumple {
namespace {

using Body = RigidBodies::Body;
using Motion = RigidBodies::Motion;

constexpr std::size_t body_grain = 8, node_grain = 500;  // bodies, nodes that are worth waking a thread for

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

/// At t(n+1/2), where `attitude()` is the body's attitude.
template <class Attitude>
Prescribed prescribed_components(const Body& body, const StepState& s, bool rotation, const Vec3& velocity_before,
                                 Attitude attitude) {
  Prescribed prescribed;
  for (const Index m : body.motions) {
    const PrescribedMotion& motion = s.domain.model.motions[m];
    if (motion.rotation != rotation || !is_active(motion, s.clock)) continue;
    const Vec3 direction = motion.turns_with_body
                               ? rotate(attitude() * conjugate(body.first_attitude), motion.direction)
                               : motion.direction;
    const double before = dot(velocity_before, direction);
    prescribed.add(direction, prescribed_velocity(motion, s.domain.model, s.clock, before));
  }
  for (const Vec3& axis : rotation ? body.fixed_rotation : body.fixed_translation) prescribed.add(axis, 0.0);
  return prescribed;
}

/// Solves the system a y = b in place (at most 3 unknowns); unknowns with a zero pivot become 0.
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

/// The angular impulses along prescribed directions that give omega its prescribed components; adds them to `momentum`,
/// returns omega.
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

/// The change of velocity by forces along `pushing`, the directions at t(n), with which `velocity` has its prescribed
/// components at t(n+1/2).
Vec3 oblique_change(const Prescribed& prescribed, const std::vector<Vec3>& pushing, const Vec3& velocity) {
  const std::size_t n = std::min(prescribed.direction.size(), pushing.size());
  std::array<std::array<double, 3>, 3> share{};
  std::array<double, 3> amount{};
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t k = 0; k < n; ++k) share[i][k] = dot(prescribed.direction[i], pushing[k]);
    amount[i] = prescribed.value[i] - dot(prescribed.direction[i], velocity);
  }
  solve(share, amount, n);
  Vec3 change;
  for (std::size_t k = 0; k < n; ++k) change += amount[k] * pushing[k];
  return change;
}

bool is_driven_along_own_axes(const Body& body, const StepState& s) {
  return std::ranges::any_of(body.motions, [&](Index m) { return s.domain.model.motions[m].turns_with_body; });
}

/// Loads on the body as a whole: body load and damping, as in add_loads and add_damping for single nodes.
struct BodyLoads {
  Vec3 force, moment;  ///< total, with damping [force], [force length]
  Vec3 given_force, given_moment;  ///< of body loads and *LOAD_RIGID_BODY alone
  Vec3 damping_force, damping_moment;
};

std::pair<Vec3, Vec3> given_load_on(const Body& body, const Motion& motion, const LoadsOnBody& loads) {
  Vec3 force = body.mass * loads.acceleration + loads.force, moment = loads.moment;
  for (const TurningFrame& spin : loads.spins) {  // the moment of the forces on all its points: -omega x J omega
    Vec3 axis;
    axis[spin.axis] = 1;
    force += body.mass * spin.acceleration(motion.position);
    moment -= spin.square * cross(axis, angular_momentum(motion.attitude, body.inertia, axis));
  }
  return {force, moment};
}

BodyLoads total_loads(const Body& body, const Motion& motion, const StepState& s, const LoadsOnBody& loads,
                      const double* sums) {
  BodyLoads total;
  std::tie(total.given_force, total.given_moment) = given_load_on(body, motion, loads);
  total.force = Vec3{sums[0], sums[1], sums[2]} + total.given_force;
  total.moment = Vec3{sums[3], sums[4], sums[5]} + total.given_moment;
  for (int k = 0; k < 3 && loads.is_damped; ++k) {
    const double d = loads.damping.translation[k], c = 0.5 * s.clock.dt_mid() * d;
    total.damping_force[k] = -(c * total.force[k] + d * body.mass * motion.velocity[k]) / (1 + c);
    const double dr = loads.damping.rotation[k], cr = 0.5 * s.clock.dt_mid() * dr;
    total.damping_moment[k] = -(cr * total.moment[k] + dr * motion.angular_momentum[k]) / (1 + cr);
  }
  total.force += total.damping_force;
  total.moment += total.damping_moment;
  return total;
}

/// The velocity along its direction that a stopper allows: not beyond its bounds at the end of the step; a body beyond
/// a bound moves no faster than the bound itself.
double stopped(const BodyStopper& stopper, const Body& body, const Motion& motion, const StepState& s,
               double velocity) {
  const double t = s.clock.time, dt = s.clock.dt;
  if (t < stopper.birth || t >= stopper.death || !(dt > 0)) return velocity;
  const auto curve = [&](Index number) -> const Curve& { return s.domain.model.curves[std::size_t(number)]; };
  const double place = dot(motion.position, stopper.direction), way = place - dot(body.start, stopper.direction);
  const auto allowed = [&](Index number, bool is_place) {
    const double now = curve(number).evaluate(t), next = curve(number).evaluate(t + dt);
    return std::pair{(next - (is_place ? place : way)) / dt, (next - now) / dt};
  };
  if (stopper.most != none) {
    const auto [to_bound, of_bound] = allowed(stopper.most, stopper.most_is_place);
    velocity = std::min(velocity, std::max(to_bound, of_bound));
  }
  if (stopper.least != none) {
    const auto [to_bound, of_bound] = allowed(stopper.least, stopper.least_is_place);
    velocity = std::max(velocity, std::min(to_bound, of_bound));
  }
  if (stopper.speed != none) {
    const double most = std::abs(curve(stopper.speed).evaluate(t));
    velocity = std::clamp(velocity, -most, most);
  }
  return velocity;
}

/// The attitude half a step after `attitude` at constant `omega`.
Quaternion half_turned(const Quaternion& attitude, const Vec3& omega, const Clock& clock) {
  return exponential((0.5 * clock.dt) * omega) * attitude;
}

/// Called after the rotation, because motions along the axes of the body need its attitude at mid-step.
void advance_translation(const Body& body, const StepState& s, const BodyLoads& loads, const Quaternion& old,
                         Motion& motion, BodyWork& work) {
  const Clock& clock = s.clock;
  const Vec3 before = motion.velocity;
  Vec3 after = before + (clock.dt_mid() / body.mass) * loads.force;
  const auto middle = [&] { return half_turned(old, motion.angular_velocity, clock); };
  const Prescribed prescribed = prescribed_components(body, s, false, before, middle);
  Vec3 impulse;
  if (is_driven_along_own_axes(body, s)) {
    const Prescribed now = prescribed_components(body, s, false, before, [&] { return old; });
    const Vec3 change = oblique_change(prescribed, now.direction, after);
    after += change;
    impulse = body.mass * change;
  }  // which leaves rounding to what follows
  for (std::size_t k = 0; k < prescribed.direction.size(); ++k) {
    const double change = prescribed.value[k] - dot(after, prescribed.direction[k]);
    after += change * prescribed.direction[k];
    impulse += (body.mass * change) * prescribed.direction[k];
  }
  work.impulse = impulse;
  for (const Index number : body.stoppers) {
    const BodyStopper& stopper = s.domain.model.body_stoppers[std::size_t(number)];
    const double velocity = dot(after, stopper.direction);
    const double change = stopped(stopper, body, motion, s, velocity) - velocity;
    after += change * stopper.direction;
    impulse += (body.mass * change) * stopper.direction;
  }
  const auto [back, ahead] = HalfSteps(clock);
  work.external += 0.5 * dot(impulse, before) + back * dot(loads.given_force, before);
  work.external_ahead += 0.5 * dot(impulse, after) + ahead * dot(loads.given_force, after);
  work.damping -= back * dot(loads.damping_force, before);
  work.damping_ahead -= ahead * dot(loads.damping_force, after);
  motion.velocity = after;
  motion.position += clock.dt * after;
}

void advance_rotation(const Body& body, const StepState& s, const BodyLoads& loads, Motion& motion, BodyWork& work) {
  const Clock& clock = s.clock;
  const Vec3 before = motion.angular_velocity;
  const Quaternion old = motion.attitude;
  const Vec3 momentum = motion.angular_momentum + clock.dt_mid() * loads.moment;
  Quaternion middle = old;
  const auto prescribed_now = [&] { return prescribed_components(body, s, true, before, [&] { return middle; }); };
  Prescribed prescribed = prescribed_now();
  if (prescribed.direction.empty()) {
    motion.angular_momentum = momentum;
    motion.attitude = free_rotation(old, body.inertia, momentum, clock.dt);
    if (clock.dt > 0) motion.angular_velocity = (1 / clock.dt) * rotation_vector(motion.attitude * conjugate(old));
  } else {
    // The tensor and the axes of the body are taken at mid-step (predicted, then corrected), which makes this second
    // order.
    Vec3 omega = before;
    for (int pass = 0; pass < 2; ++pass) {
      middle = half_turned(old, omega, clock);
      prescribed = prescribed_now();
      motion.angular_momentum = momentum;
      omega = constrain_rotation(prescribed, middle, body.inertia, motion.angular_momentum);
    }
    motion.angular_velocity = omega;
    motion.attitude = normalized(exponential(clock.dt * omega) * old);
  }
  const Vec3 after = motion.angular_velocity, impulse = motion.angular_momentum - momentum;
  if (!prescribed.direction.empty()) work.angular_impulse = impulse;
  const auto [back, ahead] = HalfSteps(clock);
  work.external += 0.5 * dot(impulse, before) + back * dot(loads.given_moment, before);
  work.external_ahead += 0.5 * dot(impulse, after) + ahead * dot(loads.given_moment, after);
  work.damping -= back * dot(loads.damping_moment, before);
  work.damping_ahead -= ahead * dot(loads.damping_moment, after);
}

/// The weight of the velocity before t(n) in that at t(n), as in interpolate_velocity.
double weight_before(const Clock& clock) {
  const double sum = clock.dt + (clock.cycle == 0 ? 0.0 : clock.dt_previous);
  return sum > 0 ? clock.dt / sum : 1.0;
}

/// At t(n), from the motion before and after.
double kinetic_energy(const Body& body, const Clock& clock, const Motion& before, const Motion& after) {
  const double w = weight_before(clock);
  const Vec3 v = w * before.velocity + (1 - w) * after.velocity;
  const Vec3 l = w * before.angular_momentum + (1 - w) * after.angular_momentum;
  return 0.5 * body.mass * dot(v, v) + 0.5 * dot(l, angular_velocity(before.attitude, body.inertia, l));
}

BodyPlace place_of(const Motion& motion) {
  const Mat3 axes = transpose(to_matrix(motion.attitude));
  return {motion.position, {axes.row[0], axes.row[1], axes.row[2]}, motion.angular_velocity};
}

BodyWork advance_body(const Body& body, const StepState& s, const LoadsOnBody& loads, const double* sums,
                      Motion& motion) {
  const Motion before = motion;
  const BodyLoads total = total_loads(body, motion, s, loads, sums);
  BodyWork work;
  advance_rotation(body, s, total, motion, work);
  advance_translation(body, s, total, before.attitude, motion, work);
  motion.kinetic = crumple::kinetic_energy(body, s.clock, before, motion);
  return work;
}

/// For the rank that accounts for the body.
void require_exact_sums(const Body& body, const double* sums) {
  for (int c = 0; c < 6; ++c) require_exact(sums[c], c < 3 ? body.force : body.moment, "rigid body", body.id);
}

}  // namespace

BodyResponse RigidBodies::response(Index number) const {
  const Body& of = body(number);
  const Motion& at = motion(number);
  return {of.mass, of.inertia, at.position, at.attitude, of.fixed_translation.size() == 3,
          of.fixed_rotation.size() == 3};
}

std::pair<Vec3, Vec3> RigidBodies::given_load(Index number, const LoadsOnBody& loads) const {
  return given_load_on(body(number), motion(number), loads);
}

void RigidBodies::set_velocity(Index number, const Vec3& velocity, const Vec3& spin) {
  const std::size_t k = find_here(number).value();
  Motion& motion = motions_[k];
  motion.velocity = velocity;
  motion.angular_velocity = spin;
  motion.angular_momentum = crumple::angular_momentum(motion.attitude, bodies_[k].inertia, spin);
  motion.kinetic = 0.5 * (bodies_[k].mass * dot(velocity, velocity) + dot(motion.angular_momentum, spin));
}

void RigidBodies::set_velocities(const std::vector<Motion>& from) {
  for (std::size_t k = 0; k < motions_.size(); ++k) {
    motions_[k].velocity = from[k].velocity;
    motions_[k].angular_momentum = from[k].angular_momentum;
    motions_[k].angular_velocity = from[k].angular_velocity;
  }
}

void RigidBodies::set_motion_of_nodes(NodeState& nodes) const {
  for (std::size_t k = 0; k < bodies_.size(); ++k) set_motion_of_nodes(k, nodes);
}

void RigidBodies::set_motion_of_nodes(std::size_t k, NodeState& nodes) const {
  const Motion& motion = motions_[k];
  for (std::size_t i = bodies_[k].first; i < bodies_[k].last; ++i) {
    const Vec3 r = row(nodes.position, nodes_[i]) - motion.position;
    set_row(nodes.velocity, nodes_[i], motion.velocity + cross(motion.angular_velocity, r));
    set_row(nodes.angular_velocity, nodes_[i], motion.angular_velocity);
  }
}

void RigidBodies::begin_sums(StepState& s) {
  if (!sums_) return;
  {
    Profile::Scope scope(phase<"rigid bodies", Stage::forces>);
    for (std::size_t k = 0; k < bodies_.size(); ++k)
      summed_[k] = {motions_[k].position, bodies_[k].force, bodies_[k].moment};
    sum_forces(s);
  }
  sums_->start();
}

void RigidBodies::sum_forces(const StepState& s) {
  const SumBodyForces forces{body_nodes(),
                             summed_.data(),
                             rows_at(s.nodes.position),
                             rows_at(totals(s.nodes.force)),
                             rows_at(totals(s.nodes.moment)),
                             crowding_.data(),
                             s.domain.owns_node.data(),
                             sums_on_device_.data()};
  if (runs_on_device()) {
    std::ranges::fill(sums_on_device_, 0.0);
    run_loop(forces, nodes_.size());
    wait_for_device();
  }
  for_each("body forces", bodies_.size(), body_grain, [&](std::size_t k) {
    BodySums sums;
    if (runs_on_device())
      for (int c = 0; c < BodySums::count; ++c)
        sums.of[c] = Rounded::from_sum(sums_on_device_[std::size_t(BodySums::count) * k + std::size_t(c)]);
    else
      for (std::size_t i = bodies_[k].first; i < bodies_[k].owned_end; ++i) forces.add(i, sums);
    SumShare share = sums_->share(k);
    for (const Rounded& sum : sums.of) share.put(sum);
  });
}

namespace {

/// Around t(n), of some bodies.
struct WorkOfBodies {
  WorkAhead before, after;
  void add(const BodyWork& work, const Quantum& energy) {
    before.external.add(work.external, energy);
    before.damping.add(work.damping, energy);
    after.external.add(work.external_ahead, energy);
    after.damping.add(work.damping_ahead, energy);
  }
  WorkOfBodies& operator+=(const WorkOfBodies& other) {
    before.external += other.before.external;
    before.damping += other.before.damping;
    after.external += other.after.external;
    after.damping += other.after.damping;
    return *this;
  }
};

}  // namespace

void RigidBodies::set_velocities(StepState& s) {
  if (!sums_) return;
  sums_->finish();
  Profile::Scope scope(phase<"rigid bodies", Stage::forces>);
  const Quantum& energy = s.domain.quanta.energy;
  s.ledger.external_work += ahead_.external;
  s.ledger.damping += ahead_.damping;
  const auto check = [&] {
    for (std::size_t i = 0; i < bodies_.size(); ++i)
      if (bodies_[i].answers) require_exact_sums(bodies_[i], sums_->of(i).data());
  };
  if (!failure_.keep(check)) return;
  works_.resize(bodies_.size());
  before_.resize(bodies_.size());
  clock_ = s.clock;
  const WorkOfBodies work =
      sum_ranges("rigid bodies", works_.size(), body_grain, WorkOfBodies{}, [&](std::size_t first, std::size_t last) {
        WorkOfBodies of_range;
        for (std::size_t i = first; i < last; ++i) {
          before_[i] = motions_[i];
          works_[i] = advance_body(bodies_[i], s, loads_.on_body(here_[i]), sums_->of(i).data(), motions_[i]);
          if (bodies_[i].answers) of_range.add(works_[i], energy);
        }
        return of_range;
      });
  move_nodes(s);
  distribute_crowding();
  ahead_ = work.after;
  s.ledger.external_work += work.before.external;
  s.ledger.damping += work.before.damping;
}

void RigidBodies::set_places() {
  for_each("places of bodies", motions_.size(), body_grain, [&](std::size_t k) { places_[k] = place_of(motions_[k]); });
}

void RigidBodies::move_nodes(StepState& s) {
  if (!(s.clock.dt > 0)) return;
  set_places();
  run_loop(MoveBodyNodes{body_nodes(), places_.data(), s.clock.dt, rows_at(s.nodes.position),
                         rows_at(s.nodes.velocity), rows_at(s.nodes.angular_velocity)},
           nodes_.size(), node_grain);
}

void RigidBodies::distribute_crowding() {
  for (std::size_t k = 0; k < bodies_.size(); ++k) crowding_of_body_[k] = sums_->of(k)[6];
  run_loop(DistributeCrowding{body_nodes(), crowding_of_body_.data(), crowding_.data()}, nodes_.size(), node_grain);
}

void RigidBodies::set_positions(StepState& s) {
  Profile::Scope scope(phase<"rigid bodies", Stage::forces>);
  set_places();
  run_loop(PlaceBodyNodes{body_nodes(), places_.data(), rows_at(s.nodes.position)}, nodes_.size(), node_grain);
}

void RigidBodies::mark_nodes_of_whole(std::vector<std::uint8_t>& marks) const {
  for (const Index node : nodes_) marks[node] = 1;
}

void RigidBodies::add_kinetic_energy(ExactSum& sum) const {
  for (std::size_t k = 0; k < bodies_.size(); ++k)
    if (bodies_[k].answers) sum.add(motions_[k].kinetic);
}

void RigidBodies::add_rows(std::vector<BodyMotion>& rows) const {
  const double w = weight_before(clock_), dt = clock_.dt_mid();
  const auto of = [&](const Vec3& displacement, const Vec3& before, const Vec3& after) {
    return BodyMotion::Of{displacement, w * before + (1 - w) * after, dt > 0 ? (1 / dt) * (after - before) : Vec3{}};
  };
  for (std::size_t i = 0; i < before_.size(); ++i) {
    const Body& body = bodies_[i];
    if (!body.answers) continue;
    const Motion &before = before_[i], &after = motions_[i];
    const Vec3 turn = rotation_vector(before.attitude * conjugate(body.first_attitude));
    rows.push_back({body.id, body.is_nodal, before.position,
                    of(before.position - body.start, before.velocity, after.velocity),
                    of(turn, before.angular_velocity, after.angular_velocity), transpose(to_matrix(before.attitude))});
  }
}

void RigidBodies::add_rows(std::vector<MotionForce>& rows) const {
  rows.insert(rows.end(), reactions_.begin(), reactions_.end());
  const double per_time = clock_.dt_mid() > 0 ? 1 / clock_.dt_mid() : 0;
  for (std::size_t i = 0; i < works_.size(); ++i)
    if (const Body& body = bodies_[i]; body.answers && !body.motions.empty())
      rows.push_back({body.id, true, per_time * works_[i].impulse, per_time * works_[i].angular_impulse});
}

std::optional<std::size_t> RigidBodies::find_here(Index number) const {
  const auto found = std::ranges::lower_bound(here_, number);
  if (found == here_.end() || *found != number) return std::nullopt;
  return std::size_t(found - here_.begin());
}

void RigidBodies::stop(StepState& s) {
  for (std::size_t k = 0; k < bodies_.size(); ++k) {
    Motion& m = motions_[k];
    const Vec3 omega = crumple::angular_velocity(m.attitude, bodies_[k].inertia, m.angular_momentum);
    const double kinetic = 0.5 * (bodies_[k].mass * dot(m.velocity, m.velocity) + dot(m.angular_momentum, omega));
    if (bodies_[k].answers) s.ledger.external_work.add(-kinetic);
    m.velocity = m.angular_momentum = m.angular_velocity = {};
  }
}

void RigidBodies::archive(StateArchive& a, StepState& s) {
  std::vector<Motion> motions(n_bodies_);  // to end a body, those of all bodies are needed
  std::vector<std::uint8_t> knows(n_bodies_, 0);
  for (std::size_t k = 0; k < here_.size(); ++k) {
    motions[std::size_t(here_[k])] = motions_[k];
    knows[std::size_t(here_[k])] = 1;
  }
  const Numbered bodies = a.is_loading() ? all_of(n_bodies_) : known_by(s.world, knows);
  a.records("rigid bodies", bodies,
            [&](std::size_t i, Fields& fields) { fields(motions[std::size_t(bodies.number[i])]); });
  if (a.is_loading())
    for (std::size_t k = 0; k < here_.size(); ++k) motions_[k] = motions[std::size_t(here_[k])];
  a.sums(ahead_.external, ahead_.damping);
  if (s.domain.model.part_switches.any()) archive_switched(a, s, bodies, motions);
}

}  // namespace crumple
