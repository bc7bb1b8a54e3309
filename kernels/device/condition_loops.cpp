// Loads, constraints and plane walls on a device, a thread for each node or entry of a list.
#include "kernels/device/launch.hpp"
#include "kernels/step/plane_stop.hpp"

namespace crumple::kernels {
namespace {

using Vector = Vec3<double>;

CRUMPLE_INLINE Vector row_at(const double* rows, std::int32_t node) { return vector_at(rows + 4 * std::int64_t(node)); }
CRUMPLE_INLINE void put_row(double* rows, std::int32_t node, const Vector& v) {
  double* const row = rows + 4 * std::int64_t(node);
  row[0] = v.x;
  row[1] = v.y;
  row[2] = v.z;
}

/// As StepSum::add; `shift`: of the quantum.
CRUMPLE_INLINE void add_exactly(double x, double shift, double* levels) {
  shift *= 0x1p24;
  for (int k = 0; k < sum_levels; ++k, shift *= 0x1p-24) {
    const double multiple = (x + shift) - shift;
    levels[k] += multiple;
    x -= multiple;
  }
}

struct WeightAt {
  WeightedNodes on;
  Vector acceleration;
  CRUMPLE_INLINE std::int32_t node(std::size_t i) const { return on.node ? on.node[i] : std::int32_t(i); }
  CRUMPLE_INLINE bool acts_on(std::int32_t node) const { return !on.left_out || !on.left_out[node]; }
};
struct AddWeight : WeightAt {
  double* force;
  CRUMPLE_INLINE void operator()(std::size_t i) const {
    const std::int32_t k = node(i);
    if (!acts_on(k)) return;
    const double mass = on.share ? on.share[i] * on.mass[k] : on.mass[k];
    put_row(force, k, row_at(force, k) + mass * acceleration);
  }
};
struct WeightWork : WeightAt {
  WorkRows rows;
  CRUMPLE_INLINE void operator()(std::size_t i, double (&sums)[2 * sum_levels]) const {
    const std::int32_t k = node(i);
    if (!acts_on(k) || !on.owned[k]) return;
    const Vector its = on.share ? on.share[i] * acceleration : acceleration, force = on.mass[k] * its;
    add_exactly(rows.half_before * dot(force, row_at(rows.before, k)), rows.energy_shift, sums);
    add_exactly(rows.half_after * dot(force, row_at(rows.now, k)), rows.energy_shift, sums + sum_levels);
  }
};
WeightedNodes from(WeightedNodes on, std::size_t first) {
  if (on.node) on.node += first;
  if (on.share) on.share += first;
  return on;
}
void add_weights(const WeightedNodes& on, const double* acceleration, double* force, std::size_t first,
                 std::size_t last) {
  launch(last - first, AddWeight{{from(on, first), vector_at(acceleration)}, force});
}
void sum_weight_work(const WeightedNodes& on, const WorkRows& rows, const double* acceleration, std::size_t first,
                     std::size_t last, double* sums) {
  launch_sums<2 * sum_levels>(last - first, WeightWork{{from(on, first), vector_at(acceleration)}, rows}, sums);
}

struct Fix {
  const FixedNode* fixed;
  double *velocity, *angular_velocity;
  CRUMPLE_INLINE void operator()(std::size_t i) const {
    const std::int64_t row = 4 * std::int64_t(fixed[i].node);
    for (int k = 0; k < 3; ++k) {
      if (fixed[i].dof >> k & 1) velocity[row + k] = 0;
      if (fixed[i].dof >> (3 + k) & 1) angular_velocity[row + k] = 0;
    }
  }
};
void fix(const FixedNode* fixed, double* velocity, double* angular_velocity, std::size_t first, std::size_t last) {
  launch(last - first, Fix{fixed + first, velocity, angular_velocity});
}

struct Prescribe {
  PrescribedNodes p;
  CRUMPLE_INLINE void operator()(std::size_t i, double (&sums)[2 * sum_levels]) const {
    const std::int32_t node = p.node[i];
    const Vector direction = vector_at(p.direction), rate = row_at(p.rates, node);
    const double v0 = dot(row_at(p.before, node), direction), v1 = p.is_change ? v0 + p.value : p.value;
    const double change = v1 - dot(rate, direction);
    const Vector along = change * direction;
    put_row(p.rates, node, rate + along);
    if (!p.owned[node]) return;
    const double impulse = dot(direction, p.inertia[node] * along);
    add_exactly(0.5 * impulse * v0, p.energy_shift, sums);
    add_exactly(0.5 * impulse * v1, p.energy_shift, sums + sum_levels);
  }
};
void prescribe(const PrescribedNodes& nodes, std::size_t first, std::size_t last, double* sums) {
  PrescribedNodes rest = nodes;
  rest.node += first;
  launch_sums<2 * sum_levels>(last - first, Prescribe{rest}, sums);
}

constexpr int stop_sums = sizeof(StopSums) / sizeof(double);

struct Stop {
  PlaneStop plane;
  StoppedNodes nodes;
  CRUMPLE_INLINE void operator()(std::size_t i, double (&sums)[stop_sums]) const {
    const std::int32_t node = nodes.node[i];
    const Vector v = row_at(nodes.velocity, node), normal = vector_at(plane.normal);
    double lack;
    if (!meets_plane(plane, row_at(nodes.position, node), v, lack)) return;
    const Vector change = stop_change(plane, normal, v, lack), after = v + change;
    put_row(nodes.velocity, node, after);
    if (nodes.owned[node]) count(nodes.mass[node] * change, row_at(nodes.before, node), after, sums);
  }
  /// As WallAction::add of physics/walls/wall_penalty.hpp; in the order of StopSums.
  CRUMPLE_INLINE void count(const Vector& impulse, const Vector& before, const Vector& after, double* sums) const {
    const double share = nodes.share, motion = dot(impulse, vector_at(plane.drift));
    add_exactly(impulse.x, nodes.momentum_shift, sums);
    add_exactly(impulse.y, nodes.momentum_shift, sums + sum_levels);
    add_exactly(impulse.z, nodes.momentum_shift, sums + 2 * sum_levels);
    const Vector now = (1 - share) * before + share * after;
    const double taken = -0.5 * dot(impulse, before + after), first = -0.5 * share * dot(impulse, before + now);
    add_exactly(first, nodes.energy_shift, sums + 3 * sum_levels);
    add_exactly(share * motion, nodes.energy_shift, sums + 4 * sum_levels);
    add_exactly(taken - first, nodes.energy_shift, sums + 5 * sum_levels);
    add_exactly(motion - share * motion, nodes.energy_shift, sums + 6 * sum_levels);
  }
};
void stop(const PlaneStop& plane, const StoppedNodes& nodes, std::size_t first, std::size_t last, StopSums& sums) {
  StoppedNodes rest = nodes;
  rest.node += first;
  launch_sums<stop_sums>(last - first, Stop{plane, rest}, &sums.impulse[0][0]);
}

}  // namespace

extern const ConditionLoops launched_condition_loops;
const ConditionLoops launched_condition_loops{add_weights, sum_weight_work, fix, prescribe, stop};

}  // namespace crumple::kernels
