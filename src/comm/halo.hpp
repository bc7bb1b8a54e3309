// The exchange of nodal sums: every rank adds the partial sums of the ranks that share its boundary nodes, so that all
// of them hold the same exact total. Split in two, so that interior elements are computed in between.
#pragma once

#include <algorithm>
#include <array>
#include <initializer_list>
#include <map>
#include <memory>
#include <vector>

#include "base/halo_plan.hpp"
#include "comm/world.hpp"

namespace crumple {

/// Rows of four doubles to be summed together in one message per neighbour (e.g. forces and moments).
class RowArrays {
 public:
  RowArrays(std::initializer_list<double*> arrays) : size_(arrays.size()) {
    std::copy(arrays.begin(), arrays.end(), arrays_.begin());
  }
  std::size_t size() const { return size_; }
  double* const* begin() const { return arrays_.data(); }
  double* const* end() const { return arrays_.data() + size_; }

 private:
  std::array<double*, 2> arrays_{};  // no more are exchanged together
  std::size_t size_;
};

/// Copies the first three doubles of the nodes' rows of all arrays to `out`, or adds them from `in`; [array][node][3].
void pack_rows(const RowArrays& arrays, const std::vector<std::int32_t>& nodes, double* out);
void add_rows(const RowArrays& arrays, const std::vector<std::int32_t>& nodes, const double* in);

/// Who sends how much to whom where that many arrays are summed; partners in the order of the plan.
std::vector<Partner> partners_of(const HaloPlan& plan, std::size_t n_arrays);

class HaloExchange {
 public:
  /// By the world's transport mode. `plan` must outlive this.
  HaloExchange(const World& world, const HaloPlan& plan);

  /// Sends this rank's partial sums of the shared nodes. The first three doubles of each row travel. Collective when a
  /// number of arrays is used for the first time.
  void start(const RowArrays& arrays);
  /// Waits for the neighbours and adds their partial sums.
  void finish(const RowArrays& arrays);
  /// Both at once, for set-up.
  void sum(const RowArrays& arrays) { start(arrays), finish(arrays); }

 private:
  const World& world_;
  const HaloPlan& plan_;
  std::map<std::size_t, std::unique_ptr<NeighbourExchange>> exchanges_;  ///< by number of arrays
};

}  // namespace crumple
