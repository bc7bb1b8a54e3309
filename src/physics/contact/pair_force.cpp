#include "physics/contact/pair_force.hpp"

#include "physics/contact/contact_force.hpp"
#include "physics/contact/contact_surfaces.hpp"
#include "physics/contact/row_adder.hpp"

namespace crumple {
namespace {

/// Exactly one of the ranks that evaluate a pair counts it.
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
  Vec3 first;  // velocity of the first side at the contact point
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
  const RowAdder add{rows, n_parts_of(forces.size(), pair_grain) > 1};
  return sum_ranges("contact scatter", forces.size(), pair_grain, RoundedVec3(),
                    [&](std::size_t first, std::size_t last) {
                      RoundedVec3 here;
                      for (std::size_t i = first; i < last; ++i) {
                        const RoundedVec3 force = rounded(forces[i].force, quantum);
                        add_force(forces[i], force, surfaces.nodes.n_local, add, quantum);
                        if (counts(forces[i], surfaces)) here += force;
                      }
                      return here;
                    });
}

SlidingWork work_of_half_step(const PairForces& forces, const ContactSurfaces& surfaces, FirstSide side, double dt,
                              const Quantum& quantum) {
  return sum_ranges("contact energy", forces.size(), pair_grain, SlidingWork{},
                    [&](std::size_t first, std::size_t last) {
                      SlidingWork sum;
                      for (std::size_t i = first; i < last; ++i)
                        if (counts(forces[i], surfaces))
                          sum.add(work_of(forces[i], surfaces.nodes, side, dt), quantum);
                      return sum;
                    });
}

}  // namespace crumple
