// One rank's piece of the problem: a Model with local numbering, the ranks that share its nodes, and global data. Made
// on root by `cut_model`, sent to its rank, then constant.
#pragma once

#include <cstdint>
#include <vector>

#include "base/exact_sum.hpp"
#include "base/halo_plan.hpp"
#include "kernels/device.hpp"
#include "model/model.hpp"

namespace crumple {

struct Domain {
  Model model;   ///< local piece; ids are the deck's. Nodes are in the order of a space-filling curve.
  HaloPlan halo;
  int rank = 0;
  kernels::RunVector<std::uint8_t> owns_node;  ///< [node] 1 on exactly one of the ranks that have the node
  std::vector<Index> global_node;       ///< [node] number in the whole model, ascending, the same for any decomposition
  std::vector<Index> global_element;    ///< [element] the same for elements: all shells, solids, beams, springs
  std::vector<Index> global_spot_weld;  ///< [weld] the same for welds
  std::int64_t n_global_nodes = 0, n_global_shells = 0, n_global_solids = 0, n_global_beams = 0;
  std::int64_t n_global_springs = 0;
  std::int64_t n_global_masses = 0, n_global_spot_welds = 0;
  Quanta quanta;                        ///< of the whole model

  std::int64_t n_global_elements() const {
    return n_global_shells + n_global_solids + n_global_beams + n_global_springs;
  }

  template <class A> void serialize(A& a) {
    a(model, halo, rank, owns_node, global_node, global_element, global_spot_weld, n_global_nodes, n_global_shells,
      n_global_solids, n_global_beams, n_global_springs, n_global_masses, n_global_spot_welds, quanta);
  }
};

}  // namespace crumple
