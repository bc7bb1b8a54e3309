#include "physics/contact/contact_sums.hpp"

#include "physics/contact/contact.hpp"
#include "physics/contact/contact_force.hpp"
#include "physics/contact/contact_plan.hpp"

namespace crumple {

std::vector<double> contact_partials(const Contacts& c) {
  std::vector<double> partials;
  for (const ContactSum& sum : c.sums)
    partials.insert(partials.end(), {sum.force_on_a.x, sum.force_on_a.y, sum.force_on_a.z, sum.energy.total,
                                     sum.energy.of_a, sum.energy.friction});
  return partials;
}

std::vector<ContactForce> contact_forces(const Contacts& c, std::span<const double> sums) {
  std::vector<ContactForce> forces;
  for (std::size_t k = 0; k < c.sums.size(); ++k) {
    const auto s = sums.subspan(n_contact_partials * k, n_contact_partials);
    const Vec3 on_a{s[0], s[1], s[2]};
    forces.push_back({c.plans[k].id, on_a, -on_a, {s[3], s[4], s[5]}});
  }
  return forces;
}

}  // namespace crumple
