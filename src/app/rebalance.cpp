#include "app/rebalance.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <span>
#include <sstream>

#include "base/counted.hpp"
#include "base/profile.hpp"
#include "comm/together.hpp"

namespace crumple {
namespace {

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

LoadWatch::LoadWatch(const World& world, const RebalanceOptions& options, const LoadSampling& sampling,
                     const std::string& prefix)
    : world_(world), options_(options), sample_every_(sampling.every_cycles), rule_(options.threshold) {
  if (options.every_cycles == 0 && sample_every_ == 0) return;
  const std::int64_t window = sample_every_ > 0 ? sample_every_ : options.every_cycles;
  if (!sampling.reads_all) reading_interval_ = int(std::clamp<std::int64_t>(window / 32, 1, 64));  // about 32 in each
  Profile::sample_every(reading_interval_);
  together(world, [&] {
    if (!world.is_root()) return;
    file_.emplace(prefix + "load_samples.csv");
    file_->write("cycle,time,rank,phase,stage,compute_s\n");
  });
  at_start_ = at_sample_ = Profile::costs();
}

void LoadWatch::sample(const Clock& clock) {
  std::string text;
  for (const auto& [phase, seconds] : compute_times_since(at_sample_))
    text += fmt::format("{},{:.6e},{},{},{},{:.4e}\n", clock.cycle, clock.time, world_.rank(), phase,
                        Profile::stage_of(phase), seconds);
  at_sample_ = Profile::costs();
  const std::vector<Bytes> texts = world_.gather(to_bytes(std::span<const char>(text)));
  together(world_, [&] {
    for (const Bytes& bytes : texts)
      file_->write(std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size()));
  });
}

bool LoadWatch::check(const Clock& clock, double contact_seconds) {
  const bool at_look = options_.every_cycles > 0 && clock.cycle % options_.every_cycles == 0;
  if (at_look || (sample_every_ > 0 && clock.cycle % sample_every_ == 0)) sample(clock);
  if (!at_look) return false;
  const double mine[1] = {total(times())};
  std::vector<double> work;
  for (const Bytes& bytes : world_.gather(to_bytes(std::span<const double>(mine))))
    work.push_back(from_bytes<double>(bytes)[0]);
  double is_due[1] = {world_.is_root() && rule_.check(work) ? 1.0 : 0.0};
  world_.broadcast(is_due);  // clocks differ, so root decides
  at_end_ = Profile::costs();
  contact_seconds_ = contact_seconds;
  if (is_due[0] == 0) {
    start_anew(at_end_);
    return false;
  }
  Profile::sample_every(1);  // the next phase is entered once
  return true;
}

ElementCosts LoadWatch::costs(const Domain& domain, const std::vector<float>& contact_activity) const {
  if (!options_.measured_cost) return ElementCosts();
  Records records;
  std::size_t e = 0;
  for (const MeasuredCost& cost :
       measured_costs(domain.model, times(), contact_seconds_ - contact_at_start_, contact_activity)) {
    put(records.bytes, cost);
    records.close(domain.global_element[e++]);
  }
  const Records block = to_blocks(world_, domain.n_global_elements(), records);
  const std::vector<MeasuredCost> all = gather_first<MeasuredCost>(world_, block);
  ElementCosts result(all.size());
  for (e = 0; e < all.size(); ++e) {
    result.element[e] = all[e].element;
    result.contact[e] = all[e].contact;
    result.nodes[e] = all[e].nodes;
  }
  return result;
}

std::vector<Vec3> LoadWatch::positions(const SavedState& saved) const {
  return options_.current_coordinates ? gather_first<Vec3>(world_, saved.blocks.at("nodes")) : std::vector<Vec3>{};
}

std::string LoadWatch::describe_last() const {
  const RebalanceRecord& r = records_.back();
  return fmt::format(" load rebalanced at cycle {}: imbalance {:.1f} %, {} moved, {:.3f} s of work", r.cycle,
                     100 * r.imbalance, counted(r.moved_elements, "element"), r.work);
}

ComputeTimes LoadWatch::times() const { return compute_times_since(at_start_); }

void LoadWatch::rebalanced(const Clock& clock, std::int64_t moved_elements, double seconds) {
  Profile::sample_every(reading_interval_);
  double work[1] = {total(compute_times_since(at_end_))};
  world_.max(work);
  rule_.rebalanced(work[0]);
  records_.push_back({clock.cycle, clock.time, rule_.imbalance(), moved_elements, seconds, work[0]});
  start_anew(Profile::costs());
}

void LoadWatch::start_anew(PhaseCosts now) {
  at_start_ = std::move(now);
  contact_at_start_ = contact_seconds_;
}

}  // namespace crumple
