#include "physics/contact/surface_steps.hpp"

#include <cmath>
#include <limits>
#include <tuple>

#include "comm/world.hpp"
#include "physics/contact/contact.hpp"
#include "physics/contact/contact_plan.hpp"
#include "physics/contact/passes.hpp"

namespace crumple {
namespace {

constexpr Id no_part = std::numeric_limits<Id>::max();

/// [local node] the lowest number of the parts around it on this rank.
std::vector<Id> parts_of_nodes(const Model& model) {
  std::vector<Id> part(model.nodes.id.size(), no_part);
  const auto note = [&](const auto& element) {
    for (const Index node : element.nodes) part[node] = std::min(part[node], model.parts[element.part].id);
  };
  for (const Shell& shell : model.shells) note(shell);
  for (const Solid& solid : model.solids) note(solid);
  return part;
}

/// The smaller of two steps; ties by number, so that the order of ranks does not matter.
void keep_smaller(const SurfaceStep& other, SurfaceStep& step) {
  if (!(other.dt > 0)) return;
  if (!(step.dt > 0) || std::tie(other.dt, other.node, other.part) < std::tie(step.dt, step.node, step.part))
    step = other;
}

struct Steps {
  const Contacts& contacts;
  std::vector<Id> part;
  std::vector<SurfaceStep> found;

  void add_node(SurfaceStep& step, Index node, double stiffness) const {
    const double mass = contacts.nodes.at().effective_mass(node);
    if (!(mass > 0 && stiffness > 0)) return;
    keep_smaller(
        {step.contact, step.is_a, std::sqrt(2 * mass / stiffness), contacts.domain->model.nodes.id[node], part[node]},
        step);
  }
  void add_slaves(const Pass& pass, SurfaceStep step) {
    for (Index k = 0; k < pass.slaves.n_local; ++k)
      add_node(step, pass.slaves.node[k], pass.slaves.constants[k].stiffness);
    found.push_back(step);
  }
  void add_segments(const Pass& pass, SurfaceStep step) {
    for (Index s = 0; s < pass.segments.n_local; ++s)
      for (const Index node : pass.segments.nodes[s]) add_node(step, node, pass.segments.constants[s].stiffness);
    found.push_back(step);
  }
};

}  // namespace

std::vector<SurfaceStep> surface_steps(const World& world, const Contacts& contacts) {
  const Model& model = contacts.domain->model;
  Steps steps{contacts, parts_of_nodes(model), {}};
  for (const Pass& pass : contacts.passes) {
    const ContactPlan& plan = contacts.plan_of(pass);
    if (plan.stiffness == StiffnessRule::time_step) {
      if (pass.slaves_are_a) steps.found.push_back({plan.id, true});
      continue;
    }
    steps.add_slaves(pass, {plan.id, pass.slaves_are_a});
    const bool nodes_of_b_are_slaves = plan.meets_itself || plan.passes.size() > 1;
    if (!nodes_of_b_are_slaves) steps.add_segments(pass, {plan.id, false});
  }
  std::vector<SurfaceStep> all = steps.found;
  for (const Bytes& bytes : world.gather(to_bytes<SurfaceStep>(steps.found))) {
    const std::vector<SurfaceStep> of_rank = from_bytes<SurfaceStep>(bytes);
    for (std::size_t k = 0; k < all.size(); ++k) keep_smaller(of_rank[k], all[k]);
  }
  return all;
}

}  // namespace crumple
