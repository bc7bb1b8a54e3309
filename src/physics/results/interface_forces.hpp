// Forces and energies of all interfaces, summed over the ranks: penalty contacts, ties and force transducers, in the
// order of rcforc. Called by the step at outputs.
#pragma once

#include <vector>

#include "comm/collectives.hpp"
#include "physics/contact/contact.hpp"
#include "physics/joints/ties.hpp"

namespace crumple {

/// Contacts, tied contacts, transducers, each in the order of the model. `collective`: StepCollectives::contacts.
std::vector<ContactForce> sum_interface_forces(Collective& collective, const Domain& domain, const Contacts& contacts,
                                               const TieState& ties);

}  // namespace crumple
