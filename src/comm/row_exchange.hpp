// Rows of arrays that neighbouring ranks send each other again and again: nodal sums (halo.hpp), copies of nodes,
// shares of what several ranks hold (holder_sums.hpp). The messages are those of NeighbourExchange; here is what goes
// into them and what becomes of it.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <memory>
#include <vector>

#include "comm/transport.hpp"

namespace crumple {

/// The rows that are sent to another rank, and those that receive its rows, by number; in the same order there.
struct RowLists {
  int rank = 0;
  std::vector<std::int32_t> sent, received;
};

/// A row has `stride` doubles in memory, of which the first `width` are sent. The same rows of `n_arrays` arrays go in
/// one message.
struct RowShape {
  int width = 1, stride = 1;
  std::size_t n_arrays = 1;
};

/// What a received number does to the number that is there.
enum class Arrival { replaces, adds, raises };

/// The sizes of the messages.
std::vector<Partner> partners_of(const std::vector<RowLists>& lists, const RowShape& shape);

class RowExchange {
 public:
  /// Collective, also over ranks without lists.
  RowExchange(const World& world, const TransportMode& mode, std::vector<RowLists> lists, const RowShape& shape);

  void start(std::initializer_list<double*> arrays);
  /// Waits for the neighbours. Where several ranks send the same row, sums must be exact.
  void finish(std::initializer_list<double*> arrays, Arrival arrival);

  bool is_started() const { return exchange_->is_started(); }
  const std::vector<Partner>& partners() const { return exchange_->partners(); }

 private:
  std::vector<RowLists> lists_;
  RowShape shape_;
  std::unique_ptr<NeighbourExchange> exchange_;
};

}  // namespace crumple
