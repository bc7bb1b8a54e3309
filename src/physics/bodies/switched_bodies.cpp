// Rigid bodies of parts that are deformable in other stages (*DEFORMABLE_TO_RIGID_AUTOMATIC). Between two steps the run
// is set up again with the bodies of the next stage, and the state of the last one is loaded. A body that starts takes
// mass, momentum and angular momentum of its nodes; the kinetic energy of their relative motion is booked as damping. A
// body that ends leaves the velocities of its nodes. At that time velocities are those of t(n-1/2) and positions those
// of t(n), while the stresses of deformable elements are still those of t(n-1): elements that become rigid first update
// them to t(n); those that become deformable are rotated to the attitude of the body at t(n-1)
// (elements/packed_turn.cpp).
#include "physics/bodies/rigid_bodies.hpp"

namespace crumple {
namespace {

double kinetic_energy_of(const NodeState& nodes, Index node) {
  const Vec3 v = row(nodes.velocity, node), w = row(nodes.angular_velocity, node);
  return 0.5 * (nodes.mass(node) * dot(v, v) + nodes.inertia(node) * dot(w, w));
}

}  // namespace

/// The state of these bodies that does not follow from the model at t = 0: their properties, and the positions of their
/// nodes in them.
void RigidBodies::archive_switched(StateArchive& a, StepState& s, const Numbered& known,
                                   const std::vector<Motion>& motions) {
  const Domain& domain = s.domain;
  const auto& given = domain.model.rigid_bodies;
  int stage = stage_;
  a.same(stage);
  std::vector<Properties> bodies(n_bodies_);
  for (std::size_t k = 0; k < here_.size(); ++k) bodies[std::size_t(here_[k])] = bodies_[k];
  a.records("properties of bodies", known, [&](std::size_t i, Fields& fields) {
    if (const auto b = std::size_t(known.number[i]); given[b].is_switched()) fields(bodies[b]);
  });
  std::vector<Vec3> arms(domain.global_node.size());
  for (std::size_t i = 0; i < nodes_.size(); ++i) arms[std::size_t(nodes_[i])] = row(arm_, Index(i));
  a.records("arms of bodies", nodes_of(domain), [&](std::size_t i, Fields& fields) { fields(arms[i]); });
  if (!a.is_loading()) return;
  for (std::size_t i = 0; i < nodes_.size(); ++i)
    if (given[std::size_t(here_[std::size_t(body_[i])])].is_switched())
      set_row(arm_, Index(i), arms[std::size_t(nodes_[i])]);
  for (std::size_t k = 0; k < here_.size(); ++k)
    if (const auto b = std::size_t(here_[k]); given[b].is_switched()) static_cast<Properties&>(bodies_[k]) = bodies[b];
  if (stage != stage_) change_stage(s, stage, bodies, motions);
}

/// Ends the bodies that are not in this stage, and starts those that were not in the last one.
void RigidBodies::change_stage(StepState& s, int stage_before, const std::vector<Properties>& bodies,
                               const std::vector<Motion>& motions) {
  const Model& model = s.domain.model;
  switched_.assign(model.parts.size(), {});
  const auto& given = model.rigid_bodies;
  for (std::size_t b = 0; b < n_bodies_; ++b) {
    if (!given[b].is_in(stage_before) || given[b].is_in(stage_)) continue;
    const Motion& motion = motions[b];
    const Quaternion before = exponential(-s.clock.dt_previous * motion.angular_velocity) * motion.attitude;
    for (const Index part : given[b].parts)
      switched_[std::size_t(part)] = {false, true, to_matrix(before * conjugate(bodies[b].first_attitude))};
  }
  for (std::size_t b = 0; b < n_bodies_; ++b) {
    if (given[b].is_in(stage_before) || !given[b].is_in(stage_)) continue;
    for (const Index part : given[b].parts) switched_[std::size_t(part)].begins = true;
    beginning_.push_back(Index(b));
  }
  start_bodies(s.world, s.domain, s.nodes, beginning_, false);
}

void RigidBodies::resume(StepState& s) {
  for (const Index number : beginning_)
    if (const auto k = find_here(number)) move_with_body(s, *k);
  beginning_.clear();
  find_stops(s.domain.model, s.clock.time);
}

/// Gives the nodes of a body that starts its motion.
void RigidBodies::move_with_body(StepState& s, std::size_t k) {
  const Body& body = bodies_[k];
  for (std::size_t i = body.first; i < body.owned_end; ++i)
    s.ledger.damping.add(kinetic_energy_of(s.nodes, nodes_[i]));
  set_motion_of_nodes(k, s.nodes);
  if (!body.answers) return;
  const Motion& m = motions_[k];
  s.ledger.damping.add(-0.5 * (body.mass * dot(m.velocity, m.velocity) + dot(m.angular_momentum, m.angular_velocity)));
}

void RigidBodies::report_switched_parts(std::span<PartSwitch> parts) const {
  for (std::size_t p = 0; p < switched_.size(); ++p) parts[p] = switched_[p];
}

}  // namespace crumple
