// The device of the kernel library "cuda".
#pragma once

#include "kernels/device.hpp"

namespace crumple::kernels {

extern const Device cuda_device;

}  // namespace crumple::kernels
