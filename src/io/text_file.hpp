// A text file written a block at a time, each block flushed, every failure (disk full, quota, permission) an Error
// that names the file. Used on root by the ASCII databases, the message file and the summary.
#pragma once

#include <cstdint>
#include <cstdio>
#include <string>

namespace crumple {

class TextFile {
 public:
  /// Creates or empties the file.
  explicit TextFile(const std::string& path);
  /// Goes on behind the first `length` bytes of a file; what follows them is cut off.
  TextFile(const std::string& path, std::int64_t length);
  ~TextFile();
  TextFile(TextFile&& other) noexcept;
  TextFile& operator=(TextFile&& other) noexcept;

  /// Writes the text and flushes it.
  void write(const std::string& text);
  void close();
  /// How many bytes there are, all of them on the disk.
  std::int64_t settled_length();

 private:
  [[noreturn]] void fail(const char* doing) const;
  std::string path_;
  std::FILE* file_ = nullptr;
};

/// A file of this text and nothing else.
void write_file(const std::string& path, const std::string& text);

}  // namespace crumple
