// Cuts the whole model into the pieces of the ranks by a partition. Runs on root only, one piece at a time. The
// descriptions of the model (model/describe.hpp) define the contents of a piece and the meaning of each number in it.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <vector>

#include "base/exact_sum.hpp"
#include "decomp/partition.hpp"
#include "physics/state/domain.hpp"

namespace crumple {

/// The items of one rank in the model's lists that are not replicated.
class Share {
 public:
  void add(const void* list, Index item);
  /// Ascending; `list`: of the whole model.
  std::span<const Index> of(const void* list) const;

 private:
  std::map<const void*, std::vector<Index>> items_;
  const void* last_list_ = nullptr;
  std::vector<Index>* last_items_ = nullptr;
};

/// The ranks of each node, and the items of each rank; made once for all pieces.
class ModelCutter {
 public:
  ModelCutter(const Model& model, const Partition& partition, const Quanta& quanta);
  Domain piece(int rank) const;

 private:
  struct NodeOnRank {
    Index node;
    int rank;
    auto operator<=>(const NodeOnRank&) const = default;
  };
  /// A rank with the node must also have the follower.
  struct Bond {
    Index node, follower;
    auto operator<=>(const Bond&) const = default;
  };
  void place_elements();
  void place_free_nodes();
  void place_single_items();
  void place_joining_items();
  void follow(const std::vector<Bond>& bonds);
  void share_joining_items();
  void sort_places();
  std::span<const NodeOnRank> ranks_of(Index node) const;
  int owner(Index node) const;
  template <Kind kind, class Item> std::optional<int> rank_of_element(const Item& item) const;
  template <Kind kind, class Item> void place_nodes(const Item& item, int rank);
  void set_numbers(Domain& domain) const;
  void set_halo(Domain& domain) const;

  const Model& model_;
  const Partition& partition_;
  Quanta quanta_;
  std::vector<NodeOnRank> places_;                ///< ascending by node, then rank
  std::vector<std::size_t> first_place_;          ///< [node], into places_
  std::vector<Share> share_of_rank_;
  std::vector<std::vector<Index>> nodes_of_rank_;  ///< ascending
};

/// Swaps the lists that are the same in all pieces of a model (materials, curves, ...), so that pieces in one process
/// share one copy.
void swap_common_lists(Model& a, Model& b);

}  // namespace crumple
