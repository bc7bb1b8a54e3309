#include "physics/contact/crowding.hpp"

#include <algorithm>
#include <cmath>

#include "base/exact_sum.hpp"
#include "base/loops.hpp"
#include "physics/contact/contact_nodes.hpp"
#include "physics/contact/pairing.hpp"
#include "physics/contact/row_adder.hpp"

namespace crumple {
namespace {

/// Multiples of 2^-30 / dt^2, so that the order of pairs does not matter; for sums up to 2^20 / dt^2.
Quantum quantum_of(double dt) { return Quantum(0x1p-30 * power_of_two_above(1 / (dt * dt))); }

void add_pair(const PairForce& pair, const ContactNodes& nodes, const Quantum& quantum, const NumberAdder& add) {
  if (!(pair.stiffness > 0)) return;
  for (int i = 0; i < pair.n; ++i) {
    const Index node = pair.node[i];
    if (node >= nodes.n_local || pair.weight[i] == 0) continue;
    add(node, quantum.round(2 * pair.stiffness * std::fabs(pair.weight[i]) / nodes.moved_mass(node)));
  }
}

}  // namespace

void renew_frequency_bounds(std::span<const std::unique_ptr<Pairing>> pairings, double dt, ContactNodes& nodes) {
  std::fill_n(nodes.crowding.data(), nodes.n_local, 0.0);
  const Quantum quantum = quantum_of(dt);
  for (const auto& pairing : pairings) {
    const PairForces& forces = pairing->forces;
    const NumberAdder add{nodes.crowding.data(), n_parts_of(forces.size(), pair_grain) > 1};
    for_each("contact crowding", forces.size(), pair_grain,
             [&](std::size_t i) { add_pair(forces[i], nodes, quantum, add); });
  }
}

}  // namespace crumple
