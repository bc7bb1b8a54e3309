#include "physics/joints/soft_ties.hpp"

#include <algorithm>
#include <utility>

#include "base/loops.hpp"
#include "base/profile.hpp"
#include "physics/contact/contact_force.hpp"

namespace crumple {
namespace {

SoftTieLaw law_of(const TieStrength& of, const Model& model) {
  const TieSoftening& soft = of.softening;
  SoftTieLaw law{of.normal,      of.shear,         soft.normal_energy, soft.shear_energy, soft.exponent, soft.distance,
                 soft.stiffness, soft.shear_ratio, soft.resists_pressure, 0,               {}};
  if (soft.curve == none) return law;
  const Curve& curve = model.curves[std::size_t(soft.curve)];
  law.last = curve.x.back();
  for (int i = 0; i <= SoftTieLaw::steps; ++i) law.left[i] = curve.evaluate(law.last * i / SoftTieLaw::steps);
  return law;
}

SoftTieHere soft_tie_here(const Tie& tie, const RowsAt& position) {
  SoftTieHere here{};
  here.node = tie.node;
  std::ranges::copy(tie.corners, here.corner);
  std::ranges::copy(tie.weights, here.weight);
  here.n_corners = tie.corners[2] == tie.corners[3] ? 3 : 4;
  here.is_home = tie.shell != none || tie.solid != none;
  here.contact = tie.contact;
  here.area = tie.area;
  here.rest = here.axes(position) * (position[tie.node] - here.foot(position));
  here.side = tie.solid == none && here.rest.z < -1e-9 * std::sqrt(tie.area) ? -1 : 1;
  return here;
}

}  // namespace

SoftTies::SoftTies(const StepState& s) : model_ties_(s.domain.model.soft_ties) {
  for (const TiedContact& contact : s.domain.model.tied_contacts) {
    laws_.push_back(law_of(contact.strength, s.domain.model));
    has_any_ = has_any_ || (contact.strength.softens() && contact.n_ties > 0);
  }
  if (!has_any_) return;
  on_contacts_ = SumRows("forces of soft ties", laws_.size());
  for (const Tie& tie : model_ties_) ties_.push_back(soft_tie_here(tie, rows_at(s.nodes.position)));
}
SoftTies::~SoftTies() = default;

void SoftTies::break_tie(std::size_t t, StepState& s) {
  ties_[t].is_broken = true;
  ties_[t].damage = 1;
  s.failures.push_back({s.clock.cycle, s.clock.time, FailureKind::tie, s.domain.model.nodes.id[ties_[t].node],
                        s.domain.model.tied_contacts[ties_[t].contact].id});
}

void SoftTies::drop_dead_elements(StepState& s) {
  for (std::size_t t = 0; t < ties_.size(); ++t) {
    const Tie& tie = model_ties_[t];
    if (!ties_[t].is_home || ties_[t].is_broken) continue;
    if (!(tie.shell != none ? s.status.shell_alive[tie.shell] : s.status.solid_alive[tie.solid])) break_tie(t, s);
  }
}

void SoftTies::add_local_forces(StepState& s) {
  if (!has_any_) return;
  Profile::Scope scope(phase<"tied contact">);
  largest_step_ = std::max(largest_step_, s.clock.dt_previous);
  Kokkos::deep_copy(host_space(), totals(on_contacts_), 0.0);
  const double n_failed = sum_loop(
      AddSoftTieForces{ties_.data(), laws_.data(), largest_step_, rows_at(s.nodes.position), s.nodes.mass.data(),
                       sums_at(s.nodes.force), sums_at(on_contacts_), s.domain.quanta.force},
      ties_.size());
  if (!(n_failed > 0)) return;
  for (std::size_t t = 0; t < ties_.size(); ++t)
    if (ties_[t].damage >= 1 && !ties_[t].is_broken) break_tie(t, s);
}

void SoftTies::enter_work(StepState& s) {
  if (!has_any_) return;
  s.ledger.sliding += std::exchange(ahead_, {});
  sum_later(SoftTieWork{ties_.data(), work_rows(s)}, ties_.size(), [this, &s](const WorkSums& work) {
    s.ledger.sliding += -work.before;
    ahead_ = -work.after;
  });
}

std::vector<std::size_t> SoftTies::widths(Reduction reduction) const {
  return std::vector<std::size_t>(reduction == Reduction::interfaces ? on_contacts_.extent(0) : 0, 3);
}

void SoftTies::put_sums(Reduction, SumShare& share) {
  for (std::size_t k = 0; k < on_contacts_.extent(0); ++k)
    share.put(RoundedVec3::from_sum(row(on_contacts_, Index(k))));
}

void SoftTies::take(Reduction reduction, StepState& s, std::span<const double> sums) {
  if (reduction != Reduction::interfaces) return;
  forces_.clear();
  for (std::size_t k = 0; k < on_contacts_.extent(0); ++k) {
    const TiedContact& contact = s.domain.model.tied_contacts[k];
    const Vec3 on_nodes{sums[3 * k], sums[3 * k + 1], sums[3 * k + 2]};
    if (contact.strength.softens()) forces_.push_back({contact.id, on_nodes, -on_nodes, {}});
  }
}

void SoftTies::add_rows(std::vector<ContactForce>& rows) const {
  rows.insert(rows.end(), forces_.begin(), forces_.end());
}

/// A tie is identified by its node; its home alone has the damage.
void SoftTies::archive(StateArchive& a, StepState& s) {
  if (!has_any_) return;
  a.same(largest_step_);
  a.sum(ahead_);
  Numbered nodes = nodes_of(s.domain);
  nodes.others_know = false;
  std::vector<Index> tie_of(nodes.number.size(), none);
  for (std::size_t t = 0; t < ties_.size(); ++t) {
    tie_of[std::size_t(ties_[t].node)] = Index(t);
    nodes.is_owned[std::size_t(ties_[t].node)] = ties_[t].is_home;
  }
  a.records("soft ties", nodes, [&](std::size_t i, Fields& fields) {
    if (tie_of[i] == none) return;
    SoftTieHere& tie = ties_[std::size_t(tie_of[i])];
    fields(tie.damage);
    tie.is_broken = tie.damage >= 1;
  });
}

void SoftTies::bound_forces(const Model& model, ModelExtremes& extremes) {
  for (const Tie& tie : model.soft_ties) {
    const TieStrength& strength = model.tied_contacts[std::size_t(tie.contact)].strength;
    extremes.add_load(std::max(strength.normal, strength.shear) * tie.area, 1);
  }
}

}  // namespace crumple
