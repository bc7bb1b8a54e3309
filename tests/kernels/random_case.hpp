// A random mesh for any kernel, and the comparison of two kernels on it, bit by bit.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <iterator>
#include <string_view>

#include "kernels/hardening_curves.hpp"
#include "tests/kernels/shell_solid_case.hpp"

namespace crumple::test {

/// A distorted grid; quads and triangles in a wavy sheet, hexes in a block. Small enough to test padding.
template <class Real>
inline Case<Real> random_case(const Kernel<Real>& kernel, int hourglass_type, double rate_c = 40) {
  std::mt19937 random(11);
  std::uniform_real_distribution<> shake(-0.15, 0.15);
  std::vector<Point> points;
  std::vector<std::vector<int>> elements;
  const int n = 4, levels = kernel.shell ? 1 : 3;
  for (int k = 0; k < levels; ++k)
    for (int j = 0; j <= n; ++j)
      for (int i = 0; i <= n; ++i) points.push_back({i + shake(random), j + shake(random), k + shake(random)});
  const int row = n + 1, level = row * row;
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < n - (j == 2); ++i) {
      const int a = j * row + i;
      if (kernel.shell && kernel.nodes_per_element == 4) elements.push_back({a, a + 1, a + row + 1, a + row});
      if (kernel.nodes_per_element == 3) {
        elements.push_back({a, a + 1, a + row});
        elements.push_back({a + 1, a + row + 1, a + row});
      }
      for (int k = 0; k + 1 < levels; ++k) {
        const int b = a + k * level;
        const std::vector<int> hex = {b,         b + 1,         b + row + 1,         b + row,
                                      b + level, b + level + 1, b + level + row + 1, b + level + row};
        if (kernel.nodes_per_element == 8) elements.push_back(hex);
        if (kernel.nodes_per_element == 6) std::ranges::copy(wedges_of_hex(hex), std::back_inserter(elements));
        if (!kernel.shell && (kernel.nodes_per_element == 4 || kernel.nodes_per_element == 10))
          std::ranges::copy(tetrahedra_of_hex(hex), std::back_inserter(elements));
      }
    }
  if (kernel.nodes_per_element == 10) {  // with curved sides
    const std::size_t first = points.size();
    elements = with_side_nodes(points, elements);
    for (std::size_t i = first; i < points.size(); ++i)
      for (double& x : points[i]) x += 0.2 * shake(random);
  }
  SamplePart part = steel();
  part.hourglass = {hourglass_type, 0.1, 0.1, 0.1, 0.002, 1.5, 0.06};  // some hourglass forces reach their limit
  part.law.yield = 40;                                                 // about a third of the points become plastic
  part.law.failure_strain = 0.004;
  part.law.rate_c = rate_c, part.law.rate_p = 5, part.law.beta = 0.4;
  part.law.johnson_cook.a = 40;
  part.law.johnson_cook.specific_heat = 4.5;  // hot within twenty steps
  part.law.fracture = {0.002, 0.005, -2, 0.01, 0.5};
  part.law.lankford = 1.7;
  part.law.variant = hourglass_type;
  part.section.thickness_update = true;
  static HardeningCurves crush(1e-4, {0.0});
  for (int i = 0; i < curve_points; ++i) crush.curve(0)[i] = 60 + i;
  if (kernel.material == 63) part.material.hardening = &crush;
  static HardeningCurves press(1e-4, {0.0});  // no stress at rest, or the padding would have some
  for (int i = 0; i < curve_points; ++i) press.curve(0)[i] = 20 * i;
  const int from_zero[] = {5, 57, 73, 83, 181};
  if (std::ranges::count(from_zero, kernel.material)) part.material.hardening = &press;
  static HardeningCurves strengths(1e-4, {0, 1, 2, 3, 4, 5});
  for (int c = 0; c < 6; ++c)
    for (int i = 0; i < curve_points; ++i) strengths.curve(c)[i] = 30 + 5 * c + i;
  const int several[] = {26, 75, 124, 126, 163};
  if (std::ranges::count(several, kernel.material)) part.material.hardening = &strengths;
  static HardeningCurves damage(1e-4, {0, 1, 2});
  for (int i = 0; i < curve_points; ++i) {
    damage.curve(0)[i] = 40 + i;
    damage.curve(1)[i] = 0.003 + 1e-6 * i;
    damage.curve(2)[i] = 0.001;
  }
  if (kernel.material == 1024) part.material.hardening = &damage;
  static HardeningCurves polymer(1e-4, {0, 1, 2});
  for (int i = 0; i < curve_points; ++i) {
    polymer.curve(0)[i] = 40 + i;
    polymer.curve(1)[i] = 50 + i;
    polymer.curve(2)[i] = 25 + 0.6 * i;
  }
  if (kernel.material == 187) part.material.hardening = &polymer;
  part.material.energy = part.material.hardening;
  part.material.law = law_of(kernel.material, part.law);
  static MaterialConstants layer_material;
  layer_material = part.material;
  static const LayerConstants layers[3] = {
      {&layer_material, 1, 0}, {&layer_material, 0.6, 0.8}, {&layer_material, 0, -1}};
  if (kernel.shell && hourglass_type % 4 == 0) part.section.layers = layers;
  Case<Real> c(kernel, part, points, elements, 0.2);
  c.force_shift = c.moment_shift = 1.5 * 0x1p52 * 0x1p-30;
  for (int i = 0; i < int(c.history.size()); ++i) {  // small random stress, but in the padding
    const int field = i % (c.history_values * c.B) / c.B;
    if (i / (c.history_values * c.B) * c.B + i % c.B >= c.n_elements) continue;
    const int stress =
        (field - kernel.layout.element_fields) % (kernel.layout.stress_fields + kernel.layout.material_fields);
    if (field >= kernel.layout.element_fields && stress < kernel.layout.stress_fields)
      c.history[i] = Real(100 * shake(random));
  }
  const auto& names = kernel.layout.material_names;
  const auto axis = std::ranges::find(names, std::string_view(first_axis_name));
  for (int i = 0; axis != names.end() && i < int(c.history.size()); ++i) {
    const int field = i % (c.history_values * c.B) / c.B - kernel.layout.element_fields;
    const int of_point = field % (kernel.layout.stress_fields + kernel.layout.material_fields);
    const int component = of_point - kernel.layout.stress_fields - int(axis - names.begin());
    if (field >= 0 && component >= 0 && component < 6) c.history[i] = component == 0 || component == 4 ? 1 : 0;
  }
  for (int i = 0; i < 4 * c.n_nodes; ++i)
    if (i % 4 < 3) c.v[i] = 2 * shake(random), c.w[i] = 2 * shake(random);
  return c;
}

template <class A>
bool same(const A& a, const A& b) {
  return std::memcmp(a.data(), b.data(), a.size() * sizeof(a[0])) == 0;
}

/// History of the elements that are alive: packs in which any is go on with the others, which no answer contains.
template <class Real>
auto live_history(const Case<Real>& c) {
  auto live = c.history;
  for (std::size_t i = 0; i < live.size(); ++i)
    if (c.alive[i / std::size_t(c.history_values * c.B) * std::size_t(c.B) + i % std::size_t(c.B)] == 0) live[i] = 0;
  return live;
}

/// Twenty steps with each.
template <class Real>
void expect_same_bits(const Kernel<Real>& a, const Kernel<Real>& b, int type, const std::string& name,
                      double rate_c = 40) {
  Case<Real> one = random_case(a, type, rate_c), two = random_case(b, type, rate_c);
  for (int step = 0; step < 20; ++step) one.move(step == 0 ? 0 : 2e-4), two.move(step == 0 ? 0 : 2e-4);
  EXPECT_TRUE(same(one.f, two.f)) << name << " force";
  EXPECT_TRUE(same(one.m, two.m)) << name << " moment";
  EXPECT_TRUE(same(live_history(one), live_history(two))) << name << " history";
  EXPECT_TRUE(same(one.thickness, two.thickness)) << name << " thickness";
  EXPECT_TRUE(same(one.alive, two.alive)) << name << " alive";
  EXPECT_TRUE(same(one.internal_energy, two.internal_energy)) << name << " internal energy";
  EXPECT_TRUE(same(one.hourglass_energy, two.hourglass_energy)) << name << " hourglass energy";
  EXPECT_TRUE(same(one.dt, two.dt)) << name << " dt";
  EXPECT_TRUE(same(one.volumes(), two.volumes())) << name << " volume";
  EXPECT_TRUE(std::isfinite(one.largest(one.f)) && one.largest(one.f) > 0) << name;
}

}  // namespace crumple::test
