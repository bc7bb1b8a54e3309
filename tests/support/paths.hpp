// Where the tests find the program, the inputs and the tools they start. Compiled once, so that no other object of the
// tests depends on the folder it is built in and ccache can share them between folders.
#pragma once

#include <string>

namespace crumple::test {

std::string source_folder();  ///< root of the source tree
std::string build_folder();   ///< with the program `crumple`
std::string region_list();    ///< the tool for Kokkos Tools (tools/region_list.cpp)
std::string fault_library();  ///< to be preloaded (tools/faults.cpp)

}  // namespace crumple::test
