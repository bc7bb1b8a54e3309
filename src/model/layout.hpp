// How serialize.hpp lays a model out: a number that differs between builds which cannot read each other's models.
// Called by app.
#pragma once

#include <cstdint>

namespace crumple {

/// XXH3 of the descriptions and types of all members of Model, at any depth.
std::uint64_t model_layout();

}  // namespace crumple
