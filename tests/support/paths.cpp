#include "tests/support/paths.hpp"

#include <cstdlib>

namespace crumple::test {

std::string source_folder() { return CRUMPLE_SOURCE_DIR; }
std::string build_folder() {
  const char* const moved = std::getenv("CRUMPLE_TEST_BUILD");
  return moved ? moved : CRUMPLE_BINARY_DIR;
}
std::string region_list() { return CRUMPLE_REGION_LIST; }
std::string fault_library() { return CRUMPLE_FAULTS; }

}  // namespace crumple::test
