// Sums or maxima over the ranks that hold an object of the model (a rigid body, a contact, a part), by point-to-point
// messages between these ranks only: the message volume of a rank grows with the objects it holds, not with those of
// the model. Up to `fan` holders exchange their contributions directly; more are divided into `fan` blocks, which are
// reduced recursively, in rounds of messages. Sums must be exact, so that their grouping does not affect the result.
// Rendezvous of holders: Plimpton and Knight (2021).
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/exact_sum.hpp"
#include "base/loops.hpp"
#include "comm/collectives.hpp"
#include "comm/named_exchange.hpp"
#include "comm/row_exchange.hpp"
#include "comm/world.hpp"

namespace crumple {

class HolderSums {
 public:
  static constexpr std::size_t fan = 8;

  /// Which ranks get the sum: all holders, or root alone, whether it holds any object or not.
  enum class To { holders, root };

  /// `widths`: the number of values of each object, the same on all ranks; `here`: the objects that this rank holds,
  /// ascending. Objects held by all ranks are summed by one collective if there are more than `fan` ranks. Collective.
  /// `operation`: sum, or max for all objects.
  HolderSums(const World& world, std::span<const std::size_t> widths, std::span<const std::int32_t> here, To to,
             const TransportMode& transport, Operation operation = Operation::sum);

  /// This rank's contribution to the k-th object here, filled before start; for maxima any values.
  SumShare share(std::size_t k) { return SumShare(numbers(k)); }
  std::span<double> maxima(std::size_t k) { return numbers(k); }
  /// The sums or maxima of the k-th object here, after finish, if this rank receives them.
  std::span<const double> of(std::size_t k) { return numbers(k); }

  /// [object here][value] all of them, for loops, which add rounded numbers.
  double* data() { return values_.data(); }

  /// Waits for the device where other ranks hold any of the objects.
  void start();
  void finish();
  /// Starts and finishes.
  void run() { start(), finish(); }

  /// Of the collective over the objects held by all ranks.
  const CollectiveShape& shape() const { return for_all_->shape(); }
  /// The ranks that this rank sends to and receives from, by round. All ranks have the same number of rounds, at least
  /// one: `name`, `name` 2, ...
  std::vector<NamedExchange> exchanges(const std::string& name) const;

 private:
  std::span<double> numbers(std::size_t k) {
    return std::span(values_).subspan(first_[k], first_[k + 1] - first_[k]);
  }
  Operation operation_;
  std::vector<std::size_t> first_;  ///< [object here] offset of its values, and the total
  kernels::RunVector<double> values_;
  std::vector<std::unique_ptr<RowExchange>> rounds_;  ///< one per round, over the rows of `values_`, one value per row
  std::vector<std::size_t> held_by_all_;
  std::unique_ptr<Collective> for_all_;
};

/// On root, the sums over all ranks of `values` (SumShare), the concatenated values of objects of these widths; on
/// other ranks `values` is unchanged. A rank sends only objects with a non-zero value. Collective.
void sum_on_root(const World& world, std::span<const std::size_t> widths, std::span<double> values);

}  // namespace crumple
