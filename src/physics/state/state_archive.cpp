#include "physics/state/state_archive.hpp"

#include "base/error.hpp"

namespace crumple {

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

void StateArchive::put_records(const std::string& name, std::int64_t n_numbers, const Records& mine) {
  state_.blocks[name] = to_blocks(world_, n_numbers, mine);
}

Records StateArchive::get_records(const std::string& name, std::int64_t n_numbers,
                                  std::span<const std::int64_t> wanted) const {
  const auto found = state_.blocks.find(name);
  if (found == state_.blocks.end()) fail_other_model();
  return from_blocks(world_, n_numbers, found->second, wanted);
}

SavedState StateArchive::finish() {
  world_.sum(std::span<double>(state_.sums));
  return std::move(state_);
}

}  // namespace crumple
