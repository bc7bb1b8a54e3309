#include "physics/contact/contact_nodes.hpp"

namespace crumple {

ContactNodes make_contact_nodes(const Domain& domain, const NodeState& state, const ContactViews& views) {
  ContactNodes nodes;
  nodes.n_local = domain.model.nodes.count();
  nodes.global.assign(domain.global_node.begin(), domain.global_node.end());
  nodes.body.assign(nodes.n_local, 0);
  for (const RigidBody& body : domain.model.rigid_bodies)
    for (const Index node : body.nodes) nodes.body[node] = body.id;
  if (!domain.model.rigid_bodies.empty())
    nodes.body_mass.assign(views.effective_mass.data(), views.effective_mass.data() + nodes.n_local);
  double bit = 1;
  for (const ForceTransducer& transducer : domain.model.transducers) {
    if (!transducer.has_side_b) continue;
    nodes.sides_b.resize(nodes.n_local);
    for (const Index node : transducer.against) nodes.sides_b[node] += bit;
    bit *= 2;
  }
  nodes.refer_to(state, views);
  return nodes;
}

}  // namespace crumple
