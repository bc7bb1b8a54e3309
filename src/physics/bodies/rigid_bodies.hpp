// Rigid bodies: *MAT_020 parts and nodal rigid bodies, with merged bodies and extra nodes. Every rank knows all bodies
// and the sums of their forces; it advances those that it has nodes of, each rank with the same bits. One of them, the
// first that owns a node, answers for the body in what is summed over ranks.
// Sources: LS-DYNA Theory Manual, Rigid Body Dynamics (Benson, Hallquist 1986); leapfrog of the angular momentum with
// the exact free motion in between (Dullweber, Leimkuhler, McLachlan 1997), so gyroscopic moments are exact.
//
// Order in a step, after all forces and add_damping: sum_body_forces, World::sum, advance_rigid_bodies (after the kick,
// which may include their nodes: it sets v and w anew); after the drift place_rigid_nodes.
#pragma once

#include <span>
#include <vector>

#include "comm/world.hpp"
#include "physics/bodies/rotation.hpp"
#include "physics/conditions/loads.hpp"
#include "physics/state/domain.hpp"
#include "physics/state/half_steps.hpp"
#include "physics/state/state.hpp"

namespace crumple {

struct RigidBodies {
  /// The same on all ranks, in the order of model.rigid_bodies.
  struct Body {
    Id id = 0;
    double mass = 0;                   ///< [mass]
    Vec3 inertia;                      ///< principal, ascending [mass length^2]
    std::vector<Vec3> fixed_translation, fixed_rotation;  ///< directions of CON1, CON2
    std::vector<Index> motions;        ///< into model.motions
    Quantum force, moment;             ///< of the sums over its nodes: room for 64 times a node's largest force
    std::size_t first = 0, owned_end = 0, last = 0;  ///< range of this rank's nodes, those it owns in front
    bool answers = false;                            ///< this rank accounts for the body's energy and work
  };
  std::vector<Body> bodies;
  std::vector<Index> here;            ///< the bodies that this rank has nodes of, ascending
  std::vector<Index> nodes;           ///< local nodes of all bodies
  std::vector<Index> body;            ///< to which each of them belongs, into `bodies`
  Rows arm;                           ///< from the centre to each of them, in principal axes [length]
  std::vector<std::uint8_t> in_body;  ///< [node] 1: belongs to a body; leave out of nodal kinetic energy
};

/// Centre at t(n), velocities at t(n-1/2); the same on all ranks that have nodes of the body, old on the others.
struct RigidBodyState {
  struct Motion {
    Vec3 position;          ///< of the centre of mass [length]
    Vec3 velocity;          ///< [length/time]
    Quaternion attitude;    ///< principal axes from global axes
    Vec3 angular_momentum;  ///< about the centre, global axes [mass length^2/time]
    Vec3 angular_velocity;  ///< mean of the last step, global axes [1/time]
    double kinetic = 0;     ///< energy at t(n) of the step last advanced [energy]
    template <class A> void serialize(A& a) {
      a(position, velocity, attitude, angular_momentum, angular_velocity, kinetic);
    }
  };
  std::vector<Motion> motions;
  WorkAhead ahead;
  template <class A> void serialize(A& a) { a(motions, ahead); }
};

/// [node] 1 if it belongs to a rigid body; throws if it belongs to two.
std::vector<std::uint8_t> mark_body_nodes(const Model& model);

/// Mass properties from the nodes' masses and inertias at t = 0, or as given by the deck; initial motion given by the
/// deck (*INITIAL_VELOCITY_RIGID_BODY, else non-zero velocities of *PART_INERTIA), else from the nodes' momenta.
/// Collective, four reductions. Sums are exact with quanta from each body's own extent.
RigidBodies make_rigid_bodies(const World& world, const Domain& domain, const NodeState& nodes, RigidBodyState& state);

/// v = V + omega x r and w = omega for all nodes of bodies, at t = 0.
void set_initial_rigid_motion(const RigidBodies& bodies, const RigidBodyState& state, NodeState& nodes);

/// Six numbers for each body into `out`: force and moment about its centre, summed over the nodes this rank owns.
void sum_body_forces(const RigidBodies& bodies, const RigidBodyState& state, const NodeState& nodes,
                     std::span<double> out);

/// Advances the bodies here by one step from the global sums; body loads and damping act on the body as a whole. Sets
/// v = (x(n+1) - x(n)) / dt and w of their nodes. Work is entered in the ledger of the rank that answers.
void advance_rigid_bodies(const RigidBodies& bodies, const Domain& domain, const Clock& clock, const LoadState& loads,
                          std::span<const double> sums, RigidBodyState& state, NodeState& nodes, EnergyLedger& ledger);

/// x = centre + R r0 for all nodes of bodies, free of the drift's rounding.
void place_rigid_nodes(const RigidBodies& bodies, const RigidBodyState& state, NodeState& nodes);

/// Kinetic energy at t(n) of the step last advanced of the bodies that this rank answers for, to be summed over ranks.
double body_kinetic_energy(const RigidBodies& bodies, const RigidBodyState& state, const Quantum& quantum);

/// The motions of all bodies, as the ranks that answer for them have them. Collective.
std::vector<RigidBodyState::Motion> gather_motions(const World& world, const RigidBodies& bodies,
                                                   const RigidBodyState& state);

}  // namespace crumple
