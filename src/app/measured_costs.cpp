#include "app/measured_costs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "decomp/weights.hpp"

namespace crumple {
namespace {

/// Adds `time` to a part of the costs in proportion to `share`; evenly without shares.
template <class Share>
void spread(double time, Share share, std::span<MeasuredCost> costs, float MeasuredCost::*part) {
  double whole = 0;
  for (std::size_t e = 0; e < costs.size(); ++e) whole += share(e);
  for (std::size_t e = 0; e < costs.size(); ++e)
    costs[e].*part += float(time * (whole > 0 ? share(e) / whole : 1.0 / double(costs.size())));
}

/// The quantile of sorted values: the smallest one that this share of them does not exceed.
double quantile(const std::vector<double>& sorted, double share) {
  return sorted[std::size_t(share * double(sorted.size() - 1) + 0.5)];
}

}  // namespace

UnitCost unit_cost(std::vector<double> windows, double n) {
  std::ranges::sort(windows);
  const double median = quantile(windows, 0.5), range = quantile(windows, 0.75) - quantile(windows, 0.25);
  return {1e9 * median / n, median > 0 ? range / (2 * median) : 0};
}

ComputeTimes compute_times_since(const PhaseCosts& before) {
  ComputeTimes times;
  for (const auto& [phase, cost] : Profile::costs()) {
    const auto old = before.find(phase);
    const PhaseCost between = old != before.end() ? cost - old->second : cost;
    if (between.entries > 0)
      times[phase] = std::max(0.0, between.compute_cpu());  // both are samples: in a short window MPI may be larger
  }
  return times;
}

double total(const ComputeTimes& times) {
  return std::accumulate(times.begin(), times.end(), 0.0, [](double sum, const auto& t) { return sum + t.second; });
}

double time_of(const ComputeTimes& times, const std::string& phase) {
  const auto found = times.find(phase);
  return found != times.end() ? found->second : 0.0;
}

std::vector<double> activity_of_elements(const Model& model, const std::vector<float>& of_nodes) {
  std::vector<double> activity;
  model.for_each_element([&](const auto& element) {
    double sum = 0;
    for (const Index node : element.nodes) sum += of_nodes[node];
    activity.push_back(sum / double(element.nodes.size()));
  });
  return activity;
}

std::vector<MeasuredCost> measured_costs(const Model& model, const ComputeTimes& times, double contact_forces,
                                         const std::vector<float>& contact_activity) {
  const ElementCosts table = estimate_costs(model, {});
  const std::vector<double> activity = activity_of_elements(model, contact_activity);
  const std::size_t n = model.n_elements(), ends[] = {model.first_solid(), model.first_beam(), model.first_spring(), n};
  std::vector<MeasuredCost> costs(n);
  double rest = total(times) - contact_forces;
  for (std::size_t kind = 0; kind < std::size(ends); ++kind) {
    const double of_kind = time_of(times, fmt::format("{}s", section_kind_names[kind]));
    const std::size_t first = kind == 0 ? 0 : ends[kind - 1];
    const auto by_table = [&](std::size_t e) { return double(table.element[first + e]); };
    spread(of_kind, by_table, std::span(costs).subspan(first, ends[kind] - first), &MeasuredCost::element);
    rest -= of_kind;
  }
  const auto by_nodes = [&](std::size_t e) { return double(table.motion[e] + table.nodes[e]); };
  const auto by_activity = [&](std::size_t e) { return activity[e]; };
  spread(std::max(0.0, rest), by_nodes, std::span(costs), &MeasuredCost::nodes);
  spread(contact_forces, by_activity, std::span(costs), &MeasuredCost::contact);
  return costs;
}

}  // namespace crumple
