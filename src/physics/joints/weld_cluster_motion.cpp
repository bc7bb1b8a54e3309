#include "physics/joints/weld_cluster_motion.hpp"

#include "kernels/step/rigid_motion.hpp"  // after Kokkos, of which it uses parts
#include "physics/conditions/constraints.hpp"

namespace crumple {
namespace {

using One = kernels::PackDouble;  // of one lane outside of the kernels' libraries
static_assert(One::size() == 1);
using Vector = kernels::Vec3<One>;

Vector packed(const Vec3& v) { return {One(v.x), One(v.y), One(v.z)}; }
Vec3 unpacked(const Vector& v) { return {v.x[0], v.y[0], v.z[0]}; }

Mat3 unpacked(const kernels::SymmetricTensor<One>& t) {
  return {{Vec3{t.xx[0], t.xy[0], t.xz[0]}, Vec3{t.xy[0], t.yy[0], t.yz[0]}, Vec3{t.xz[0], t.yz[0], t.zz[0]}}};
}

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
    direction.push_back(along);
    response.push_back(to);
    value.push_back(target);
  }
  void apply(Vec3& v) const {
    for (std::size_t k = 0; k < value.size(); ++k)
      v += ((value[k] - dot(direction[k], v)) / dot(direction[k], response[k])) * response[k];
  }
};

constexpr std::size_t no_place = std::size_t(-1);

/// A cluster in a step, with its active ties.
struct ClusterMotion {
  const WeldCluster& cluster;
  const Model& model;
  const Clock& clock;
  WeldState& state;
  NodeState& nodes;
  double mass = 0;
  std::size_t pivot = no_place;    ///< the node tied in three directions
  kernels::RigidSums<One> sums{};  ///< about the centre of mass, or about the pivot

  bool has_ties() const { return cluster.last_tie > cluster.first_tie; }

  /// Calls use(tie) for the active ones of translations or rotations.
  template <class Use>
  void for_each_tie(bool rotation, Use use) const {
    for (std::size_t t = cluster.first_tie; t < cluster.last_tie; ++t) {
      const WeldTie& tie = state.ties[t];
      const bool is_on = tie.motion == none || is_active(model.motions[tie.motion], clock);
      if (tie.rotation == rotation && is_on) use(tie);
    }
  }

  void find_pivot() {
    for (std::size_t place = cluster.first_node; place < cluster.last_node && pivot == no_place; ++place) {
      std::vector<Vec3> basis;
      for_each_tie(false, [&](const WeldTie& tie) {
        if (tie.place == place) extend_basis(basis, tie.direction);
      });
      if (basis.size() == 3) pivot = place;
    }
  }

  /// Mass, momentum and inertia with the velocities after the kick.
  void add_up() {
    const Vec3 origin = row(nodes.position, state.nodes[cluster.first_node]);
    Vec3 first, momentum;
    for (std::size_t p = cluster.first_node; p < cluster.last_node; ++p) {
      const Index node = state.nodes[p];
      mass += nodes.mass(node);
      first += nodes.mass(node) * (row(nodes.position, node) - origin);
      momentum += nodes.mass(node) * row(nodes.velocity, node);
    }
    const double scale = mass > 0 ? 1 / mass : 0;
    sums.center = packed(pivot == no_place ? origin + scale * first : row(nodes.position, state.nodes[pivot]));
    sums.velocity = packed(pivot == no_place ? scale * momentum : row(nodes.velocity, state.nodes[pivot]));
    for (std::size_t p = cluster.first_node; p < cluster.last_node; ++p) {
      const Index node = state.nodes[p];
      sums.add(One(nodes.mass(node)), One(nodes.inertia(node)), packed(row(nodes.position, node)) - sums.center,
               packed(row(nodes.velocity, node)), packed(row(nodes.angular_velocity, node)));
    }
  }

  /// Sets the velocity of the centre to that of the ties; returns its change.
  Vec3 tie_translation() {
    Tied tied;
    for_each_tie(false, [&](const WeldTie& tie) {
      tied.add(tie.direction, dot(tie.direction, row(nodes.velocity, state.nodes[tie.place])), Mat3::identity());
    });
    const Vec3 free = unpacked(sums.velocity);
    Vec3 velocity = free;
    tied.apply(velocity);
    sums.velocity = packed(velocity);
    return velocity - free;
  }

  /// Half the rotation of the step that conserves the cluster's angular momentum, as far as ties permit.
  Vector half_turn() const {
    const kernels::TurnEquation<One> equation(sums, clock.dt);
    Tied tied;
    const Mat3 compliance = unpacked(equation.compliance);
    for_each_tie(true, [&](const WeldTie& tie) {
      const double spin = dot(tie.direction, row(nodes.angular_velocity, state.nodes[tie.place]));
      tied.add(tie.direction, 0.5 * clock.dt * spin, compliance);
    });
    const auto constrain = [&](Vector& a) {
      Vec3 v = unpacked(a);
      tied.apply(v);
      a = packed(v);
    };
    Vector start = packed({});
    constrain(start);
    return equation.solve(start, 20, constrain);
  }

  /// Sets velocities and constraint forces; returns the total change of momentum.
  Vec3 set_rigid_motion(const Vector& a) {
    const kernels::RigidStep<One> motion(sums.velocity, a, clock.dt);
    const double per_time = 1 / clock.dt_mid();
    Vec3 impulse;
    for (std::size_t p = cluster.first_node; p < cluster.last_node; ++p) {
      const Index node = state.nodes[p];
      const Vec3 velocity = unpacked(motion.velocity_at(packed(row(nodes.position, node)) - sums.center));
      const Vec3 change = nodes.mass(node) * (velocity - row(nodes.velocity, node));
      impulse += change;
      state.constraint_force[p] = per_time * change;
      set_row(nodes.velocity, node, velocity);
      if (nodes.inertia(node) > 0) set_row(nodes.angular_velocity, node, unpacked(motion.angular_velocity()));
    }
    return impulse;
  }
};

}  // namespace

WeldTieWork advance_cluster(const WeldCluster& cluster, const Model& model, const Clock& clock,
                            const PreviousVelocity& before, WeldsAndNodes& welds) {
  ClusterMotion motion{cluster, model, clock, welds.state, welds.nodes};
  if (motion.has_ties()) motion.find_pivot();
  motion.add_up();
  if (!(motion.mass > 0)) return {};
  const bool moves_by_ties = motion.has_ties() && motion.pivot == no_place;
  const Vec3 change = moves_by_ties ? motion.tie_translation() : Vec3{};
  const Vec3 impulse = motion.set_rigid_motion(motion.half_turn());
  if (!motion.has_ties() || (moves_by_ties && norm(change) == 0)) return {};
  const std::size_t place = moves_by_ties ? welds.state.ties[cluster.first_tie].place : motion.pivot;
  const Index node = welds.state.nodes[place];
  return {0.5 * dot(impulse, row(before.velocity, node)), 0.5 * dot(impulse, row(welds.nodes.velocity, node))};
}

void set_link_force(const WeldLink& link, const NodeState& nodes, WeldState& state) {
  Vec3 force;  // on the side of nodes[1]
  for (const std::size_t place : link.side) force += link.sign * state.constraint_force[place];
  const Vec3 along = row(nodes.position, link.nodes[1]) - row(nodes.position, link.nodes[0]);
  const auto in_link = kernels::force_in_link(packed(along), packed(force));
  state.normal_force[link.weld] = in_link.normal[0];
  state.shear_force[link.weld] = in_link.shear[0];
}

}  // namespace crumple
