#include "comm/node.hpp"

#include <algorithm>

namespace crumple {

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
