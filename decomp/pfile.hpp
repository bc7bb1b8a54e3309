// The pfile: LS-DYNA's free-form text of MPP options, given by p= on the command line or by *CONTROL_MPP_... in the
// deck. Sections `name { option values ... }`; names may be shortened while unambiguous; any case; `#` starts a
// comment. Called by `app`. The words are listed in docs/decomposition.md.
#pragma once

#include <string>
#include <vector>

#include "decomp/options.hpp"

namespace crumple {

struct Pfile {
  DecompositionOptions decomposition;
  std::string global_directory;      ///< directory { global }: where results go; empty: not given
  std::string local_directory;       ///< directory { local }: where files of single ranks go; empty: not given
  std::vector<std::string> ignored;  ///< one line for all words that have no meaning here; empty if there are none
};

/// Reads a pfile. Errors name file, line, column, what was found and what was expected.
Pfile read_pfile(const std::string& path);

/// The same from the lines of a deck.
Pfile read_pfile(const std::vector<PfileLine>& lines);

}  // namespace crumple
