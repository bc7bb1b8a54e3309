// Ids to positions: a dense map for nodes and elements, and small tables of things defined by id.
#pragma once

#include <algorithm>
#include <map>
#include <numeric>
#include <string>
#include <string_view>
#include <vector>

#include "deck/diagnostics.hpp"
#include "deck/placement.hpp"
#include "model/model.hpp"

namespace crumple::deck {

/// Finds the position of an id in an ascending list: by direct look-up when the ids are close together, else by
/// binary search.
class IdIndex {
 public:
  IdIndex() = default;
  explicit IdIndex(std::vector<Id> ascending) : ids_(std::move(ascending)) {
    if (ids_.empty()) return;
    const auto span = std::uint64_t(ids_.back() - ids_.front());
    if (span > 8 * ids_.size() + 1024) return;
    direct_.assign(std::size_t(span) + 1, none);
    for (std::size_t i = 0; i < ids_.size(); ++i) direct_[ids_[i] - ids_.front()] = Index(i);
  }

  /// The position or none.
  Index find(Id id) const {
    if (!renamed_.empty())
      if (const auto found = renamed_.find(id); found != renamed_.end()) return found->second;
    if (ids_.empty() || id < ids_.front() || id > ids_.back()) return none;
    if (!direct_.empty()) return direct_[id - ids_.front()];
    const auto at = std::lower_bound(ids_.begin(), ids_.end(), id);
    return *at == id ? Index(at - ids_.begin()) : none;
  }
  /// Positions [first, last) of the ids in [from, to].
  std::pair<Index, Index> range(Id from, Id to) const {
    const auto first = std::lower_bound(ids_.begin(), ids_.end(), from);
    const auto last = std::upper_bound(first, ids_.end(), to);
    return {Index(first - ids_.begin()), Index(last - ids_.begin())};
  }
  const std::vector<Id>& ids() const { return ids_; }
  /// From now on `from` is found where `to` is; neither changes its place in a range.
  void rename(Id from, Id to) { renamed_[from] = find(to); }

 private:
  std::vector<Id> ids_;
  std::vector<Index> direct_;
  std::map<Id, Index> renamed_;
};

/// Things defined by id. Fill with `add`, then `finish`; positions hold from then on.
template <class T>
class Table {
 public:
  explicit Table(std::string_view what, IdOf id_of) : what_(what), id_of_(id_of) {}

  void add(Id id, T value, Location where, std::string keyword) {
    entries_.push_back({id, std::move(value), where, std::move(keyword)});
  }
  void add(Id id, T value, const Card& card) { add(id, std::move(value), card.where(), card.keyword()); }
  /// Sorts by id; an id used twice is an error.
  void finish(Diagnostics& log) {
    finish(log, [](T&, T&) { return false; });
  }
  /// The same, but where `unite(first, second)` is true, it has put the second value of an id into the first.
  template <class Unite>
  void finish(Diagnostics& log, Unite unite) {
    std::stable_sort(entries_.begin(), entries_.end(), [](const Entry& a, const Entry& b) { return a.id < b.id; });
    std::vector<Entry> kept;
    for (Entry& entry : entries_) {
      if (!kept.empty() && kept.back().id == entry.id) {
        if (unite(kept.back().value, entry.value)) continue;
        report_duplicate(kept.back(), entry, log);
      }
      kept.push_back(std::move(entry));
    }
    entries_ = std::move(kept);
    std::vector<Id> ids;
    for (const Entry& e : entries_) ids.push_back(e.id);
    index_ = IdIndex(std::move(ids));
  }

  Index find(Id id) const { return index_.find(id); }
  const IdIndex& index() const { return index_; }
  Index size() const { return Index(entries_.size()); }
  T& operator[](Index i) { return entries_[i].value; }
  const T& operator[](Index i) const { return entries_[i].value; }
  Id id(Index i) const { return entries_[i].id; }
  Location where(Index i) const { return entries_[i].where; }
  const std::string& keyword(Index i) const { return entries_[i].keyword; }
  std::string_view what() const { return what_; }
  IdOf id_of() const { return id_of_; }
  /// Moves all values, ascending in id, to the model.
  void move_to(std::vector<T>& values) {
    for (Entry& e : entries_) values.push_back(std::move(e.value));
  }

 private:
  struct Entry {
    Id id = 0;
    T value;
    Location where;
    std::string keyword;
  };
  void report_duplicate(const Entry& first, const Entry& second, Diagnostics& log) const {
    if (first.id != second.id) return;
    log.error(second.where, second.keyword, "",
              std::string(what_) + " " + std::to_string(second.id) + " is defined twice; first at " +
                  log.file_name(first.where.file) + ":" + std::to_string(first.where.line));
  }

  std::string_view what_;
  IdOf id_of_;
  std::vector<Entry> entries_;
  IdIndex index_;
};

}  // namespace crumple::deck
