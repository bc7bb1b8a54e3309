#include "physics/bodies/rigid_bodies.hpp"

#include <algorithm>
#include <cmath>

#include "base/loops.hpp"
#include "base/profile.hpp"
#include "physics/conditions/constraints.hpp"
#include "physics/state/clear_loops.hpp"

namespace crumple {
namespace {

using Body = RigidBodies::Body;
using Motion = RigidBodies::Motion;

constexpr std::size_t body_grain = 8, chunk_grain = 8, node_grain = 500;  // that are worth waking a thread for

/// The weight of the velocity before t(n) in that at t(n), as in interpolate_velocity.
double weight_before(const Clock& clock) {
  const double sum = clock.dt + (clock.cycle == 0 ? 0.0 : clock.dt_previous);
  return sum > 0 ? clock.dt / sum : 1.0;
}

/// For the rank that accounts for the body.
void require_exact_sums(const Body& body, const double* sums) {
  for (int c = 0; c < 6; ++c) require_exact(sums[c], c < 3 ? body.force : body.moment, "rigid body", body.id);
}

}  // namespace

void RigidBodies::set_velocity(Index number, const Vec3& velocity, const Vec3& spin) {
  const std::size_t k = find_here(number).value();
  Motion& motion = motions_[k];
  motion.velocity = velocity;
  motion.angular_velocity = spin;
  motion.angular_momentum = crumple::angular_momentum(motion.attitude, bodies_[k].inertia, spin);
  motion.kinetic = 0.5 * (bodies_[k].mass * dot(velocity, velocity) + dot(motion.angular_momentum, spin));
}

void RigidBodies::set_velocities(const Motions& from) {
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

void RigidBodies::list_chunks() {
  for (std::size_t k = 0; k < bodies_.size(); ++k)
    for (std::size_t i = bodies_[k].first; i < bodies_[k].owned_end; i += BodyChunk::most_nodes)
      chunks_.push_back({Index(k), i, std::min(i + BodyChunk::most_nodes, bodies_[k].owned_end)});
}

void RigidBodies::begin_sums(StepState& s) {
  if (!sums_) return;
  {
    Profile::Scope scope(phase<"rigid bodies", Stage::forces>);
    run_loop(Clear{sums_->data()}, n_body_sums * bodies_.size());
    run_loop(SumBodyForces{chunks_.data(), body_nodes(), at(), rows_at(s.nodes.position),
                           rows_at(totals(s.nodes.force)), rows_at(totals(s.nodes.moment)), frequency_bound_.data(),
                           sums_->data(), runs_on_device() || n_threads() > 1},
             chunks_.size(), chunk_grain);
  }
  sums_->start();
}

namespace {

/// What a stopper allows from t(n) to t(n+1).
void set_stopper(StopperNow& now, const Model& model, const Clock& clock) {
  const BodyStopper& stopper = model.body_stoppers[std::size_t(now.stopper)];
  now.is_active = clock.time >= stopper.birth && clock.time < stopper.death && clock.dt > 0;
  const auto at = [&](Index curve, double time) { return model.curves[std::size_t(curve)].evaluate(time); };
  const auto set = [&](StopperNow::Bound& bound, Index curve, bool is_place) {
    bound.is_given = curve != none;
    if (bound.is_given) bound = {true, is_place, at(curve, clock.time), at(curve, clock.time + clock.dt)};
  };
  set(now.most, stopper.most, stopper.most_is_place);
  set(now.least, stopper.least, stopper.least_is_place);
  now.limits_speed = stopper.speed != none;
  if (now.limits_speed) now.speed = std::abs(at(stopper.speed, clock.time));
}

}  // namespace

StepOfBodies RigidBodies::prepare_step(const StepState& s) {
  const Model& model = s.domain.model;
  body_loads_.clear();
  for (const Index number : here_) body_loads_.push_back(loads_.on_body(number));
  for (BodyDrive& drive : drives_)
    drive.rate = prescribed_rate(model.motions[std::size_t(drive.motion)], model, s.clock);
  for (StopperNow& stopper : stoppers_) set_stopper(stopper, model, s.clock);
  const HalfSteps half(s.clock);
  return {bodies_.data(), body_loads_.data(),  drives_.data(), stoppers_.data(),      s.clock.dt,
          s.clock.dt_mid(), half.before, half.after,     weight_before(s.clock)};
}

void RigidBodies::set_velocities(StepState& s) {
  if (!sums_) return;
  sums_->finish();
  Profile::Scope scope(phase<"rigid bodies", Stage::forces>);
  s.ledger.external_work += ahead_.external;
  s.ledger.damping += ahead_.damping;
  if (!failure_.message().empty()) return;
  works_.resize(bodies_.size());
  before_.resize(bodies_.size());
  clock_ = s.clock;
  run_loop(AdvanceBodies{prepare_step(s), sums_->data(), motions_.data(), before_.data(), works_.data()},
           bodies_.size(), body_grain);
  sum_later(SumBodyWork{bodies_.data(), works_.data(), s.domain.quanta.energy}, bodies_.size(),
            [this, &s](const WorkOfBodies& work) { take_work(work, s.ledger); });
  if (!failure_.message().empty()) return;
  move_nodes(s);
  run_loop(DistributeFrequencyBounds{body_nodes(), sums_->data(), frequency_bound_.data()}, nodes_.size(), node_grain);
}

void RigidBodies::take_work(const WorkOfBodies& work, EnergyLedger& ledger) {
  const auto check = [&] {
    for (std::size_t i = 0; i < bodies_.size(); ++i)
      if (bodies_[i].answers) require_exact_sums(bodies_[i], sums_->of(i).data());
  };
  if (work.n_failed > 0 && !failure_.keep(check)) return;
  ahead_ = {work.external_ahead, work.damping_ahead};
  ledger.external_work += work.external;
  ledger.damping += work.damping;
}

void RigidBodies::set_places() {
  run_loop(PlaceBodies{motions_.data(), places_.data()}, motions_.size(), body_grain);
}

void RigidBodies::move_nodes(StepState& s) {
  if (!(s.clock.dt > 0)) return;
  set_places();
  run_loop(MoveBodyNodes{body_nodes(), places_.data(), s.clock.dt, rows_at(s.nodes.position),
                         rows_at(s.nodes.velocity), rows_at(s.nodes.angular_velocity)},
           nodes_.size(), node_grain);
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

void RigidBodies::add_rows(std::vector<GivenBody>& rows) const {
  const double w = weight_before(clock_);
  for (std::size_t k = 0; k < bodies_.size(); ++k) {
    const Motion &after = motions_[k], &before = before_.empty() ? after : before_[k];
    if (bodies_[k].answers && bodies_[k].is_given)
      rows.push_back({here_[k], bodies_[k].mass, after.kinetic, w * before.velocity + (1 - w) * after.velocity});
  }
}

void RigidBodies::add_rows(std::vector<BodyMotion>& rows) const {
  const double w = weight_before(clock_), dt = clock_.dt_mid();
  const auto of = [&](const Vec3& displacement, const Vec3& before, const Vec3& after) {
    return BodyMotion::Of{displacement, w * before + (1 - w) * after, dt > 0 ? (1 / dt) * (after - before) : Vec3{}};
  };
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    const Body& body = bodies_[i];
    if (!body.answers) continue;
    const Motion &after = motions_[i], &before = before_.empty() ? after : before_[i];  // empty: no explicit step yet
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
    if (const Body& body = bodies_[i]; body.answers && !drives_of(body).empty())
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
