// A file in LSTC's format LSDA, that of binout: variables in directories. A record that changes to the directory
// precedes its data, and a table of contents follows, chained to the one before, so that the file can be read at any
// time. Written by root only, like TextFile. Source of the format: lasso-python's reader (lsda_py3.py, by LSTC).
#pragma once

#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

#include "comm/world.hpp"

namespace crumple {

/// Type codes of LSDA.
enum class LsdaType : std::uint8_t { text = 1, integer = 4, real = 10 };

struct LsdaVariable {
  std::string name;
  LsdaType type = LsdaType::real;
  std::int64_t count = 0;  ///< of values
  Bytes values;
};

/// Where a file ends, and which of its bytes will point at the next table of contents.
struct LsdaPlace {
  std::int64_t length = 0, link = 0;
};

class LsdaFile {
 public:
  /// Creates or empties the file.
  explicit LsdaFile(const std::string& path);
  /// Goes on from there; what follows is cut off.
  LsdaFile(const std::string& path, const LsdaPlace& place);
  ~LsdaFile();
  LsdaFile(const LsdaFile&) = delete;
  LsdaFile& operator=(const LsdaFile&) = delete;

  /// Adds the variables, which must be new there, to a directory: "/glstat/d000001". Errors: disk full and its like.
  void write(const std::string& directory, const std::vector<LsdaVariable>& variables);
  /// All bytes up to there are on the disk.
  LsdaPlace settled_place();

 private:
  void put_at(std::int64_t at, const Bytes& bytes);
  [[noreturn]] void fail(const char* doing) const;

  std::string path_;
  std::FILE* file_ = nullptr;
  LsdaPlace place_;
};

}  // namespace crumple
