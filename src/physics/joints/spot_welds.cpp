#include "physics/joints/spot_welds.hpp"

#include <sleef.h>

#include <algorithm>
#include <utility>

#include "base/loops.hpp"
#include "base/profile.hpp"
#include "kernels/step/interface.hpp"

namespace crumple {
namespace {

constexpr std::size_t grain = 50;        // clusters or links worth waking a thread for
constexpr std::size_t block_grain = 30;  // blocks of pairs

struct Welds {
  std::vector<Index> list;
  Welds& operator+=(const Welds& next) {
    list.insert(list.end(), next.list.begin(), next.list.end());
    return *this;
  }
};

/// Mass, momentum and inertia of a cluster about its centre (or pivot), with the velocities after the kick.
struct ClusterSums {
  double mass = 0;
  Vec3 center, velocity;    ///< of the centre of mass, or of the pivot
  Mat3 point_inertia;       ///< of the point masses about it
  double spin_inertia = 0;  ///< of the nodes themselves
  Vec3 angular_momentum;    ///< about it
};

/// Components of a vector prescribed along directions that are conjugate in the metric of `response`.
struct Tied {
  std::vector<Vec3> direction, response;
  std::vector<double> value;

  void add(Vec3 along, double target, const Mat3& compliance) {
    const double before = dot(along, compliance * along);
    for (std::size_t k = 0; k < value.size(); ++k) {
      const double share = dot(along, response[k]) / dot(direction[k], response[k]);
      along -= share * direction[k];
      target -= share * value[k];
    }
    const Vec3 to = compliance * along;
    if (value.size() == 3 || !(dot(along, to) > 1e-12 * before)) return;
    direction.push_back(along), response.push_back(to), value.push_back(target);
  }
  void apply(Vec3& v) const {
    for (std::size_t k = 0; k < value.size(); ++k)
      v += ((value[k] - dot(direction[k], v)) / dot(direction[k], response[k])) * response[k];
  }
};

bool is_active_tie(const WeldTie& tie, const Model& model, const Clock& clock) {
  return tie.motion == none || is_active(model.motions[tie.motion], clock);
}

/// The node tied in three directions, if there is one; else a null place.
constexpr std::size_t no_place = std::size_t(-1);
std::size_t find_pivot(const WeldState& state, const WeldCluster& cluster, const Model& model, const Clock& clock) {
  for (std::size_t place = cluster.first_node; place < cluster.last_node; ++place) {
    std::vector<Vec3> basis;
    for (std::size_t t = cluster.first_tie; t < cluster.last_tie; ++t) {
      const WeldTie& tie = state.ties[t];
      if (tie.place == place && !tie.rotation && is_active_tie(tie, model, clock)) extend_basis(basis, tie.direction);
    }
    if (basis.size() == 3) return place;
  }
  return no_place;
}

/// Symmetric to the last bit.
void add_point_inertia(Mat3& inertia, double mass, const Vec3& r) {
  const double square = dot(r, r);
  for (int i = 0; i < 3; ++i) {
    inertia(i, i) += mass * square;
    for (int j = 0; j < 3; ++j) inertia(i, j) -= mass * r[std::min(i, j)] * r[std::max(i, j)];
  }
}

ClusterSums sum_cluster(const WeldState& state, const WeldCluster& cluster, const NodeState& nodes, std::size_t pivot) {
  ClusterSums sums;
  const Vec3 origin = row(nodes.position, state.nodes[cluster.first_node]);
  Vec3 first, momentum;
  for (std::size_t p = cluster.first_node; p < cluster.last_node; ++p) {
    const Index node = state.nodes[p];
    sums.mass += nodes.mass(node);
    first += nodes.mass(node) * (row(nodes.position, node) - origin);
    momentum += nodes.mass(node) * row(nodes.velocity, node);
  }
  const double scale = sums.mass > 0 ? 1 / sums.mass : 0;
  sums.center = pivot == no_place ? origin + scale * first : row(nodes.position, state.nodes[pivot]);
  sums.velocity = pivot == no_place ? scale * momentum : row(nodes.velocity, state.nodes[pivot]);
  for (std::size_t p = cluster.first_node; p < cluster.last_node; ++p) {
    const Index node = state.nodes[p];
    const double m = nodes.mass(node), j = nodes.inertia(node);
    const Vec3 r = row(nodes.position, node) - sums.center;
    add_point_inertia(sums.point_inertia, m, r);
    sums.spin_inertia += j;
    sums.angular_momentum +=
        cross(r, m * (row(nodes.velocity, node) - sums.velocity)) + j * row(nodes.angular_velocity, node);
  }
  return sums;
}

/// Inverse of a symmetric matrix after making it regular by 1e-8 of its trace; zero for zero.
Mat3 regular_inverse(Mat3 a) {
  const double shift = 1e-8 * (a(0, 0) + a(1, 1) + a(2, 2));
  for (int i = 0; i < 3; ++i) a(i, i) += shift;
  const Mat3 cofactors{{cross(a.row[1], a.row[2]), cross(a.row[2], a.row[0]), cross(a.row[0], a.row[1])}};
  const double determinant = dot(a.row[0], cofactors.row[0]);
  Mat3 inverse;
  for (int i = 0; i < 3 && determinant > 0; ++i) inverse.row[i] = (1 / determinant) * cofactors.row[i];
  return inverse;
}

/// Half the turn of the step in Cayley's form, a = dt omega / 2, with which the cluster keeps its angular momentum:
/// (I a + a x I a) / (1 + a^2) + J a = dt L / 2, solved by iteration (error falls by |a| each time).
Vec3 solve_half_turn(const ClusterSums& sums, const Mat3& compliance, const Tied& tied, double dt) {
  const Vec3 target = (0.5 * dt) * sums.angular_momentum;
  const double accuracy = 1e-15 * norm(target);
  Vec3 a;
  tied.apply(a);
  for (int iteration = 0; iteration < 20; ++iteration) {
    const Vec3 l = sums.point_inertia * a;
    const Vec3 rest = target - (1 / (1 + dot(a, a))) * (l + cross(a, l)) - sums.spin_inertia * a;
    if (norm(rest) <= accuracy) break;
    a += compliance * rest;
    tied.apply(a);
  }
  return a;
}

/// Work of fixed and prescribed nodes on the rest of their cluster, split at t(n).
struct TieWork {
  double before = 0, after = 0;
};

/// Gives the centre the velocity of the ties; returns its change.
Vec3 tie_translation(const WeldState& state, const WeldCluster& cluster, const Model& model, const Clock& clock,
                     const NodeState& nodes, ClusterSums& sums) {
  Tied tied;
  for (std::size_t t = cluster.first_tie; t < cluster.last_tie; ++t) {
    const WeldTie& tie = state.ties[t];
    if (tie.rotation || !is_active_tie(tie, model, clock)) continue;
    tied.add(tie.direction, dot(tie.direction, row(nodes.velocity, state.nodes[tie.place])), Mat3::identity());
  }
  const Vec3 free = sums.velocity;
  tied.apply(sums.velocity);
  return sums.velocity - free;
}

Tied tie_rotation(const WeldState& state, const WeldCluster& cluster, const Model& model, const Clock& clock,
                  const NodeState& nodes, const Mat3& compliance) {
  Tied tied;
  for (std::size_t t = cluster.first_tie; t < cluster.last_tie; ++t) {
    const WeldTie& tie = state.ties[t];
    if (!tie.rotation || !is_active_tie(tie, model, clock)) continue;
    const double spin = dot(tie.direction, row(nodes.angular_velocity, state.nodes[tie.place]));
    tied.add(tie.direction, 0.5 * clock.dt * spin, compliance);
  }
  return tied;
}

/// Sets the rigid motion; returns the total change of momentum.
Vec3 set_rigid_motion(const WeldCluster& cluster, const ClusterSums& sums, const Vec3& a, const Clock& clock,
                      WeldState& state, NodeState& nodes) {
  const double rate = 2 / clock.dt, factor = rate / (1 + dot(a, a)), per_time = 1 / clock.dt_mid();
  Vec3 impulse;
  for (std::size_t p = cluster.first_node; p < cluster.last_node; ++p) {
    const Index node = state.nodes[p];
    const Vec3 r = row(nodes.position, node) - sums.center, turn = cross(a, r);
    const Vec3 velocity = sums.velocity + factor * (turn + cross(a, turn));
    const Vec3 change = nodes.mass(node) * (velocity - row(nodes.velocity, node));
    impulse += change;
    state.constraint_force[p] = per_time * change;
    set_row(nodes.velocity, node, velocity);
    if (nodes.inertia(node) > 0) set_row(nodes.angular_velocity, node, rate * a);
  }
  return impulse;
}

void advance_cluster(const WeldCluster& cluster, const Model& model, const Clock& clock, const PreviousVelocity& before,
                     WeldState& state, NodeState& nodes, TieWork* work) {
  const bool has_ties = cluster.last_tie > cluster.first_tie;
  const std::size_t pivot = has_ties ? find_pivot(state, cluster, model, clock) : no_place;
  ClusterSums sums = sum_cluster(state, cluster, nodes, pivot);
  if (!(sums.mass > 0)) return;
  Vec3 change;
  if (has_ties && pivot == no_place) change = tie_translation(state, cluster, model, clock, nodes, sums);
  Mat3 inertia = sums.point_inertia;
  for (int i = 0; i < 3; ++i) inertia(i, i) += sums.spin_inertia;
  const Mat3 compliance = regular_inverse(inertia);
  const Tied tied = has_ties ? tie_rotation(state, cluster, model, clock, nodes, compliance) : Tied{};
  const Vec3 a = solve_half_turn(sums, compliance, tied, clock.dt);
  const Vec3 impulse = set_rigid_motion(cluster, sums, a, clock, state, nodes);
  if (!work || !has_ties || (pivot == no_place && norm(change) == 0)) return;
  const Index node = state.nodes[pivot == no_place ? state.ties[cluster.first_tie].place : pivot];
  *work = {0.5 * dot(impulse, row(before.velocity, node)), 0.5 * dot(impulse, row(nodes.velocity, node))};
}

double power(double base, double exponent) {
  if (base <= 0) return 0;
  return exponent == 2 ? base * base : exponent == 1 ? base : Sleef_cinz_powd1_u10purec(base, exponent);
}

bool is_overloaded(const SpotWeld& weld, double normal, double shear, double time) {
  if (time >= weld.failure_time) return true;
  double load = 0;
  if (weld.normal_strength > 0) load += power(normal / weld.normal_strength, weld.normal_exponent);
  if (weld.shear_strength > 0) load += power(shear / weld.shear_strength, weld.shear_exponent);
  return load >= 1;
}

/// Sets the link's normal and shear force; true if they are too much.
bool load_link(const WeldLink& link, const Domain& domain, const Clock& clock, const NodeState& nodes,
               WeldState& state) {
  Vec3 force;  // on the side of nodes[1]
  for (const std::size_t place : link.side) force += link.sign * state.constraint_force[place];
  const Vec3 direction = normalized(row(nodes.position, link.nodes[1]) - row(nodes.position, link.nodes[0]));
  const bool has_length = dot(direction, direction) > 0;
  const double normal = has_length ? -dot(force, direction) : norm(force);
  const double shear = has_length ? norm(force + normal * direction) : 0.0;
  state.normal_force[link.weld] = normal;
  state.shear_force[link.weld] = shear;
  return is_overloaded(domain.model.spot_welds[link.weld], normal, shear, clock.time);
}

/// Advances the pairs, tells their forces by weld, and lists those that fail.
Welds advance_pairs(const Domain& domain, const Clock& clock, WeldState& state, NodeState& nodes) {
  WeldBlocks& pairs = state.pairs;
  const kernels::WeldPairs input{pairs.nodes.data(), pairs.from_first.data(), pairs.normal_force.data(),
                                 pairs.shear_force.data(), pairs.weld.size()};
  const kernels::WeldRows rows{nodes.position.data(), nodes.velocity.data(), nodes.angular_velocity.data(),
                               nodes.mass.data(), nodes.inertia.data()};
  const std::size_t n_blocks = pairs.from_first.size() / kernels::weld_lanes;
  for_ranges("spot welds", n_blocks, block_grain, [&](std::size_t first, std::size_t last) {
    nodes.kernels->advance_weld_pairs(input, rows, clock.dt, clock.dt_mid(), first, last);
    const std::size_t end = std::min(last * kernels::weld_lanes, pairs.weld.size());
    for (std::size_t at = first * kernels::weld_lanes; at < end; ++at) {
      state.normal_force[pairs.weld[at]] = pairs.normal_force[at];
      state.shear_force[pairs.weld[at]] = pairs.shear_force[at];
    }
  });
  return sum_ranges("weld failure", pairs.that_may_fail.size(), grain, Welds{}, [&](std::size_t first, std::size_t last) {
    Welds failed;
    for (std::size_t i = first; i < last; ++i) {
      const std::size_t at = pairs.that_may_fail[i];
      const Index weld = pairs.weld[at];
      if (is_overloaded(domain.model.spot_welds[weld], pairs.normal_force[at], pairs.shear_force[at], clock.time))
        failed.list.push_back(weld);
    }
    return failed;
  });
}

/// The same for the other clusters, one by one. Clusters share no nodes, so those whose work need not be counted are
/// advanced in parallel.
Welds advance_others(const Domain& domain, const Clock& clock, const PreviousVelocity& before, WeldState& state,
                     NodeState& nodes, EnergyLedger& ledger) {
  const Model& model = domain.model;
  for_each("spot welds", state.other_clusters.size(), grain, [&](std::size_t c) {
    const WeldCluster& cluster = state.clusters[state.other_clusters[c]];
    if (cluster.first_tie == cluster.last_tie) advance_cluster(cluster, model, clock, before, state, nodes, nullptr);
  });
  for (const std::size_t c : state.other_clusters) {
    const WeldCluster& cluster = state.clusters[c];
    if (cluster.first_tie == cluster.last_tie) continue;
    TieWork work;
    advance_cluster(cluster, model, clock, before, state, nodes, &work);
    if (!domain.owns_node[state.nodes[cluster.first_node]]) continue;
    ledger.external_work += domain.quanta.energy.round(work.before);
    state.ahead.external += domain.quanta.energy.round(work.after);
  }
  return sum_ranges("weld forces", state.links.size(), grain, Welds{}, [&](std::size_t first, std::size_t last) {
    Welds failed;
    for (std::size_t l = first; l < last; ++l)
      if (load_link(state.links[l], domain, clock, nodes, state)) failed.list.push_back(state.links[l].weld);
    return failed;
  });
}

/// What a weld has between two steps, in an archive.
struct WeldRecord {
  double normal_force = 0, shear_force = 0;
  std::uint64_t failed = 0;
};

Records save_welds(const Domain& domain, const WeldState& welds) {
  Records records;
  for (std::size_t w = 0; w < domain.global_spot_weld.size(); ++w) {
    if (!domain.owns_node[domain.model.spot_welds[w].nodes[0]]) continue;
    put(records.bytes, WeldRecord{welds.normal_force[w], welds.shear_force[w], welds.failed[w]});
    records.close(domain.global_spot_weld[w]);
  }
  return records;
}

void load_welds(const Records& records, WeldState& welds) {
  for (std::size_t w = 0; w < records.count(); ++w) {
    std::span<const std::byte> rest = records[w];
    const auto record = take<WeldRecord>(rest);
    welds.normal_force[w] = record.normal_force;
    welds.shear_force[w] = record.shear_force;
    welds.failed[w] = std::uint8_t(record.failed);
  }
}

}  // namespace

void SpotWelds::set_velocities(StepState& s) {
  Profile::Scope scope("spot welds");
  s.ledger.external_work += state_.ahead.external;
  state_.ahead = {};
  if (state_.clusters.empty() || !(s.clock.dt > 0)) return;
  Welds failed = advance_pairs(s.domain, s.clock, state_, s.nodes);
  failed += advance_others(s.domain, s.clock, s.before, state_, s.nodes, s.ledger);
  std::vector<Index>& failures = failed.list;
  std::sort(failures.begin(), failures.end());
  for (const Index weld : failures) {
    state_.failed[weld] = 1;
    const SpotWeld& of_model = s.domain.model.spot_welds[weld];  // on all ranks that have a node: the first one's tells
    if (s.domain.owns_node[of_model.nodes[0]])
      s.failures.push_back({s.clock.cycle, s.clock.time, FailureKind::spot_weld, of_model.id});
  }
  if (!failures.empty()) rebuild_clusters(s.domain, state_);
}

void SpotWelds::add_rows(std::vector<WeldForce>& rows) const {
  for (std::size_t w = 0; w < state_.failed.size(); ++w) {
    const SpotWeld& weld = domain_.model.spot_welds[w];
    if (!domain_.owns_node[weld.nodes[0]]) continue;
    WeldForce force{.weld = weld.id, .failed = state_.failed[w] != 0};
    if (!force.failed) {
      force.axial = state_.normal_force[w];
      force.shear = state_.shear_force[w];
    }
    rows.push_back(force);
  }
}

void SpotWelds::archive(StateArchive& a, StepState& s) {
  a.sum(state_.ahead.external);
  if (!a.is_loading()) return a.put_records("spot welds", s.domain.n_global_spot_welds, save_welds(s.domain, state_));
  const std::vector<std::int64_t> wanted(s.domain.global_spot_weld.begin(), s.domain.global_spot_weld.end());
  load_welds(a.get_records("spot welds", s.domain.n_global_spot_welds, wanted), state_);
  rebuild_clusters(s.domain, state_);
}

}  // namespace crumple
