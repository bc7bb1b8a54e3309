#include "app/rebalance.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <span>
#include <sstream>

#include "base/profile.hpp"

namespace crumple {
namespace {

ComputeTimes compute_times_since(const PhaseCosts& before) {
  ComputeTimes times;
  for (const auto& [phase, cost] : Profile::costs()) {
    const auto old = before.find(phase);
    const PhaseCost between = old != before.end() ? cost - old->second : cost;
    if (between.entries > 0)
      times[phase] = std::max(0.0, between.compute_cpu());  // both are samples: in a short window MPI may have more
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

/// Pairs of contact around each element, from those around its nodes.
std::vector<double> activity_of_elements(const Model& model, const std::vector<float>& of_nodes) {
  std::vector<double> activity;
  model.for_each_element([&](const auto& element) {
    double sum = 0;
    for (const Index node : element.nodes) sum += of_nodes[node];
    activity.push_back(sum / double(element.nodes.size()));
  });
  return activity;
}

/// What an element costs [s].
struct Cost {
  float element = 0, contact = 0;
};

/// Adds `time` to a part of the costs in proportion to `share`; evenly where there are no shares.
template <class Share> void spread(double time, Share share, std::span<Cost> costs, float Cost::*part) {
  double whole = 0;
  for (std::size_t e = 0; e < costs.size(); ++e) whole += share(e);
  for (std::size_t e = 0; e < costs.size(); ++e)
    costs[e].*part += float(time * (whole > 0 ? share(e) / whole : 1.0 / double(costs.size())));
}

/// Costs of this rank's elements that add up to what it has computed: times of each kind by the table of formulations,
/// time of contact by the pairs around their nodes, the rest alike.
std::vector<Cost> measured_costs(const Domain& domain, const ComputeTimes& times,
                                 const std::vector<float>& contact_activity) {
  const std::vector<float> table = estimate_costs(domain.model, {}).element;
  const std::vector<double> activity = activity_of_elements(domain.model, contact_activity);
  const double contact = time_of(times, "contact") + time_of(times, "contact search");
  const Model& model = domain.model;
  const std::size_t n = table.size(), ends[] = {model.first_solid(), model.first_beam(), model.first_spring(), n};
  std::vector<Cost> costs(n);
  double rest = total(times) - contact;
  for (std::size_t kind = 0; kind < std::size(ends); ++kind) {
    const double of_kind = time_of(times, fmt::format("{}s", section_kind_names[kind]));
    const std::size_t first = kind == 0 ? 0 : ends[kind - 1];
    const auto by_table = [&](std::size_t e) { return double(table[first + e]); };
    spread(of_kind, by_table, std::span(costs).subspan(first, ends[kind] - first), &Cost::element);
    rest -= of_kind;
  }
  const auto evenly = [](std::size_t) { return 1.0; };
  const auto by_activity = [&](std::size_t e) { return activity[e]; };
  spread(std::max(0.0, rest), evenly, std::span(costs), &Cost::element);
  spread(contact, by_activity, std::span(costs), &Cost::contact);
  return costs;
}

/// The first T of every record of all blocks, on root, in the order of their numbers.
template <class T>
std::vector<T> gather_first(const World& world, const Records& block) {
  std::vector<T> mine, all;
  for (std::size_t i = 0; i < block.count(); ++i) {
    std::span<const std::byte> record = block[i];
    mine.push_back(take<T>(record));
  }
  for (const Bytes& bytes : world.gather(to_bytes(std::span<const T>(mine)))) {
    const std::vector<T> part = from_bytes<T>(bytes);
    all.insert(all.end(), part.begin(), part.end());
  }
  return all;
}

}  // namespace

LoadWatch::LoadWatch(const World& world, const RebalanceOptions& options, std::int64_t sample_every,
                     const std::string& prefix)
    : world_(world), options_(options), sample_every_(sample_every) {
  if (options.every_cycles == 0 && sample_every == 0) return;
  const std::int64_t window = sample_every > 0 ? sample_every : options.every_cycles;
  Profile::sample_every(int(std::clamp<std::int64_t>(window / 32, 1, 64)));  // some 32 readings in each
  if (world.is_root()) {
    file_.emplace(prefix + "load_samples.csv");
    file_->write("cycle,time,rank,phase,compute_s\n");
  }
  at_start_ = at_sample_ = Profile::costs();
}

void LoadWatch::sample(const Clock& clock) {
  std::string text;
  for (const auto& [phase, seconds] : compute_times_since(at_sample_))
    text += fmt::format("{},{:.6e},{},{},{:.4e}\n", clock.cycle, clock.time, world_.rank(), phase, seconds);
  at_sample_ = Profile::costs();
  for (const Bytes& bytes : world_.gather(to_bytes(std::span<const char>(text))))
    file_->write(std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size()));
}

bool LoadWatch::look(const Clock& clock) {
  const bool at_look = options_.every_cycles > 0 && clock.cycle % options_.every_cycles == 0;
  if (at_look || (sample_every_ > 0 && clock.cycle % sample_every_ == 0)) sample(clock);
  if (!at_look) return false;
  const double mine[1] = {total(times())};
  double largest = 0, sum = 0;
  for (const Bytes& bytes : world_.gather(to_bytes(std::span<const double>(mine)))) {
    const double seconds = from_bytes<double>(bytes)[0];
    largest = std::max(largest, seconds);
    sum += seconds;
  }
  std::array<double, 1> imbalance = {sum > 0 ? largest * world_.size() / sum - 1 : 0.0};
  world_.broadcast(imbalance);  // clocks differ, so one rank decides
  imbalance_ = imbalance[0];
  if (imbalance_ >= 0.01 * options_.threshold) return true;
  at_start_ = Profile::costs();
  return false;
}

ElementCosts LoadWatch::costs(const Domain& domain, const std::vector<float>& contact_activity) const {
  ElementCosts result;
  if (!options_.measured_cost) return result;
  Records records;
  std::size_t e = 0;
  for (const Cost& cost : measured_costs(domain, times(), contact_activity)) {
    put(records.bytes, cost);
    records.close(domain.global_element[e++]);
  }
  for (const Cost& cost : gather_first<Cost>(world_, to_blocks(world_, domain.n_global_elements(), records))) {
    result.element.push_back(cost.element);
    result.contact.push_back(cost.contact);
  }
  return result;
}

std::vector<Vec3> LoadWatch::positions(const SavedState& saved) const {
  return options_.current_coordinates ? gather_first<Vec3>(world_, saved.blocks.at("nodes")) : std::vector<Vec3>{};
}

std::string LoadWatch::describe_last() const {
  const RebalanceRecord& r = records_.back();
  return fmt::format(" load rebalanced at cycle {}: imbalance {:.1f} %, {} elements moved, {:.2f} s", r.cycle,
                     100 * r.imbalance, r.moved_elements, r.seconds);
}

ComputeTimes LoadWatch::times() const { return compute_times_since(at_start_); }

void LoadWatch::rebalanced(const Clock& clock, std::int64_t moved_elements, double seconds) {
  records_.push_back({clock.cycle, clock.time, imbalance_, moved_elements, seconds});
  at_start_ = at_sample_ = Profile::costs();
}

}  // namespace crumple
