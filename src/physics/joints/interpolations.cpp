#include "physics/joints/interpolations.hpp"

#include <fmt/format.h>

#include "base/error.hpp"
#include "base/loops.hpp"
#include "base/profile.hpp"
#include "physics/state/constraint_rows.hpp"

namespace crumple {
namespace {

/// Other constraints that move nodes; null: none.
std::vector<const char*> other_movers(const Model& model, const std::vector<std::uint8_t>& in_body) {
  std::vector<const char*> mover(std::size_t(model.nodes.count()), nullptr);
  for (std::size_t i = 0; i < in_body.size(); ++i)
    if (in_body[i]) mover[i] = "is part of a rigid body";
  for (const SinglePointConstraint& c : model.constraints) mover[std::size_t(c.node)] = "is held (*BOUNDARY_SPC)";
  for (const PrescribedMotion& motion : model.motions)
    for (const Index node : motion.nodes) mover[std::size_t(node)] = "has a prescribed motion";
  for (const SpotWeld& weld : model.spot_welds)
    for (const Index node : weld.nodes) mover[std::size_t(node)] = "is welded (*CONSTRAINED_SPOTWELD)";
  for (const Tie& tie : model.ties) mover[std::size_t(tie.node)] = "is tied by a contact";
  return mover;
}

}  // namespace

Interpolations::Interpolations(const Domain& domain, const NodeState& nodes, const std::vector<std::uint8_t>& in_body) {
  const std::vector<Interpolation>& interpolations = domain.model.interpolations;
  if (interpolations.empty()) return;
  std::vector<const char*> mover = other_movers(domain.model, in_body);
  for (const Interpolation& its : interpolations) {
    const auto fail = [&](Index node, const std::string& why) {
      throw Error(fmt::format("*CONSTRAINED_INTERPOLATION {}: node {} {}", its.id,
                              domain.model.nodes.id[std::size_t(node)], why));
    };
    const auto take = [&](Index node) {
      if (mover[std::size_t(node)]) fail(node, fmt::format("{}, expected a free one", mover[std::size_t(node)]));
      mover[std::size_t(node)] = "is in another *CONSTRAINED_INTERPOLATION, too";
    };
    take(its.node);
    for (const Index node : its.nodes) {
      take(node);
      if (!(nodes.mass(node) > 0)) fail(node, "has no mass, expected some of an independent node");
    }
    here_.push_back({its.node, its.dof, nodes_.size(), nodes_.size() + its.nodes.size()});
    nodes_.insert(nodes_.end(), its.nodes.begin(), its.nodes.end());
    weights_.insert(weights_.end(), its.weights.begin(), its.weights.end());
    const MeanPlace mean = loop(nodes).mean_of(here_.back());
    const Mat3& inertia = mean.inertia;
    const double size = inertia(0, 0) + inertia(1, 1) + inertia(2, 2);
    // 1e-9 of the cube of the mean moment: nodes within 1e-4 of their extent from a line.
    if (!(mean.determinant() > 1e-9 * size * size * size))
      fail(its.nodes.front(), "lies on a line with the other independent nodes, expected three that do not");
  }
  shares_.resize(6 * nodes_.size());
}

Interpolate Interpolations::loop(const NodeState& nodes) const {
  return {here_.data(), nodes_.data(), weights_.data(), nullptr, rows_at(nodes.position), rows_at(nodes.velocity),
          rows_at(nodes.angular_velocity), nodes.mass.data(), nodes.inertia.data()};
}

void Interpolations::add_constraint_rows(const StepState& s, ConstraintRows& rows) const {
  for (const InterpolationHere& its : here_) {
    const std::size_t n = its.n_nodes();
    std::vector<Vec3> shares(6 * n);
    const DependentRows dependent = loop(s.nodes).rows_of(its, shares.data());
    for (std::size_t r = 0; r < dependent.count; ++r) {
      std::vector<ConstraintRows::Term> terms;
      for (std::size_t i = 0; i < n; ++i)
        for (int c = 0; c < 3; ++c) terms.push_back({nodes_[its.first + i], c, shares[r * n + i][c]});
      rows.depend(its.node, dependent.component[r] + (dependent.is_rotation[r] ? 3 : 0), std::move(terms));
    }
  }
}

void Interpolations::set_velocities(StepState& s) {
  if (here_.empty() || !(s.clock.dt > 0)) return;
  Profile::Scope scope(phase<"interpolations", Stage::nodes>);
  Interpolate body = loop(s.nodes);
  body.shares = shares_.data();
  run_loop(body, here_.size(), 1);
}

}  // namespace crumple
