#include "comm/node.hpp"

#include <unistd.h>

#include <algorithm>
#include <limits>

#include "base/cores.hpp"

namespace crumple {
namespace {

/// The number of processors available to the ranks of a node, which are assumed to share one cgroup. Collective.
int processors_of(MPI_Comm comm) {
  const auto n_processors = std::size_t(std::max(1L, sysconf(_SC_NPROCESSORS_CONF)));  // the same on all ranks
  std::vector<int> limits(n_processors + 1, 0);  // [processor] 1: allowed; then the quota
  for (const int processor : allowed_processors())
    if (std::size_t(processor) < n_processors) limits[std::size_t(processor)] = 1;
  limits.back() = processor_quota().value_or(std::numeric_limits<int>::max());
  MPI_Allreduce(MPI_IN_PLACE, limits.data(), int(limits.size()), MPI_INT, MPI_MAX, comm);
  return std::min(int(std::count(limits.begin(), limits.end() - 1, 1)), limits.back());
}

}  // namespace

Node::Node(int most_ranks) {
  int world_rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &world_rank);
  MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, world_rank, MPI_INFO_NULL, &comm);
  MPI_Comm_rank(comm, &rank);
  if (most_ranks > 0) {
    MPI_Comm whole = comm;
    MPI_Comm_split(whole, rank / most_ranks, rank, &comm);
    MPI_Comm_free(&whole);
    MPI_Comm_rank(comm, &rank);
  }
  MPI_Comm_size(comm, &size);
  world_ranks.resize(std::size_t(size));
  MPI_Allgather(&world_rank, 1, MPI_INT, world_ranks.data(), 1, MPI_INT, comm);
  is_crowded = size > processors_of(comm);
  MPI_Comm_split(MPI_COMM_WORLD, is_leader() ? 0 : MPI_UNDEFINED, world_rank, &leaders);
  if (is_leader()) MPI_Comm_size(leaders, &n_nodes);
  MPI_Bcast(&n_nodes, 1, MPI_INT, 0, comm);
}

Node::~Node() {
  int finished = 0;
  MPI_Finalized(&finished);
  if (finished) return;
  if (leaders != MPI_COMM_NULL) MPI_Comm_free(&leaders);
  MPI_Comm_free(&comm);
}

int Node::find(int world_rank) const {
  const auto place = std::lower_bound(world_ranks.begin(), world_ranks.end(), world_rank);
  return place != world_ranks.end() && *place == world_rank ? int(place - world_ranks.begin()) : -1;
}

}  // namespace crumple
