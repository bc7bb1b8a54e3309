#include "comm/halo.hpp"

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

}  // namespace crumple
