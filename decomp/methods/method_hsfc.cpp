// Hilbert space-filling curve: items in the order of a curve that keeps neighbours together, cut into lengths of the
// ranks' shares. The fastest method, and the one that moves least when weights change a little.
// Source of the curve: Skilling, Programming the Hilbert curve (2004).
#include <algorithm>
#include <array>
#include <cstdint>

#include "base/box.hpp"
#include "decomp/methods/methods.hpp"

namespace crumple {
namespace {

constexpr int bits = 21;  // a direction; 63 in all

/// The place along the curve of a cell with 21-bit coordinates.
std::uint64_t hilbert_key(std::array<std::uint32_t, 3> x) {
  for (std::uint32_t q = 1u << (bits - 1); q > 1; q >>= 1)
    for (int c = 0; c < 3; ++c)
      if (x[c] & q)
        x[0] ^= q - 1;
      else {
        const std::uint32_t t = (x[0] ^ x[c]) & (q - 1);
        x[0] ^= t, x[c] ^= t;
      }
  x[1] ^= x[0], x[2] ^= x[1];
  std::uint32_t t = 0;
  for (std::uint32_t q = 1u << (bits - 1); q > 1; q >>= 1)
    if (x[2] & q) t ^= q - 1;
  std::uint64_t key = 0;
  for (int b = bits - 1; b >= 0; --b)
    for (int c = 0; c < 3; ++c) key = key << 1 | ((x[c] ^ t) >> b & 1);
  return key;
}

struct Stop {
  std::uint64_t key;
  Index item;
  auto operator<=>(const Stop&) const = default;
};

/// Items in the order of the curve through the cube that holds all centres.
std::vector<Stop> along_curve(const Cut& cut) {
  const Box box = box_of(cut.centre);
  const double scale = double((1 << bits) - 1) / std::max(box.longest(), 1e-300);
  std::vector<Stop> stops;
  stops.reserve(cut.centre.size());
  for (const Vec3& p : cut.centre) {
    const Vec3 cell = scale * (p - box.low);
    stops.push_back(
        {hilbert_key({std::uint32_t(cell.x), std::uint32_t(cell.y), std::uint32_t(cell.z)}), Index(stops.size())});
  }
  std::sort(stops.begin(), stops.end());
  return stops;
}

std::vector<int> partition_along_curve(const Cut& cut) {
  double total = 0;
  for (const float w : cut.weight) total += w;
  std::vector<int> rank(cut.weight.size());
  int current = 0;
  double before = 0, target = total * cut.share[0];
  std::size_t left = rank.size();
  bool current_has_some = false;
  for (const Stop& stop : along_curve(cut)) {
    const int ranks_left = cut.n_ranks() - 1 - current;
    // the next rank begins when this one has its share, or when the items left just suffice for one on each rank
    const bool full = before + 0.5 * cut.weight[stop.item] >= target;
    if (ranks_left > 0 && current_has_some && (full || left == std::size_t(ranks_left)))
      target += total * cut.share[++current];
    rank[stop.item] = current;
    current_has_some = true;
    before += cut.weight[stop.item];
    --left;
  }
  return rank;
}

}  // namespace

namespace methods {
extern const NamedMethod hsfc{.name = "hsfc", .partition = partition_along_curve};
}

}  // namespace crumple
