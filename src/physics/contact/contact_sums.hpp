// Forces and energies of contacts over all ranks, for rcforc and sleout.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace crumple {

struct ContactForce;  // contact_force.hpp
struct Contacts;      // contact.hpp

/// Six doubles per contact to be summed over ranks: force on side A, energies.
inline constexpr std::size_t n_contact_partials = 6;
std::vector<double> contact_partials(const Contacts& contacts);
/// The summed partials as results; side B is the reaction of side A.
std::vector<ContactForce> contact_forces(const Contacts& contacts, std::span<const double> sums);

}  // namespace crumple
