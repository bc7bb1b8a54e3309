// Dashpots between nodes and the ground: forces -C v, with v in the middle of the step. Filled by non_reflecting.cpp;
// loads.cpp asks what they resist to.
#pragma once

#include <vector>

#include "physics/state/feature.hpp"

namespace crumple {

class NodalDashpots {
 public:
  struct Dashpot {
    Index node;
    Mat3 c;  ///< symmetric [mass/time]
  };
  void clear(Index n_nodes) {
    all_.clear();
    of_node_.assign(std::size_t(n_nodes), none);
  }
  /// Once for a node; nodes ascend.
  void add(Index node, const Mat3& c) {
    of_node_[std::size_t(node)] = Index(all_.size());
    all_.push_back({node, c});
  }
  const std::vector<Dashpot>& all() const { return all_; }
  /// Nodes that are tied have no mass: they follow others, and have no dashpots as long as they do.
  static bool act_on(const StepState& s, Index node) { return s.nodes.mass(node) > 0; }
  /// C dt / 2 times a change of the node's velocity: the impulse that the change costs beside that of the mass
  /// [mass length/time].
  Vec3 resistance(const StepState& s, Index node, const Vec3& change) const {
    const Index at = of_node_.empty() ? none : of_node_[std::size_t(node)];
    return at == none || !act_on(s, node) ? Vec3() : 0.5 * s.clock.dt_mid() * (all_[std::size_t(at)].c * change);
  }

 private:
  std::vector<Dashpot> all_;
  std::vector<Index> of_node_;  ///< [node] among them, or none; empty without any
};

}  // namespace crumple
