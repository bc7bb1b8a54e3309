// The text file eigout: frequencies of modes in LS-DYNA's format.
#pragma once

#include <string>
#include <vector>

#include "io/run_info.hpp"
#include "solver/lanczos.hpp"

namespace crumple {

/// On root. Errors: the file cannot be written.
void write_eigout(const std::string& prefix, const RunInfo& run, const std::vector<Mode>& modes);

}  // namespace crumple
