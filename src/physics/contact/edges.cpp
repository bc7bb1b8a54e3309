#include "physics/contact/edges.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

#include "base/loops.hpp"
#include "physics/contact/bucket_grid.hpp"
#include "physics/contact/closest_point.hpp"
#include "physics/contact/contact_surfaces.hpp"
#include "physics/contact/edge_distance.hpp"
#include "physics/contact/passes.hpp"
#include "physics/contact/search.hpp"

namespace crumple {
namespace {

constexpr std::size_t edge_grain = 32;  // edges that are worth waking a thread for
constexpr double sharp = 0.9;           // cosine of the angle between the normals at a sharp edge of solids: 26 degrees
constexpr double straight = 0.985;      // cosine of the angle up to which an edge continues in the next: 10 degrees
constexpr double pieces_per_cell = 2;   // per bucket: pieces that an edge is divided into, so that long ones are found

/// One side of a face.
struct FaceSide {
  std::array<Index, 2> nodes, global, across;
  Index segment;
};

/// The sides of all live faces, grouped by edge, in an order that does not depend on the rank.
std::vector<FaceSide> sides_of(const Pass& pass, const ContactNodes& nodes, bool solids_only) {
  std::vector<FaceSide> sides;
  if (!solids_only) sides.reserve(4 * pass.segments.nodes.size());
  for (Index s = 0; s < Index(pass.segments.nodes.size()); ++s) {
    if (!pass.segments.live[s] || (solids_only && pass.segments.constants[s].depth == 0)) continue;
    const auto& n = pass.segments.nodes[s];
    const int n_corners = is_triangle(n) ? 3 : 4;
    for (int i = 0; i < n_corners; ++i) {
      Index a = n[i], b = n[(i + 1) % n_corners];
      if (a == b) continue;
      if (nodes.global[a] > nodes.global[b]) std::swap(a, b);
      sides.push_back({{a, b},
                       {nodes.global[a], nodes.global[b]},
                       {n[(i + 2) % n_corners], n[(i + n_corners - 1) % n_corners]},
                       s});
    }
  }
  std::ranges::sort(sides, [&](const FaceSide& a, const FaceSide& b) {
    if (a.global != b.global) return a.global < b.global;
    return face_order(pass.segments.at(), nodes, a.segment) < face_order(pass.segments.at(), nodes, b.segment);
  });
  return sides;
}

void include(ContactEdge& edge, const SegmentConstants& face) {
  edge.half_thickness = std::max(edge.half_thickness, face.half_thickness);
  edge.stiffness = std::max(edge.stiffness, face.stiffness);
  edge.friction.at_rest = std::max(edge.friction.at_rest, face.friction.at_rest);
  edge.friction.sliding = std::max(edge.friction.sliding, face.friction.sliding);
  edge.friction.decay = std::max(edge.friction.decay, face.friction.decay);
  edge.body = std::max(edge.body, face.body);
}

/// Sets the depths up to which the edge between two faces meets and holds another edge: those of the thinner solid, if
/// the edge is sharp and convex. By the last computed shapes of solids, whenever the edges are listed.
void set_depth_between(const Pass& pass, const ContactNodes& nodes, Index one, Index other, ContactEdge& edge) {
  const SegmentConstants &of_one = pass.segments.constants[one], &of_other = pass.segments.constants[other];
  if (of_one.depth == 0 || of_other.depth == 0) return;
  const auto corners = [&](Index segment) {
    std::array<Vec3, 4> corner;
    for (int i = 0; i < 4; ++i) corner[i] = nodes.at_shapes[pass.segments.nodes[segment][i]];
    return corner;
  };
  const std::array<Vec3, 4> a = corners(one), b = corners(other);
  const Vec3 normal = normalized(area_normal(a)), normal_of_other = normalized(area_normal(b));
  const Vec3 to_other = (b[0] + b[1] + b[2] + b[3]) - (a[0] + a[1] + a[2] + a[3]);
  if (!(dot(normal, normal_of_other) < sharp && dot(to_other, normal) < 0)) return;
  edge.depth = std::min(of_one.depth, of_other.depth);
  edge.hold = std::min(of_one.largest_hold, of_other.largest_hold);
}

std::array<Vec3, 2> ends_of(const ContactEdge& edge, const ContactNodes& nodes) {
  return {nodes.at().position(edge.nodes[0]), nodes.at().position(edge.nodes[1])};
}

/// Sets ContactEdge::goes_on.
void find_edges_that_go_on(const ContactNodes& nodes, kernels::RunVector<ContactEdge>& edges) {
  struct End {
    Index node, edge;
    int which;
    Vec3 away;  ///< unit, along the edge
  };
  std::vector<End> ends;
  for (std::size_t e = 0; e < edges.size(); ++e) {
    if (edges[e].depth == 0) continue;
    const Vec3 along = normalized(nodes.at_shapes[edges[e].nodes[1]] - nodes.at_shapes[edges[e].nodes[0]]);
    ends.push_back({edges[e].nodes[0], Index(e), 0, along});
    ends.push_back({edges[e].nodes[1], Index(e), 1, -along});
  }
  std::ranges::sort(ends, {}, [](const End& end) { return std::pair(end.node, end.edge); });
  for (std::size_t first = 0, last; first < ends.size(); first = last) {
    for (last = first; last < ends.size() && ends[last].node == ends[first].node;) ++last;
    for (std::size_t a = first; a < last; ++a)
      for (std::size_t b = first; b < last; ++b)
        if (dot(ends[a].away, ends[b].away) < -straight) edges[std::size_t(ends[a].edge)].goes_on[ends[a].which] = true;
  }
}

EdgeSet edges_of(const Pass& pass, const ContactNodes& nodes, bool solids_only) {
  EdgeSet set;
  const std::vector<FaceSide> sides = sides_of(pass, nodes, solids_only);
  for (std::size_t first = 0, last; first < sides.size(); first = last) {
    last = first;
    while (last < sides.size() && sides[last].global == sides[first].global) ++last;
    ContactEdge edge{.nodes = sides[first].nodes, .global = sides[first].global};
    for (std::size_t k = first; k < last; ++k) include(edge, pass.segments.constants[sides[k].segment]);
    if (last - first == 2) set_depth_between(pass, nodes, sides[first].segment, sides[first + 1].segment, edge);
    if (solids_only && edge.depth == 0) continue;
    set.first_face.push_back(Index(set.across.size()));
    set.edges.push_back(edge);
    for (std::size_t k = first; k < last; ++k) set.across.push_back(sides[k].across);
  }
  set.first_face.push_back(Index(set.across.size()));
  find_edges_that_go_on(nodes, set.edges);
  return set;
}

/// Edges as midpoints of pieces no longer than `piece`.
struct EdgeGrid {
  BucketGrid grid;
  std::vector<Index> edge;  ///< [point]
  double thickest = 0, deepest = 0, piece = 0;

  EdgeGrid(const EdgeSet& set, const ContactNodes& nodes, double cell) : piece(cell / pieces_per_cell) {
    std::vector<Vec3> points;
    for (Index e = 0; e < set.size(); ++e) {
      const auto end = ends_of(set.edges[e], nodes);
      const int n = int(norm(end[1] - end[0]) / piece) + 1;
      for (int k = 0; k < n; ++k) {
        points.push_back(end[0] + ((k + 0.5) / n) * (end[1] - end[0]));
        edge.push_back(e);
      }
      thickest = std::max(thickest, set.edges[e].half_thickness);
      deepest = std::max(deepest, set.edges[e].hold);
    }
    grid = BucketGrid(points, cell);
  }
};

/// Whether the edges share a node, or a face of `one` contains the other edge, or both are on one rigid body.
bool belong_together(const EdgeSet& set, Index e, const ContactEdge& other) {
  const ContactEdge& one = set.edges[e];
  if (one.body != 0 && one.body == other.body) return true;
  for (const Index node : one.nodes)
    if (node == other.nodes[0] || node == other.nodes[1]) return true;
  for (Index f = set.first_face[e]; f < set.first_face[e + 1]; ++f) {
    const auto& across = set.across[f];
    if (across == other.nodes || (across[0] == other.nodes[1] && across[1] == other.nodes[0])) return true;
  }
  return false;
}

bool has_local_node(const ContactEdge& one, const ContactEdge& other, const ContactNodes& nodes) {
  return std::min({one.nodes[0], one.nodes[1], other.nodes[0], other.nodes[1]}) < nodes.n_local;
}

struct FoundEdgePair {
  std::array<Index, 2> pair;
  double contact_distance, range, hold, due;
};

struct FoundList {
  std::vector<FoundEdgePair> pairs;
  FoundList& operator+=(const FoundList& next) {
    pairs.insert(pairs.end(), next.pairs.begin(), next.pairs.end());
    return *this;
  }
};

/// The edges that the edges of side a are checked against.
struct Query {
  const EdgePairs& pairs;
  const ContactNodes& nodes;
  const EdgeGrid& grid;
  double margin, travel;

  void find_pairs_of(Index e, std::vector<Index>& near, FoundList& found) const {
    const ContactEdge& one = pairs.a.edges[e];
    const auto end = ends_of(one, nodes);
    const double range =
        std::max(one.half_thickness + grid.thickest, std::min(one.hold, grid.deepest));
    const double pad = range + margin + 0.5 * grid.piece;
    near.clear();
    grid.grid.visit(box_of(end).padded(pad), [&](Index point) { near.push_back(grid.edge[point]); });
    std::sort(near.begin(), near.end());  // an edge counts once, whatever the number of its pieces in the box
    near.erase(std::unique(near.begin(), near.end()), near.end());
    for (const Index other : near) test(e, end, other, found);
  }

  void test(Index e, const std::array<Vec3, 2>& end, Index f, FoundList& found) const {
    if (pairs.meets_itself() && f <= e) return;
    const ContactEdge &one = pairs.a.edges[e], &other = pairs.second().edges[f];
    const double distance_of_contact = one.half_thickness + other.half_thickness;
    const double range = distance_of_contact > 0 ? distance_of_contact : std::min(one.depth, other.depth);
    if (range == 0 || !has_local_node(one, other, nodes) || belong_together(pairs.a, e, other)) return;
    const double distance = closest_on_edges(end, ends_of(other, nodes)).distance, gap = distance - range;
    const double hold = distance_of_contact > 0 ? range : std::max(range, std::min(one.hold, other.hold));
    if (distance - hold <= margin) found.pairs.push_back({{e, f}, distance_of_contact, range, hold, travel + gap});
  }
};

}  // namespace

EdgeMemories near_memories(const EdgePairs& pairs) {
  EdgeMemories memories;
  for (std::size_t p = 0; p < pairs.pair.size(); ++p)
    if (pairs.memory[p].is_near) memories[pairs.key(p)] = pairs.memory[p];
  return memories;
}

void find_edge_pairs(EdgePairs& pairs, const ContactSurfaces& surfaces, const SearchRange& range) {
  const ContactNodes& nodes = surfaces.nodes;
  EdgeMemories memories = near_memories(pairs);
  memories.merge(pairs.loaded);
  pairs.loaded.clear();
  pairs.a = edges_of(surfaces.passes[pairs.pass_of_faces[0]], nodes, pairs.solids_only);
  if (!pairs.meets_itself()) pairs.b = edges_of(surfaces.passes[pairs.pass_of_faces[1]], nodes, pairs.solids_only);
  const EdgeGrid grid(pairs.second(), nodes, range.cell);
  const Query query{pairs, nodes, grid, range.margin, range.travel};
  const FoundList found = sum_ranges("edge search", pairs.a.edges.size(), edge_grain, FoundList{},
                                     [&](std::size_t first, std::size_t last) {
                                       FoundList here;
                                       std::vector<Index> near;
                                       for (std::size_t e = first; e < last; ++e)
                                         query.find_pairs_of(Index(e), near, here);
                                       return here;
                                     });
  pairs.pair.clear();
  pairs.contact_distance.clear();
  pairs.range.clear();
  pairs.hold.clear();
  pairs.due.clear();
  pairs.memory.clear();
  for (const FoundEdgePair& f : found.pairs) {
    pairs.pair.push_back(f.pair);
    pairs.contact_distance.push_back(f.contact_distance);
    pairs.range.push_back(f.range);
    pairs.hold.push_back(f.hold);
    const auto known = memories.find(pairs.key(pairs.pair.size() - 1));
    const EdgeMemory memory = known == memories.end() ? EdgeMemory{} : known->second;
    const bool has_left = f.due > range.travel && !memory.has_pushed;  // not checked until it may be near again
    pairs.due.push_back(memory.has_pushed ? range.travel : f.due);
    pairs.memory.push_back(has_left ? EdgeMemory{} : memory);
  }
}

}  // namespace crumple
