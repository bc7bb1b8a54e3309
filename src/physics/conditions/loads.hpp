// Loads: forces that are prescribed or follow from mass, velocity and geometry, and the work they do.
// Sources: LS-DYNA Keyword Manual, *LOAD_NODE, *LOAD_BODY, *LOAD_SEGMENT, *DAMPING_GLOBAL; damping at the middle of the
// step as in Belytschko, Liu, Moran 2000, section 6.2.
//
// Order in a step: add_pressure before the exchange of nodal sums; add_loads after it and after contact; add_damping
// last of all forces; account_loads once the velocities at t(n+1/2) are final, before energies are summed.
#pragma once

#include <array>
#include <vector>

#include "physics/state/domain.hpp"
#include "physics/state/half_steps.hpp"
#include "physics/state/state.hpp"

namespace crumple {

/// What does not change during the run.
struct Loads {
  struct Segment {
    std::array<Index, 4> nodes;
    Index load = none;  ///< into model.pressure_loads
  };
  std::vector<Segment> segments;
  std::vector<std::uint8_t> in_body;  ///< [node] 1: body force and damping act on the rigid body as a whole
  bool has_nodal = false, has_body = false, has_damping = false;
};

/// Values at t(n); only `ahead` lives from one step to the next.
struct LoadState {
  std::vector<Vec3> segment_force;  ///< on each corner of each segment [force]
  std::vector<Vec3> nodal_value;    ///< force or moment of each nodal load [force], [force length]
  Vec3 base_acceleration;           ///< of all body loads together, as it acts on the nodes [length/time^2]
  double damping = 0;               ///< D [1/time]
  Rows damping_force, damping_moment;  ///< allocated only when there is damping
  WorkAhead ahead;
  template <class A> void serialize(A& a) { a(ahead); }
};

/// `in_body`: RigidBodies::in_body; those nodes get no body force and no damping of their own.
Loads make_loads(const Domain& domain, const std::vector<std::uint8_t>& in_body);
LoadState make_load_state(const Loads& loads, const Domain& domain);

/// Pressure on segments in their present geometry, -p A with A = (x3 - x1) x (x4 - x2) / 2, which is exact for a warped
/// quad; equal shares to its nodes. Rounded, so it may be called on partial sums: a segment is on one rank only.
void add_pressure(const Loads& loads, const Domain& domain, const Clock& clock, NodeState& nodes, LoadState& state);

/// Nodal forces and moments, and body loads f = -m scale curve(t) along the axis; the same on every rank with the node.
/// Also sets base_acceleration and damping, which rigid bodies need.
void add_loads(const Loads& loads, const Domain& domain, const Clock& clock, NodeState& nodes, LoadState& state);

/// Global damping -m D v and -J D w, with v taken in the middle of the step: v(n+1/2) = ((1-c) v(n-1/2) + dt f/m)/(1+c),
/// c = D dt / 2. Written as a force added to f. (LS-DYNA takes v at t(n-1/2), which is first order only.)
void add_damping(const Loads& loads, const Domain& domain, const Clock& clock, NodeState& nodes, LoadState& state);

/// Enters external work and damping losses: f . v over the half steps around t(n), counted by the owner of a node.
void account_loads(const Loads& loads, const Domain& domain, const Clock& clock, const PreviousVelocity& before,
                   const NodeState& nodes, LoadState& state, EnergyLedger& ledger);

}  // namespace crumple
