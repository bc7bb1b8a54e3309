// transport=persistent: the messages of p2p as persistent requests, planned once.
#include <mpi.h>

#include "comm/transports/tag.hpp"
#include "comm/world.hpp"

namespace crumple {
namespace {

class PersistentMessages : public NeighbourExchange {
 public:
  explicit PersistentMessages(std::vector<Partner> partners)
      : NeighbourExchange(std::move(partners)), sent_(n_sent()), received_(n_received()) {
    use_buffers(sent_.data(), received_.data());
    for (std::size_t k = 0; k < partners_.size(); ++k)
      if (const Partner& p = partners_[k]; p.n_received > 0)
        MPI_Recv_init(incoming_[k], int(p.n_received), MPI_DOUBLE, p.rank, neighbour_tag, MPI_COMM_WORLD,
                      &requests_.emplace_back());
    for (std::size_t k = 0; k < partners_.size(); ++k)
      if (const Partner& p = partners_[k]; p.n_sent > 0)
        MPI_Send_init(outgoing_[k], int(p.n_sent), MPI_DOUBLE, p.rank, neighbour_tag, MPI_COMM_WORLD,
                      &requests_.emplace_back());
  }
  ~PersistentMessages() override {
    if (must_finish()) end();
    for (MPI_Request& request : requests_) MPI_Request_free(&request);
  }

 private:
  void begin() override {
    if (!requests_.empty()) MPI_Startall(int(requests_.size()), requests_.data());  // Open MPI 4 rejects an empty list
  }
  void end() override { MPI_Waitall(int(requests_.size()), requests_.data(), MPI_STATUSES_IGNORE); }

  std::vector<double> sent_, received_;
  std::vector<MPI_Request> requests_;
};

}  // namespace

extern const TransportMode persistent_transport;
const TransportMode persistent_transport = {
    "persistent", "the same messages as persistent requests (MPI_Send_init, MPI_Startall)",
    [](const World&, std::vector<Partner> partners) -> std::unique_ptr<NeighbourExchange> {
      return std::make_unique<PersistentMessages>(std::move(partners));
    }};

}  // namespace crumple
