#include "decomp/added_work.hpp"

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <utility>

#include "base/number_map.hpp"
#include "base/ragged.hpp"

namespace crumple {
namespace {

/// A set of ranks that is emptied often.
class RankSet {
 public:
  explicit RankSet(int n_ranks) : last_(std::size_t(n_ranks), 0) {}
  void clear() {
    ++number_;
    ranks_.clear();
  }
  void insert(int rank) {
    if (std::exchange(last_[std::size_t(rank)], number_) != number_) ranks_.push_back(rank);
  }
  std::span<const int> ranks() const { return ranks_; }

 private:
  std::uint32_t number_ = 0;
  std::vector<std::uint32_t> last_;  ///< [rank]
  std::vector<int> ranks_;
};

/// The ranks of things, most of which have one.
class RanksOf {
 public:
  explicit RanksOf(std::size_t n) : rank_(n, nobody) {}

  void add(std::size_t thing, int rank) {
    int& known = rank_[thing];
    if (known == nobody) known = rank;
    if (known == rank) return;
    if (known >= 0) {
      several_.push_back({known});
      known = several - int(several_.size() - 1);
    }
    std::vector<int>& ranks = several_[std::size_t(several - known)];
    if (std::ranges::find(ranks, rank) == ranks.end()) ranks.push_back(rank);
  }
  std::span<const int> operator[](std::size_t thing) const {
    const int& known = rank_[thing];
    if (known >= 0) return {&known, 1};
    if (known == nobody) return {};
    return several_[std::size_t(several - known)];
  }
  /// Its rank; negative: not one alone.
  int single(std::size_t thing) const { return rank_[thing] >= 0 ? rank_[thing] : nobody; }
  const std::vector<std::vector<int>>& with_several() const { return several_; }

 private:
  static constexpr int nobody = -1, several = -2;  // -2, -3, ...: of several_
  std::vector<int> rank_;
  std::vector<std::vector<int>> several_;
};

RanksOf ranks_of_nodes(const Model& model, const std::vector<int>& rank_of_element) {
  RanksOf ranks(std::size_t(model.nodes.count()));
  std::size_t e = 0;
  model.for_each_element([&](const auto& element) {
    for_each_node(element, [&](Index node) { ranks.add(std::size_t(node), rank_of_element[e]); });
    ++e;
  });
  return ranks;
}

/// Counts copies of one contact after another.
class CopyCount {
 public:
  CopyCount(const Model& model, const std::vector<int>& rank_of_element, const RanksOf& at_node, int n_ranks)
      : model_(model),
        rank_of_element_(rank_of_element),
        at_node_(at_node),
        found_(n_ranks),
        copied_(std::size_t(n_ranks)),
        copies_(std::size_t(n_ranks)) {}

  void count(const NearFaces& near) {
    around_faces(near);
    find_evaluating(near);
    count_faces(near);
  }
  /// A node copied for several faces or contacts counts once.
  std::vector<ContactCopies> take() {
    std::vector<int> counted_for(std::size_t(model_.nodes.count()), -1);
    for (int rank = 0; rank < int(copies_.size()); ++rank)
      for (const Index node : copied_[std::size_t(rank)])
        copies_[std::size_t(rank)].nodes += std::exchange(counted_for[std::size_t(node)], rank) != rank;
    return std::move(copies_);
  }

 private:
  int rank_of(const ContactSegment& face) const {
    return face.shell != none   ? rank_of_element_[std::size_t(face.shell)]
           : face.solid != none ? rank_of_element_[model_.first_solid() + std::size_t(face.solid)]
                                : -1;
  }

  /// [face] The ranks that have any of its nodes.
  void around_faces(const NearFaces& near) {
    at_face_ = RanksOf(near.faces->size());
    for (std::size_t f = 0; f < near.faces->size(); ++f)
      for (const Index node : (*near.faces)[f].nodes)
        for (const int rank : at_node_[std::size_t(node)]) at_face_.add(f, rank);
  }

  /// A node is copied to all ranks that have nodes of a face near it, and evaluated by these and its own.
  void find_evaluating(const NearFaces& near) {
    evaluating_ = {};
    row_.assign(near.nodes->size(), none);
    for (std::size_t i = 0; i < near.nodes->size(); ++i) {
      const auto node = std::size_t((*near.nodes)[i]);
      const int single = at_node_.single(node);
      const auto is_alone = [&](Index face) { return at_face_.single(std::size_t(face)) == single; };
      if (single >= 0 && std::ranges::all_of(near.faces_of[i], is_alone)) continue;
      found_.clear();
      for (const int rank : at_node_[node]) found_.insert(rank);
      const std::size_t n_own = found_.ranks().size();
      for (const Index face : near.faces_of[i])
        for (const int rank : at_face_[std::size_t(face)]) found_.insert(rank);
      const std::span<const int> all = found_.ranks();
      if (all.size() < 2) continue;
      row_[i] = Index(evaluating_.size());
      std::ranges::copy(all, evaluating_.add_row(all.size()).begin());
      for (const int rank : all.subspan(n_own)) copied_[std::size_t(rank)].push_back(Index(node));
    }
  }

  /// A face is copied to all ranks that evaluate a node near it, with its nodes.
  void count_faces(const NearFaces& near) {
    for (std::size_t f = 0; f < near.faces->size(); ++f) {
      found_.clear();
      found_.insert(std::max(0, rank_of((*near.faces)[f])));
      for (const Index i : near.nodes_of[f])
        if (row_[std::size_t(i)] != none)
          for (const int rank : evaluating_[std::size_t(row_[std::size_t(i)])]) found_.insert(rank);
      for (const int rank : found_.ranks().subspan(1)) {
        ++copies_[std::size_t(rank)].faces;
        for (const Index node : (*near.faces)[f].nodes)
          if (std::ranges::find(at_node_[std::size_t(node)], rank) == at_node_[std::size_t(node)].end())
            copied_[std::size_t(rank)].push_back(node);
      }
    }
  }

  const Model& model_;
  const std::vector<int>& rank_of_element_;
  const RanksOf& at_node_;
  RanksOf at_face_{0};
  Ragged<int> evaluating_;  ///< ranks of the nodes that several evaluate
  std::vector<Index> row_;  ///< [into the nodes of the contact] of them; none: its rank alone
  RankSet found_;
  std::vector<std::vector<Index>> copied_;  ///< [rank] nodes, some repeatedly
  std::vector<ContactCopies> copies_;
};

std::vector<ContactCopies> copies_of(const Model& model, const std::vector<NearFaces>& all,
                                     const std::vector<int>& rank_of_element, const RanksOf& at_node, int n_ranks) {
  CopyCount count(model, rank_of_element, at_node, n_ranks);
  for (const NearFaces& near : all) count.count(near);
  return count.take();
}

/// Adds the bodies and the messages of their sums [nodes of bodies].
void add_bodies(const Model& model, const RanksOf& at_node, int n_ranks, std::vector<double>& work) {
  constexpr std::size_t fan = 8;  // of HolderSums: more ranks are summed in rounds
  RankSet holders(n_ranks);
  NumberMap<bool> met;
  for (const RigidBody& body : model.rigid_bodies) {
    holders.clear();
    for (const Index node : body.nodes)
      for (const int rank : at_node[std::size_t(node)]) holders.insert(rank);
    const std::span<const int> all = holders.ranks();
    for (const int rank : all) {
      double& of_rank = work[std::size_t(rank)];
      of_rank += cost_of_body;
      if (all.size() <= fan) {
        for (const int other : all)
          if (other != rank && !std::exchange(met[std::uint64_t(rank) << 32 | std::uint64_t(other)], true))
            of_rank += cost_of_body_message;
      } else if (all.size() < std::size_t(n_ranks)) {  // else a collective
        for (std::size_t n = all.size(); n > 1; n = (n + fan - 1) / fan)
          of_rank += cost_of_body_message * double(std::min(n, fan) - 1);
      }
    }
  }
}

/// [rank] Nodes that it shares, and messages to those that share them [shared nodes].
std::vector<double> exchanges(const RanksOf& at_node, int n_ranks) {
  std::vector<double> work(std::size_t(n_ranks), 0.0);
  NumberMap<bool> met;
  for (const std::vector<int>& ranks : at_node.with_several())
    for (const int rank : ranks) {
      work[std::size_t(rank)] += 1;
      for (const int other : ranks)
        if (other != rank && !std::exchange(met[std::uint64_t(rank) << 32 | std::uint64_t(other)], true))
          work[std::size_t(rank)] += cost_of_message;
    }
  return work;
}

}  // namespace

AddedCosts added_costs(const MeasuredCosts& measured, double unit) {
  const auto cost = [&](const std::string& phase) {
    const auto found = measured.phase.find(phase);
    return (found != measured.phase.end() ? found->second : table_cost(phase)).ns / unit;
  };
  return {cost("rigid bodies"), cost("exchange")};
}

AddedWork::AddedWork(const Model& model, const AddedCosts& costs)
    : model_(model), costs_(costs), near_(near_faces_of(model)) {}

std::vector<ContactCopies> AddedWork::copies(const std::vector<int>& rank_of_element, int n_ranks) const {
  const RanksOf at_node = ranks_of_nodes(model_, rank_of_element);
  return copies_of(model_, near_, rank_of_element, at_node, n_ranks);
}

std::vector<AddedToRank> AddedWork::to_ranks(const std::vector<int>& rank_of_element, int n_ranks) const {
  const RanksOf at_node = ranks_of_nodes(model_, rank_of_element);
  std::vector<AddedToRank> added;
  for (const ContactCopies& copied : copies_of(model_, near_, rank_of_element, at_node, n_ranks))
    added.push_back({cost_of_copy * double(copied.nodes + copied.faces)});
  std::vector<double> bodies(added.size(), 0.0);
  add_bodies(model_, at_node, n_ranks, bodies);
  const std::vector<double> shared = exchanges(at_node, n_ranks);
  for (std::size_t r = 0; r < added.size(); ++r) {
    added[r].forces += bodies[r] * costs_.node_of_body;
    added[r].exchange = shared[r] * costs_.shared_node;
  }
  return added;
}

}  // namespace crumple
