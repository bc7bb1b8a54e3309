// A text file written a block at a time, each block flushed, every failure (disk full, quota, permission) an Error
// that names the file. Used on root by the ASCII databases, the message file and the summary.
#pragma once

#include <cstdio>
#include <string>

namespace crumple {

class TextFile {
 public:
  /// Creates or empties the file.
  explicit TextFile(const std::string& path);
  ~TextFile();
  TextFile(TextFile&& other) noexcept;
  TextFile& operator=(TextFile&&) = delete;

  /// Writes the text and flushes it.
  void write(const std::string& text);
  void close();

 private:
  [[noreturn]] void fail(const char* doing) const;
  std::string path_;
  std::FILE* file_ = nullptr;
};

}  // namespace crumple
