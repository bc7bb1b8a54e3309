// Rigid walls: *RIGIDWALL_PLANAR, infinite or finite, fixed or moving with a mass along the normal, and
// *RIGIDWALL_GEOMETRIC: finite planes, prisms, cylinders and spheres, fixed or moving by a curve. A perfectly plastic
// impact (wall_surface.hpp): a node stays while it is pushed and leaves freely. The wall takes the kinetic energy lost;
// the work of a prescribed motion is external.
//
// Order in a step: add_wall_penalty (wall_penalty.hpp) with the forces, before sum_body_forces; after all that sets
// velocities (kick, constraints, motions, bodies, welds) sum_wall_momenta, World::sum, apply_walls; then the drift.
#pragma once

#include <span>
#include <vector>

#include "physics/conditions/constraints.hpp"
#include "physics/joints/spot_welds.hpp"
#include "physics/state/domain.hpp"
#include "physics/state/half_steps.hpp"
#include "physics/state/results.hpp"
#include "physics/state/state.hpp"
#include "physics/walls/wall_surface.hpp"

namespace crumple {

struct RigidWalls {
  struct Wall {
    std::vector<std::uint8_t> watches;  ///< [node] 1: may not pass (not in a body, not prescribed, not behind at t = 0)
    std::vector<Index> nodes;           ///< the same as a list
    std::vector<Index> body_nodes;      ///< nodes of rigid bodies, held by penalty springs if RWPNAL > 0
    bool is_moving = false;
  };
  std::vector<Wall> walls;              ///< as model.walls
};

struct WallState {
  struct Wall {
    struct Pushed {
      Index node;
      Vec3 force;  ///< [force]
    };
    double displacement = 0;  ///< along the normal, or the direction of a prescribed motion [length]
    double velocity = 0;      ///< the same, at t(n-1/2) [length/time]
    Vec3 impulse;             ///< on this rank's nodes in the last step [force time]
    double duration = 0;      ///< dt_mid of the last step [time]
    double energy = 0;        ///< lost by this rank's nodes and by the motion of the wall so far [energy]
    double energy_ahead = 0;  ///< of penalty springs after t(n) [energy]
    std::vector<Pushed> penalty;  ///< the body_nodes behind the wall at t(n), in their order
    template <class A> void serialize(A& a) { a(displacement, velocity, impulse, duration, energy, energy_ahead); }
  };
  std::vector<Wall> walls;
  template <class A> void serialize(A& a) { a(walls); }
};

/// `in_body`: RigidBodies::in_body. Enters the kinetic energy of moving walls in the ledger (rank 0): the wall account
/// is what walls have taken plus what they brought.
RigidWalls make_rigid_walls(const Domain& domain, const std::vector<std::uint8_t>& in_body,
                            const Constraints& constraints, WallState& state, EnergyLedger& ledger);

/// For the user, from the whole model: rigid bodies' nodes that walls ignore because RWPNAL is 0, as in LS-DYNA.
std::vector<std::string> wall_warnings(const Model& model);

/// Between birth and death.
bool is_on(const RigidWall& wall, const Clock& clock);
/// A wall in the step that starts at t(n).
WallSurface wall_surface(const RigidWall& wall, const Model& model, const WallState::Wall& state, const Clock& clock);

/// Three numbers for each moving wall into `out`: mass and momentum of the nodes it meets, impulse of the springs.
void sum_wall_momenta(const RigidWalls& walls, const Domain& domain, const Clock& clock, const WallState& state,
                      const WeldState& welds, const NodeState& nodes, std::span<double> out);

/// Stops nodes, advances moving walls with the momentum they exchange, enters forces and energies. A cluster of spot
/// welds moves as one: its deepest node decides. `sums`: of sum_wall_momenta over all ranks.
void apply_walls(const RigidWalls& walls, const Domain& domain, const Clock& clock, std::span<const double> sums,
                 const Constraints& constraints, const WeldState& welds, const PreviousVelocity& before,
                 WallState& state, NodeState& nodes, EnergyLedger& ledger);

/// Four numbers for each wall into `out`, to be summed over ranks when wall forces are due.
void sum_wall_forces(const WallState& state, std::span<double> out);
/// Forces of the nodes on the walls in the last step; `normal` is positive in compression.
std::vector<WallForce> wall_forces(const Domain& domain, const WallState& state, std::span<const double> sums);

}  // namespace crumple
