// Finds the ranks that need copies of a piece of surface, by a rendezvous on a grid of cells. Each cell has a directory
// rank. Every rank registers its surface with the directory ranks of the cells that it overlaps; the directory rank of
// a cell sends the list of registered ranks to each of them; and these exchange the boxes of their surface in the cell.
// The cost of a rank depends on its surface, not on the number of ranks, and large pieces need few copies. Called by
// ghosting.cpp.
// Sources: Plimpton, Attaway, Hendrickson et al. (1998), contact detection with a decomposition of its own; Plimpton
// and Knight (2021), rendezvous algorithms.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "base/box.hpp"
#include "base/number_map.hpp"
#include "base/vec3.hpp"
#include "comm/world.hpp"
#include "model/mesh.hpp"

namespace crumple {

/// Cubic cells of equal size.
class CellGrid {
 public:
  using Key = std::uint64_t;
  /// Larger boxes are far-reaching, as that of a severely distorted element: there are few.
  static constexpr double most_cells = 1000;

  /// edge: > 0 [length]
  explicit CellGrid(double edge) : inverse_(1 / edge) {}
  Key cell_of(const Vec3& p) const { return key({number(p.x), number(p.y), number(p.z)}); }
  bool is_far_reaching(const Box& box) const {
    double n = 1;
    for (int c = 0; c < 3; ++c) n *= double(number(box.high[c]) - number(box.low[c]) + 1);
    return n > most_cells;
  }
  /// Calls f(key, part) for each cell that the box overlaps; `part`: the intersection, up to rounding.
  template <class F>
  void for_each_part(const Box& box, F f) const {
    constexpr double slack = 1e-6;  // of a cell's edge: the number of the outermost cell is rounded by 2^-32 of it
    const double edge = 1 / inverse_;
    const auto side = [&](std::int64_t number, int c, double& low, double& high) {
      low = number == -half ? box.low[c] : std::max(box.low[c], (double(number) - slack) * edge);
      high = number == half - 1 ? box.high[c] : std::min(box.high[c], (double(number) + 1 + slack) * edge);
    };
    for_each_number(box, [&](const Cell& cell) {
      Box part;
      for (int c = 0; c < 3; ++c) side(cell[std::size_t(c)], c, part.low[c], part.high[c]);
      f(key(cell), part);
    });
  }
  /// Calls f(key) for each cell that the box overlaps.
  template <class F>
  void for_each_cell(const Box& box, F f) const {
    for_each_number(box, [&](const Cell& cell) { f(key(cell)); });
  }

 private:
  using Cell = std::array<std::int64_t, 3>;
  static constexpr int bits = 21;
  static constexpr std::int64_t half = std::int64_t(1) << (bits - 1);

  template <class F>
  void for_each_number(const Box& box, F f) const {
    const Cell first{number(box.low.x), number(box.low.y), number(box.low.z)};
    const Cell last{number(box.high.x), number(box.high.y), number(box.high.z)};
    for (std::int64_t z = first[2]; z <= last[2]; ++z)
      for (std::int64_t y = first[1]; y <= last[1]; ++y)
        for (std::int64_t x = first[0]; x <= last[0]; ++x) f(Cell{x, y, z});
  }

  /// Points far outside and NaNs are in the outermost cells.
  std::int64_t number(double x) const {
    const double place = std::max(-double(half), std::min(double(half - 1), x * inverse_));
    const auto towards_zero = std::int64_t(place);  // without SSE 4.1 std::floor is a call
    return towards_zero - (double(towards_zero) > place ? 1 : 0);
  }
  static Key key(const Cell& cell) {
    return (Key(cell[0] + half) << 2 * bits) | (Key(cell[1] + half) << bits) | Key(cell[2] + half);
  }

  double inverse_;
};

/// A set of ranks, found faster than in a list with thousands of ranks. Its memory grows with its ranks, not with all
/// ranks.
class VisitedRanks {
 public:
  /// Empties the set.
  void begin() { ++number_; }
  /// Whether the rank was not in the set yet.
  bool insert(std::int32_t rank) { return std::exchange(last_[std::uint64_t(rank)], number_) != number_; }

 private:
  std::int32_t number_ = 1;
  NumberMap<std::int32_t> last_;  ///< by rank
};

/// A box of a rank's surface of a contact: everything that may be in contact with the surface has an overlapping box.
struct RankBox {
  std::int32_t rank = 0;
  Index contact = none;
  Box box;
};

/// The surfaces of ranks, gathered by contact and cell into few boxes.
class SurfacePlaces {
 public:
  explicit SurfacePlaces(const CellGrid& grid) : grid_(grid) {}
  /// Adds an item of a contact's surface on a rank.
  void add(int rank, Index contact, const Box& box) {
    if (grid_.is_far_reaching(box))
      far_.push_back({rank, contact, box});
    else
      boxes_[{rank, contact}][grid_.cell_of(0.5 * (box.low + box.high))].include(box);
  }
  const std::vector<RankBox>& far_reaching() const { return far_; }
  /// Calls f(place) for each of the other places, in ascending rank.
  template <class F>
  void for_each(F f) const {
    for (const auto& [owner, cells] : boxes_)
      for (const auto& [cell, box] : cells) f(RankBox{owner.first, owner.second, box});
  }

 private:
  CellGrid grid_;
  std::map<std::pair<int, Index>, NumberMap<Box>> boxes_;
  std::vector<RankBox> far_;
};

/// Places of other ranks in a cell. Most boxes overlap none, so the bounding boxes of the places are tested first.
class NearPlaces {
 public:
  void add(const RankBox& place) {
    around_.include(place.box);
    Surface& its = surface_of(place);
    its.around.include(place.box);
    its.boxes.push_back(place.box);
  }
  /// Calls f(rank) for each rank with a place of a contact that the box overlaps.
  template <class F>
  void for_each_met(Index contact, const Box& box, F f) const {
    if (!around_.meets(box)) return;
    const auto meets = [&](const Box& other) { return other.meets(box); };
    for (const Surface& surface : surfaces_)
      if (surface.contact == contact && meets(surface.around) && std::ranges::any_of(surface.boxes, meets))
        f(surface.rank);
  }

 private:
  struct Surface {
    std::int32_t rank;
    Index contact;
    Box around;
    std::vector<Box> boxes;
  };

  Surface& surface_of(const RankBox& place) {
    const auto is_its = [&](const Surface& one) { return one.rank == place.rank && one.contact == place.contact; };
    const auto found = std::find_if(surfaces_.rbegin(), surfaces_.rend(), is_its);  // the last one, as a rule
    return found != surfaces_.rend() ? *found : surfaces_.emplace_back(Surface{place.rank, place.contact, {}, {}});
  }

  Box around_;
  std::vector<Surface> surfaces_;
};

/// Places of other ranks near this rank's surface.
struct MeetingPlaces {
  NumberMap<NearPlaces> in_cell;  ///< in cells with surface of this rank
  std::vector<RankBox> far;         ///< far-reaching ones, and those that overlap this rank's

  /// Calls f(rank) for each rank with a place of a contact that the box overlaps, for some more than once.
  template <class F>
  void for_each_met(const CellGrid& grid, Index contact, const Box& box, F f) const {
    for (const RankBox& place : far)
      if (place.contact == contact && place.box.meets(box)) f(place.rank);
    if (grid.is_far_reaching(box)) {
      for (const auto& [cell, places] : in_cell) places.for_each_met(contact, box, f);
      return;
    }
    grid.for_each_cell(box, [&](CellGrid::Key cell) {
      if (const NearPlaces* here = in_cell.find(cell)) here->for_each_met(contact, box, f);
    });
  }
};

/// The union of all ranks' `mine` is all places; a rank may list some of another rank. Collective.
MeetingPlaces find_meeting_places(const World& world, const CellGrid& grid, SurfacePlaces mine);

}  // namespace crumple
