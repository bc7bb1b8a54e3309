#pragma once

#include "kernels/loops.hpp"

namespace crumple::kernels {

/// The loop of that name in this library; null: it has none.
RunLoop find_loop(const char* name);

}  // namespace crumple::kernels
