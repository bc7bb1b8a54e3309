// Packed elements: what they begin with: stresses, strains of a reference geometry, axes of materials, preloads.
#include <algorithm>
#include <cmath>

#include "base/same_bits.hpp"
#include "kernels/element_size.hpp"
#include "model/shell_frame.hpp"
#include "physics/elements/material_axes.hpp"
#include "physics/elements/packed_elements.hpp"

namespace crumple {
namespace {

/// Interpolates between points through the thickness, ascending; constant beyond the last ones.
ShellStress::Point stress_at(const std::vector<ShellStress::Point>& points, double place) {
  const auto above = std::ranges::lower_bound(points, place, {}, &ShellStress::Point::place);
  if (above == points.begin()) return points.front();
  if (above == points.end()) return points.back();
  const ShellStress::Point& below = above[-1];
  const double share = (place - below.place) / (above->place - below.place);
  ShellStress::Point point = below;
  for (std::size_t c = 0; c < 6; ++c) point.stress[c] += share * (above->stress[c] - below.stress[c]);
  point.plastic_strain += share * (above->plastic_strain - below.plastic_strain);
  return point;
}

/// The stress components stored by shells, xx, yy, xy, yz, zx, in the axes that are the rows of `axes`.
std::array<double, 5> stress_of_shell(const std::array<double, 6>& stress, const Mat3& axes) {
  const auto [xx, yy, zz, xy, yz, zx] = stress;
  const Mat3 tensor{{Vec3{xx, xy, zx}, Vec3{xy, yy, yz}, Vec3{zx, yz, zz}}};
  const Mat3 own = axes * tensor * transpose(axes);
  return {own(0, 0), own(1, 1), own(0, 1), own(1, 2), own(2, 0)};
}

/// Corners in the plane of their own frame, relative to the first one; components x and y.
std::array<Vec3, 4> in_own_plane(const std::array<Vec3, 4>& corner) {
  const Mat3 frame = shell_frame(corner);
  std::array<Vec3, 4> flat;
  for (std::size_t k = 0; k < 4; ++k) flat[k] = frame * (corner[k] - corner[0]);
  return flat;
}

/// The logarithmic strain ln(F F^T) / 2 in the plane of a shell at its middle, in the frame that it has now.
Mat3 strain_from(const std::array<Vec3, 4>& reference, const std::array<Vec3, 4>& now) {
  const auto sides = [](const std::array<Vec3, 4>& x) {  // along both directions at the middle, up to a factor
    if (x[2] == x[3]) return std::array{x[1] - x[0], x[2] - x[0]};
    return std::array{x[1] - x[0] + (x[2] - x[3]), x[3] - x[0] + (x[2] - x[1])};
  };
  const auto [A, B] = sides(in_own_plane(reference));
  const auto [a, b] = sides(in_own_plane(now));
  const double per_area = 1 / (A.x * B.y - A.y * B.x);
  // columns of F, of the reference's x and y
  const Vec3 f1 = per_area * (B.y * a - A.y * b), f2 = per_area * (A.x * b - B.x * a);
  const double xx = f1.x * f1.x + f2.x * f2.x, yy = f1.y * f1.y + f2.y * f2.y, xy = f1.x * f1.y + f2.x * f2.y;
  const double mean = 0.5 * (xx + yy), half = 0.5 * (xx - yy), radius = std::sqrt(half * half + xy * xy);
  const double first = 0.5 * same_bits::log(mean + radius), second = 0.5 * same_bits::log(mean - radius);
  const double middle = 0.5 * (first + second), scale = radius > 0 ? 0.5 * (first - second) / radius : 0;
  return {{Vec3{middle + scale * half, scale * xy, 0}, Vec3{scale * xy, middle - scale * half, 0}, Vec3{}}};
}

/// Of a shell of the model [length].
std::array<Vec3, 4> first_corners(const Model& model, Index shell) {
  std::array<Vec3, 4> corner;
  for (std::size_t k = 0; k < 4; ++k)
    corner[k] = model.nodes.position[std::size_t(model.shells[std::size_t(shell)].nodes[k])];
  return corner;
}

/// Of a solid, between its faces of nodes 1 to 4 and 5 to 8 [length^2].
double middle_area(const Model& model, const Solid& solid) {
  std::array<Vec3, 4> middle;
  for (std::size_t k = 0; k < 4; ++k)
    middle[k] = 0.5 * (model.nodes.position[std::size_t(solid.nodes[k])] +
                       model.nodes.position[std::size_t(solid.nodes[k + 4])]);
  return 0.5 * norm(cross(middle[2] - middle[0], middle[3] - middle[1]));
}

}  // namespace

template <class Real>
void PackedElements<Real>::set_first_stresses() {
  const Model& model = domain_.model;
  for (const ShellStress& given : model.shell_stresses) {
    const auto& [g, lane] = places_[std::size_t(given.shell)];
    Group& group = groups_[std::size_t(g)];
    if (group.no_stress && !group.held) continue;
    const std::array<Vec3, 4> corner = first_corners(model, given.shell);
    const Mat3 frame = shell_frame(corner);
    for (int layer = 0; layer < group.n_layers(lane); ++layer) {
      const auto [c, s] = group.angle_of(lane, layer);
      const Mat3 turn{{Vec3{c, s, 0}, Vec3{-s, c, 0}, Vec3{0, 0, 1}}};
      const auto there = stress_at(given.points, group.constants_of(lane).section.position[layer]);
      const std::array<double, 5> values = stress_of_shell(there.stress, turn * frame);
      for (int point = 0; point < group.n_points(); ++point) {
        const LaneHistory<Real> stress = group.stress(lane, layer, point);
        for (int k = 0; k < 5; ++k) stress.first[std::int64_t(k) * stress.stride] = Real(values[std::size_t(k)]);
        if (group.kernel->layout.has_plastic_strain)
          group.material_history(lane, layer, point).first[0] = Real(there.plastic_strain);
      }
    }
  }
}

template <class Real>
void PackedElements<Real>::set_first_strains() {
  const Model& model = domain_.model;
  for (const ShellReference& given : model.shell_references) {
    const auto& [g, lane] = places_[std::size_t(given.shell)];
    Group& group = groups_[std::size_t(g)];
    if (group.no_stress && !group.held) continue;
    const std::array<Vec3, 4> corner = first_corners(model, given.shell);
    const Mat3 strain = strain_from(given.corners, corner);
    for (int layer = 0; layer < group.n_layers(lane); ++layer) {
      const auto [c, s] = group.angle_of(lane, layer);
      const Mat3 turn{{Vec3{c, s, 0}, Vec3{-s, c, 0}, Vec3{0, 0, 1}}}, own = turn * strain * transpose(turn);
      for (int point = 0; point < group.n_points(); ++point) {
        const LaneHistory<Real> history = group.material_history(lane, layer, point);
        history[0] = Real(own(0, 0));
        history[1] = Real(own(1, 1));
        history[2] = Real(2 * own(0, 1));
      }
    }
  }
}

template <class Real>
void PackedElements<Real>::set_first_stresses_of_solids() {
  for (const SolidStress& given : domain_.model.solid_stresses) {
    const auto& [g, lane] = places_[std::size_t(given.solid)];
    Group& group = groups_[std::size_t(g)];
    if (group.no_stress && !group.held) continue;
    for (int point = 0; point < group.n_points(); ++point) {
      const LaneHistory<Real> stress = group.stress(lane, 0, point);
      for (int k = 0; k < 6; ++k) stress[k] = Real(given.stress[std::size_t(k)]);
      if (group.kernel->layout.has_plastic_strain)
        group.material_history(lane, 0, point)[0] = Real(given.plastic_strain);
    }
  }
}

template <class Real>
void PackedElements<Real>::set_sizes() {
  for (Group& group : groups_) {
    if (group.no_stress && !group.held) continue;
    const auto names = group.kernel->layout.material_names;
    for (const std::string_view name : {kernels::element_size_name, kernels::element_area_name}) {
      const auto field = std::ranges::find(names, name);
      if (field == names.end()) continue;
      for (int i = 0; i < group.n_lanes(); ++i) {
        const Index element = group.element[i] != none ? group.element[i] : group.element[i - i % int(Group::lanes)];
        const Real size = name == kernels::element_size_name
                              ? Real(same_bits::pow(double(group.reference_volume(i)), 1.0 / 3))
                              : Real(middle_area(domain_.model, domain_.model.solids[std::size_t(element)]));
        for (int point = 0; point < group.n_points(); ++point)
          group.material_history(i, 0, point)[int(field - names.begin())] = size;
      }
    }
  }
}

template <class Real>
void PackedElements<Real>::set_first_axes() {
  std::vector<const SolidAxes*> own(domain_.model.solid_axes.empty() ? 0 : domain_.model.solids.size());
  for (const SolidAxes& of : domain_.model.solid_axes) own[std::size_t(of.solid)] = &of;
  for (Group& group : groups_) {
    if (group.no_stress && !group.held) continue;
    const auto names = group.kernel->layout.material_names;
    const auto first = std::ranges::find(names, std::string_view(kernels::first_axis_name));
    if (first == names.end()) continue;
    const int field = int(first - names.begin());
    for (int i = 0; i < group.n_lanes(); ++i) {
      const Index element = group.element[i] != none ? group.element[i] : group.element[i - i % int(Group::lanes)];
      const Mat3 axes = material_axes(domain_.model, domain_.model.solids[std::size_t(element)],
                                      own.empty() ? nullptr : own[std::size_t(element)]);
      for (int point = 0; point < group.n_points(); ++point)
        for (int k = 0; k < 6; ++k) group.material_history(i, 0, point)[field + k] = Real(axes(k / 3, k % 3));
    }
  }
}

/// The solids of each section with a preload.
template <class Real> void PackedElements<Real>::list_preloaded() {
  for (const SectionPreload& section : domain_.model.section_preloads) {
    preloads_.push_back(Preload(domain_.model.curves[std::size_t(section.curve)]));
    preloaded_points_.add_row();
    for (auto& of_side : preloaded_steps_) of_side.add_row();
    for (const Index solid : section.solids) {
      const auto& [g, lane] = places_[std::size_t(solid)];
      const Group& group = groups_[std::size_t(g)];
      const Side side = lane / int(Group::lanes) < group.n_boundary_blocks ? Side::boundary : Side::interior;
      preloaded_steps_[std::size_t(side)].push_back(reals(&group.dt(lane)));
      for (int point = 0; point < group.n_points(); ++point) {
        const LaneHistory<Real> own = group.stress(lane, 0, point);
        preloaded_points_.push_back({reals(own.first), std::size_t(own.stride)});
      }
    }
  }
}

template void PackedElements<float>::set_first_stresses();
template void PackedElements<double>::set_first_stresses();
template void PackedElements<float>::set_first_strains();
template void PackedElements<double>::set_first_strains();
template void PackedElements<float>::set_first_stresses_of_solids();
template void PackedElements<double>::set_first_stresses_of_solids();
template void PackedElements<float>::set_first_axes();
template void PackedElements<double>::set_first_axes();
template void PackedElements<float>::set_sizes();
template void PackedElements<double>::set_sizes();
template void PackedElements<float>::list_preloaded();
template void PackedElements<double>::list_preloaded();

}  // namespace crumple
