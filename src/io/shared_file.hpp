// A binary file written by all ranks concurrently, each at its own offsets. A failure (disk full, quota, permission) is
// an Error that names the file. Used by the d3plot family.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "comm/world.hpp"

namespace crumple {

class SharedFile {
 public:
  /// Root creates or truncates the file, then all ranks open it. Collective; errors are on all ranks.
  SharedFile(const World& world, const std::string& path);
  ~SharedFile();
  SharedFile(const SharedFile&) = delete;
  SharedFile& operator=(const SharedFile&) = delete;

  /// Writes the values at a byte offset; not collective.
  template <class T>
  void put(std::int64_t at, std::span<const T> values) {
    put_bytes(at, std::as_bytes(values));
  }
  /// Reports deferred write errors of the system; not collective.
  void finish_writes();

 private:
  void put_bytes(std::int64_t at, std::span<const std::byte> bytes);
  void open(int flags);
  [[noreturn]] void fail(const char* doing) const;

  std::string path_;
  int descriptor_ = -1;
};

}  // namespace crumple
