#include "physics/contact/contact_feature.hpp"

#include <algorithm>

#include "base/profile.hpp"
#include "comm/together.hpp"
#include "physics/contact/contact.hpp"
#include "physics/contact/contact_force.hpp"
#include "physics/contact/contact_load.hpp"
#include "physics/contact/contact_saved.hpp"
#include "physics/contact/contact_sums.hpp"
#include "physics/contact/pairing.hpp"

namespace crumple {

ContactFeature::ContactFeature(StepState& s)
    : contacts_(std::make_unique<Contacts>(make_contacts(s.world, s.domain, s.nodes))),
      one_by_one_(s.world.collectives().calls_by_piece) {}
ContactFeature::~ContactFeature() = default;

const InitialPenetrations& ContactFeature::initial_penetrations() const { return contacts_->initial_penetrations; }
std::int64_t ContactFeature::n_searches() const { return contacts_->n_searches; }
std::vector<ContactLoad> ContactFeature::loads() const { return contact_loads(*contacts_); }
std::vector<float> ContactFeature::activity() const { return contact_activity(*contacts_); }
double ContactFeature::force_seconds() const {
  double sum = 0;
  for (const ContactSeconds& contact : contacts_->seconds) sum += contact.forces;
  return sum;
}
std::vector<ContactSeconds>& ContactFeature::seconds() { return contacts_->seconds; }

void ContactFeature::begin_step(StepState& s) { start_ghost_update(*contacts_, s.nodes); }

void ContactFeature::drop_dead_elements(StepState&) { request_search(*contacts_); }

void ContactFeature::search(StepState& s) {
  if (!search_due(*contacts_)) return;
  Profile::Scope scope(phase<"contact search">);
  crumple::search(s.world, *contacts_, s.nodes, s.status);
}

void ContactFeature::add_whole_forces(StepState& s) {
  Profile::Scope scope(phase<"contact", Stage::forces>);
  add_contact_forces(*contacts_, s.nodes, s.clock, s.ledger);
}

std::vector<std::size_t> ContactFeature::widths(Exchange exchange) const {
  const std::size_t n = contacts_->sums.size();
  if (exchange == Exchange::step)
    return std::vector<std::size_t>(one_by_one_ ? n : std::min<std::size_t>(n, 1), n_velocity_extremes);
  if (exchange == Exchange::interfaces) return std::vector<std::size_t>(n, n_contact_partials);
  return {};
}

void ContactFeature::put(Exchange exchange, StepState& s, std::span<double> out) {
  if (exchange == Exchange::step)
    velocity_extremes(contacts_->gauge, s.nodes, out);
  else
    std::ranges::copy(contact_partials(*contacts_), out.begin());
}

void ContactFeature::take(Exchange exchange, StepState& s, std::span<const double> values) {
  if (exchange == Exchange::step)
    advance(contacts_->gauge, values, s.clock.dt_previous);
  else
    forces_ = contact_forces(*contacts_, values);
}

void ContactFeature::add_rows(std::vector<ContactForce>& rows) const {
  rows.insert(rows.end(), forces_.begin(), forces_.end());
}

void ContactFeature::settle(StepState& s) { settle_contacts(*contacts_, s.nodes); }

void ContactFeature::archive(StateArchive& a, StepState& s) {
  Contacts& c = *contacts_;
  a.same(c.gauge.since_search);
  a.same(c.gauge.last_step);
  a.same(c.gauge.search_requested);
  a.same(c.dt_stable);
  a.same(c.dt_last);
  a.same(c.n_searches);
  a.same(c.started);
  a.sum(c.pending_energy);
  for (ContactSum& sum : c.sums) {
    a.sums(sum.force_on_a.x, sum.force_on_a.y, sum.force_on_a.z);
    for (ExactSum* energy : sum.energies()) a.sum(*energy);
  }
  if (c.sums.empty()) return;
  const Domain& domain = s.domain;
  if (!a.is_loading()) {
    a.put_records("contact pairs", domain.n_global_nodes, save_pair_memory(c));
    a.put_records("contact faces", domain.n_global_solids, save_face_depths(c));
    a.put_records("contact crowding", domain.n_global_nodes, save_frequency_bounds(c));
    if (c.has_solids) {
      a.put_records("contact facing", domain.n_global_nodes, save_facing(c));
      a.put_records("contact places", domain.n_global_nodes, save_places_at_search(c));
    }
    return;
  }
  const std::vector<std::int64_t> nodes(domain.global_node.begin(), domain.global_node.end());
  const Records pairs = a.get_records("contact pairs", domain.n_global_nodes, nodes);
  together(s.world, [&] { load_pair_memory(pairs, c); });
  load_face_depths(a.get_records("contact faces", domain.n_global_solids, global_solids(domain)), c);
  load_frequency_bounds(a.get_records("contact crowding", domain.n_global_nodes, nodes), c);
  if (c.has_solids) {
    load_facing(a.get_records("contact facing", domain.n_global_nodes, nodes), c);
    load_places_at_search(a.get_records("contact places", domain.n_global_nodes, nodes), c);
  }
}

void ContactFeature::resume(StepState& s) { resume_contacts(s.world, *contacts_, s.nodes, s.status); }

}  // namespace crumple
