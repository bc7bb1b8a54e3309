#include "physics/results/interface_forces.hpp"

#include <algorithm>

#include "base/profile.hpp"
#include "physics/contact/transducers.hpp"
#include "physics/contact/contact_sums.hpp"

namespace crumple {

std::vector<ContactForce> sum_interface_forces(Collective& collective, const Domain& domain, const Contacts& contacts,
                                               const TieState& ties) {
  std::vector<double> partials = contact_partials(contacts);
  const std::size_t n_penalty = partials.size();
  for (const double partial : tie_partials(ties)) partials.push_back(partial);
  const std::size_t n_own = partials.size();
  for (const double partial : transducer_partials(contacts)) partials.push_back(partial);
  std::ranges::copy(partials, collective.values.begin());
  {
    Profile::Scope scope{"collectives"};
    collective.start();
    collective.finish();
  }
  const std::span<const double> sums = collective.values;
  std::vector<ContactForce> forces = contact_forces(contacts, sums);
  for (const ContactForce& force : tie_forces(domain, sums.subspan(n_penalty))) forces.push_back(force);
  for (const ContactForce& force : transducer_forces(contacts, sums.subspan(n_own))) forces.push_back(force);
  return forces;
}

}  // namespace crumple
