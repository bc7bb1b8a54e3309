// The pfile: LS-DYNA's free-form text of MPP options, given by p= on the command line.
// Sections `name { option values ... }`; names may be shortened while unambiguous; any case; `#` starts a comment.
#pragma once

#include <string>
#include <vector>

#include "decomp/partition.hpp"

namespace crumple {

struct Pfile {
  PartitionOptions partition;
  std::vector<std::string> ignored;  ///< options accepted without effect, one line each
};

/// Reads a pfile. Decomposition: method rcb; sx, sy, sz f; rx, ry, rz degrees, applied in the order written. Options of
/// LS-DYNA that have no meaning here are listed as ignored. Errors name file, line, option and what was expected.
Pfile read_pfile(const std::string& path);

}  // namespace crumple
