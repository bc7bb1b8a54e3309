#include "io/eigout.hpp"

#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "io/text_file.hpp"

namespace crumple {
namespace {

double radians_of(double eigenvalue) { return std::copysign(std::sqrt(std::abs(eigenvalue)), eigenvalue); }

/// A line for each mode with a number for each rigid motion.
template <class NumberOf>
std::string table(const std::string& title, std::size_t n_modes, NumberOf number_of) {
  std::string text = fmt::format("\n {}\n\n    MODE", title);
  for (const char* motion : {"X-TRAN", "Y-TRAN", "Z-TRAN", "X-ROT", "Y-ROT", "Z-ROT"})
    text += fmt::format("{:>14}", motion);
  text += "\n";
  for (std::size_t mode = 0; mode < n_modes; ++mode) {
    text += fmt::format("{:8d}", mode + 1);
    for (std::size_t motion = 0; motion < 6; ++motion) text += fmt::format("{:14.6E}", number_of(mode, motion));
    text += "\n";
  }
  return text;
}

}  // namespace

double frequency_of(double eigenvalue) { return radians_of(eigenvalue) / (2 * std::numbers::pi); }

void write_buckling_loads(const std::string& prefix, const RunInfo& run, const std::vector<double>& factors) {
  std::string text = fmt::format(" {}\n\n results of buckling analysis: factors of the loads\n\n", run.title);
  text += "    MODE      EIGENVALUE\n";
  for (std::size_t i = 0; i < factors.size(); ++i) text += fmt::format("{:8d}  {:14.6E}\n", i + 1, factors[i]);
  TextFile(prefix + "eigout").write(text);
}

void write_eigout(const std::string& file, const RunInfo& run, const ModeTable& modes) {
  const std::size_t n = modes.eigenvalue.size();
  std::string text = fmt::format(" {}\n\n results of eigenvalue analysis:\n\n", run.title);
  text += "                             |------ frequency -----|\n";
  text += "    MODE      EIGENVALUE       RADIANS        CYCLES        PERIOD\n";
  for (std::size_t i = 0; i < n; ++i) {
    const double cycles = frequency_of(modes.eigenvalue[i]);
    text += fmt::format("{:8d}  {:14.6E}{:14.6E}{:14.6E}{:14.6E}\n", i + 1, modes.eigenvalue[i],
                        radians_of(modes.eigenvalue[i]), cycles, cycles != 0 ? 1 / cycles : 0.0);
  }
  text += table("MODAL PARTICIPATION FACTORS", n,
                [&](std::size_t mode, std::size_t motion) { return modes.participation[mode][motion]; });
  const auto effective = [&](std::size_t mode, std::size_t motion) {
    return modes.participation[mode][motion] * modes.participation[mode][motion];
  };
  text += table("MODAL EFFECTIVE MASS", n, effective);
  ByRigidMotion sum{};
  text += table("ACCUMULATED SHARE OF THE MASS", n, [&](std::size_t mode, std::size_t motion) {
    sum[motion] += effective(mode, motion);
    return modes.mass[motion] > 0 ? sum[motion] / modes.mass[motion] : 0.0;
  });
  TextFile(file).write(text);
}

}  // namespace crumple
