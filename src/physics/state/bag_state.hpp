// The abstat row of an airbag.
#pragma once

#include "model/mesh.hpp"

namespace crumple {

/// At t(n).
struct BagState {
  Id bag = 0;
  double volume = 0;               ///< [length^3]
  double area = 0;                 ///< of the skin [length^2]
  double pressure = 0;             ///< absolute [force/area]
  double mass = 0;                 ///< of the gas [mass]
  double energy = 0;               ///< internal, of the gas [energy]
  double temperature = 0;          ///< [temperature]
  double inflow = 0, outflow = 0;  ///< [mass/time]
  double start_volume = 0;         ///< at t = 0 [length^3]
  double is_open = 0;              ///< 1: its vent, and it stays so
};

}  // namespace crumple
