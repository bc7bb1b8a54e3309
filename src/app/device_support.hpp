// What a deck asks for that a device cannot compute (docs/gpu.md).
#pragma once

#include <string>
#include <vector>

#include "model/model.hpp"

namespace crumple {

/// Each with its keyword, as a list for the user; empty: the device can run the model, or a rank's part of it.
std::vector<std::string> lacks_on_device(const Model& model);

/// Errors: names all that the device lacks.
void require_device_support(const Model& model, const std::string& device);

/// Before the first step of a run with that device, on each rank: requires its support of the model. The device that
/// the host imitates runs what it lacks, too, in its own memory; where it lacks nothing its loops wait as those of a GPU.
void prepare_device(const Model& model, const std::string& device);

}  // namespace crumple
