#include "comm/row_exchange.hpp"

#include <algorithm>
#include <utility>

#include "comm/world.hpp"

namespace crumple {
namespace {

/// Calls action(number in the array, number in the message) for all numbers of the rows of an array; returns the next
/// position in the message. `width`: a constant for the frequent widths.
template <class Width, class T, class U, class Action>
U* for_numbers(Width width, int stride, const std::vector<std::int32_t>& rows, T* array, U* message, Action action) {
  for (const std::int32_t row : rows) {
    T* numbers = array + std::int64_t(row) * stride;
    for (int c = 0; c < width; ++c) action(numbers[c], *message++);
  }
  return message;
}

template <class T, class U, class Action>
U* for_numbers(const RowShape& shape, const std::vector<std::int32_t>& rows, T* array, U* message, Action action) {
  if (shape.width == 3)
    return for_numbers(std::integral_constant<int, 3>(), shape.stride, rows, array, message, action);
  return for_numbers(shape.width, shape.stride, rows, array, message, action);
}

}  // namespace

std::vector<Partner> partners_of(const std::vector<RowLists>& lists, const RowShape& shape) {
  std::vector<Partner> partners;
  const std::size_t size = std::size_t(shape.width) * shape.n_arrays;
  for (const RowLists& list : lists)
    partners.push_back({list.rank, size * list.sent.size(), size * list.received.size()});
  return partners;
}

RowExchange::RowExchange(const World& world, const TransportMode& mode, std::vector<RowLists> lists,
                         const RowShape& shape)
    : lists_(std::move(lists)), shape_(shape), exchange_(world.neighbour_exchange(mode, partners_of(lists_, shape))) {}

RowExchange::RowExchange(std::unique_ptr<NeighbourExchange> exchange, std::vector<RowLists> lists,
                         const RowShape& shape)
    : lists_(std::move(lists)), shape_(shape), exchange_(std::move(exchange)) {}

void RowExchange::start(std::initializer_list<double*> arrays) {
  if (!lists_.empty()) wait_for_device();
  for (std::size_t k = 0; k < lists_.size(); ++k) {
    double* message = exchange_->outgoing(k);
    for (const double* array : arrays)
      message = for_numbers(shape_, lists_[k].sent, array, message,
                            [](double number, double& sent) { sent = number; });
  }
  exchange_->start();
}

void RowExchange::finish(std::initializer_list<double*> arrays, Arrival arrival) {
  if (!lists_.empty()) wait_for_device();
  exchange_->finish();
  const auto take = [&](auto action) {
    for (std::size_t k = 0; k < lists_.size(); ++k) {
      const double* message = exchange_->incoming(k);
      for (double* array : arrays) message = for_numbers(shape_, lists_[k].received, array, message, action);
    }
  };
  switch (arrival) {
    case Arrival::replaces: return take([](double& number, double received) { number = received; });
    case Arrival::adds: return take([](double& number, double received) { number += received; });
    case Arrival::raises: return take([](double& number, double received) { number = std::max(number, received); });
  }
}

}  // namespace crumple
