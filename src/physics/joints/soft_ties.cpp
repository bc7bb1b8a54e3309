#include "physics/joints/soft_ties.hpp"

#include <algorithm>
#include <array>
#include <cmath>
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

/// B^T D B with the gap's rate B of node and corners (as AddSoftTieForces::pull_corners, its transpose) and the
/// stiffnesses D across and along the normal of the face.
void take_tie_tangent(const SoftTieHere& tie, const SoftTieLaw& law, double stiff, bool holds_both_ways,
                      const RowsAt& position, const TakeTangent& take) {
  constexpr double closed = 1e-9;  // of the size of the area: rounding of a gap that is 0
  const Mat3 axes = tie.axes(position);
  const Vec3 arm = position[tie.node] - tie.foot(position);
  const bool is_closed = !holds_both_ways && tie.side * (axes * arm - tie.rest).z < -closed * std::sqrt(tie.area);
  const double elastic = (1 - tie.damage) * stiff;
  const double along = is_closed ? (law.resists_pressure ? stiff : 0.0) : elastic;
  const double of_axis[] = {law.shear_ratio * elastic, law.shear_ratio * elastic, along};
  const TurningFace face(tie, position);
  std::vector<Index> nodes{tie.node};
  std::vector<std::array<double, 3>> rates;  // [node][dof] of the gap, in the axes of the face
  const auto put = [&](const Vec3& rate) {
    const Vec3 turned = axes * rate;
    rates.push_back({turned.x, turned.y, turned.z});
  };
  const auto unit = [](int dof) {
    Vec3 along_axis;
    along_axis[dof] = 1;
    return along_axis;
  };
  for (int dof = 0; dof < 3; ++dof) put(unit(dof));
  for (int i = 0; i < tie.n_corners; ++i) {
    nodes.push_back(tie.corner[i]);
    for (int dof = 0; dof < 3; ++dof)
      put(-tie.weight[i] * unit(dof) - cross(face.inverse * cross(face.arm[i], unit(dof)), arm));
  }
  Tangent tangent{nodes, 3, std::vector<double>(rates.size() * rates.size())};
  for (std::size_t a = 0; a < rates.size(); ++a)
    for (std::size_t b = 0; b < rates.size(); ++b)
      for (std::size_t k = 0; k < 3; ++k) tangent.at(a, b) += of_axis[k] * (rates[a][k] * rates[b][k]);
  take(tangent);
}

}  // namespace

SoftTies::SoftTies(const StepState& s) : model_ties_(s.domain.model.soft_ties), first_step_(s.clock.dt) {
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
  if (sum_loop(forces_at(s), ties_.size()) > 0) break_failed(s);
}

AddSoftTieForces SoftTies::forces_at(StepState& s) {
  return {ties_.data(),          laws_.data(), largest_step_, rows_at(s.nodes.position), s.nodes.mass.data(),
          sums_at(s.nodes.force), sums_at(on_contacts_), s.domain.quanta.force};
}

void SoftTies::break_failed(StepState& s) {
  for (std::size_t t = 0; t < ties_.size(); ++t)
    if (ties_[t].is_home && ties_[t].damage >= 1 && !ties_[t].is_broken) break_tie(t, s);
}

void SoftTies::begin_static_step(StepState&) {
  largest_step_ = std::max(largest_step_, first_step_);
  for (std::size_t t = 0; t < damage_at_start_.size(); ++t) ties_[t].damage = damage_at_start_[t];
  damage_at_start_.clear();
  for (const SoftTieHere& tie : ties_) damage_at_start_.push_back(tie.damage);
}

void SoftTies::add_static_forces(StepState& s, double) {
  if (!has_any_) return;
  for (std::size_t t = 0; t < ties_.size(); ++t) ties_[t].damage = damage_at_start_[t];
  Kokkos::deep_copy(host_space(), totals(on_contacts_), 0.0);
  sum_loop(forces_at(s), ties_.size());
}

void SoftTies::end_static_step(StepState& s) {
  break_failed(s);
  damage_at_start_.clear();
}

/// The secant of the traction at the present damage, which is positive where the tie softens.
void SoftTies::add_tangents(const StepState& s, double, const TakeTangent& take) const {
  const Implicit& implicit = s.domain.model.implicit;
  const bool holds_both_ways = implicit.n_modes > 0 || implicit.is_linear;  // contacts have no stiffness there
  const RowsAt position = rows_at(s.nodes.position);
  for (const SoftTieHere& tie : ties_) {
    if (!tie.is_home || tie.is_broken || tie.damage >= 1 || !(tie.area > 0)) continue;
    const SoftTieLaw& law = laws_[tie.contact];
    const double stiff = tie.stiffness(law, s.nodes.mass.data(), std::max(largest_step_, first_step_));
    take_tie_tangent(tie, law, stiff, holds_both_ways, position, take);
  }
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
