// Maps the model's elements to VTK cells: cell types and node orders. Used by states.
// Source: VTK file formats (cell types 3, 5, 9, 10, 12, 13, 14); repeated nodes of solids as in LS-DYNA's manual.
#pragma once

#include <array>
#include <cstdint>

#include "model/model.hpp"

namespace crumple {

enum class VtkCellType : std::uint8_t {
  line = 3,
  triangle = 5,
  quad = 9,
  tetra = 10,
  hexahedron = 12,
  wedge = 13,
  pyramid = 14
};

struct VtkCell {
  VtkCellType type;
  int n_nodes;
  std::array<Index, 8> nodes;  ///< the first n_nodes of the element's, in VTK's order
};

VtkCell vtk_cell(const Beam& beam);
VtkCell vtk_cell(const Spring& spring);
VtkCell vtk_cell(const Shell& shell);
/// A solid with an unknown pattern of repeated nodes remains a hexahedron with repeated nodes.
VtkCell vtk_cell(const Solid& solid);

}  // namespace crumple
