#include "physics/joints/ties.hpp"

#include <algorithm>
#include <utility>

#include "base/loops.hpp"
#include "base/profile.hpp"
#include "physics/contact/contact_force.hpp"
#include "physics/state/constraint_rows.hpp"
#include "physics/state/sub_plan.hpp"

namespace crumple {
namespace {

constexpr std::size_t tie_grain = 200;  // ties that are worth waking a thread for

TieHere tie_here(const Tie& tie, const NodeState& nodes) {
  TieHere here{};
  here.node = tie.node;
  std::ranges::copy(tie.corners, here.corner);
  std::ranges::copy(tie.weights, here.weight);
  here.n_corners = tie.corners[2] == tie.corners[3] ? 3 : 4;
  here.keeps_offset = tie.keeps_offset;
  here.ties_rotation = tie.ties_rotation;
  here.turns_corners =
      tie.ties_rotation && std::ranges::all_of(tie.corners, [&](Index node) { return nodes.inertia(node) > 0; });
  here.is_home = tie.shell != none || tie.solid != none;
  here.is_two_sided = tie.solid == none;
  here.contact = tie.contact;
  here.area = tie.area;
  return here;
}

/// Adds mass and inertia of a tied node to its corners, with `sign`, in columns 0 and 1 of `rows`.
void share_mass(const TieHere& tie, double sign, const Quanta& quanta, const Rows& rows) {
  const int last = tie.n_corners - 1;
  double mass = tie.mass, inertia = tie.inertia;
  for (int i = 0; i <= last; ++i) {
    const double m = i < last ? quanta.mass.round(tie.weight[i] * tie.mass) : mass;
    const double j = i < last ? quanta.inertia.round(tie.weight[i] * tie.inertia) : inertia;
    mass -= m;
    inertia -= j;
    rows(tie.corner[i], 0) += sign * m;
    if (tie.turns_corners) rows(tie.corner[i], 1) += sign * j;
  }
}

void add_masses(const Rows& added, NodeState& nodes) {
  for (Index i = 0; i < nodes.count(); ++i) {
    nodes.mass(i) += added(i, 0);
    nodes.inertia(i) += added(i, 1);
  }
}

}  // namespace

Ties::Ties(const World& world, const Domain& domain, HaloExchange& halo, NodeState& nodes) {
  for (const TiedContact& contact : domain.model.tied_contacts) {
    const TieStrength& of = contact.strength;
    strength_.push_back({of.normal, of.shear, of.normal_exponent, of.shear_exponent, of.of_stress});
  }
  may_fail_ = std::ranges::any_of(strength_, &StrengthOfTies::is_limited);
  const std::vector<Tie>& all = domain.model.ties;
  if (may_fail_) load_.resize(all.size());
  on_contacts_ = SumRows("forces of tied contacts", domain.model.tied_contacts.size());
  std::int64_t n_ties[1] = {std::int64_t(all.size())};
  world.sum(std::span<std::int64_t>(n_ties));
  if (n_ties[0] == 0) return;
  force_ = SumRows("tie force", std::size_t(nodes.count()));
  moment_ = SumRows("tie moment", std::size_t(nodes.count()));
  std::vector<Index> corners;
  for (const Tie& tie : all) {
    corners.insert(corners.end(), tie.corners.begin(), tie.corners.end());
    ties_.push_back(tie_here(tie, nodes));
  }
  plan_ = sub_plan(world, domain, corners);
  halo_ = std::make_unique<HaloExchange>(world, plan_);
  for (const Neighbour& neighbour : plan_.neighbours)
    corners.insert(corners.end(), neighbour.nodes.begin(), neighbour.nodes.end());
  std::ranges::sort(corners);
  corners.erase(std::unique(corners.begin(), corners.end()), corners.end());
  corners_.assign(corners.begin(), corners.end());
  give_away_masses(domain, halo, nodes);
  set_tied_velocities(nodes);
}

void Ties::give_away_masses(const Domain& domain, HaloExchange& halo, NodeState& nodes) {
  Rows added("tied mass, inertia", std::size_t(nodes.count()));
  for (TieHere& tie : ties_) {
    tie.mass = nodes.mass(tie.node);
    tie.inertia = nodes.inertia(tie.node);
    if (tie.is_home && !tie.is_released) share_mass(tie, 1, domain.quanta, added);
  }
  halo.sum({added.data()});
  add_masses(added, nodes);
  for (const TieHere& tie : ties_) {
    if (tie.is_released) continue;
    nodes.mass(tie.node) = 0;
    if (tie.ties_rotation) nodes.inertia(tie.node) = 0;
  }
}

void Ties::masses_changed(StepState& s) {
  if (halo_) give_away_masses(s.domain, s.halo, s.nodes);
}
Ties::~Ties() = default;

void Ties::add_total_forces(StepState& s) {
  if (!halo_) return;
  if (release_failed_) release_failed_ties(s);
  Profile::Scope scope(phase<"tied contact">);
  Kokkos::deep_copy(host_space(), totals(on_contacts_), 0.0);  // the last step's are read, and every step waits
  const RowsAt force = rows_at(totals(s.nodes.force)), moment = rows_at(totals(s.nodes.moment));
  run_loop(DistributeTieForces{ties_.data(), rows_at(s.nodes.position), force, moment, sums_at(force_),
                               sums_at(moment_), sums_at(on_contacts_), s.domain.quanta.force, s.domain.quanta.moment,
                               may_fail_ ? load_.data() : nullptr},
           ties_.size(), tie_grain);
  halo_->sum({force_.data(), moment_.data()});
  run_loop(AddTieForces{corners_.data(), force, moment, rows_at(totals(force_)), rows_at(totals(moment_))},
           corners_.size());
}

void Ties::set_tied_velocities(NodeState& nodes) const {
  if (!halo_) return;
  Profile::Scope scope(phase<"tied contact">);
  run_loop(SetTiedVelocities{ties_.data(), rows_at(nodes.position), rows_at(nodes.velocity),
                             rows_at(nodes.angular_velocity)},
           ties_.size(), tie_grain);
}

void Ties::add_constraint_rows(const StepState& s, ConstraintRows& rows) const {
  for (const TieHere& tie : ties_) {
    if (tie.is_released) continue;
    rows.release(tie.node);
    const RowsAt position = rows_at(s.nodes.position);
    const TurningFace turning(tie, position);
    const Vec3 offset = position[tie.node] - tie.at_foot(position);
    // omega = sum over corners of turn[i] u_i, by columns
    const auto turn = [&](int i, int of) {
      Vec3 unit;
      unit[of] = 1;
      return turning.inverse * cross(turning.arm[i], unit);
    };
    for (int c = 0; c < 3; ++c) {
      std::vector<ConstraintRows::Term> along, about;
      for (int i = 0; i < tie.n_corners; ++i) {
        along.push_back({tie.corner[i], c, tie.weight[i]});
        if (tie.turns_corners) about.push_back({tie.corner[i], 3 + c, tie.weight[i]});
        for (int k = 0; k < 3; ++k) {
          if (tie.keeps_offset) along.push_back({tie.corner[i], k, cross(turn(i, k), offset)[c]});
          if (!tie.turns_corners) about.push_back({tie.corner[i], k, turn(i, k)[c]});
        }
      }
      rows.depend(tie.node, c, std::move(along));
      if (tie.ties_rotation) rows.depend(tie.node, 3 + c, std::move(about));
    }
  }
}

void Ties::set_velocities(StepState& s) {
  set_tied_velocities(s.nodes);
  if (may_fail_) look_for_failures(s);
}

void Ties::look_for_failures(StepState& s) {
  if (!(s.clock.dt_mid() > 0)) return;
  const auto report = [this, &s](double n_failed) {
    n_failed_ = std::size_t(n_failed);
    const Model& model = s.domain.model;
    for (std::size_t t = 0; n_failed_ > 0 && t < ties_.size(); ++t)
      if (const TieHere& tie = ties_[t]; tie.has_failed)
        s.failures.push_back({s.clock.cycle, s.clock.time, FailureKind::tie, model.nodes.id[tie.node],
                              model.tied_contacts[tie.contact].id});
  };
  sum_later(FindOverloadedTies{ties_.data(), strength_.data(), load_.data(), s.clock.dt_mid(),
                               rows_at(s.nodes.position), rows_at(s.nodes.velocity), rows_at(s.before.velocity)},
            ties_.size(), tie_grain, report);
}

void Ties::set_positions(StepState& s) {
  if (!halo_) return;
  Profile::Scope scope(phase<"tied contact">);
  run_loop(SetTiedPositions{ties_.data(), rows_at(s.nodes.position)}, ties_.size(), tie_grain);
}

void Ties::drop_dead_elements(StepState& s) {
  const Model& model = s.domain.model;
  std::vector<std::uint8_t> is_dead(ties_.size(), 0);
  for (std::size_t t = 0; t < is_dead.size(); ++t) {
    const Tie& tie = model.ties[t];
    if (!ties_[t].is_home) continue;  // other ranks do not have the element
    is_dead[t] = !(tie.shell != none ? s.status.shell_alive[tie.shell] : s.status.solid_alive[tie.solid]);
    if (is_dead[t] && !ties_[t].is_released)
      s.failures.push_back({s.clock.cycle, s.clock.time, FailureKind::tie, model.nodes.id[tie.node],
                            model.tied_contacts[tie.contact].id});
  }
  release(is_dead, s);
}

void Ties::release_failed_ties(StepState& s) {
  std::vector<std::uint8_t> has_failed;
  for (TieHere& tie : ties_) has_failed.push_back(std::exchange(tie.has_failed, false));
  release(has_failed, s);
  release_failed_ = false;
  n_failed_ = 0;
}

/// Releases ties as reported by their homes; on all ranks with the node.
void Ties::release(const std::vector<std::uint8_t>& is_dead, StepState& s) {
  if (!halo_) return;
  Profile::Scope scope(phase<"tied contact">);
  // a release in the third column of the node's row, masses for the corners in the others
  Rows sums("released", std::size_t(s.nodes.count()));
  for (std::size_t t = 0; t < ties_.size(); ++t) {
    const TieHere& tie = ties_[t];
    if (!tie.is_home || tie.is_released || !is_dead[t]) continue;
    share_mass(tie, -1, s.domain.quanta, sums);
    sums(tie.node, 2) += 1;
  }
  s.halo.sum({sums.data()});
  add_masses(sums, s.nodes);
  for (TieHere& tie : ties_) {
    if (tie.is_released || sums(tie.node, 2) == 0) continue;
    tie.is_released = true;
    s.nodes.mass(tie.node) = tie.mass;
    s.nodes.inertia(tie.node) = tie.inertia;
  }
}

std::vector<std::size_t> Ties::widths(Reduction reduction) const {
  if (reduction == Reduction::step) return std::vector<std::size_t>(may_fail_ ? 1 : 0, 1);
  return std::vector<std::size_t>(reduction == Reduction::interfaces ? on_contacts_.extent(0) : 0, 3);
}

void Ties::put_maxima(StepState&, std::span<double> out) {
  if (may_fail_) out[0] = n_failed_ > 0;
}

void Ties::put_sums(Reduction, SumShare& share) {
  for (std::size_t k = 0; k < on_contacts_.extent(0); ++k)
    share.put(RoundedVec3::from_sum(row(on_contacts_, Index(k))));
}

void Ties::take(Reduction reduction, StepState& s, std::span<const double> sums) {
  if (reduction == Reduction::step) {
    if (may_fail_) release_failed_ = sums[0] > 0;
    return;
  }
  if (reduction != Reduction::interfaces) return;
  forces_.clear();
  for (std::size_t k = 0; k < on_contacts_.extent(0); ++k) {
    const TiedContact& contact = s.domain.model.tied_contacts[k];
    if (contact.strength.softens()) continue;  // of SoftTies
    const Vec3 on_nodes{sums[3 * k], sums[3 * k + 1], sums[3 * k + 2]};
    forces_.push_back({contact.id, on_nodes, -on_nodes, {}});
  }
}

void Ties::add_rows(std::vector<ContactForce>& rows) const { rows.insert(rows.end(), forces_.begin(), forces_.end()); }

/// A tie is identified by its node. Only its home has the record of a failure in the last step; it is released in the
/// next one.
void Ties::archive(StateArchive& a, StepState& s) {
  if (!halo_) return;
  a.same(release_failed_);
  Numbered nodes = nodes_of(s.domain);
  nodes.others_know = false;
  std::vector<Index> tie_of(nodes.number.size(), none);
  for (std::size_t t = 0; t < ties_.size(); ++t) {
    tie_of[std::size_t(ties_[t].node)] = Index(t);
    nodes.is_owned[std::size_t(ties_[t].node)] = ties_[t].is_home;
  }
  std::vector<std::uint8_t> was_released(ties_.size(), 0);
  a.records("ties", nodes, [&](std::size_t i, Fields& fields) {
    if (tie_of[i] == none) return;
    const auto t = std::size_t(tie_of[i]);
    std::uint8_t has_failed = ties_[t].has_failed;
    was_released[t] = ties_[t].is_released;
    fields(was_released[t], has_failed);
    ties_[t].has_failed = has_failed != 0;
  });
  n_failed_ = std::size_t(std::ranges::count(ties_, true, &TieHere::has_failed));
  if (a.is_loading()) release(was_released, s);
}

}  // namespace crumple
