// A formulation with a law on a device, as its table shows them (cuda_table.cpp): device_code.hpp has the code.
#pragma once

#include "kernels/entry.hpp"

namespace crumple::kernels {

template <class Law>
inline constexpr bool has_plain_form = requires { typename Law::Plain; };

template <class Real, template <class> class Element, template <class> class Material>
struct DeviceEntry {
  using E = Element<Real>;
  using M = Material<Pack<Real>>;
  static void forces(const ElementBlocks<Real>& e, const NodeRows& n, double dt, int first, int last);
  static void make_constants(const PartConstants& part, void* memory);
  static std::size_t constants_size(const PartConstants& part);
  /// At set-up, by the host.
  static void volumes(const ElementBlocks<Real>& e, const NodeRows& n, double* out, int first, int last);
  static constexpr Kernel<Real> make_kernel() {
    Kernel<Real> kernel = Entry<Real, Element, Material>::kernel_of(&make_constants, &forces);
    kernel.constants_size = &constants_size;
    kernel.volumes = &volumes;
    return kernel;
  }
};

}  // namespace crumple::kernels
