// The loops over the links of spot welds (spot_welds.cpp).
#pragma once

#include "physics/joints/power.hpp"
#include "physics/state/loop_data.hpp"

namespace crumple {

/// The loads at which a weld fails (SpotWeld).
struct WeldStrength {
  double normal, shear;  ///< [force]; 0: it does not fail by them
  double normal_exponent, shear_exponent;
  double time;           ///< at which it fails [time]

  CRUMPLE_INLINE bool is_overloaded(double normal_force, double shear_force, double now) const {
    if (now >= time) return true;
    double load = 0;
    if (normal > 0 && normal_force > 0) load += power(normal_force / normal, normal_exponent);
    if (shear > 0 && shear_force > 0) load += power(shear_force / shear, shear_exponent);
    return load >= 1;
  }
};

/// Stores the forces of welds by their number.
struct StoreWeldForces {
  static constexpr const char* name = "forces of spot welds";
  const Index* weld;
  const double *normal_force, *shear_force;  ///< [i]
  double *normal_of_weld, *shear_of_weld;
  CRUMPLE_INLINE void operator()(std::size_t i) const {
    normal_of_weld[weld[i]] = normal_force[i];
    shear_of_weld[weld[i]] = shear_force[i];
  }
};

/// Marks the welds that fail, and counts them.
struct FindOverloaded {
  static constexpr const char* name = "failure of spot welds";
  using Sums = double;
  const Index* weld;
  const WeldStrength* strength;                ///< [weld]
  const double *normal_of_weld, *shear_of_weld;
  double time;
  std::uint8_t* failed;                        ///< [weld]
  CRUMPLE_INLINE void operator()(std::size_t i, Sums& count) const {
    const Index w = weld[i];
    if (!strength[w].is_overloaded(normal_of_weld[w], shear_of_weld[w], time)) return;
    failed[w] = 1;
    count += 1;
  }
};

using WeldLoops = kernels::Loops<StoreWeldForces, FindOverloaded>;

}  // namespace crumple
