// The state of a running simulation between two steps, independent of how many ranks there are and who owns what:
// values of nodes, elements and welds by their numbers in the whole model, and what is the same everywhere. For a new
// decomposition during the run (and for restart files) the simulation is built again as at t = 0, which gives all that
// follows from the model (masses, stiffnesses, lists), and then loaded. So only what changes from step to step is here.
//
// Saving and loading are one function each: `archive(StateArchive&)` names the values, the archive moves them either
// way.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <type_traits>
#include <vector>

#include "base/exact_sum.hpp"
#include "comm/records.hpp"
#include "comm/world.hpp"

namespace crumple {

/// What an archive holds; the same for any decomposition.
struct SavedState {
  Bytes same;                ///< what all ranks have alike, in the order in which it was named
  std::vector<double> sums;  ///< over all ranks of what each has for itself; exact
  /// Blocks of numbers of the whole model, one on each rank (comm/records.hpp), by the name of what is numbered.
  std::map<std::string, Records> blocks;
};

class StateArchive {
 public:
  /// To save into an empty state. Call finish() at the end.
  explicit StateArchive(const World& world) : world_(world), is_loading_(false) {}
  /// To load from a saved one.
  StateArchive(const World& world, SavedState saved) : world_(world), is_loading_(true), state_(std::move(saved)) {}

  bool is_loading() const { return is_loading_; }
  const World& world() const { return world_; }

  /// Values that all ranks have alike.
  template <class T> void same(T& value) {
    static_assert(std::is_trivially_copyable_v<T>);
    if (is_loading_) value = take_same<T>();
    else put(state_.same, value);
  }
  /// A list whose length must be the same when loaded. Errors: it is not.
  template <class T> void same(std::vector<T>& values) {
    std::uint64_t n = values.size();
    same(n);
    if (n != values.size()) fail_other_model();
    for (T& value : values) same(value);
  }
  /// A number of which each rank has a part. When loaded root has the sum and the others have 0.
  void sum(double& value);
  void sum(ExactSum& value) {
    for (double* part : value.parts()) sum(*part);
  }
  void sum(StepSum& value) {
    sum(value.whole);
    sum(value.rest);
  }
  template <class... Sums>
  void sums(Sums&... values) {
    (sum(values), ...);
  }

  /// Numbered values, saving: those that this rank owns; over all ranks each number below `n_numbers` exactly once.
  void put_records(const std::string& name, std::int64_t n_numbers, const Records& mine);
  /// Loading: the records of `wanted`, in that order.
  Records get_records(const std::string& name, std::int64_t n_numbers, std::span<const std::int64_t> wanted) const;

  /// What has been saved. Collective.
  SavedState finish();

 private:
  template <class T> T take_same() {
    std::span<const std::byte> rest = std::span(state_.same).subspan(next_same_);
    const T value = take<T>(rest);
    next_same_ = state_.same.size() - rest.size();
    return value;
  }
  [[noreturn]] static void fail_other_model();

  const World& world_;
  bool is_loading_;
  SavedState state_;
  std::size_t next_same_ = 0, next_sum_ = 0;
};

}  // namespace crumple
