#include "io/eigout.hpp"

#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "io/text_file.hpp"

namespace crumple {

void write_eigout(const std::string& prefix, const RunInfo& run, const std::vector<Mode>& modes) {
  std::string text = fmt::format(" {}\n\n results of eigenvalue analysis:\n\n", run.title);
  text += "                             |------ frequency -----|\n";
  text += "    MODE      EIGENVALUE       RADIANS        CYCLES        PERIOD\n";
  for (std::size_t i = 0; i < modes.size(); ++i) {
    const double eigenvalue = modes[i].eigenvalue;
    const double radians = std::copysign(std::sqrt(std::abs(eigenvalue)), eigenvalue);
    const double cycles = radians / (2 * std::numbers::pi);
    text += fmt::format("{:8d}  {:14.6E}{:14.6E}{:14.6E}{:14.6E}\n", i + 1, eigenvalue, radians, cycles,
                        cycles != 0 ? 1 / cycles : 0.0);
  }
  TextFile(prefix + "eigout").write(text);
}

}  // namespace crumple
