// The ranks that share memory, and the leader of each such node, which communicates with other nodes; for the shared
// modes. Created by World::node.
#pragma once

#include <mpi.h>

#include <vector>

namespace crumple {

struct Node {
  /// Finds the ranks that share memory. Groups of at most `most_ranks` count as nodes of their own (e.g. one per NUMA
  /// domain, if ranks are placed so); 0: all of them. Collective over MPI_COMM_WORLD.
  explicit Node(int most_ranks);
  ~Node();
  Node(const Node&) = delete;

  /// The rank on this node of a rank of MPI_COMM_WORLD; -1: on another node.
  int find(int world_rank) const;
  bool is_leader() const { return rank == 0; }

  MPI_Comm comm = MPI_COMM_NULL;     ///< the ranks of this node, in the order of MPI_COMM_WORLD
  MPI_Comm leaders = MPI_COMM_NULL;  ///< the first rank of each node; null on the others
  int rank = 0, size = 1;            ///< in `comm`
  int n_nodes = 1;
  bool is_crowded = false;       ///< fewer processors (in all ranks' affinity masks, within their quota) than ranks
  std::vector<int> world_ranks;  ///< [rank of the node], ascending
};

}  // namespace crumple
