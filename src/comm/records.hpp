// Values of numbered things (nodes, elements, welds) of the whole model on their way between ranks, whoever holds them.
// They travel through blocks: of N numbers, rank r of P keeps [r N/P, (r+1) N/P). So the ranks that bring values and
// those that want them need not know each other, no rank holds more than its share, and the blocks are the same for any
// decomposition, as a file would have them. Called by state_archive and by output (BlockMap).
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

/// Some bytes for each of some numbers.
struct Records {
  std::vector<std::int64_t> number;
  std::vector<std::int64_t> end;  ///< [record] where its bytes end
  Bytes bytes;

  std::size_t count() const { return number.size(); }
  std::span<const std::byte> operator[](std::size_t i) const {
    const std::int64_t begin = i == 0 ? 0 : end[i - 1];
    return {bytes.data() + begin, std::size_t(end[i] - begin)};
  }
  /// Adds a record with what `put` (below) has appended to `bytes` since the last one.
  void close(std::int64_t its_number) {
    number.push_back(its_number);
    end.push_back(std::int64_t(bytes.size()));
  }
};

/// Brings records to their blocks. Over all ranks each number below `n_numbers` must come exactly once (else an
/// Error); this rank's block in ascending number. Collective.
Records to_blocks(const World& world, std::int64_t n_numbers, const Records& mine);

/// The records of `wanted` numbers, in that order, from the blocks; any number of ranks may want the same. Collective.
Records from_blocks(const World& world, std::int64_t n_numbers, const Records& block,
                    std::span<const std::int64_t> wanted);

/// The sum of the ranks before this one, and of all. Collective.
std::pair<std::int64_t, std::int64_t> scan(const World& world, std::int64_t mine);

/// Appends plain values.
template <class T> void put(Bytes& bytes, const T& value) {
  static_assert(std::is_trivially_copyable_v<T>);
  const auto* raw = reinterpret_cast<const std::byte*>(&value);
  bytes.insert(bytes.end(), raw, raw + sizeof(T));
}
/// Takes them from the front again; an Error if too little is left.
template <class T> T take(std::span<const std::byte>& bytes);

/// Lists of them, with their length.
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
