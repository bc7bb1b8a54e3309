// Reductions over all features. Maxima are reduced to all ranks by one collective with a piece for each feature:
// created once, in the mode of collectives=; the step starts each as soon as its values are available and finishes it
// as late as possible. Sums are for outputs, so they are reduced to root from the ranks that contribute; modes with a
// call for each piece reduce them to all ranks, as in LS-DYNA.
#pragma once

#include <memory>
#include <vector>

#include "comm/collectives.hpp"
#include "physics/state/feature.hpp"

namespace crumple {

class FeatureExchange {
 public:
  /// `own`: lengths of the simulation's pieces, before those of the features, on all ranks. `features` must outlive it.
  /// Collective.
  FeatureExchange(const World& world, Reduction exchange, Operation operation, std::vector<std::size_t> own,
                  const FeatureList& features);

  /// The values of the simulation.
  std::span<double> own() const { return collective_->values.first(n_own_); }
  const CollectiveShape& shape() const { return collective_->shape(); }
  bool is_started() const { return collective_->is_started(); }
  /// Lets the features set their values.
  void start(StepState& s);
  /// Lets the features read the results; sums for root are rank-local elsewhere.
  void finish(StepState& s);
  void run(StepState& s);

 private:
  /// A feature with values in this reduction.
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
