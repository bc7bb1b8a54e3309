// What a deck asks for that a device cannot compute (docs/gpu.md).
#pragma once

#include <string>
#include <vector>

#include "model/model.hpp"

namespace crumple {

/// Each with its keyword, as a list for the user; empty: the device can run the model.
std::vector<std::string> lacks_on_device(const Model& model);

/// Errors: names all that the device lacks. `ranks`: of the run.
void require_device_support(const Model& model, const std::string& device, int ranks);

}  // namespace crumple
