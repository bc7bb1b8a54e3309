#include "io/text_file.hpp"

#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "base/error.hpp"

namespace crumple {

TextFile::TextFile(const std::string& path) : path_(path), file_(std::fopen(path.c_str(), "w")) {
  if (!file_) fail("create");
}

TextFile::TextFile(const std::string& path, std::int64_t length) : path_(path) {
  if (::truncate(path.c_str(), off_t(length)) != 0) fail("cut");
  file_ = std::fopen(path.c_str(), "a");
  if (!file_) fail("open");
}

TextFile::TextFile(TextFile&& other) noexcept
    : path_(std::move(other.path_)), file_(std::exchange(other.file_, nullptr)) {}

TextFile& TextFile::operator=(TextFile&& other) noexcept {
  std::swap(path_, other.path_);
  std::swap(file_, other.file_);
  return *this;
}

TextFile::~TextFile() {
  if (file_) std::fclose(file_);
}

void TextFile::write(const std::string& text) {
  if (std::fwrite(text.data(), 1, text.size(), file_) != text.size() || std::fflush(file_) != 0) fail("write");
}

void TextFile::close() {
  if (std::fclose(std::exchange(file_, nullptr)) != 0) fail("write");
}

std::int64_t TextFile::settled_length() {
  ::fsync(::fileno(file_));  // fails for a pipe, which needs no sync
  return std::int64_t(std::ftell(file_));
}

void TextFile::fail(const char* doing) const {
  throw Error("cannot " + std::string(doing) + " " + path_ + ": " + std::strerror(errno));
}

void write_file(const std::string& path, const std::string& text) {
  TextFile file(path);
  file.write(text);
  file.close();
}

}  // namespace crumple
