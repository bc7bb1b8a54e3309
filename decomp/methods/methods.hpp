// The decomposition methods: each is one file, method_<name>.cpp, and one line here.
#pragma once

#include "decomp/partition.hpp"

namespace crumple {

/// Ranks of the elements at `centres` with `weights`, `n_ranks` pieces of like weight.
using Method = std::vector<int> (*)(const std::vector<Vec3>& centres, const std::vector<float>& weights, int n_ranks);

std::vector<int> partition_rcb(const std::vector<Vec3>& centres, const std::vector<float>& weights, int n_ranks);

struct NamedMethod {
  const char* name;
  Method partition;
};
inline constexpr NamedMethod methods[] = {{"rcb", partition_rcb}};

}  // namespace crumple
