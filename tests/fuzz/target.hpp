// What fuzz targets share. A target is a file that defines LLVMFuzzerTestOneInput: it gives any bytes to a function
// that reads what users bring. An Error is a right answer; any other exception, a signal, a hang is a fault. With clang
// and CRUMPLE_FUZZ libFuzzer drives a target, otherwise replay.cpp.
#pragma once

#include <unistd.h>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>

#include "base/error.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace crumple::test {

/// A file with these bytes, the same one for all inputs of the process.
inline const std::string& file_of(const std::uint8_t* data, std::size_t size) {
  static const std::string path =
      (std::filesystem::temp_directory_path() / ("crumple-fuzz-" + std::to_string(getpid()))).string();
  std::ofstream(path, std::ios::binary).write(reinterpret_cast<const char*>(data), std::streamsize(size));
  return path;
}

/// Calls `read`, which may find fault with what it reads.
template <class Read>
void expect_only_errors(Read&& read) {
  try {
    read();
  } catch (const Error&) {
  }
}

}  // namespace crumple::test
