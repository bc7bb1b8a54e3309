#include "io/global_stress.hpp"

#include <array>

#include "model/shell_frame.hpp"

namespace crumple {
namespace {

/// Rotates from axes, whose rows are in the global frame.
std::array<double, 6> in_global_axes(const std::array<double, 6>& s, const Mat3& axes) {
  const Mat3 local{{Vec3{s[0], s[3], s[5]}, Vec3{s[3], s[1], s[4]}, Vec3{s[5], s[4], s[2]}}};
  const Mat3 g = transpose(axes) * local * axes;
  return {g(0, 0), g(1, 1), g(2, 2), g(0, 1), g(1, 2), g(2, 0)};
}

/// The axes of a shell: shells are the first elements.
Mat3 shell_axes(const Model& model, const Rows& position, Index item) {
  std::array<Vec3, 4> corner;
  for (std::size_t k = 0; k < 4; ++k) corner[k] = row(position, model.shells[item].nodes[k]);
  return shell_frame(corner);
}

}  // namespace

std::vector<PointStress> global_stress(const Elements& elements, const Model& model, const Rows& position, Index item) {
  ElementStress stress = element_stress(elements, item);
  if (stress.axes == ElementStress::Axes::element && std::size_t(item) < model.shells.size()) {
    const Mat3 axes = shell_axes(model, position, item);
    for (PointStress& point : stress.points) point.stress = in_global_axes(point.stress, axes);
  }
  return std::move(stress.points);
}

ElementHistory global_history(const Elements& elements, const Model& model, const Rows& position, Index item) {
  ElementHistory history = element_history(elements, item);
  if (history.strain.empty() || std::size_t(item) >= model.shells.size()) return history;
  const Mat3 axes = shell_axes(model, position, item);
  for (auto& strain : history.strain) strain = in_global_axes(strain, axes);
  return history;
}

PointStress mean_of(const std::vector<PointStress>& points) {
  PointStress mean;
  const double share = points.empty() ? 0 : 1 / double(points.size());
  for (const PointStress& point : points) {
    for (std::size_t k = 0; k < mean.stress.size(); ++k) mean.stress[k] += share * point.stress[k];
    mean.plastic_strain += share * point.plastic_strain;
  }
  return mean;
}

}  // namespace crumple
