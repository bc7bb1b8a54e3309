// A part's constants with its law and the form of it. A formulation then calls the law by its name, not through a
// pointer, which on a GPU costs a third of the time.
#pragma once

#include "kernels/law_additions_code.hpp"
#include "kernels/shells/layers.hpp"
#include "kernels/solids/stress.hpp"

namespace crumple::kernels {

template <class Real, template <class> class Material, LawForm form_>
struct BoundShells : ShellConstants<Real> {
  static constexpr LawForm bound_form = form_;
  using P = Pack<Real>;
  CRUMPLE_INLINE static void update_layers(const ShellConstants<Real>& c, LayersStep<P>& step) {
    if constexpr (bound_form != LawForm::rare) return kernels::update_layers<P, Material>(c, step);
    update_with_additions(c, step, [&]() CRUMPLE_LAMBDA_INLINE {
      c.layers ? kernels::update_laminate<P, Material>(c, step) : kernels::update_layers<P, Material>(c, step);
    });
  }
};

template <class Real, template <class> class Material, LawForm form_>
struct BoundSolids : SolidConstants<Real> {
  static constexpr LawForm bound_form = form_;
  using P = Pack<Real>;
  CRUMPLE_INLINE static void update_stress(const SolidConstants<Real>& c, StressStep<P>& step) {
    if constexpr (bound_form != LawForm::rare) return kernels::update_stress<P, Material>(c, step);
    update_with_additions(c, step, [&]() CRUMPLE_LAMBDA_INLINE { kernels::update_stress<P, Material>(c, step); });
  }
};

template <class Real, template <class> class Element, template <class> class Material, LawForm form>
using BoundConstants = std::conditional_t<Element<Real>::shell, BoundShells<Real, Material, form>,
                                          BoundSolids<Real, Material, form>>;

}  // namespace crumple::kernels
