// The loops of ties that soften (soft_ties.cpp). Legend: delta separation [length], T traction [force/length^2], E
// stiffness [force/length^3], G energy [energy/length^2]; n opening, s sliding.
#pragma once

#include <algorithm>
#include <cmath>

#include "physics/joints/tie_loops.hpp"

namespace crumple {

/// TieStrength and TieSoftening of a contact.
struct SoftTieLaw {
  double normal, shear;                ///< strengths [force/length^2]; 0: no limit
  double normal_energy, shear_energy;  ///< [energy/length^2]
  double exponent;                     ///< of their mixture
  double distance;                     ///< > 0: separation at failure, instead of energies [length]
  double stiffness;                    ///< [force/length^3]; 0: as large as the masses and the step allow
  double shear_ratio;                  ///< of the stiffness across
  static constexpr int steps = 64;
  bool resists_pressure;               ///< with the stiffness of no damage
  double last;                         ///< > 0: separation at the end of `left`, instead of both [length]
  double left[steps + 1];              ///< of the stress, at equal steps of the separation [1]

  /// delta over T / E of both: 1 where damage begins, by the sum of the squares of the stresses over the strengths.
  CRUMPLE_INLINE double load(double opening, double sliding, double stiff) const {
    const double n = normal > 0 ? stiff * opening / normal : 0;
    const double s = shear > 0 ? shear_ratio * stiff * sliding / shear : 0;
    return std::sqrt(n * n + s * s);
  }
  /// G of the mixture of modes: of the work of elastic tractions the part `by_shear` is that of sliding.
  CRUMPLE_INLINE double energy(double by_shear) const {
    if (exponent < 0) return normal_energy + (shear_energy - normal_energy) * power(by_shear, -exponent);
    const double sum = power((1 - by_shear) / normal_energy, exponent) + power(by_shear / shear_energy, exponent);
    return 1 / power(sum, 1 / exponent);
  }
  /// By the curve of OPTION 5, which ends with its last value.
  CRUMPLE_INLINE double share_left(double separation) const {
    const double at = std::min(separation / last, 1.0) * steps;
    const int step = std::min(int(at), steps - 1);
    return left[step] + (at - step) * (left[step + 1] - left[step]);
  }
  /// Of a tie under these separations, which is 0 before the strength is reached and 1 at failure; it never falls.
  CRUMPLE_INLINE double damage(double opening, double sliding, double stiff) const {
    const double reached = load(opening, sliding, stiff);
    if (last > 0) return 1 - share_left(std::sqrt(opening * opening + sliding * sliding)) / std::max(reached, 1.0);
    if (!(reached > 1)) return 0;
    const double by_shear = shear_ratio * sliding * sliding, both = opening * opening + by_shear;
    const double delta = std::sqrt(opening * opening + sliding * sliding), onset = delta / reached;
    // the triangle's E delta_0 delta_f / 2 is G, where E delta^2 of the mixture is `stiff * both`
    const double end = distance > 0 ? distance : 2 * energy(by_shear / both) * (delta * reached) / (stiff * both);
    if (!(end > delta && end > onset)) return 1;
    return end * (delta - onset) / (delta * (end - onset));
  }
};

/// A tie on a rank.
struct SoftTieHere {
  Index node;
  Index corner[4];       ///< of the face
  double weight[4];      ///< of the corners at the node's foot, sum 1
  int n_corners;         ///< 3 or 4
  bool is_home;          ///< this rank has the element behind the face, and adds the forces
  bool is_broken;        ///< the element has been deleted, or the tie has failed
  double side;           ///< 1: the node is in front of the face, -1: behind
  Index contact;         ///< into Model::tied_contacts
  double area;           ///< that the node stands for [length^2]
  Vec3 rest;             ///< from foot to node at t = 0, in the axes of the face [length]
  double damage;         ///< 0 ... 1, then it fails
  RoundedVec3 force;     ///< on the node [force]
  RoundedVec3 of_corner[4];

  CRUMPLE_INLINE Vec3 foot(const RowsAt& position) const {
    Vec3 sum;
    for (int i = 0; i < n_corners; ++i) sum += weight[i] * position[corner[i]];
    return sum;
  }
  /// Axes of the face, the third along its normal: they follow its diagonals.
  CRUMPLE_INLINE Mat3 axes(const RowsAt& position) const {
    const Vec3 one = position[corner[2]] - position[corner[0]], other = position[corner[3]] - position[corner[1]];
    const Vec3 normal = normalized(cross(one, other)), first = normalized(one);
    return {{first, cross(normal, first), normal}};
  }
  /// Of the deck, at most half of m*/dt^2, m* the effective mass of node and face, as that of contact (pair_law.hpp).
  CRUMPLE_INLINE double stiffness(const SoftTieLaw& law, const double* mass, double dt) const {
    double inverse = 1 / mass[node];
    for (int i = 0; i < n_corners; ++i)
      if (weight[i] != 0) inverse += weight[i] * weight[i] / mass[corner[i]];
    const double most = 0.5 / (inverse * dt * dt * std::max(1.0, law.shear_ratio));
    return law.stiffness > 0 ? std::min(law.stiffness * area, most) : most;
  }
};

/// Of the ties at home: on their nodes, and the opposite on the corners, without a moment on the whole.
struct AddSoftTieForces {
  static constexpr const char* name = "forces of soft ties";
  using Sums = double;      ///< ties that fail
  SoftTieHere* ties;
  const SoftTieLaw* laws;   ///< [tied contact]
  double dt;                ///< the largest step so far [time]; 0: not known yet
  RowsAt position;
  const double* mass;       ///< [node]
  SumsAt force, on_contacts;
  Quantum quantum;
  CRUMPLE_INLINE void operator()(std::size_t t, Sums& failed) const {
    SoftTieHere& tie = ties[t];
    tie.force = {};
    if (!tie.is_home || tie.is_broken || !(dt > 0 && tie.area > 0)) return;
    const SoftTieLaw& law = laws[tie.contact];
    const Mat3 axes = tie.axes(position);
    const Vec3 arm = position[tie.node] - tie.foot(position), gap = axes * arm - tie.rest;
    const double opening = std::max(0.0, tie.side * gap.z), sliding = std::sqrt(gap.x * gap.x + gap.y * gap.y);
    const double stiff = tie.stiffness(law, mass, dt) / tie.area;
    tie.damage = std::max(tie.damage, law.damage(opening, sliding, stiff));
    if (tie.damage >= 1) {
      failed += 1;
      return;
    }
    const double per_gap = -(1 - tie.damage) * stiff * tie.area, across = law.shear_ratio * per_gap;
    const double closing = law.resists_pressure ? std::min(0.0, tie.side * gap.z) : 0;
    const double along = per_gap * opening - stiff * tie.area * closing;
    const Vec3 pull = (across * gap.x) * axes.row[0] + (across * gap.y) * axes.row[1] +
                      (tie.side * along) * axes.row[2];
    tie.force = rounded(pull, quantum);
    force.add(tie.node, tie.force);
    on_contacts.add(tie.contact, tie.force);
    pull_corners(tie, arm);
  }
  /// By weight, and as the rotation of the corners about their centre that takes up the moment of both forces (as
  /// TurningFace); the last corner gets the remainder.
  CRUMPLE_INLINE void pull_corners(SoftTieHere& tie, const Vec3& arm) const {
    const int n = tie.n_corners, last = n - 1;
    const TurningFace face(tie, position);
    const Vec3 rate = face.inverse * cross(arm, tie.force.value());
    RoundedVec3 rest = -tie.force;
    for (int i = 0; i < last; ++i) {
      tie.of_corner[i] = rounded(-tie.weight[i] * tie.force.value() - cross(rate, face.arm[i]), quantum);
      rest -= tie.of_corner[i];
    }
    tie.of_corner[last] = rest;
    for (int i = 0; i < n; ++i) force.add(tie.corner[i], tie.of_corner[i]);
  }
};

/// Done by the forces.
struct SoftTieWork {
  static constexpr const char* name = "work of soft ties";
  using Sums = WorkSums;
  const SoftTieHere* ties;
  WorkRows work;
  CRUMPLE_INLINE void operator()(std::size_t t, Sums& sums) const {
    const SoftTieHere& tie = ties[t];
    if (!tie.is_home || tie.is_broken) return;
    work.add(tie.force, tie.node, sums);
    for (int i = 0; i < tie.n_corners; ++i) work.add(tie.of_corner[i], tie.corner[i], sums);
  }
};

using SoftTieLoops = kernels::Loops<AddSoftTieForces, SoftTieWork>;

}  // namespace crumple
