// Copies of other ranks' nodes. The lists change at each contact search; between searches only the values are sent.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "comm/world.hpp"

namespace crumple {

/// What to send to and receive from each partner rank; partners in ascending rank.
struct GhostPlan {
  struct Send {
    int rank = 0;
    std::vector<std::int32_t> nodes;  ///< local numbers, in the order in which the receiver stores them
  };
  struct Receive {
    int rank = 0;
    std::vector<std::int32_t> rows;  ///< of the receiver's ghost arrays, in the order of the sender's list
  };
  std::vector<Send> sends;
  std::vector<Receive> receives;
};

/// ghost_rows[receive lists] = node_rows[send lists], across ranks. Rows have `stride` doubles in memory, of which the
/// first `width` travel. Split in two, so that other work is done in between.
class GhostExchange {
 public:
  /// By the given mode. Collective.
  GhostExchange(const World& world, const TransportMode& mode, GhostPlan plan, int width, int stride);
  GhostExchange(const GhostExchange&) = delete;

  void start(const double* node_rows);
  void finish(double* ghost_rows);
  bool is_started() const { return exchange_->is_started(); }
  const std::vector<Partner>& partners() const { return exchange_->partners(); }

 private:
  struct PartnerLists {  ///< those of one partner in the plan
    const GhostPlan::Send* send = nullptr;
    const GhostPlan::Receive* receive = nullptr;
  };
  GhostPlan plan_;
  int width_, stride_;
  std::vector<PartnerLists> places_;
  std::unique_ptr<NeighbourExchange> exchange_;
};

}  // namespace crumple
