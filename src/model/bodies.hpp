// Nodes that move together: rigid bodies and spot welds.
// Part of the Model (model.hpp), read by `physics/rigid_bodies` and `physics/spot_welds`.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "model/materials.hpp"

namespace crumple {

/// Mass properties given by the user (*PART_INERTIA, *CONSTRAINED_NODAL_RIGID_BODY_INERTIA), replacing computed ones.
struct GivenInertia {
  Vec3 center;             ///< [length]
  double mass = 0;         ///< [mass]
  Mat3 inertia;            ///< about the centre, global axes [mass length^2]
  Vec3 velocity;           ///< [length/time]
  Vec3 angular_velocity;   ///< [1/time]
  CRUMPLE_DESCRIBE(plain(center, mass, inertia, velocity, angular_velocity))
};

/// Nodes that move as one: *MAT_020 parts, *CONSTRAINED_NODAL_RIGID_BODY, both with merged bodies and extra nodes.
struct RigidBody {
  Id id = 0;                    ///< part id of the (master) part or of the nodal rigid body
  std::string title;
  std::vector<Index> parts;     ///< empty for a nodal rigid body; the master first
  std::vector<Index> nodes;     ///< ascending, unique: all nodes that follow the body
  MaterialRigid constraint;     ///< of the master part
  std::optional<GivenInertia> inertia;
  /// *INITIAL_VELOCITY_RIGID_BODY; without it the initial motion follows from the nodes' momentum
  std::optional<std::pair<Vec3, Vec3>> initial_velocity;  ///< v [length/time], omega [1/time]
  std::vector<std::uint8_t> in_stage;  ///< [stage of PartSwitches] whether there is such a body; empty: in all
  /// Whether it is one of parts that are deformable at other times.
  bool is_switched() const { return !in_stage.empty(); }
  bool is_in(int stage) const { return in_stage.empty() || in_stage[std::size_t(stage)] != 0; }
  CRUMPLE_DESCRIBE(plain(id, title, constraint, inertia, initial_velocity, in_stage), ref::part(parts),
                   ref::ascending_nodes(nodes))
};

/// *DEFORMABLE_TO_RIGID_AUTOMATIC: parts that are deformable in some stages of the run and in others move as rigid
/// bodies. Stage 0 begins at t = 0, and stage k at times[k - 1]. The model has the bodies of all stages.
struct PartSwitches {
  std::vector<double> times;    ///< ascending [time]
  std::vector<double> most_dt;  ///< [stage] DTMAX: bound on the time step; 0: none [time]
  int stage = 0;                ///< of the model, see enter_stage
  bool any() const { return !times.empty(); }
  /// The stage that has begun at `time`.
  int stage_at(double time) const;
  CRUMPLE_DESCRIBE(plain(times, most_dt, stage))
};

/// *CONSTRAINED_RIGID_BODY_STOPPERS: bounds on how far and how fast a body moves along a direction.
struct BodyStopper {
  Index body = none;
  Vec3 direction;             ///< unit vector
  Index most = none, least = none;  ///< |LCMAX|, |LCMIN|: over time, [length]
  bool most_is_place = false, least_is_place = false;  ///< LCMAX, LCMIN > 0: of the centre of mass, else of its way
  Index speed = none;         ///< LCVMNX: largest absolute value over time, [length/time]
  double birth = 0, death = 1e21;  ///< TB, TD [time]
  CRUMPLE_DESCRIBE(ref::rigid_body(body), plain(direction, most_is_place, least_is_place, birth, death),
                   ref::curve(most, least, speed))
};

/// *CONSTRAINED_SPOTWELD: a massless rigid link of two nodes; fails when
/// (|fn|/normal_strength)^normal_exponent + (|fs|/shear_strength)^shear_exponent >= 1, or at failure_time.
struct SpotWeld {
  Id id = 0;
  std::array<Index, 2> nodes{none, none};
  double normal_strength = 0, shear_strength = 0;  ///< SN, SS [force]; 0: does not fail
  double normal_exponent = 2, shear_exponent = 2;
  double failure_time = 1e20;  ///< TF [time]
  double plastic_strain = 1e20;  ///< EP, EPPF: of the elements around a node; beyond it, it is let go [1]
  Id tied_set = 0;             ///< a link between nodes of *CONSTRAINED_TIED_NODES_FAILURE; 0: a weld of its own
  bool tied_solids = false;    ///< ETYPE of the set: it is the strain of solids that counts, not of shells
  std::array<int, 2> strains{-1, -1};  ///< of its nodes, in Model::weld_strains; -1: none
  CRUMPLE_DESCRIBE(plain(id, normal_strength, shear_strength, normal_exponent, shear_exponent, failure_time,
                         plastic_strain, tied_set, tied_solids, strains),
                   ref::node(nodes))
};

/// The elements around a node whose plastic strain lets it go from its welds (physics/joints/weld_strains): once the
/// mean over its group, weighted by the elements' volumes, is beyond the limit, the nodes whose own mean is are let go.
struct WeldStrain {
  struct Element {
    SectionKind kind = SectionKind::shell;
    Id id = 0;
    double volume = 0;  ///< at t = 0 [length^3]
    CRUMPLE_DESCRIBE(plain(kind, id, volume))
  };
  int group = 0;     ///< of nodes that let go only where the mean of all of them is beyond the limit, too
  double limit = 0;  ///< plastic strain [1]
  std::vector<Element> elements;
  CRUMPLE_DESCRIBE(plain(group, limit, elements))
};

}  // namespace crumple
