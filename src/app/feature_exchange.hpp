// What ranks must know of all features. Maxima go to all ranks, as one collective with a piece for each: made once,
// carried out in the mode of collectives=; the step starts each as early as its values are known and finishes it as
// late as possible. Sums are for outputs, so they go to root alone, from the ranks that have a part in them; where
// collectives= has a call for each piece, these are collectives of all, too, as in LS-DYNA.
#pragma once

#include <memory>
#include <vector>

#include "comm/collectives.hpp"
#include "physics/state/feature.hpp"

namespace crumple {

class FeatureExchange {
 public:
  /// `own`: pieces of the simulation itself, before those of the features, for all ranks. `features` must outlive it.
  /// Collective.
  FeatureExchange(const World& world, Reduction exchange, Operation operation, std::vector<std::size_t> own,
                  const FeatureList& features);

  /// The values of the simulation itself.
  std::span<double> own() const { return collective_->values.first(n_own_); }
  const CollectiveShape& shape() const { return collective_->shape(); }
  bool is_started() const { return collective_->is_started(); }
  /// The features fill in their values.
  void start(StepState& s);
  /// The features read those of all ranks; sums that go to root are elsewhere only this rank's.
  void finish(StepState& s);
  void run(StepState& s);

 private:
  /// A feature with values in this exchange.
  struct Member {
    Feature* feature = nullptr;
    std::size_t first = 0, width = 0;
  };
  std::span<double> values_of(const Member& m);

  const World& world_;
  Reduction exchange_;
  std::size_t n_own_ = 0;
  std::vector<Member> members_;
  std::unique_ptr<Collective> collective_;
  std::vector<std::size_t> widths_for_root_;  ///< of the features' pieces; empty: they are in the collective
  std::vector<double> for_root_;
};

}  // namespace crumple
