// Clusters of the spot welds that have not failed, by union-find (Tarjan 1975), with a spanning tree of each so that
// every tree link's force follows from the constraint forces on one side of it.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/error.hpp"
#include "kernels/step/interface.hpp"
#include "physics/joints/spot_welds.hpp"

namespace crumple {
namespace {

/// Roots are the smallest nodes.
class Sets {
 public:
  Index root(Index node) {
    Index top = node;
    while (parent_.try_emplace(top, top).first->second != top) top = parent_[top];
    while (parent_[node] != top) node = std::exchange(parent_[node], top);
    return top;
  }
  /// False if both were in one set.
  bool unite(Index a, Index b) {
    const Index p = root(a), q = root(b);
    parent_[std::max(p, q)] = std::min(p, q);
    return p != q;
  }
  const std::map<Index, Index>& parents() const { return parent_; }

 private:
  std::map<Index, Index> parent_;
};

using TiesOfNodes = std::multimap<Index, WeldTie>;  ///< by node

/// Those in which the motion of a node is given; of one that turns about an axis both across it, also where its radius
/// is free.
std::vector<Vec3> directions_of(const PrescribedMotion& motion) {
  if (motion.turning == PrescribedMotion::Turning::no) return {motion.direction};
  const Vec3& axis = motion.direction;  // a global one
  return {{axis.z, axis.x, axis.y}, {axis.y, axis.z, axis.x}};
}

TiesOfNodes find_ties(const Model& model) {
  std::vector<std::uint8_t> welded(std::size_t(model.nodes.count()), 0);
  for (const SpotWeld& weld : model.spot_welds)
    for (const Index node : weld.nodes) welded[node] = 1;
  TiesOfNodes ties;
  for (const SinglePointConstraint& c : model.constraints)
    for (const bool rotation : {false, true})
      if (welded[c.node])
        for (const Vec3& direction : fixed_directions(c, model, rotation))
          ties.insert({c.node, {0, rotation, direction}});
  for (const PrescribedMotion& motion : model.motions)
    for (const Index node : motion.nodes)
      for (const Vec3& direction : directions_of(motion))
        if (welded[node]) ties.insert({node, {0, motion.rotation, direction, motion.birth, motion.death}});
  return ties;
}

/// The places on the side of `cut.nodes[from]` when the link `cut` is removed from its cluster's tree.
std::vector<std::size_t> side_of(const WeldState& state, const WeldCluster& cluster, const WeldLink& cut, int from) {
  const auto place = [&](Index node) {
    const auto begin = state.nodes.begin();
    return std::size_t(std::lower_bound(begin + std::ptrdiff_t(cluster.first_node),
                                        begin + std::ptrdiff_t(cluster.last_node), node) - begin);
  };
  std::vector<std::size_t> side{place(cut.nodes[from])};
  for (std::size_t next = 0; next < side.size(); ++next)
    for (std::size_t l = cluster.first_link; l < cluster.last_link; ++l) {
      const WeldLink& link = state.links[l];
      if (link.weld == cut.weld) continue;
      for (const int end : {0, 1}) {
        const std::size_t other = place(link.nodes[1 - end]);
        if (link.nodes[end] == state.nodes[side[next]] && std::find(side.begin(), side.end(), other) == side.end())
          side.push_back(other);
      }
    }
  std::sort(side.begin(), side.end());
  return side;
}

void split_links(WeldState& state, const WeldCluster& cluster) {
  const auto is_tied = [&](std::size_t place) {
    for (std::size_t t = cluster.first_tie; t < cluster.last_tie; ++t)
      if (state.ties[t].place == place && !state.ties[t].rotation) return true;
    return false;
  };
  for (std::size_t l = cluster.first_link; l < cluster.last_link; ++l) {
    WeldLink& link = state.links[l];
    std::vector<std::size_t> side = side_of(state, cluster, link, 1);
    if (std::ranges::any_of(side, is_tied)) {
      side = side_of(state, cluster, link, 0);
      link.sign = -1;
    }
    link.first_place = state.sides.size();
    state.sides.insert(state.sides.end(), side.begin(), side.end());
    link.last_place = state.sides.size();
  }
}

bool may_fail(const SpotWeld& weld) {
  constexpr double no_run_lasts_so_long = 1e19;
  return weld.failure_time < no_run_lasts_so_long || weld.normal_strength > 0 || weld.shear_strength > 0;
}

/// Moves the last of `state.clusters`, of two nodes without ties, into the blocks.
void add_pair(const Model& model, Index weld, WeldState& state) {
  constexpr std::size_t lanes = kernels::weld_lanes;
  const WeldCluster& cluster = state.clusters.back();
  WeldBlocks& pairs = state.pairs;
  const std::size_t at = pairs.weld.size(), block = at / lanes, lane = at % lanes;
  const std::array<Index, 2> nodes{state.nodes[cluster.first_node], state.nodes[cluster.first_node + 1]};
  if (lane == 0) {  // the padding
    for (const Index node : nodes) pairs.nodes.insert(pairs.nodes.end(), lanes, node);
    pairs.from_first.resize(pairs.nodes.size() / 2, 1.0);
  }
  for (std::size_t k = 0; k < 2; ++k) pairs.nodes[(2 * block + k) * lanes + lane] = nodes[k];
  pairs.from_first[at] = model.spot_welds[weld].nodes[0] == nodes[0] ? 1.0 : -1.0;
  pairs.weld.push_back(weld);
}

}  // namespace

SpotWelds::SpotWelds(const Domain& domain, const std::vector<std::uint8_t>& in_body) : domain_(domain) {
  const Model& model = domain.model;
  for (const SpotWeld& weld : model.spot_welds)
    for (const Index node : weld.nodes)
      if (!in_body.empty() && in_body[node])
        throw Error(fmt::format("spot weld {}: node {} belongs to a rigid body; attach the other node to the body with "
                                "*CONSTRAINED_EXTRA_NODES instead", weld.id, model.nodes.id[node]));
  state_.failed.assign(model.spot_welds.size(), 0);
  state_.normal_force.assign(model.spot_welds.size(), 0.0);
  state_.shear_force.assign(model.spot_welds.size(), 0.0);
  for (const SpotWeld& weld : model.spot_welds)
    state_.strength.push_back({weld.normal_strength, weld.shear_strength, weld.normal_exponent, weld.shear_exponent,
                               weld.failure_time});
  rebuild_clusters(domain, state_);
}

void rebuild_clusters(const Domain& domain, WeldState& state) {
  const Model& model = domain.model;
  Sets sets;
  std::vector<WeldLink> tree;
  for (std::size_t w = 0; w < model.spot_welds.size(); ++w) {
    const auto& nodes = model.spot_welds[w].nodes;
    if (state.failed[w] != WeldState::deleted && sets.unite(nodes[0], nodes[1])) tree.push_back({Index(w), nodes});
  }
  state.that_may_fail.clear();
  for (const WeldLink& link : tree)
    if (may_fail(model.spot_welds[link.weld])) state.that_may_fail.push_back(link.weld);
  std::map<Index, std::vector<Index>> members;
  for (const auto& [node, parent] : sets.parents()) members[sets.root(node)].push_back(node);
  std::map<Index, std::vector<WeldLink>> links;
  for (const WeldLink& link : tree) links[sets.root(link.nodes[0])].push_back(link);
  const TiesOfNodes ties = find_ties(model);

  state.pairs = {};
  state.other_clusters.clear();
  state.clusters.clear();
  state.nodes.clear();
  state.links.clear();
  state.sides.clear();
  state.ties.clear();
  for (const auto& [root, nodes] : members) {
    if (nodes.size() < 2) continue;
    WeldCluster cluster{state.nodes.size(), 0, state.links.size(), 0, state.ties.size(), 0};
    for (const Index node : nodes) {
      const auto [begin, end] = ties.equal_range(node);
      for (auto it = begin; it != end; ++it) {
        state.ties.push_back(it->second);
        state.ties.back().place = state.nodes.size();
      }
      state.nodes.push_back(node);
    }
    cluster.last_node = state.nodes.size();
    const bool is_pair = nodes.size() == 2 && cluster.first_tie == state.ties.size();
    if (!is_pair)
      for (const WeldLink& link : links[root]) state.links.push_back(link);
    cluster.last_link = state.links.size();
    cluster.last_tie = state.ties.size();
    state.clusters.push_back(cluster);
    if (is_pair) {
      add_pair(model, links[root][0].weld, state);
      continue;
    }
    state.other_clusters.push_back(state.clusters.size() - 1);
    split_links(state, cluster);
  }
  state.pairs.normal_force.assign(state.pairs.from_first.size(), 0.0);
  state.pairs.shear_force.assign(state.pairs.from_first.size(), 0.0);
  state.tie_impulse.assign(state.ties.size(), Vec3{});
  state.constraint_force.assign(state.nodes.size(), Vec3{});
  state.cluster_of.assign(std::size_t(model.nodes.count()), none);
  for (std::size_t c = 0; c < state.clusters.size(); ++c)
    for (std::size_t p = state.clusters[c].first_node; p < state.clusters[c].last_node; ++p)
      state.cluster_of[state.nodes[p]] = Index(c);
}

}  // namespace crumple
