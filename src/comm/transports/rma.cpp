// transport=rma: each rank puts its values into its partners' windows (MPI_Put), between post and wait of the ranks
// that exchange (general active target synchronisation).
#include <mpi.h>

#include "base/error.hpp"
#include "comm/transports/tag.hpp"
#include "comm/world.hpp"

namespace crumple {
namespace {

MPI_Group group_of(const std::vector<int>& ranks) {
  MPI_Group all = MPI_GROUP_NULL, some = MPI_GROUP_NULL;
  MPI_Comm_group(MPI_COMM_WORLD, &all);
  MPI_Group_incl(all, int(ranks.size()), ranks.data(), &some);
  MPI_Group_free(&all);
  return some;
}

/// Allocates a window of this size on each rank; returns its local memory. Over TCP, Open MPI 4 fails with its default
/// component, osc/rdma; all ranks detect it together.
double* allocate(std::size_t n, MPI_Win* window) {
  double* memory = nullptr;
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  const int status = MPI_Win_allocate(MPI_Aint(n * sizeof(double)), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD,
                                      static_cast<void*>(&memory), window);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);
  if (status != MPI_SUCCESS)
    throw Error("transport=rma: " + World::library_version() +
                " makes no windows on this network; choose another transport, or other parts of the library (Open MPI: "
                "environment variable OMPI_MCA_osc=^rdma)");
  return memory;
}

class Puts : public NeighbourExchange {
 public:
  explicit Puts(std::vector<Partner> partners) : NeighbourExchange(std::move(partners)), sent_(n_sent()) {
    double* received = allocate(n_received(), &window_);
    use_buffers(sent_.data(), received);
    std::vector<int> writers, targets;
    for (const Partner& partner : partners_) {
      if (partner.n_received > 0) writers.push_back(partner.rank);
      if (partner.n_sent > 0) targets.push_back(partner.rank);
    }
    writers_ = group_of(writers);
    targets_ = group_of(targets);
    exchange_displacements(received);
  }
  ~Puts() override {
    if (must_finish()) end();
    if (std::uncaught_exceptions() > 0) return;  // the others may not get here
    for (MPI_Group* group : {&writers_, &targets_})
      if (*group != MPI_GROUP_EMPTY) MPI_Group_free(group);
    MPI_Win_free(&window_);
  }

 private:
  /// Exchanges the displacements of values in the windows with the partners.
  void exchange_displacements(const double* received) {
    std::vector<MPI_Aint> mine(partners_.size());
    displacements_.resize(partners_.size());
    std::vector<MPI_Request> requests;
    for (std::size_t k = 0; k < partners_.size(); ++k) {
      const Partner& p = partners_[k];
      mine[k] = incoming_[k] - received;
      if (p.n_sent > 0)
        MPI_Irecv(&displacements_[k], 1, MPI_AINT, p.rank, neighbour_tag, MPI_COMM_WORLD, &requests.emplace_back());
      if (p.n_received > 0)
        MPI_Isend(&mine[k], 1, MPI_AINT, p.rank, neighbour_tag, MPI_COMM_WORLD, &requests.emplace_back());
    }
    MPI_Waitall(int(requests.size()), requests.data(), MPI_STATUSES_IGNORE);
  }

  void begin() override {
    MPI_Win_post(writers_, 0, window_);
    MPI_Win_start(targets_, 0, window_);
    for (std::size_t k = 0; k < partners_.size(); ++k)
      if (const Partner& p = partners_[k]; p.n_sent > 0)
        MPI_Put(outgoing_[k], int(p.n_sent), MPI_DOUBLE, p.rank, displacements_[k], int(p.n_sent), MPI_DOUBLE, window_);
  }
  void end() override {
    MPI_Win_complete(window_);
    MPI_Win_wait(window_);
  }

  std::vector<double> sent_;
  std::vector<MPI_Aint> displacements_;  ///< [partner] of this rank's values in its window [doubles]
  MPI_Group writers_ = MPI_GROUP_NULL, targets_ = MPI_GROUP_NULL;
  MPI_Win window_ = MPI_WIN_NULL;
};

}  // namespace

extern const TransportMode rma_transport;
const TransportMode rma_transport = {
    "rma", "each rank writes into its neighbours' windows (MPI_Put)",
    [](const World&, std::vector<Partner> partners) -> std::unique_ptr<NeighbourExchange> {
      return std::make_unique<Puts>(std::move(partners));
    }};

}  // namespace crumple
