// Redistribution of values of numbered entities (nodes, elements, welds) of the whole model between ranks. Entities are
// block-distributed: of N numbers, rank r of P holds [r N/P, (r+1) N/P). Senders and receivers need not know each
// other, no rank holds more than its block, and the blocks are independent of the decomposition, as in a file. Called
// by state_archive and by output (BlockMap).
#pragma once

#include <cstdint>
#include <cstring>
#include <span>
#include <utility>
#include <vector>

#include "comm/world.hpp"

namespace crumple {

/// First number of a rank's block.
std::int64_t block_start(std::int64_t n_numbers, int rank, int n_ranks);
/// The rank whose block holds a number.
int block_owner(std::int64_t n_numbers, std::int64_t number, int n_ranks);

/// A variable number of bytes for each of a list of numbers.
struct Records {
  std::vector<std::int64_t> number;
  std::vector<std::int64_t> end;  ///< [record] end of its bytes
  Bytes bytes;

  std::size_t count() const { return number.size(); }
  std::span<const std::byte> operator[](std::size_t i) const {
    const std::int64_t begin = i == 0 ? 0 : end[i - 1];
    return {bytes.data() + begin, std::size_t(end[i] - begin)};
  }
  /// Ends a record of the bytes that `put` (below) has appended since the last one.
  void close(std::int64_t its_number) {
    number.push_back(its_number);
    end.push_back(std::int64_t(bytes.size()));
  }
};

/// Sends records to the owners of their blocks. Over all ranks each number below `n_numbers` must occur exactly once
/// (else an Error). Returns this rank's block in ascending order. Collective.
Records to_blocks(const World& world, std::int64_t n_numbers, const Records& mine);

/// The records of `wanted` numbers, in that order, from the block owners; several ranks may request the same number.
/// Collective.
Records from_blocks(const World& world, std::int64_t n_numbers, const Records& block,
                    std::span<const std::int64_t> wanted);

/// The exclusive prefix sum over the ranks, and the total. Collective.
std::pair<std::int64_t, std::int64_t> scan(const World& world, std::int64_t mine);

/// Appends plain data.
template <class T> void put(Bytes& bytes, const T& value) {
  static_assert(std::is_trivially_copyable_v<T>);
  const auto* raw = reinterpret_cast<const std::byte*>(&value);
  bytes.insert(bytes.end(), raw, raw + sizeof(T));
}
/// Reads plain data from the front. Errors: too few bytes left.
template <class T> T take(std::span<const std::byte>& bytes);

/// Lists of plain data, with their length.
template <class T> void put_list(Bytes& bytes, const std::vector<T>& values) {
  put(bytes, std::uint64_t(values.size()));
  for (const T& value : values) put(bytes, value);
}
template <class T> std::vector<T> take_list(std::span<const std::byte>& bytes);

[[noreturn]] void fail_short_record();

template <class T> T take(std::span<const std::byte>& bytes) {
  static_assert(std::is_trivially_copyable_v<T>);
  if (bytes.size() < sizeof(T)) fail_short_record();
  T value;
  std::memcpy(static_cast<void*>(&value), bytes.data(), sizeof(T));
  bytes = bytes.subspan(sizeof(T));
  return value;
}

template <class T> std::vector<T> take_list(std::span<const std::byte>& bytes) {
  const auto n = std::size_t(take<std::uint64_t>(bytes));
  if (n > bytes.size() / sizeof(T)) fail_short_record();
  std::vector<T> values(n);
  for (T& value : values) value = take<T>(bytes);
  return values;
}

}  // namespace crumple
