#include "physics/contact/pair_forces.hpp"

#include "physics/contact/contact_surfaces.hpp"
#include "physics/contact/pair_force_loops.hpp"

namespace crumple {

void PairForces::clear() { run_loop(DropForces{n_.data()}, 1); }

void add_forces(const PairForces& forces, const ContactSurfaces& surfaces, const SumRows& rows, const Quantum& quantum,
                const std::function<void(const RoundedVec3&)>& use) {
  const ForcesAt at = forces.at();
  const SumsAt to{rows.data(), n_parts_of(at.n_threads, pair_grain) > 1};
  sum_later(AddPairForces{at, surfaces.nodes.n_local, surfaces.domain->owns_node.data(), to, quantum}, at.n_threads,
            pair_grain, [use](const ForceOnFirst& on_first) { use(on_first.sum); });
}

void sum_work_of_half_step(const PairForces& forces, const ContactSurfaces& surfaces, FirstSide side, double dt,
                           const Quantum& quantum, const std::function<void(const SlidingWork&)>& use) {
  const ForcesAt at = forces.at();
  sum_later(PairWork{at, surfaces.nodes, surfaces.domain->owns_node.data(), side, dt, quantum}, at.n_threads,
            pair_grain, use);
}

}  // namespace crumple
