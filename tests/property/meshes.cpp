#include "tests/property/meshes.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>

namespace crumple::test {
namespace {

std::string node_line(long id, const Point& x) {
  return fmt::format("{},{:.9g},{:.9g},{:.9g}\n", id, x[0], x[1], x[2]);
}

}  // namespace

std::string deck_head(double end_time) {
  std::string text = fmt::format("*KEYWORD\n*TITLE\nproperty\n*CONTROL_TERMINATION\n{:g}\n", end_time);
  for (const char* name : {"GLSTAT", "MATSUM", "RCFORC", "SLEOUT", "RWFORC"})
    text += fmt::format("*DATABASE_{}\n{:g}\n", name, end_time / 4);
  return text;
}

std::string shells(const ShellGrid& g) {
  std::string text = "*NODE\n";
  for (int j = 0; j <= g.n[1]; ++j)
    for (int i = 0; i <= g.n[0]; ++i) {
      Point x;
      for (int c = 0; c < 3; ++c) x[c] = g.origin[c] + i * g.u[c] + j * g.v[c];
      text += node_line(g.node(i, j), x);
    }
  text += "*ELEMENT_SHELL\n";
  for (int j = 0; j < g.n[1]; ++j)
    for (int i = 0; i < g.n[0]; ++i) {
      const long a = g.node(i, j), b = g.node(i + 1, j), c = g.node(i + 1, j + 1), d = g.node(i, j + 1);
      const long id = g.element(i, j);
      if (i >= g.triangles_from)
        text += fmt::format("{0},{1},{2},{3},{4},{4}\n{5},{1},{2},{4},{6},{6}\n", id, g.triangle_part, a, b, c,
                            id + 5000, d);
      else
        text += fmt::format("{},{},{},{},{},{}\n", id, g.part, a, b, c, d);
    }
  return text;
}

namespace {

/// A paraboloid on top, and one below.
double swell_at(const SolidBlock& b, int i, int j, int k) {
  const double u = 2.0 * i / b.n[0] - 1, v = 2.0 * j / b.n[1] - 1, w = 2.0 * k / b.n[2] - 1;
  return b.swell * (1 - 0.5 * (u * u + v * v)) * w;
}

}  // namespace

std::string solids(const SolidBlock& b) {
  std::string text = "*NODE\n", elements = "*ELEMENT_SOLID";
  elements += b.with_sides ? "_TET4TOTET10\n" : "\n";
  long id = b.first_element != 0 ? b.first_element : b.first;
  for (int k = 0; k <= b.n[2]; ++k)
    for (int j = 0; j <= b.n[1]; ++j)
      for (int i = 0; i <= b.n[0]; ++i) {
        const double x = (i - 0.5 * b.n[0]) * b.edge[0], y = (j - 0.5 * b.n[1]) * b.edge[1];
        const double c = std::cos(b.turn), s = std::sin(b.turn);
        text += node_line(b.node(i, j, k), {b.origin[0] + 0.5 * b.n[0] * b.edge[0] + c * x - s * y,
                                            b.origin[1] + 0.5 * b.n[1] * b.edge[1] + s * x + c * y,
                                            b.origin[2] + k * b.edge[2] + swell_at(b, i, j, k)});
        if (i == b.n[0] || j == b.n[1] || k == b.n[2]) continue;
        std::array<long, 8> hex;
        for (int top : {0, 1}) {
          const long bottom[] = {b.node(i, j, k + top), b.node(i + 1, j, k + top), b.node(i + 1, j + 1, k + top),
                                 b.node(i, j + 1, k + top)};
          std::ranges::copy(bottom, hex.begin() + 4 * top);
        }
        if (b.wedges) {  // under the diagonal 5-2 along y, on its edge; above it, on its triangle
          elements +=
              fmt::format("{},{},{},{},{},{},{},{}\n", id++, b.part, hex[0], hex[1], hex[2], hex[3], hex[4], hex[7]);
          elements += fmt::format("{0},{1},{2},{3},{4},{4},{5},{6},{7},{7}\n", id++, b.part, hex[1], hex[4], hex[5],
                                  hex[2], hex[7], hex[6]);
        }
        if (!b.tetrahedra && !b.wedges) elements += fmt::format("{},{},{}\n", id++, b.part, fmt::join(hex, ","));
        constexpr int around[] = {1, 2, 3, 7, 4, 5, 1};
        for (std::size_t t = 0; b.tetrahedra && t < 6; ++t)
          elements += fmt::format("{0},{1},{2},{3},{4},{5},{5},{5},{5},{5}\n", id++, b.part, hex[0],
                                  hex[std::size_t(around[t])], hex[std::size_t(around[t + 1])], hex[6]);
      }
  return text + elements;
}

std::string part(int id, int section, int material, int hourglass) {
  return fmt::format("*PART\npart {0}\n{0},{1},{2},,{3}\n", id, section, material, hourglass);
}

std::string shell_section(int id, double thickness, int layers, double offset, int form) {
  return fmt::format("*SECTION_SHELL\n{},{},0.8333333,{}\n{:g},,,,{:g}\n", id, form, layers, thickness, offset);
}

std::string solid_section(int id, int form) { return fmt::format("*SECTION_SOLID\n{},{}\n", id, form); }

std::string node_set(int id, const std::vector<long>& nodes) {
  std::string text = fmt::format("*SET_NODE_LIST\n{}\n", id);
  for (std::size_t i = 0; i < nodes.size(); ++i)
    text += fmt::format("{}{}", nodes[i], i % 8 == 7 || i + 1 == nodes.size() ? '\n' : ',');
  return text;
}

std::vector<long> columns(const ShellGrid& grid, int first, int last) {
  std::vector<long> nodes;
  for (int j = 0; j <= grid.n[1]; ++j)
    for (int i = first; i <= last; ++i) nodes.push_back(grid.node(i, j));
  return nodes;
}

std::vector<long> layers(const SolidBlock& b, int axis, int first, int last) {
  std::vector<long> nodes;
  for (int k = 0; k <= b.n[2]; ++k)
    for (int j = 0; j <= b.n[1]; ++j)
      for (int i = 0; i <= b.n[0]; ++i) {
        const int at = axis == 0 ? i : axis == 1 ? j : k;
        if (at >= first && at <= last) nodes.push_back(b.node(i, j, k));
      }
  return nodes;
}

std::string initial_velocity(int set, Point v) {
  return fmt::format("*INITIAL_VELOCITY\n{}\n{:g},{:g},{:g}\n", set, v[0], v[1], v[2]);
}

std::string clamp(int set) { return fmt::format("*BOUNDARY_SPC_SET\n{},0,1,1,1,1,1,1\n", set); }

std::string with_change(std::string text, const std::string& from, const std::string& to) {
  const auto at = text.find(from);
  if (at == text.npos) throw std::runtime_error("the deck has no '" + from + "' to change");
  return text.replace(at, from.size(), to);
}

}  // namespace crumple::test
