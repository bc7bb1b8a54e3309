// One kernel of an element formulation with a material law as the table shows it. The build makes one translation unit
// per pair of numbered files (kernels/CMakeLists.txt); table.cpp only refers to them.
#pragma once

#include "kernels/interface.hpp"

namespace crumple::kernels {

template <class Real, template <class, template <class> class> class Element, template <class> class Material>
struct Entry {
  using E = Element<Real, Material>;
  using M = Material<typename E::P>;
  static void forces(const ElementBlocks<Real>& e, const NodeRows& n, double dt, int first, int last) {
    E::forces(e, n, dt, first, last);
  }
  static void volumes(const ElementBlocks<Real>& e, const NodeRows& n, double* out, int first, int last) {
    E::volumes(e, n, out, first, last);
  }
  static constexpr HistoryLayout layout{
      int(E::element_names.size()), int(E::stress_names.size()), int(M::history_names.size()),
      M::history_names.size() > 0 && M::history_names[0] == plastic_strain_name,
      E::element_names, E::stress_names, M::history_names};
  static constexpr Kernel<Real> kernel{E::shell,  E::number, M::number, E::nodes_per_element, layout,
                                       &forces, &volumes};
};

}  // namespace crumple::kernels
