// The units of a deck, which names none: the usual set in which densities and moduli of its materials are those of
// matter. For `crumple check`: a density in another unit is the most frequent mistake of a deck that runs.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "model/materials.hpp"

namespace crumple {

/// Speed of a wave along a rod, sqrt(E / RO), of a fluid sqrt(K / RO) [length/time]; 0 for material without stress.
double wave_speed(const Material& material);

struct UnitsGuess {
  std::string names;  ///< "mm, ms, kg (kN, GPa)"; empty: no usual set suits any material
  int n_suited = 0, n_judged = 0;     ///< materials: with a wave speed
  std::vector<std::string> warnings;  ///< of materials that do not suit the set
};

/// The set that suits most materials. Limits of matter: density 1 to 25,000 kg/m^3, wave speed 1 to 20,000 m/s, and
/// above 3,000 kg/m^3 (metals, ceramics) a modulus of at least 5 GPa.
UnitsGuess guess_units(std::span<const Material> materials);

/// Materials so stiff or soft that squares of their stresses leave the range of single precision.
std::vector<std::string> single_precision_warnings(std::span<const Material> materials);

}  // namespace crumple
