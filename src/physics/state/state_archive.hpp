// The state of a running simulation between two steps, independent of how many ranks there are and who owns what:
// values of nodes, elements and welds by their numbers in the whole model, and what is the same everywhere. For a new
// decomposition during the run (and for restart files) the simulation is built again as at t = 0, which gives all that
// follows from the model (masses, stiffnesses, lists), and then loaded. So only what changes from step to step is here.
//
// Saving and loading are one function each: `archive(StateArchive&)` names the values, the archive moves them either
// way: what all ranks have alike, sums over ranks, and records of numbered things by name, owner and fields.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <type_traits>
#include <vector>

#include "base/exact_sum.hpp"
#include "comm/records.hpp"
#include "comm/world.hpp"

namespace crumple {

struct Domain;  // physics/state/domain.hpp

/// What an archive holds; the same for any decomposition.
struct SavedState {
  Bytes same;                ///< what all ranks have alike, in the order in which it was named
  std::vector<double> sums;  ///< over all ranks of what each has for itself; exact
  /// Blocks of numbers of the whole model, one on each rank (comm/records.hpp), by the name of what is numbered.
  std::map<std::string, Records> blocks;
};

/// The fields of one record, named once, which are saved or loaded. Errors: a record that is too short.
class Fields {
 public:
  explicit Fields(Bytes& saved) : saved_(&saved) {}
  explicit Fields(std::span<const std::byte> loaded) : loaded_(loaded) {}

  bool is_loading() const { return saved_ == nullptr; }
  template <class... T> void operator()(T&... values) { (field(values), ...); }
  /// A list, with its length.
  template <class T> void list(std::vector<T>& values) {
    if (is_loading()) values = take_list<T>(loaded_);
    else put_list(*saved_, values);
  }
  /// Whether all that was loaded has been named.
  bool is_at_end() const { return loaded_.empty(); }

 private:
  template <class T> void field(T& value) {
    if (is_loading()) value = take<T>(loaded_);
    else put(*saved_, value);
  }

  Bytes* saved_ = nullptr;
  std::span<const std::byte> loaded_;
};

/// Numbered things of the model (nodes, elements, joints): how many there are, and those that this rank has.
struct Numbered {
  std::int64_t count = 0;            ///< in the whole model
  std::vector<std::int64_t> number;  ///< [thing here] below `count`
  /// [thing here] 1: this rank knows its record and saves it, as one rank does for each; empty: all that are here.
  std::vector<std::uint8_t> is_owned = {};
  /// Ranks that have the thing but do not save it know its record as well: checked in debug builds.
  bool others_know = true;
};

/// Things of a list that are on one rank each, as `Placement::on_one_rank` (model.hpp) has them: with `number`.
template <class Things> Numbered numbered(const Things& things, std::int64_t count) {
  Numbered all{count, {}};
  for (const auto& thing : things) all.number.push_back(thing.number);
  return all;
}

/// All nodes of the domain.
Numbered nodes_of(const Domain& domain);

/// Things that are the same on all ranks that know them: `knows` [thing of the model] 1. To save them: the first rank
/// that knows a thing owns it, root owns what none knows. Collective.
Numbered known_by(const World& world, const std::vector<std::uint8_t>& knows);
/// To load them: all of them.
Numbered all_of(std::size_t count);

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
    for (double& part : value.parts()) sum(part);
  }
  void sum(StepSum& value) {
    for (double& part : value.level) sum(part);
  }
  void sum(RoundedVec3& value) {
    Vec3 whole = value;
    for (double* component : {&whole.x, &whole.y, &whole.z}) sum(*component);
    value = RoundedVec3::from_sum(whole);
  }
  template <class... Sums>
  void sums(Sums&... values) {
    (sum(values), ...);
  }

  /// Records of numbered things: fields(i, Fields&) names those of the i-th thing here. Errors, on all ranks: a saved
  /// state that lacks them, or whose records are longer or shorter; over all ranks, not one owner for each number;
  /// copies that differ from the owner's (`checks_copies`). Collective.
  void records(const std::string& name, const Numbered& things,
               const std::function<void(std::size_t, Fields&)>& fields);

#ifdef NDEBUG
  bool checks_copies = false;
#else
  bool checks_copies = true;
#endif

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
  void save_records(const std::string& name, const Numbered& things,
                    const std::function<void(std::size_t, Fields&)>& fields);

  const World& world_;
  bool is_loading_;
  SavedState state_;
  std::size_t next_same_ = 0, next_sum_ = 0;
};

}  // namespace crumple
