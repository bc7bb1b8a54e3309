// The exchange of nodal sums: every rank adds the partial sums of the ranks that share its boundary nodes, so that all
// of them hold the same exact total. Split in two, so that interior elements are computed in between.
#pragma once

#include <array>
#include <initializer_list>
#include <memory>
#include <vector>

#include "base/halo_plan.hpp"
#include "comm/row_exchange.hpp"

namespace crumple {

class World;

/// The sizes of the messages in which that many arrays are summed.
std::vector<Partner> partners_of(const HaloPlan& plan, std::size_t n_arrays);

/// Sums of rows of four doubles, whose first three are sent; of one or two arrays (e.g. forces and moments) at once.
class HaloExchange {
 public:
  /// By the world's transport mode. `plan` must outlive this.
  HaloExchange(const World& world, const HaloPlan& plan) : world_(world), plan_(plan) {}

  /// Sends this rank's partial sums of the shared nodes. Collective when a number of arrays is used for the first time.
  void start(std::initializer_list<double*> arrays);
  /// Waits for the neighbours and adds their partial sums.
  void finish(std::initializer_list<double*> arrays);
  /// Both at once.
  void sum(std::initializer_list<double*> arrays) { start(arrays), finish(arrays); }

 private:
  const World& world_;
  const HaloPlan& plan_;
  std::array<std::unique_ptr<RowExchange>, 2> exchanges_;  ///< [number of arrays - 1]
};

}  // namespace crumple
