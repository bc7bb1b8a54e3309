// The device "host": the threads of the program as those of a device, in the memory of the host. It runs what a GPU
// would on machines without one.
#pragma once

#include "kernels/device/find_loop.hpp"
#include "kernels/device/launch.hpp"

namespace crumple::kernels {

inline constexpr Device host_device{
    .name = "host",
    .start =
        [](Launcher launcher, int) -> const char* {
          launcher_of_program() = launcher;
          return nullptr;
        },
    .allocate = [](std::size_t bytes) { return ::operator new(bytes, std::align_val_t{64}); },
    .free =
        [](void* memory) {
          loops_put_off().run();  // they may read it
          ::operator delete(memory, std::align_val_t{64});
        },
    .synchronise = []() -> const char* {
      loops_put_off().run();
      return nullptr;
    },
    .put_off_loops = [] { loops_put_off().are_put_off = true; },
    .find_loop = find_loop};

}  // namespace crumple::kernels
