// Whether somebody looks at what is printed, and colours of words for them; files and pipes get the words alone.
#pragma once

#include <string>

namespace crumple {

enum class Colour { red = 31, green = 32, yellow = 33 };

/// Whether `file` (a descriptor) is a terminal. mpirun gives its ranks one, whatever its own output is, so standard
/// output and standard error count only if those of the parent are terminals, too.
bool is_terminal(int file);

/// Whether `file` is a terminal that shows colours: not with NO_COLOR in the environment, nor with
/// TERM=dumb.
bool shows_colours(int file);

/// `text` in the colour if `file` shows colours.
std::string coloured(int file, Colour colour, const std::string& text);

}  // namespace crumple
