// The elements whose plastic strain fails spot welds and releases tied nodes. Called by the deck reader; measured by
// physics/joints/weld_strains.
#pragma once

#include "model/model.hpp"

namespace crumple {

/// Whether a weld fails by plastic strain at all.
inline bool fails_by_strain(const SpotWeld& weld) {
  constexpr double no_strain_is_so_large = 1e19;
  return weld.plastic_strain < no_strain_is_so_large;
}

/// Fills Model::weld_strains, and the numbers in it of the nodes of welds. Each node of a weld is a group of its own,
/// all nodes of a tied set are one.
void find_weld_strains(Model& model);

}  // namespace crumple
