// Included by the generated source of each list of loops (kernels/loops.hpp): what launches them.
#pragma once

#include <cstring>

#include "kernels/device/launch.hpp"
#include "kernels/loops.hpp"

namespace crumple::kernels {

template <class Body>
void run_launched(const void* body, std::size_t n, double* sums) {
  if constexpr (requires { typename Body::Sums; })
    launch_sums(n, *static_cast<const Body*>(body), *reinterpret_cast<typename Body::Sums*>(sums));
  else if constexpr (requires { Body::most; })
    launch_least(n, *static_cast<const Body*>(body), *sums);
  else
    launch(n, *static_cast<const Body*>(body));
}

template <class List>
struct LoopTable;
template <class... Bodies>
struct LoopTable<Loops<Bodies...>> {
  static RunLoop find(const char* name) {
    for (const auto& [its_name, run] : {DeviceLoop{Bodies::name, &run_launched<Bodies>}...})
      if (std::strcmp(its_name, name) == 0) return run;
    return nullptr;
  }
};

}  // namespace crumple::kernels
