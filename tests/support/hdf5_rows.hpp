// All data sets and attributes of an HDF5 file as bytes, for tests that compare files.
#pragma once

#include <map>
#include <string>

namespace crumple::test {

/// By name; of data sets the rows as a reader finds them, before them their shape. What is named in `without` is left
/// out. A file that is not there, or holds nothing, is an error.
std::map<std::string, std::string> hdf5_rows(const std::string& path, const std::string& without = "");

}  // namespace crumple::test
