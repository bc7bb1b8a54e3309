#include "physics/joints/ties.hpp"

#include <algorithm>
#include <array>

#include "base/loops.hpp"
#include "base/profile.hpp"
#include "base/same_bits.hpp"
#include "physics/contact/closest_point.hpp"
#include "physics/contact/contact_force.hpp"
#include "physics/state/constraint_rows.hpp"
#include "physics/state/sub_plan.hpp"

namespace crumple {
namespace {

constexpr std::size_t grain = 200;  // ties that are worth waking a thread for

int n_corners(const Tie& tie) { return tie.corners[2] == tie.corners[3] ? 3 : 4; }

/// Sum of N_i x_i over rows of the corners.
Vec3 at_foot(const Tie& tie, const Rows& rows) {
  Vec3 sum;
  for (int i = 0; i < n_corners(tie); ++i) sum += tie.weights[i] * row(rows, tie.corners[i]);
  return sum;
}

/// The face of a tie, which rotates about the centre of its corners.
struct Turning {
  std::array<Vec3, 4> arm;  ///< r_i [length]
  Mat3 inverse;             ///< I^-1 [1/length^2]

  Turning(const Tie& tie, const Rows& position) {
    const int n = n_corners(tie);
    Vec3 centre;
    for (int i = 0; i < n; ++i) centre += (1.0 / n) * row(position, tie.corners[i]);
    Mat3 inertia;
    for (int i = 0; i < n; ++i) {
      arm[i] = row(position, tie.corners[i]) - centre;
      for (int a = 0; a < 3; ++a) {
        inertia(a, a) += dot(arm[i], arm[i]);
        for (int b = 0; b < 3; ++b) inertia(a, b) -= arm[i][a] * arm[i][b];
      }
    }
    // regular for every face with an area: its smallest value is the smaller spread of the corners in the plane
    const Mat3 cofactors{{cross(inertia.row[1], inertia.row[2]), cross(inertia.row[2], inertia.row[0]),
                          cross(inertia.row[0], inertia.row[1])}};
    const double determinant = dot(inertia.row[0], cofactors.row[0]);
    if (determinant > 0)
      for (int a = 0; a < 3; ++a) inverse.row[a] = (1 / determinant) * cofactors.row[a];
  }
  /// omega of the corners' velocities.
  Vec3 rate(const Tie& tie, const Rows& velocity) const {
    Vec3 sum;
    for (int i = 0; i < n_corners(tie); ++i) sum += cross(arm[i], row(velocity, tie.corners[i]));
    return inverse * sum;
  }
};

/// Adds `total` to the rows of the corners by weight; the last corner gets the remainder, so that the sum is exact.
void share(const Tie& tie, const RoundedVec3& total, const Quantum& quantum, const SumRows& rows) {
  const int last = n_corners(tie) - 1;
  RoundedVec3 rest = total;
  for (int i = 0; i < last; ++i) {
    const RoundedVec3 part = rounded(tie.weights[i] * total.value(), quantum);
    rest -= part;
    add_row(rows, tie.corners[i], part);
  }
  add_row(rows, tie.corners[last], rest);
}

/// A moment as forces on the corners without resultant.
void turn(const Tie& tie, const Turning& turning, const Vec3& moment, const Quantum& quantum, const SumRows& force) {
  const Vec3 rate = turning.inverse * moment;
  const int last = n_corners(tie) - 1;
  RoundedVec3 rest;
  for (int i = 0; i < last; ++i) {
    const RoundedVec3 part = rounded(cross(rate, turning.arm[i]), quantum);
    rest -= part;
    add_row(force, tie.corners[i], part);
  }
  add_row(force, tie.corners[last], rest);
}

double power(double base, double exponent) {
  return exponent == 2 ? base * base : exponent == 1 ? base : same_bits::pow(base, exponent);
}

/// Whether `force` of the face on the node exceeds the strength of the tie. Shell faces are two-sided: a node in the
/// face itself counts as on the side of its normal.
bool is_overloaded(const Tie& tie, const TieStrength& strength, const Vec3& force, const Rows& position) {
  std::array<Vec3, 4> corner;
  for (int i = 0; i < 4; ++i) corner[i] = row(position, tie.corners[i]);
  const Vec3 area = area_normal(corner), normal = normalized(area);
  const double height = dot(row(position, tie.node) - at_foot(tie, position), normal);
  const bool is_behind = tie.solid == none && height < -1e-9 * std::sqrt(norm(area));
  const double along = dot(force, normal), tension = std::max(0.0, is_behind ? along : -along);
  const double shear = norm(force - along * normal), unit = strength.of_stress ? tie.area : 1;
  double sum = 0;
  if (strength.normal > 0) sum += power(tension / (strength.normal * unit), strength.normal_exponent);
  if (strength.shear > 0) sum += power(shear / (strength.shear * unit), strength.shear_exponent);
  return sum >= 1;
}

void add_masses(const Rows& added, NodeState& nodes) {
  for (Index i = 0; i < nodes.count(); ++i) {
    nodes.mass(i) += added(i, 0);
    nodes.inertia(i) += added(i, 1);
  }
}

}  // namespace

/// Distributes a tied node's force and moment to its corners.
void Ties::distribute_force(std::size_t t, const Tie& tie, const Quanta& quanta, const NodeState& nodes) const {
  const RoundedVec3 force = rounded(row(nodes.force, tie.node), quanta.force);
  share(tie, force, quanta.force, force_);
  Vec3 moment;
  if (tie.ties_rotation && turns_corners_[t])
    share(tie, rounded(row(nodes.moment, tie.node), quanta.moment), quanta.moment, moment_);
  else if (tie.ties_rotation)
    moment = row(nodes.moment, tie.node);
  if (!needs_turning(tie, t)) return;
  if (tie.keeps_offset) moment += cross(row(nodes.position, tie.node) - at_foot(tie, nodes.position), force);
  turn(tie, Turning(tie, nodes.position), moment, quanta.force, force_);
}

/// Adds mass and inertia of the tied nodes to their corners, with `sign`, in columns 0 and 1 of `rows`.
void Ties::share_mass(std::size_t t, const Tie& tie, double sign, const Quanta& quanta, const Rows& rows) const {
  const int last = n_corners(tie) - 1;
  double mass = mass_[t], inertia = inertia_[t];
  for (int i = 0; i <= last; ++i) {
    const double m = i < last ? quanta.mass.round(tie.weights[i] * mass_[t]) : mass;
    const double j = i < last ? quanta.inertia.round(tie.weights[i] * inertia_[t]) : inertia;
    mass -= m;
    inertia -= j;
    rows(tie.corners[i], 0) += sign * m;
    if (turns_corners_[t]) rows(tie.corners[i], 1) += sign * j;
  }
}

Ties::Ties(const World& world, const Domain& domain, HaloExchange& halo, NodeState& nodes) {
  const std::vector<Tie>& all = domain.model.ties;
  released_.assign(all.size(), 0);
  has_failed_.assign(all.size(), 0);
  may_fail_ =
      std::ranges::any_of(domain.model.tied_contacts, [](const TiedContact& c) { return c.strength.is_limited(); });
  if (may_fail_) load_.resize(all.size());
  force_on_nodes_.assign(domain.model.tied_contacts.size(), {});
  std::int64_t n_ties[1] = {std::int64_t(all.size())};
  world.sum(std::span<std::int64_t>(n_ties));
  if (n_ties[0] == 0) return;
  force_ = SumRows("tie force", std::size_t(nodes.count()));
  moment_ = SumRows("tie moment", std::size_t(nodes.count()));
  for (const Tie& tie : all) {
    corners_.insert(corners_.end(), tie.corners.begin(), tie.corners.end());
    is_home_.push_back(tie.shell != none || tie.solid != none);
    turns_corners_.push_back(tie.ties_rotation && std::all_of(tie.corners.begin(), tie.corners.end(),
                                                              [&](Index node) { return nodes.inertia(node) > 0; }));
  }
  plan_ = sub_plan(world, domain, corners_);
  halo_ = std::make_unique<HaloExchange>(world, plan_);
  for (const Neighbour& neighbour : plan_.neighbours)
    corners_.insert(corners_.end(), neighbour.nodes.begin(), neighbour.nodes.end());
  std::sort(corners_.begin(), corners_.end());
  corners_.erase(std::unique(corners_.begin(), corners_.end()), corners_.end());
  mass_.resize(all.size());
  inertia_.resize(all.size());
  give_away_masses(domain, halo, nodes);
  set_tied_velocities(domain, nodes);
}

void Ties::give_away_masses(const Domain& domain, HaloExchange& halo, NodeState& nodes) {
  const std::vector<Tie>& all = domain.model.ties;
  Rows added("tied mass, inertia", std::size_t(nodes.count()));
  for (std::size_t t = 0; t < all.size(); ++t) {
    mass_[t] = nodes.mass(all[t].node);
    inertia_[t] = nodes.inertia(all[t].node);
    if (is_home_[t] && !released_[t]) share_mass(t, all[t], 1, domain.quanta, added);
  }
  halo.sum({added.data()});
  add_masses(added, nodes);
  for (std::size_t t = 0; t < all.size(); ++t) {
    if (released_[t]) continue;
    nodes.mass(all[t].node) = 0;
    if (all[t].ties_rotation) nodes.inertia(all[t].node) = 0;
  }
}

void Ties::masses_changed(StepState& s) {
  if (halo_) give_away_masses(s.domain, s.halo, s.nodes);
}
Ties::~Ties() = default;

void Ties::add_total_forces(StepState& s) {
  if (!halo_) return;
  if (release_failed_) release(has_failed_, s);
  release_failed_ = false;
  std::ranges::fill(has_failed_, 0);
  Profile::Scope scope(phase<"tied contact">);
  std::ranges::fill(force_on_nodes_, RoundedVec3());
  for (std::size_t t = 0; t < s.domain.model.ties.size(); ++t) {
    const Tie& tie = s.domain.model.ties[t];
    if (released_[t]) continue;
    if (is_home_[t]) {
      distribute_force(t, tie, s.domain.quanta, s.nodes);
      force_on_nodes_[tie.contact] -= rounded(row(s.nodes.force, tie.node), s.domain.quanta.force);
      if (may_fail_) load_[t] = row(s.nodes.force, tie.node);
    }
    clear_row(s.nodes.force, tie.node);
    if (tie.ties_rotation) clear_row(s.nodes.moment, tie.node);
  }
  halo_->sum({force_.data(), moment_.data()});
  for (const Index node : corners_) {
    add_row(totals(s.nodes.force), node, row(force_, node));
    add_row(totals(s.nodes.moment), node, row(moment_, node));
    clear_row(force_, node);
    clear_row(moment_, node);
  }
}

void Ties::set_tied_velocities(const Domain& domain, NodeState& nodes) const {
  if (!halo_) return;
  Profile::Scope scope(phase<"tied contact">);
  for_each("tied velocities", domain.model.ties.size(), grain, [&](std::size_t t) {
    const Tie& tie = domain.model.ties[t];
    if (released_[t]) return;
    Vec3 velocity = at_foot(tie, nodes.velocity);
    Vec3 rate = tie.ties_rotation ? at_foot(tie, nodes.angular_velocity) : Vec3{};
    if (needs_turning(tie, t)) {
      const Vec3 of_face = Turning(tie, nodes.position).rate(tie, nodes.velocity);
      if (tie.keeps_offset) velocity += cross(of_face, row(nodes.position, tie.node) - at_foot(tie, nodes.position));
      if (!turns_corners_[t]) rate = of_face;
    }
    set_row(nodes.velocity, tie.node, velocity);
    if (tie.ties_rotation) set_row(nodes.angular_velocity, tie.node, rate);
  });
}

void Ties::add_constraint_rows(const StepState& s, ConstraintRows& rows) const {
  for (std::size_t t = 0; t < s.domain.model.ties.size(); ++t) {
    const Tie& tie = s.domain.model.ties[t];
    if (released_[t]) continue;
    rows.release(tie.node);
    const std::size_t n = std::size_t(n_corners(tie));
    const Turning turning(tie, s.nodes.position);
    const Vec3 offset = row(s.nodes.position, tie.node) - at_foot(tie, s.nodes.position);
    // omega = sum over corners of turn[i] u_i, by columns
    const auto turn = [&](std::size_t i, int of) {
      Vec3 unit;
      unit[of] = 1;
      return turning.inverse * cross(turning.arm[i], unit);
    };
    for (int c = 0; c < 3; ++c) {
      std::vector<ConstraintRows::Term> along, about;
      for (std::size_t i = 0; i < n; ++i) {
        along.push_back({tie.corners[i], c, tie.weights[i]});
        if (turns_corners_[t]) about.push_back({tie.corners[i], 3 + c, tie.weights[i]});
        for (int k = 0; k < 3; ++k) {
          if (tie.keeps_offset) along.push_back({tie.corners[i], k, cross(turn(i, k), offset)[c]});
          if (!turns_corners_[t]) about.push_back({tie.corners[i], k, turn(i, k)[c]});
        }
      }
      rows.depend(tie.node, c, std::move(along));
      if (tie.ties_rotation) rows.depend(tie.node, 3 + c, std::move(about));
    }
  }
}

void Ties::set_velocities(StepState& s) {
  set_tied_velocities(s.domain, s.nodes);
  if (may_fail_) look_for_failures(s);
}

void Ties::look_for_failures(StepState& s) {
  const Model& model = s.domain.model;
  if (!(s.clock.dt_mid() > 0)) return;
  for (std::size_t t = 0; t < model.ties.size(); ++t) {
    const Tie& tie = model.ties[t];
    const TiedContact& contact = model.tied_contacts[tie.contact];
    if (!is_home_[t] || released_[t] || !contact.strength.is_limited()) continue;
    const Vec3 change = row(s.nodes.velocity, tie.node) - row(s.before.velocity, tie.node);
    const Vec3 force = (mass_[t] / s.clock.dt_mid()) * change - load_[t];
    has_failed_[t] = is_overloaded(tie, contact.strength, force, s.nodes.position);
    if (has_failed_[t])
      s.failures.push_back({s.clock.cycle, s.clock.time, FailureKind::tie, model.nodes.id[tie.node], contact.id});
  }
}

void Ties::set_positions(StepState& s) {
  if (!halo_) return;
  Profile::Scope scope(phase<"tied contact">);
  for_each("tied places", s.domain.model.ties.size(), grain, [&](std::size_t t) {
    const Tie& tie = s.domain.model.ties[t];
    if (!released_[t] && !tie.keeps_offset) set_row(s.nodes.position, tie.node, at_foot(tie, s.nodes.position));
  });
}

void Ties::drop_dead_elements(StepState& s) {
  const Model& model = s.domain.model;
  std::vector<std::uint8_t> is_dead(model.ties.size(), 0);
  for (std::size_t t = 0; t < is_dead.size(); ++t) {
    const Tie& tie = model.ties[t];
    if (!is_home_[t]) continue;  // other ranks do not have the element
    is_dead[t] = !(tie.shell != none ? s.status.shell_alive[tie.shell] : s.status.solid_alive[tie.solid]);
    if (is_dead[t] && !released_[t])
      s.failures.push_back({s.clock.cycle, s.clock.time, FailureKind::tie, model.nodes.id[tie.node],
                            model.tied_contacts[tie.contact].id});
  }
  release(is_dead, s);
}

/// Releases ties as reported by their homes; on all ranks with the node.
void Ties::release(const std::vector<std::uint8_t>& is_dead, StepState& s) {
  if (!halo_) return;
  Profile::Scope scope(phase<"tied contact">);
  // a release in the third column of the node's row, masses for the corners in the others
  Rows sums("released", std::size_t(s.nodes.count()));
  for (std::size_t t = 0; t < s.domain.model.ties.size(); ++t) {
    const Tie& tie = s.domain.model.ties[t];
    if (!is_home_[t] || released_[t] || !is_dead[t]) continue;
    share_mass(t, tie, -1, s.domain.quanta, sums);
    sums(tie.node, 2) += 1;
  }
  s.halo.sum({sums.data()});
  add_masses(sums, s.nodes);
  for (std::size_t t = 0; t < s.domain.model.ties.size(); ++t) {
    const Tie& tie = s.domain.model.ties[t];
    if (released_[t] || sums(tie.node, 2) == 0) continue;
    released_[t] = 1;
    s.nodes.mass(tie.node) = mass_[t];
    s.nodes.inertia(tie.node) = inertia_[t];
  }
}

std::vector<std::size_t> Ties::widths(Reduction reduction) const {
  if (reduction == Reduction::step) return std::vector<std::size_t>(may_fail_ ? 1 : 0, 1);
  return std::vector<std::size_t>(reduction == Reduction::interfaces ? force_on_nodes_.size() : 0, 3);
}

void Ties::put_maxima(StepState&, std::span<double> out) {
  if (may_fail_) out[0] = std::ranges::count(has_failed_, 1) > 0;
}

void Ties::put_sums(Reduction, SumShare& share) {
  for (const RoundedVec3& force : force_on_nodes_) share.put(force);
}

void Ties::take(Reduction reduction, StepState& s, std::span<const double> sums) {
  if (reduction == Reduction::step) {
    if (may_fail_) release_failed_ = sums[0] > 0;
    return;
  }
  if (reduction != Reduction::interfaces) return;
  forces_.clear();
  for (std::size_t k = 0; k < force_on_nodes_.size(); ++k) {
    const Vec3 on_nodes{sums[3 * k], sums[3 * k + 1], sums[3 * k + 2]};
    forces_.push_back({s.domain.model.tied_contacts[k].id, on_nodes, -on_nodes, {}});
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
  const std::vector<Tie>& ties = s.domain.model.ties;
  for (std::size_t t = 0; t < ties.size(); ++t) {
    tie_of[std::size_t(ties[t].node)] = Index(t);
    nodes.is_owned[std::size_t(ties[t].node)] = is_home_[t];
  }
  std::vector<std::uint8_t> was_released(ties.size(), 0);
  a.records("ties", nodes, [&](std::size_t i, Fields& fields) {
    if (tie_of[i] == none) return;
    const auto t = std::size_t(tie_of[i]);
    was_released[t] = released_[t];
    fields(was_released[t], has_failed_[t]);
  });
  if (a.is_loading()) release(was_released, s);
}

}  // namespace crumple
