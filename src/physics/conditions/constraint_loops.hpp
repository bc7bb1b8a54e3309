// The loops of constraints of single nodes (constraints.cpp).
#pragma once

#include "physics/conditions/resistance.hpp"
#include "physics/state/basis.hpp"

namespace crumple {

/// A node fixed along the global axes whose bits are set: 1, 2, 4; and about them: 8, 16, 32.
struct FixedNode {
  Index node;
  std::uint8_t dof;
};
struct FixAlongAxes {
  static constexpr const char* name = "fix along axes";
  const FixedNode* fixed;
  RowsAt velocity, angular_velocity;
  CRUMPLE_INLINE void operator()(std::size_t i) const {
    const auto [node, dof] = fixed[i];
    for (int k = 0; k < 3; ++k) {
      if (dof >> k & 1) velocity(node)[k] = 0;
      if (dof >> (3 + k) & 1) angular_velocity(node)[k] = 0;
    }
  }
};

/// A node fixed along, or about, directions.
struct FixedDirections {
  Index node = none;
  bool rotation = false;
  Basis along;
};
struct FixAlongDirections {
  static constexpr const char* name = "fix along directions";
  const FixedDirections* fixed;
  RowsAt velocity, angular_velocity;
  CRUMPLE_INLINE void operator()(std::size_t i) const {
    const FixedDirections& f = fixed[i];
    const RowsAt rates = f.rotation ? angular_velocity : velocity;
    for (const Vec3& direction : f.along) rates.add(f.node, -dot(rates[f.node], direction) * direction);
  }
};

/// The reaction at a node with fixed degrees of freedom, m a - f, for spcforc.
struct SpcForce {
  std::int64_t node = 0;  ///< its id
  bool holds_translation = false, holds_rotation = false;
  Vec3 force, moment;  ///< in the global frame [force], [force length]
  SpcForce& operator+=(const SpcForce& other) {
    holds_translation |= other.holds_translation;
    holds_rotation |= other.holds_rotation;
    force += other.force;
    moment += other.moment;
    return *this;
  }
};
/// A fixed node that this rank owns.
struct Reaction {
  Index node = none;
  Vec3 free_velocity, free_angular_velocity;  ///< before the constraint
  SpcForce row;
};
struct NoteFreeVelocity {
  static constexpr const char* name = "free velocities";
  Reaction* reactions;
  RowsAt velocity, angular_velocity;
  CRUMPLE_INLINE void operator()(std::size_t i) const {
    reactions[i].free_velocity = velocity[reactions[i].node];
    reactions[i].free_angular_velocity = angular_velocity[reactions[i].node];
  }
};
/// The impulse that removed the free velocity, over dt_mid.
struct NoteReaction {
  static constexpr const char* name = "reactions";
  Reaction* reactions;
  NodalResistance resistance;
  RowsAt velocity, angular_velocity;
  CRUMPLE_INLINE void operator()(std::size_t i) const {
    Reaction& r = reactions[i];
    const double per_time = 1 / resistance.dt;
    r.row.force = per_time * resistance.impulse_of(r.node, velocity[r.node] - r.free_velocity);
    r.row.moment =
        per_time * resistance.angular_impulse_of(r.node, angular_velocity[r.node] - r.free_angular_velocity);
  }
};

/// What a motion prescribes in a step.
struct PrescribedRate {
  bool is_active;  ///< birth <= middle of the step < death
  bool is_change;  ///< `value` is the change of the rate over the step, not the rate in the middle of the step
  double value;
  CRUMPLE_INLINE double at(double before) const { return is_change ? before + value : value; }
};

/// A motion of nodes along, or about, one direction, and the work of its reactions.
struct Prescribe {
  static constexpr const char* name = "prescribed motion";
  using Sums = WorkSums;
  const Index* node;
  const std::uint8_t* owned;  ///< [node]
  RowsAt before, rates;       ///< before the kick; after it, out: as prescribed [length/time]
  NodalResistance resistance;
  bool rotation;
  Vec3 direction;             ///< unit vector
  PrescribedRate rate;
  Quantum energy;
  Vec3* impulse;              ///< [i] of the reaction [mass length/time]; null: not asked for
  CRUMPLE_INLINE void operator()(std::size_t i, Sums& sums) const {
    const Index k = node[i];
    const double v0 = dot(before[k], direction), v1 = rate.at(v0);
    const Vec3 along = (v1 - dot(rates[k], direction)) * direction;
    rates.add(k, along);
    if (!owned[k]) return;
    const Vec3 whole = rotation ? resistance.angular_impulse_of(k, along) : resistance.impulse_of(k, along);
    if (impulse) impulse[i] = whole;
    const double amount = dot(direction, whole);  // (m a - f) dt_mid
    sums.before.add(0.5 * amount * v0, energy);
    sums.after.add(0.5 * amount * v1, energy);
  }
};

/// A motion of nodes about an axis: on circles both components of their velocity in the plane across it are given, so
/// that their ways end on the circles; free along the radius only that along the way they would have on a circle.
struct PrescribeTurning {
  static constexpr const char* name = "prescribed turning";
  using Sums = WorkSums;
  const Index* node;
  const std::uint8_t* owned;  ///< [node]
  RowsAt position, before, rates;
  NodalResistance resistance;
  Vec3 axis, centre;         ///< unit vector; [length]
  double versine, sine, dt;  ///< of the angle of the step, 1 - cos and sin; the step [time]
  bool is_free;              ///< along the radius
  Quantum energy;
  Vec3* impulse;             ///< as in Prescribe
  CRUMPLE_INLINE Vec3 across(const Vec3& v) const { return v - dot(v, axis) * axis; }
  CRUMPLE_INLINE void operator()(std::size_t i, Sums& sums) const {
    const Index k = node[i];
    const Vec3 arm = across(position[k] - centre), way = sine * cross(axis, arm) - versine * arm;
    Vec3 v0 = across(before[k]), v1 = (1 / dt) * way, now = across(rates[k]);
    if (is_free) {
      const Vec3 along = normalized(way);
      v0 = dot(v0, along) * along;
      now = dot(now, along) * along;
    }
    rates.add(k, v1 - now);
    if (!owned[k]) return;
    const Vec3 whole = resistance.impulse_of(k, v1 - now);
    if (impulse) impulse[i] = whole;
    sums.before.add(0.5 * dot(whole, v0), energy);
    sums.after.add(0.5 * dot(whole, v1), energy);
  }
};

using ConstraintLoops =
    kernels::Loops<FixAlongAxes, FixAlongDirections, NoteFreeVelocity, NoteReaction, Prescribe, PrescribeTurning>;

}  // namespace crumple
