#include "physics/contact/rendezvous.hpp"

#include <algorithm>

#include "base/profile.hpp"
#include "comm/records.hpp"

namespace crumple {
namespace {

constexpr CellGrid::Key no_cell = ~CellGrid::Key(0);  // of what meets far-reaching places

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

/// The far-reaching places of all ranks, on all ranks: in most searches there are none.
std::vector<Place> share_far_places(const World& world, const std::vector<Place>& mine) {
  Profile::Scope scope{"collectives"};
  double has_any = mine.empty() ? 0 : 1;
  world.max({&has_any, 1});
  if (has_any == 0) return {};
  std::vector<Place> all;
  for (const Bytes& bytes : world.gather(to_bytes<Place>(mine)))
    for (const Place& place : from_bytes<Place>(bytes)) all.push_back(place);
  Bytes packed = to_bytes<Place>(all);
  world.broadcast(packed);
  return from_bytes<Place>(packed);
}

}  // namespace

MeetingPlaces find_meeting_places(const World& world, const CellGrid& grid, const SurfacePlaces& mine) {
  Letters to_keepers;
  mine.for_each([&](const Place& place) {
    grid.for_each_cell(place.box,
                       [&](CellGrid::Key cell) { to_keepers.add(keeper_of(cell, world.size()), {cell, place}); });
  });
  Letters letters = introduce(to_keepers.exchange(world));
  MeetingPlaces result;
  for (const Place& far : share_far_places(world, mine.far_reaching())) {
    if (far.rank != world.rank()) result.far.push_back(far);
    mine.for_each([&](const Place& place) {
      if (place.rank != far.rank && place.box.meets(far.box)) letters.add(far.rank, {no_cell, place});
    });
  }
  for (const PlaceInCell& arrived : letters.exchange(world))
    (arrived.cell == no_cell ? result.far : result.in_cell[arrived.cell]).push_back(arrived.place);
  return result;
}

}  // namespace crumple
