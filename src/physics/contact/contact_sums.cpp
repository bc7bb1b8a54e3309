#include "physics/contact/contact_sums.hpp"

#include <iterator>

#include "physics/contact/contact.hpp"
#include "physics/contact/contact_force.hpp"
#include "physics/contact/contact_plan.hpp"

namespace crumple {

void put_contact_sums(Contacts& c, SumShare& share) {
  for (ContactSum& sum : c.sums) {
    share.put(sum.force_on_a);
    share.put(sum.energies());
  }
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
