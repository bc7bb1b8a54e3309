// vspeed of the pfile: how fast this rank computes beside the others. Called by `distribute`.
#pragma once

#include <vector>

#include "comm/world.hpp"

namespace crumple {

/// Speed of every rank on root [1/s], measured by a short floating-point loop on all ranks at once; empty elsewhere.
/// Collective. Not the same from run to run, so that the decomposition is not either; the answer is.
std::vector<double> measure_rank_speeds(const World& world);

}  // namespace crumple
