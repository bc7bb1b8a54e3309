// Included by the generated source of each formulation with a law: their kernels on a device, one for each form in
// which a part may call its law.
#pragma once

#include "kernels/device/bound_laws.hpp"
#include "kernels/device/device_entry.hpp"
#include "kernels/device/lane_forces.hpp"
#include "kernels/device/launch.hpp"

namespace crumple::kernels {

/// Launches the lanes of the parts of that form; the threads of others end at once.
template <LawForm form, class Real, template <class> class Element, template <class> class Material>
void launch_form(const ElementBlocks<Real>& e, const NodeRows& n, double dt, int first, int last) {
  using Constants = BoundConstants<Real, Element, Material, form>;
  launch(lanes_of_blocks<Real>(first, last), LaneForces<Real, Element, Constants>{e, n, dt, first, last});
}

template <class Real, template <class> class Element, template <class> class Material>
void DeviceEntry<Real, Element, Material>::forces(const ElementBlocks<Real>& e, const NodeRows& n, double dt, int first,
                                                  int last) {
  launch_form<LawForm::general, Real, Element, Material>(e, n, dt, first, last);
  if constexpr (has_plain_form<M>)
    launch_form<LawForm::plain, Real, Element, Plain<Material>::template Of>(e, n, dt, first, last);
  launch_form<LawForm::rare, Real, Element, Material>(e, n, dt, first, last);
}

/// A law whose updates are bound, so that constants of it hold no addresses of code.
template <class Real, template <class> class Material>
constexpr ShellLaw<Real> bound_shell_law{layer_fields<Material<Pack<Real>>>,
                                         has_plastic_strain<Material<Pack<Real>>>,
                                         &LawStorage::make<LayerLaws<Pack<Real>, Material>>,
                                         nullptr,
                                         nullptr,
                                         {}};
template <class Real, template <class> class Material>
constexpr SolidLaw<Real> bound_solid_law{n_history<Material<Pack<Real>>>,
                                         has_plastic_strain<Material<Pack<Real>>>,
                                         has_varying_modulus<Material<Pack<Real>>>,
                                         &LawStorage::make<Material<Pack<Real>>>,
                                         nullptr,
                                         {}};
template <class Real, bool shell, template <class> class Material>
constexpr const auto& bound_law() {
  if constexpr (shell) return bound_shell_law<Real, Material>;
  else return bound_solid_law<Real, Material>;
}

template <class Real, template <class> class Element, template <class> class Material>
void DeviceEntry<Real, Element, Material>::make_constants(const PartConstants& part, void* memory) {
  auto law = bound_law<Real, E::shell, Material>();
  if constexpr (has_plain_form<M>)
    law.plain = {&bound_law<Real, E::shell, Plain<Material>::template Of>(), &M::is_plain};
  new (memory) typename E::Constants(part, law);
}

template <class Real, template <class> class Element, template <class> class Material>
std::size_t DeviceEntry<Real, Element, Material>::constants_size(const PartConstants& part) {
  return E::Constants::size(part);
}

template <class Real, template <class> class Element, template <class> class Material>
void DeviceEntry<Real, Element, Material>::volumes(const ElementBlocks<Real>& e, const NodeRows& n, double* out,
                                                   int first, int last) {
  E::volumes(e, n, out, first, last);
}

}  // namespace crumple::kernels
