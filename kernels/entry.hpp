// Kernels as the table shows them. The build makes one translation unit of each numbered file (kernels/CMakeLists.txt):
// a formulation for all laws, a law for all formulations. table.cpp pairs them and only refers to their code.
#pragma once

#include "kernels/shells/shell_pack.hpp"
#include "kernels/solids/solid_pack.hpp"

namespace crumple::kernels {

/// The code of a formulation.
template <class Real, template <class> class Element>
struct ElementCode {
  static void forces(const ForceCall<Real>& call, const typename Element<Real>::Law& law);
  static void volumes(const ElementBlocks<Real>& e, const NodeRows& n, double* out, int first, int last);
};

/// The code of a law, for shells and for solids.
template <class Real, template <class> class Material>
struct ShellLawCode {
  static const ShellLaw<Real> law;
};
template <class Real, template <class> class Material>
struct SolidLawCode {
  static const SolidLaw<Real> law;
};

/// A formulation with a law.
template <class Real, template <class> class Element, template <class> class Material>
struct Entry {
  using E = Element<Real>;
  using M = Material<Pack<Real>>;
  static void forces(const ElementBlocks<Real>& e, const NodeRows& n, double dt, int first, int last) {
    const ForceCall<Real> call{e, n, dt, first, last};
    if constexpr (E::shell) ElementCode<Real, Element>::forces(call, ShellLawCode<Real, Material>::law);
    else ElementCode<Real, Element>::forces(call, SolidLawCode<Real, Material>::law);
  }
  static constexpr HistoryLayout layout{int(E::element_names.size()),
                                        E::points,
                                        int(E::stress_names.size()),
                                        int(M::history_names.size()),
                                        has_plastic_strain<M>,
                                        E::element_names,
                                        E::stress_names,
                                        M::history_names};
  static constexpr Kernel<Real> kernel{E::shell, E::number, M::number, E::nodes_per_element, layout,
                                       &forces,  &ElementCode<Real, Element>::volumes};
};

}  // namespace crumple::kernels
