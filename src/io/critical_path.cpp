#include "io/critical_path.hpp"

#include <algorithm>

#include "base/profile.hpp"

namespace crumple {

double critical_path(const std::map<std::string, std::vector<double>>& work) {
  std::map<std::string, std::vector<double>> stages;
  for (const auto& [phase, of_ranks] : work) {
    std::vector<double>& stage = stages[Profile::stage_of(phase)];
    stage.resize(std::max(stage.size(), of_ranks.size()));
    for (std::size_t r = 0; r < of_ranks.size(); ++r) stage[r] += of_ranks[r];
  }
  double path = 0;
  for (const auto& [stage, of_ranks] : stages)
    if (!of_ranks.empty()) path += *std::ranges::max_element(of_ranks);
  return path;
}

}  // namespace crumple
