// Sums over the nodes of rigid bodies, of whom several ranks may have nodes: these ranks send each other their shares,
// so the traffic of a rank grows with its own bodies alone. A body on very many ranks (more than `most_pairwise`) goes
// through a collective of all, which takes fewer messages then. Sums are exact, so both ways give the same bits.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "comm/collectives.hpp"
#include "comm/transport.hpp"
#include "comm/world.hpp"
#include "model/model.hpp"

namespace crumple {

class BodySums {
 public:
  static constexpr std::size_t width = 7;  ///< force, moment, crowding
  static constexpr std::size_t most_pairwise = 8;

  /// `here`: the bodies that this rank has nodes of, ascending. Collective.
  BodySums(const World& world, const Model& model, std::span<const Index> here);

  /// `width` numbers of a body: before start the share of this rank, after finish the sum, if the body is here.
  double* of(Index body) { return &values_[width * std::size_t(body)]; }
  const double* of(Index body) const { return &values_[width * std::size_t(body)]; }

  void start();
  void finish();

  const CollectiveShape& shape() const { return wide_sums_->shape(); }
  std::vector<Partner> partners() const { return exchange_->partners(); }

 private:
  /// The bodies of which another rank has nodes, too, and that the two exchange; ascending.
  struct Shared {
    int rank = 0;
    std::vector<Index> bodies;
  };
  std::vector<std::vector<int>> find_holders(const World& world, std::span<const Index> here) const;

  std::vector<double> values_;  ///< [body][width]
  std::vector<Shared> shared_;  ///< with whom, ascending
  std::vector<Index> wide_;     ///< the bodies of the collective, the same on all ranks
  std::unique_ptr<NeighbourExchange> exchange_;
  std::unique_ptr<Collective> wide_sums_;
};

}  // namespace crumple
