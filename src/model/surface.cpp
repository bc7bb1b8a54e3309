#include "model/surface.hpp"

#include <algorithm>
#include <array>
#include <tuple>

namespace crumple {
namespace {

// LS-DYNA's hexahedron: faces as positions in the element's node list, right-handed outward.
constexpr std::array<std::array<int, 4>, 6> hex_faces{{
    {0, 3, 2, 1}, {4, 5, 6, 7}, {0, 1, 5, 4}, {1, 2, 6, 5}, {2, 3, 7, 6}, {3, 0, 4, 7}}};

struct Face {
  std::array<Index, 4> key;  // ascending node numbers
  ContactSegment segment;
};

/// The face without repeated neighbours as a quad or as a triangle that repeats its third node; false if it has
/// collapsed to an edge or a point (degenerate solids).
bool tidy_face(const Solid& solid, const std::array<int, 4>& corner, std::array<Index, 4>& nodes) {
  std::array<Index, 4> distinct{};
  int n = 0;
  for (int c = 0; c < 4; ++c) {
    const Index node = solid.nodes[corner[c]];
    if (std::find(distinct.begin(), distinct.begin() + n, node) == distinct.begin() + n) distinct[n++] = node;
  }
  if (n < 3) return false;
  if (n == 3) distinct[3] = distinct[2];
  nodes = distinct;
  return true;
}

void append_exterior_faces(const Model& model, const std::vector<bool>& in_part, std::vector<ContactSegment>& out) {
  std::vector<Face> faces;
  for (Index s = 0; s < Index(model.solids.size()); ++s) {
    const Solid& solid = model.solids[s];
    if (!in_part[solid.part]) continue;
    for (const auto& corner : hex_faces) {
      Face face;
      if (!tidy_face(solid, corner, face.segment.nodes)) continue;
      face.segment.solid = s;
      face.key = face.segment.nodes;
      std::sort(face.key.begin(), face.key.end());
      faces.push_back(face);
    }
  }
  std::sort(faces.begin(), faces.end(), [](const Face& a, const Face& b) {
    return std::tie(a.key, a.segment.solid) < std::tie(b.key, b.segment.solid);
  });
  for (std::size_t i = 0; i < faces.size();) {
    std::size_t j = i + 1;
    while (j < faces.size() && faces[j].key == faces[i].key) ++j;
    if (j == i + 1) out.push_back(faces[i].segment);
    i = j;
  }
}

}  // namespace

ContactSurface surface_of_parts(const Model& model, const std::vector<bool>& in_part) {
  ContactSurface surface;
  for (Index s = 0; s < Index(model.shells.size()); ++s) {
    const Shell& shell = model.shells[s];
    if (in_part[shell.part]) surface.segments.push_back({shell.nodes, s, none});
  }
  append_exterior_faces(model, in_part, surface.segments);
  for (const ContactSegment& segment : surface.segments)
    surface.nodes.insert(surface.nodes.end(), segment.nodes.begin(), segment.nodes.end());
  std::sort(surface.nodes.begin(), surface.nodes.end());
  surface.nodes.erase(std::unique(surface.nodes.begin(), surface.nodes.end()), surface.nodes.end());
  return surface;
}

}  // namespace crumple
