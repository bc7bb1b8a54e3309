// Loads, constraints and plane walls at nodes, as a device computes them: what its kernels are told. On CPUs physics
// does the same node by node, by the same operations. Rows as in NodeRows.
#pragma once

#include <cstddef>
#include <cstdint>

namespace crumple::kernels {

/// Levels of an exact sum within a step: StepSum of base/exact_sum.hpp.
inline constexpr int sum_levels = 7;

/// Nodes on which a body load acts.
struct WeightedNodes {
  const std::int32_t* node;        ///< [i]; null: all
  const double* share;             ///< [i] of the node's mass; null: all of it
  const std::uint8_t* left_out;    ///< [node] 1: the load does not act there; null: none
  const std::uint8_t* owned;       ///< [node] 1: its work is counted here
  const double* mass;              ///< [node] [mass]
};
/// Velocities around t(n), and the half steps that end and begin there.
struct WorkRows {
  const double *before, *now;     ///< [length/time]
  double half_before, half_after;  ///< [time]
  double energy_shift;             ///< of the quantum
};

/// A node fixed along the global axes whose bits are set: 1, 2, 4; and about them: 8, 16, 32.
struct FixedNode {
  std::int32_t node;
  std::uint8_t dof;
};

/// A motion of nodes along, or about, one direction.
struct PrescribedNodes {
  const std::int32_t* node;
  const std::uint8_t* owned;  ///< [node]
  double* rates;              ///< after the kick; out: as prescribed [length/time]
  const double* before;       ///< before it
  const double* inertia;      ///< [node] mass or rotational inertia
  double direction[3];        ///< unit vector
  double value;               ///< of the rate in the middle of the step
  bool is_change;             ///< `value` is its change over the step
  double energy_shift;
};

/// A plane wall in one step; see physics/walls/wall_surface.hpp.
struct PlaneStop {
  double normal[3], offset, velocity;  ///< as WallPlane
  double drift[3];                     ///< velocity of the surface [length/time]
  double corner[3], shift[3];          ///< where the edges begin at t = 0, and their motion since then [length]
  double edge[2][3];                   ///< unit vectors
  double length[2];                    ///< of the edges; 0: without an end [length]
  double friction;                     ///< Coulomb [1]; >= 1: no sliding
  double dt;                           ///< [time]
  double push;                         ///< what the nodes change of its speed [length/time]
};
/// The nodes that a wall stops, and what it takes from them.
struct StoppedNodes {
  const std::int32_t* node;
  const std::uint8_t* owned;   ///< [node]
  const double* position;
  double* velocity;            ///< after the kick; out: as the wall leaves it
  const double* before;        ///< before the kick
  const double* mass;          ///< [node]
  double share;                ///< of the change before t(n)
  double momentum_shift, energy_shift;
};
/// Sums of sum_levels each: the impulse on the nodes, the energy taken and the work of the wall's motion up to t(n),
/// and the same two after it.
struct StopSums {
  double impulse[3][sum_levels], taken[sum_levels], by_motion[sum_levels], taken_ahead[sum_levels],
      by_motion_ahead[sum_levels];
};

/// Ranges are of entries of lists, or of nodes: first <= i < last.
struct ConditionLoops {
  /// f += m a.
  void (*add_weights)(const WeightedNodes&, const double* acceleration, double* force, std::size_t first,
                      std::size_t last);
  /// Its work over the half steps before and after t(n): two sums.
  void (*sum_weight_work)(const WeightedNodes&, const WorkRows&, const double* acceleration, std::size_t first,
                          std::size_t last, double* sums);
  void (*fix)(const FixedNode*, double* velocity, double* angular_velocity, std::size_t first, std::size_t last);
  /// The work of the reactions over the same half steps: two sums.
  void (*prescribe)(const PrescribedNodes&, std::size_t first, std::size_t last, double* sums);
  void (*stop)(const PlaneStop&, const StoppedNodes&, std::size_t first, std::size_t last, StopSums& sums);
};

}  // namespace crumple::kernels
