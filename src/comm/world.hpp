// The ranks of the run and their communication outside of the nodal exchange. The interface has no MPI types; only
// sources of this layer include <mpi.h>. All calls are collective unless stated otherwise.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <iosfwd>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "comm/collectives.hpp"
#include "comm/transport.hpp"

namespace crumple {

struct Node;

using Bytes = std::vector<std::byte>;

/// Bytes to or from one rank.
struct Message {
  int rank = 0;
  Bytes bytes;
};

class World {
 public:
  /// Initialises MPI if it is not running; uses MPI_COMM_WORLD.
  World(int& argc, char**& argv);
  virtual ~World();
  World(const World&) = delete;

  int rank() const { return rank_; }
  int size() const { return size_; }
  bool is_root() const { return rank_ == 0; }

  /// Element-wise reductions over all ranks, result on all ranks. `sum` is exact if the values are multiples of one
  /// quantum.
  virtual void min(std::span<double> values) const;
  virtual void max(std::span<double> values) const;
  virtual void sum(std::span<double> values) const;
  virtual void sum(std::span<std::int64_t> values) const;

  /// Root's bytes to all ranks.
  virtual void broadcast(Bytes& bytes) const;
  /// Root's values to all ranks; the same number of values on all ranks.
  virtual void broadcast(std::span<double> values) const;
  /// All ranks' bytes on root, in rank order; empty elsewhere.
  virtual std::vector<Bytes> gather(const Bytes& bytes) const;
  /// Root writes the data of each other rank in turn, which reads exactly these bytes. They are sent in slabs, so that
  /// no full copy is held.
  virtual void scatter(const std::function<void(int rank, std::ostream&)>& write,
                       const std::function<void(std::istream&)>& read) const;

  /// Sends each message to its rank; returns the received messages, in ascending rank. The receivers need not know the
  /// senders (non-blocking consensus: Hoefler, Siebert, Lumsdaine 2010), so the cost depends on the number of messages,
  /// not of ranks.
  virtual std::vector<Message> exchange(std::vector<Message> outgoing) const;

  virtual void barrier() const;

  /// Errors: the MPI library does not provide MPI_THREAD_FUNNELED. Only the main thread calls MPI.
  static void require_threads();

  /// Sets the communication modes of the step: names of collective_modes() and transport_modes(), and the maximum
  /// number of ranks that the shared modes treat as a node (0: all that share memory). Called before the first use; not
  /// collective. Does not affect the results. Default: fused, p2p.
  void use_modes(const std::string& collectives, const std::string& transport, int ranks_per_node = 0);
  const CollectiveMode& collectives() const { return *collectives_; }
  const TransportMode& transport() const { return *transport_; }
  /// A collective of the step, and an exchange with neighbours, in the selected modes.
  virtual std::unique_ptr<Collective> collective(CollectiveShape shape) const;
  std::unique_ptr<NeighbourExchange> neighbour_exchange(std::vector<Partner> partners) const;
  /// The same in a given mode.
  virtual std::unique_ptr<NeighbourExchange> neighbour_exchange(const TransportMode& mode,
                                                                std::vector<Partner> partners) const;
  /// The ranks that share memory with this one (comm/node.hpp). Collective in the first call.
  const Node& node() const;

  /// Ends the program on all ranks at once. Not collective.
  [[noreturn]] virtual void abort(int status) const;
  /// E.g. "Open MPI 4.1.4".
  static std::string library_version();

 protected:
  /// A rank without an MPI process (planned_ranks.hpp).
  World(int rank, int size);

 private:
  int rank_ = 0, size_ = 1;
  bool owns_mpi_ = false;
  const CollectiveMode* collectives_ = nullptr;
  const TransportMode* transport_ = nullptr;
  int ranks_per_node_ = 0;
  mutable std::unique_ptr<Node> node_;
};

/// Plain data as bytes, and back.
template <class T> Bytes to_bytes(std::span<const T> values) {
  const auto raw = std::as_bytes(values);
  return Bytes(raw.begin(), raw.end());
}
template <class T> std::vector<T> from_bytes(const Bytes& bytes) {
  std::vector<T> values(bytes.size() / sizeof(T));
  if (!values.empty()) std::copy(bytes.begin(), bytes.end(), reinterpret_cast<std::byte*>(values.data()));
  return values;
}

}  // namespace crumple
