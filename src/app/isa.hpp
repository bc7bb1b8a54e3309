// Choice of the kernel library by the capabilities of this machine and the options.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "kernels/interface.hpp"
#include "kernels/step/interface.hpp"

namespace crumple {

/// The instruction sets of this build, and those supported by this machine, narrowest first.
std::vector<std::string> built_isas();
std::vector<std::string> available_isas();

/// The kernels of an instruction set; for "auto" of the widest supported one. Errors: the machine does not support it.
const kernels::KernelTable& choose_kernels(const std::string& isa);

/// The kernels of a device, "host" or "cuda", for a rank of those of this machine. Errors: they are not built, or the
/// machine has no such device.
const kernels::KernelTable& kernels_of_device(const std::string& device, int rank);

/// Enables flush-to-zero of denormal numbers on all threads of this rank, alike for all instruction sets. For single
/// precision, whose products are often denormal, which is slow. Not used in double precision.
void flush_denormals();

}  // namespace crumple
