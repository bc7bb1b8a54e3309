#include "physics/implicit/quasi_statics.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>

#include "physics/conditions/constraints.hpp"
#include "physics/conditions/nodal_forces.hpp"
#include "physics/state/integrate.hpp"

namespace crumple {
namespace {

constexpr double small = 1e-6;  // of the longest edge of the model's box: displacements of a derivative

ModelForces zero_forces(const StepState& state) {
  return {NodalVector(state.nodes.count()), std::vector<BodyVector>(state.domain.model.rigid_bodies.size())};
}

/// Adds `factor` times other forces.
void add(ModelForces& to, double factor, const ModelForces& others) {
  add(to.nodes, factor, others.nodes);
  for (std::size_t body = 0; body < to.bodies.size(); ++body) {
    to.bodies[body].translation += factor * others.bodies[body].translation;
    to.bodies[body].rotation += factor * others.bodies[body].rotation;
  }
}

void copy(const ModelForces& from, ModelForces& to) {
  Kokkos::deep_copy(to.nodes.translation, from.nodes.translation);
  Kokkos::deep_copy(to.nodes.rotation, from.nodes.rotation);
  to.bodies = from.bodies;
}

/// A copy of the totals.
void copy_totals(const NodeState& nodes, NodalVector& to) {
  Kokkos::deep_copy(to.translation, totals(nodes.force));
  Kokkos::deep_copy(to.rotation, totals(nodes.moment));
}

}  // namespace

Vec3 extent_of(const World& world, const Rows& positions) {
  double ends[6];
  std::ranges::fill(ends, -1e300);
  for (std::size_t node = 0; node < positions.extent(0); ++node)
    for (int c = 0; c < 3; ++c) {
      ends[c] = std::max(ends[c], positions(node, c));
      ends[3 + c] = std::max(ends[3 + c], -positions(node, c));
    }
  world.max(ends);
  return {ends[0] + ends[3], ends[1] + ends[4], ends[2] + ends[5]};
}

/// Of nodes at rest, so without damping.
ModelForces forces_of_loads(StepState& state, Clock& clock, const FeatureList& features, double time) {
  Loads& loads = *find<Loads>(features);
  const RigidBodies& bodies = *find<RigidBodies>(features);
  ModelForces all = zero_forces(state);
  const Clock now = clock;
  clock.time = time;
  clock.dt = clock.dt_previous = 0;
  Kokkos::deep_copy(state.nodes.velocity, 0.0);
  Kokkos::deep_copy(state.nodes.angular_velocity, 0.0);
  clear_forces(state.nodes);
  loads.begin_step(state);
  loads.add_local_forces(state);
  state.halo.sum({state.nodes.force.data(), state.nodes.moment.data()});
  loads.add_total_forces(state);
  copy_totals(state.nodes, all.nodes);
  clear_forces(state.nodes);
  clock = now;
  for (const Index body : bodies.here()) {
    const auto [force, moment] = bodies.given_load(body, loads.on_body(body));
    all.bodies[std::size_t(body)] = {force, moment};
  }
  return all;
}

QuasiStatics::QuasiStatics(StepState& state, Clock& clock, Elements& elements, const FeatureList& features,
                           const Stiffness& stiffness)
    : state_(state),
      clock_(clock),
      elements_(elements),
      features_(features),
      stiffness_(stiffness),
      equations_(stiffness.equations()),
      loads_(*find<Loads>(features)),
      bodies_(*find<RigidBodies>(features)),
      volumes_(*find<NodalDilatation>(features)),
      inertia_(state, features, bodies_, loads_),
      start_("positions at the start", std::size_t(state.nodes.count())),
      rotation_("rotations", std::size_t(state.nodes.count())),
      size_(norm(extent_of(state.world, state.nodes.position))),
      imbalance_(zero_forces(state)),
      loads_at_start_(loads(clock.time)),
      forces_(zero_forces(state)),
      others_(zero_forces(state)),
      others_at_start_(zero_forces(state)),
      spring_forces_at_start_(state.nodes.count()),
      spring_forces_(state.nodes.count()),
      on_motions_at_start_(state.domain.model.motions.size()) {}

ModelForces QuasiStatics::loads(double time) {
  if (unit_ == 0) {
    ModelForces all = given_loads(time);
    if (time < released_) add(all, -(released_ - time) / (released_ - release_), imbalance_);
    return all;
  }
  ModelForces all = given_loads(0), at_unit = given_loads(unit_);
  add(at_unit, -1, all);
  add(all, time / unit_, at_unit);
  return all;
}

void QuasiStatics::release_during(double duration) {
  clock_.dt = duration;
  begin();
  end_ = clock_.time;
  find_forces();
  add(imbalance_, 1, forces_);
  abandon();
  release_ = clock_.time;
  released_ = clock_.time + duration;
  loads_at_start_ = loads(clock_.time);
}

void QuasiStatics::extend_loads(double unit) {
  unit_ = unit;
  loads_at_start_ = loads(clock_.time);
}

std::vector<double> QuasiStatics::load_rate() {
  ModelForces rate = zero_forces(state_);
  add(rate, 1 / unit_, given_loads(unit_));
  add(rate, -1 / unit_, given_loads(0));
  return to_root(rate, true);
}

/// The rows have the arms of the last stiffness, since which bodies and clusters have turned; forces on their nodes act
/// where these are now. Adds the moments that the rows lack.
NodalVector QuasiStatics::with_present_arms(const NodalVector& forces) const {
  const ConstraintRows& rows = equations_.rows();
  const Rows& position = state_.nodes.position;
  NodalVector all(state_.nodes.count());
  crumple::add(all, 1, forces);
  const auto correct = [&](const ConstraintRows::Follower& node, const Vec3& leader) {
    const Vec3 lacking = row(position, node.node) - leader - node.arm;
    add_row(all.rotation, node.node, cross(lacking, row(forces.translation, node.node)));
  };
  for (const ConstraintRows::Follower& node : rows.followers()) correct(node, row(position, node.leader));
  for (const ConstraintRows::Follower& node : rows.nodes_of_bodies())
    correct(node, bodies_.motion(node.leader - rows.n_nodes()).position);
  return all;
}

std::vector<double> QuasiStatics::to_root(const ModelForces& forces, bool present_arms) const {
  return equations_.to_root(present_arms ? with_present_arms(forces.nodes) : forces.nodes, forces.bodies);
}

std::vector<double> QuasiStatics::displacement_by_q(Id node, int axis) {
  ModelForces unit = zero_forces(state_);
  const std::vector<Id>& ids = state_.domain.model.nodes.id;
  for (Index k = 0; k < Index(ids.size()); ++k)
    if (ids[std::size_t(k)] == node)
      set_row(unit.nodes.translation, k, {double(axis == 0), double(axis == 1), double(axis == 2)});
  return equations_.to_root(unit.nodes, unit.bodies);
}

void QuasiStatics::begin() {
  end_ = clock_.time + clock_.dt;
  Kokkos::deep_copy(start_, state_.nodes.position);
  Kokkos::deep_copy(rotation_, 0.0);
  motions_ = bodies_.motions();
  inertia_.begin(clock_.time, clock_.dt);
  for (const auto& family : elements_.families) family->keep_history();
  for (const auto& feature : features_) feature->begin_static_step(state_);
}

void QuasiStatics::abandon() {
  Kokkos::deep_copy(state_.nodes.position, start_);
  Kokkos::deep_copy(rotation_, 0.0);
  Kokkos::deep_copy(state_.nodes.velocity, 0.0);
  Kokkos::deep_copy(state_.nodes.angular_velocity, 0.0);
  bodies_.set_motions(motions_);
  for (const auto& family : elements_.families) family->restore_history();
}

void QuasiStatics::leave() {
  for (const auto& feature : features_) feature->begin_static_step(state_);
  inertia_.set_velocities(state_.nodes);
}

std::vector<double> QuasiStatics::displacements_of_motions() const {
  const Model& model = state_.domain.model;
  std::vector<double> all;
  for (const PrescribedMotion& motion : model.motions) {
    const PrescribedRate rate = prescribed_rate(motion, model, clock_);
    all.push_back(rate.is_active ? clock_.dt * rate.value : 0.0);
  }
  return all;
}

bool QuasiStatics::moves() const {
  return std::ranges::any_of(displacements_of_motions(), [](double way) { return way != 0; });
}

void QuasiStatics::advance(const std::vector<double>& q, bool with_motions) {
  NodeState& nodes = state_.nodes;
  NodalVector step(nodes.count());
  std::vector<BodyVector> of_bodies(state_.domain.model.rigid_bodies.size());
  equations_.from_root(q, step, of_bodies, with_motions ? displacements_of_motions() : std::vector<double>());
  for (Index node = 0; node < nodes.count(); ++node) {
    add_row(nodes.position, node, row(step.translation, node));
    add_row(rotation_, node, row(step.rotation, node));
  }
  for (std::size_t k = 0; k < of_bodies.size(); ++k)
    bodies_.displace(Index(k), of_bodies[k].translation, of_bodies[k].rotation);
  bodies_.set_positions(state_);
  for (const auto& [node, leader, arm] : equations_.rows().followers()) {
    // the arm is that of the last stiffness; what has turned since then is in the positions
    const Vec3 before = row(nodes.position, node) - row(step.translation, node) -
                        (row(nodes.position, leader) - row(step.translation, leader));
    const double length = norm(before);
    if (length > 0)
      set_row(nodes.position, node,
              row(nodes.position, leader) +
                  (norm(arm) / length) * rotate(exponential(row(step.rotation, leader)), before));
  }
}

/// The motion of the step as constant velocities.
void QuasiStatics::set_rates() {
  const double rate = 1 / clock_.dt;
  for (Index node = 0; node < state_.nodes.count(); ++node) {
    set_row(state_.nodes.velocity, node, rate * (row(state_.nodes.position, node) - row(start_, node)));
    set_row(state_.nodes.angular_velocity, node, rate * row(rotation_, node));
  }
}

void QuasiStatics::find_spring_forces() {
  const Clock now = clock_;
  clock_.time = end_;
  clock_.dt_previous = clock_.dt;
  for (const auto& feature : features_) feature->add_static_forces(state_, stiffness_.penalty());
  state_.halo.sum({state_.nodes.force.data(), state_.nodes.moment.data()});
  for (const auto& feature : features_) feature->add_static_contact(state_);
  clock_ = now;
  copy_totals(state_.nodes, spring_forces_);
  clear_forces(state_.nodes);
}

/// Loads of the end of the step less internal forces, without and with those of inertia. Contacts are not searched for
/// with inverted elements: they may be anywhere.
void QuasiStatics::find_forces() {
  NodeState& nodes = state_.nodes;
  forces_ = loads(end_);
  for (const auto& family : elements_.families) family->restore_history();
  set_rates();
  volumes_.find_rates(state_, clock_.dt);
  for (const Side side : {Side::boundary, Side::interior}) {
    const ForceStep step{.side = side, .time = end_, .dt = clock_.dt, .dilatation = volumes_.rates()};
    add_element_forces(elements_, step, nodes);
    for (const auto& family : elements_.families) family->add_drilling_forces(step, nodes);
  }
  state_.halo.sum({nodes.force.data(), nodes.moment.data()});
  const auto add = [&](const Rows& force, const Rows& moment) {
    for (Index node = 0; node < nodes.count(); ++node) {
      add_row(forces_.nodes.translation, node, row(force, node));
      add_row(forces_.nodes.rotation, node, row(moment, node));
    }
  };
  add(totals(nodes.force), totals(nodes.moment));
  clear_forces(nodes);
  inertia_.find_rates(start_, rotation_, motions_);
  inertia_.add_damping(forces_);
  if (!is_inverted()) {
    find_spring_forces();
    add(spring_forces_.translation, spring_forces_.rotation);
  }
  if (averages()) copy(forces_, others_);
  inertia_.add_inertia(forces_);
}

/// With the average of all forces but inertia, (1 + a) S' - a S + I, it is S' + I less a / (1 + a) (S + I).
std::vector<double> QuasiStatics::residual() { return residual_at(true); }

std::vector<double> QuasiStatics::residual_at(bool present_arms) {
  find_forces();
  if (has_motions()) on_motions_ = equations_.on_motions(with_present_arms(forces_.nodes), forces_.bodies);
  std::vector<double> sums = to_root(forces_, present_arms);
  const double average = inertia_.average();
  if (!(average < 0)) return sums;
  ModelForces more = zero_forces(state_);
  add(more, -average / (1 + average), others_at_start_);
  add(more, -average / (1 + average), forces_);
  add(more, average / (1 + average), others_);
  const std::vector<double> averaged = to_root(more, present_arms);
  for (std::size_t i = 0; i < sums.size(); ++i) sums[i] += averaged[i];
  return sums;
}

std::vector<double> QuasiStatics::change_by_motions() {
  NodalVector step(state_.nodes.count());
  const std::vector<double> nothing(state_.world.is_root() ? std::size_t(equations_.count()) : 0, 0.0);
  std::vector<BodyVector> of_bodies(state_.domain.model.rigid_bodies.size());
  equations_.from_root(nothing, step, of_bodies, displacements_of_motions());
  double most[2] = {0, 0};
  for (Index node = 0; node < state_.nodes.count(); ++node) {
    most[0] = std::max({most[0], norm(row(step.translation, node)), size_ * norm(row(step.rotation, node))});
    most[1] = std::max(most[1], norm(row(state_.nodes.position, node)));
  }
  state_.world.max(most);
  if (most[0] == 0) return nothing;
  const double by = small * most[1] / most[0];
  Rows position("positions", std::size_t(state_.nodes.count()));
  Kokkos::deep_copy(position, state_.nodes.position);
  std::vector<double> change;
  for (const double sign : {-1.0, 1.0}) {
    for (Index node = 0; node < state_.nodes.count(); ++node) {
      set_row(state_.nodes.position, node, row(position, node) + (sign * by) * row(step.translation, node));
      set_row(rotation_, node, (sign * by) * row(step.rotation, node));
    }
    const std::vector<double> force = residual_at(false);  // bodies have not moved
    if (sign < 0) change = force;
    else
      for (std::size_t i = 0; i < change.size(); ++i) change[i] = (force[i] - change[i]) / (2 * by);
  }
  Kokkos::deep_copy(state_.nodes.position, position);
  Kokkos::deep_copy(rotation_, 0.0);
  return change;
}

bool QuasiStatics::is_inverted() const {
  double smallest[1] = {smallest_dt(elements_)};
  for (Index node = 0; node < state_.nodes.count(); ++node)
    if (!(norm(row(state_.nodes.position, node) - row(start_, node)) <= size_)) smallest[0] = -1;
  state_.world.min(smallest);
  return smallest[0] < 0;
}

namespace {

/// Moves the forces on tied and interpolated nodes to those that they depend on, by the transpose of their rows.
void give_to_independent(const ConstraintRows& rows, NodalVector& sums) {
  std::vector<std::uint8_t> follows(std::size_t(rows.n_nodes()), 0);
  for (const ConstraintRows::Follower& follower : rows.followers()) follows[std::size_t(follower.node)] = 1;
  const auto at = [&](Index node, int dof) -> double& {
    return dof < 3 ? sums.translation(node, dof) : sums.rotation(node, dof - 3);
  };
  constexpr int deepest = 8;  // of chains of nodes that depend on nodes that depend
  for (int depth = 0; depth < deepest; ++depth)
    for (const auto& [slot, terms] : rows.given()) {
      const Index node = Index(slot / ConstraintRows::n_dofs);
      const bool is_in_body = !terms.empty() && terms.front().entity >= rows.n_nodes();
      if (node >= rows.n_nodes() || follows[std::size_t(node)] || is_in_body) continue;
      const double force = std::exchange(at(node, int(slot % ConstraintRows::n_dofs)), 0.0);
      if (force == 0) continue;
      for (const ConstraintRows::Term& term : terms) at(term.entity, term.dof) += term.coefficient * force;
    }
}

/// Of the force on a rigid body.
struct BodyShare {
  Index body = none;
  std::int64_t node = none;  ///< of the whole model; none: on the body as a whole
  BodyVector on;
};

}  // namespace

/// Of bodies with prescribed motions, on root, which adds the shares of a body in the order of the nodes.
std::vector<MotionForce> QuasiStatics::reactions_of_bodies(const NodalVector& unbalanced,
                                                           std::span<const BodyVector> on_bodies) {
  const Domain& domain = state_.domain;
  std::vector<BodyShare> mine;
  for (const Index body : bodies_.here()) {
    if (bodies_.drives(body).empty()) continue;
    if (bodies_.body(body).answers) mine.push_back({body, none, on_bodies[std::size_t(body)]});
    for (const Index node : domain.model.rigid_bodies[std::size_t(body)].nodes) {
      if (!domain.owns_node[std::size_t(node)]) continue;
      const Vec3 force = row(unbalanced.translation, node);
      const Vec3 arm = row(state_.nodes.position, node) - bodies_.motion(body).position;
      mine.push_back({body, domain.global_node[std::size_t(node)],
                      {force, row(unbalanced.rotation, node) + cross(arm, force)}});
    }
  }
  std::vector<BodyShare> all;
  for (const Bytes& bytes : state_.world.gather(to_bytes(std::span<const BodyShare>(mine))))
    for (const BodyShare& share : from_bytes<BodyShare>(bytes)) all.push_back(share);
  std::ranges::sort(all, {}, [](const BodyShare& share) { return std::pair(share.body, share.node); });
  std::vector<MotionForce> reactions;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (i == 0 || all[i - 1].body != all[i].body)
      reactions.push_back({domain.model.rigid_bodies[std::size_t(all[i].body)].id, true, {}, {}});
    reactions.back().force -= all[i].on.translation;
    reactions.back().moment -= all[i].on.rotation;
  }
  return reactions;
}

void QuasiStatics::take_reactions(const NodalVector& unbalanced, std::span<const BodyVector> on_bodies) {
  const Rows& position = state_.nodes.position;
  NodalVector sums(state_.nodes.count());
  add(sums, 1, unbalanced);
  give_to_independent(equations_.rows(), sums);
  for (const auto& [node, leader, arm] : equations_.rows().followers()) {
    const Vec3 force = row(sums.translation, node), along = row(position, node) - row(position, leader);
    add_row(sums.translation, leader, force);
    add_row(sums.rotation, leader, row(sums.rotation, node) + cross(along, force));
  }
  if (auto* const groups = find<NodalForces>(features_)) groups->note(unbalanced.translation);
  find<Constraints>(features_)->take_reactions(state_, sums.translation, sums.rotation);
  bodies_.set_reactions(reactions_of_bodies(sums, on_bodies));
}

/// Work by the trapezoidal rule.
void QuasiStatics::commit() {
  NodeState& nodes = state_.nodes;
  const ModelForces at_end = loads(end_);
  for (Index node = 0; node < nodes.count(); ++node) {
    if (!state_.domain.owns_node[std::size_t(node)]) continue;
    const auto work = [&](const NodalVector& before, const NodalVector& after) {
      const auto mean = [&](Rows NodalVector::* rows) {
        return 0.5 * (row(before.*rows, node) + row(after.*rows, node));
      };
      return dot(mean(&NodalVector::translation), row(nodes.position, node) - row(start_, node)) +
             dot(mean(&NodalVector::rotation), row(rotation_, node));
    };
    state_.ledger.external_work.add(work(loads_at_start_.nodes, at_end.nodes));
    state_.ledger.sliding.add(-work(spring_forces_at_start_, spring_forces_));
  }
  for (std::size_t k = 0; k < at_end.bodies.size(); ++k) {
    if (!equations_.rows().bodies()[k].is_mine) continue;
    const auto [translation, rotation] = bodies_.displacement(Index(k), motions_);
    const BodyVector &before = loads_at_start_.bodies[k], &after = at_end.bodies[k];
    state_.ledger.external_work.add(0.5 * (dot(before.translation + after.translation, translation) +
                                           dot(before.rotation + after.rotation, rotation)));
  }
  const std::vector<double> ways = displacements_of_motions();
  if (state_.world.is_root())
    for (std::size_t m = 0; m < ways.size(); ++m)
      state_.ledger.external_work.add(-0.5 * (on_motions_at_start_[m] + on_motions_[m]) * ways[m]);
  on_motions_at_start_ = on_motions_;
  if (averages()) copy(others_, others_at_start_);
  loads_at_start_ = at_end;
  Kokkos::deep_copy(spring_forces_at_start_.translation, spring_forces_.translation);
  Kokkos::deep_copy(spring_forces_at_start_.rotation, spring_forces_.rotation);
  for (const auto& feature : features_) feature->end_static_step(state_);
  inertia_.commit(nodes, state_.ledger);
}

}  // namespace crumple
