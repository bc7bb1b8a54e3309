// Pieces of deck text for the property tests: grids of shells, blocks of solids, node sets. Units: mm, s, tonne, MPa.
#pragma once

#include <array>
#include <string>
#include <vector>

namespace crumple::test {

using Point = std::array<double, 3>;

/// A parallelogram of n quadrilaterals; ids run row by row from the given first ones.
struct ShellGrid {
  long first = 1, first_element = 0;  ///< ids of nodes, and of elements (0: the same)
  int part = 1;
  std::array<int, 2> n{1, 1};
  Point origin{}, u{1, 0, 0}, v{0, 1, 0};           ///< corner, and the edges of one element [length]
  int triangles_from = 1 << 20, triangle_part = 0;  ///< columns from here on are split in two, and of this part

  long node(int i, int j) const { return first + j * (n[0] + 1) + i; }
  long last_node() const { return node(n[0], n[1]); }
  long element(int i, int j) const { return (first_element != 0 ? first_element : first) + j * n[0] + i; }
};

/// A box of n hexahedra along the axes.
struct SolidBlock {
  long first = 1, first_element = 0;  ///< ids of nodes, and of elements (0: the same)
  int part = 1;
  std::array<int, 3> n{1, 1, 1};
  Point origin{}, edge{1, 1, 1};  ///< corner, and the edges of one element [length]
  double turn = 0;                ///< about the axis along z through the block's middle [rad]
  double swell = 0;               ///< by which the middles of bottom and top bulge [length]
  bool tetrahedra = false;        ///< six in place of each hex
  bool with_sides = false;        ///< of ten nodes, which the reader makes on their sides
  bool wedges = false;            ///< two in place of each hex

  long node(int i, int j, int k) const { return first + (long(k) * (n[1] + 1) + j) * (n[0] + 1) + i; }
  long last_node() const { return node(n[0], n[1], n[2]); }
};

/// *KEYWORD, the end time, and the ASCII databases four times over the run.
std::string deck_head(double end_time);

/// *NODE and *ELEMENT_SHELL; the second triangle of a pair has the id of the first plus 5000.
std::string shells(const ShellGrid& grid);
/// *NODE and *ELEMENT_SOLID.
std::string solids(const SolidBlock& block);

/// *PART with its section, material and hourglass (0: none).
std::string part(int id, int section, int material, int hourglass = 0);
std::string shell_section(int id, double thickness, int layers = 3, double offset = 0, int form = 2);
std::string solid_section(int id, int form = 1);

/// *SET_NODE_LIST of the given nodes.
std::string node_set(int id, const std::vector<long>& nodes);
/// Nodes of the grid in columns first..last of u.
std::vector<long> columns(const ShellGrid& grid, int first, int last);
/// Nodes of the block in layers first..last along `axis`.
std::vector<long> layers(const SolidBlock& block, int axis, int first, int last);

/// The same translational velocity [length/time] for a set.
std::string initial_velocity(int set, Point velocity);
/// All six degrees of freedom of a set held.
std::string clamp(int set);

/// `text` with its one occurrence of `from` replaced; throws if there is none.
std::string with_change(std::string text, const std::string& from, const std::string& to);

}  // namespace crumple::test
