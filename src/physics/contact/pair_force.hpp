// Contact forces of pairs of any kind, node and segment or two edges. A force acts between the nodes of two sides and
// is distributed by weights, so that action and reaction cancel exactly. This file adds the forces to the nodes and
// computes their work. Called by contact.cpp for all pairings, and by transducers.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "base/exact_sum.hpp"
#include "base/loops.hpp"
#include "base/vec3.hpp"
#include "physics/state/state.hpp"

namespace crumple {

struct ContactSurfaces;  // contact_surfaces.hpp
struct SlidingWork;      // contact_force.hpp

/// Nodes first <= i < last of a pair.
struct SideOfPair {
  int first = 0, last = 0;
};

/// The force of one pair, its nodes and weights.
struct PairForce {
  int n_first = 0, n = 0;             ///< nodes of the first side are [0, n_first), of the second [n_first, n)
  std::array<Index, 8> node{};        ///< numbers of ContactNodes
  std::array<double, 8> weight{};     ///< of the nodes; sum 1 on each side
  Vec3 force;                         ///< on the first side [force]
  Vec3 friction;                      ///< its frictional part [force]
  double stiffness = 0;               ///< of the pair before crowding, see PairStiffness [force/length]
  bool sticks = false;                ///< friction is below the Coulomb limit

  SideOfPair first() const { return {0, n_first}; }
  SideOfPair second() const { return {n_first, n}; }
  void add_first(Index at, double its_weight) {
    node[n] = at;
    weight[n] = its_weight;
    n_first = ++n;
  }
  void add_second(Index at, double its_weight) {
    node[n] = at;
    weight[n] = its_weight;
    ++n;
  }
};

/// The forces of all pairs of a pairing, in any order: their sums are exact.
class PairForces {
 public:
  std::size_t size() const { return values_.size(); }
  const PairForce& operator[](std::size_t i) const { return values_[i]; }
  auto begin() const { return values_.begin(); }
  auto end() const { return values_.end(); }
  void clear() { values_.clear(); }

  /// Refills the list by body(first, last, forces), which appends those of a range of 0 <= i < n. Threads fill lists of
  /// their own, which are then concatenated.
  template <class Body>
  void fill(const char* name, std::size_t n, std::size_t grain, const Body& body) {
    clear();
    if (n_parts_of(n, grain) == 1) return body(std::size_t(0), n, values_);
    fill_ranges(name, n, grain, of_part_, body);
    std::vector<std::size_t> first(of_part_.size() + 1, 0);
    for (std::size_t part = 0; part < of_part_.size(); ++part) first[part + 1] = first[part] + of_part_[part].size();
    values_.resize(first.back());
    for_parts(name, of_part_.size(), [&](std::size_t part) {
      std::ranges::copy(of_part_[part], values_.begin() + std::ptrdiff_t(first[part]));
    });
  }

 private:
  std::vector<PairForce> values_;
  std::vector<std::vector<PairForce>> of_part_;
};

inline constexpr std::size_t pair_grain = 64;  ///< forces that are worth waking a thread for

/// Calls use(i, part) with each node's part of `force`, by its weight. The last node gets the remainder, so that the
/// sum is exact.
template <class Use>
void share_among(const PairForce& pair, SideOfPair side, const RoundedVec3& force, const Quantum& quantum, Use use) {
  int last = side.last - 1;
  while (last > side.first && pair.weight[last] == 0) --last;
  RoundedVec3 rest = force;
  for (int i = side.first; i <= last; ++i) {
    if (pair.weight[i] == 0) continue;
    const RoundedVec3 part = i < last ? rounded(pair.weight[i] * force.value(), quantum) : rest;
    rest -= part;
    use(i, part);
  }
}

/// Adds the forces to the rows of this rank's nodes. Returns the sum on the first sides over the pairs counted on this
/// rank, whose first node it owns [force].
RoundedVec3 add_forces(const PairForces& forces, const ContactSurfaces& surfaces, const SumRows& rows,
                       const Quantum& quantum);

/// The contact side of the pairs' first sides.
enum class FirstSide : std::uint8_t { a, b, both };

/// Work absorbed by the pairs counted on this rank over half a step of `dt` at the current velocities.
SlidingWork work_of_half_step(const PairForces& forces, const ContactSurfaces& surfaces, FirstSide side, double dt,
                              const Quantum& quantum);

}  // namespace crumple
