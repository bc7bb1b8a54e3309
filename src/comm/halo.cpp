#include "comm/halo.hpp"

#include <mpi.h>

namespace crumple {
namespace {
constexpr int halo_tag = 72;
}

struct HaloExchange::Buffers {
  std::vector<std::vector<double>> send, receive;  // by neighbour
  std::vector<MPI_Request> requests;
};

HaloExchange::HaloExchange(const World&, const HaloPlan& plan) : plan_(plan), buffers_(std::make_unique<Buffers>()) {
  buffers_->send.resize(plan.neighbours.size());
  buffers_->receive.resize(plan.neighbours.size());
}

HaloExchange::~HaloExchange() = default;

void HaloExchange::start(const RowArrays& arrays) {
  Buffers& b = *buffers_;
  b.requests.clear();
  for (std::size_t k = 0; k < plan_.neighbours.size(); ++k) {
    const Neighbour& neighbour = plan_.neighbours[k];
    const std::size_t size = neighbour.nodes.size() * 3 * arrays.size();
    b.receive[k].resize(size);
    b.send[k].resize(size);
    MPI_Irecv(b.receive[k].data(), int(size), MPI_DOUBLE, neighbour.rank, halo_tag, MPI_COMM_WORLD,
              &b.requests.emplace_back());
    double* out = b.send[k].data();
    for (const double* rows : arrays)
      for (const std::int32_t node : neighbour.nodes)
        for (int c = 0; c < 3; ++c) *out++ = rows[std::int64_t(node) * 4 + c];
    MPI_Isend(b.send[k].data(), int(size), MPI_DOUBLE, neighbour.rank, halo_tag, MPI_COMM_WORLD,
              &b.requests.emplace_back());
  }
}

void HaloExchange::finish(const RowArrays& arrays) {
  Buffers& b = *buffers_;
  MPI_Waitall(int(b.requests.size()), b.requests.data(), MPI_STATUSES_IGNORE);
  for (std::size_t k = 0; k < plan_.neighbours.size(); ++k) {
    const double* in = b.receive[k].data();
    for (double* rows : arrays)
      for (const std::int32_t node : plan_.neighbours[k].nodes)
        for (int c = 0; c < 3; ++c) rows[std::int64_t(node) * 4 + c] += *in++;
  }
}

std::size_t HaloExchange::bytes_per_array() const {
  std::size_t nodes = 0;
  for (const Neighbour& neighbour : plan_.neighbours) nodes += neighbour.nodes.size();
  return nodes * 3 * sizeof(double);
}

}  // namespace crumple
