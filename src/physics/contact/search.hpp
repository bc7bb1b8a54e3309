// The bucket search: which slave nodes can touch which segments before the next search. Nodes are sorted into cells of
// a hash grid, then each segment looks through the cells under its padded bounding box; the cost is linear in the number
// of nodes and segments. Called by search in contact.cpp; the idea is Benson and Hallquist's (1990).
#pragma once

#include <span>
#include <vector>

#include "physics/contact/passes.hpp"

namespace crumple {

/// Points sorted by cell of a regular grid; cells live in a hash table, so empty space costs nothing.
class BucketGrid {
 public:
  BucketGrid() = default;
  /// `point[i]` gets number i. `cell`: edge of a cell [length].
  BucketGrid(std::span<const Vec3> points, double cell);

  /// Calls found(i, point) for each point in the box.
  template <class Found> void visit(const Vec3& low, const Vec3& high, Found found) const;

 private:
  struct Entry {
    std::uint64_t cell;
    Vec3 point;
    Index number;
  };
  using Cell = std::array<std::int64_t, 3>;

  Cell cell_of(const Vec3& p) const;
  static std::uint64_t key_of(const Cell& c) {
    return std::uint64_t(c[0]) | std::uint64_t(c[1]) << 21 | std::uint64_t(c[2]) << 42;
  }
  std::size_t bucket_of(const Cell& c) const {
    return (std::uint64_t(c[0]) + std::uint64_t(c[1]) * 0x9E3779B97F4A7C15u / 8 + std::uint64_t(c[2]) * 0xC2B2AE3D27D4EB4Fu / 8) & mask_;
  }

  Vec3 low_, high_;
  double inverse_cell_ = 1;
  std::size_t mask_ = 0;
  std::vector<Index> first_;     // [bucket + 1]
  std::vector<Entry> entries_;   // by bucket
};

/// Finds the pairs whose distance is at most their contact range plus `margin`, leaving out what never touches: dead
/// segments, free nodes, nodes of a solid against its own faces, nodes and segments of one rigid body. Nodes' own
/// segments stay in the list, marked by an infinite `due`. Entries that no local node takes part in are dropped.
/// `travel` is the present reading of the travel gauge, `cell` the edge of the buckets [length].
void find_candidates(Pass& pass, const ContactNodes& nodes, double margin, double travel, double cell);

/// Distance up to which the pair can exert forces [length].
inline double contact_range(const SegmentConstants& segment, double contact_distance) {
  return contact_distance > segment.depth ? contact_distance : segment.depth;
}

template <class Found> void BucketGrid::visit(const Vec3& low, const Vec3& high, Found found) const {
  if (entries_.empty() || low.x > high_.x || low.y > high_.y || low.z > high_.z || high.x < low_.x ||
      high.y < low_.y || high.z < low_.z)
    return;
  const auto inside = [&](const Vec3& p) {
    return p.x >= low.x && p.x <= high.x && p.y >= low.y && p.y <= high.y && p.z >= low.z && p.z <= high.z;
  };
  const Cell a = cell_of(low), b = cell_of(high);
  const std::int64_t n_cells = (b[0] - a[0] + 1) * (b[1] - a[1] + 1) * (b[2] - a[2] + 1);
  if (n_cells > std::int64_t(entries_.size())) {  // a segment much larger than the cells
    for (const Entry& e : entries_)
      if (inside(e.point)) found(e.number, e.point);
    return;
  }
  for (std::int64_t z = a[2]; z <= b[2]; ++z)
    for (std::int64_t y = a[1]; y <= b[1]; ++y)
      for (std::int64_t x = a[0]; x <= b[0]; ++x) {
        const Cell cell{x, y, z};
        const std::size_t bucket = bucket_of(cell);
        const std::uint64_t key = key_of(cell);
        for (Index k = first_[bucket]; k < first_[bucket + 1]; ++k) {
          const Entry& e = entries_[k];
          if (e.cell == key && inside(e.point)) found(e.number, e.point);
        }
      }
}

}  // namespace crumple
