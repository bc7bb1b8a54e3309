#include "physics/results/features.hpp"

#include "comm/together.hpp"
#include "physics/bodies/joint_stiffness.hpp"
#include "physics/bodies/joints.hpp"
#include "physics/bodies/rigid_bodies.hpp"
#include "physics/conditions/airbags.hpp"
#include "physics/conditions/constraints.hpp"
#include "physics/conditions/loads.hpp"
#include "physics/conditions/nodal_forces.hpp"
#include "physics/contact/contact_feature.hpp"
#include "physics/contact/transducers.hpp"
#include "physics/elements/nodal_dilatation.hpp"
#include "physics/joints/belts.hpp"
#include "physics/joints/interpolations.hpp"
#include "physics/joints/spot_welds.hpp"
#include "physics/joints/ties.hpp"
#include "physics/state/body_nodes.hpp"
#include "physics/walls/rigid_walls.hpp"

namespace crumple {

namespace {

/// [load][node] The part of a node's element mass on which each body load acts; empty where on all.
std::vector<std::vector<double>> loaded_shares(StepState& s, const Elements& elements) {
  std::vector<std::vector<double>> shares;
  for (const BodyLoad& load : s.domain.model.body_loads) {
    shares.emplace_back();
    if (load.parts.empty()) continue;
    std::vector<std::uint8_t> chosen(s.domain.model.parts.size(), 0);
    for (const Index part : load.parts) chosen[std::size_t(part)] = 1;
    shares.back() = mass_shares(elements, s.halo, s.nodes.count(), {chosen});
  }
  return shares;
}

}  // namespace

FeatureList make_features(StepState& s, const Elements& elements) {
  // Made in the order in which they need each other: ties move masses, which bodies sum up; constraints and ties have
  // the last word on initial velocities; contact looks at masses and velocities as they are in the end.
  const std::vector<std::uint8_t> in_body = mark_body_nodes(s.domain.model);
  auto ties = std::make_unique<Ties>(s.world, s.domain, s.halo, s.nodes);
  auto loads = std::make_unique<Loads>(s.domain, in_body, loaded_shares(s, elements));
  auto bodies = std::make_unique<RigidBodies>(s.world, s.domain, s.nodes, *loads);
  bodies->set_initial_motion(s.nodes);
  auto joints = std::make_unique<Joints>(s, *bodies);
  auto stiffnesses = std::make_unique<JointStiffnesses>(s, *bodies);
  auto constraints = std::make_unique<Constraints>(s.domain, in_body);
  constraints->fix_velocities(s.nodes);
  ties->set_tied_velocities(s.domain, s.nodes);
  std::unique_ptr<SpotWelds> welds;
  together(s.world, [&] { welds = std::make_unique<SpotWelds>(s.domain, in_body); });
  std::unique_ptr<Interpolations> interpolations;
  together(s.world, [&] { interpolations = std::make_unique<Interpolations>(s.domain, s.nodes, in_body); });
  auto walls =
      std::make_unique<RigidWalls>(s.world, s.domain, s.nodes, in_body, *constraints, welds->state(), s.ledger);
  auto contacts = std::make_unique<ContactFeature>(s);
  auto transducers = std::make_unique<ForceTransducers>(contacts->contacts());

  // Called in the order in which they have a say on a node:
  FeatureList list;
  list.push_back(std::move(contacts));     // its forces are there before those of all below
  list.push_back(std::make_unique<Airbags>(s));  // pressure on faces, whose nodes are summed before all else
  list.push_back(std::move(loads));        // damping acts on all forces before it
  list.push_back(std::move(constraints));  // a node's own velocity ...
  list.push_back(std::move(welds));        // ... which the cluster that it is welded to takes over
  list.push_back(std::move(interpolations));  // means of nodes that nothing else moves but walls
  list.push_back(std::move(bodies));       // after the kick of their nodes; their sums travel behind what is above
  list.push_back(std::move(joints));       // springs between bodies
  list.push_back(std::move(stiffnesses));  // the same
  list.push_back(std::make_unique<Belts>(s));  // the same between nodes
  list.push_back(std::move(walls));        // stop what the others would let through
  list.push_back(std::move(ties));         // last: tied nodes hand on all forces, and follow what the corners do
  list.push_back(std::make_unique<NodalDilatation>(s.world, s.domain, s.nodes));  // no forces: acts before them
  list.push_back(std::move(transducers));  // no part in the step; behind the contacts and ties in outputs
  list.push_back(std::make_unique<NodalForces>(s.domain));  // no part in the step; looks when all forces are there
  return list;
}

}  // namespace crumple
