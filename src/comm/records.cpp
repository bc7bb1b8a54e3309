#include "comm/records.hpp"

#include <algorithm>
#include <map>
#include <numeric>

#include "base/error.hpp"

namespace crumple {
namespace {

/// Packs records for one rank: their count, numbers, ends, bytes.
Bytes pack(const Records& records) {
  Bytes bytes;
  bytes.reserve(8 + 16 * records.count() + records.bytes.size());
  put(bytes, std::int64_t(records.count()));
  for (const std::int64_t number : records.number) put(bytes, number);
  for (const std::int64_t end : records.end) put(bytes, end);
  bytes.insert(bytes.end(), records.bytes.begin(), records.bytes.end());
  return bytes;
}

Records unpack(const Bytes& message) {
  std::span<const std::byte> rest = message;
  Records records;
  records.number.resize(std::size_t(take<std::int64_t>(rest)));
  records.end.resize(records.number.size());
  for (std::int64_t& number : records.number) number = take<std::int64_t>(rest);
  for (std::int64_t& end : records.end) end = take<std::int64_t>(rest);
  records.bytes.assign(rest.begin(), rest.end());
  return records;
}

void append(Records& records, std::int64_t number, std::span<const std::byte> bytes) {
  records.bytes.insert(records.bytes.end(), bytes.begin(), bytes.end());
  records.close(number);
}

std::vector<Message> pack_all(const std::map<int, Records>& to_rank) {
  std::vector<Message> messages;
  for (const auto& [rank, records] : to_rank) messages.push_back({rank, pack(records)});
  return messages;
}

}  // namespace

std::int64_t block_start(std::int64_t n_numbers, int rank, int n_ranks) { return n_numbers * rank / n_ranks; }

int block_owner(std::int64_t n_numbers, std::int64_t number, int n_ranks) {
  int rank = int(number * n_ranks / n_numbers);  // the proportional guess is off by one at most
  while (number < block_start(n_numbers, rank, n_ranks)) --rank;
  while (number >= block_start(n_numbers, rank + 1, n_ranks)) ++rank;
  return rank;
}

std::pair<std::int64_t, std::int64_t> scan(const World& world, std::int64_t mine) {
  std::vector<std::int64_t> all(std::size_t(world.size()), 0);
  all[std::size_t(world.rank())] = mine;
  world.sum(std::span<std::int64_t>(all));
  const auto here = all.begin() + world.rank();
  const std::int64_t before = std::accumulate(all.begin(), here, std::int64_t(0));
  return {before, std::accumulate(here, all.end(), before)};
}

Records to_blocks(const World& world, std::int64_t n_numbers, const Records& mine) {
  std::map<int, Records> to_rank;
  for (std::size_t i = 0; i < mine.count(); ++i)
    append(to_rank[block_owner(n_numbers, mine.number[i], world.size())], mine.number[i], mine[i]);
  std::vector<Records> parts;
  struct RecordPlace {
    std::int64_t number;
    std::size_t part, record;
  };
  std::vector<RecordPlace> places;
  for (const Message& message : world.exchange(pack_all(to_rank))) {
    parts.push_back(unpack(message.bytes));
    for (std::size_t i = 0; i < parts.back().count(); ++i)
      places.push_back({parts.back().number[i], parts.size() - 1, i});
  }
  std::sort(places.begin(), places.end(), [](const auto& a, const auto& b) { return a.number < b.number; });
  Records block;
  for (const RecordPlace& place : places) append(block, place.number, parts[place.part][place.record]);
  const std::int64_t first = block_start(n_numbers, world.rank(), world.size());
  const std::int64_t last = block_start(n_numbers, world.rank() + 1, world.size());
  bool complete = std::int64_t(block.count()) == last - first;
  for (std::size_t i = 0; i < block.count() && complete; ++i) complete = block.number[i] == first + std::int64_t(i);
  if (!complete) throw Error("the ranks' pieces do not add up to the whole model (internal error)");
  return block;
}

Records from_blocks(const World& world, std::int64_t n_numbers, const Records& block,
                    std::span<const std::int64_t> wanted) {
  std::map<int, std::vector<std::int64_t>> numbers_at;
  std::map<int, std::vector<std::size_t>> places_of;
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    const int rank = block_owner(n_numbers, wanted[i], world.size());
    numbers_at[rank].push_back(wanted[i]);
    places_of[rank].push_back(i);
  }
  std::vector<Message> requests;
  for (const auto& [rank, numbers] : numbers_at) requests.push_back({rank, to_bytes<std::int64_t>(numbers)});
  const std::int64_t first = block_start(n_numbers, world.rank(), world.size());
  std::map<int, Records> replies;
  for (const Message& request : world.exchange(std::move(requests)))
    for (const std::int64_t number : from_bytes<std::int64_t>(request.bytes))
      append(replies[request.rank], number, block[std::size_t(number - first)]);

  std::vector<std::pair<const Records*, std::size_t>> found(wanted.size());
  std::vector<Records> parts;
  std::vector<Message> arrived = world.exchange(pack_all(replies));
  parts.reserve(arrived.size());
  for (const Message& message : arrived) {
    parts.push_back(unpack(message.bytes));
    const std::vector<std::size_t>& places = places_of.at(message.rank);
    for (std::size_t i = 0; i < places.size(); ++i) found[places[i]] = {&parts.back(), i};
  }
  Records mine;
  for (const auto& [part, record] : found) append(mine, part->number[record], (*part)[record]);
  return mine;
}

void fail_short_record() { throw Error("a saved state is shorter than this model needs: it belongs to another run"); }

}  // namespace crumple
