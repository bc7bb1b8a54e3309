// What a part may add behind any material law: an equation of state, relaxation (GI of rubbers),
// erosion and stiffness damping (*PART EOSID,
// *MAT_ADD_EROSION, *DAMPING_PART_STIFFNESS). The functions below take the place of the law's update in a part's
// constants and call it first; parts without additions call the law and pay nothing. Compiled once, in
// law_additions.cpp, for all formulations and laws.
#pragma once

#include "kernels/simd/inline.hpp"

namespace crumple::kernels {

template <class P>
struct StressStep;
template <class Real>
struct SolidConstants;
template <class P>
struct LayersStep;
template <class Real>
struct ShellConstants;

/// The law, then pressure, relaxation, erosion and damping, of a point of solids.
template <class P>
CRUMPLE_DEVICE void update_stress_and_additions(const SolidConstants<typename P::value_type>& c, StressStep<P>& step);
/// The law, then erosion and damping, of the layers of shells.
template <class P>
CRUMPLE_DEVICE void update_layers_and_additions(const ShellConstants<typename P::value_type>& c, LayersStep<P>& step);

}  // namespace crumple::kernels
