#include "decomp/partition.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>

#include "base/counted.hpp"
#include "base/error.hpp"
#include "decomp/balanced_shares.hpp"
#include "decomp/decomposition_file.hpp"
#include "decomp/methods/methods.hpp"
#include "decomp/region.hpp"

namespace crumple {
namespace {

/// Gives the elements to ranks, region by region.
class Decomposer {
 public:
  Decomposer(const Model& model, const DecompositionOptions& options, const ElementCosts& costs,
             std::vector<double> share, std::vector<CutAxes>& axes, RcbLog* log)
      : model_(model),
        options_(options),
        costs_(costs),
        method_(*find_method(options.method)),
        axes_(axes),
        log_(log),
        share_(std::move(share)),
        load_(share_.size(), 0.0),
        rank_(costs.element.size(), unplaced),
        centres_(element_centres(model)) {}

  std::vector<int> run() {
    for (const Region& region : options_.regions) place(region);
    std::vector<Index> rest;
    for (std::size_t e = 0; e < rank_.size(); ++e)
      if (rank_[e] == unplaced || rank_[e] == local || rank_[e] <= first_group) rest.push_back(Index(e));
    cut(rest, options_.transformation, room_left());
    return std::move(rank_);
  }

 private:
  static constexpr int unplaced = -1, local = -2,
                       first_group = -3;  // groups of elements that stay together: -3, -4, ...

  void place(const Region& region) {
    const std::vector<char> chosen = elements_of_region(model_, centres_, region);
    std::vector<Index> elements;
    for (std::size_t e = 0; e < chosen.size(); ++e)
      if (chosen[e] && rank_[e] == unplaced) elements.push_back(Index(e));
    switch (region.grouping) {
      case Grouping::spread:
        return cut(elements, region.transformation.value_or(options_.transformation), shares_of(region));
      case Grouping::lumped: return give(elements, region.first_rank >= 0 ? ranks_of(region).first : least_loaded());
      case Grouping::local: return mark(elements, local);
      case Grouping::together: return mark(elements, first_group - n_groups_++);
    }
  }

  void mark(const std::vector<Index>& elements, int as) {
    for (const Index e : elements) rank_[e] = as;
  }

  void give(const std::vector<Index>& elements, int rank) {
    for (const Index e : elements) {
      rank_[e] = rank;
      load_[rank] += costs_.total(e);
    }
  }

  int least_loaded() const {
    int least = 0;
    for (int r = 1; r < n_ranks(); ++r)
      if (load_[r] / share_[r] < load_[least] / share_[least]) least = r;
    return least;
  }

  int n_ranks() const { return int(share_.size()); }

  /// First rank and number of ranks of a region.
  std::pair<int, int> ranks_of(const Region& region) const {
    const double scale = region.of_ranks > 0 ? double(n_ranks()) / region.of_ranks : 1.0;
    const int count = region.n_ranks == 0 ? n_ranks() : std::max(1, int(region.n_ranks * scale));
    const int first = std::max(0, int(region.first_rank * scale));
    if (first + count > n_ranks())
      throw Error(fmt::format("{}region: {} ranks from rank {} on (the first is 0), but there are {} ranks",
                              region.where.text(), count, first, n_ranks()));
    return {first, count};
  }

  std::vector<double> shares_of(const Region& region) const {
    const auto [first, count] = ranks_of(region);
    std::vector<double> shares(share_.size(), 0.0);
    std::copy_n(share_.begin() + first, count, shares.begin() + first);
    return shares;
  }

  /// What each rank still takes so that all come to their shares of the whole; ranks that have enough take nothing.
  /// Where nothing is left that costs anything, their shares.
  std::vector<double> room_left() const {
    double total = 0;
    for (std::size_t e = 0; e < rank_.size(); ++e) total += costs_.total(e);
    std::vector<double> room(share_.size());
    for (std::size_t r = 0; r < room.size(); ++r) room[r] = std::max(0.0, total * share_[r] - load_[r]);
    return *std::max_element(room.begin(), room.end()) > 0 ? room : share_;
  }

  /// Cuts elements, groups of them as one item, over the ranks with a share.
  void cut(const std::vector<Index>& elements, const Transformation& transformation,
           const std::vector<double>& shares) {
    if (elements.empty()) return;
    const std::vector<Index> no_items(rank_.size(), none);
    Cut task{model_, no_items, {}, {}, {}, {}, {}, options_.n_constraints, &axes_[n_cuts_++], log_};
    std::vector<int> rank_of_share;
    const double whole = std::accumulate(shares.begin(), shares.end(), 0.0);
    for (int r = 0; r < n_ranks(); ++r)
      if (shares[r] > 1e-3 * whole / n_ranks()) {  // less than that is not worth a piece of its own
        rank_of_share.push_back(r);
        task.share.push_back(shares[r] / whole);
      }
    make_items(elements, transformation, task);
    const std::vector<int> part = method_.partition(task);
    for (const Index e : elements) {
      rank_[e] = rank_of_share[part[task.item_of_element[e]]];
      load_[rank_[e]] += costs_.total(e);
    }
  }

  void make_items(const std::vector<Index>& elements, const Transformation& transformation, Cut& task) const {
    std::vector<Index> item_of_group(n_groups_, none);
    std::vector<double> group_size(n_groups_, 0);
    for (const Index e : elements) {
      const int group = first_group - rank_[e];
      Index& item = task.item_of_element[e];
      if (group >= 0) item = item_of_group[group];
      if (item == none) {
        item = Index(task.weight.size());
        task.centre.emplace_back();
        for (auto* weights : {&task.weight, &task.contact_weight, &task.node_weight}) weights->push_back(0);
      }
      if (group >= 0) item_of_group[group] = item, group_size[group] += 1;
      task.centre[item] += centres_[e];
      task.weight[item] += costs_.total(e);
      task.contact_weight[item] += costs_.contact[e];
      task.node_weight[item] += costs_.nodes[e];
    }
    for (int g = 0; g < n_groups_; ++g)
      if (item_of_group[g] != none) task.centre[item_of_group[g]] *= 1 / group_size[g];
    for (Vec3& centre : task.centre) centre = transformation(centre);
  }

  const Model& model_;
  const DecompositionOptions& options_;
  const ElementCosts& costs_;
  const NamedMethod& method_;
  std::vector<CutAxes>& axes_;  ///< [cut: of regions, then of the rest]
  RcbLog* log_;
  std::vector<double> share_;  ///< [rank] of the cost of the whole; adds up to 1
  std::vector<double> load_;   ///< [rank] cost given so far
  std::vector<int> rank_;      ///< [element] or one of the marks
  std::vector<Vec3> centres_;  ///< [element] as in the deck
  int n_groups_ = 0;
  std::size_t n_cuts_ = 0;
};

std::vector<double> shares_by_speed(int n_ranks, std::vector<double> speed) {
  if (speed.empty()) speed.assign(n_ranks, 1.0);
  const double whole = std::accumulate(speed.begin(), speed.end(), 0.0);
  for (double& s : speed) s /= whole;
  return speed;
}

std::vector<int> decompose(const Model& model, int n_ranks, const DecompositionOptions& options,
                           const ElementCosts& costs, const std::vector<double>& speed) {
  std::optional<RcbLog> log;
  if (!options.rcb_log.empty()) {
    if (options.method != "rcb")
      throw Error(fmt::format("{}rcblog records the cuts of method rcb, not of {}", options.rcb_log_where.text(),
                              options.method));
    log.emplace(options.rcb_log, options.rcb_log_where, n_ranks);
  }
  std::vector<CutAxes> axes(options.regions.size() + 1);
  std::vector<double> shares = shares_by_speed(n_ranks, speed);
  const bool follows_shares = find_method(options.method)->sees_places && !(log && log->replaying());
  if (options.n_passes > 0 && n_ranks > 1 && follows_shares) {
    const auto cut = [&](const std::vector<double>& by) {
      return Decomposer(model, options, costs, by, axes, nullptr).run();
    };
    shares = balanced_shares(model, costs, added_costs(measured_costs_of(options.costs), costs.unit),
                             std::move(shares), {options.n_passes, options.regions.empty()}, cut);
  }
  std::vector<int> rank = Decomposer(model, options, costs, std::move(shares), axes, log ? &*log : nullptr).run();
  if (log) log->save();
  return rank;
}

/// Gives the trusses of an averaged part, which are strained as one, to the rank of the first of them.
void keep_lines_together(const Model& model, std::vector<int>& rank) {
  std::map<Index, int> rank_of_line;
  for (std::size_t b = 0; b < model.beams.size(); ++b) {
    const Index part = model.beams[b].part;
    int& own = rank[model.first_beam() + b];
    if (model.parts[std::size_t(part)].is_averaged) own = rank_of_line.try_emplace(part, own).first->second;
  }
}

}  // namespace

Partition make_partition(const Model& model, int n_ranks, const DecompositionOptions& options, ElementCosts costs,
                         const std::vector<double>& speed) {
  const std::size_t n_elements = model.n_elements();
  if (n_elements < std::size_t(n_ranks))
    throw Error(fmt::format("the model has {}, too few for {}", counted(n_elements, "element"),
                            counted(n_ranks, "rank")));
  bool costs_nothing = true;
  for (std::size_t e = 0; e < n_elements; ++e) costs_nothing = costs_nothing && costs.total(e) == 0;
  if (costs_nothing) std::ranges::fill(costs.element, 1.0f);
  Partition partition{n_ranks, options.method, {}, std::move(costs)};
  if (!options.file.empty())
    if (auto rank = read_decomposition(model, n_ranks, options.file, options.file_where)) {
      partition.method = "file";
      partition.rank = std::move(*rank);
      keep_lines_together(model, partition.rank);
      return partition;
    }
  partition.rank = decompose(model, n_ranks, options, partition.costs, speed);
  keep_lines_together(model, partition.rank);
  if (!options.file.empty()) write_decomposition(model, partition.rank, n_ranks, options.file, options.file_where);
  return partition;
}

}  // namespace crumple
