#include "io/vtk_cells.hpp"

#include <algorithm>

#include "model/wedge.hpp"

namespace crumple {
namespace {

template <class Corners = std::initializer_list<int>>
VtkCell make_cell(VtkCellType type, const std::array<Index, 8>& of, const Corners& corners) {
  VtkCell cell{type, int(corners.size()), {none, none, none, none, none, none, none, none}};
  std::transform(corners.begin(), corners.end(), cell.nodes.begin(), [&](int c) { return of[c]; });
  return cell;
}

VtkCell line_between(const std::array<Index, 2>& nodes) {
  return {VtkCellType::line, 2, {nodes[0], nodes[1], none, none, none, none, none, none}};
}

}  // namespace

VtkCell vtk_cell(const Beam& beam) { return line_between(beam.nodes); }
VtkCell vtk_cell(const Spring& spring) { return line_between(spring.nodes); }

VtkCell vtk_cell(const Shell& shell) {
  const int n = shell.is_triangle() ? 3 : 4;
  VtkCell cell{n == 3 ? VtkCellType::triangle : VtkCellType::quad, n, {none, none, none, none, none, none, none, none}};
  std::copy_n(shell.nodes.begin(), n, cell.nodes.begin());
  return cell;
}

VtkCell vtk_cell(const Solid& solid) {
  const auto& n = solid.nodes;
  if (n[4] == n[5] && n[5] == n[6] && n[6] == n[7]) {                         // the top is a point
    if (n[3] == n[4]) return make_cell(VtkCellType::tetra, n, {0, 1, 2, 3});  // 1 2 3 4 4 4 4 4
    if (n[2] == n[3]) return make_cell(VtkCellType::tetra, n, {0, 1, 2, 4});  // 1 2 3 3 5 5 5 5
    return make_cell(VtkCellType::pyramid, n, {0, 1, 2, 3, 4});               // 1 2 3 4 5 5 5 5
  }
  // The normal (right-handed) of the wedge's first triangle points into the cell: vtkWedge's faces of VTK 9.7.
  if (const auto* corners = wedge_corners(solid)) return make_cell(VtkCellType::wedge, n, *corners);
  return make_cell(VtkCellType::hexahedron, n, {0, 1, 2, 3, 4, 5, 6, 7});
}

}  // namespace crumple
