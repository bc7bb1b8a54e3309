#include "physics/contact/rendezvous.hpp"

#include <algorithm>
#include <compare>
#include <cstring>
#include <utility>

#include "base/profile.hpp"
#include "comm/records.hpp"

namespace crumple {
namespace {

using RanksInCells = NumberMap<std::vector<std::int32_t>>;

/// A rank whose surface overlaps a cell, as `reporter` has registered it.
struct Visit {
  CellGrid::Key cell = 0;
  std::int32_t rank = 0, reporter = 0;
  auto operator<=>(const Visit&) const = default;
};

/// The directory rank of a cell. The cells of a region are distributed over all ranks, so that each has few.
int directory_rank_of(CellGrid::Key cell, int n_ranks) {
  const std::uint64_t mixed = (cell ^ (cell >> 31)) * 0x9E3779B97F4A7C15u;  // Knuth's multiplicative hash
  return int((mixed >> 32) % std::uint64_t(n_ranks));
}

/// Messages to be sent. Each is packed when complete, into memory of exact size: with thousands of ranks they are many.
template <class T> class Letters {
 public:
  void add(int rank, const T& value) { values_.push_back({rank, value}); }
  /// Sends the messages and returns the received values. Collective.
  std::vector<T> exchange(const World& world) {
    std::vector<Message> outgoing = messages();
    Profile::Scope scope(phase<"halo">);  // mostly waiting
    std::vector<T> arrived;
    for (const Message& message : world.exchange(std::move(outgoing))) {
      const std::size_t n = arrived.size();
      arrived.resize(n + message.bytes.size() / sizeof(T));
      std::memcpy(static_cast<void*>(&arrived[n]), message.bytes.data(), message.bytes.size());
    }
    return arrived;
  }

 private:
  struct Addressed {
    int rank;
    T value;
  };
  std::vector<Message> messages() {
    std::vector<Addressed> values = std::move(values_);  // freed before others are received
    std::ranges::stable_sort(values, {}, &Addressed::rank);
    std::vector<Message> all;
    for (auto first = values.begin(), last = first; first != values.end(); first = last) {
      last = std::find_if(first, values.end(), [&](const Addressed& one) { return one.rank != first->rank; });
      Message& message = all.emplace_back(Message{first->rank, {}});
      message.bytes.reserve(std::size_t(last - first) * sizeof(T));
      for (auto one = first; one != last; ++one) put(message.bytes, one->value);
    }
    return all;
  }
  std::vector<Addressed> values_;
};

/// Sends the list of the registered ranks of each cell with several to these ranks.
Letters<Visit> introduce(std::vector<Visit> kept) {
  std::ranges::sort(kept);
  Letters<Visit> letters;
  for (std::size_t first = 0, last = 0; first < kept.size(); first = last) {
    std::vector<std::int32_t> ranks, reporters;
    for (; last < kept.size() && kept[last].cell == kept[first].cell; ++last) {
      const Visit& visit = kept[last];
      if (ranks.empty() || ranks.back() != visit.rank) ranks.push_back(visit.rank);
      if (std::ranges::find(reporters, visit.reporter) == reporters.end()) reporters.push_back(visit.reporter);
    }
    if (ranks.size() < 2) continue;
    for (const std::int32_t reporter : reporters)
      for (const std::int32_t rank : ranks) letters.add(reporter, {kept[first].cell, rank, reporter});
  }
  return letters;
}

/// The ranks in each cell of this rank's places, for cells with several ranks. Only keys of cells are sent: most cells
/// have one rank, which keeps its places. Collective.
RanksInCells find_ranks_in_cells(const World& world, const CellGrid& grid, const SurfacePlaces& mine) {
  Letters<Visit> registrations;
  NumberMap<std::int32_t> last_rank;  // registered in a cell, plus 1
  mine.for_each([&](const RankBox& place) {
    grid.for_each_cell(place.box, [&](CellGrid::Key cell) {
      const std::int32_t here = place.rank + 1;
      if (std::exchange(last_rank[cell], here) != here)
        registrations.add(directory_rank_of(cell, world.size()), {cell, place.rank, world.rank()});
    });
  });
  RanksInCells ranks;
  for (const Visit& visit : introduce(registrations.exchange(world)).exchange(world))
    ranks[visit.cell].push_back(visit.rank);
  return ranks;
}

/// The far-reaching places of all ranks, on all ranks: usually none.
std::vector<RankBox> share_far_places(const World& world, const std::vector<RankBox>& mine) {
  Profile::Scope scope(phase<"collectives">);
  double has_any = mine.empty() ? 0 : 1;
  world.max({&has_any, 1});
  if (has_any == 0) return {};
  std::vector<RankBox> all;
  for (const Bytes& bytes : world.gather(to_bytes<RankBox>(mine)))
    for (const RankBox& place : from_bytes<RankBox>(bytes)) all.push_back(place);
  Bytes packed = to_bytes<RankBox>(all);
  world.broadcast(packed);
  return from_bytes<RankBox>(packed);
}

/// Sends each place to the ranks registered in its cells, once per rank.
Letters<RankBox> send_places(const CellGrid& grid, const SurfacePlaces& mine, const RanksInCells& ranks) {
  Letters<RankBox> letters;
  VisitedRanks visited;
  mine.for_each([&](const RankBox& place) {
    visited.begin();
    visited.insert(place.rank);  // excludes its own rank
    grid.for_each_cell(place.box, [&](CellGrid::Key cell) {
      if (const std::vector<std::int32_t>* here = ranks.find(cell))
        for (const std::int32_t rank : *here)
          if (visited.insert(rank)) letters.add(rank, place);
    });
  });
  return letters;
}

/// The far-reaching places of other ranks, and those that overlap this rank's. Collective.
std::vector<RankBox> find_far_places(const World& world, const SurfacePlaces& mine) {
  const std::vector<RankBox> all = share_far_places(world, mine.far_reaching());
  if (all.empty()) return {};
  std::vector<RankBox> result;
  Letters<RankBox> letters;
  for (const RankBox& far : all) {
    if (far.rank != world.rank()) result.push_back(far);
    mine.for_each([&](const RankBox& place) {
      if (place.rank != far.rank && place.box.meets(far.box)) letters.add(far.rank, place);
    });
  }
  const std::vector<RankBox> met = letters.exchange(world);
  result.insert(result.end(), met.begin(), met.end());
  return result;
}

}  // namespace

MeetingPlaces find_meeting_places(const World& world, const CellGrid& grid, SurfacePlaces mine) {
  MeetingPlaces result;
  result.far = find_far_places(world, mine);
  const RanksInCells ranks = find_ranks_in_cells(world, grid, mine);
  Letters<RankBox> letters = send_places(grid, mine, ranks);
  mine = SurfacePlaces(grid);  // frees them before waiting
  for (const RankBox& place : letters.exchange(world))
    grid.for_each_part(place.box, [&](CellGrid::Key cell, const Box& part) {
      if (ranks.contains(cell)) result.in_cell[cell].add({place.rank, place.contact, part});
    });
  return result;
}

}  // namespace crumple
