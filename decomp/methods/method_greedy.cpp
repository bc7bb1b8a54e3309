// The greedy method (Farhat 1988): fill one rank after the other by walking from neighbour to neighbour. Simple and
// fast; the last ranks get what is left over, often in several pieces.
#include <deque>

#include "decomp/methods/graph.hpp"
#include "decomp/methods/methods.hpp"

namespace crumple {
namespace {

class GreedyWalk {
 public:
  explicit GreedyWalk(const Cut& cut) : cut_(cut), graph_(graph_of(cut)), rank_(cut.weight.size(), unplaced) {}

  std::vector<int> run() {
    double target = 0, total = 0;
    for (const float w : cut_.weight) total += w;
    for (int r = 0; r < cut_.n_ranks(); ++r) {
      target += total * cut_.share[r];
      start_afresh();
      fill(r, r + 1 < cut_.n_ranks() ? target : 2 * total, std::size_t(cut_.n_ranks() - 1 - r));
    }
    return std::move(rank_);
  }

 private:
  static constexpr int unplaced = -1;

  /// Leaves of the last front the item with the fewest free neighbours: the walk follows the rim of what is placed.
  void start_afresh() {
    Index best = none;
    int fewest = 0;
    for (const Index item : front_)
      if (rank_[item] == unplaced)
        if (const int free = free_neighbours(item); best == none || free < fewest) best = item, fewest = free;
    front_.clear();
    if (best != none) front_.push_back(best);
  }

  int free_neighbours(Index item) const {
    int free = 0;
    for (int k = graph_.first[item]; k < graph_.first[item + 1]; ++k) free += rank_[graph_.neighbour[k]] == unplaced;
    return free;
  }

  /// Takes items until the weight placed so far is nearest to `target`, at least one, and leaves one for each of the
  /// `others` that come after.
  void fill(int r, double target, std::size_t others) {
    bool has_some = false;
    while (n_placed_ + others < rank_.size()) {
      const Index item = next();
      if (has_some && placed_ + 0.5 * cut_.weight[item] >= target) {
        front_.push_front(item);
        return;
      }
      rank_[item] = r;
      has_some = true;
      ++n_placed_;
      placed_ += cut_.weight[item];
      for (int k = graph_.first[item]; k < graph_.first[item + 1]; ++k)
        if (rank_[graph_.neighbour[k]] == unplaced) front_.push_back(graph_.neighbour[k]);
    }
  }

  /// The next free item of the front, or of the model when the front has none: another component of the mesh.
  Index next() {
    while (!front_.empty()) {
      const Index item = front_.front();
      front_.pop_front();
      if (rank_[item] == unplaced) return item;
    }
    while (rank_[lowest_] != unplaced) ++lowest_;
    return lowest_;
  }

  const Cut& cut_;
  Graph graph_;
  std::vector<int> rank_;
  std::deque<Index> front_;  ///< neighbours of what is placed; some have been placed since
  Index lowest_ = 0;         ///< all items before it are placed
  std::size_t n_placed_ = 0;
  double placed_ = 0;  ///< weight
};

}  // namespace

namespace methods {
extern const NamedMethod greedy{
    .name = "greedy", .partition = [](const Cut& cut) { return GreedyWalk(cut).run(); }, .sees_places = false};
}

}  // namespace crumple
