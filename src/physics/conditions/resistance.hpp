// The impulses that changes of velocity cost at nodes outside of rigid bodies: of mass, and of forces that depend on
// the velocity in the middle of the step, which are mass damping and dashpots to the ground. Part of loops.
#pragma once

#include "physics/state/loop_data.hpp"

namespace crumple {

/// The mass damping coefficients D along and about the axes [1/time].
struct DampingRates {
  Vec3 translation, rotation;
};

/// -C v, with v in the middle of the step.
struct Dashpot {
  Index node;
  Mat3 c;  ///< symmetric [mass/time]
};

struct NodalResistance {
  const double *mass, *inertia;   ///< [node] [mass], [mass length^2]
  double dt;                      ///< Clock::dt_mid [time]
  const DampingRates* damping;    ///< [node]; null: none
  const std::uint8_t* in_body;    ///< [node] 1: not damped here
  const Index* dashpot_of;        ///< [node] into `dashpots`, or none; null: none
  const Dashpot* dashpots;

  /// m (1 + D dt / 2) per component [mass length/time].
  CRUMPLE_INLINE Vec3 impulse_on_mass(Index node, const Vec3& change) const {
    return against_damping(node, &DampingRates::translation, mass[node] * change);
  }
  /// The same for the angular velocity [mass length^2/time].
  CRUMPLE_INLINE Vec3 angular_impulse_of(Index node, const Vec3& change) const {
    return against_damping(node, &DampingRates::rotation, inertia[node] * change);
  }
  /// With C dt / 2 of the node's dashpot. Tied nodes have no mass: they follow others, and have none meanwhile.
  CRUMPLE_INLINE Vec3 impulse_of(Index node, const Vec3& change) const {
    const Index at = dashpot_of ? dashpot_of[node] : none;
    const bool acts = at != none && mass[node] > 0;
    return impulse_on_mass(node, change) + (acts ? 0.5 * dt * (dashpots[at].c * change) : Vec3());
  }

 private:
  CRUMPLE_INLINE Vec3 against_damping(Index node, Vec3 DampingRates::*rates, Vec3 impulse) const {
    if (!damping || in_body[node]) return impulse;
    const Vec3& rate = damping[node].*rates;
    for (int c = 0; c < 3; ++c) impulse[c] *= 1 + 0.5 * dt * rate[c];
    return impulse;
  }
};

}  // namespace crumple
