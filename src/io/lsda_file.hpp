// A file in LSTC's format LSDA, that of binout: variables in directories. A record that changes to the directory
// precedes its data, and a table of contents follows, chained to the previous one, so that the file is readable at any
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

/// The end of a file, and the position of the link to the next table of contents.
struct LsdaPlace {
  std::int64_t length = 0, link = 0;
};

class LsdaFile {
 public:
  /// Creates or truncates the file.
  explicit LsdaFile(const std::string& path);
  /// Continues at that place; truncates what follows.
  LsdaFile(const std::string& path, const LsdaPlace& place);
  ~LsdaFile();
  LsdaFile(const LsdaFile&) = delete;
  LsdaFile& operator=(const LsdaFile&) = delete;

  /// Adds new variables to a directory: "/glstat/d000001". Errors: e.g. disk full.
  void write(const std::string& directory, const std::vector<LsdaVariable>& variables);
  /// The current place, after flushing all bytes before it to disk.
  LsdaPlace settled_place();

 private:
  void put_at(std::int64_t at, const Bytes& bytes);
  [[noreturn]] void fail(const char* doing) const;

  std::string path_;
  std::FILE* file_ = nullptr;
  LsdaPlace place_;
};

}  // namespace crumple
