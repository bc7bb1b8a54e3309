// transport=neighbor: one neighbourhood collective, MPI_Ineighbor_alltoallv on a graph of the partners, which gives the
// library the whole exchange at once.
#include <mpi.h>

#include "comm/world.hpp"

namespace crumple {
namespace {

/// Counts and displacements of one direction in MPI's form.
struct NeighbourLists {
  std::vector<int> ranks, counts, places;
  void add(int rank, std::size_t n) {
    if (n == 0) return;
    places.push_back(counts.empty() ? 0 : places.back() + counts.back());
    ranks.push_back(rank);
    counts.push_back(int(n));
  }
  /// MPI requires another constant without edges.
  const int* weights() const { return ranks.empty() ? MPI_WEIGHTS_EMPTY : MPI_UNWEIGHTED; }
};

class NeighbourhoodCollective : public NeighbourExchange {
 public:
  explicit NeighbourhoodCollective(std::vector<Partner> partners)
      : NeighbourExchange(std::move(partners)), sent_(n_sent()), received_(n_received()) {
    use_buffers(sent_.data(), received_.data());
    for (const Partner& partner : partners_) {
      to_.add(partner.rank, partner.n_sent);
      from_.add(partner.rank, partner.n_received);
    }
    MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, int(from_.ranks.size()), from_.ranks.data(), from_.weights(),
                                   int(to_.ranks.size()), to_.ranks.data(), to_.weights(), MPI_INFO_NULL, 0, &graph_);
  }
  ~NeighbourhoodCollective() override {
    if (must_finish()) end();
    if (std::uncaught_exceptions() == 0) MPI_Comm_free(&graph_);
  }

 private:
  void begin() override {
    MPI_Ineighbor_alltoallv(sent_.data(), to_.counts.data(), to_.places.data(), MPI_DOUBLE, received_.data(),
                            from_.counts.data(), from_.places.data(), MPI_DOUBLE, graph_, &request_);
  }
  void end() override { MPI_Wait(&request_, MPI_STATUS_IGNORE); }

  std::vector<double> sent_, received_;
  NeighbourLists to_, from_;
  MPI_Comm graph_ = MPI_COMM_NULL;
  MPI_Request request_ = MPI_REQUEST_NULL;
};

}  // namespace

extern const TransportMode neighbor_transport;
const TransportMode neighbor_transport = {
    "neighbor", "one neighbourhood collective (MPI_Ineighbor_alltoallv)",
    [](const World&, std::vector<Partner> partners) -> std::unique_ptr<NeighbourExchange> {
      return std::make_unique<NeighbourhoodCollective>(std::move(partners));
    }};

}  // namespace crumple
