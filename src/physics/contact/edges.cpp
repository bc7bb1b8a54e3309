#include "physics/contact/edges.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

#include "base/loops.hpp"
#include "physics/contact/bucket_grid.hpp"
#include "physics/contact/closest_point.hpp"
#include "physics/contact/contact_surfaces.hpp"
#include "physics/contact/edge_search_loops.hpp"
#include "physics/contact/found_pairs.hpp"
#include "physics/contact/passes.hpp"
#include "physics/contact/search.hpp"
#include "physics/state/running_sums.hpp"

namespace crumple {
namespace {

constexpr std::size_t edge_search_grain = 32;  // edges that are worth waking a thread for
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
  edge.friction.group = std::max(edge.friction.group, face.friction.group);
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

/// Lists the edges of both sides again, unless the faces are those of the last time.
void renew_edges(EdgePairs& pairs, const ContactSurfaces& surfaces) {
  if (pairs.faces_change == surfaces.n_changes) return;
  pairs.faces_change = surfaces.n_changes;
  pairs.a = edges_of(surfaces.passes[pairs.pass_of_faces[0]], surfaces.nodes, pairs.solids_only);
  if (!pairs.meets_itself())
    pairs.b = edges_of(surfaces.passes[pairs.pass_of_faces[1]], surfaces.nodes, pairs.solids_only);
}

FoundPairs<FoundEdgePair> find_edge_pairs(EdgePairs& pairs, const ContactNodes& nodes, const SearchRange& range) {
  const EdgePairsAt at = pairs.at();
  const std::size_t n = std::size_t(pairs.a.size()), n_second = std::size_t(pairs.second().size());
  const ContactEdge* const edges = at.second.edges;
  const double piece = range.cell / pieces_per_cell;
  kernels::RunVector<Index> first_piece(n_second + 1, 0);
  run_loop(CountPieces{edges, nodes, piece, first_piece.data()}, n_second);
  kernels::RunVector<Index> edge_of(std::size_t(running_sums(first_piece)));
  kernels::RunVector<Vec3> points(edge_of.size());
  run_loop(SetPieces{edges, nodes, first_piece.data(), points.data(), edge_of.data()}, n_second);
  const double thickest = -least_loop(ThickestEdge{edges}, n_second);
  const double deepest = -least_loop(DeepestEdge{edges}, n_second);
  const BucketGrid grid(points, range.cell);
  const std::size_t expected = std::max(2 * std::size_t(pairs.n_found), 8 * n);
  return FoundPairs<FoundEdgePair>(expected, [&](const PlacesFor<FoundEdgePair>& places) {
    run_loop(FindEdgePairs{at.a, at.second, pairs.meets_itself(), nodes, grid.at(), points.data(), edge_of.data(),
                           first_piece.data(), range.margin + 0.5 * piece, thickest, deepest, range.margin,
                           range.travel, places},
             n, edge_search_grain);
  });
}

}  // namespace

kernels::RunVector<KnownEdges> known_edges(EdgePairs& pairs) {
  const std::size_t n = pairs.pair.size();
  kernels::RunVector<Index> place(n);
  run_loop(CountNearEdges{pairs.memory.data(), place.data()}, n);
  kernels::RunVector<KnownEdges> known(std::size_t(running_sums(place)));
  run_loop(TakeNearEdges{pairs.at(), place.data(), known.data()}, n);
  wait_for_device();
  return known;
}

void find_edge_pairs(EdgePairs& pairs, const ContactSurfaces& surfaces, const SearchRange& range) {
  std::ranges::sort(pairs.loaded, {}, &KnownEdges::nodes);
  kernels::RunVector<KnownEdges> known = std::exchange(pairs.loaded, {});
  if (known.empty()) known = known_edges(pairs);
  renew_edges(pairs, surfaces);
  const FoundPairs<FoundEdgePair> found = find_edge_pairs(pairs, surfaces.nodes, range);
  pairs.n_found = Index(found.size());
  kernels::RunVector<Index> first(std::size_t(pairs.a.size()) + 1, 0);
  run_loop(CountEdgePairs{found.data(), first.data()}, found.size());
  running_sums(first);
  kernels::RunVector<Index> next = first, order(found.size());
  run_loop(PutEdgePairs{found.data(), next.data(), order.data()}, found.size());
  pairs.resize(found.size());
  run_loop(FillEdgePairs{found.data(), first.data(), order.data(), range.travel, known.data(), known.size(), pairs.at(),
                         pairs.pair.data(), pairs.contact_distance.data(), pairs.range.data(), pairs.hold.data()},
           std::size_t(pairs.a.size()), edge_search_grain);
  wait_for_device();
}

}  // namespace crumple
