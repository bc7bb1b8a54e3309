#include "physics/contact/frequency_bounds.hpp"

#include <algorithm>
#include <cmath>

#include "base/exact_sum.hpp"
#include "base/loops.hpp"
#include "physics/contact/contact_nodes.hpp"
#include "physics/contact/pair_force_loops.hpp"
#include "physics/contact/pairing.hpp"
#include "physics/state/clear_loops.hpp"

namespace crumple {
namespace {

constexpr std::size_t clear_grain = 50000;  // nodes that are worth waking a thread for

/// Multiples of 2^-30 / dt^2, so that the order of pairs does not matter; for sums up to 2^20 / dt^2.
Quantum stiffness_quantum(double dt) { return Quantum(0x1p-30 * power_of_two_above(1 / (dt * dt))); }

}  // namespace

void renew_frequency_bounds(std::span<const std::unique_ptr<Pairing>> pairings, double dt, ContactNodes& nodes) {
  double* const bounds = nodes.frequency_bound.data();
  run_loop(Clear{bounds}, std::size_t(nodes.n_local), clear_grain);
  const Quantum quantum = stiffness_quantum(dt);
  for (const auto& pairing : pairings) {
    const ForcesAt forces = pairing->forces.at();
    const bool by_many = n_parts_of(forces.n_threads, pair_grain) > 1;
    run_loop(AddFrequencyBounds{forces, nodes, bounds, by_many, quantum}, forces.n_threads, pair_grain);
  }
}

}  // namespace crumple
