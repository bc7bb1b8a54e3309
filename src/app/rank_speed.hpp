// vspeed of the pfile: the relative computing speed of this rank. Called by `distribute`.
#pragma once

#include <vector>

#include "comm/world.hpp"

namespace crumple {

/// Speed of every rank on root [1/s], measured by a short floating-point loop on all ranks at once; empty elsewhere.
/// Collective. Varies from run to run, and with it the decomposition, but not the results.
std::vector<double> measure_rank_speeds(const World& world);

}  // namespace crumple
