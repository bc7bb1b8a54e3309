#include "model/renumber.hpp"

#include <algorithm>
#include <numeric>

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
  Vec3 low = points.front(), high = points.front();
  for (const Vec3& p : points)
    for (int c = 0; c < 3; ++c) low[c] = std::min(low[c], p[c]), high[c] = std::max(high[c], p[c]);
  const double extent = std::max({high.x - low.x, high.y - low.y, high.z - low.z, 1e-300});
  const double scale = double((1 << 21) - 1) / extent;
  std::vector<std::uint64_t> keys(points.size());
  for (std::size_t i = 0; i < points.size(); ++i) {
    const Vec3 cell = scale * (points[i] - low);
    keys[i] = spread(std::uint64_t(cell.x)) << 2 | spread(std::uint64_t(cell.y)) << 1 | spread(std::uint64_t(cell.z));
  }
  return keys;
}

template <class T> void permute(std::vector<T>& values, const std::vector<Index>& old_of_new) {
  std::vector<T> moved(values.size());
  for (std::size_t i = 0; i < values.size(); ++i) moved[i] = values[std::size_t(old_of_new[i])];
  values.swap(moved);
}

/// Applies f to every reference to a node, and g to every list of nodes that is kept ascending.
template <class F, class G> void visit_nodes(Model& m, F f, G g) {
  auto each = [&](auto& list) { for (Index& node : list) f(node); };
  for (Shell& e : m.shells) each(e.nodes);
  for (Solid& e : m.solids) each(e.nodes);
  for (Beam& e : m.beams) {
    each(e.nodes);
    if (e.orientation != none) f(e.orientation);
  }
  for (PointMass& e : m.masses) f(e.node);
  for (SinglePointConstraint& e : m.constraints) f(e.node);
  for (PrescribedMotion& e : m.motions) each(e.nodes);
  for (NodalLoad& e : m.nodal_loads) each(e.nodes);
  for (PressureLoad& e : m.pressure_loads)
    for (auto& segment : e.segments) each(segment);
  for (RigidWall& e : m.walls) g(e.nodes), g(e.excluded);
  for (Contact& e : m.contacts)
    for (ContactSurface* side : {&e.a, &e.b}) {
      for (ContactSegment& segment : side->segments) each(segment.nodes);
      g(side->nodes);
      g(side->inner);
    }
  for (Tie& e : m.ties) f(e.node), each(e.corners);
  for (ForceTransducer& e : m.transducers) g(e.nodes), g(e.against);
  for (RigidBody& e : m.rigid_bodies) g(e.nodes);
  for (SpotWeld& e : m.spot_welds) each(e.nodes);
  each(m.output.history_nodes);
}

}  // namespace

void order_nodes_along_curve(Model& model) {
  Nodes& nodes = model.nodes;
  if (nodes.id.empty()) return;
  const std::vector<std::uint64_t> key = morton_keys(nodes.position);
  std::vector<Index> old_of_new(nodes.id.size()), new_of_old(nodes.id.size());
  std::iota(old_of_new.begin(), old_of_new.end(), 0);
  std::sort(old_of_new.begin(), old_of_new.end(), [&](Index a, Index b) {
    return key[a] != key[b] ? key[a] < key[b] : nodes.id[a] < nodes.id[b];
  });
  for (std::size_t i = 0; i < old_of_new.size(); ++i) new_of_old[old_of_new[i]] = Index(i);
  permute(nodes.id, old_of_new);
  permute(nodes.position, old_of_new);
  permute(nodes.velocity, old_of_new);
  permute(nodes.angular_velocity, old_of_new);
  auto renumber = [&](Index& node) { node = new_of_old[node]; };
  visit_nodes(model, renumber, [&](std::vector<Index>& list) {
    for (Index& node : list) renumber(node);
    std::sort(list.begin(), list.end());
    list.erase(std::unique(list.begin(), list.end()), list.end());
  });
}

}  // namespace crumple
