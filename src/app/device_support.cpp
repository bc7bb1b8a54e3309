#include "app/device_support.hpp"

#include <fmt/format.h>

#include "base/error.hpp"
#include "kernels/device.hpp"

namespace crumple {

std::vector<std::string> lacks_on_device(const Model& m) {
  std::vector<std::string> lacks;
  const auto refuse = [&](bool is_asked_for, const char* what) {
    if (is_asked_for) lacks.emplace_back(what);
  };
  refuse(m.implicit.is_used(), "implicit analysis (*CONTROL_IMPLICIT_GENERAL)");
  return lacks;
}

void require_device_support(const Model& model, const std::string& device) {
  if (const std::vector<std::string> lacks = lacks_on_device(model); !lacks.empty())
    throw Error(fmt::format("device={} cannot run this: {}; expected a deck without, or device=none", device,
                            fmt::join(lacks, ", ")));
}

void prepare_device(const Model& model, const std::string& device) {
  const bool is_imitated = device == "host";
  if (!is_imitated) return require_device_support(model, device);
  if (lacks_on_device(model).empty()) kernels::device_of_run()->put_off_loops();
}

}  // namespace crumple
