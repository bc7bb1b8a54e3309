// The loops of a step over nodes, welds and walls, compiled once per instruction set like the element kernels, always
// in double. Plain arrays and constants; rows as in NodeRows. Called by physics over threads' ranges.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/interface.hpp"
#include "kernels/marks.hpp"

namespace crumple::kernels {

/// What the kick reads and writes, [node] rows of four doubles or single values.
struct KickRows {
  double *velocity, *angular_velocity;  ///< in: at t(n-1/2), out: at t(n+1/2) [length/time], [1/time]
  double *velocity_before, *angular_velocity_before;  ///< out: at t(n-1/2)
  double *force, *moment;                             ///< in: sums at t(n); out: 0, for the sums of the next step
  const double *mass, *inertia;                       ///< 0: the velocity does not change
  double force_limit, moment_limit;                   ///< largest component whose sum is exact
  double near_force_limit, near_moment_limit;         ///< the same close to that
  /// The rows from that node on.
  KickRows from(std::size_t node) const {
    KickRows rest = *this;
    for (double** rows : {&rest.velocity, &rest.angular_velocity, &rest.velocity_before, &rest.angular_velocity_before,
                          &rest.force, &rest.moment})
      *rows += 4 * node;
    rest.mass += node;
    rest.inertia += node;
    return rest;
  }
};

/// Nodes with a component of their sums beyond these limits, or not a number. Those beyond the larger one keep their
/// velocity and sums.
struct KickCounts {
  double n_near = 0, n_bad = 0;
  CRUMPLE_DEVICE KickCounts& operator+=(const KickCounts& other) {
    n_near += other.n_near;
    n_bad += other.n_bad;
    return *this;
  }
};

/// An element whose stable step is smaller than by its own length.
template <class Real> struct ShortenedStep {
  std::int32_t lane;  ///< of its group
  Real factor;
};

/// Loops over values of elements, [lane] of a group. Ranges are of whole blocks, or of entries of a list.
template <class Real> struct LaneLoops {
  /// Lowers `least` to the least value; on a device at the next wait.
  void (*least)(const Real* values, std::size_t first, std::size_t last, double& least);
  /// How many lanes that were alive have failed: alive is 0.
  std::size_t (*count_failed)(const Real* alive, const std::uint8_t* was_alive, std::size_t first, std::size_t last);
  /// Steps below 1e30 times the factor of their entry.
  void (*shorten)(Real* steps, const ShortenedStep<Real>* by, std::size_t first, std::size_t last);
};

/// Pairs of welded nodes that belong to no other weld and that nothing else holds: most spot welds. In blocks of
/// `weld_lanes`; lanes from `count` on repeat the first pair and change nothing.
inline constexpr int weld_lanes = 8;
struct WeldPairs {
  const std::int32_t* nodes;           ///< [block][2][lane]
  const double* from_first;            ///< [block][lane] 1: the weld runs from the first node to the second, -1: back
  double *normal_force, *shear_force;  ///< [block][lane], out: along the weld, tension positive, and across it [force]
  std::size_t count;
};
struct WeldStep {
  double dt, dt_mid;  ///< of the drift and of the kick [time]
  const double* position;
  double *velocity, *angular_velocity;  ///< after the kick; out: of the rigid motion of the pair
  const double *mass, *inertia;
};

/// A plane that moves at `velocity` along its normal and stands `offset` from the origin at t(n).
struct WallPlane {
  double normal[3];
  double offset;    ///< [length]
  double velocity;  ///< [length/time]
};

/// A body that moves at `velocity`: the points within `radius` of its centre along the first `n_round` axes taken
/// together and within `half` of it along each axis. n_round: 0 a prism, 2 a cylinder, 3 a sphere.
struct WallBody {
  double centre[3];   ///< at t(n) [length]
  double velocity[3]; ///< [length/time]
  double axis[3][3];  ///< unit vectors
  int n_round;
  double radius;      ///< [length]; without round axes any positive one
  double half[3];     ///< [length]; 1e300: without an end
};

/// Positions of the nodes that contact sees: rows of this rank's nodes, then those of copies from other ranks, which
/// start `copy_stride` doubles apart; all aligned to 32 bytes [length].
struct ContactRows {
  const double *position, *copies;
  std::int32_t n_local;
  int copy_stride;
};
/// A node and the corners of a segment; triangles repeat their third corner.
struct ContactPair {
  std::int32_t node, corner[4];
};
/// The point of each pair's segment that is closest to the pair's node: `n_columns` columns, `stride` apart, each with
/// a number for every pair. Columns are aligned to 64 bytes and have room for a whole number of packs of 8.
struct ClosestColumns {
  // clang-format off
  enum Column {
    offset_x, offset_y, offset_z,            ///< from the point to the node [length]
    distance,                                ///< the offset's length [length]
    side,                                    ///< > 0: the node is on the side of the segment's normal, < 0: behind it
    weight_0, weight_1, weight_2, weight_3,  ///< shape functions of the corners at the point, sum 1
    corners,    ///< bits of the corners: none inside the face, two on an edge, one at a corner; a whole number
    n_columns
  };
  // clang-format on
  double* values;
  std::size_t stride;
  constexpr double* operator[](Column column) const { return values + column * stride; }
};

/// Ranges are of nodes, blocks or entries of lists: first <= i < last. Two calls that run at once must not share nodes
/// that they write.
struct StepKernels {
  /// v(n+1/2) = v(n-1/2) + dt f/m, and the same for rotations. Adds to `counts`; on a device at the next wait.
  void (*kick)(const KickRows&, double dt, std::size_t first, std::size_t last, KickCounts& counts);
  /// x += dt v.
  void (*drift)(double* position, const double* velocity, double dt, std::size_t first, std::size_t last);
  /// Rows low and high: the range of the rows of the listed nodes with live > 0, which they must include before.
  void (*row_range)(const double* rows, const double* live, const std::int32_t* nodes, std::size_t first,
                    std::size_t last, double* low, double* high);
  /// Lets each pair move as a rigid body with its momentum and angular momentum, and sets the force in its weld.
  void (*advance_weld_pairs)(const WeldPairs&, const WeldStep&, std::size_t first_block, std::size_t last_block);
  /// Writes those of the listed nodes that would end a step of dt behind the plane, or deeper; returns how many.
  std::size_t (*find_crossing)(const WallPlane&, const double* position, const double* velocity, double dt,
                               const std::int32_t* nodes, std::size_t first, std::size_t last, std::int32_t* crossing);
  /// Writes those of the listed nodes that are behind the plane at t(n); returns how many.
  std::size_t (*find_behind)(const WallPlane&, const double* position, const std::int32_t* nodes, std::size_t first,
                             std::size_t last, std::int32_t* behind);
  /// Writes those of the listed nodes that would be in the body after a step of dt (0: are in it); returns how many.
  std::size_t (*find_inside)(const WallBody&, const double* position, const double* velocity, double dt,
                             const std::int32_t* nodes, std::size_t first, std::size_t last, std::int32_t* inside);
  /// Distance of each pair's node from the pair's segment [length].
  void (*pair_distances)(const ContactRows&, const ContactPair* pairs, std::size_t n_pairs, double* distance);
  /// The closest point of each pair (closest_point.hpp).
  void (*closest_points)(const ContactRows&, const ContactPair* pairs, std::size_t n_pairs, const ClosestColumns& out);
  LaneLoops<float> lanes_in_single;
  LaneLoops<double> lanes_in_double;

  template <class Real>
  const LaneLoops<Real>& lanes() const {
    if constexpr (sizeof(Real) == sizeof(float)) return lanes_in_single;
    else return lanes_in_double;
  }
};

/// Of a kernel library, where its table is made; `launched` on its device.
extern const StepKernels step_kernels, launched_step_kernels;

}  // namespace crumple::kernels
