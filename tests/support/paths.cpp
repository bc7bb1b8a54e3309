#include "tests/support/paths.hpp"

namespace crumple::test {

std::string source_folder() { return CRUMPLE_SOURCE_DIR; }
std::string build_folder() { return CRUMPLE_BINARY_DIR; }
std::string region_list() { return CRUMPLE_REGION_LIST; }
std::string fault_library() { return CRUMPLE_FAULTS; }

}  // namespace crumple::test
