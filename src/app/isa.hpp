// Choice of the kernel library: what this machine can run, and what the user asks for.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "kernels/interface.hpp"
#include "kernels/step/interface.hpp"

namespace crumple {

/// The instruction sets of this build, and those of them that this machine can run, narrowest first.
std::vector<std::string> built_isas();
std::vector<std::string> available_isas();

/// The kernels of a set of this build; for "auto" of the widest available one, or `as_device` of the narrowest. Errors:
/// the machine lacks it.
const kernels::KernelTable& choose_kernels(const std::string& isa, bool as_device = false);

/// The loops of a step, of the same instruction set as an element kernel table.
const kernels::StepKernels* step_kernels(std::string_view isa);

/// Flushes denormal numbers to zero on all threads of this rank, as all instruction sets then do alike. For single
/// precision, whose products often become denormal: processors take long for these. Double precision runs without.
void flush_denormals();

}  // namespace crumple
