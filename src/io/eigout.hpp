// The text file eigout: frequencies of modes in LS-DYNA's format, their participation in rigid motions of the model and
// their effective masses.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "io/run_info.hpp"

namespace crumple {

/// Numbers for the rigid translations along x, y, z and the rotations about these axes through the origin.
using ByRigidMotion = std::array<double, 6>;

struct ModeTable {
  std::vector<double> eigenvalue;             ///< ascending [1/time^2]
  std::vector<ByRigidMotion> participation;   ///< [mode] phi^T M r, r the rigid motion, phi^T M phi = 1
  ByRigidMotion mass{};                       ///< r^T M r, without fixed degrees of freedom [mass], [mass length^2]
};

/// Load factors of buckling instead. On root. Errors: the file cannot be written.
void write_buckling_loads(const std::string& prefix, const RunInfo& run, const std::vector<double>& factors);
/// On root. Errors: the file cannot be written.
void write_eigout(const std::string& file, const RunInfo& run, const ModeTable& modes);

/// [cycles/time]; < 0 where the eigenvalue is.
double frequency_of(double eigenvalue);

}  // namespace crumple
