#include "model/renumber.hpp"

#include <algorithm>
#include <numeric>

#include "base/box.hpp"

namespace crumple {
namespace {

/// Bits 0..20 of `x` spread to every third bit.
std::uint64_t spread(std::uint64_t x) {
  x &= 0x1fffff;
  x = (x | x << 32) & 0x1f00000000ffff;
  x = (x | x << 16) & 0x1f0000ff0000ff;
  x = (x | x << 8) & 0x100f00f00f00f00f;
  x = (x | x << 4) & 0x10c30c30c30c30c3;
  return (x | x << 2) & 0x1249249249249249;
}

std::vector<std::uint64_t> morton_keys(const std::vector<Vec3>& points) {
  const Box box = box_of(points);
  const double scale = double((1 << 21) - 1) / std::max(box.longest(), 1e-300);
  std::vector<std::uint64_t> keys(points.size());
  for (std::size_t i = 0; i < points.size(); ++i) {
    const Vec3 cell = scale * (points[i] - box.low);
    keys[i] = spread(std::uint64_t(cell.x)) << 2 | spread(std::uint64_t(cell.y)) << 1 | spread(std::uint64_t(cell.z));
  }
  return keys;
}

template <class T> void permute(std::vector<T>& values, const std::vector<Index>& old_of_new) {
  std::vector<T> moved(values.size());
  for (std::size_t i = 0; i < values.size(); ++i) moved[i] = values[std::size_t(old_of_new[i])];
  values.swap(moved);
}

}  // namespace

void renumber_nodes(Model& model, const std::vector<Index>& old_of_new) {
  std::vector<Index> new_of_old(old_of_new.size());
  for (std::size_t i = 0; i < old_of_new.size(); ++i) new_of_old[old_of_new[i]] = Index(i);
  const auto renumber = [&](auto& nodes) { for_each_index(nodes, [&](Index& node) { node = new_of_old[node]; }); };
  for_each_placed<Placement::per_node>(model, [&](auto column) { permute(column.value, old_of_new); });
  for_each_of<Kind::node>(model, renumber);
  for_each_of<Kind::following_nodes>(model, renumber);
  for_each_of<Kind::ascending_nodes>(model, [&](std::vector<Index>& nodes) {
    renumber(nodes);
    std::sort(nodes.begin(), nodes.end());
    nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
  });
}

void order_nodes_along_curve(Model& model) {
  const Nodes& nodes = model.nodes;
  if (nodes.id.empty()) return;
  const std::vector<std::uint64_t> key = morton_keys(nodes.position);
  std::vector<Index> old_of_new(nodes.id.size());
  std::iota(old_of_new.begin(), old_of_new.end(), 0);
  std::sort(old_of_new.begin(), old_of_new.end(), [&](Index a, Index b) {
    return key[a] != key[b] ? key[a] < key[b] : nodes.id[a] < nodes.id[b];
  });
  renumber_nodes(model, old_of_new);
}

}  // namespace crumple
