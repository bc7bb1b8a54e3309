// collectives=shared: each rank writes its values to memory shared by all ranks of its node. On a single node every
// rank reduces them itself; on several nodes the leaders reduce, exchange messages and write the result for their
// nodes. One memory latency instead of log2(ranks) messages within a node.
#include <algorithm>

#include "comm/collectives/mpi_operation.hpp"
#include "comm/shared_window.hpp"
#include "comm/world.hpp"

namespace crumple {
namespace {

/// A turn is one start and finish. Values and results are double-buffered by the turn's parity: no rank starts a turn
/// before all have started the previous one, and so have read the values of two turns ago.
class SharedCollective : public Collective {
 public:
  SharedCollective(const Node& node, CollectiveShape shape)
      : Collective(std::move(shape)), node_(node), window_(node, 4 * values.size()) {}

 private:
  enum { started, told };  // counters: of turns started; of results written by a leader

  double* contribution(int rank) const { return window_.data(rank) + std::size_t(turn_ % 2) * values.size(); }
  double* result() const { return window_.data(0) + std::size_t(2 + turn_ % 2) * values.size(); }
  bool is_broadcast() const { return shape_.operation == Operation::broadcast; }

  void begin() override {
    ++turn_;
    // in a reduction, finish has waited for all; a broadcast's writer has not
    if (is_broadcast() && node_.is_leader())
      for (int r = 0; r < node_.size; ++r) window_.wait(r, started, turn_ - 1);
    std::ranges::copy(values, contribution(node_.rank));
    window_.signal(started, turn_);
  }

  void end() override {
    if (node_.n_nodes == 1) return combine();
    if (node_.is_leader()) {
      combine();
      call(shape_.operation, values, node_.leaders);
      std::ranges::copy(values, result());
      window_.signal(told, turn_);
    } else {
      window_.wait(0, told, turn_);
      std::copy_n(result(), values.size(), values.begin());
    }
  }

  /// Reduces the node's values; for a broadcast, takes those of the node's first rank: rank 0 of all on the first node.
  void combine() {
    window_.wait(0, started, turn_);
    std::copy_n(contribution(0), values.size(), values.begin());
    if (is_broadcast()) return;
    for (int r = 1; r < node_.size; ++r) {
      window_.wait(r, started, turn_);
      const double* theirs = contribution(r);
      for (std::size_t i = 0; i < values.size(); ++i)
        values[i] = shape_.operation == Operation::max ? std::max(values[i], theirs[i]) : values[i] + theirs[i];
    }
  }

  const Node& node_;
  SharedWindow window_;
  SharedWindow::Counter turn_ = 0;
};

}  // namespace

extern const CollectiveMode shared_collectives;
const CollectiveMode shared_collectives = {
    "shared", "through shared memory inside a node, then messages between leaders", false, "",
    [](const World& world, CollectiveShape shape) -> std::unique_ptr<Collective> {
      return std::make_unique<SharedCollective>(world.node(), std::move(shape));
    }};

}  // namespace crumple
