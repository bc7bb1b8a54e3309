#include "io/stages.hpp"

#include <algorithm>

namespace crumple {

std::string stage_of(const std::string& phase) {
  static const std::map<std::string, std::string> stages = {
      {"contact", "nodes"},    {"loads", "nodes"},          {"integration", "nodes"},      {"constraints", "nodes"},
      {"spot welds", "nodes"}, {"interpolations", "nodes"}, {"rigid bodies", "elements"},  {"joints", "elements"},
      {"belts", "elements"},   {"rigid walls", "elements"}, {"contact watch", "elements"}, {"time step", "elements"},
      {"shells", "elements"},  {"solids", "elements"},      {"beams", "elements"},         {"springs", "elements"}};
  const auto found = stages.find(phase);
  return found != stages.end() ? found->second : phase;
}

double critical_path(const std::map<std::string, std::vector<double>>& work) {
  std::map<std::string, std::vector<double>> stages;
  for (const auto& [phase, of_ranks] : work) {
    std::vector<double>& stage = stages[stage_of(phase)];
    stage.resize(std::max(stage.size(), of_ranks.size()));
    for (std::size_t r = 0; r < of_ranks.size(); ++r) stage[r] += of_ranks[r];
  }
  double path = 0;
  for (const auto& [stage, of_ranks] : stages)
    if (!of_ranks.empty()) path += *std::ranges::max_element(of_ranks);
  return path;
}

}  // namespace crumple
