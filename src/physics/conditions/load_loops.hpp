// The loops of loads (loads.cpp, pressure_faces.cpp).
#pragma once

#include "physics/conditions/resistance.hpp"

namespace crumple {

/// Nodes on which a body load acts.
struct WeightedNodes {
  const Index* node;             ///< [i]; null: all
  const double* share;           ///< [i] of the node's mass; null: all of it
  const std::uint8_t* left_out;  ///< [node] 1: the load does not act there; null: none
  const std::uint8_t* owned;     ///< [node] 1: its work is counted here
  const double* mass;            ///< [node] [mass]
  CRUMPLE_INLINE Index at(std::size_t i) const { return node ? node[i] : Index(i); }
  CRUMPLE_INLINE bool acts_on(Index k) const { return !left_out || !left_out[k]; }
};

/// f += m a.
struct AddWeight {
  static constexpr const char* name = "body load";
  WeightedNodes on;
  Vec3 acceleration;
  RowsAt force;
  CRUMPLE_INLINE void operator()(std::size_t i) const {
    const Index k = on.at(i);
    if (on.acts_on(k)) force.add(k, (on.share ? on.share[i] * on.mass[k] : on.mass[k]) * acceleration);
  }
};
struct WeightWork {
  static constexpr const char* name = "work of body load";
  using Sums = WorkSums;
  WeightedNodes on;
  Vec3 acceleration;
  WorkRows work;
  CRUMPLE_INLINE void operator()(std::size_t i, Sums& sums) const {
    const Index k = on.at(i);
    if (!on.acts_on(k) || !on.owned[k]) return;
    work.add(on.mass[k] * (on.share ? on.share[i] * acceleration : acceleration), k, sums);
  }
};

/// A frame that turns about an axis through `centre`.
struct TurningFrame {
  Vec3 centre;        ///< [length]
  int axis = 0;       ///< 0 x, 1 y, 2 z
  double square = 0;  ///< of the angular velocity [1/time^2]
  /// Centrifugal.
  CRUMPLE_INLINE Vec3 acceleration(const Vec3& position) const {
    Vec3 from_axis = position - centre;
    from_axis[axis] = 0;
    return square * from_axis;
  }
};
/// Loads on a rigid body as a whole at t(n).
struct LoadsOnBody {
  Vec3 acceleration;   ///< sum of the body loads, in the direction in which it acts [length/time^2]
  const TurningFrame* spins = nullptr;  ///< of *LOAD_BODY_RX and its like
  std::size_t n_spins = 0;
  Vec3 force, moment;  ///< of *LOAD_RIGID_BODY, at the centre of mass [force], [force length]
  bool is_damped = false;
  DampingRates damping;
};

/// f += m a.
struct AddCentrifugal {
  static constexpr const char* name = "centrifugal load";
  WeightedNodes on;
  TurningFrame spin;
  RowsAt position, force;
  CRUMPLE_INLINE void operator()(std::size_t i) const {
    const Index k = on.at(i);
    if (on.acts_on(k))
      force.add(k, (on.share ? on.share[i] * on.mass[k] : on.mass[k]) * spin.acceleration(position[k]));
  }
};
struct CentrifugalWork {
  static constexpr const char* name = "work of centrifugal load";
  using Sums = WorkSums;
  WeightedNodes on;
  TurningFrame spin;
  RowsAt position;
  WorkRows work;
  CRUMPLE_INLINE void operator()(std::size_t i, Sums& sums) const {
    const Index k = on.at(i);
    if (!on.acts_on(k) || !on.owned[k]) return;
    work.add((on.share ? on.share[i] * on.mass[k] : on.mass[k]) * spin.acceleration(position[k]), k, sums);
  }
};

/// The same force, or moment, on each node.
struct AddNodalLoad {
  static constexpr const char* name = "nodal load";
  const Index* node;
  Vec3 load;
  RowsAt totals;
  CRUMPLE_INLINE void operator()(std::size_t i) const { totals.add(node[i], load); }
};
struct NodalLoadWork {
  static constexpr const char* name = "work of nodal load";
  using Sums = WorkSums;
  const Index* node;
  Vec3 load;
  const std::uint8_t* owned;
  WorkRows work;
  CRUMPLE_INLINE void operator()(std::size_t i, Sums& sums) const {
    if (owned[node[i]]) work.add(load, node[i], sums);
  }
};

/// At the start of a step.
struct ClearDamping {
  static constexpr const char* name = "no damping";
  DampingRates* rates;
  CRUMPLE_INLINE void operator()(std::size_t i) const { rates[i] = {}; }
};
/// The larger of a node's rates and these, component by component.
struct RaiseDamping {
  static constexpr const char* name = "damping of parts";
  const Index* node;
  DampingRates by;
  DampingRates* rates;
  CRUMPLE_INLINE void operator()(std::size_t i) const {
    DampingRates& of = rates[node[i]];
    for (int c = 0; c < 3; ++c) {
      if (of.translation[c] < by.translation[c]) of.translation[c] = by.translation[c];
      if (of.rotation[c] < by.rotation[c]) of.rotation[c] = by.rotation[c];
    }
  }
};
/// -(c f + m D v)/(1 + c), c = D dt / 2: the correction of f for the velocity of a free node in the middle of the step.
struct AddDamping {
  static constexpr const char* name = "damping";
  DampingRates* rates;     ///< [node]; out: with `everywhere`
  DampingRates everywhere;
  const std::uint8_t* in_body;
  double dt;               ///< Clock::dt_mid
  const double *mass, *inertia;
  RowsAt velocity, angular_velocity, force, moment;
  CRUMPLE_INLINE void operator()(std::size_t i) const {
    const Index node = Index(i);
    DampingRates& of = rates[i];
    of.translation += everywhere.translation;
    of.rotation += everywhere.rotation;
    if (in_body[i]) return;
    force.add(node, resistance(of.translation, mass[i], velocity[node], force[node]));
    moment.add(node, resistance(of.rotation, inertia[i], angular_velocity[node], moment[node]));
  }
  CRUMPLE_INLINE Vec3 resistance(const Vec3& rate, double m, const Vec3& v, const Vec3& sum) const {
    Vec3 f;
    for (int k = 0; k < 3; ++k) {
      const double c = 0.5 * dt * rate[k];
      f[k] = -(c * sum[k] + m * rate[k] * v[k]) / (1.0 + c);
    }
    return f;
  }
};
/// Of the damping forces -m D v, v the mean of the velocities before and after the step, also at constrained nodes.
struct DampingWork {
  static constexpr const char* name = "work of damping";
  using Sums = WorkSums;
  const DampingRates* rates;
  const std::uint8_t *in_body, *owned;
  const double *mass, *inertia;
  WorkRows work, angular_work;
  CRUMPLE_INLINE void operator()(std::size_t i, Sums& sums) const {
    if (!owned[i] || in_body[i]) return;
    add(mass[i], rates[i].translation, work, Index(i), sums);
    add(inertia[i], rates[i].rotation, angular_work, Index(i), sums);
  }
  CRUMPLE_INLINE void add(double m, const Vec3& rate, const WorkRows& rows, Index node, Sums& sums) const {
    const Vec3 before = rows.before[node], after = rows.now[node];
    Vec3 f;
    for (int c = 0; c < 3; ++c) f[c] = -0.5 * m * rate[c] * (before[c] + after[c]);
    rows.add(f, node, sums);
  }
};

/// A face of the mesh under pressure.
struct PressureFace {
  Index node[4];
  std::size_t load;   ///< the number of its pressure
  RoundedVec3 force;  ///< on each corner at t(n) [force]
};
/// In triangles the third node is repeated.
CRUMPLE_INLINE int n_corners(const Index* node) { return node[2] == node[3] ? 3 : 4; }
/// Half the cross product of the diagonals, which is exact for a warped quad [length^2].
CRUMPLE_INLINE Vec3 area_of(const RowsAt& x, const Index* n) {
  return 0.5 * cross(x[n[2]] - x[n[0]], x[n[3]] - x[n[1]]);
}
/// -p A, distributed equally to the nodes of each face.
struct AddPressure {
  static constexpr const char* name = "pressure";
  PressureFace* faces;
  const double* pressure;  ///< [load] [force/area]
  RowsAt position;
  SumsAt force;
  Quantum quantum;
  CRUMPLE_INLINE void operator()(std::size_t i) const {
    PressureFace& face = faces[i];
    const int n = n_corners(face.node);
    face.force = rounded((-pressure[face.load] / n) * area_of(position, face.node), quantum);
    for (int k = 0; k < n; ++k) force.add(face.node[k], face.force);
  }
};
struct PressureWork {
  static constexpr const char* name = "work of pressure";
  using Sums = WorkSums;
  const PressureFace* faces;
  WorkRows work;
  CRUMPLE_INLINE void operator()(std::size_t i, Sums& sums) const {
    const PressureFace& face = faces[i];
    for (int k = 0; k < n_corners(face.node); ++k) work.add(face.force, face.node[k], sums);
  }
};

/// Volume and area of an airbag under its faces.
struct BagSize {
  Rounded volume, area;  ///< [length^3], [length^2]
  CRUMPLE_DEVICE BagSize& operator+=(const BagSize& other) {
    volume += other.volume;
    area += other.area;
    return *this;
  }
};
struct SumBagSize {
  static constexpr const char* name = "size of airbag";
  using Sums = BagSize;
  const Index* nodes;  ///< [face][4]
  Vec3 centre;         ///< origin of the volumes [length]
  Quantum volume, area;
  RowsAt position;
  CRUMPLE_INLINE void operator()(std::size_t i, Sums& sums) const {
    const Index* const node = nodes + 4 * i;
    sums.volume += {volume_under(node), volume};
    sums.area += {norm(area_of(position, node)), area};
  }
  /// Of the four tetrahedra between the face's triangles about its midpoint and `centre`: its area times a third of the
  /// midpoint's height.
  CRUMPLE_INLINE double volume_under(const Index* node) const {
    const int n = n_corners(node);
    Vec3 middle;
    for (int k = 0; k < n; ++k) middle += (1.0 / n) * (position[node[k]] - centre);
    return dot(middle, area_of(position, node)) / 3;
  }
};

using LoadLoops = kernels::Loops<AddWeight, WeightWork, AddCentrifugal, CentrifugalWork, AddNodalLoad, NodalLoadWork,
                                 ClearDamping, RaiseDamping, AddDamping, DampingWork, AddPressure, PressureWork,
                                 SumBagSize>;

}  // namespace crumple
