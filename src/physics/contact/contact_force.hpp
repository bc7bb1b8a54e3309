// Forces and energies of a contact: the sums on this rank, and the rows of rcforc and sleout of a contact, a tie or a
// force transducer.
#pragma once

#include <array>

#include "base/exact_sum.hpp"
#include "base/index.hpp"
#include "base/vec3.hpp"

namespace crumple {

/// Work absorbed by contact [energy].
struct SlidingEnergy {
  double total = 0;     ///< from both sides
  double of_a = 0;      ///< from side A; all of it for single-surface contact
  double friction = 0;  ///< the part of the total due to friction
  SlidingEnergy& operator+=(const SlidingEnergy& other) {
    total += other.total;
    of_a += other.of_a;
    friction += other.friction;
    return *this;
  }
};

/// The same for many pairs within a step.
struct SlidingWork {
  StepSum total, of_a, friction;
  CRUMPLE_DEVICE void add(const SlidingEnergy& work, const Quantum& energy) {
    total.add(work.total, energy);
    of_a.add(work.of_a, energy);
    friction.add(work.friction, energy);
  }
  CRUMPLE_DEVICE SlidingWork& operator+=(const SlidingWork& other) {
    total += other.total;
    of_a += other.of_a;
    friction += other.friction;
    return *this;
  }
};

/// A contact, for rcforc and sleout: the force ON the nodes of each side, and energy, summed over all ranks.
struct ContactForce {
  Id contact = 0;
  Vec3 a, b;  ///< [force]
  SlidingEnergy energy;
};

/// The sums of one contact on this rank; their sums over ranks are exact.
struct ContactSum {
  RoundedVec3 force_on_a;          ///< at the last evaluation, of pairs counted on this rank [force]
  ExactSum total, of_a, friction;  ///< SlidingEnergy so far

  explicit ContactSum(const Quantum& energy) : total(energy), of_a(energy), friction(energy) {}
  ContactSum& operator+=(const SlidingWork& work) {
    total += work.total;
    of_a += work.of_a;
    friction += work.friction;
    return *this;
  }
  std::array<ExactSum*, 3> energies() { return {&total, &of_a, &friction}; }
};

}  // namespace crumple
