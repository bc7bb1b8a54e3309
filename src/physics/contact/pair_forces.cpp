#include "physics/contact/pair_forces.hpp"

#include "physics/contact/contact_surfaces.hpp"
#include "physics/contact/pair_force_loops.hpp"

namespace crumple {

RoundedVec3 add_forces(const PairForces& forces, const ContactSurfaces& surfaces, const SumRows& rows,
                       const Quantum& quantum) {
  const std::size_t n = forces.size();
  const SumsAt to{rows.data(), n_parts_of(n, pair_grain) > 1};
  return sum_loop(AddPairForces{forces.begin(), surfaces.nodes.n_local, surfaces.domain->owns_node.data(), to, quantum},
                  n, pair_grain)
      .sum;
}

SlidingWork work_of_half_step(const PairForces& forces, const ContactSurfaces& surfaces, FirstSide side, double dt,
                              const Quantum& quantum) {
  return sum_loop(PairWork{forces.begin(), surfaces.nodes, surfaces.domain->owns_node.data(), side, dt, quantum},
                  forces.size(), pair_grain);
}

}  // namespace crumple
