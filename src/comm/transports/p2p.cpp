// transport=p2p: MPI_Irecv and MPI_Isend for each partner, MPI_Waitall at the end.
#include <mpi.h>

#include "comm/transports/tag.hpp"
#include "comm/world.hpp"

namespace crumple {
namespace {

class PointToPoint : public NeighbourExchange {
 public:
  explicit PointToPoint(std::vector<Partner> partners)
      : NeighbourExchange(std::move(partners)), sent_(n_sent()), received_(n_received()) {
    use_buffers(sent_.data(), received_.data());
  }
  ~PointToPoint() override {
    if (must_finish()) end();
  }

 private:
  void begin() override {
    requests_.clear();
    for (std::size_t k = 0; k < partners_.size(); ++k)
      if (const Partner& p = partners_[k]; p.n_received > 0)
        MPI_Irecv(incoming_[k], int(p.n_received), MPI_DOUBLE, p.rank, neighbour_tag, MPI_COMM_WORLD,
                  &requests_.emplace_back());
    for (std::size_t k = 0; k < partners_.size(); ++k)
      if (const Partner& p = partners_[k]; p.n_sent > 0)
        MPI_Isend(outgoing_[k], int(p.n_sent), MPI_DOUBLE, p.rank, neighbour_tag, MPI_COMM_WORLD,
                  &requests_.emplace_back());
  }
  void end() override { MPI_Waitall(int(requests_.size()), requests_.data(), MPI_STATUSES_IGNORE); }

  std::vector<double> sent_, received_;
  std::vector<MPI_Request> requests_;
};

}  // namespace

extern const TransportMode p2p_transport;
const TransportMode p2p_transport = {
    "p2p", "a message to each neighbour (MPI_Isend, MPI_Irecv)",
    [](const World&, std::vector<Partner> partners) -> std::unique_ptr<NeighbourExchange> {
      return std::make_unique<PointToPoint>(std::move(partners));
    }};

}  // namespace crumple
