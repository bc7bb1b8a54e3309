#include "comm/halo.hpp"

namespace crumple {

void pack_rows(const RowArrays& arrays, const std::vector<std::int32_t>& nodes, double* out) {
  for (const double* rows : arrays)
    for (const std::int32_t node : nodes)
      for (int c = 0; c < 3; ++c) *out++ = rows[std::int64_t(node) * 4 + c];
}

void add_rows(const RowArrays& arrays, const std::vector<std::int32_t>& nodes, const double* in) {
  for (double* rows : arrays)
    for (const std::int32_t node : nodes)
      for (int c = 0; c < 3; ++c) rows[std::int64_t(node) * 4 + c] += *in++;
}

std::vector<Partner> partners_of(const HaloPlan& plan, std::size_t n_arrays) {
  std::vector<Partner> partners;
  for (const Neighbour& neighbour : plan.neighbours) {
    const std::size_t size = neighbour.nodes.size() * 3 * n_arrays;
    partners.push_back({neighbour.rank, size, size});
  }
  return partners;
}

HaloExchange::HaloExchange(const World& world, const HaloPlan& plan) : world_(world), plan_(plan) {}

void HaloExchange::start(const RowArrays& arrays) {
  std::unique_ptr<NeighbourExchange>& exchange = exchanges_[arrays.size()];
  if (!exchange) exchange = world_.neighbour_exchange(partners_of(plan_, arrays.size()));
  for (std::size_t k = 0; k < plan_.neighbours.size(); ++k)
    pack_rows(arrays, plan_.neighbours[k].nodes, exchange->outgoing(k));
  exchange->start();
}

void HaloExchange::finish(const RowArrays& arrays) {
  NeighbourExchange& exchange = *exchanges_.at(arrays.size());
  exchange.finish();
  for (std::size_t k = 0; k < plan_.neighbours.size(); ++k)
    add_rows(arrays, plan_.neighbours[k].nodes, exchange.incoming(k));
}

}  // namespace crumple
