#include "physics/contact/rendezvous.hpp"

#include <algorithm>

#include "base/profile.hpp"
#include "comm/records.hpp"

namespace crumple {
namespace {

struct PlaceInCell {
  CellGrid::Key cell = 0;
  Place place;
};

/// The rank that keeps a cell: neighbouring cells go to ranks anywhere, so that no rank keeps many.
int keeper_of(CellGrid::Key cell, int n_ranks) {
  const std::uint64_t mixed = (cell ^ (cell >> 31)) * 0x9E3779B97F4A7C15u;  // Knuth's multiplicative hash
  return int((mixed >> 32) % std::uint64_t(n_ranks));
}

/// Messages under way, by rank.
class Letters {
 public:
  void add(int rank, const PlaceInCell& place) { put(bytes_[rank], place); }
  /// What arrives from all ranks. Collective.
  std::vector<PlaceInCell> exchange(const World& world) {
    std::vector<Message> outgoing;
    for (auto& [rank, bytes] : bytes_) outgoing.push_back({rank, std::move(bytes)});
    Profile::Scope scope{"halo"};  // it is waiting
    std::vector<PlaceInCell> arrived;
    for (const Message& message : world.exchange(std::move(outgoing))) {
      const auto places = from_bytes<PlaceInCell>(message.bytes);
      arrived.insert(arrived.end(), places.begin(), places.end());
    }
    return arrived;
  }

 private:
  std::map<int, Bytes> bytes_;
};

/// Of each cell that several ranks have come to, the places of each to all others.
Letters introduce(std::vector<PlaceInCell> kept) {
  std::sort(kept.begin(), kept.end(), [](const PlaceInCell& a, const PlaceInCell& b) {
    return std::pair(a.cell, a.place.rank) < std::pair(b.cell, b.place.rank);
  });
  Letters letters;
  for (std::size_t first = 0, last = 0; first < kept.size(); first = last) {
    std::vector<int> ranks;
    for (; last < kept.size() && kept[last].cell == kept[first].cell; ++last)
      if (ranks.empty() || ranks.back() != kept[last].place.rank) ranks.push_back(kept[last].place.rank);
    for (const int rank : ranks)
      for (std::size_t k = first; k < last; ++k)
        if (kept[k].place.rank != rank) letters.add(rank, kept[k]);
  }
  return letters;
}

}  // namespace

PlacesByCell find_meeting_places(const World& world, const CellGrid& grid, const SurfacePlaces& mine) {
  Letters to_keepers;
  mine.for_each([&](const Place& place) {
    grid.for_each_cell(place.box,
                       [&](CellGrid::Key cell) { to_keepers.add(keeper_of(cell, world.size()), {cell, place}); });
  });
  PlacesByCell result;
  for (const PlaceInCell& arrived : introduce(to_keepers.exchange(world)).exchange(world))
    result[arrived.cell].push_back(arrived.place);
  return result;
}

}  // namespace crumple
