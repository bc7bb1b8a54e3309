// Running sums of counts: where each of many lists begins in one array.
#pragma once

#include "base/index.hpp"
#include "kernels/device.hpp"

namespace crumple {

/// Replaces each count by the sum of those before it; returns the sum of all. Waits for the device.
Index running_sums(kernels::RunVector<Index>& counts);

}  // namespace crumple
