// Meshes for benchmarks of elements.
#include "tests/bench/element_mesh.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <numeric>

#include "kernels/hardening_curves.hpp"
#include "kernels/materials/material_077_hyperelastic.hpp"

namespace crumple::bench {
namespace {

using namespace crumple::test;

/// About 30 % of the tiles, by a fixed hash.
bool in_hot_tile(int i, int j, int k, int tile) {
  const unsigned hash =
      (unsigned(i / tile) * 73856093u) ^ (unsigned(j / tile) * 19349663u) ^ (unsigned(k / tile) * 83492791u);
  return hash * 2654435761u >> 16 & 1 ? false : (hash * 2246822519u >> 20) % 10 < 6;
}

void shuffle_numbers(Mesh& mesh) {
  std::mt19937 random(2);
  std::vector<int> number(mesh.points.size());
  std::iota(number.begin(), number.end(), 0);
  std::shuffle(number.begin(), number.end(), random);
  Mesh old = mesh;
  for (std::size_t i = 0; i < number.size(); ++i) {
    mesh.points[number[i]] = old.points[i];
    mesh.hot[number[i]] = old.hot[i];
  }
  for (auto& element : mesh.elements)
    for (int& node : element) node = number[node];
  std::shuffle(mesh.elements.begin(), mesh.elements.end(), random);
}

/// A curve of constant stress: ideal plasticity that is looked up as any curve.
const HardeningConstants* constant_curve(double stress) {
  static HardeningCurves curve(1e-3, {0.0});
  std::fill_n(curve.curve(0), curve_points, stress);
  return &curve;
}

/// DC04 of the proxy car (inputs/crumple_decks/car_materials.py).
void make_sheet_of_car(SamplePart& part) {
  static HardeningCurves curve(1.2 / (curve_points - 2), {0.0});
  for (int i = 0; i < curve_points; ++i) {
    const double strain = i * curve.strain_step;
    curve.curve(0)[i] = 165 + 160 * (1 - std::exp(-14 * strain)) + 180 * strain;
  }
  part.material.hardening = &curve;
  part.law.yield = 165;
  part.law.rate_c = 0.08;
  part.law.rate_p = 4;
  part.law.failure_strain = 1.2;
}

template <class Real>
void set_velocities(Case<Real>& c, const Mesh& mesh, const std::string& yield, double scale) {
  std::mt19937 random(1);
  std::uniform_real_distribution<> shake(-1, 1);
  for (int i = 0; i < c.n_nodes; ++i) {
    const double size = yield == "none" ? 0.01 : yield == "scattered" ? scale : mesh.hot[i] ? scale : 0.02 * scale;
    for (int k = 0; k < 3; ++k) c.v[4 * i + k] = size * shake(random), c.w[4 * i + k] = 0.1 * size * shake(random);
  }
}

}  // namespace

Mesh make_mesh(int nodes_per_element, int n_elements, bool random, bool solid) {
  const int of_a_solid_cell = nodes_per_element == 8 ? 1 : nodes_per_element == 6 ? 2 : 6;
  const int of_a_cell = solid ? of_a_solid_cell : nodes_per_element == 4 ? 1 : 2;
  const double cells = double(n_elements) / of_a_cell;
  const int n = int(std::lround(solid ? std::cbrt(cells) : std::sqrt(cells))), levels = solid ? n : 1;
  const int row = n + 1, level = row * row, tile = solid ? 5 : 8;
  Mesh mesh;
  for (int k = 0; k <= (solid ? n : 0); ++k)
    for (int j = 0; j <= n; ++j)
      for (int i = 0; i <= n; ++i) {
        mesh.points.push_back({5.0 * i, 5.0 * j, 5.0 * k});
        mesh.hot.push_back(in_hot_tile(i, j, k, tile));
      }
  for (int k = 0; k < levels; ++k)
    for (int j = 0; j < n; ++j)
      for (int i = 0; i < n; ++i) {
        const int a = k * level + j * row + i, b = a + level;
        const std::vector<int> hex = {a, a + 1, a + row + 1, a + row, b, b + 1, b + row + 1, b + row};
        if (solid && nodes_per_element == 8) mesh.elements.push_back(hex);
        if (solid && (nodes_per_element == 4 || nodes_per_element == 10))
          std::ranges::copy(tetrahedra_of_hex(hex), std::back_inserter(mesh.elements));
        if (solid && nodes_per_element == 6)
          std::ranges::copy(wedges_of_hex(hex), std::back_inserter(mesh.elements));
        if (!solid && nodes_per_element == 4) mesh.elements.push_back({a, a + 1, a + row + 1, a + row});
        if (nodes_per_element == 3) {
          mesh.elements.push_back({a, a + 1, a + row + 1});
          mesh.elements.push_back({a, a + row + 1, a + row});
        }
      }
  if (nodes_per_element == 10) {
    mesh.elements = with_side_nodes(mesh.points, mesh.elements);
    mesh.hot.resize(mesh.points.size());
  }
  if (random) shuffle_numbers(mesh);
  return mesh;
}

template <class Real>
Case<Real> make_case(const Kernel<Real>& kernel, const Mesh& mesh, const Loading& loading) {
  SamplePart part = steel();
  part.hourglass = {4, 0.05, 0.05, 0.05, 1e-3, 1.5, 0.06};
  part.section.thickness_update = true;
  part.law.tangent = 0;
  const int with_curve[] = {24, 57, 63, 83, 181};
  if (std::ranges::count(with_curve, kernel.material)) part.material.hardening = constant_curve(part.law.yield);
  if (loading.is_sheet_of_car) make_sheet_of_car(part);
  if (kernel.material == 77) part.material.law = Hyperelastic{.mu = {4e4}, .alpha = {2}, .bulk = 1.75e5};
  Case<Real> c(kernel, part, mesh.points, mesh.elements, 1);
  c.force_shift = c.moment_shift = 1.5 * 0x1p52 * 0x1p-20;
  return c;
}

namespace {

/// Share of layers whose plastic strain grows, mean over the steps of a cycle.
template <class Real>
double yielding_share(Case<Real> c) {
  const int layers = c.kernel.layout.points * (c.kernel.shell ? c.part.section.n_layers : 1);
  const int fields = c.kernel.layout.stress_fields + c.kernel.layout.material_fields;
  const auto back = negative(c.v), back_angular = negative(c.w);
  for (int n = 0; n < 2; ++n) strain_cycle(c, back, back_angular);
  NodeRows forth_rows = c.rows(), back_rows = forth_rows;
  back_rows.velocity = back.data();
  back_rows.angular_velocity = back_angular.data();
  long grown = 0;
  for (int step = 0; step < cycle_steps; ++step) {
    const Array<Real> before = c.history;
    c.kernel.forces(c.blocks(), step < cycle_steps / 2 ? forth_rows : back_rows, step_time, 0, c.n_blocks);
    for (int e = 0; e < c.n_elements; ++e)
      for (int k = 0; k < layers; ++k) {
        const int field = c.kernel.layout.element_fields + k * fields + c.kernel.layout.stress_fields;
        const auto i = c.history_start[e / c.B] + field * c.B + e % c.B;
        grown += c.history[i] > before[i];
      }
  }
  return double(grown) / (double(c.n_elements) * layers * cycle_steps);
}

}  // namespace

template <class Real>
double set_motion(Case<Real>& c, const Mesh& mesh, const Loading& loading) {
  // The scale is found once per formulation on a small mesh, so that all instruction sets move alike.
  static std::map<std::string, std::pair<double, double>> known;
  auto& [scale, share] =
      known[std::to_string(c.kernel.element_form) + "/" + std::to_string(c.kernel.nodes_per_element) + "/" +
            std::to_string(c.kernel.material) + loading.name()];
  const std::string& yield = loading.yield;
  if (scale == 0) {
    double low = 0.01, high = 100;
    const Mesh small = make_mesh(c.kernel.nodes_per_element, c.kernel.shell ? 1024 : 1728, false, !c.kernel.shell);
    for (int n = 0; n < 12 && c.kernel.layout.has_plastic_strain && yield != "none"; ++n) {
      scale = std::sqrt(low * high);
      Case<Real> trial = make_case(c.kernel, small, loading);
      set_velocities(trial, small, yield, scale);
      share = yielding_share(trial);
      (share < 0.3 ? low : high) = scale;
    }
    if (scale == 0) scale = 1;
  }
  set_velocities(c, mesh, yield, scale);
  return share;
}

#define CRUMPLE_INSTANTIATE(Real)                                                  \
  template Case<Real> make_case(const Kernel<Real>&, const Mesh&, const Loading&); \
  template double set_motion(Case<Real>&, const Mesh&, const Loading&);
CRUMPLE_INSTANTIATE(float)
CRUMPLE_INSTANTIATE(double)

}  // namespace crumple::bench
