// Forces and energies of contacts over all ranks, for rcforc and sleout.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "base/exact_sum.hpp"

namespace crumple {

struct ContactForce;  // contact_force.hpp
struct Contacts;      // contact.hpp

/// The summed values of each contact: force on side A, parts of its three energies.
inline constexpr std::size_t n_contact_partials = 3 + 3 * ExactSum::n_parts;
void put_contact_sums(Contacts& contacts, SumShare& share);
/// The results from the sums; side B is the reaction of side A.
std::vector<ContactForce> contact_forces(const Contacts& contacts, std::span<const double> sums);

}  // namespace crumple
