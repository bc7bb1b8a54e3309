// The commit of the sources that the program was built from. Its file is made by each build (scripts/commit.cmake), so
// that a new commit compiles nothing else.
#pragma once

namespace crumple {

/// "-dirty" at its end: with changes; "unknown" where the sources are no checkout.
extern const char* const commit;

}  // namespace crumple
