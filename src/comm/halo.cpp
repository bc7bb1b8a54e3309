#include "comm/halo.hpp"

#include <utility>

#include "comm/joint_exchange.hpp"
#include "comm/world.hpp"

namespace crumple {
namespace {

RowShape shape_of(std::size_t n_arrays) { return {.width = 3, .stride = 4, .n_arrays = n_arrays}; }

std::vector<RowLists> lists_of(const HaloPlan& plan) {
  std::vector<RowLists> lists;
  for (const auto& [rank, nodes] : plan.neighbours) lists.push_back({rank, nodes, nodes});
  return lists;
}

}  // namespace

std::vector<Partner> partners_of(const HaloPlan& plan, std::size_t n_arrays) {
  return partners_of(lists_of(plan), shape_of(n_arrays));
}

void HaloExchange::start(std::initializer_list<double*> arrays) {
  std::unique_ptr<RowExchange>& exchange = exchanges_.at(arrays.size() - 1);
  if (!exchange)
    exchange = std::make_unique<RowExchange>(world_, world_.transport(), lists_of(plan_), shape_of(arrays.size()));
  exchange->start(arrays);
}

void HaloExchange::finish(std::initializer_list<double*> arrays) {
  exchanges_.at(arrays.size() - 1)->finish(arrays, Arrival::adds);
}

void HaloExchange::start_step(double* force, double* moment) {
  summed_ = {force, moment};
  if (in_step_) in_step_->start({force, moment});
  else start({force, moment});
}

void HaloExchange::finish_step() {
  const auto [force, moment] = std::exchange(summed_, {});
  if (!force) return;
  if (in_step_) in_step_->finish({force, moment}, Arrival::adds);
  else finish({force, moment});
}

std::unique_ptr<NeighbourExchange> HaloExchange::join(std::vector<Partner> partners) {
  finish_step();
  const RowShape shape = shape_of(2);
  std::vector<RowLists> lists = lists_of(plan_);
  const std::vector<std::vector<Partner>> parts{partners_of(lists, shape), std::move(partners)};
  auto exchanges = join_exchanges(world_, world_.transport(), parts);
  in_step_ = std::make_unique<RowExchange>(std::move(exchanges[0]), std::move(lists), shape);
  partners_in_step_ = joint_partners(parts);
  return std::move(exchanges[1]);
}

std::vector<Partner> HaloExchange::partners_in_step() const {
  return in_step_ ? partners_in_step_ : partners_of(plan_, 2);
}

}  // namespace crumple
