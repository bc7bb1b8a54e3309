#include "comm/world.hpp"

#include <fmt/format.h>
#include <mpi.h>

#include <algorithm>
#include <climits>
#include <cstdlib>
#include <istream>
#include <ostream>

#include "base/error.hpp"
#include "base/slab_stream.hpp"
#include "comm/node.hpp"
#include "comm/start_mpi.hpp"

namespace crumple {
namespace {

int count_of(std::size_t n) {
  if (n > std::size_t(INT_MAX)) throw Error("a message of more than 2 GiB to one rank: use more ranks");
  return int(n);
}

constexpr int exchange_tag = 71;

}  // namespace

bool start_mpi() {
  int running = 0;
  MPI_Initialized(&running);
  if (running) return false;
  // Without mpirun Open MPI starts a daemon for ranks that the program might add, which takes as long as all the rest.
  setenv("OMPI_MCA_ess_singleton_isolated", "1", 0);
  int provided = 0;
  MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &provided);
  return true;
}

World::World(int&, char**&) : owns_mpi_(start_mpi()) {
  MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
  MPI_Comm_size(MPI_COMM_WORLD, &size_);
  use_modes("fused", "p2p");
}

World::World(int rank, int size) : rank_(rank), size_(size) { use_modes("fused", "p2p"); }

void World::require_threads() {
  int provided = MPI_THREAD_SINGLE;
  MPI_Query_thread(&provided);
  if (provided < MPI_THREAD_FUNNELED)
    throw Error(fmt::format("{} allows programs with a single thread only (MPI_THREAD_SINGLE); expected a library that "
                            "allows threads beside the one that calls it (MPI_THREAD_FUNNELED)",
                            library_version()));
}

World::~World() {
  node_.reset();
  if (!owns_mpi_) return;
  int finished = 0;
  MPI_Finalized(&finished);
  if (!finished) MPI_Finalize();
}

void World::min(std::span<double> values) const {
  MPI_Allreduce(MPI_IN_PLACE, values.data(), count_of(values.size()), MPI_DOUBLE, MPI_MIN, MPI_COMM_WORLD);
}
void World::max(std::span<double> values) const {
  MPI_Allreduce(MPI_IN_PLACE, values.data(), count_of(values.size()), MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
}
void World::sum(std::span<double> values) const {
  MPI_Allreduce(MPI_IN_PLACE, values.data(), count_of(values.size()), MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
}
void World::sum(std::span<std::int64_t> values) const {
  MPI_Allreduce(MPI_IN_PLACE, values.data(), count_of(values.size()), MPI_INT64_T, MPI_SUM, MPI_COMM_WORLD);
}

void World::broadcast(Bytes& bytes) const {
  std::int64_t size = std::int64_t(bytes.size());
  MPI_Bcast(&size, 1, MPI_INT64_T, 0, MPI_COMM_WORLD);
  bytes.resize(std::size_t(size));
  constexpr std::int64_t piece = std::int64_t(1) << 30;
  for (std::int64_t at = 0; at < size; at += piece)
    MPI_Bcast(bytes.data() + at, int(std::min(piece, size - at)), MPI_BYTE, 0, MPI_COMM_WORLD);
}

void World::broadcast(std::span<double> values) const {
  MPI_Bcast(values.data(), count_of(values.size()), MPI_DOUBLE, 0, MPI_COMM_WORLD);
}

std::vector<Bytes> World::gather(const Bytes& bytes) const {
  const int size = count_of(bytes.size());
  std::vector<int> sizes(is_root() ? size_ : 0);
  MPI_Gather(&size, 1, MPI_INT, sizes.data(), 1, MPI_INT, 0, MPI_COMM_WORLD);
  std::vector<Bytes> all(sizes.size());
  if (!is_root()) {
    MPI_Send(bytes.data(), size, MPI_BYTE, 0, exchange_tag + 1, MPI_COMM_WORLD);
    return all;
  }
  all[0] = bytes;
  for (int r = 1; r < size_; ++r) {
    all[r].resize(std::size_t(sizes[r]));
    MPI_Recv(all[r].data(), sizes[r], MPI_BYTE, r, exchange_tag + 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  return all;
}

void World::scatter(const std::function<void(int, std::ostream&)>& write,
                    const std::function<void(std::istream&)>& read) const {
  constexpr int tag = exchange_tag + 2;
  if (!is_root()) {
    SlabReader slabs([](std::vector<char>& slab) {
      MPI_Status status;
      int size = 0;
      MPI_Probe(0, tag, MPI_COMM_WORLD, &status);
      MPI_Get_count(&status, MPI_CHAR, &size);
      slab.resize(std::size_t(size));
      MPI_Recv(slab.data(), size, MPI_CHAR, 0, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    });
    std::istream in(&slabs);
    read(in);
    return;
  }
  int r = 1;
  constexpr std::size_t size = 1 << 20;
  SlabWriter slabs(
      [&](std::span<const char> slab) { MPI_Send(slab.data(), int(slab.size()), MPI_CHAR, r, tag, MPI_COMM_WORLD); },
      size);
  std::ostream out(&slabs);
  out.exceptions(std::ios::badbit);
  for (; r < size_; ++r) {
    write(r, out);
    out.flush();
  }
}

std::vector<Message> World::exchange(std::vector<Message> outgoing) const {
  // A synchronous send completes when its message is received; when all sends of all ranks have completed, the barrier
  // completes and no further message can arrive.
  std::vector<MPI_Request> sends(outgoing.size());
  for (std::size_t i = 0; i < outgoing.size(); ++i)
    MPI_Issend(outgoing[i].bytes.data(), count_of(outgoing[i].bytes.size()), MPI_BYTE, outgoing[i].rank, exchange_tag,
               MPI_COMM_WORLD, &sends[i]);
  std::vector<Message> incoming;
  MPI_Request consensus = MPI_REQUEST_NULL;
  bool in_barrier = false;
  for (int done = 0; !done;) {
    int waiting = 0;
    MPI_Status status;
    MPI_Iprobe(MPI_ANY_SOURCE, exchange_tag, MPI_COMM_WORLD, &waiting, &status);
    if (waiting) {
      int size = 0;
      MPI_Get_count(&status, MPI_BYTE, &size);
      Message message{status.MPI_SOURCE, Bytes(std::size_t(size))};
      MPI_Recv(message.bytes.data(), size, MPI_BYTE, message.rank, exchange_tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      incoming.push_back(std::move(message));
    }
    if (in_barrier) {
      MPI_Test(&consensus, &done, MPI_STATUS_IGNORE);
    } else {
      int sent = 0;
      MPI_Testall(int(sends.size()), sends.data(), &sent, MPI_STATUSES_IGNORE);
      if (sent) {
        MPI_Ibarrier(MPI_COMM_WORLD, &consensus);
        in_barrier = true;
      }
    }
  }
  // Consecutive exchanges must not mix: no rank may start the next one before all have finished this one.
  MPI_Barrier(MPI_COMM_WORLD);
  std::stable_sort(incoming.begin(), incoming.end(), [](auto& a, auto& b) { return a.rank < b.rank; });
  return incoming;
}

void World::barrier() const { MPI_Barrier(MPI_COMM_WORLD); }

void World::use_modes(const std::string& collectives, const std::string& transport, int ranks_per_node) {
  ranks_per_node_ = ranks_per_node;
  collectives_ = &collective_mode(collectives);
  transport_ = &transport_mode(transport);
}

std::unique_ptr<Collective> World::collective(CollectiveShape shape) const {
  // without values no mode is needed
  if (size_ == 1 || shape.count() == 0) return std::make_unique<Collective>(std::move(shape));
  return collectives_->make(*this, std::move(shape));
}

std::unique_ptr<NeighbourExchange> World::neighbour_exchange(std::vector<Partner> partners) const {
  return neighbour_exchange(size_ == 1 ? transport_mode("p2p") : *transport_, std::move(partners));
}

std::unique_ptr<NeighbourExchange> World::neighbour_exchange(const TransportMode& mode,
                                                             std::vector<Partner> partners) const {
  return mode.make(*this, std::move(partners));
}

const Node& World::node() const {
  if (!node_) node_ = std::make_unique<Node>(ranks_per_node_);
  return *node_;
}

void World::abort(int status) const {
  MPI_Abort(MPI_COMM_WORLD, status);
  std::abort();
}

std::string World::library_version() {
  char text[MPI_MAX_LIBRARY_VERSION_STRING] = {};
  int length = 0;
  MPI_Get_library_version(text, &length);
  const std::string version(text, std::size_t(length));
  return version.substr(0, version.find_first_of(",\n"));
}

}  // namespace crumple
