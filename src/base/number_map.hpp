// A hash map of integers in two blocks of memory: a lookup reads one cache line, where the standard library's map
// follows pointers. Used where contact looks up thousands of cells and nodes at each search.
// Source: Knuth, The Art of Computer Programming 3 (1998), section 6.4: open addressing, linear probing, multiplicative
// hashing.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace crumple {

template <class Value> class NumberMap {
 public:
  using Key = std::uint64_t;
  using Entry = std::pair<Key, Value>;

  /// The value of a key; null if there is none. Invalidated when a key is added.
  const Value* find(Key key) const {
    const std::uint32_t entry = slots_.empty() ? none : slots_[slot_of(key)].entry;
    return entry == none ? nullptr : &entries_[entry].second;
  }
  bool contains(Key key) const { return find(key) != nullptr; }
  /// The value of a key, inserted if there is none.
  Value& operator[](Key key) {
    if (2 * (entries_.size() + 1) > slots_.size()) grow();
    Slot& slot = slots_[slot_of(key)];
    if (slot.entry == none) {
      entries_.emplace_back(key, Value{});
      slot = {key, std::uint32_t(entries_.size() - 1)};
    }
    return entries_[slot.entry].second;
  }

  std::size_t size() const { return entries_.size(); }
  /// Entries in the order of insertion.
  auto begin() const { return entries_.begin(); }
  auto end() const { return entries_.end(); }

 private:
  static constexpr std::uint32_t none = ~std::uint32_t(0);
  struct Slot {
    Key key = 0;
    std::uint32_t entry = none;
  };

  /// The slot of the key, or the free slot for it.
  std::size_t slot_of(Key key) const {
    const Key mixed = (key ^ (key >> 31)) * 0x9E3779B97F4A7C15u;
    std::size_t at = std::size_t(mixed >> shift_);
    while (slots_[at].entry != none && slots_[at].key != key) at = (at + 1) & (slots_.size() - 1);
    return at;
  }
  /// At most half of the slots are taken.
  void grow() {
    slots_.assign(slots_.empty() ? 16 : 2 * slots_.size(), {});
    shift_ = 64 - std::countr_zero(slots_.size());
    std::uint32_t i = 0;
    for (const Entry& entry : entries_) slots_[slot_of(entry.first)] = {entry.first, i++};
  }

  std::vector<Slot> slots_;  // a power of two of them
  int shift_ = 60;           // 64 less the number of bits of a slot index
  std::vector<Entry> entries_;
};

}  // namespace crumple
