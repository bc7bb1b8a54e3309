// Kernels as the table shows them. The build makes one translation unit of each numbered file (kernels/CMakeLists.txt):
// a formulation for all laws, a law for all formulations. table.cpp pairs them and only refers to their code.
#pragma once

#include "kernels/shells/shell_pack.hpp"
#include "kernels/solids/solid_pack.hpp"

namespace crumple::kernels {

/// The code of a formulation.
template <class Real, template <class> class Element>
struct ElementCode {
  using Constants = typename Element<Real>::Constants;
  using Law = typename Element<Real>::Law;
  CRUMPLE_DEVICE static void forces(const ElementBlocks<Real>& e, const NodeRows& n, double dt, int first, int last);
  /// The same on a device.
  static void launch_forces(const ElementBlocks<Real>& e, const NodeRows& n, double dt, int first, int last);
  static std::size_t constants_size(const PartConstants& part);
  static void make_constants(const PartConstants& part, const Law& law, void* memory);
  CRUMPLE_DEVICE static void volumes(const ElementBlocks<Real>& e, const NodeRows& n, double* out, int first,
                                     int last);
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
  using Code = ElementCode<Real, Element>;
  static void make_constants(const PartConstants& part, void* memory) {
    if constexpr (E::shell) Code::make_constants(part, ShellLawCode<Real, Material>::law, memory);
    else Code::make_constants(part, SolidLawCode<Real, Material>::law, memory);
  }
  static constexpr Kernel<Real> kernel_of(decltype(Kernel<Real>::make_constants) make,
                                          decltype(Kernel<Real>::forces) forces) {
    constexpr HistoryLayout layout{int(E::element_names.size()),
                                   E::points,
                                   int(E::stress_names.size()),
                                   int(M::history_names.size()),
                                   has_plastic_strain<M>,
                                   E::element_names,
                                   E::stress_names,
                                   M::history_names};
    return {E::shell, E::number, M::Parameters::number, E::nodes_per_element,
            layout,   &Code::constants_size, make, forces, &Code::volumes};
  }
  static constexpr Kernel<Real> kernel = kernel_of(&make_constants, &Code::forces);
};

}  // namespace crumple::kernels
