#include "physics/state/state_archive.hpp"

#include <algorithm>
#include <numeric>

#include "base/error.hpp"
#include "comm/together.hpp"
#include "physics/state/domain.hpp"

namespace crumple {

Numbered nodes_of(const Domain& domain) {
  return {domain.n_global_nodes, {domain.global_node.begin(), domain.global_node.end()},
          {domain.owns_node.begin(), domain.owns_node.end()}};
}

Numbered known_by(const World& world, const std::vector<std::uint8_t>& knows) {
  std::vector<double> first;
  for (const std::uint8_t it : knows) first.push_back(it ? world.rank() : world.size());
  if (!first.empty()) world.min(first);
  Numbered known{std::int64_t(knows.size()), {}};
  for (std::size_t i = 0; i < knows.size(); ++i) {
    const bool is_owned = first[i] == world.rank() || (world.is_root() && first[i] == world.size());
    if (!knows[i] && !is_owned) continue;
    known.number.push_back(std::int64_t(i));
    known.is_owned.push_back(is_owned ? 1 : 0);
  }
  return known;
}

Numbered all_of(std::size_t count) {
  Numbered all{std::int64_t(count), std::vector<std::int64_t>(count)};
  std::iota(all.number.begin(), all.number.end(), 0);
  return all;
}

void StateArchive::fail_other_model() { throw Error("a saved state of another model cannot be loaded"); }

void StateArchive::sum(double& value) {
  if (!is_loading_) {
    state_.sums.push_back(value);
    return;
  }
  if (next_sum_ >= state_.sums.size()) fail_other_model();
  value = world_.is_root() ? state_.sums[next_sum_] : 0.0;
  ++next_sum_;
}

void StateArchive::records(const std::string& name, const Numbered& things,
                           const std::function<void(std::size_t, Fields&)>& fields) {
  if (!is_loading_) return save_records(name, things, fields);
  const auto found = state_.blocks.find(name);
  if (found == state_.blocks.end()) fail_other_model();
  const Records records = from_blocks(world_, things.count, found->second, things.number);
  together(world_, [&] {
    for (std::size_t i = 0; i < things.number.size(); ++i) {
      Fields loaded(records[i]);
      fields(i, loaded);
      if (!loaded.is_at_end()) fail_other_model();
    }
  });
}

void StateArchive::save_records(const std::string& name, const Numbered& things,
                                const std::function<void(std::size_t, Fields&)>& fields) {
  Records mine, copies;
  for (std::size_t i = 0; i < things.number.size(); ++i) {
    const bool is_owned = things.is_owned.empty() || things.is_owned[i] != 0;
    if (!is_owned && !(checks_copies && things.others_know)) continue;
    Records& records = is_owned ? mine : copies;
    Fields saved(records.bytes);
    fields(i, saved);
    records.close(things.number[i]);
  }
  Records& block = state_.blocks[name] = to_blocks(world_, things.count, mine);
  if (!checks_copies) return;
  const Records owned = from_blocks(world_, things.count, block, copies.number);
  together(world_, [&] {
    for (std::size_t i = 0; i < copies.count(); ++i)
      if (!std::ranges::equal(copies[i], owned[i]))
        throw Error("saved state: two ranks have different records of number " + std::to_string(copies.number[i]) +
                    " of \"" + name + "\" (internal error)");
  });
}

SavedState StateArchive::finish() {
  world_.sum(std::span<double>(state_.sums));
  return std::move(state_);
}

}  // namespace crumple
