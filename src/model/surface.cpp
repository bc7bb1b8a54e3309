#include "model/surface.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <span>
#include <tuple>
#include <utility>

namespace crumple {
namespace {

// LS-DYNA's hexahedron: faces as positions in the element's node list, right-handed outward.
constexpr std::array<std::array<int, 4>, 6> hex_faces{{
    {0, 3, 2, 1}, {4, 5, 6, 7}, {0, 1, 5, 4}, {1, 2, 6, 5}, {2, 3, 7, 6}, {3, 0, 4, 7}}};

// The faces of a tetrahedron with ten nodes, as corners (0 to 3) and nodes on sides (4 to 9) in order.
constexpr std::array<std::array<int, 6>, 4> quadratic_faces{
    {{0, 2, 1, 6, 5, 4}, {0, 1, 3, 4, 8, 7}, {1, 2, 3, 5, 9, 8}, {2, 0, 3, 6, 7, 9}}};

struct Face {
  std::array<Index, 4> key;  // ascending node numbers; triangles repeat the largest
  ContactSegment segment;
};

/// A face without repeated nodes as a quad or as a triangle that repeats its third node; false if it has collapsed to
/// an edge or a point (degenerate solids).
bool tidy_face(const std::array<Index, 4>& given, std::array<Index, 4>& nodes) {
  std::array<Index, 4> distinct{};
  int n = 0;
  for (const Index node : given)
    if (std::find(distinct.begin(), distinct.begin() + n, node) == distinct.begin() + n) distinct[n++] = node;
  if (n < 3) return false;
  if (n == 3) distinct[3] = distinct[2];
  nodes = distinct;
  return true;
}

Index node_of_quadratic(const Solid& solid, int place) {
  constexpr int corners[] = {0, 1, 2, 4};
  return place < 4 ? solid.nodes[corners[place]] : solid.side_nodes[place - 4];
}

/// The four triangles of a face with six nodes, the last that of the sides.
std::array<std::array<Index, 4>, 4> triangles_of(const Solid& solid, const std::array<int, 6>& face) {
  const auto at = [&](int k) { return node_of_quadratic(solid, face[k]); };
  const auto triangle = [](Index a, Index b, Index c) { return std::array<Index, 4>{a, b, c, c}; };
  return {triangle(at(0), at(3), at(5)), triangle(at(3), at(1), at(4)), triangle(at(5), at(4), at(2)),
          triangle(at(3), at(4), at(5))};
}

std::array<Index, 4> nodes_at(const Solid& solid, const std::array<int, 4>& corner) {
  return {solid.nodes[corner[0]], solid.nodes[corner[1]], solid.nodes[corner[2]], solid.nodes[corner[3]]};
}

/// Equal for the two faces of neighbours, whichever node they begin with.
std::array<Index, 4> key_of(std::array<Index, 4> nodes) {
  const int n = nodes[2] == nodes[3] ? 3 : 4;
  for (int i = 1; i < n; ++i)
    for (int k = i; k > 0 && nodes[k] < nodes[k - 1]; --k) std::swap(nodes[k], nodes[k - 1]);
  if (n == 3) nodes[3] = nodes[2];
  return nodes;
}

/// Those of the solids whose parts are marked, equal ones next to each other.
std::vector<Face> faces_of_solids(const Model& model, const std::vector<bool>& in_part) {
  std::vector<Face> faces;
  for (Index s = 0; s < Index(model.solids.size()); ++s) {
    const Solid& solid = model.solids[s];
    if (!in_part[solid.part]) continue;
    const auto add = [&](const std::array<Index, 4>& nodes) {
      Face face;
      if (!tidy_face(nodes, face.segment.nodes)) return;
      face.segment.solid = s;
      face.key = key_of(face.segment.nodes);
      faces.push_back(face);
    };
    if (solid.has_side_nodes())
      for (const auto& face : quadratic_faces) std::ranges::for_each(triangles_of(solid, face), add);
    else
      for (const auto& corner : hex_faces) add(nodes_at(solid, corner));
  }
  std::sort(faces.begin(), faces.end(), [](const Face& a, const Face& b) {
    return std::tie(a.key, a.segment.solid) < std::tie(b.key, b.segment.solid);
  });
  return faces;
}

/// Calls use(faces) for each group of faces with the same nodes.
template <class Use> void for_each_group(const std::vector<Face>& faces, Use use) {
  for (std::size_t i = 0, end = 0; i < faces.size(); i = end) {
    while (end < faces.size() && faces[end].key == faces[i].key) ++end;
    use(std::span(faces).subspan(i, end - i));
  }
}

ContactSurface surface_of_shells(const Model& model, const std::vector<bool>& in_part) {
  ContactSurface surface;
  for (Index s = 0; s < Index(model.shells.size()); ++s) {
    const Shell& shell = model.shells[s];
    if (in_part[shell.part]) surface.segments.push_back({shell.nodes, s, none});
  }
  return surface;
}

/// Ascending, each once.
std::vector<Index> nodes_of(const std::vector<ContactSegment>& segments, bool covered) {
  std::vector<Index> nodes;
  for (const ContactSegment& segment : segments)
    if (covered == (segment.covered_by != none)) nodes.insert(nodes.end(), segment.nodes.begin(), segment.nodes.end());
  std::sort(nodes.begin(), nodes.end());
  nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
  return nodes;
}

/// The nodes as they lie around the face: as they are given, or reversed with the same node in front. Nothing if they
/// are others. `tidy` as by tidy_face.
std::optional<std::array<Index, 4>> turned_as(const std::array<Index, 4>& outward, std::array<Index, 4> tidy) {
  std::array<Index, 4> face{};
  if (!tidy_face(outward, face)) return std::nullopt;
  const auto size_of = [](const std::array<Index, 4>& of) { return of[2] == of[3] ? 3 : 4; };
  const auto n = size_of(tidy), m = size_of(face);
  const auto place = [&](Index node) { return int(std::find(face.begin(), face.begin() + m, node) - face.begin()); };
  std::array<int, 4> around{};  // the face, from the first of the nodes
  for (int i = 0; i < n; ++i) around[i] = place(tidy[i]) < m ? (place(tidy[i]) - place(tidy[0]) + m) % m : -1;
  if (std::find(around.begin(), around.begin() + n, -1) != around.begin() + n) return std::nullopt;
  if (std::is_sorted(around.begin(), around.begin() + n)) return tidy;
  std::reverse(tidy.begin() + 1, tidy.begin() + n);
  std::reverse(around.begin() + 1, around.begin() + n);
  if (n == 3) tidy[3] = tidy[2];
  return std::is_sorted(around.begin(), around.begin() + n) ? std::optional(tidy) : std::nullopt;
}

}  // namespace

std::optional<std::array<Index, 4>> outward_face(const Solid& solid, const std::array<Index, 4>& nodes) {
  std::array<Index, 4> tidy{};
  if (!tidy_face(nodes, tidy)) return std::nullopt;
  std::optional<std::array<Index, 4>> found;
  for (const auto& corner : hex_faces)
    if (!found) found = turned_as(nodes_at(solid, corner), tidy);
  if (!found && solid.has_side_nodes())
    for (const auto& face : quadratic_faces)
      for (const auto& triangle : triangles_of(solid, face))
        if (!found) found = turned_as(triangle, tidy);
  return found;
}

void collect_nodes(ContactSurface& surface) {
  surface.segments.shrink_to_fit();  // they stay for the whole run
  const std::vector<Index> outer = nodes_of(surface.segments, false), covered = nodes_of(surface.segments, true);
  surface.nodes.clear();
  surface.inner.clear();
  std::ranges::set_union(outer, covered, std::back_inserter(surface.nodes));
  std::ranges::set_difference(covered, outer, std::back_inserter(surface.inner));
  surface.nodes.shrink_to_fit();
}

ContactSurface surface_of_parts(const Model& model, const std::vector<bool>& in_part) {
  ContactSurface surface = surface_of_shells(model, in_part);
  for_each_group(faces_of_solids(model, in_part), [&](std::span<const Face> group) {
    if (group.size() == 1) surface.segments.push_back(group[0].segment);
  });
  collect_nodes(surface);
  return surface;
}

ContactSurface eroding_surface_of_parts(const Model& model, const std::vector<bool>& in_part, bool any_covers) {
  ContactSurface surface = surface_of_shells(model, in_part);
  const std::vector<bool> all(in_part.size(), true);
  for_each_group(faces_of_solids(model, any_covers ? all : in_part), [&](std::span<const Face> group) {
    if (group.size() > 2) return;  // no surface: three solids meet in one face
    for (std::size_t i = 0; i < group.size(); ++i) {
      ContactSegment segment = group[i].segment;
      if (!in_part[model.solids[segment.solid].part]) continue;
      if (group.size() == 2) segment.covered_by = group[1 - i].segment.solid;
      surface.segments.push_back(segment);
    }
  });
  collect_nodes(surface);
  return surface;
}

}  // namespace crumple
