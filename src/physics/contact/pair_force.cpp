#include "physics/contact/pair_force.hpp"

#include "base/loops.hpp"
#include "physics/contact/contact_force.hpp"
#include "physics/contact/contact_surfaces.hpp"
#include "physics/contact/row_adder.hpp"

namespace crumple {
namespace {

constexpr std::size_t block_grain = 2;  // blocks whose forces are worth waking a thread for

/// One of the ranks that evaluate a pair counts it.
bool counts(const PairForce& pair, const ContactSurfaces& surfaces) {
  return pair.node[0] < surfaces.nodes.n_local && surfaces.domain->owns_node[pair.node[0]];
}

void add_force(const PairForce& pair, const RoundedVec3& force, Index n_local, const RowAdder& add,
               const Quantum& quantum) {
  share_among(pair, pair.first(), force, quantum, [&](int i, const RoundedVec3& part) {
    if (pair.node[i] < n_local) add(pair.node[i], part);
  });
  share_among(pair, pair.second(), force, quantum, [&](int i, const RoundedVec3& part) {
    if (pair.node[i] < n_local) add(pair.node[i], -part);
  });
}

SlidingEnergy work_of(const PairForce& pair, const ContactNodes& nodes, FirstSide side, double dt) {
  Vec3 first;  // velocity of the first side at the point of contact
  for (int i = 0; i < pair.n_first; ++i) first += pair.weight[i] * nodes.velocity(pair.node[i]);
  Vec3 relative = first;
  for (int i = pair.n_first; i < pair.n; ++i)
    if (pair.weight[i] != 0) relative -= pair.weight[i] * nodes.velocity(pair.node[i]);
  const double total = -0.5 * dt * dot(pair.force, relative), friction = -0.5 * dt * dot(pair.friction, relative);
  if (side == FirstSide::both) return {total, total, friction};
  const double of_first = -0.5 * dt * dot(pair.force, first);
  return {total, side == FirstSide::a ? of_first : total - of_first, friction};
}

}  // namespace

RoundedVec3 add_forces(const PairForces& forces, const ContactSurfaces& surfaces, const SumRows& rows,
                       const Quantum& quantum) {
  const RowAdder add{rows, n_parts_of(forces.size(), block_grain) > 1};
  const auto add_blocks = [&](std::size_t first, std::size_t last) {
    RoundedVec3 here;
    for (std::size_t b = first; b < last; ++b)
      for (const PairForce& pair : forces[b]) {
        const RoundedVec3 force = rounded(pair.force, quantum);
        add_force(pair, force, surfaces.nodes.n_local, add, quantum);
        if (counts(pair, surfaces)) here += force;
      }
    return here;
  };
  return sum_ranges("contact scatter", forces.size(), block_grain, RoundedVec3(), add_blocks);
}

SlidingWork work_of_half_step(const PairForces& forces, const ContactSurfaces& surfaces, FirstSide side, double dt,
                              const Quantum& quantum) {
  const auto work_of_blocks = [&](std::size_t first, std::size_t last) {
    SlidingWork sum;
    for (std::size_t b = first; b < last; ++b)
      for (const PairForce& pair : forces[b])
        if (counts(pair, surfaces)) sum.add(work_of(pair, surfaces.nodes, side, dt), quantum);
    return sum;
  };
  return sum_ranges("contact energy", forces.size(), block_grain, SlidingWork{}, work_of_blocks);
}

}  // namespace crumple
