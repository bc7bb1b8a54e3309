#include "deck/lines.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstring>

#include "base/error.hpp"

namespace crumple::deck {

MappedFile::MappedFile(const std::filesystem::path& path) {
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_NONBLOCK);  // a pipe would wait for a writer
  struct stat status {};
  bool usable = descriptor >= 0 && ::fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode);
  char first = 0;  // files of /proc say that they are empty, and are not
  if (usable && status.st_size == 0) usable = ::read(descriptor, &first, 1) == 0;
  void* address = nullptr;
  if (usable && status.st_size > 0)
    address = ::mmap(nullptr, std::size_t(status.st_size), PROT_READ, MAP_PRIVATE, descriptor, 0);
  if (descriptor >= 0) ::close(descriptor);
  if (!usable || address == MAP_FAILED) throw Error(path.string() + ": the file cannot be read");
  if (!address) return;
  data_ = static_cast<const char*>(address);
  size_ = std::size_t(status.st_size);
  ::madvise(address, size_, MADV_SEQUENTIAL);
}

MappedFile::~MappedFile() {
  if (size_ > 0) ::munmap(const_cast<char*>(data_), size_);
}

std::string upper(std::string_view text) {
  std::string out(text);
  for (char& c : out)
    if (c >= 'a' && c <= 'z') c = char(c - 'a' + 'A');
  return out;
}

bool is_blank(std::string_view line) {
  for (const char c : line)
    if (c != ' ' && c != '\t' && c != '\r') return false;
  return true;
}

namespace {

/// Splits off the first line, without its end (`\n` or `\r\n`).
std::string_view split_line(std::string_view& text) {
  const void* found = std::memchr(text.data(), '\n', text.size());
  const std::size_t n = found ? std::size_t(static_cast<const char*>(found) - text.data()) : text.size();
  std::string_view line = text.substr(0, n);
  text.remove_prefix(found ? n + 1 : n);
  if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
  return line;
}

/// `$` in the first column, or behind nothing but blanks.
bool is_comment(std::string_view line) {
  for (const char c : line)
    if (c != ' ') return c == '$';
  return false;
}

/// Fills name, remark and format from a keyword's line.
void parse_keyword_line(std::string_view line, Format default_format, Block& block) {
  line.remove_prefix(1);
  if (const auto comment = line.find('$'); comment != line.npos) line = line.substr(0, comment);
  const auto end = line.find_first_of(" \t,(");
  block.name = upper(line.substr(0, end));
  block.remark = end == line.npos ? std::string() : upper(line.substr(end));
  while (!block.remark.empty() && is_blank(block.remark.substr(0, 1))) block.remark.erase(0, 1);
  block.format = default_format;
  const char suffix = !block.name.empty() ? block.name.back() : ' ';
  const char mark = suffix == '+' || suffix == '-' || suffix == '%' ? suffix
                    : !block.remark.empty()                         ? block.remark.front()
                                                                    : ' ';
  if (mark == '+') block.format = Format::wide;
  if (mark == '-') block.format = Format::standard;
  if (mark == '%') block.format = Format::i10;
  while (!block.name.empty() && std::strchr("+-%", block.name.back())) block.name.pop_back();
}

}  // namespace

BlockReader::BlockReader(std::string_view text, int file) : text_(text), file_(file) {
  constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
  if (text_.substr(0, 3) == byte_order_mark) text_.remove_prefix(3);
}

std::string_view BlockReader::take_line() {
  ++line_;
  return split_line(text_);
}

bool BlockReader::skip_to_keyword(Diagnostics& log) {
  while (!text_.empty() && text_.front() != '*') {
    const std::string_view line = take_line();
    if (is_blank(line) || is_comment(line)) continue;
    log.error({file_, line_}, "", "", "found data before the first keyword, expected a line that begins with *");
    return false;
  }
  return !text_.empty();
}

bool BlockReader::next(Block& block, Format default_format, Diagnostics& log) {
  if (!skip_to_keyword(log)) return false;
  parse_keyword_line(take_line(), default_format, block);
  block.where = {file_, line_};
  const std::string_view start = text_;
  std::size_t end = 0;
  block.n_blank = 0;
  while (!text_.empty() && text_.front() != '*') {
    const std::string_view line = take_line();
    const bool counts = !is_blank(line) && !is_comment(line);
    if (counts) end = start.size() - text_.size();
    block.n_blank = counts ? 0 : block.n_blank + is_blank(line);
  }
  block.text = start.substr(0, end);
  return true;
}

bool LineReader::next(std::string_view& line) {
  while (!rest_.empty()) {
    ++where_.line;
    line = split_line(rest_);
    if (!is_comment(line)) return true;
  }
  line = {};
  return false;
}

std::string_view LineReader::peek() const {
  LineReader copy = *this;
  std::string_view line;
  copy.next(line);
  return line;
}

bool LineReader::peek_end() const {
  LineReader copy = *this;
  std::string_view line;
  return !copy.next(line);
}

}  // namespace crumple::deck
