// Included by the generated source of each material: its code for shells and for solids.
#pragma once

#include "kernels/entry.hpp"
#include "kernels/shells/layers.hpp"
#include "kernels/solids/stress.hpp"

namespace crumple::kernels {

/// The plain form of a law that LawCode (ShellLawCode or SolidLawCode) makes.
template <template <class, template <class> class> class LawCode, class Real, template <class> class Material>
constexpr auto plain_form() {
  PlainForm<std::remove_cvref_t<decltype(LawCode<Real, Material>::law)>> form;
  if constexpr (requires { typename Material<Pack<Real>>::Plain; })
    form = {&LawCode<Real, Plain<Material>::template Of>::law, &Material<Pack<Real>>::is_plain};
  return form;
}

template <class Real, template <class> class Material>
constexpr ShellLaw<Real> ShellLawCode<Real, Material>::law{
    layer_fields<Material<Pack<Real>>>, has_plastic_strain<Material<Pack<Real>>>,
    &LawStorage::make<LayerLaws<Pack<Real>, Material>>, &update_layers<Pack<Real>, Material>,
    &update_laminate<Pack<Real>, Material>,
    plain_form<ShellLawCode, Real, Material>()};

template <class Real, template <class> class Material>
constexpr SolidLaw<Real> SolidLawCode<Real, Material>::law{
    n_history<Material<Pack<Real>>>, has_plastic_strain<Material<Pack<Real>>>,
    has_varying_modulus<Material<Pack<Real>>>, &LawStorage::make<Material<Pack<Real>>>,
    &update_stress<Pack<Real>, Material>, plain_form<SolidLawCode, Real, Material>()};

}  // namespace crumple::kernels
