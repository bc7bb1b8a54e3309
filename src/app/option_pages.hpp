// The options as a manual page and as a completion for bash, from the table of options and the text of `crumple help`.
#pragma once

#include <string>

namespace crumple {

/// In roff, for man(1).
std::string manual_page();

/// For `source <(crumple completion)`, or a file in share/bash-completion/completions.
std::string bash_completion();

}  // namespace crumple
