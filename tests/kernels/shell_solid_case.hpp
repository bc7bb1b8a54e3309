// A mesh of one part, as arrays that a kernel takes: for tests and benchmarks of elements through the kernel tables.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <functional>
#include <map>
#include <random>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "kernels/prepared_parts.hpp"
#include "tests/kernels/machine_has.hpp"
#include "tests/kernels/sample_law.hpp"

namespace crumple::test {

using namespace crumple::kernels;

/// A vector that begins on a cache line.
template <class T>
struct CacheLineAllocator {
  using value_type = T;
  CacheLineAllocator() = default;
  template <class U>
  CacheLineAllocator(const CacheLineAllocator<U>&) {}
  T* allocate(std::size_t n) { return static_cast<T*>(std::aligned_alloc(64, (n * sizeof(T) + 63) / 64 * 64)); }
  void deallocate(T* p, std::size_t) { std::free(p); }
  bool operator==(const CacheLineAllocator&) const { return true; }
};
template <class T>
using Array = std::vector<T, CacheLineAllocator<T>>;
using Point = std::array<double, 3>;

template <class Real>
const Kernel<Real>& find_kernel(const KernelTable& table, bool shell, int form, int material) {
  const Kernel<Real>* kernels;
  int n;
  if constexpr (sizeof(Real) == 8) {
    kernels = table.double_precision;
    n = table.n_double;
  } else {
    kernels = table.single_precision;
    n = table.n_single;
  }
  for (int k = 0; k < n; ++k)
    if (kernels[k].shell == shell && kernels[k].element_form == form && kernels[k].material == material)
      return kernels[k];
  throw std::invalid_argument("no kernel " + std::to_string(form) + " " + std::to_string(material));
}

/// The two wedges at the diagonals 1-3 and 5-7 of a hex.
inline std::vector<std::vector<int>> wedges_of_hex(const std::vector<int>& h) {
  return {{h[0], h[1], h[2], h[4], h[5], h[6]}, {h[0], h[2], h[3], h[4], h[6], h[7]}};
}

/// The six tetrahedra around the diagonal from node 1 to node 7 of a hex.
inline std::vector<std::vector<int>> tetrahedra_of_hex(const std::vector<int>& hex) {
  constexpr int around[7] = {1, 2, 3, 7, 4, 5, 1};
  std::vector<std::vector<int>> tetrahedra;
  for (int k = 0; k < 6; ++k)
    tetrahedra.push_back({hex[0], hex[std::size_t(around[k])], hex[std::size_t(around[k + 1])], hex[6]});
  return tetrahedra;
}

/// Tetrahedra with ten nodes in place of those with four. The middles of their sides, each once, are added to the
/// points.
inline std::vector<std::vector<int>> with_side_nodes(std::vector<Point>& points,
                                                     const std::vector<std::vector<int>>& tetrahedra) {
  constexpr std::size_t sides[6][2] = {{0, 1}, {1, 2}, {2, 0}, {0, 3}, {1, 3}, {2, 3}};
  std::map<std::pair<int, int>, int> middle;
  std::vector<std::vector<int>> quadratic = tetrahedra;
  for (std::vector<int>& element : quadratic)
    for (const auto& [a, b] : sides) {
      const auto [found, is_new] = middle.try_emplace(std::minmax(element[a], element[b]), int(points.size()));
      element.push_back(found->second);
      if (!is_new) continue;
      const Point p = points[std::size_t(element[a])], q = points[std::size_t(element[b])];
      points.push_back({0.5 * (p[0] + q[0]), 0.5 * (p[1] + q[1]), 0.5 * (p[2] + q[2])});
    }
  return quadratic;
}

/// A part whose law is chosen with the kernel.
struct SamplePart : PartConstants {
  SampleLaw law;
};

/// Steel in mm, ms, g, N with Gauss layers and no hourglass control.
inline SamplePart steel(int layers = 3) {
  SamplePart part{};
  part.material.density = 7.85e-3, part.material.young = 210000, part.material.poisson = 0.3;
  part.law.johnson_cook = {.a = 250,
                           .b = 400,
                           .n = 0.3,
                           .c = 0.02,
                           .reference_rate = 1e-3,
                           .m = 1.03,
                           .melting = 1500,
                           .specific_heat = 450};
  const double g3 = std::sqrt(0.6), g2 = std::sqrt(1.0 / 3);
  part.section.shear_factor = 5.0 / 6;
  part.section.n_layers = layers;
  if (layers == 1) part.section.position[0] = 0, part.section.weight[0] = 2;
  if (layers == 2)
    part.section.position[0] = -g2, part.section.position[1] = g2, part.section.weight[0] = part.section.weight[1] = 1;
  if (layers == 3) {
    const double position[3] = {-g3, 0, g3}, weight[3] = {5.0 / 9, 8.0 / 9, 5.0 / 9};
    for (int k = 0; k < 3; ++k) part.section.position[k] = position[k], part.section.weight[k] = weight[k];
  }
  part.hourglass = {4, 0, 0, 0, 1e15, 0, 0};
  return part;
}

template <class Real>
struct Case {
  static constexpr int B = block_lanes<Real>;
  Kernel<Real> kernel;
  PartConstants part;
  PreparedParts prepared;
  int n_elements, n_nodes, n_blocks, history_values;
  Array<double> x, v, w, f, m;
  Array<std::int32_t> nodes, part_of_block;
  Array<std::int64_t> history_start;
  Array<Real> history, thickness, reference_volume, mass_scale, alive, internal_energy, hourglass_energy, dt;
  Array<Real> axes;                          // of laminates
  double force_shift = 0, moment_shift = 0;  // 0: no rounding

  Case(const Kernel<Real>& k, const SamplePart& p, const std::vector<Point>& points,
       const std::vector<std::vector<int>>& elements, double t = 1)
      : kernel(k), part(p), n_elements(int(elements.size())), n_nodes(int(points.size())) {
    if (part.material.law.number != k.material) part.material.law = law_of(k.material, p.law);
    n_blocks = (n_elements + B - 1) / B;
    const int layers = k.shell ? p.section.n_layers : 1;
    history_values =
        k.layout.element_fields + k.layout.points * layers * (k.layout.stress_fields + k.layout.material_fields);
    for (auto* a : {&x, &v, &w, &f, &m}) a->assign(4 * n_nodes, 0.0);
    for (int i = 0; i < n_nodes; ++i) std::copy(points[i].begin(), points[i].end(), &x[4 * i]);
    nodes.resize(n_blocks * k.nodes_per_element * B);
    part_of_block.assign(n_blocks, 0);
    history_start.resize(n_blocks);
    for (int b = 0; b < n_blocks; ++b) history_start[b] = std::int64_t(b) * history_values * B;
    history.assign(n_blocks * history_values * B, Real(0));
    for (auto* a : {&thickness, &reference_volume, &mass_scale, &alive, &internal_energy, &hourglass_energy, &dt})
      a->assign(n_blocks * B, Real(0));
    for (int i = 0; i < n_blocks * B; ++i) {
      const auto& element = elements[i < n_elements ? i : i / B * B];  // padding repeats the first lane
      for (int l = 0; l < k.nodes_per_element; ++l) nodes[(i / B * k.nodes_per_element + l) * B + i % B] = element[l];
      thickness[i] = Real(t), mass_scale[i] = 1, alive[i] = i < n_elements;
    }
    for (int i = 0; p.section.layers && i < 2 * n_blocks * B; ++i) axes.push_back(Real(i / B % 2 == 0 ? 0.8 : 0.6));
    Array<double> volume = volumes();
    for (int i = 0; i < n_blocks * B; ++i) reference_volume[i] = Real(volume[i]);
  }

  /// With the constants of the part as it is now.
  ElementBlocks<Real> blocks() {
    prepared = {kernel, {&part, 1}, part_of_block};
    return {nodes.data(),
            part_of_block.data(),
            prepared.data(),
            history_start.data(),
            history.data(),
            thickness.data(),
            reference_volume.data(),
            mass_scale.data(),
            alive.data(),
            internal_energy.data(),
            hourglass_energy.data(),
            dt.data(),
            axes.data()};
  }
  std::vector<double> dilatation;  ///< [node], see NodeRows; empty: none

  NodeRows rows() {
    return {x.data(), v.data(), w.data(), f.data(), m.data(), force_shift, moment_shift,
            dilatation.empty() ? nullptr : dilatation.data()};
  }
  Array<double> volumes() {
    Array<double> out(n_blocks * B);
    kernel.volumes(blocks(), rows(), out.data(), 0, n_blocks);
    return out;
  }
  void compute_forces(double step) {
    f.assign(f.size(), 0.0);
    m.assign(m.size(), 0.0);
    kernel.forces(blocks(), rows(), step, 0, n_blocks);
  }
  /// Moves the nodes by the velocities, then computes the forces: one step with prescribed motion.
  void move(double step) {
    for (std::size_t i = 0; i < x.size(); ++i) x[i] += step * v[i];
    compute_forces(step);
  }
  /// Velocity field from the position at the start of the step.
  void set_velocity(const std::function<Point(const double*)>& field) {
    for (int i = 0; i < n_nodes; ++i) {
      const Point p = field(&x[4 * i]);
      std::copy(p.begin(), p.end(), &v[4 * i]);
    }
  }
  void set_angular_velocity(const std::function<Point(const double*)>& field) {
    for (int i = 0; i < n_nodes; ++i) {
      const Point p = field(&x[4 * i]);
      std::copy(p.begin(), p.end(), &w[4 * i]);
    }
  }
  /// Stress component of an element (in a layer): mean over the points in the plane.
  double stress(int element, int component, int layer = 0) const {
    double sum = 0;
    for (int point = 0; point < kernel.layout.points; ++point) sum += stress_at(point, element, component, layer);
    return sum / kernel.layout.points;
  }
  double stress_at(int point, int element, int component, int layer = 0) const {
    const int layers = kernel.shell ? part.section.n_layers : 1;
    const int field = kernel.layout.element_fields +
                      (point * layers + layer) * (kernel.layout.stress_fields + kernel.layout.material_fields) +
                      component;
    return history[history_start[element / B] + field * B + element % B];
  }
  /// Sets a stress component, or what the material keeps after it, at all points of the first block.
  void set_at_points(int component, Real value) {
    const int fields = kernel.layout.stress_fields + kernel.layout.material_fields;
    for (int field = kernel.layout.element_fields + component; field < history_values; field += fields)
      std::fill_n(&history[field * B], B, value);
  }
  double element_field(int element, int field) const {
    return history[history_start[element / B] + field * B + element % B];
  }
  double largest(const Array<double>& rows, int node = -1) const {
    double most = 0;
    for (int i = 0; i < n_nodes; ++i)
      if (node < 0 || i == node)
        for (int c = 0; c < 3; ++c) most = std::max(most, std::fabs(rows[4 * i + c]));
    return most;
  }
};

}  // namespace crumple::test
