#include "physics/joints/ties.hpp"

#include <algorithm>
#include <array>

#include "base/loops.hpp"
#include "base/profile.hpp"

namespace crumple {
namespace {

constexpr std::size_t grain = 200;  // ties worth waking a thread for

int n_corners(const Tie& tie) { return tie.corners[2] == tie.corners[3] ? 3 : 4; }

Vec3 rounded(const Vec3& v, const Quantum& quantum) {
  return {quantum.round(v.x), quantum.round(v.y), quantum.round(v.z)};
}

/// Sum of N_i x_i over rows of the corners.
Vec3 at_foot(const Tie& tie, const Rows& rows) {
  Vec3 sum;
  for (int i = 0; i < n_corners(tie); ++i) sum += tie.weights[i] * row(rows, tie.corners[i]);
  return sum;
}

/// The turning face of a tie, about the centre of its corners.
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

bool needs_turning(const Ties& ties, const Tie& tie, std::size_t t) {
  return tie.keeps_offset || (tie.ties_rotation && !ties.turns_corners[t]);
}

/// Adds `total` (rounded) to the rows of the corners by weight; the last corner gets what the others leave, so that
/// nothing is lost.
void share(const Tie& tie, Vec3 total, const Quantum& quantum, const Rows& rows) {
  const int last = n_corners(tie) - 1;
  Vec3 rest = total;
  for (int i = 0; i < last; ++i) {
    const Vec3 part = rounded(tie.weights[i] * total, quantum);
    rest -= part;
    add_row(rows, tie.corners[i], part);
  }
  add_row(rows, tie.corners[last], rest);
}

/// A moment as forces on the corners that have no resultant.
void turn(const Tie& tie, const Turning& turning, const Vec3& moment, const Quantum& quantum, const Rows& force) {
  const Vec3 rate = turning.inverse * moment;
  const int last = n_corners(tie) - 1;
  Vec3 rest;
  for (int i = 0; i < last; ++i) {
    const Vec3 part = rounded(cross(rate, turning.arm[i]), quantum);
    rest -= part;
    add_row(force, tie.corners[i], part);
  }
  add_row(force, tie.corners[last], rest);
}

/// What a tied node's force and moment do to its corners.
void hand_on(const Ties& ties, std::size_t t, const Tie& tie, const Quanta& quanta, const NodeState& nodes) {
  const Vec3 force = row(nodes.force, tie.node);
  share(tie, force, quanta.force, ties.force);
  Vec3 moment = tie.ties_rotation ? row(nodes.moment, tie.node) : Vec3{};
  if (tie.ties_rotation && ties.turns_corners[t]) {
    share(tie, moment, quanta.moment, ties.moment);
    moment = {};
  }
  if (!needs_turning(ties, tie, t)) return;
  if (tie.keeps_offset) moment += cross(row(nodes.position, tie.node) - at_foot(tie, nodes.position), force);
  turn(tie, Turning(tie, nodes.position), moment, quanta.force, ties.force);
}

/// Mass and inertia of the tied nodes onto their corners, with `sign`, in the columns 0 and 1 of `rows`.
void share_mass(const Ties& ties, const Tie& tie, std::size_t t, double sign, const Quanta& quanta, const Rows& rows) {
  const int last = n_corners(tie) - 1;
  double mass = ties.mass[t], inertia = ties.inertia[t];
  for (int i = 0; i <= last; ++i) {
    const double m = i < last ? quanta.mass.round(tie.weights[i] * ties.mass[t]) : mass;
    const double j = i < last ? quanta.inertia.round(tie.weights[i] * ties.inertia[t]) : inertia;
    mass -= m, inertia -= j;
    rows(tie.corners[i], 0) += sign * m;
    if (ties.turns_corners[t]) rows(tie.corners[i], 1) += sign * j;
  }
}

}  // namespace

Ties make_ties(const World& world, const Domain& domain, HaloExchange& halo, NodeState& nodes, TieState& state) {
  const std::vector<Tie>& all = domain.model.ties;
  Ties ties;
  state.released.assign(all.size(), 0);
  state.force_on_nodes.assign(domain.model.tied_contacts.size(), {});
  std::int64_t n_ties[1] = {std::int64_t(all.size())};
  world.sum(std::span<std::int64_t>(n_ties));
  if (n_ties[0] == 0) return ties;
  ties.halo = std::make_unique<HaloExchange>(world, domain.tie_halo);
  ties.force = Rows("tie force", std::size_t(nodes.count()));
  ties.moment = Rows("tie moment", std::size_t(nodes.count()));
  nodes.own_mass = Column("own mass", std::size_t(nodes.count()));
  Kokkos::deep_copy(nodes.own_mass, nodes.mass);
  for (const Neighbour& neighbour : domain.tie_halo.neighbours)
    ties.corners.insert(ties.corners.end(), neighbour.nodes.begin(), neighbour.nodes.end());
  for (const Tie& tie : all) {
    ties.corners.insert(ties.corners.end(), tie.corners.begin(), tie.corners.end());
    ties.is_home.push_back(tie.shell != none || tie.solid != none);
    ties.turns_corners.push_back(tie.ties_rotation && std::all_of(tie.corners.begin(), tie.corners.end(),
                                                                  [&](Index node) { return nodes.inertia(node) > 0; }));
    ties.mass.push_back(nodes.mass(tie.node));
    ties.inertia.push_back(nodes.inertia(tie.node));
  }
  std::sort(ties.corners.begin(), ties.corners.end());
  ties.corners.erase(std::unique(ties.corners.begin(), ties.corners.end()), ties.corners.end());
  Rows added("tied mass, inertia", std::size_t(nodes.count()));
  for (std::size_t t = 0; t < all.size(); ++t)
    if (ties.is_home[t]) share_mass(ties, all[t], t, 1, domain.quanta, added);
  halo.sum({added.data()});
  for (Index i = 0; i < nodes.count(); ++i) nodes.mass(i) += added(i, 0), nodes.inertia(i) += added(i, 1);
  for (const Tie& tie : all) {
    nodes.mass(tie.node) = 0;
    if (tie.ties_rotation) nodes.inertia(tie.node) = 0;
  }
  set_tied_velocities(ties, domain, state, nodes);
  return ties;
}

void gather_tied_forces(Ties& ties, const Domain& domain, NodeState& nodes, TieState& state) {
  if (!ties.halo) return;
  Profile::Scope scope("tied contact");
  std::fill(state.force_on_nodes.begin(), state.force_on_nodes.end(), Vec3{});
  for (std::size_t t = 0; t < domain.model.ties.size(); ++t) {
    const Tie& tie = domain.model.ties[t];
    if (state.released[t]) continue;
    if (ties.is_home[t]) {
      hand_on(ties, t, tie, domain.quanta, nodes);
      state.force_on_nodes[tie.contact] -= row(nodes.force, tie.node);
    }
    set_row(nodes.force, tie.node, {});
    if (tie.ties_rotation) set_row(nodes.moment, tie.node, {});
  }
  ties.halo->sum({ties.force.data(), ties.moment.data()});
  for (const Index node : ties.corners) {
    add_row(nodes.force, node, row(ties.force, node));
    add_row(nodes.moment, node, row(ties.moment, node));
    set_row(ties.force, node, {});
    set_row(ties.moment, node, {});
  }
}

void set_tied_velocities(const Ties& ties, const Domain& domain, const TieState& state, NodeState& nodes) {
  if (!ties.halo) return;
  Profile::Scope scope("tied contact");
  for_each("tied velocities", domain.model.ties.size(), grain, [&](std::size_t t) {
    const Tie& tie = domain.model.ties[t];
    if (state.released[t]) return;
    Vec3 velocity = at_foot(tie, nodes.velocity);
    Vec3 rate = tie.ties_rotation ? at_foot(tie, nodes.angular_velocity) : Vec3{};
    if (needs_turning(ties, tie, t)) {
      const Vec3 of_face = Turning(tie, nodes.position).rate(tie, nodes.velocity);
      if (tie.keeps_offset) velocity += cross(of_face, row(nodes.position, tie.node) - at_foot(tie, nodes.position));
      if (!ties.turns_corners[t]) rate = of_face;
    }
    set_row(nodes.velocity, tie.node, velocity);
    if (tie.ties_rotation) set_row(nodes.angular_velocity, tie.node, rate);
  });
}

void place_tied_nodes(const Ties& ties, const Domain& domain, const TieState& state, NodeState& nodes) {
  if (!ties.halo) return;
  Profile::Scope scope("tied contact");
  for_each("tied places", domain.model.ties.size(), grain, [&](std::size_t t) {
    const Tie& tie = domain.model.ties[t];
    if (!state.released[t] && !tie.keeps_offset) set_row(nodes.position, tie.node, at_foot(tie, nodes.position));
  });
}

std::vector<std::uint8_t> overdue_ties(const Ties& ties, const Domain& domain, const ElementStatus& status) {
  std::vector<std::uint8_t> overdue(domain.model.ties.size(), 0);
  for (std::size_t t = 0; t < overdue.size(); ++t) {
    const Tie& tie = domain.model.ties[t];
    if (ties.is_home[t]) overdue[t] = !(tie.shell != none ? status.shell_alive[tie.shell] : status.solid_alive[tie.solid]);
  }
  return overdue;
}

void release_ties(const Ties& ties, const Domain& domain, const std::vector<std::uint8_t>& going, HaloExchange& halo,
                  NodeState& nodes, TieState& state) {
  if (!ties.halo) return;
  Profile::Scope scope("tied contact");
  // a release in the third column of the node's row, masses for the corners in the others
  Rows sums("released", std::size_t(nodes.count()));
  for (std::size_t t = 0; t < domain.model.ties.size(); ++t) {
    const Tie& tie = domain.model.ties[t];
    if (!ties.is_home[t] || state.released[t] || !going[t]) continue;
    share_mass(ties, tie, t, -1, domain.quanta, sums);
    sums(tie.node, 2) += 1;
  }
  halo.sum({sums.data()});
  for (Index i = 0; i < nodes.count(); ++i) nodes.mass(i) += sums(i, 0), nodes.inertia(i) += sums(i, 1);
  for (std::size_t t = 0; t < domain.model.ties.size(); ++t) {
    const Tie& tie = domain.model.ties[t];
    if (state.released[t] || sums(tie.node, 2) == 0) continue;
    state.released[t] = 1;
    nodes.mass(tie.node) = ties.mass[t];
    nodes.inertia(tie.node) = ties.inertia[t];
  }
}

std::vector<double> tie_partials(const TieState& state) {
  std::vector<double> partials;
  for (const Vec3& force : state.force_on_nodes) partials.insert(partials.end(), {force.x, force.y, force.z});
  return partials;
}

std::vector<ContactForce> tie_forces(const Domain& domain, std::span<const double> sums) {
  std::vector<ContactForce> forces;
  for (std::size_t k = 0; k < domain.model.tied_contacts.size(); ++k) {
    const Vec3 on_nodes{sums[3 * k], sums[3 * k + 1], sums[3 * k + 2]};
    forces.push_back({domain.model.tied_contacts[k].id, on_nodes, -on_nodes, 0.0});
  }
  return forces;
}

}  // namespace crumple
