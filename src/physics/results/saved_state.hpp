// The state of a running simulation between two steps, independent of how many ranks there are and who owns what: values
// of nodes, elements and spot welds by their numbers in the whole model, and what is the same everywhere. For a new
// decomposition during the run (and for restart files) the simulation is built again as at t = 0, which gives all that
// follows from the model (masses, stiffnesses, lists), and then loaded. So only what changes from step to step is here.
#pragma once

#include <vector>

#include "comm/records.hpp"
#include "comm/world.hpp"
#include "physics/bodies/rigid_bodies.hpp"
#include "physics/conditions/constraints.hpp"
#include "physics/conditions/loads.hpp"
#include "physics/contact/contact.hpp"
#include "physics/elements/element_groups.hpp"
#include "physics/joints/spot_welds.hpp"
#include "physics/joints/ties.hpp"
#include "physics/walls/rigid_walls.hpp"

namespace crumple {

/// What all ranks have alike, and sums over all ranks of what each has for itself.
struct GlobalState {
  /// A moving wall.
  struct Wall {
    double displacement = 0, velocity = 0, duration = 0;
    template <class A> void serialize(A& a) { a(displacement, velocity, duration); }
  };
  /// Of contact: how far it is to the next search, and its time steps (see Contacts).
  struct Contact {
    double since_search = 0, dt_stable = 0, dt_last = 0;
    bool search_requested = false;
    std::int64_t n_searches = 0;
    std::vector<std::uint8_t> started;
    template <class A> void serialize(A& a) { a(since_search, dt_stable, dt_last, search_requested, n_searches, started); }
  };
  int real_size = 0;                    ///< bytes of a value of the elements: 4 single, 8 double precision
  Clock clock;
  bool deletions = false;               ///< some element died in the last step
  double initial_total = 0;             ///< [energy]
  std::vector<RigidBodyState::Motion> bodies;
  std::vector<Wall> walls;
  Contact contact;
  std::vector<double> sums;             ///< ledger, work ahead, wall and contact accounts; exact
  template <class A> void serialize(A& a) {
    a(real_size, clock, deletions, initial_total, bodies, walls, contact, sums);
  }
};

/// Blocks of numbers of the whole model, one on each rank (comm/records.hpp), and the global state on all ranks.
struct SavedState {
  /// What contact remembers (contact/contact_saved.hpp).
  struct Contact {
    Records pairs, face_depths;
  };
  GlobalState global;
  Records nodes, elements, spot_welds;
  Contact contact;
};

/// All that changes from step to step, where it lies.
template <class Real> struct RunState {
  Clock& clock;
  bool& deletions;
  double& initial_total;
  NodeState& nodes;
  Elements<Real>& elements;
  ElementStatus& status;
  EnergyLedger& ledger;
  const RigidBodies& bodies;
  RigidBodyState& body_state;
  LoadState& loads;
  MotionState& motions;
  WeldState& welds;
  WallState& walls;
  Contacts& contacts;
  const Ties& ties;
  TieState& tie_state;
  HaloExchange& halo;
};

/// Settles what contact still has to account for, then gathers the state into blocks. The run may go on after it.
/// Collective.
template <class Real> SavedState save_state(const World& world, const Domain& domain, RunState<Real> run);

/// Gives a simulation that was built from the same model the saved state, on any decomposition. Errors: the state is of
/// another precision or model. Collective.
template <class Real>
void load_state(const World& world, const Domain& domain, const SavedState& saved, RunState<Real> run);

}  // namespace crumple
