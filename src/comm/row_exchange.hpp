// Repeated exchange of array rows between neighbouring ranks: nodal sums (halo.hpp), copies of nodes, contributions to
// objects held by several ranks (holder_sums.hpp). Packs and unpacks the messages of a NeighbourExchange on the host,
// after the loops of the device that write the rows.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <memory>
#include <vector>

#include "base/loops.hpp"
#include "comm/transport.hpp"

namespace crumple {

/// The rows to send to another rank, and the rows that receive its data; in matching order on both ranks.
struct RowLists {
  int rank = 0;
  std::vector<std::int32_t> sent, received;
};

/// A row has `stride` doubles in memory, of which the first `width` are sent. The same rows of `n_arrays` arrays share
/// one message.
struct RowShape {
  int width = 1, stride = 1;
  std::size_t n_arrays = 1;
};

/// How a received value is combined with the local one.
enum class Arrival { replaces, adds, raises };

/// Message sizes.
std::vector<Partner> partners_of(const std::vector<RowLists>& lists, const RowShape& shape);

class RowExchange {
 public:
  /// Collective, also for ranks without lists.
  RowExchange(const World& world, const TransportMode& mode, std::vector<RowLists> lists, const RowShape& shape);
  /// Of an exchange with the partners of the lists.
  RowExchange(std::unique_ptr<NeighbourExchange> exchange, std::vector<RowLists> lists, const RowShape& shape);

  void start(std::initializer_list<double*> arrays);
  /// The same with rows from several places: put(row, numbers) writes those of a row into the message.
  template <class Put>
  void start_with(Put&& put) {
    wait_for_device();
    const std::size_t size = std::size_t(shape_.width) * shape_.n_arrays;
    for (std::size_t k = 0; k < lists_.size(); ++k) {
      double* message = exchange_->outgoing(k);
      for (const std::int32_t row : lists_[k].sent) {
        put(row, message);
        message += size;
      }
    }
    exchange_->start();
  }
  /// Waits for the neighbours. If several ranks send the same row, sums must be exact.
  void finish(std::initializer_list<double*> arrays, Arrival arrival);

  bool is_started() const { return exchange_->is_started(); }
  const std::vector<Partner>& partners() const { return exchange_->partners(); }

 private:
  std::vector<RowLists> lists_;
  RowShape shape_;
  std::unique_ptr<NeighbourExchange> exchange_;
};

}  // namespace crumple
