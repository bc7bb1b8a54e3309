// Sums or maxima over the ranks that hold a thing of the model (a rigid body, a contact, a part), by messages between
// these ranks alone: what a rank sends grows with the things that it holds, not with those of the model. At most `fan`
// holders send each other their shares at once; more are divided into that many blocks, which sum by themselves first,
// and so on, in rounds of messages. Sums have to be exact, so that their grouping does not show. Rendezvous of holders:
// Plimpton and Knight (2021).
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/exact_sum.hpp"
#include "comm/collectives.hpp"
#include "comm/named_exchange.hpp"
#include "comm/row_exchange.hpp"
#include "comm/world.hpp"

namespace crumple {

class HolderSums {
 public:
  static constexpr std::size_t fan = 8;

  /// Who gets the sum: every holder, or root alone, whether it holds anything or not.
  enum class To { holders, root };

  /// `widths`: how many numbers each thing has, the same on all ranks; `here`: the things that this rank holds,
  /// ascending. A thing that all ranks hold, more than `fan`, is summed for its holders by one collective. Collective.
  /// `operation`: sum, or max in place of all sums.
  HolderSums(const World& world, std::span<const std::size_t> widths, std::span<const std::int32_t> here, To to,
             const TransportMode& transport, Operation operation = Operation::sum);

  /// For this rank's share of the k-th thing here, before start; of maxima any numbers.
  SumShare share(std::size_t k) { return SumShare(numbers(k)); }
  std::span<double> maxima(std::size_t k) { return numbers(k); }
  /// The sums or maxima of the k-th thing here, after finish, if this rank gets them.
  std::span<const double> of(std::size_t k) { return numbers(k); }

  void start();
  void finish();
  /// Both at once.
  void run() { start(), finish(); }

  /// Of what all ranks hold.
  const CollectiveShape& shape() const { return for_all_->shape(); }
  /// Whom this rank sends to and hears, by round, of which all ranks have as many, the first always: `name`, `name` 2,
  /// ...
  std::vector<NamedExchange> exchanges(const std::string& name) const;

 private:
  std::span<double> numbers(std::size_t k) {
    return std::span(values_).subspan(first_[k], first_[k + 1] - first_[k]);
  }
  Operation operation_;
  std::vector<std::size_t> first_;  ///< [thing here] where its numbers begin, and the end of all
  std::vector<double> values_;
  std::vector<std::unique_ptr<RowExchange>> rounds_;  ///< of the rows of `values_`, one number each
  std::vector<std::size_t> held_by_all_;
  std::unique_ptr<Collective> for_all_;
};

/// On root, the sums over all ranks of `values` (SumShare), which are things of these widths one after another;
/// elsewhere they stay as they are. A rank sends no more than those things of which it has anything but 0. Collective.
void sum_on_root(const World& world, std::span<const std::size_t> widths, std::span<double> values);

}  // namespace crumple
