// The state of a simulation between two steps, independent of the number of ranks and of the decomposition: values of
// nodes, elements and welds by their numbers in the whole model, and replicated values. For a new decomposition during
// the run (and for restart files) the simulation is built again as at t = 0, which restores all that follows from the
// model (masses, stiffnesses, lists), and then loaded. So the archive contains only what changes from step to step.
//
// Saving and loading are one function each: `archive(StateArchive&)` names the values, the archive transfers them in
// either direction: replicated values, sums over ranks, and records of numbered objects by name, owner and fields.
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

/// The contents of an archive; the same for any decomposition.
struct SavedState {
  Bytes same;                ///< replicated values, in the order in which they were archived
  std::vector<double> sums;  ///< over all ranks; exact
  /// The block distribution of records, one block on each rank (comm/records.hpp), by the name of the numbered objects.
  std::map<std::string, Records> blocks;
};

/// The fields of one record, saved or loaded in the order of the calls. Errors: a record that is too short.
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
  /// Whether the whole record has been read.
  bool is_at_end() const { return loaded_.empty(); }

 private:
  template <class T> void field(T& value) {
    if (is_loading()) value = take<T>(loaded_);
    else put(*saved_, value);
  }

  Bytes* saved_ = nullptr;
  std::span<const std::byte> loaded_;
};

/// Numbered objects of the model (nodes, elements, joints): their total number, and those on this rank.
struct Numbered {
  std::int64_t count = 0;            ///< in the whole model
  std::vector<std::int64_t> number;  ///< [object here] below `count`
  /// [object here] 1: this rank saves its record, as exactly one rank must; empty: all objects here.
  std::vector<std::uint8_t> is_owned = {};
  /// Ranks that have the object but do not own it also have its record: checked in debug builds.
  bool others_know = true;
};

/// Objects of a list that are on one rank each, as by `Placement::on_one_rank` (model.hpp): with `number`.
template <class Things> Numbered numbered(const Things& things, std::int64_t count) {
  Numbered all{count, {}};
  for (const auto& thing : things) all.number.push_back(thing.number);
  return all;
}

/// All nodes of the domain.
Numbered nodes_of(const Domain& domain);

/// Objects with replicated state on the ranks that hold them: `knows` [object of the model] 1. For saving: the first
/// rank that holds an object owns it; root owns those that no rank holds. Collective.
Numbered known_by(const World& world, const std::vector<std::uint8_t>& knows);
/// For loading: all of them.
Numbered all_of(std::size_t count);

class StateArchive {
 public:
  /// For saving; call finish() at the end.
  explicit StateArchive(const World& world) : world_(world), is_loading_(false) {}
  /// For loading a saved state.
  StateArchive(const World& world, SavedState saved) : world_(world), is_loading_(true), state_(std::move(saved)) {}

  bool is_loading() const { return is_loading_; }
  const World& world() const { return world_; }

  /// Replicated values.
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
  /// A number with a contribution on each rank. After loading root has the sum and the others have 0.
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

  /// Records of numbered objects: fields(i, Fields&) names those of the i-th object here. Errors, on all ranks: a saved
  /// state that lacks them, or with records of another length; not exactly one owner for each number; copies that
  /// differ from the owner's (`checks_copies`). Collective.
  void records(const std::string& name, const Numbered& things,
               const std::function<void(std::size_t, Fields&)>& fields);

#ifdef NDEBUG
  bool checks_copies = false;
#else
  bool checks_copies = true;
#endif

  /// The saved state. Collective.
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
