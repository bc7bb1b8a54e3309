// Choice of the kernel library: what this machine can run, and what the user asks for.
#pragma once

#include <string>
#include <vector>

#include "kernels/interface.hpp"

namespace crumple {

/// The instruction sets that this machine can run, narrowest first.
std::vector<std::string> available_isas();

/// The kernels of "sse2", "avx2", "avx512", or of the widest available set for "auto". Errors: the machine lacks it.
const kernels::KernelTable& choose_kernels(const std::string& isa);

/// Flushes denormal numbers to zero on all threads of this rank, as all instruction sets then do alike.
void flush_denormals();

}  // namespace crumple
