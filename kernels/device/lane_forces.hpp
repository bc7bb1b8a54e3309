// The forces of elements on a device: a thread takes a lane of a block. Where the law is bound when a kernel is
// compiled (device_code.hpp), a formulation calls it by its name, not through a pointer.
#pragma once

#include "kernels/entry.hpp"

namespace crumple::kernels {

/// Kernel::forces of lane i % lanes of block first + i / lanes. `Constants`: those of the formulation, or with a law.
template <class Real, template <class> class Element, class Constants>
struct LaneForces {
  static constexpr unsigned blocks_at_once = 3;
  ElementBlocks<Real> elements;
  NodeRows nodes;
  double dt;
  int first, last;

  CRUMPLE_INLINE void operator()(std::size_t i) const {
    const int block = first + int(i / block_lanes<Real>), lane = int(i % block_lanes<Real>);
    const auto& constants = *static_cast<const Constants*>(elements.constants[elements.part[block]]);
    if constexpr (requires { Constants::bound_form; })
      if (constants.form != Constants::bound_form) return;
    Element<Real>::forces(ForceCall<Real>{elements, nodes, dt, first, last}, constants, block, lane);
  }
};

/// Lanes of a call of Kernel::forces.
template <class Real>
constexpr std::size_t lanes_of_blocks(int first, int last) {
  return std::size_t(last - first) * block_lanes<Real>;
}

}  // namespace crumple::kernels
