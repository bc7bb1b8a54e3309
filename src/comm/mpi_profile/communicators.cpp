#include "comm/mpi_profile/communicators.hpp"

#include <map>
#include <unordered_map>

namespace crumple::mpi_profile {
namespace {

/// Group of a communicator or window, translated rank by rank on demand: no array over all ranks.
struct Members {
  MPI_Group group = MPI_GROUP_NULL;
  bool same_as_world = false;
  std::unordered_map<int, int> known;

  int world_rank(int rank) {
    if (same_as_world) return rank;
    if (const auto found = known.find(rank); found != known.end()) return found->second;
    MPI_Group world;
    PMPI_Comm_group(MPI_COMM_WORLD, &world);
    int translated = rank;
    PMPI_Group_translate_ranks(group, 1, &rank, world, &translated);
    PMPI_Group_free(&world);
    return known[rank] = translated;
  }
  void take(MPI_Group of) {
    group = of;
    MPI_Group world;
    PMPI_Comm_group(MPI_COMM_WORLD, &world);
    int relation = MPI_UNEQUAL;
    PMPI_Group_compare(group, world, &relation);
    PMPI_Group_free(&world);
    same_as_world = relation == MPI_IDENT;
  }
};

struct Communicator {
  Members members;
  std::vector<int> destinations;
  bool neighbours_known = false;
  std::int64_t n_collectives = 0;
};

std::map<MPI_Comm, Communicator> communicators;
std::map<MPI_Win, Members> windows;

Communicator& known(MPI_Comm comm) {
  Communicator& c = communicators[comm];
  if (c.members.group == MPI_GROUP_NULL) {
    MPI_Group group;
    PMPI_Comm_group(comm, &group);
    c.members.take(group);
  }
  return c;
}

void release(Members& members) {
  if (members.group != MPI_GROUP_NULL) PMPI_Group_free(&members.group);
}

}  // namespace

int world_rank(int rank, MPI_Comm comm) { return comm == MPI_COMM_WORLD ? rank : known(comm).members.world_rank(rank); }

int world_rank(int rank, MPI_Win window) {
  Members& members = windows[window];
  if (members.group == MPI_GROUP_NULL) {
    MPI_Group group;
    PMPI_Win_get_group(window, &group);
    members.take(group);
  }
  return members.world_rank(rank);
}

const std::vector<int>& destinations(MPI_Comm comm) {
  Communicator& c = known(comm);
  if (!c.neighbours_known) {
    c.neighbours_known = true;
    int n_in = 0, n_out = 0, weighted = 0;
    PMPI_Dist_graph_neighbors_count(comm, &n_in, &n_out, &weighted);
    std::vector<int> in(static_cast<std::size_t>(n_in)), in_weights(in.size()),
        out_weights(static_cast<std::size_t>(n_out));
    c.destinations.resize(std::size_t(n_out));
    PMPI_Dist_graph_neighbors(comm, n_in, in.data(), weighted ? in_weights.data() : MPI_UNWEIGHTED, n_out,
                              c.destinations.data(), weighted ? out_weights.data() : MPI_UNWEIGHTED);
  }
  return c.destinations;
}

std::int64_t count_collective(MPI_Comm comm) { return known(comm).n_collectives++; }

int size_of(MPI_Comm comm) {
  int size = 0;
  PMPI_Comm_size(comm, &size);
  return size;
}

void forget(MPI_Comm comm) {
  if (const auto found = communicators.find(comm); found != communicators.end()) {
    release(found->second.members);
    communicators.erase(found);
  }
}

void forget(MPI_Win window) {
  if (const auto found = windows.find(window); found != windows.end()) {
    release(found->second);
    windows.erase(found);
  }
}

}  // namespace crumple::mpi_profile
