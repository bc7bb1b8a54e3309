// A binary file that all ranks write at once, each its own bytes at their place. A failure (disk full, quota,
// permission) is an Error that names the file. Used by the d3plot family.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "comm/world.hpp"

namespace crumple {

class SharedFile {
 public:
  /// Root creates or empties the file, then all open it. Collective; an Error is one on all ranks.
  SharedFile(const World& world, const std::string& path);
  ~SharedFile();
  SharedFile(const SharedFile&) = delete;
  SharedFile& operator=(const SharedFile&) = delete;

  /// Puts the values at a byte; on this rank alone.
  template <class T>
  void put(std::int64_t at, std::span<const T> values) {
    put_bytes(at, std::as_bytes(values));
  }
  /// Has the system report what it could not write after all; on this rank alone.
  void finish_writes();

 private:
  void put_bytes(std::int64_t at, std::span<const std::byte> bytes);
  void open(int flags);
  [[noreturn]] void fail(const char* doing) const;

  std::string path_;
  int descriptor_ = -1;
};

}  // namespace crumple
