#include "physics/state/cut_model.hpp"

#include <algorithm>
#include <numeric>
#include <set>
#include <utility>


namespace crumple {
namespace {

/// Maps global to local numbers of a rank's items in a list. Looked up in buckets of equal ranges of global numbers,
/// about as many as there are local ones.
class LocalNumbers {
 public:
  /// `global`: ascending.
  explicit LocalNumbers(std::span<const Index> global) : global_(global) {
    if (global.empty()) return;
    const auto range = std::size_t(global.back() - global.front());
    while (range >> shift_ > global.size()) ++shift_;
    bucket_end_.assign((range >> shift_) + 2, 0);
    for (std::size_t i = 0; i < global.size(); ++i) bucket_end_[bucket_of(global[i]) + 1] = Index(i + 1);
    for (std::size_t b = 1; b < bucket_end_.size(); ++b) bucket_end_[b] = std::max(bucket_end_[b], bucket_end_[b - 1]);
  }
  Index operator()(Index item) const {
    if (global_.empty() || item < global_.front() || item > global_.back()) return none;
    const std::size_t b = bucket_of(item);
    const auto begin = global_.begin() + bucket_end_[b], end = global_.begin() + bucket_end_[b + 1];
    const auto at = std::lower_bound(begin, end, item);
    return at != end && *at == item ? Index(at - global_.begin()) : none;
  }
  template <std::size_t n> std::array<Index, n> operator()(std::array<Index, n> items) const {
    for (Index& item : items) item = (*this)(item);
    return items;
  }
  /// The local numbers of a list's items, in its order.
  std::vector<Index> operator()(const std::vector<Index>& items) const {
    std::vector<Index> local;
    for (const Index item : items)
      if (const Index here = (*this)(item); here != none) local.push_back(here);
    return local;
  }
  /// The same for an ascending list, linear in the shorter one.
  std::vector<Index> of_ascending(const std::vector<Index>& items) const {
    if (items.size() <= global_.size()) return (*this)(items);
    std::vector<Index> local;
    for (std::size_t i = 0; i < global_.size(); ++i)
      if (std::binary_search(items.begin(), items.end(), global_[i])) local.push_back(Index(i));
    return local;
  }

 private:
  std::size_t bucket_of(Index item) const { return std::size_t(item - global_.front()) >> shift_; }

  std::span<const Index> global_;
  int shift_ = 0;                  ///< of a number within the range to its bucket
  std::vector<Index> bucket_end_;  ///< [1 + bucket] where the bucket ends among the local numbers
};

/// The nodes of an item of that kind: a struct, or a list of its nodes.
template <Kind kind, Kind wanted = Kind::node, class Item> std::vector<Index> nodes_of(const Item& item) {
  std::vector<Index> all;
  for_each_of<wanted, kind>(item, [&](const auto& nodes) {
    for_each_index(nodes, [&](Index node) { all.push_back(node); });
  });
  return all;
}

template <class T, auto... wanted> inline constexpr bool holds_any = (holds<wanted, T> || ...);

/// Whether a struct differs between a piece and the whole.
template <class T> inline constexpr bool differs =
    holds_any<T, Kind::node, Kind::following_nodes, Kind::ascending_nodes, Kind::shell, Kind::solid> ||
    holds_any<T, Placement::per_node, Placement::by_element, Placement::on_one_rank, Placement::with_its_nodes,
              Placement::only_on_root>;

/// Creates one rank's piece of the whole model, and of every struct in it.
class Piece {
 public:
  Piece(const Model& whole, const Share& share, const std::vector<Index>& nodes)
      : share_(share), nodes_(nodes), node_(nodes), shell_(share.of(&whole.shells)), solid_(share.of(&whole.solids)) {}

  template <Described T> T cut(const T& whole) const {
    T piece;
    for_each_member_of_both(whole, piece, [&](auto from, auto to) {
      if constexpr (from.placement == Placement::everywhere) to.value = numbers<from.kind>(from.value);
      else if constexpr (from.placement == Placement::per_node) {
        to.value.reserve(nodes_.size());
        for (const Index node : nodes_) to.value.push_back(from.value[node]);
      } else if constexpr (from.placement != Placement::only_on_root) {
        const std::span<const Index> items = share_.of(&from.value);
        to.value.reserve(items.size());
        for (const Index item : items) to.value.push_back(numbers<from.kind>(from.value[item]));
      }
    });
    return piece;
  }

 private:
  template <Kind kind, class T> T numbers(const T& whole) const {
    if constexpr (kind == Kind::node || kind == Kind::following_nodes) return node_(whole);
    else if constexpr (kind == Kind::ascending_nodes) return node_.of_ascending(whole);
    else if constexpr (kind == Kind::shell) return shell_(whole);
    else if constexpr (kind == Kind::solid) return solid_(whole);
    else if constexpr (kind == Kind::plain && differs<T>) return structs(whole);
    else return whole;
  }
  template <class T> T structs(const T& whole) const {
    if constexpr (Described<T>) return cut(whole);
    else if constexpr (is_optional<T>) return whole ? T(structs(*whole)) : T();
    else if constexpr (is_variant<T>) return std::visit([&](const auto& one) { return T(structs(one)); }, whole);
    else {
      T piece;
      if constexpr (requires { piece.reserve(whole.size()); }) piece.reserve(whole.size());
      if constexpr (requires { piece.push_back(whole[0]); })
        for (const auto& one : whole) piece.push_back(structs(one));
      else
        for (std::size_t i = 0; i < whole.size(); ++i) piece[i] = structs(whole[i]);
      return piece;
    }
  }

  const Share& share_;
  const std::vector<Index>& nodes_;
  LocalNumbers node_, shell_, solid_;
};

}  // namespace

void swap_common_lists(Model& a, Model& b) {
  for_each_member_of_both(static_cast<ModelMembers&>(a), static_cast<ModelMembers&>(b), [](auto of_a, auto of_b) {
    using List = typename decltype(of_a)::Value;
    if constexpr (of_a.placement == Placement::everywhere && is_list<List> && !differs<List>)
      of_a.value.swap(of_b.value);
  });
}

void Share::add(const void* list, Index item) {
  if (list != last_list_) {
    last_list_ = list;
    last_items_ = &items_[list];
  }
  last_items_->push_back(item);
}

std::span<const Index> Share::of(const void* list) const {
  const auto at = items_.find(list);
  return at == items_.end() ? std::span<const Index>() : at->second;
}

ModelCutter::ModelCutter(const Model& model, const Partition& partition, const Quanta& quanta)
    : model_(model), partition_(partition), quanta_(quanta), share_of_rank_(partition.n_ranks) {
  place_elements();
  place_free_nodes();
  place_single_items();
  sort_places();
  place_joining_items();
  share_joining_items();
  nodes_of_rank_.resize(partition.n_ranks);
  for (const NodeOnRank& place : places_) nodes_of_rank_[place.rank].push_back(place.node);
}

template <Kind kind, class Item> void ModelCutter::place_nodes(const Item& item, int rank) {
  for_each_of<Kind::node, kind>(item, [&](const auto& nodes) {
    for_each_index(nodes, [&](Index node) { places_.push_back({node, rank}); });
  });
}

void ModelCutter::place_elements() {
  std::size_t element = 0;
  for_each_placed<Placement::by_element>(model_, [&](auto list) {
    for (std::size_t i = 0; i < list.value.size(); ++i) {
      const int rank = partition_.rank[element++];
      share_of_rank_[rank].add(&list.value, Index(i));
      place_nodes<list.kind>(list.value[i], rank);
    }
  });
}

/// Nodes without elements go where others of their rigid body are, or of an item that joins them: to the rank of the
/// one before in its list, which for bodies is near, as nodes are in the order of a space-filling curve. Others go to
/// rank 0.
void ModelCutter::place_free_nodes() {
  sort_places();
  constexpr int nowhere = -1;
  std::vector<int> rank(std::size_t(model_.nodes.count()), nowhere);
  for (std::size_t p = places_.size(); p-- > 0;) rank[std::size_t(places_[p].node)] = places_[p].rank;
  const auto place = [&](Index node, int where) {
    rank[std::size_t(node)] = where;
    places_.push_back({node, where});
  };
  const auto place_together = [&](const std::vector<Index>& nodes) {
    const auto rank_of = [&](Index node) { return rank[std::size_t(node)]; };
    const auto first = std::ranges::find_if(nodes, [&](Index node) { return rank_of(node) != nowhere; });
    if (first == nodes.end()) return;
    int where = rank_of(*first);
    for (const Index node : nodes)
      if (rank_of(node) == nowhere) place(node, where);
      else where = rank_of(node);
  };
  for (int pass = 0; pass < 2; ++pass) {  // a body may be where a joint places one of its nodes
    for (const RigidBody& body : model_.rigid_bodies) place_together(body.nodes);
    for_each_placed<Placement::with_its_nodes>(model_, [&](auto list) {
      for (const auto& item : list.value) place_together(nodes_of<list.kind>(item));
    });
  }
  for (std::size_t node = 0; node < rank.size(); ++node)
    if (rank[node] == nowhere) place(Index(node), 0);
  sort_places();
}

void ModelCutter::sort_places() {
  const std::size_t n_nodes = std::size_t(model_.nodes.count());
  std::vector<std::size_t> end(n_nodes, 0);  // [node] of its ranks, which are counted first
  for (const NodeOnRank& place : places_) ++end[place.node];
  std::exclusive_scan(end.begin(), end.end(), end.begin(), std::size_t(0));
  std::vector<int> ranks(places_.size());
  for (const NodeOnRank& place : places_) ranks[end[place.node]++] = place.rank;
  places_.clear();
  first_place_.assign(n_nodes + 1, 0);
  auto first = ranks.begin();
  for (std::size_t node = 0; node < n_nodes; ++node) {
    const auto last = ranks.begin() + std::ptrdiff_t(end[node]);
    first_place_[node] = places_.size();
    std::sort(first, last);
    for (const auto one_past = std::unique(first, last); first != one_past; ++first)
      places_.push_back({Index(node), *first});
    first = last;
  }
  first_place_[n_nodes] = places_.size();
}

std::span<const ModelCutter::NodeOnRank> ModelCutter::ranks_of(Index node) const {
  return std::span(places_).subspan(first_place_[node], first_place_[node + 1] - first_place_[node]);
}

int ModelCutter::owner(Index node) const { return places_[first_place_[node]].rank; }

/// The rank with the element that the item refers to, if any.
template <Kind kind, class Item> std::optional<int> ModelCutter::rank_of_element(const Item& item) const {
  std::optional<int> rank;
  const auto set_rank = [&](Index number, std::size_t first) {
    if (number != none && !rank) rank = partition_.rank[first + std::size_t(number)];
  };
  for_each_of<Kind::shell, kind>(item, [&](Index shell) { set_rank(shell, 0); });
  for_each_of<Kind::solid, kind>(item, [&](Index solid) { set_rank(solid, model_.first_solid()); });
  return rank;
}

/// Placing items may change the owners of nodes: the destination of an item depends on the owners before.
void ModelCutter::place_single_items() {
  for_each_placed<Placement::on_one_rank>(model_, [&](auto list) {
    for (std::size_t i = 0; i < list.value.size(); ++i) {
      const auto& item = list.value[i];
      std::optional<int> rank = rank_of_element<list.kind>(item);
      if (!rank) {
        rank = owner(nodes_of<list.kind>(item).front());
        place_nodes<list.kind>(item, *rank);
      }
      share_of_rank_[*rank].add(&list.value, Index(i));
    }
  });
}

/// The rank with the element of an item gets its nodes; then each rank with one of an item's nodes gets all of them,
/// iterated until none is missing.
void ModelCutter::place_joining_items() {
  std::vector<Bond> bonds;
  for_each_placed<Placement::with_its_nodes>(model_, [&](auto list) {
    for (const auto& item : list.value) {
      if (const auto rank = rank_of_element<list.kind>(item)) place_nodes<list.kind>(item, *rank);
      const std::vector<Index> nodes = nodes_of<list.kind>(item);
      if (nodes.size() > 1)  // a ring
        for (std::size_t i = 0; i < nodes.size(); ++i) bonds.push_back({nodes[i], nodes[(i + 1) % nodes.size()]});
      for (const Index follower : nodes_of<list.kind, Kind::following_nodes>(item))
        bonds.push_back({nodes.front(), follower});
    }
  });
  sort_places();
  std::sort(bonds.begin(), bonds.end());
  follow(bonds);
  sort_places();
}

/// Each rank with the node of a bond gets its follower.
void ModelCutter::follow(const std::vector<Bond>& bonds) {
  std::vector<NodeOnRank> reached;
  for (std::size_t b = 0; b < bonds.size(); ++b)
    if (b == 0 || bonds[b].node != bonds[b - 1].node)
      for (const NodeOnRank& place : ranks_of(bonds[b].node)) reached.push_back(place);
  std::set<NodeOnRank> added;
  while (!reached.empty()) {
    const auto [node, rank] = reached.back();
    reached.pop_back();
    for (const Bond& bond : std::ranges::equal_range(bonds, node, {}, &Bond::node)) {
      const NodeOnRank place{bond.follower, rank};
      if (!std::ranges::binary_search(ranks_of(bond.follower), place) && added.insert(place).second)
        reached.push_back(place);
    }
  }
  places_.insert(places_.end(), added.begin(), added.end());
}

void ModelCutter::share_joining_items() {
  for_each_placed<Placement::with_its_nodes>(model_, [&](auto list) {
    for (std::size_t i = 0; i < list.value.size(); ++i)
      for (const NodeOnRank& place : ranks_of(nodes_of<list.kind>(list.value[i]).front()))
        share_of_rank_[place.rank].add(&list.value, Index(i));
  });
}

Domain ModelCutter::piece(int rank) const {
  Domain domain;
  domain.rank = rank;
  domain.quanta = quanta_;
  domain.global_node = nodes_of_rank_[rank];
  domain.model = Piece(model_, share_of_rank_[rank], domain.global_node).cut(model_);
  set_numbers(domain);
  set_halo(domain);
  return domain;
}

void ModelCutter::set_numbers(Domain& domain) const {
  const Share& share = share_of_rank_[domain.rank];
  domain.n_global_nodes = model_.nodes.count();
  domain.n_global_shells = std::int64_t(model_.shells.size());
  domain.n_global_solids = std::int64_t(model_.solids.size());
  domain.n_global_beams = std::int64_t(model_.beams.size());
  domain.n_global_springs = std::int64_t(model_.springs.size());
  domain.n_global_masses = std::int64_t(model_.masses.size());
  domain.n_global_spot_welds = std::int64_t(model_.spot_welds.size());
  Index first = 0;
  for_each_placed<Placement::by_element>(model_, [&](auto list) {
    for (const Index item : share.of(&list.value)) domain.global_element.push_back(first + item);
    first += Index(list.value.size());
  });
  const auto welds = share.of(&model_.spot_welds);
  domain.global_spot_weld.assign(welds.begin(), welds.end());
}

void ModelCutter::set_halo(Domain& domain) const {
  domain.owns_node.resize(domain.global_node.size());
  std::map<int, std::vector<std::int32_t>> shared;
  for (std::size_t i = 0; i < domain.global_node.size(); ++i) {
    const Index node = domain.global_node[i];
    domain.owns_node[i] = owner(node) == domain.rank;
    for (const NodeOnRank& place : ranks_of(node))
      if (place.rank != domain.rank) shared[place.rank].push_back(std::int32_t(i));
  }
  for (auto& [other, nodes] : shared) domain.halo.neighbours.push_back({other, std::move(nodes)});
}

}  // namespace crumple
