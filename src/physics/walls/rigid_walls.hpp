// Rigid walls: *RIGIDWALL_PLANAR, infinite or finite, fixed or moving with a mass along the normal, and
// *RIGIDWALL_GEOMETRIC: finite planes, prisms, cylinders and spheres, fixed or with a prescribed motion. A perfectly
// plastic impact (wall_surface.hpp): a node sticks while it is in compression and separates freely. The wall absorbs
// the kinetic energy lost; the work of a prescribed motion is external.
//
// Applied after all other constraints of velocities (kick, constraints, motions, welds, bodies), before the drift.
#pragma once

#include <array>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "comm/holder_sums.hpp"
#include "physics/conditions/constraints.hpp"
#include "physics/joints/spot_welds.hpp"
#include "physics/state/feature.hpp"
#include "physics/walls/wall_force.hpp"
#include "physics/walls/wall_penalty.hpp"
#include "physics/walls/wall_surface.hpp"

namespace crumple {

class RigidWalls final : public Feature, public HasExchanges, public Gives<WallForce> {
 public:
  static void bound_motion(const Model& model, ModelExtremes& extremes);
  static void bound_forces(const Model&, ModelExtremes&) {}

  /// The nodes in contact with a wall in a step: few, so that only their search is costly.
  struct Met {
    kernels::RunVector<MetNode> nodes;  ///< not welded
    std::vector<Index> clusters;        ///< with such a node, ascending
    void clear() { nodes.clear(), clusters.clear(); }
  };

  /// On a node behind a wall in a static step.
  struct StaticPush {
    Vec3 force;        ///< [force]
    Vec3 grip;         ///< how far the spring of friction is stretched [length]
    double across = 0;  ///< stiffness along the wall [force/length]
    Vec3 slip;         ///< direction in which the node slides; 0: it sticks [1]
  };

  struct Wall {
    kernels::RunVector<std::uint8_t> watches;  ///< [node] 1: not in a body, not prescribed, not behind at t = 0
    kernels::RunVector<Index> nodes;    ///< the same as a list
    bool is_moving = false;             ///< by its own mass and the nodes in contact
    bool is_followed = true;            ///< if moving: this rank has nodes that may contact it
    Met met;                            ///< in this step
    FoundRoom<MetNode> room;            ///< for all nodes in contact with the wall, welded or not
    WallSprings springs;                ///< for nodes of rigid bodies, if RWPNAL > 0
    double displacement =
        0;  ///< of walls that are followed, at t(n), along the normal or the direction of a prescribed motion [length]
    double velocity = 0;      ///< the same, at t(n-1/2) [length/time]
    double duration = 0;      ///< dt_mid of the last step [time]
    std::array<ExactSum, 3> impulse;         ///< on this rank's nodes in the last step [force time]
    std::array<ExactSum, 3> impulse_so_far;  ///< the same since the start [force time]
    bool is_in_static_step = false;
    double start = 0;         ///< displacement at the start of a static step [length]
    std::map<Index, StaticPush> pushes, pushes_at_start;  ///< of owned nodes, in a static step
    ExactSum energy;          ///< lost by this rank's nodes and by the motion of the wall so far [energy]
    WallWork ahead;           ///< that is done after t(n)

    explicit Wall(const Quanta& quanta)
        : impulse{ExactSum(quanta.momentum), ExactSum(quanta.momentum), ExactSum(quanta.momentum)},
          impulse_so_far(impulse),
          energy(quanta.energy) {}
    std::array<ExactSum*, 7> sums() {
      return {&impulse[0],        &impulse[1],        &impulse[2],
              &impulse_so_far[0], &impulse_so_far[1], &impulse_so_far[2], &energy};
    }
  };

  /// `in_body`: mark_body_nodes, `effective_mass`: of RigidBodies. Needs the masses that ties and bodies have set in
  /// `s`.
  /// Books the kinetic energy of moving walls (rank 0): the wall account is the energy walls have absorbed plus their
  /// initial energy. `loads`, `constraints` and `welds` must outlive it. Collective.
  RigidWalls(const StepState& s, const std::vector<std::uint8_t>& in_body, const Column& effective_mass,
             const Loads& loads, const Constraints& constraints, const WeldState& welds);

  const std::vector<Wall>& walls() const { return walls_; }

  /// The penalty springs of rigid bodies' nodes.
  void add_total_forces(StepState& s) override;
  /// Stops nodes, advances moving walls with the momentum exchanged, summed over the ranks that follow them, books
  /// forces and energies. A cluster of spot welds moves as one: its deepest node decides.
  void set_velocities(StepState& s) override;
  /// Books the work of springs, some of them on tied nodes, whose velocities are set after those of the others.
  void enter_work(StepState& s) override;

  /// In implicit analysis walls push the nodes behind them by springs, which also hold them along the wall up to the
  /// friction; prescribed motions move the walls.
  void begin_static_step(StepState& s) override;
  void add_tangents(const StepState& s, double stiffness, const TakeTangent& take) const override;
  void add_static_forces(StepState& s, double stiffness) override;
  void end_static_step(StepState& s) override;

  /// Accounts, and interfaces if sensors ask for them, for each wall: impulse of the last step, impulse and energy so
  /// far.
  std::vector<std::size_t> widths(Reduction reduction) const override;
  std::vector<NamedCollective> collectives() const override { return {{"moving walls", momenta_->shape()}}; }
  std::vector<NamedExchange> exchanges() const override {
    return has_moving_ ? momenta_->exchanges("moving walls") : std::vector<NamedExchange>{};
  }
  void put_sums(Reduction reduction, SumShare& share) override;
  void take(Reduction reduction, StepState& s, std::span<const double> sums) override;
  /// The sum of a moving wall is not exact.
  RunFailure failure() const override { return {failure_.message()}; }
  /// Of the last step, at the last such reduction.
  void add_rows(std::vector<WallForce>& rows) const override;

  void archive(StateArchive& a, StepState& s) override;

 private:
  WallSurface surface_of(std::size_t w, const StepState& s) const;
  WallSurface surface_at(std::size_t w, const StepState& s, const Clock& clock) const;
  /// Calls push(wall, node, depth) for owned nodes behind walls.
  template <class Push> void for_each_behind(const StepState& s, Push push) const;
  StaticPush static_push(std::size_t w, Index node, const WallDepth& behind, double stiffness,
                         const StepState& s) const;
  ClustersAtWall clusters_at(const Wall& wall, const WallSurface& surface, const StepState& s) const;
  std::size_t n_clusters_at(const Wall& wall) const;
  void sum_momentum(Wall& wall, const WallSurface& surface, const StepState& s, MetMomentum& sum) const;
  void sum_momenta(const StepState& s);
  void stop(Wall& wall, const WallSurface& surface, StepState& s) const;
  void act(std::size_t w, std::span<const double> sums, StepState& s);
  void apply(StepState& s);

  const Loads& loads_;
  const Constraints& constraints_;
  const WeldState& welds_;
  std::vector<Wall> walls_;              ///< as model.walls
  kernels::RunVector<double> spring_masses_;  ///< see spring_masses; empty if RWPNAL is 0
  bool has_moving_ = false;              ///< any wall
  bool has_sensors_ = false;             ///< of forces, which ask in every step
  /// Of each moving wall that is followed: mass and momentum of the nodes in contact, impulse.
  std::unique_ptr<HolderSums> momenta_;
  FailureOfSome failure_;          ///< a sum that is not exact
  std::vector<WallForce> forces_;  ///< [wall] over all ranks; on root
};

/// For the user, from the whole model: rigid bodies' nodes that walls ignore because RWPNAL is 0, as in LS-DYNA.
std::vector<std::string> wall_warnings(const Model& model);

}  // namespace crumple
