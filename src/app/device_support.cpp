#include "app/device_support.hpp"

#include <fmt/format.h>

#include "base/error.hpp"
#include "kernels/device.hpp"

namespace crumple {

std::string lack_of_device(const Model& m) {
  return m.implicit.is_used() ? "implicit analysis (*CONTROL_IMPLICIT_GENERAL)" : "";
}

void prepare_device(const Model& model, const std::string& device) {
  const std::string lack = lack_of_device(model);
  const bool is_imitated = device == "host";
  if (!lack.empty() && !is_imitated)
    throw Error(fmt::format("device={} cannot run this: {}; expected a deck without, or device=none", device, lack));
  if (lack.empty() && is_imitated) kernels::device_of_run()->put_off_loops();
}

}  // namespace crumple
