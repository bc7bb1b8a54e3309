// The loops of ties of nodes to faces (ties.cpp).
#pragma once

#include <cmath>

#include "physics/joints/power.hpp"
#include "physics/state/loop_data.hpp"

namespace crumple {

/// A tie on a rank.
struct TieHere {
  Index node;
  Index corner[4];       ///< of the face
  double weight[4];      ///< of the corners at the node's foot, sum 1
  int n_corners;         ///< 3 or 4
  bool keeps_offset, ties_rotation;
  bool turns_corners;    ///< the corners have rotations, which the node is tied to
  bool is_home;          ///< this rank has the element behind the face, and distributes the force
  bool is_released;      ///< the element has been deleted, or the tie has failed
  bool has_failed;       ///< in the last step, at its home
  bool is_two_sided;     ///< the face of a shell
  Index contact;         ///< into Model::tied_contacts
  double area;           ///< that the node stands for [length^2]
  double mass, inertia;  ///< of the node, moved to the corners [mass], [mass length^2]

  CRUMPLE_INLINE bool needs_turning() const { return keeps_offset || (ties_rotation && !turns_corners); }
  /// Sum of N_i x_i over rows of the corners.
  CRUMPLE_INLINE Vec3 at_foot(const RowsAt& rows) const {
    Vec3 sum;
    for (int i = 0; i < n_corners; ++i) sum += weight[i] * rows[corner[i]];
    return sum;
  }
};

/// The face of a tie, which rotates about the centre of its corners.
struct TurningFace {
  Vec3 arm[4];   ///< r_i [length]
  Mat3 inverse;  ///< I^-1 [1/length^2]

  template <class Tie>
  CRUMPLE_INLINE TurningFace(const Tie& tie, const RowsAt& position) {
    const int n = tie.n_corners;
    Vec3 centre;
    for (int i = 0; i < n; ++i) centre += (1.0 / n) * position[tie.corner[i]];
    Mat3 inertia;
    for (int i = 0; i < n; ++i) {
      arm[i] = position[tie.corner[i]] - centre;
      for (int a = 0; a < 3; ++a) {
        inertia(a, a) += dot(arm[i], arm[i]);
        for (int b = 0; b < 3; ++b) inertia(a, b) -= arm[i][a] * arm[i][b];
      }
    }
    // regular for every face with an area: its smallest value is the smaller spread of the corners in the plane
    const Mat3 cofactors{{cross(inertia.row[1], inertia.row[2]), cross(inertia.row[2], inertia.row[0]),
                          cross(inertia.row[0], inertia.row[1])}};
    const double determinant = dot(inertia.row[0], cofactors.row[0]);
    if (determinant > 0)
      for (std::size_t a = 0; a < 3; ++a) inverse.row[a] = (1 / determinant) * cofactors.row[a];
  }
  /// omega of the corners' velocities.
  CRUMPLE_INLINE Vec3 rate(const TieHere& tie, const RowsAt& velocity) const {
    Vec3 sum;
    for (int i = 0; i < tie.n_corners; ++i) sum += cross(arm[i], velocity[tie.corner[i]]);
    return inverse * sum;
  }
};

/// Distributes the total forces and moments of tied nodes to their corners.
struct DistributeTieForces {
  static constexpr const char* name = "forces of ties";
  TieHere* ties;
  RowsAt position, force, moment;      ///< the latter: totals at the nodes, out: 0 at tied ones
  SumsAt corner_force, corner_moment;  ///< added
  SumsAt on_contacts;                  ///< [tied contact] force on the tied nodes, added
  Quantum of_force, of_moment;
  Vec3* load;                          ///< [tie] force on the node without the tie's; null: not asked for
  CRUMPLE_INLINE void operator()(std::size_t t) const {
    const TieHere& tie = ties[t];
    if (tie.is_released) return;
    if (tie.is_home) {
      distribute(tie);
      on_contacts.add(tie.contact, -rounded(force[tie.node], of_force));
      if (load) load[t] = force[tie.node];
    }
    force.set(tie.node, {});
    if (tie.ties_rotation) moment.set(tie.node, {});
  }
  CRUMPLE_INLINE void distribute(const TieHere& tie) const {
    const RoundedVec3 f = rounded(force[tie.node], of_force);
    share(tie, f, of_force, corner_force);
    Vec3 turning;
    if (tie.ties_rotation && tie.turns_corners)
      share(tie, rounded(moment[tie.node], of_moment), of_moment, corner_moment);
    else if (tie.ties_rotation)
      turning = moment[tie.node];
    if (!tie.needs_turning()) return;
    if (tie.keeps_offset) turning += cross(position[tie.node] - tie.at_foot(position), f);
    turn(tie, turning);
  }
  /// By weight; the last corner gets the remainder, so that the sum is exact.
  CRUMPLE_INLINE static void share(const TieHere& tie, const RoundedVec3& total, const Quantum& quantum,
                                   const SumsAt& rows) {
    const int last = tie.n_corners - 1;
    RoundedVec3 rest = total;
    for (int i = 0; i < last; ++i) {
      const RoundedVec3 part = rounded(tie.weight[i] * total.value(), quantum);
      rest -= part;
      rows.add(tie.corner[i], part);
    }
    rows.add(tie.corner[last], rest);
  }
  /// A moment as forces on the corners without resultant.
  CRUMPLE_INLINE void turn(const TieHere& tie, const Vec3& about) const {
    const TurningFace face(tie, position);
    const Vec3 rate = face.inverse * about;
    const int last = tie.n_corners - 1;
    RoundedVec3 rest;
    for (int i = 0; i < last; ++i) {
      const RoundedVec3 part = rounded(cross(rate, face.arm[i]), of_force);
      rest -= part;
      corner_force.add(tie.corner[i], part);
    }
    corner_force.add(tie.corner[last], rest);
  }
};
/// Adds what ties of all ranks put on corners, and clears it.
struct AddTieForces {
  static constexpr const char* name = "forces on corners of ties";
  const Index* corners;
  RowsAt force, moment, corner_force, corner_moment;
  CRUMPLE_INLINE void operator()(std::size_t i) const {
    const Index node = corners[i];
    force.add(node, corner_force[node]);
    moment.add(node, corner_moment[node]);
    corner_force.set(node, {});
    corner_moment.set(node, {});
  }
};

/// Of tied nodes, from those of their corners.
struct SetTiedVelocities {
  static constexpr const char* name = "velocities of ties";
  const TieHere* ties;
  RowsAt position, velocity, angular_velocity;
  CRUMPLE_INLINE void operator()(std::size_t t) const {
    const TieHere& tie = ties[t];
    if (tie.is_released) return;
    Vec3 v = tie.at_foot(velocity);
    Vec3 rate = tie.ties_rotation ? tie.at_foot(angular_velocity) : Vec3{};
    if (tie.needs_turning()) {
      const Vec3 of_face = TurningFace(tie, position).rate(tie, velocity);
      if (tie.keeps_offset) v += cross(of_face, position[tie.node] - tie.at_foot(position));
      if (!tie.turns_corners) rate = of_face;
    }
    velocity.set(tie.node, v);
    if (tie.ties_rotation) angular_velocity.set(tie.node, rate);
  }
};
struct SetTiedPositions {
  static constexpr const char* name = "places of ties";
  const TieHere* ties;
  RowsAt position;
  CRUMPLE_INLINE void operator()(std::size_t t) const {
    const TieHere& tie = ties[t];
    if (!tie.is_released && !tie.keeps_offset) position.set(tie.node, tie.at_foot(position));
  }
};

/// The strength of a contact's ties (TieStrength).
struct StrengthOfTies {
  double normal, shear;  ///< 0: no limit
  double normal_exponent, shear_exponent;
  bool of_stress;
  CRUMPLE_INLINE bool is_limited() const { return normal > 0 || shear > 0; }
};
/// Marks the ties whose force exceeds their strength, and counts them.
struct FindOverloadedTies {
  static constexpr const char* name = "failure of ties";
  using Sums = double;
  TieHere* ties;
  const StrengthOfTies* strength;  ///< [tied contact]
  const Vec3* load;                ///< [tie] force on the node without the tie's
  double dt;                       ///< Clock::dt_mid
  RowsAt position, velocity, before;
  CRUMPLE_INLINE void operator()(std::size_t t, Sums& count) const {
    TieHere& tie = ties[t];
    if (!tie.is_home || tie.is_released || !strength[tie.contact].is_limited()) return;
    const Vec3 change = velocity[tie.node] - before[tie.node];
    tie.has_failed = is_overloaded(tie, strength[tie.contact], (tie.mass / dt) * change - load[t]);
    if (tie.has_failed) count += 1;
  }
  /// Whether `force` of the face on the node exceeds the strength. Shell faces are two-sided: a node in the face itself
  /// counts as on the side of its normal.
  CRUMPLE_INLINE bool is_overloaded(const TieHere& tie, const StrengthOfTies& limit, const Vec3& force) const {
    const Vec3 area = 0.5 * cross(position[tie.corner[2]] - position[tie.corner[0]],
                                  position[tie.corner[3]] - position[tie.corner[1]]);
    const Vec3 normal = normalized(area);
    const double height = dot(position[tie.node] - tie.at_foot(position), normal);
    const bool is_behind = tie.is_two_sided && height < -1e-9 * std::sqrt(norm(area));
    const double along = dot(force, normal), pull = is_behind ? along : -along, tension = pull > 0 ? pull : 0.0;
    const double shear = norm(force - along * normal), unit = limit.of_stress ? tie.area : 1;
    double sum = 0;
    if (limit.normal > 0) sum += power(tension / (limit.normal * unit), limit.normal_exponent);
    if (limit.shear > 0) sum += power(shear / (limit.shear * unit), limit.shear_exponent);
    return sum >= 1;
  }
};

using TieLoops = kernels::Loops<DistributeTieForces, AddTieForces, SetTiedVelocities, SetTiedPositions,
                                FindOverloadedTies>;

}  // namespace crumple
