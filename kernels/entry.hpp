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
  static constexpr Kernel<Real> kernel{E::shell,
                                       E::number,
                                       M::number,
                                       E::nodes_per_element,
                                       {E::element_fields, E::stress_fields, M::n_history, M::has_plastic_strain},
                                       &forces,
                                       &volumes};
};

}  // namespace crumple::kernels
