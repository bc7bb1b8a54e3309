// Pressure on faces of the mesh, each on one rank: rank-local nodal forces, and their work. Called by loads.cpp and
// airbags.cpp.
#pragma once

#include <array>
#include <span>

#include "kernels/device.hpp"
#include "physics/conditions/load_loops.hpp"
#include "physics/state/feature.hpp"

namespace crumple {

class PressureFaces {
 public:
  /// `load`: the number of its pressure.
  void add(const std::array<Index, 4>& nodes, std::size_t load) {
    faces_.push_back({{nodes[0], nodes[1], nodes[2], nodes[3]}, load, {}});
  }
  bool empty() const { return faces_.empty(); }
  /// Rounded to the quantum; `pressure` [load] [force/area].
  void add_forces(StepState& s, std::span<const double> pressure);
  /// Enters the work of these forces up to t(n), and adds that after it to `ahead`.
  void enter_work(StepState& s, StepSum& ahead) const;

 private:
  kernels::RunVector<PressureFace> faces_;
  kernels::RunVector<double> pressure_;
};

}  // namespace crumple
