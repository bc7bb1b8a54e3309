// The force of a contact pair of any kind, node and segment or two edges. It acts between the nodes of two sides and is
// distributed by weights, so that action and reaction cancel exactly. In loops of a step, on hosts and devices.
#pragma once

#include <array>
#include <cstdint>

#include "base/exact_sum.hpp"
#include "base/index.hpp"
#include "base/vec3.hpp"
#include "kernels/loops.hpp"

namespace crumple {

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
  double stiffness = 0;               ///< of the pair, PairStiffness::by_itself [force/length]
  bool sticks = false;                ///< friction is below the Coulomb limit

  CRUMPLE_INLINE SideOfPair first() const { return {0, n_first}; }
  CRUMPLE_INLINE SideOfPair second() const { return {n_first, n}; }
  CRUMPLE_INLINE void add_first(Index at, double its_weight) {
    node[n] = at;
    weight[n] = its_weight;
    n_first = ++n;
  }
  CRUMPLE_INLINE void add_second(Index at, double its_weight) {
    node[n] = at;
    weight[n] = its_weight;
    ++n;
  }
};

/// Where loops put forces, in any order.
struct PlacesForForces {
  PairForce* first;
  std::int32_t* n;  ///< forces so far
  bool by_many;     ///< threads
  CRUMPLE_INLINE PairForce& add() const { return first[by_many ? kernels::count_atomically(*n) : (*n)++] = {}; }
};

/// The forces for a loop over `n_threads`, which may be fewer or more than there are.
struct ForcesAt {
  const PairForce* first;
  const std::int32_t* n;
  std::size_t n_threads;
  template <class Use>
  CRUMPLE_INLINE void for_thread(std::size_t i, const Use& use) const {
    for (const auto end = std::size_t(*n); i < end; i += n_threads) use(first[i]);
  }
};

/// Calls use(i, part) with each node's part of `force`, by its weight. The last node gets the remainder, so that the
/// sum is exact.
template <class Use>
CRUMPLE_DEVICE void share_among(const PairForce& pair, SideOfPair side, const RoundedVec3& force,
                                const Quantum& quantum, Use use) {
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

/// The contact side of the pairs' first sides.
enum class FirstSide : std::uint8_t { a, b, both };

}  // namespace crumple
