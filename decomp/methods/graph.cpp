#include "decomp/methods/graph.hpp"

#include <algorithm>
#include <limits>
#include <span>

#include "base/error.hpp"

namespace crumple {
namespace {

/// Lists of numbers, one list for each of 0 to n - 1, one after the other.
struct Lists {
  std::vector<std::int64_t> first;
  std::vector<Index> values;
  std::span<const Index> operator[](Index i) const {
    return std::span(values).subspan(std::size_t(first[i]), std::size_t(first[i + 1] - first[i]));
  }
};

/// Lists from pairs that `visit(put)` gives twice in the same order: first to be counted, then to be placed.
template <class Visit>
Lists make_lists(std::size_t n, Visit&& visit) {
  Lists lists;
  lists.first.assign(n + 1, 0);
  visit([&](Index list, Index) { ++lists.first[list + 1]; });
  for (std::size_t i = 0; i < n; ++i) lists.first[i + 1] += lists.first[i];
  lists.values.resize(std::size_t(lists.first[n]));
  std::vector<std::int64_t> next(lists.first.begin(), lists.first.end() - 1);
  visit([&](Index list, Index value) { lists.values[std::size_t(next[list]++)] = value; });
  return lists;
}

/// The nodes of an element, each once: triangles, wedges and so on repeat some.
template <class Use>
void each_node(const Model& model, Index element, Use&& use) {
  auto all = [&](const auto& nodes) {
    for (std::size_t k = 0; k < nodes.size(); ++k)
      if (std::find(nodes.begin(), nodes.begin() + std::ptrdiff_t(k), nodes[k]) == nodes.begin() + std::ptrdiff_t(k))
        use(nodes[k]);
  };
  model.with_element(std::size_t(element), [&](const auto& e) { all(e.nodes); });
}

class GraphBuilder {
 public:
  explicit GraphBuilder(const Cut& cut)
      : cut_(cut),
        first_solid_(Index(cut.model.first_solid())),
        first_beam_(Index(cut.model.first_beam())),
        n_elements_(Index(cut.item_of_element.size())) {
    elements_ = make_lists(cut.weight.size(), [&](auto&& put) {
      for (Index e = 0; e < n_elements_; ++e)
        if (cut_.item_of_element[e] != none) put(cut_.item_of_element[e], e);
    });
    items_ = make_lists(std::size_t(cut.model.nodes.count()), [&](auto&& put) {
      for (Index e = 0; e < n_elements_; ++e)
        if (cut_.item_of_element[e] != none)
          each_node(cut_.model, e, [&](Index node) { put(node, cut_.item_of_element[e]); });
    });
    joined_ = make_lists(cut.weight.size(), [&](auto&& put) {
      const auto join = [&](Index a, Index b) {
        if (a != none && b != none && a != b) put(a, b), put(b, a);
      };
      const auto item_at = [&](Index node) { return items_[node].empty() ? none : items_[node][0]; };
      for (const SpotWeld& weld : cut_.model.spot_welds) join(item_at(weld.nodes[0]), item_at(weld.nodes[1]));
      for (const std::vector<Tie>* ties : {&cut_.model.ties, &cut_.model.soft_ties})
        for (const Tie& tie : *ties)
          join(item_at(tie.node), cut_.item_of_element[tie.shell != none ? tie.shell : first_solid_ + tie.solid]);
    });
  }

  Graph build() {
    Graph graph;
    graph.first.push_back(0);
    std::vector<std::int32_t> shared(cut_.weight.size(), 0);
    std::vector<Index> met;
    for (Index item = 0; item < cut_.n_items(); ++item) {
      met.clear();
      count_shared(item, shared, met);
      for (const Index other : met) {
        if (shared[other] >= nodes_to_touch(item, other)) {
          graph.neighbour.push_back(other);
          graph.shared.push_back(shared[other]);
        }
        shared[other] = 0;
      }
      if (graph.neighbour.size() > std::size_t(std::numeric_limits<std::int32_t>::max()))
        throw Error("the mesh has too many neighbours for a graph method: use rcb, rib or hsfc");
      graph.first.push_back(std::int32_t(graph.neighbour.size()));
    }
    return graph;
  }

 private:
  static constexpr int edge = 2, face = 3;  // nodes in common; a triangular face has 3

  void count_shared(Index item, std::vector<std::int32_t>& shared, std::vector<Index>& met) const {
    auto meet = [&](Index other, int nodes) {
      if (other == item) return;
      if (shared[other] == 0) met.push_back(other);
      shared[other] += nodes;
    };
    for (const Index e : elements_[item])
      each_node(cut_.model, e, [&](Index node) {
        for (const Index other : items_[node]) meet(other, 1);
      });
    for (const Index other : joined_[item]) meet(other, face);
  }

  /// Beams touch what they share a node with.
  int nodes_to_touch(Index a, Index b) const {
    const Index low = std::min(elements_[a][0], elements_[b][0]), high = std::max(elements_[a][0], elements_[b][0]);
    return high >= first_beam_ ? 1 : low >= first_solid_ ? face : edge;
  }

  const Cut& cut_;
  Index first_solid_, first_beam_, n_elements_;
  Lists elements_;  ///< of each item
  Lists items_;     ///< at each node
  Lists joined_;    ///< items at the other end of an item's welds and ties
};

}  // namespace

Graph graph_of(const Cut& cut) { return GraphBuilder(cut).build(); }

}  // namespace crumple
