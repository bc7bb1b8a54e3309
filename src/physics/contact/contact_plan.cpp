#include "physics/contact/contact_plan.hpp"

#include <algorithm>

namespace crumple {
namespace {

std::vector<PassPlan> passes_of(ContactKind kind) {
  switch (kind) {
    case ContactKind::single_surface: return {{0, 0}};
    case ContactKind::surface_to_surface: return {{0, 1}, {1, 0}};
    case ContactKind::nodes_to_surface: break;
  }
  return {{0, 1}};
}

/// SOFSCL of SOFT = 1; SLSFAC and the smaller SFS of SOFT = 2.
void set_stiffness(const Contact& contact, const Control& control, ContactPlan& plan) {
  plan.stiffness_dt = contact.stiffness_dt;
  plan.edge_scale = contact.edge_scale;
  if (contact.soft == 1) {
    plan.stiffness = StiffnessRule::at_least_time_step;
    plan.step_scale = contact.soft_scale;
    return;
  }
  if (contact.soft == 2) plan.stiffness = StiffnessRule::time_step;
  plan.step_scale = control.contact_stiffness;
  plan.side_scale = plan.meets_itself ? contact.stiffness_scale_a
                                      : std::min(contact.stiffness_scale_a, contact.stiffness_scale_b);
}

void set_friction(const Contact& contact, ContactPlan& plan) {
  plan.friction = {contact.friction_static, contact.friction_dynamic, contact.friction_decay};
  plan.friction_of_pairs = &contact.friction_of_pairs;
  plan.n_friction_groups = Index(contact.friction_of_pairs.parts.size()) + 1;
  for (const auto& [at_rest, sliding, decay] : contact.friction_of_pairs.values)
    plan.friction_table.push_back({at_rest, sliding, decay});
}

ContactPlan plan_of(const Contact& contact, const Control& control) {
  ContactPlan plan;
  plan.id = contact.id;
  plan.passes = passes_of(contact.kind);
  plan.meets_itself = contact.kind == ContactKind::single_surface;
  plan.has_edges = contact.edges;
  plan.holds_deep = contact.holds_deep;
  plan.erodes = contact.eroding;
  const double scale = control.contact_stiffness;
  plan.side = {ContactSide{&contact.a, scale * contact.stiffness_scale_a, contact.thickness_a,
                           contact.thickness_scale_a, plan.meets_itself},
               ContactSide{&contact.b, scale * contact.stiffness_scale_b, contact.thickness_b,
                           contact.thickness_scale_b, plan.meets_itself}};
  set_stiffness(contact, control, plan);
  plan.damping = 0.02 * contact.viscous_damping;
  set_friction(contact, plan);
  plan.birth = contact.birth;
  plan.death = contact.death;
  plan.acts_at_start = contact.birth <= 0;
  plan.names_initial_penetrations = contact.ignore != 1;
  plan.lists_initial_penetrations = contact.ignore == 2;
  plan.asks_to_move_nodes = contact.ignore == 0 && contact.soft != 2;  // as in LS-DYNA's segment contact
  return plan;
}

}  // namespace

std::vector<ContactPlan> make_contact_plans(const Model& model) {
  std::vector<ContactPlan> plans;
  for (const Contact& contact : model.contacts) plans.push_back(plan_of(contact, model.control));
  return plans;
}

}  // namespace crumple
