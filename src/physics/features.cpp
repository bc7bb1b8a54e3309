#include "physics/features.hpp"

#include "comm/together.hpp"
#include "physics/bodies/joint_stiffness.hpp"
#include "physics/bodies/joints.hpp"
#include "physics/bodies/rigid_bodies.hpp"
#include "physics/bodies/sensor_watch.hpp"
#include "physics/conditions/airbags.hpp"
#include "physics/conditions/constraints.hpp"
#include "physics/conditions/loads.hpp"
#include "physics/conditions/nodal_forces.hpp"
#include "physics/conditions/non_reflecting.hpp"
#include "physics/contact/contact_feature.hpp"
#include "physics/contact/transducers.hpp"
#include "physics/elements/nodal_dilatation.hpp"
#include "physics/joints/belts.hpp"
#include "physics/joints/interpolations.hpp"
#include "physics/joints/shared_motions.hpp"
#include "physics/joints/soft_ties.hpp"
#include "physics/joints/spot_welds.hpp"
#include "physics/joints/ties.hpp"
#include "physics/joints/weld_strains.hpp"
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

/// All kinds. Contact comes first, for its forces are bounded by those of the elements alone.
template <class... Kinds> struct KindList {
  static_assert((BoundsItsForces<Kinds> && ...), "a kind of feature states which motion and forces it may cause");
  template <class Kind> static constexpr bool has = (std::is_same_v<Kind, Kinds> || ...);
  template <class F> static void for_each(F f) { (f.template operator()<Kinds>(), ...); }
};
using FeatureKinds =
    KindList<ContactFeature, Airbags, Loads, Constraints, SpotWelds, Interpolations, SharedMotions, RigidBodies,
             Joints, JointStiffnesses, Belts, RigidWalls, Ties, SoftTies, NonReflectingBoundary, NodalDilatation,
             ForceTransducers, NodalForces, SensorWatch, WeldStrains>;

}  // namespace

void bound_motion_of_features(const Model& model, ModelExtremes& extremes) {
  FeatureKinds::for_each([&]<class Kind>() { Kind::bound_motion(model, extremes); });
}

void bound_forces_of_features(const Model& model, ModelExtremes& extremes) {
  FeatureKinds::for_each([&]<class Kind>() { Kind::bound_forces(model, extremes); });
}

FeatureList make_features(StepState& s, const Elements& elements) {
  // Made in the order in which they need each other: ties move masses, which bodies sum up; constraints and ties have
  // the last word on initial velocities; contact looks at masses and velocities as they are in the end.
  const std::vector<std::uint8_t> in_body = mark_body_nodes(s.domain.model);
  const Column frequency_bound("contact frequency bounds", std::size_t(s.nodes.count()));
  auto ties = std::make_unique<Ties>(s.world, s.domain, s.halo, s.nodes);
  auto loads = std::make_unique<Loads>(s.domain, in_body, loaded_shares(s, elements));
  auto boundary = std::make_unique<NonReflectingBoundary>(s, in_body, *loads);
  loads->set_dashpots(boundary->dashpots());
  auto bodies = std::make_unique<RigidBodies>(s, *loads, frequency_bound);
  bodies->set_motion_of_nodes(s.nodes);
  auto joints = std::make_unique<Joints>(s, *bodies);
  auto stiffnesses = std::make_unique<JointStiffnesses>(s, *bodies);
  auto constraints = std::make_unique<Constraints>(s.domain, in_body, *loads);
  constraints->fix_velocities(s.nodes);
  ties->set_tied_velocities(s.nodes);
  std::unique_ptr<SpotWelds> welds;
  together(s.world, [&] { welds = std::make_unique<SpotWelds>(s.domain, in_body); });
  std::unique_ptr<Interpolations> interpolations;
  together(s.world, [&] { interpolations = std::make_unique<Interpolations>(s.domain, s.nodes, in_body); });
  std::unique_ptr<SharedMotions> shared;
  together(s.world, [&] { shared = std::make_unique<SharedMotions>(s.domain, s.nodes, in_body); });
  auto walls =
      std::make_unique<RigidWalls>(s, in_body, bodies->effective_mass(), *loads, *constraints, welds->state());
  auto contacts = std::make_unique<ContactFeature>(s, bodies->effective_mass(), frequency_bound);
  auto belts = std::make_unique<Belts>(s, bodies->effective_mass());
  auto transducers = std::make_unique<ForceTransducers>(contacts->contacts());
  auto sensors = std::make_unique<SensorWatch>(s.domain, *bodies, elements);
  auto strains = std::make_unique<WeldStrains>(s.domain, *welds, elements);

  // Called in the order in which they have a say on a node:
  FeatureList list;
  const auto add = [&list]<class Kind>(std::unique_ptr<Kind> feature) {
    static_assert(FeatureKinds::has<Kind>);
    list.push_back(std::move(feature));
  };
  add(std::move(contacts));     // its forces are there before those of all below
  add(std::make_unique<Airbags>(s));  // pressure on faces, whose nodes are summed before all else
  add(std::move(loads));        // damping acts on all forces before it
  add(std::move(constraints));  // a node's own velocity ...
  add(std::move(welds));        // ... which the cluster that it is welded to takes over
  add(std::move(interpolations));  // means of nodes that nothing else moves but walls
  add(std::move(shared));       // the same of nodes that have a velocity in common
  add(std::move(bodies));       // after the kick of their nodes; their sums overlap with what is above
  add(std::move(joints));       // springs between bodies
  add(std::move(stiffnesses));  // the same
  add(std::move(belts));        // the same between nodes
  add(std::move(walls));        // stop what the others would let through
  add(std::move(ties));         // all forces of tied nodes go to the corners, which they follow
  add(std::make_unique<SoftTies>(s));  // springs between nodes and faces; in outputs behind the other ties
  add(std::move(boundary));     // dashpots: on the velocity that all forces, and damping, lead to
  add(std::make_unique<NodalDilatation>(s.world, s.domain, elements.dilatation));  // no forces: acts before them
  add(std::move(transducers));  // no part in the step; behind the contacts and ties in outputs
  add(std::make_unique<NodalForces>(s.domain));  // no part in the step; looks when all forces are there
  add(std::move(strains));      // the same; look at elements as they are in the end
  for (const auto& feature : list) sensors->look_at(*feature);
  add(std::move(sensors));      // no part in the step; look at motions as they are in the end
  return list;
}

}  // namespace crumple
