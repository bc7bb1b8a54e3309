// `file NAME` of the pfile: a decomposition kept for later runs of the same deck. Called by `make_partition`.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "decomp/options.hpp"

namespace crumple {

/// The rank of every element for `n_ranks` ranks from the file; nothing if it does not exist. A file for a multiple of
/// `n_ranks` ranks serves too: neighbouring ranks become one. Errors: a file of another kind, of another mesh, or for a
/// number of ranks that does not fit.
std::optional<std::vector<int>> read_decomposition(const Model& model, int n_ranks, const std::string& path,
                                                   const TextPlace& where);

/// Writes the file: text, runs of elements on one rank.
void write_decomposition(const Model& model, const std::vector<int>& rank, int n_ranks, const std::string& path,
                         const TextPlace& where);

}  // namespace crumple
