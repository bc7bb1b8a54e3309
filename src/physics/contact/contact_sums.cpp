#include "physics/contact/contact_sums.hpp"

#include <iterator>

#include "physics/contact/contact.hpp"
#include "physics/contact/contact_force.hpp"
#include "physics/contact/contact_plan.hpp"

namespace crumple {

std::vector<double> contact_partials(Contacts& c) {
  std::vector<double> partials;
  for (ContactSum& sum : c.sums) {
    for (int c = 0; c < 3; ++c) partials.push_back(sum.force_on_a.value()[c]);
    put_parts(sum.energies(), std::back_inserter(partials));
  }
  return partials;
}

std::vector<ContactForce> contact_forces(const Contacts& c, std::span<const double> sums) {
  std::vector<ContactForce> forces;
  for (std::size_t k = 0; k < c.sums.size(); ++k) {
    const auto s = sums.subspan(n_contact_partials * k, n_contact_partials);
    const Vec3 on_a{s[0], s[1], s[2]};
    ContactSum all(c.domain->quanta.energy);
    take_parts(all.energies(), s.begin() + 3);
    forces.push_back({c.plans[k].id, on_a, -on_a, {all.total.value(), all.of_a.value(), all.friction.value()}});
  }
  return forces;
}

}  // namespace crumple
