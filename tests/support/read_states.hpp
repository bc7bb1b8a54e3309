// Reads states.vtkhdf of a run back, for quantities that no other result has: stress, plastic strain, thickness.
#pragma once

#include <array>
#include <string>
#include <vector>

namespace crumple::test {

/// A state; elements are all shells, then all solids, each in ascending id; nodes are in ascending id.
struct State {
  double time = 0;
  std::vector<float> plastic_strain, von_mises, thickness;
  std::vector<bool> deleted;
  std::vector<std::array<float, 3>> position, velocity;
};

/// All states in the folder of a run.
std::vector<State> read_states(const std::string& folder);

}  // namespace crumple::test
