#include "decomp/balanced_shares.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace crumple {
namespace {

/// A range of ranks.
struct Group {
  int first = 0, count = 1;
};

/// Halves the groups, as bisections do, until none has more ranks than `most`.
std::vector<Group> halved(std::vector<Group> groups, int most) {
  std::vector<Group> result;
  while (!groups.empty()) {
    const auto [first, count] = groups.back();
    groups.pop_back();
    if (count <= most) {
      result.push_back({first, count});
      continue;
    }
    groups.push_back({first, count / 2});
    groups.push_back({first + count / 2, count - count / 2});
  }
  return result;
}

/// Of a correction: pieces change in leaps, and with larger steps work swings.
constexpr double first_part = 0.5;

class SharesOfRanks {
 public:
  SharesOfRanks(const Model& model, const ElementCosts& costs, const AddedCosts& added, std::vector<double> speed,
                const CutByShares& cut)
      : costs_(costs),
        cut_(cut),
        adds_(model, added),
        speed_(std::move(speed)),
        share_(speed_),
        work_(work_by(share_)) {
    for (std::size_t e = 0; e < costs.element.size(); ++e) whole_ += costs.total(e);
  }

  /// A group that becomes no better by a correction tries a smaller one in the next pass.
  void correct(const std::vector<Group>& groups, int n_passes) {
    std::vector<double> part(groups.size(), first_part);
    for (int pass = 0; pass < n_passes; ++pass) {
      std::vector<double> tried = share_;
      for (std::size_t g = 0; g < groups.size(); ++g) correct(groups[g], part[g], tried);
      const std::vector<RankWork> work = work_by(tried);
      for (std::size_t g = 0; g < groups.size(); ++g) {
        const auto [first, count] = groups[g];
        if (path(groups[g], work) < path(groups[g], work_)) {
          std::copy_n(tried.begin() + first, count, share_.begin() + first);
          std::copy_n(work.begin() + first, count, work_.begin() + first);
        } else
          part[g] *= 0.5;
      }
    }
  }
  std::vector<double> take() { return std::move(share_); }

 private:
  /// Of the three stages of a step that depend on the pieces [unit of ElementCosts].
  struct RankWork {
    AddedToRank added;
    double forces = 0, nodes = 0;
  };

  std::vector<RankWork> work_by(const std::vector<double>& share) const {
    const std::vector<int> rank = cut_(share);
    const std::vector<AddedToRank> added = adds_.to_ranks(rank, int(share.size()));
    std::vector<RankWork> work;
    for (const AddedToRank& of_rank : added) work.push_back({of_rank, of_rank.forces, 0});
    for (std::size_t e = 0; e < rank.size(); ++e) {
      RankWork& of_rank = work[std::size_t(rank[e])];
      of_rank.forces += costs_.total(e) - costs_.nodes[e];
      of_rank.nodes += costs_.nodes[e];
    }
    return work;
  }

  /// The slowest ranks of the stages.
  double path(const Group& group, const std::vector<RankWork>& work) const {
    RankWork slowest;
    for (int r = group.first; r < group.first + group.count; ++r) {
      const auto rank = std::size_t(r);
      slowest.forces = std::max(slowest.forces, work[rank].forces / speed_[rank]);
      slowest.nodes = std::max(slowest.nodes, work[rank].nodes / speed_[rank]);
      slowest.added.exchange = std::max(slowest.added.exchange, work[rank].added.exchange / speed_[rank]);
    }
    return slowest.forces + slowest.nodes + slowest.added.exchange;
  }

  /// Moves shares a part of the way to those with which what is added now would leave all with the same work; the share
  /// of the group stays the same.
  void correct(const Group& group, double part, std::vector<double>& tried) const {
    constexpr double least = 0.1;  // of its share by speed, which a rank keeps in any case
    double speeds = 0, share = 0, added = 0;
    for (int r = group.first; r < group.first + group.count; ++r) {
      speeds += speed_[std::size_t(r)];
      share += share_[std::size_t(r)];
      added += work_[std::size_t(r)].added.forces / whole_;
    }
    double now = 0;
    for (int r = group.first; r < group.first + group.count; ++r) {
      const auto rank = std::size_t(r);
      const double of_group = speed_[rank] / speeds;
      const double wanted =
          std::max(least * of_group * share, of_group * (share + added) - work_[rank].added.forces / whole_);
      now += tried[rank] += part * (wanted - share_[rank]);
    }
    for (int r = group.first; r < group.first + group.count; ++r) tried[std::size_t(r)] *= share / now;
  }

  const ElementCosts& costs_;
  const CutByShares& cut_;
  AddedWork adds_;
  double whole_ = 0;
  std::vector<double> speed_;   ///< [rank] they add up to 1
  std::vector<double> share_;   ///< [rank]
  std::vector<RankWork> work_;  ///< [rank] by these shares
};

}  // namespace

std::vector<double> balanced_shares(const Model& model, const ElementCosts& costs, const AddedCosts& added,
                                    std::vector<double> speed, const BalancingPasses& passes,
                                    const CutByShares& cut) {
  constexpr int groups_of_group = 4;
  const int n_ranks = int(speed.size());
  SharesOfRanks shares(model, costs, added, std::move(speed), cut);
  std::vector<Group> groups = {{0, n_ranks}};
  for (int size = n_ranks; size > 1; size = passes.in_groups ? size / groups_of_group : 1) {
    groups = halved(std::move(groups), size);
    shares.correct(groups, passes.per_level);
  }
  return shares.take();
}

}  // namespace crumple
