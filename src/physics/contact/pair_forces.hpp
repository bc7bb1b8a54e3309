// The forces of all pairs of a pairing: added to the nodes, and their work. Called by contact.cpp for all pairings, and
// by transducers.
#pragma once

#include <cstdint>

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
  const PairForce& operator[](std::size_t i) const { return begin()[i]; }
  void clear() { n_[0] = 0; }

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

/// Adds the forces to the rows of this rank's nodes. Returns the sum on the first sides over the pairs counted on this
/// rank, whose first node it owns [force].
RoundedVec3 add_forces(const PairForces& forces, const ContactSurfaces& surfaces, const SumRows& rows,
                       const Quantum& quantum);

/// Work absorbed by the pairs counted on this rank over half a step of `dt` at the current velocities.
SlidingWork work_of_half_step(const PairForces& forces, const ContactSurfaces& surfaces, FirstSide side, double dt,
                              const Quantum& quantum);

}  // namespace crumple
