#include "physics/joints/shared_motions.hpp"

#include <fmt/format.h>

#include "base/error.hpp"
#include "base/loops.hpp"
#include "base/profile.hpp"
#include "physics/state/constraint_rows.hpp"

namespace crumple {
namespace {

constexpr DofMask all_directions = 7;

/// [node] The directions in which something else moves it.
std::vector<DofMask> directions_taken(const Model& model, const std::vector<std::uint8_t>& in_body) {
  std::vector<DofMask> taken(std::size_t(model.nodes.count()), 0);
  const auto take = [&taken](Index node, int dof) {
    taken[std::size_t(node)] = DofMask(taken[std::size_t(node)] | dof);
  };
  for (std::size_t i = 0; i < in_body.size(); ++i)
    if (in_body[i]) take(Index(i), all_directions);
  for (const SinglePointConstraint& c : model.constraints)
    take(c.node, c.frame == none || (c.dof & all_directions) == 0 ? c.dof & all_directions : all_directions);
  for (const PrescribedMotion& motion : model.motions)
    for (int c = 0; c < 3; ++c)
      if (!motion.rotation && (motion.direction[c] != 0 || motion.turning != PrescribedMotion::Turning::no))
        for (const Index node : motion.nodes) take(node, 1 << c);
  for (const SpotWeld& weld : model.spot_welds)
    for (const Index node : weld.nodes) take(node, all_directions);
  for (const Tie& tie : model.ties) take(tie.node, all_directions);
  for (const Interpolation& its : model.interpolations) {
    take(its.node, all_directions);
    for (const Index node : its.nodes) take(node, all_directions);
  }
  return taken;
}

}  // namespace

SharedMotions::SharedMotions(const Domain& domain, const NodeState& nodes, const std::vector<std::uint8_t>& in_body)
    : motions_(domain.model.shared_motions) {
  if (motions_.empty()) return;
  std::vector<DofMask> taken = directions_taken(domain.model, in_body);
  for (const SharedMotion& motion : motions_) {
    const auto fail = [&](Index node, const char* why) {
      throw Error(fmt::format("*CONSTRAINED_NODE_SET {}: node {} {}", motion.id,
                              domain.model.nodes.id[std::size_t(node)], why));
    };
    for (const Index node : motion.nodes) {
      DofMask& by_others = taken[std::size_t(node)];
      if (by_others & motion.dof)
        fail(node, "is moved by another constraint, a body, a weld or a tie in the same direction, expected none");
      by_others = DofMask(by_others | motion.dof);
      if (!(nodes.mass(node) > 0)) fail(node, "has no mass, expected some");
    }
    sets_.push_back({nodes_.size(), nodes_.size() + motion.nodes.size(), motion.dof, motion.until});
    nodes_.insert(nodes_.end(), motion.nodes.begin(), motion.nodes.end());
  }
}

void SharedMotions::set_velocities(StepState& s) {
  if (motions_.empty() || !(s.clock.dt > 0)) return;
  Profile::Scope scope(phase<"shared motions", Stage::nodes>);
  run_loop(ShareMotion{sets_.data(), nodes_.data(), s.clock.time, s.nodes.mass.data(), rows_at(s.nodes.velocity)},
           sets_.size());
}

void SharedMotions::add_constraint_rows(const StepState& s, ConstraintRows& rows) const {
  for (const SharedMotion& motion : motions_)
    for (int c = 0; c < 3; ++c)
      if ((motion.dof & (1 << c)) && s.clock.time < motion.until)
        for (std::size_t i = 1; i < motion.nodes.size(); ++i)
          rows.depend(motion.nodes[i], c, {{motion.nodes[0], c, 1.0}});
}

}  // namespace crumple
