// Lumped nodal masses and rotational inertias, and conventional mass scaling.
#pragma once

#include "comm/halo.hpp"
#include "physics/elements/element_groups.hpp"

namespace crumple {

/// Adds mass to the elements whose stable time step is below |DT2MS| (DT2MS < 0) so that it becomes |DT2MS|; call
/// after one evaluation of the elements with dt = 0. Returns the added mass of this rank, with that of beams, in
/// multiples of quanta.body_mass [mass].
template <class Real> double scale_masses(Elements<Real>& elements, const Domain& domain);

/// Sums element and point masses at the nodes over all ranks. A node gets an equal share of its element's mass; a
/// shell also gives it the isotropic inertia m (A + t^2)/12, A its area, t its thickness: more than the physical
/// m t^2/12, so that rotations do not limit the time step (Hughes, Cohen, Haroun 1978). Collective.
template <class Real>
void lump_masses(const Elements<Real>& elements, const Domain& domain, HaloExchange& halo, NodeState& state);

}  // namespace crumple
