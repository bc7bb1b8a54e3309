#include "comm/ghosts.hpp"

#include <mpi.h>

#include <algorithm>

namespace crumple {
namespace {
constexpr int ghost_tag = 73;
}

void update_ghosts(const World&, const GhostPlan& plan, const double* node_rows, double* ghost_rows, int width,
                   int stride) {
  std::vector<MPI_Request> requests;
  std::vector<std::vector<double>> received(plan.receives.size()), sent(plan.sends.size());
  for (std::size_t i = 0; i < plan.receives.size(); ++i) {
    received[i].resize(std::size_t(plan.receives[i].count) * width);
    MPI_Irecv(received[i].data(), int(received[i].size()), MPI_DOUBLE, plan.receives[i].rank, ghost_tag, MPI_COMM_WORLD,
              &requests.emplace_back());
  }
  for (std::size_t i = 0; i < plan.sends.size(); ++i) {
    for (const std::int32_t node : plan.sends[i].nodes)
      sent[i].insert(sent[i].end(), node_rows + std::int64_t(node) * stride,
                     node_rows + std::int64_t(node) * stride + width);
    MPI_Isend(sent[i].data(), int(sent[i].size()), MPI_DOUBLE, plan.sends[i].rank, ghost_tag, MPI_COMM_WORLD,
              &requests.emplace_back());
  }
  MPI_Waitall(int(requests.size()), requests.data(), MPI_STATUSES_IGNORE);
  for (std::size_t i = 0; i < plan.receives.size(); ++i)
    for (std::int32_t k = 0; k < plan.receives[i].count; ++k)
      std::copy_n(&received[i][std::size_t(k) * width], width,
                  ghost_rows + std::int64_t(plan.receives[i].first + k) * stride);
}

}  // namespace crumple
