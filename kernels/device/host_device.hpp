// The device "host": the threads of the program as those of a device, in the memory of the host. It runs what a GPU
// would on machines without one.
#pragma once

#include "kernels/device/find_loop.hpp"
#include "kernels/device/launch.hpp"

namespace crumple::kernels {

inline constexpr Device host_device{
    .name = "host",
    .start =
        [](Launcher launcher) -> const char* {
          launcher_of_program() = launcher;
          return nullptr;
        },
    .allocate = nullptr,
    .free = nullptr,
    .synchronise = []() -> const char* { return nullptr; },
    .find_loop = find_loop};

}  // namespace crumple::kernels
