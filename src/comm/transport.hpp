// Messages between neighbouring ranks that repeat with the same sizes: the exchange of nodal sums and of ghosts,
// implemented by several modes (transport=..., one file each in src/comm/transports). Made by
// World::neighbour_exchange.
#pragma once

#include <cstddef>
#include <exception>
#include <memory>
#include <string>
#include <vector>

namespace crumple {

class World;

/// A neighbouring rank, and the numbers of doubles sent to it and received from it; either may be 0.
struct Partner {
  int rank = 0;
  std::size_t n_sent = 0, n_received = 0;
};

/// A repeated exchange: write outgoing(k), start, finish, read incoming(k); k numbers the partners. Read incoming(k)
/// before the next start.
class NeighbourExchange {
 public:
  virtual ~NeighbourExchange() = default;
  NeighbourExchange(const NeighbourExchange&) = delete;

  const std::vector<Partner>& partners() const { return partners_; }
  double* outgoing(std::size_t k) { return outgoing_[k]; }
  const double* incoming(std::size_t k) const { return incoming_[k]; }
  void start() { begin(), started_ = true; }
  void finish() { end(), started_ = false; }
  bool is_started() const { return started_; }

 protected:
  explicit NeighbourExchange(std::vector<Partner> partners);
  virtual void begin() = 0;
  virtual void end() = 0;
  /// For destructors, as in Collective.
  bool must_finish() const { return started_ && std::uncaught_exceptions() == 0; }
  std::size_t n_sent() const, n_received() const;  ///< to and from all partners

  /// Makes the buffers of all partners contiguous in `outgoing` and `incoming`.
  void use_buffers(double* outgoing, double* incoming);

  std::vector<Partner> partners_;
  std::vector<double*> outgoing_, incoming_;

 private:
  bool started_ = false;
};

/// A value of the option transport=.
struct TransportMode {
  const char* name;
  const char* summary;  ///< one line for the help
  /// Collective over all ranks, including those without partners.
  std::unique_ptr<NeighbourExchange> (*make)(const World& world, std::vector<Partner> partners);
};

/// All modes, by name; and the mode of a given name, which must exist.
const std::vector<const TransportMode*>& transport_modes();
const TransportMode& transport_mode(const std::string& name);

}  // namespace crumple
