// A text file written and flushed block by block; every failure (disk full, quota, permission) is an Error that names
// the file. Used on root by the ASCII databases, the message file and the summary.
#pragma once

#include <cstdint>
#include <cstdio>
#include <string>

namespace crumple {

class TextFile {
 public:
  /// Creates or truncates the file.
  explicit TextFile(const std::string& path);
  /// Truncates a file to its first `length` bytes and appends to it.
  TextFile(const std::string& path, std::int64_t length);
  ~TextFile();
  TextFile(TextFile&& other) noexcept;
  TextFile& operator=(TextFile&& other) noexcept;

  /// Writes the text and flushes it.
  void write(const std::string& text);
  void close();
  /// The length of the file, after flushing it to disk.
  std::int64_t settled_length();

 private:
  [[noreturn]] void fail(const char* doing) const;
  std::string path_;
  std::FILE* file_ = nullptr;
};

/// Writes a file with this text.
void write_file(const std::string& path, const std::string& text);

}  // namespace crumple
