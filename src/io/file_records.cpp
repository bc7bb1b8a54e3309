#include "io/file_records.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "base/error.hpp"
#include "comm/records.hpp"

namespace crumple {
namespace {

namespace fs = std::filesystem;

constexpr std::int64_t page = 4096;  ///< whole pages of zeros, from alignment, are not stored

[[noreturn]] void fail_records(const std::string& doing, const std::string& path) {
  throw Error("cannot " + doing + " " + path + ": " + std::strerror(errno));
}

std::vector<FileRange> between(std::vector<FileRange> ranges, std::int64_t length) {
  std::ranges::sort(ranges, {}, &FileRange::first);
  std::vector<FileRange> gaps;
  std::int64_t end = 0;
  for (const FileRange& range : ranges) {
    if (range.first > end) gaps.push_back({end, range.first - end});
    end = std::max(end, range.first + range.size);
  }
  if (length > end) gaps.push_back({end, length - end});
  return gaps;
}

void add_page(std::vector<FileRecords::Piece>& pieces, std::int64_t first, std::span<const char> bytes) {
  const bool is_zero = std::int64_t(bytes.size()) == page && std::ranges::all_of(bytes, [](char c) { return c == 0; });
  const bool goes_on = !pieces.empty() && pieces.back().place.first + pieces.back().place.size == first &&
                       pieces.back().bytes.empty() == is_zero;
  if (!goes_on) pieces.push_back({{first, 0}, {}});
  FileRecords::Piece& piece = pieces.back();
  piece.place.size += std::int64_t(bytes.size());
  const std::span<const std::byte> raw = std::as_bytes(bytes);
  if (!is_zero) piece.bytes.insert(piece.bytes.end(), raw.begin(), raw.end());
}

}  // namespace

FileRecords read_records(const std::string& path, std::vector<FileRange> settled) {
  std::ifstream file(path, std::ios::binary);
  if (!file) fail_records("read", path);
  FileRecords records{{}, std::int64_t(fs::file_size(path)), {}};
  std::vector<char> bytes(static_cast<std::size_t>(page));
  for (const FileRange& gap : between(std::move(settled), records.length))
    for (std::int64_t first = gap.first, end = gap.first + gap.size; first < end; first += page) {
      const std::int64_t size = std::min(page, end - first);
      if (!file.seekg(first).read(bytes.data(), size)) fail_records("read", path);
      add_page(records.pieces, first, std::span(bytes).first(std::size_t(size)));
    }
  return records;
}

bool restore_records(const FileRecords& records, const std::string& path) {
  std::error_code missing;
  const std::uintmax_t length = fs::file_size(path, missing);
  if (missing || length < std::uintmax_t(records.length)) return false;
  std::fstream file(path, std::ios::binary | std::ios::in | std::ios::out);
  const std::vector<char> zeros(static_cast<std::size_t>(page));
  for (const FileRecords::Piece& piece : records.pieces) {
    file.seekp(piece.place.first);
    if (!piece.bytes.empty()) {
      file.write(reinterpret_cast<const char*>(piece.bytes.data()), std::streamsize(piece.bytes.size()));
      continue;
    }
    for (std::int64_t rest = piece.place.size; rest > 0; rest -= page) file.write(zeros.data(), std::min(page, rest));
  }
  file.close();
  if (!file) fail_records("write", path);
  fs::resize_file(path, std::uintmax_t(records.length));
  return true;
}

void put_records(Bytes& bytes, const std::vector<FileRecords>& records) {
  put(bytes, std::uint64_t(records.size()));
  for (const FileRecords& of_file : records) {
    put_list(bytes, std::vector<char>(of_file.file.begin(), of_file.file.end()));
    put(bytes, of_file.length);
    put(bytes, std::uint64_t(of_file.pieces.size()));
    for (const FileRecords::Piece& piece : of_file.pieces) {
      put(bytes, piece.place);
      put(bytes, std::uint64_t(piece.bytes.size()));
      bytes.insert(bytes.end(), piece.bytes.begin(), piece.bytes.end());
    }
  }
}

std::vector<FileRecords> take_records(std::span<const std::byte>& bytes) {
  const auto take_count = [&] {
    const auto count = std::size_t(take<std::uint64_t>(bytes));
    if (count > bytes.size()) fail_short_record();
    return count;
  };
  std::vector<FileRecords> records(take_count());
  for (FileRecords& of_file : records) {
    const std::vector<char> name = take_list<char>(bytes);
    of_file.file.assign(name.begin(), name.end());
    of_file.length = take<std::int64_t>(bytes);
    of_file.pieces.resize(take_count());
    for (FileRecords::Piece& piece : of_file.pieces) {
      piece.place = take<FileRange>(bytes);
      const std::size_t size = take_count();
      piece.bytes.assign(bytes.begin(), bytes.begin() + std::ptrdiff_t(size));
      bytes = bytes.subspan(size);
    }
  }
  return records;
}

}  // namespace crumple
