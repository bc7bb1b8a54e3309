#include "physics/contact/contact_feature.hpp"

#include <algorithm>

#include "base/profile.hpp"
#include "physics/contact/contact.hpp"
#include "physics/contact/contact_force.hpp"
#include "physics/contact/contact_load.hpp"
#include "physics/contact/contact_saved.hpp"
#include "physics/contact/contact_sums.hpp"
#include "physics/contact/pairing.hpp"

namespace crumple {

ContactFeature::ContactFeature(StepState& s, const Column& effective_mass, const Column& frequency_bound)
    : contacts_(std::make_unique<Contacts>(
          make_contacts(s.world, s.domain, s.nodes,
                        {s.own_mass, effective_mass, frequency_bound, s.kernels, &s.halo}))),
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

void ContactFeature::begin_step(StepState&) { start_ghost_update(*contacts_); }

void ContactFeature::drop_dead_elements(StepState&) { request_search(*contacts_); }

void ContactFeature::search(StepState& s) {
  if (!search_due(*contacts_)) return;
  Profile::Scope scope(phase<"contact search">);
  crumple::search(s.world, *contacts_, s.nodes, s.status);
}

void ContactFeature::add_replicated_forces(StepState& s) {
  Profile::Scope scope(phase<"contact", Stage::forces>);
  add_contact_forces(*contacts_, s.nodes, s.clock, s.ledger);
}

std::vector<std::size_t> ContactFeature::widths(Reduction reduction) const {
  const std::size_t n = contacts_->sums.size();
  if (reduction == Reduction::step)
    return std::vector<std::size_t>(one_by_one_ ? n : std::min<std::size_t>(n, 1), n_velocity_extremes);
  if (reduction == Reduction::interfaces) return std::vector<std::size_t>(n, n_contact_partials);
  return {};
}

void ContactFeature::enter_work(StepState& s) { find_velocity_ranges(contacts_->gauge, s.nodes, s.kernels); }

void ContactFeature::put_maxima(StepState&, std::span<double> out) { velocity_extremes(contacts_->gauge, out); }

void ContactFeature::put_sums(Reduction, SumShare& share) { put_contact_sums(*contacts_, share); }

void ContactFeature::take(Reduction reduction, StepState& s, std::span<const double> values) {
  if (reduction == Reduction::step)
    advance(contacts_->gauge, values, s.clock.dt_previous);
  else
    forces_ = contact_forces(*contacts_, values);
}

void ContactFeature::add_rows(std::vector<ContactForce>& rows) const {
  rows.insert(rows.end(), forces_.begin(), forces_.end());
}

void ContactFeature::add_shared_springs(const StepState& s, const TakeSharedSpring& take) const {
  add_contact_springs(*contacts_, s.clock.dt, take);
}

void ContactFeature::begin_static_step(StepState& s) {
  if (contacts_->passes.empty()) return;
  start_static_contacts(s.world, *contacts_, s.nodes, s.status, s.clock);
  StateArchive saving(s.world);
  archive(saving, s);
  at_start_ = saving.finish();
}

void ContactFeature::add_static_contact(StepState& s) {
  if (contacts_->passes.empty()) return;
  Profile::Scope scope(phase<"contact", Stage::forces>);
  StateArchive loading(s.world, at_start_);
  archive(loading, s);
  add_static_contact_forces(s.world, *contacts_, s.nodes, s.status, s.clock);
}

void ContactFeature::synchronise_ledger(StepState&) { synchronise_contact_work(*contacts_); }

void ContactFeature::archive(StateArchive& a, StepState&) {
  Contacts& c = *contacts_;
  a.same(c.gauge.since_search);
  a.same(c.gauge.since_shapes);
  a.same(c.gauge.last_step);
  a.same(c.gauge.search_requested);
  a.same(c.dt_stable);
  a.same(c.dt_last);
  a.same(c.n_searches);
  a.same(c.started);
  a.sum(c.pending_energy);
  for (ContactSum& sum : c.sums) {
    a.sum(sum.force_on_a);
    for (ExactSum* energy : sum.energies()) a.sum(*energy);
  }
  if (!c.sums.empty()) archive_memory(a, c);
}

void ContactFeature::resume(StepState& s) { resume_contacts(s.world, *contacts_, s.nodes, s.status); }

namespace {

/// Bound of contact forces on nodes of rigid and null parts: those of elastic parts. With deformable elements also 16
/// times their largest force, or the force that stops the rigid mass at its largest speed at one node.
double contact_force_on_rigid(const ModelExtremes& e) {
  if (e.force == 0) return e.rigid_force;
  const double impact = 16 * e.speed * std::sqrt(e.rigid_stiffness * e.rigid_mass);
  return std::min(e.rigid_force, std::max(16 * e.force, impact));
}

}  // namespace

void ContactFeature::bound_forces(const Model&, ModelExtremes& e) {
  e.force = std::max(e.force, contact_force_on_rigid(e));
}

}  // namespace crumple
