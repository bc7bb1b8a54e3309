#include "io/lsda_file.hpp"

#include <unistd.h>

#include <bit>
#include <cerrno>
#include <cstring>

#include "base/error.hpp"
#include "comm/records.hpp"

namespace crumple {
namespace {

enum class Command : std::uint8_t {
  directory = 2,
  data = 3,
  variable = 4,
  begin_table = 5,
  end_table = 6,
  table_offset = 7
};

/// Size of lengths and offsets; a record starts with its length and a one-byte command.
constexpr std::int64_t head_length = 8 + 1;

void put_head(Bytes& bytes, std::int64_t length_behind, Command command) {
  put(bytes, head_length + length_behind);
  put(bytes, command);
}

void put_text(Bytes& bytes, const std::string& text) {
  for (const char c : text) put(bytes, c);
}

void put_data(Bytes& bytes, const LsdaVariable& v) {
  put_head(bytes, std::int64_t(2 + v.name.size() + v.values.size()), Command::data);
  put(bytes, v.type);
  put(bytes, std::uint8_t(v.name.size()));
  put_text(bytes, v.name);
  bytes.insert(bytes.end(), v.values.begin(), v.values.end());
}

void put_entry(Bytes& bytes, const LsdaVariable& v, std::int64_t at) {
  put_head(bytes, std::int64_t(v.name.size()) + 1 + 8 + 8, Command::variable);
  put_text(bytes, v.name);
  put(bytes, v.type);
  put(bytes, at);
  put(bytes, v.count);
}

}  // namespace

LsdaFile::LsdaFile(const std::string& path) : path_(path), file_(std::fopen(path.c_str(), "w+b")) {
  if (!file_) fail("create");
  constexpr std::uint8_t is_little_endian = std::endian::native == std::endian::little ? 1 : 0;
  Bytes bytes;
  // Bytes of this head, of a length, an offset, a command, a type; the order of bytes; two of padding.
  for (const std::uint8_t value : {8, 8, 8, 1, 1, int(is_little_endian), 0, 0}) put(bytes, value);
  put_head(bytes, 8, Command::table_offset);
  place_.link = std::int64_t(bytes.size());
  put(bytes, std::int64_t(0));
  put_at(0, bytes);
  place_.length = std::int64_t(bytes.size());
}

LsdaFile::LsdaFile(const std::string& path, const LsdaPlace& place) : path_(path), place_(place) {
  if (::truncate(path.c_str(), off_t(place.length)) != 0) fail("cut");
  file_ = std::fopen(path.c_str(), "r+b");
  if (!file_) fail("open");
  Bytes none_behind;
  put(none_behind, std::int64_t(0));
  put_at(place_.link, none_behind);
}

LsdaFile::~LsdaFile() {
  if (file_) std::fclose(file_);
}

void LsdaFile::write(const std::string& directory, const std::vector<LsdaVariable>& variables) {
  Bytes bytes, entries;
  for (Bytes* of : {&bytes, &entries}) {  // readers follow either the data records or the tables of contents
    put_head(*of, std::int64_t(directory.size()), Command::directory);
    put_text(*of, directory);
  }
  for (const LsdaVariable& v : variables) {
    put_entry(entries, v, place_.length + std::int64_t(bytes.size()));
    put_data(bytes, v);
  }
  const std::int64_t table = place_.length + std::int64_t(bytes.size());
  constexpr std::int64_t end_length = head_length + 8;
  put_head(bytes, std::int64_t(entries.size()) + end_length, Command::begin_table);
  bytes.insert(bytes.end(), entries.begin(), entries.end());
  put_head(bytes, 8, Command::end_table);
  const std::int64_t next_link = place_.length + std::int64_t(bytes.size());
  put(bytes, std::int64_t(0));
  put_at(place_.length, bytes);
  Bytes link;
  put(link, table);
  put_at(place_.link, link);  // publishes the new table
  place_ = {next_link + 8, next_link};
}

LsdaPlace LsdaFile::settled_place() {
  ::fsync(::fileno(file_));
  return place_;
}

void LsdaFile::put_at(std::int64_t at, const Bytes& bytes) {
  if (::fseeko(file_, off_t(at), SEEK_SET) != 0 || std::fwrite(bytes.data(), 1, bytes.size(), file_) != bytes.size() ||
      std::fflush(file_) != 0)
    fail("write");
}

void LsdaFile::fail(const char* doing) const {
  throw Error("cannot " + std::string(doing) + " " + path_ + ": " + std::strerror(errno));
}

}  // namespace crumple
