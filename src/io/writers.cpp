#include "io/writers.hpp"

#include <algorithm>
#include <cstring>
#include <exception>

#include "comm/node.hpp"

namespace crumple {
namespace {

/// The first of the ranks with the same writer as this one.
int writer_of(const World& world, int n) {
  if (n == 0) return world.node().world_ranks.front();
  const int writers = std::min(n, world.size());
  const auto group = std::int64_t(world.rank()) * writers / world.size();
  return int((group * world.size() + writers - 1) / writers);
}

}  // namespace

Writers::Writers(const World& world, int n) : world_(world), writer_(writer_of(world, n)) {
  double counted[1] = {writes() ? 1.0 : 0.0};
  world.sum(std::span<double>(counted));
  count_ = int(counted[0]);
  if (count_ > 1) MPI_Comm_split(MPI_COMM_WORLD, writes() ? 0 : MPI_UNDEFINED, world.rank(), &comm_);
}

Writers::~Writers() {
  if (comm_ != MPI_COMM_NULL && std::uncaught_exceptions() == 0) MPI_Comm_free(&comm_);
}

std::vector<RowBlock> Writers::gather(std::int64_t first_row, std::int64_t row_size, std::span<const std::byte> values,
                                      IoCost* cost) const {
  IoTimer timer(cost, IoPhase::gather);
  std::vector<RowBlock> blocks;
  std::vector<Message> outgoing;
  if (writes()) {
    if (!values.empty()) blocks.push_back({first_row, {values.begin(), values.end()}});
  } else if (!values.empty()) {
    Message& message = outgoing.emplace_back(Message{writer_, Bytes(sizeof first_row + values.size())});
    std::memcpy(message.bytes.data(), &first_row, sizeof first_row);
    std::ranges::copy(values, message.bytes.begin() + sizeof first_row);
  }
  for (const Message& message : world_.exchange(std::move(outgoing))) {
    RowBlock& block = blocks.emplace_back();
    std::memcpy(&block.first_row, message.bytes.data(), sizeof first_row);
    block.values.assign(message.bytes.begin() + sizeof first_row, message.bytes.end());
  }
  std::ranges::sort(blocks, {}, &RowBlock::first_row);
  std::vector<RowBlock> joined;
  for (RowBlock& block : blocks) {
    if (!joined.empty() &&
        joined.back().first_row + std::int64_t(joined.back().values.size()) / row_size == block.first_row)
      joined.back().values.insert(joined.back().values.end(), block.values.begin(), block.values.end());
    else
      joined.push_back(std::move(block));
  }
  return joined;
}

}  // namespace crumple
