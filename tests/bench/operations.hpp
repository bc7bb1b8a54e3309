// Flops of an element and step, counted by running the kernels with packs that count (kernels/simd/isa_counting.hpp).
// Called by elements.cpp.
#pragma once

#include <string>

#include "tests/bench/element_mesh.hpp"

namespace crumple::bench {

/// Additions, multiplications, divisions and roots as one flop each, mean of an element over a cycle of
/// element_mesh.hpp. Functions (cbrt, pow) count with theirs.
template <class Real>
double flops_of_cycle_step(const kernels::Kernel<Real>& kernel, const Loading& loading);

}  // namespace crumple::bench
