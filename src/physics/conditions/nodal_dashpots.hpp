// Dashpots between nodes and the ground. Filled by non_reflecting.cpp; loads.cpp asks what they resist to.
#pragma once

#include "kernels/device.hpp"
#include "physics/conditions/resistance.hpp"

namespace crumple {

class NodalDashpots {
 public:
  void clear(Index n_nodes) {
    all_.clear();
    of_node_.assign(std::size_t(n_nodes), none);
  }
  /// Once for a node; nodes ascend.
  void add(Index node, const Mat3& c) {
    of_node_[std::size_t(node)] = Index(all_.size());
    all_.push_back({node, c});
  }
  const kernels::RunVector<Dashpot>& all() const { return all_; }
  /// [node] among them, or none; null without any.
  const Index* of_node() const { return all_.empty() ? nullptr : of_node_.data(); }

 private:
  kernels::RunVector<Dashpot> all_;
  kernels::RunVector<Index> of_node_;
};

}  // namespace crumple
