// Writes small decks for tests of whole runs: nodes, blocks of hexes, strips of shells, parts, sets, curves.
// Units are the test's; most use mm, ms, g (N, MPa, mJ).
#pragma once

#include <fmt/format.h>

#include <array>
#include <functional>
#include <string>
#include <vector>

#include "base/vec3.hpp"

namespace crumple::test {

/// Nodes and elements of a regular mesh, numbered along the first, then the second, then the third axis.
struct Grid {
  std::array<int, 3> cells{};  ///< the third is 0 for shells
  long first_node = 0, first_element = 0;
  std::vector<Vec3> positions;

  long node(int i, int j, int k = 0) const { return first_node + i + (cells[0] + 1L) * (j + (cells[1] + 1L) * k); }
  /// Ids of the nodes for which `choose` is true.
  std::vector<long> nodes(const std::function<bool(const Vec3&)>& choose) const;
  std::vector<long> all_nodes() const {
    return nodes([](const Vec3&) { return true; });
  }
};

using Place = std::function<Vec3(const Vec3&)>;

/// A deck under construction; ids are given out from 1 on.
class DeckText {
 public:
  explicit DeckText(double end_time, double dt_scale = 0.9);

  /// A keyword with cards in free format, e.g. card("SECTION_SOLID", "1,1"); a line without a comma
  /// would be read in fixed columns.
  void card(const std::string& keyword, const std::string& cards) { text_ += "*" + keyword + "\n" + cards + "\n"; }
  /// No bulk viscosity in the parts that follow: 0 on the card would mean the default.
  void without_bulk_viscosity() { viscosity_ = "1e-20,1e-20"; }
  /// ELFORM of the parts that follow; 2 and 1 without this.
  void shell_form(int form) { shell_form_ = form; }
  void solid_form(int form) { solid_form_ = form; }
  /// EOSID of the solid parts that follow.
  void equation_of_state(int id) { eos_ = std::to_string(id); }
  void outputs(const std::vector<std::string>& databases, double interval);

  /// A part of hexes or shells with material `material`; returns its id. `hourglass` is IHQ and QM.
  int solid_part(int material, int hourglass = 4, double coefficient = 0.05);
  int shell_part(int material, double thickness, int n_layers = 2, int hourglass = 4, double coefficient = 0.05,
                 double shear_factor = 5.0 / 6.0);

  long node(const Vec3& position);
  /// A block `size` of hexes from the origin, each node moved by `place`.
  Grid block(int part, std::array<int, 3> cells, const Vec3& size, const Place& place = {});
  /// The same, each hex cut into two wedges along the third axis.
  Grid wedges(int part, std::array<int, 3> cells, const Vec3& size, const Place& place = {});
  /// The same, each hex cut into six tetrahedra.
  Grid tetrahedra(int part, std::array<int, 3> cells, const Vec3& size, const Place& place = {});
  /// The same with ten nodes each, ELFORM 16. The grid has twice the cells: every other node is on a side, and `place`
  /// may bend it.
  Grid quadratic_tetrahedra(int part, std::array<int, 3> cells, const Vec3& size, const Place& place = {});
  /// A plate `size.x` by `size.y` of quads in the plane z = 0, each node moved by `place`.
  Grid plate(int part, std::array<int, 2> cells, const Vec3& size, const Place& place = {});
  /// The same, each quad cut into two triangles.
  Grid triangles(int part, std::array<int, 2> cells, const Vec3& size, const Place& place = {});

  int node_set(const std::vector<long>& nodes);
  int curve(const std::vector<std::pair<double, double>>& points);
  int constant_curve(double value = 1) { return curve({{0, value}, {1e6, value}}); }
  /// Holds degrees of freedom, e.g. "x rx" for x and the rotation about it.
  void hold(const std::vector<long>& nodes, const std::string& dofs);
  void initial_velocity(const std::vector<long>& nodes, const Vec3& velocity);
  void initial_node_velocity(long node, const Vec3& velocity, const Vec3& angular = {});
  /// Velocity of nodes along axis 1 to 3 by a curve.
  void prescribe_velocity(const std::vector<long>& nodes, int axis, int curve, double scale = 1);
  void history(const std::vector<long>& nodes);

  std::string str() const { return text_ + "*END\n"; }

 private:
  Grid mesh(const std::array<int, 3>& cells, const Vec3& size, const Place& place);
  /// `elements`: the corners of a hex that each of a cell has.
  Grid solids(int part, const std::array<int, 3>& cells, const Vec3& size, const Place& place,
              const std::vector<std::array<int, 8>>& elements);
  /// `elements`: the corners of a quad that each of a cell has.
  Grid shells(int part, const std::array<int, 2>& cells, const Vec3& size, const Place& place,
              const std::vector<std::array<int, 4>>& elements);
  std::string text_, viscosity_ = "1.5,0.06", eos_;
  long n_nodes_ = 0, n_elements_ = 0;
  int shell_form_ = 2, solid_form_ = 1;
  int n_parts_ = 0, n_sets_ = 0, n_curves_ = 0;
};

/// Steel of most problems of docs/verification.md in mm, ms, g: Young's modulus [MPa], density [g/mm3].
constexpr double steel_young = 210000, steel_density = 7.85e-3;

}  // namespace crumple::test
