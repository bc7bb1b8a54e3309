// Equations of state of solids, one struct per *EOS keyword: pressure over volume and internal energy.
// Part of the Model (model.hpp): each part has its own by value. kernels/equation_of_state.hpp has the formulas.
#pragma once

#include <array>
#include <variant>
#include <vector>

#include "model/describe.hpp"
#include "model/mesh.hpp"

namespace crumple {

/// *EOS_LINEAR_POLYNOMIAL
struct EosLinearPolynomial {
  static constexpr int number = 1;
  std::array<double, 7> c{};  ///< C0..C6: [force/area], those of E without dimension
  CRUMPLE_DESCRIBE(plain(c))
};

/// *EOS_GRUNEISEN
struct EosGruneisen {
  static constexpr int number = 4;
  double sound_speed = 0;     ///< C [length/time]
  std::array<double, 3> s{};  ///< S1, S2, S3
  double gamma = 0, a = 0;    ///< GAMAO, A
  CRUMPLE_DESCRIBE(plain(sound_speed, s, gamma, a))
};

/// *EOS_TABULATED
struct EosTabulated {
  static constexpr int number = 9;
  double gamma = 0;              ///< GAMA
  std::vector<double> strain;    ///< ln V, ascending
  std::vector<double> pressure;  ///< C(ln V) [force/area]
  std::vector<double> heat;      ///< T(ln V)
  CRUMPLE_DESCRIBE(plain(gamma, strain, pressure, heat))
};

struct EquationOfState {
  Id id = 0;
  double energy = 0;  ///< E0 per initial volume [energy/volume]
  double volume = 1;  ///< V0, relative
  std::variant<EosLinearPolynomial, EosGruneisen, EosTabulated> form;
  CRUMPLE_DESCRIBE(plain(id, energy, volume, form))
};

/// Bulk modulus -V dp/dV at constant entropy in the initial state [force/area]; `density` is the initial one.
double bulk_modulus(const EquationOfState& eos, double density);

}  // namespace crumple
