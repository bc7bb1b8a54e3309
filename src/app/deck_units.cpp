#include "app/deck_units.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

namespace crumple {
namespace {

struct UnitSet {
  const char* names;
  double metre, second, kilogram;  ///< the units of the set in SI: their length in metres, ...
  double density() const { return kilogram / (metre * metre * metre); }
  double modulus() const { return kilogram / (metre * second * second); }
  double speed() const { return metre / second; }
};

/// The usual ones, most frequent first: it decides between those that suit as many materials.
constexpr UnitSet unit_sets[] = {{"mm, ms, kg (kN, GPa)", 1e-3, 1e-3, 1},
                                 {"mm, s, t (N, MPa)", 1e-3, 1, 1000},
                                 {"m, s, kg (N, Pa)", 1, 1, 1},
                                 {"mm, ms, g (N, MPa)", 1e-3, 1e-3, 1e-3},
                                 {"cm, us, g (Mbar)", 1e-2, 1e-6, 1e-3},
                                 {"in, s, lbf s^2/in (lbf, psi)", 0.0254, 1, 175.126835},
                                 {"ft, s, slug (lbf, psf)", 0.3048, 1, 14.5939029}};

bool is_matter(const Material& material, const UnitSet& units) {
  const double density = material.density * units.density(), modulus = material.stiffness() * units.modulus();
  const double speed = std::sqrt(modulus / density);
  return density >= 1 && density <= 25000 && speed >= 1 && speed <= 20000 && (density <= 3000 || modulus >= 5e9);
}

std::string describe(const Material& material, const UnitSet& units) {
  return fmt::format(
      "material {}: density {:.4g} and modulus {:.4g} give a wave speed of {:.4g}; in {} that is {:.3g} kg/m^3, "
      "{:.3g} Pa and {:.3g} m/s: is a unit wrong?",
      material.id, material.density, material.stiffness(), wave_speed(material), units.names,
      material.density * units.density(), material.stiffness() * units.modulus(), wave_speed(material) * units.speed());
}

}  // namespace

double wave_speed(const Material& material) {
  const bool has_one = !material.has_no_stress() && !material.is_of_springs() && material.density > 0 &&
                       material.stiffness() > 0 && std::isfinite(material.stiffness());
  return has_one ? std::sqrt(material.stiffness() / material.density) : 0;
}

std::vector<std::string> single_precision_warnings(std::span<const Material> materials) {
  constexpr double least = 1e-15, most = 1e18;  // a float reaches from 1e-38 to 3e38
  std::vector<std::string> warnings;
  std::set<Id> ids;
  for (const Material& material : materials)
    if (wave_speed(material) > 0 && (material.stiffness() < least || material.stiffness() > most) &&
        ids.insert(material.id).second)
      warnings.push_back(
          fmt::format("material {}: with a modulus of {:.2E} squares of stresses leave the range of single precision; "
                      "expected units in which it is {:.0E} to {:.0E}, or precision=double",
                      material.id, material.stiffness(), least, most));
  return warnings;
}

UnitsGuess guess_units(std::span<const Material> materials) {
  std::vector<const Material*> judged;
  std::set<Id> ids;  // parts may have their own, alike
  for (const Material& material : materials)
    if (wave_speed(material) > 0 && ids.insert(material.id).second) judged.push_back(&material);
  UnitsGuess guess;
  guess.n_judged = int(judged.size());
  const UnitSet* best = &unit_sets[0];
  for (const UnitSet& units : unit_sets) {
    const auto n = int(std::ranges::count_if(judged, [&](const Material* m) { return is_matter(*m, units); }));
    if (n > guess.n_suited) guess.n_suited = n, best = &units;
  }
  if (guess.n_suited > 0) guess.names = best->names;
  for (const Material* material : judged)
    if (!is_matter(*material, *best)) guess.warnings.push_back(describe(*material, *best));
  return guess;
}

}  // namespace crumple
