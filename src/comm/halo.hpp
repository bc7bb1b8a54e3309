// The halo exchange of nodal sums: every rank adds the partial sums of the ranks that share its boundary nodes, so that
// all of them hold the same exact total. Split into start and finish to overlap with the interior elements.
#pragma once

#include <array>
#include <initializer_list>
#include <memory>
#include <vector>

#include "base/halo_plan.hpp"
#include "comm/row_exchange.hpp"

namespace crumple {

class World;

/// Message sizes for summing that many arrays.
std::vector<Partner> partners_of(const HaloPlan& plan, std::size_t n_arrays);

/// Sums rows of four doubles, of which the first three are sent, for one or two arrays (e.g. forces and moments) at
/// once.
class HaloExchange {
 public:
  /// Uses the world's transport mode. `plan` must outlive this.
  HaloExchange(const World& world, const HaloPlan& plan) : world_(world), plan_(plan) {}

  /// Sends this rank's partial sums of the shared nodes. Collective at the first call with a given number of arrays.
  void start(std::initializer_list<double*> arrays);
  /// Waits for the neighbours and adds their partial sums.
  void finish(std::initializer_list<double*> arrays);
  /// Starts and finishes.
  void sum(std::initializer_list<double*> arrays) { start(arrays), finish(arrays); }

 private:
  const World& world_;
  const HaloPlan& plan_;
  std::array<std::unique_ptr<RowExchange>, 2> exchanges_;  ///< [number of arrays - 1]
};

}  // namespace crumple
