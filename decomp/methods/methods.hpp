// The decomposition methods: each is one file, method_<name>.cpp, that defines methods::<name>; CMake collects them.
// Called by `make_partition`.
#pragma once

#include <map>
#include <utility>
#include <vector>

#include "decomp/rcb_log.hpp"
#include "model/model.hpp"

namespace crumple {

/// The direction of each cut of a bisection, by the first of its ranks and their number.
using CutAxes = std::map<std::pair<int, int>, int>;

/// What a method divides: items, each an element or a group of elements that stay together.
struct Cut {
  const Model& model;
  std::vector<Index> item_of_element;  ///< [element of the model: shells, solids, beams]; none: not part of this cut
  std::vector<Vec3> centre;            ///< [item] transformed
  std::vector<float> weight;           ///< [item] whole cost
  std::vector<float> contact_weight;   ///< [item] the share of contact in it
  std::vector<float> node_weight;      ///< [item] the share of the stage of nodes in it
  std::vector<double> share;           ///< [rank] of the weight, > 0; they add up to 1
  int n_constraints = 1;               ///< of METIS: what is balanced by itself (DecompositionOptions)
  CutAxes* axes = nullptr;             ///< of rcb, kept from pass to pass; filled where they are missing; may be null
  RcbLog* log = nullptr;               ///< of the cuts, to record or to replay (rcb); may be null

  int n_items() const { return int(weight.size()); }
  int n_ranks() const { return int(share.size()); }
};

/// The rank of every item. The same cut gives the same ranks.
using Method = std::vector<int> (*)(const Cut& cut);

struct NamedMethod {
  const char* name;
  Method partition;
  bool sees_places = true;  ///< false: it cuts the graph of neighbours, on which transformations do not act
};

/// The method of that name, or null.
const NamedMethod* find_method(const std::string& name);

}  // namespace crumple
