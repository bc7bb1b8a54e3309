// What a deck asks for that a device cannot compute (docs/gpu.md).
#pragma once

#include <string>

#include "model/model.hpp"

namespace crumple {

/// With its keyword, as a text for the user; empty: the device can run the model.
std::string lack_of_device(const Model& model);

/// Before the first step of a run with that device. The device that the host imitates runs what it lacks, too, in its
/// own memory; where it lacks nothing its loops wait as those of a GPU. Errors: another device lacks something.
void prepare_device(const Model& model, const std::string& device);

}  // namespace crumple
