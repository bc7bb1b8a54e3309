// Stable steps as computed by the element kernels at rest: characteristic length over wave speed (LS-DYNA theory
// manual, chapter "Time step control"): for a quadrilateral area / longest side over the plate wave speed, for a
// triangle twice that, for a solid volume / largest face, for a tetrahedron and a wedge as in their kernels, over the
// speed of pressure waves.
#include "physics/state/element_estimate.hpp"

#include <algorithm>
#include <cmath>

#include "model/thickness.hpp"
#include "model/wedge.hpp"
#include "physics/state/shell_length.hpp"

namespace crumple {
namespace {

/// `modulus` [force/area] is density times wave speed squared.
ElementEstimate estimate(const Material& material, double volume, double length, double modulus) {
  const double mass = material.density * volume;
  if (!(length > 0) || material.has_no_stress()) return {mass, 0};
  return {mass, length / std::sqrt(modulus / material.density)};
}

double most_scaled(const Control& control, const ElementEstimate& element) {
  if (!(control.mass_scaling_dt > 0 && element.step > 0)) return 0;
  const double ratio = control.mass_scaling_dt / element.step, wanted = element.mass * ratio * ratio;
  if (control.mass_scaling_goes_on) return 128 * wanted;  // crushed to an eighth
  return control.mass_scaling_of_all || ratio > 1 ? 2 * wanted : 0;
}

double area(const Vec3& diagonal, const Vec3& other) { return 0.5 * norm(cross(diagonal, other)); }

constexpr int faces[6][4] = {{0, 3, 2, 1}, {4, 5, 6, 7}, {0, 1, 5, 4}, {1, 2, 6, 5}, {2, 3, 7, 6}, {3, 0, 4, 7}};

/// The sum of the pyramids between the faces and the first node: exact for plane faces, also with repeated nodes.
double volume_of(const std::array<Vec3, 8>& x) {
  double sum = 0;
  for (const auto& f : faces) {
    const Vec3 middle = 0.25 * (x[f[0]] + x[f[1]] + x[f[2]] + x[f[3]]) - x[0];
    sum += dot(middle, cross(x[f[2]] - x[f[0]], x[f[3]] - x[f[1]])) / 6;
  }
  return sum;
}

double largest_face(const std::array<Vec3, 8>& x) {
  double largest = 0;
  for (const auto& f : faces) largest = std::max(largest, area(x[f[2]] - x[f[0]], x[f[3]] - x[f[1]]));
  return largest;
}

/// Volume and characteristic length.
struct SolidSize {
  double volume = 0, length = 0;
};

/// 3 V over the root of the sum of the squared areas, as in the kernel.
SolidSize size_of_tetrahedron(const std::array<Vec3, 8>& x) {
  const Vec3 a = x[1] - x[0], b = x[2] - x[0], c = x[4] - x[0];
  double squares = 0;
  for (const Vec3& twice_area : {cross(a, b), cross(b, c), cross(c, a), cross(b - a, c - a)})
    squares += 0.25 * dot(twice_area, twice_area);
  const double volume = std::fabs(dot(a, cross(b, c))) / 6;
  return {volume, 3 * volume / std::sqrt(squares)};
}

/// As in the kernel, with straight sides.
SolidSize size_of_quadratic_tetrahedron(const std::array<Vec3, 8>& x) {
  const Vec3 a = x[1] - x[0], b = x[2] - x[0], c = x[4] - x[0];
  const std::array<Vec3, 4> n = {cross(b, c), cross(c, a), cross(a, b), cross(b - a, c - a)};
  double squares = 0;
  for (const Vec3& one : n)
    for (const Vec3& other : n) squares += dot(one, other) * dot(one, other);
  const double six_volumes = std::fabs(dot(a, n[0]));
  return {six_volumes / 6, 2 / std::sqrt(26.6) * six_volumes / std::sqrt(std::sqrt(squares))};
}

/// As in the kernel, for the prism between the means of its triangles and without the small contribution of torsion.
SolidSize size_of_wedge(const std::array<Vec3, 8>& x, const std::array<int, 6>& corner) {
  const auto at = [&](int k) { return x[std::size_t(corner[std::size_t(k)])]; };
  const Vec3 a = 0.5 * (at(1) - at(0) + at(4) - at(3)), b = 0.5 * (at(2) - at(0) + at(5) - at(3));
  const Vec3 c = (1.0 / 3) * (at(3) + at(4) + at(5) - at(0) - at(1) - at(2));
  const Vec3 bc = cross(b, c), ca = cross(c, a), ab = cross(a, b);
  const double twice = std::fabs(dot(c, ab));
  return {volume_of(x), twice / std::sqrt(dot(bc, bc) + dot(ca, ca) + dot(bc + ca, bc + ca) + dot(ab, ab))};
}

SolidSize size_of_hex(const std::array<Vec3, 8>& x) {
  const double volume = volume_of(x);
  return {volume, volume / largest_face(x)};
}

template <class Element> auto corners_of(const Model& model, const Element& element) {
  std::array<Vec3, std::tuple_size_v<decltype(element.nodes)>> x;
  for (std::size_t k = 0; k < x.size(); ++k) x[k] = model.nodes.position[element.nodes[k]];
  return x;
}

}  // namespace

ElementEstimate estimate_element(const Model& model, const Shell& shell) {
  const Material& material = model.materials[model.material_of(shell)];
  const std::array<Vec3, 4> x = corners_of(model, shell);
  double longest = 0;
  for (std::size_t k = 0; k < 4; ++k) longest = std::max(longest, norm(x[(k + 1) % 4] - x[k]));
  const double face = area(x[2] - x[0], x[3] - x[1]);
  ElementEstimate usual =
      estimate(material, face * mean_thickness(model, shell), (shell.is_triangle() ? 2 : 1) * face / longest,
               material.young / (1 - material.poisson * material.poisson));
  usual.step *= step_over_usual(model.control.step_length, x.data(), shell.is_triangle(), material.poisson);
  return usual;
}

ElementEstimate estimate_element(const Model& model, const Solid& solid) {
  const Material& material = model.materials[model.parts[solid.part].material];
  const std::array<Vec3, 8> x = corners_of(model, solid);
  const SolidSize size = solid.has_side_nodes()               ? size_of_quadratic_tetrahedron(x)
                         : model.computed_as_tetrahedron(solid) ? size_of_tetrahedron(x)
                         : computed_as_wedge(model, solid)     ? size_of_wedge(x, *wedge_corners(solid))
                                                              : size_of_hex(x);
  const double nu = material.poisson;
  const double elastic = material.young * (1 - nu) / ((1 + nu) * (1 - 2 * nu));
  return estimate(material, size.volume, size.length, std::max(elastic, material.bulk_modulus));
}

double most_scaled_mass(const Model& model, const Shell& shell) {
  return most_scaled(model.control, estimate_element(model, shell));
}
double most_scaled_mass(const Model& model, const Solid& solid) {
  return most_scaled(model.control, estimate_element(model, solid));
}

}  // namespace crumple
