#include "decomp/near_faces.hpp"

#include <algorithm>
#include <cmath>

#include "base/box.hpp"
#include "model/thickness.hpp"

namespace crumple {
namespace {

std::array<Vec3, 4> corners(const Model& model, const ContactSegment& face) {
  std::array<Vec3, 4> at;
  for (int i = 0; i < 4; ++i) at[i] = model.nodes.position[std::size_t(face.nodes[i])];
  return at;
}

/// [length]
double size_of(const std::array<Vec3, 4>& corner) {
  return std::sqrt(0.5 * norm(cross(corner[2] - corner[0], corner[3] - corner[1])));
}

/// One side of a contact, for the thickness of its shells.
struct Side {
  const ContactSurface& surface;
  double thickness, scale;  ///< SAST, SFSAT or SBST, SFSBT
  bool limits_thickness;    ///< in single-surface contact, to 40 % of the element
};

/// Of a face; 0 of a solid's [length].
double half_thickness(const Model& model, const Side& side, const ContactSegment& face, double size) {
  if (face.shell == none) return 0;
  const Shell& shell = model.shells[std::size_t(face.shell)];
  double thickness = side.thickness > 0 ? side.thickness : mean_thickness(model, shell) * side.scale;
  if (side.limits_thickness) thickness = std::min(thickness, 0.4 * size);
  return 0.5 * thickness;
}

/// Twice the distance of a solid's centre from its face.
double height_of(const Model& model, const ContactSegment& face, const std::array<Vec3, 4>& corner) {
  Vec3 centre, of_face;
  for (const Index node : model.solids[std::size_t(face.solid)].nodes)
    centre += 0.125 * model.nodes.position[std::size_t(node)];
  for (const Vec3& c : corner) of_face += 0.25 * c;
  return 2 * std::fabs(dot(of_face - centre, normalized(cross(corner[2] - corner[0], corner[3] - corner[1]))));
}

/// How far contact looks around the faces of a side (SegmentConstants::reach in physics/contact).
std::vector<float> reaches(const Model& model, const Side& side, bool holds_deep) {
  std::vector<float> half, reach;
  double thickest = 0;
  for (const ContactSegment& face : side.surface.segments) {
    half.push_back(float(half_thickness(model, side, face, size_of(corners(model, face)))));
    thickest = std::max(thickest, double(half.back()));
  }
  for (std::size_t f = 0; f < half.size(); ++f) {
    const ContactSegment& face = side.surface.segments[f];
    const auto corner = corners(model, face);
    const double distance = half[f] + thickest;
    const double largest = face.solid != none ? height_of(model, face, corner) : 0.5 * size_of(corner);
    const double hold = holds_deep || face.shell == none ? largest : std::min(4 * distance, largest);
    reach.push_back(float(std::max(distance, hold)));
  }
  return reach;
}

/// The harmonic mean of the sizes of all faces of contacts, as that of a search.
double mean_size(const Model& model) {
  double sum = 0, count = 0;
  for (const Contact& contact : model.contacts)
    for (const ContactSurface* side : {&contact.a, &contact.b})
      for (const ContactSegment& face : side->segments)
        if (const double size = size_of(corners(model, face)); size > 0) sum += 1 / size, count += 1;
  return sum > 0 ? count / sum : 0;
}

/// Nodes in the cells of a grid, cell by cell.
class NodeGrid {
 public:
  NodeGrid(const Model& model, const std::vector<Index>& nodes, double cell) : model_(model), nodes_(nodes) {
    for (const Index node : nodes) box_.include(model.nodes.position[std::size_t(node)]);
    const auto n_cells = [&](double edge) {
      double n = 1;
      for (int c = 0; c < 3; ++c) n *= std::floor((box_.high[c] - box_.low[c]) / edge) + 1;
      return n;
    };
    while (!(n_cells(cell) <= 64 + 16.0 * double(nodes.size()))) cell *= 1.25;
    inverse_ = 1 / cell;
    for (int c = 0; c < 3; ++c) n_[c] = std::int64_t((box_.high[c] - box_.low[c]) * inverse_) + 1;
    first_.assign(std::size_t(n_[0] * n_[1] * n_[2]) + 1, 0);
    std::vector<std::size_t> cell_of(nodes.size());
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      const auto at = place(model.nodes.position[std::size_t(nodes[i])]);
      ++first_[(cell_of[i] = number(at[0], at[1], at[2])) + 1];
    }
    for (std::size_t k = 1; k < first_.size(); ++k) first_[k] += first_[k - 1];
    entries_.resize(nodes.size());
    std::vector<Index> next(first_.begin(), first_.end() - 1);
    for (std::size_t i = 0; i < nodes.size(); ++i) entries_[std::size_t(next[cell_of[i]]++)] = Index(i);
  }

  /// Calls use(i) for nodes[i] in a box.
  template <class Use> void visit(const Box& box, Use&& use) const {
    if (!box.meets(box_)) return;
    const auto low = place(box.low), high = place(box.high);
    for (std::int64_t x = low[0]; x <= high[0]; ++x)
      for (std::int64_t y = low[1]; y <= high[1]; ++y)
        for (Index k = first_[number(x, y, low[2])]; k < first_[number(x, y, high[2]) + 1]; ++k)
          if (box.contains(model_.nodes.position[std::size_t(nodes_[std::size_t(entries_[std::size_t(k)])])]))
            use(entries_[std::size_t(k)]);
  }

 private:
  std::array<std::int64_t, 3> place(const Vec3& p) const {
    std::array<std::int64_t, 3> at{};
    for (int c = 0; c < 3; ++c)
      at[c] = std::clamp(std::int64_t((p[c] - box_.low[c]) * inverse_), std::int64_t(0), n_[c] - 1);
    return at;
  }
  std::size_t number(std::int64_t x, std::int64_t y, std::int64_t z) const {
    return std::size_t((x * n_[1] + y) * n_[2] + z);
  }

  const Model& model_;
  const std::vector<Index>& nodes_;
  Box box_;
  double inverse_ = 0;
  std::array<std::int64_t, 3> n_{};
  std::vector<Index> first_;  ///< [cell] and one more
  std::vector<Index> entries_;
};

/// The same pairs by the other number.
NumberLists turned(const NumberLists& lists, std::size_t n) {
  NumberLists result;
  result.first.assign(n + 1, 0);
  for (const Index value : lists.values) ++result.first[std::size_t(value) + 1];
  for (std::size_t i = 0; i < n; ++i) result.first[i + 1] += result.first[i];
  result.values.resize(lists.values.size());
  std::vector<std::size_t> next(result.first.begin(), result.first.end() - 1);
  for (std::size_t i = 0; i + 1 < lists.first.size(); ++i)
    for (const Index value : lists[i]) result.values[next[std::size_t(value)]++] = Index(i);
  return result;
}

NearFaces near_faces(const Model& model, const ContactSurface& slaves, const Side& side, bool holds_deep,
                     double size) {
  NearFaces near{&slaves.nodes, &side.surface.segments, {}, {}};
  if (slaves.nodes.empty()) {
    near.nodes_of.first.assign(side.surface.segments.size() + 1, 0);
    return near;
  }
  const double margin = model.control.contact_margin * size;
  const NodeGrid grid(model, slaves.nodes, std::max(size, 1e-300));
  const std::vector<float> reach = reaches(model, side, holds_deep);
  near.nodes_of.first.reserve(reach.size() + 1);
  for (std::size_t f = 0; f < reach.size(); ++f) {
    const ContactSegment& face = side.surface.segments[f];
    if (face.covered_by == none)
      grid.visit(box_of(corners(model, face)).padded(reach[f] + margin),
                 [&](Index i) { near.nodes_of.values.push_back(i); });
    near.nodes_of.first.push_back(near.nodes_of.values.size());
  }
  near.faces_of = turned(near.nodes_of, slaves.nodes.size());
  return near;
}

}  // namespace

std::vector<NearFaces> near_faces_of(const Model& model) {
  std::vector<NearFaces> all;
  const double size = mean_size(model);
  for (const Contact& c : model.contacts) {
    const bool meets_itself = c.kind == ContactKind::single_surface;
    const Side a{c.a, c.thickness_a, c.thickness_scale_a, meets_itself};
    const Side b{c.b, c.thickness_b, c.thickness_scale_b, false};
    all.push_back(near_faces(model, c.a, meets_itself ? a : b, c.holds_deep, size));
    if (c.kind == ContactKind::surface_to_surface) all.push_back(near_faces(model, c.b, a, c.holds_deep, size));
  }
  return all;
}

}  // namespace crumple
