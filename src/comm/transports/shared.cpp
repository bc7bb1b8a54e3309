// transport=shared: partners on the same node read the values in shared memory, where they were packed; the others
// exchange messages.
#include <mpi.h>

#include "comm/shared_window.hpp"
#include "comm/transports/tag.hpp"
#include "comm/world.hpp"

namespace crumple {
namespace {

/// The window of a rank holds, for each rank of the node, the offset of its values (in doubles); then the values,
/// double-buffered by the parity of the turn. finish waits until all partners have started the turn, so they have read
/// the previous one.
class SharedMemory : public NeighbourExchange {
 public:
  SharedMemory(const Node& node, std::vector<Partner> partners)
      : NeighbourExchange(std::move(partners)),
        node_(node),
        window_(node, std::size_t(node.size) + 1 + 2 * n_sent()),
        sent_(n_sent()),
        received_(n_received()) {
    use_buffers(sent_.data(), received_.data());
    double* head = window_.data(node_.rank);
    head[node_.size] = double(n_sent());
    std::size_t place = 0;
    for (const Partner& partner : partners_) {
      local_.push_back(node_.find(partner.rank));
      if (local_.back() >= 0) head[local_.back()] = double(place);
      place += partner.n_sent;
    }
    window_.signal(ready, 1);
    for (const int rank : local_)
      if (rank >= 0) window_.wait(rank, ready, 1);
    choose_places();
  }
  ~SharedMemory() override {
    if (must_finish()) end();
  }

 private:
  enum { started, ready };  // counters: of turns started; 1: the offsets are set

  /// The values of rank `from` for rank `to` of this node in the next turn.
  double* place(int from, int to) const {
    double* head = window_.data(from);
    const std::size_t half = std::size_t((turn_ + 1) % 2) * std::size_t(head[node_.size]);
    return head + node_.size + 1 + half + std::size_t(head[to]);
  }
  void choose_places() {
    for (std::size_t k = 0; k < partners_.size(); ++k)
      if (local_[k] >= 0 && partners_[k].n_sent > 0) outgoing_[k] = place(node_.rank, local_[k]);
  }

  void begin() override {
    requests_.clear();
    for (std::size_t k = 0; k < partners_.size(); ++k) {
      const Partner& p = partners_[k];
      if (local_[k] >= 0) {
        incoming_[k] = place(local_[k], node_.rank);
        continue;
      }
      if (p.n_received > 0)
        MPI_Irecv(incoming_[k], int(p.n_received), MPI_DOUBLE, p.rank, neighbour_tag, MPI_COMM_WORLD,
                  &requests_.emplace_back());
      if (p.n_sent > 0)
        MPI_Isend(outgoing_[k], int(p.n_sent), MPI_DOUBLE, p.rank, neighbour_tag, MPI_COMM_WORLD,
                  &requests_.emplace_back());
    }
    window_.signal(started, ++turn_);
  }
  void end() override {
    for (const int rank : local_)
      if (rank >= 0) window_.wait(rank, started, turn_);
    MPI_Waitall(int(requests_.size()), requests_.data(), MPI_STATUSES_IGNORE);
    choose_places();
  }

  const Node& node_;
  SharedWindow window_;
  std::vector<int> local_;               ///< [partner] rank on this node; -1: on another
  std::vector<double> sent_, received_;  ///< for partners on other nodes
  std::vector<MPI_Request> requests_;
  SharedWindow::Counter turn_ = 0;
};

}  // namespace

extern const TransportMode shared_transport;
const TransportMode shared_transport = {
    "shared", "read from shared memory inside a node, messages between nodes",
    [](const World& world, std::vector<Partner> partners) -> std::unique_ptr<NeighbourExchange> {
      return std::make_unique<SharedMemory>(world.node(), std::move(partners));
    }};

}  // namespace crumple
