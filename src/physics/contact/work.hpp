// The work that contact takes from the two sides, and the part of friction in it. A force acts from half a step before to
// half a step after its time, with the velocities of both halves. Called by contact.cpp; results for rcforc and sleout.
#pragma once

#include <span>
#include <vector>

#include "physics/contact/contact.hpp"

namespace crumple {

/// Accounts for the work of the present pair forces over half a step of `dt`, with the velocities of now, on the slaves
/// that this rank owns. Adds to the contacts' sums; returns the total [energy].
double account_half_step(Contacts& contacts, double dt, const Quanta& quanta);

/// Six doubles per contact to be summed over ranks: force on side A, energies.
inline constexpr std::size_t n_contact_partials = 6;
std::vector<double> contact_partials(const Contacts& contacts);
/// The summed partials as results; side B is the reaction of side A.
std::vector<ContactForce> contact_forces(const Contacts& contacts, std::span<const double> sums);

}  // namespace crumple
