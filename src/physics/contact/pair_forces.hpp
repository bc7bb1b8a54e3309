// The forces of all pairs of a pairing: added to the nodes, and their work. Called by contact.cpp for all pairings, and
// by transducers.
#pragma once

#include <algorithm>
#include <vector>

#include "base/loops.hpp"
#include "kernels/device.hpp"
#include "physics/contact/pair_force.hpp"
#include "physics/state/state.hpp"

namespace crumple {

struct ContactSurfaces;  // contact_surfaces.hpp
struct SlidingWork;      // contact_force.hpp

/// Where a thread of the host does.
struct ListOfForces {
  std::vector<PairForce>& list;
  PairForce& add() { return list.emplace_back(); }
};

/// The forces of all pairs of a pairing, in any order: their sums are exact.
class PairForces {
 public:
  /// Waits for the device.
  std::size_t size() const {
    if (is_on_device_) wait_for_device();
    return is_on_device_ ? std::size_t(n_on_device_[0]) : values_.size();
  }
  const PairForce* begin() const { return is_on_device_ ? kernels::first_of(on_device_) : values_.data(); }
  const PairForce* end() const { return begin() + size(); }
  const PairForce& operator[](std::size_t i) const { return begin()[i]; }
  void clear() {
    values_.clear();
    is_on_device_ = false;
  }

  /// Refills the list by body(first, last, forces), which adds those of a range of 0 <= i < n. Threads fill lists of
  /// their own, which are then concatenated.
  template <class Body>
  void fill(const char* name, std::size_t n, std::size_t grain, const Body& body) {
    clear();
    const auto fill_list = [&](std::size_t first, std::size_t last, std::vector<PairForce>& list) {
      ListOfForces forces{list};
      body(first, last, forces);
    };
    if (n_parts_of(n, grain) == 1) return fill_list(0, n, values_);
    fill_ranges(name, n, grain, of_part_, fill_list);
    std::vector<std::size_t> first(of_part_.size() + 1, 0);
    for (std::size_t part = 0; part < of_part_.size(); ++part) first[part + 1] = first[part] + of_part_[part].size();
    values_.resize(first.back());
    for_parts(name, of_part_.size(), [&](std::size_t part) {
      std::ranges::copy(of_part_[part], values_.begin() + std::ptrdiff_t(first[part]));
    });
  }
  /// Empties the list for up to `n_most` forces that a loop of the device adds.
  PlacesForForces places_on_device(std::size_t n_most) {
    is_on_device_ = true;
    if (on_device_.size() < n_most) on_device_.resize(n_most);
    n_on_device_.assign(1, 0);
    return {kernels::first_of(on_device_), n_on_device_.data()};
  }

 private:
  std::vector<PairForce> values_;
  std::vector<std::vector<PairForce>> of_part_;
  bool is_on_device_ = false;
  kernels::RunVector<kernels::RoomFor<PairForce>> on_device_;
  kernels::RunVector<std::int32_t> n_on_device_;
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
