// The forces of all pairs of a pairing: added to the nodes, and their work. Called by contact.cpp for all pairings, and
// by transducers.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>

#include "base/loops.hpp"
#include "kernels/device.hpp"
#include "physics/contact/pair_force.hpp"
#include "physics/state/state.hpp"

namespace crumple {

struct ContactSurfaces;  // contact_surfaces.hpp
struct SlidingWork;      // contact_force.hpp

/// The forces of all pairs of a pairing, in any order: their sums are exact.
class PairForces {
 public:
  /// Waits for the device.
  std::size_t size() const {
    wait_for_device();
    return std::size_t(n_[0]);
  }
  const PairForce* begin() const { return kernels::first_of(forces_); }
  const PairForce* end() const { return begin() + size(); }
  void clear();

  /// For loops over all forces, at most so many threads as a device runs at once.
  ForcesAt at() const {
    constexpr std::size_t most_threads = 1 << 15;
    const std::size_t n = runs_on_device() ? std::min(forces_.size(), most_threads) : std::size_t(n_[0]);
    return {begin(), n_.data(), n};
  }
  /// Empties the list for up to `n_most` forces that threads or a device add. Memory that is not used costs nothing.
  PlacesForForces places(std::size_t n_most) {
    clear();
    if (forces_.size() < n_most) forces_ = decltype(forces_)(n_most + n_most / 8);
    return {kernels::first_of(forces_), n_.data(), runs_on_device() || n_threads() > 1};
  }

 private:
  kernels::RunVector<kernels::RoomFor<PairForce>> forces_;
  kernels::RunVector<std::int32_t> n_ = kernels::RunVector<std::int32_t>(1, 0);
};

inline constexpr std::size_t pair_grain = 64;  ///< forces that are worth waking a thread for

/// Adds the forces to the rows of this rank's nodes. Calls use(sum) with that on the first sides over the pairs counted
/// on this rank, whose first node it owns [force]: at once, or after the next wait for the device.
void add_forces(const PairForces& forces, const ContactSurfaces& surfaces, const SumRows& rows, const Quantum& quantum,
                const std::function<void(const RoundedVec3&)>& use);

/// The same with the work absorbed by these pairs over half a step of `dt` at the current velocities.
void sum_work_of_half_step(const PairForces& forces, const ContactSurfaces& surfaces, FirstSide side, double dt,
                           const Quantum& quantum, const std::function<void(const SlidingWork&)>& use);

}  // namespace crumple
