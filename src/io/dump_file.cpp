#include "io/dump_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <istream>
#include <optional>
#include <ostream>
#include <sstream>
#include <utility>

#include "base/error.hpp"
#include "base/profile.hpp"
#include "base/slab_stream.hpp"
#include "comm/together.hpp"
#include "io/hdf5_file.hpp"
#include "io/text_file.hpp"

namespace crumple {
namespace {

constexpr int format_number = 7;
constexpr std::int64_t head_size = 4096;      ///< of the text before the HDF5 file [bytes]
constexpr std::int64_t piece_size = 1 << 20;  ///< that a rank checks at a time [bytes]
constexpr std::int64_t dump_margin = 1 << 16;      ///< for HDF5's metadata when space is reserved [bytes]
const std::string title = "Crumple dump", parts_group = "/parts", state_group = "/state";

// ---- plain files

[[noreturn]] void fail(const char* doing, const std::string& path) {
  throw Error(fmt::format("cannot {} {}: {}", doing, path, std::strerror(errno)));
}

/// A file descriptor that closes itself.
struct PlainFile {
  std::string path;
  int descriptor;
  PlainFile(const std::string& its_path, int flags)
      : path(its_path), descriptor(::open(path.c_str(), flags | O_CLOEXEC)) {
    if (descriptor < 0) fail("open", path);
  }
  PlainFile(const PlainFile&) = delete;
  ~PlainFile() { ::close(descriptor); }

  std::int64_t size() const {
    struct stat status{};
    if (::fstat(descriptor, &status) != 0) fail("read", path);
    return std::int64_t(status.st_size);
  }
  /// Reads the available bytes, up to `most`.
  std::string read(std::int64_t from, std::int64_t most) const {
    std::string bytes(std::size_t(most), '\0');
    std::size_t have = 0;
    while (have < bytes.size()) {
      const ssize_t n = ::pread(descriptor, bytes.data() + have, bytes.size() - have, off_t(from) + off_t(have));
      if (n < 0 && errno == EINTR) continue;
      if (n < 0) fail("read", path);
      if (n == 0) break;
      have += std::size_t(n);
    }
    bytes.resize(have);
    return bytes;
  }
  void write(const std::string& bytes, std::int64_t at) const {
    for (std::size_t done = 0; done < bytes.size();) {
      const ssize_t n = ::pwrite(descriptor, bytes.data() + done, bytes.size() - done, off_t(at) + off_t(done));
      if (n < 0 && errno == EINTR) continue;
      if (n <= 0) fail("write", path);
      done += std::size_t(n);
    }
  }
  void sync() const {
    if (::fsync(descriptor) != 0) fail("write", path);
  }
};

/// An Error if the system's limit on file sizes would end the process.
void require_leave(const std::string& path, std::int64_t size) {
  rlimit limit{};
  if (::getrlimit(RLIMIT_FSIZE, &limit) == 0 && rlim_t(size) > limit.rlim_cur) {
    errno = EFBIG;
    fail("write", path);
  }
}

/// Flushes the folder, so that the name of a file is on the disk, too.
void sync_folder_of(const std::string& path) {
  const std::string folder = std::filesystem::path(path).parent_path().string();
  const int descriptor = ::open(folder.empty() ? "." : folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) return;  // not all file systems can open a folder
  ::fsync(descriptor);
  ::close(descriptor);
}

// ---- checksums

/// Of bytes at an offset of the file (XXH3, Collet).
std::uint64_t checksum(const std::string& bytes, std::int64_t place) {
  return XXH3_64bits_withSeed(bytes.data(), bytes.size(), std::uint64_t(place));
}

/// Of the file after the header: the ranks take its pieces round-robin. Collective.
std::uint64_t checksum_of_body(const World& world, const std::string& path, std::int64_t size) {
  std::int64_t sum[1] = {0};
  together(world, [&] {
    const PlainFile file(path, O_RDONLY);
    std::uint64_t mine = 0;
    for (std::int64_t at = head_size + world.rank() * piece_size; at < size; at += world.size() * piece_size)
      mine += checksum(file.read(at, std::min(piece_size, size - at)), at);
    sum[0] = std::int64_t(mine);
  });
  world.sum(std::span<std::int64_t>(sum));  // modulo 2^64, in any order
  return std::uint64_t(sum[0]);
}

// ---- the head

/// A page of lines "key value", the last with a checksum of the preceding ones.
std::string format_head(const DumpHead& head, std::int64_t size, std::uint64_t body) {
  std::string text = fmt::format(
      "{}\nformat {}\nprogram {}\nprecision {}\ncycle {}\ntime {:.17g}\nranks {}\n"
      "layout {:016x}\nsize {}\nchecksum {:016x}\n",
      title, format_number, head.program, head.precision, head.cycle, head.time, head.ranks, head.model_layout, size,
      body);
  text += fmt::format("head {:016x}\n", checksum(text, 0));
  text.resize(std::size_t(head_size), '\n');
  return text;
}

struct ParsedHead {
  DumpHead head;
  std::int64_t size = 0;
  std::uint64_t body = 0;
};

/// Errors: as of DumpFile. In a dump of another version only the first two lines must be valid.
ParsedHead parse_head(const std::string& page, const std::string& path) {
  const auto refuse = [&](const std::string& why) { throw Error(fmt::format("r={}: {}", path, why)); };
  if (!page.starts_with(title + "\n")) {
    const bool has_no_head = !page.empty() && page.find_first_not_of('\0') == page.npos;
    refuse(has_no_head ? "is not whole: its writing was interrupted" : "is no dump of Crumple");
  }
  ParsedHead found;
  std::istringstream lines(page);
  std::string line, key, sum_of_head;
  int format = 0;
  const std::map<std::string, std::function<void(std::istream&)>> keys = {
      {"format", [&](std::istream& in) { in >> format; }},
      {"program", [&](std::istream& in) { in >> found.head.program; }},
      {"precision", [&](std::istream& in) { in >> found.head.precision; }},
      {"cycle", [&](std::istream& in) { in >> found.head.cycle; }},
      {"time", [&](std::istream& in) { in >> found.head.time; }},
      {"ranks", [&](std::istream& in) { in >> found.head.ranks; }},
      {"layout", [&](std::istream& in) { in >> std::hex >> found.head.model_layout; }},
      {"size", [&](std::istream& in) { in >> found.size; }},
      {"checksum", [&](std::istream& in) { in >> std::hex >> found.body; }},
      {"head", [&](std::istream& in) { in >> sum_of_head; }}};
  while (std::getline(lines, line)) {
    std::istringstream words(line);
    words >> key;
    if (const auto known = keys.find(key); known != keys.end()) known->second(words);
  }
  if (format != format_number)
    refuse(
        fmt::format("has format {}, expected {}: it was written by another version of Crumple", format, format_number));
  const std::size_t end = page.find("\nhead ");
  if (end == page.npos || sum_of_head != fmt::format("{:016x}", checksum(page.substr(0, end + 1), 0)))
    refuse("is damaged: its head does not have the checksum that it names");
  return found;
}

// ---- bytes through HDF5

/// Writes this rank's values slab by slab. Collective: ranks with fewer slabs than others write empty ones at the end.
template <class T>
void write_all(const World& world, RowFile& file, const std::string& name, std::int64_t first,
               std::span<const T> values) {
  constexpr std::size_t slab = slab_size / sizeof(T);
  double slabs[1] = {double((values.size() + slab - 1) / slab)};
  world.max(slabs);
  for (std::size_t k = 0; k < std::size_t(slabs[0]); ++k) {
    const std::size_t at = std::min(k * slab, values.size());
    file.write(name, first + std::int64_t(at), std::as_bytes(values.subspan(at, std::min(slab, values.size() - at))));
  }
}

template <class T>
void read_all(Hdf5File& file, const std::string& name, std::int64_t first, std::span<T> values) {
  constexpr std::size_t slab = slab_size / sizeof(T);
  for (std::size_t at = 0; at < values.size(); at += slab)
    file.read(name, first + std::int64_t(at), values.subspan(at, std::min(slab, values.size() - at)));
}

/// Passes the output of `part` to `take`, in slabs.
void stream(const DumpPart& part, std::function<void(std::span<const char>)> take) {
  SlabWriter buffer(std::move(take));
  std::ostream out(&buffer);
  out.exceptions(std::ios::badbit);  // rethrows an Error of `take`
  part(out);
  out.flush();
}

// ---- the body

/// One of SavedState::blocks in the file.
struct BlockSet {
  std::string group;
  const Records& records;
  std::int64_t first_record, n_records, first_byte, n_bytes;  ///< this rank's, and of all
  BlockSet(const World& world, const std::string& name, const Records& block)
      : group(state_group + "/" + name), records(block) {
    std::tie(first_record, n_records) = scan(world, std::int64_t(block.count()));
    std::tie(first_byte, n_bytes) = scan(world, std::int64_t(block.bytes.size()));
  }
  void create(RowFile& file) const {
    file.create_group(group);
    file.create_fixed<std::int64_t>(group + "/ends", n_records);
    file.create_fixed<std::uint8_t>(group + "/bytes", n_bytes);
  }
  void write(const World& world, RowFile& file) const {
    std::vector<std::int64_t> ends = records.end;
    for (std::int64_t& end : ends) end += first_byte;
    write_all<std::int64_t>(world, file, group + "/ends", first_record, ends);
    write_all(world, file, group + "/bytes", first_byte, std::span<const std::byte>(records.bytes));
  }
};

/// The number of values of a data set, before memory is allocated. Errors: larger than the file.
template <class T>
std::int64_t count_in(Hdf5File& file, const DumpFile& dump, const std::string& name) {
  const std::int64_t rows = file.rows(name);
  if (rows < 0 || rows > dump.size() / std::int64_t(sizeof(T)))
    throw Error(fmt::format("r={}: is damaged: its {} is larger than the file", dump.path(), name));
  return rows;
}

/// This rank's share of a block. Errors: the ends of the records are not ascending within its bytes.
Records read_block(Hdf5File& file, const World& world, const DumpFile& dump, const std::string& name) {
  const std::string group = state_group + "/" + name;
  const std::int64_t n = count_in<std::int64_t>(file, dump, group + "/ends"),
                     first = block_start(n, world.rank(), world.size());
  Records block;
  block.end.resize(std::size_t(block_start(n, world.rank() + 1, world.size()) - first));
  std::int64_t begin[1] = {0};
  if (first > 0) file.read(group + "/ends", first - 1, std::span<std::int64_t>(begin));
  read_all<std::int64_t>(file, group + "/ends", first, block.end);
  std::int64_t last = begin[0];
  bool is_sound = last >= 0;
  for (const std::int64_t end : block.end) is_sound = is_sound && end >= std::exchange(last, end);
  if (!is_sound || last > count_in<std::uint8_t>(file, dump, group + "/bytes"))
    throw Error(fmt::format("r={}: is damaged: its records of {} do not end where they may", dump.path(), name));
  for (std::size_t i = 0; i < block.end.size(); ++i) {
    block.number.push_back(first + std::int64_t(i));
    block.end[i] -= begin[0];
  }
  block.bytes.resize(std::size_t(block.end.empty() ? 0 : block.end.back()));
  read_all(file, group + "/bytes", begin[0],
           std::span(reinterpret_cast<std::uint8_t*>(block.bytes.data()), block.bytes.size()));
  return block;
}

std::string block_names(const SavedState& state) {
  std::string names;
  for (const auto& [name, records] : state.blocks) names += name + "\n";
  return names;
}

void write_body(Storage& storage, const std::string& path, std::map<std::string, DumpPart> parts,
                const SavedState& state) {
  const World& world = storage.world();
  parts["blocks"] = [&](std::ostream& out) { out << block_names(state); };
  std::vector<double> sizes;
  for (const auto& [name, part] : parts) {
    std::int64_t size = 0;
    if (world.is_root()) stream(part, [&](std::span<const char> bytes) { size += std::int64_t(bytes.size()); });
    sizes.push_back(double(size));
  }
  world.broadcast(std::span<double>(sizes));
  std::vector<BlockSet> blocks;
  for (const auto& [name, records] : state.blocks) blocks.emplace_back(world, name, records);

  const std::unique_ptr<RowFile> opened = storage.create_dump(path, head_size);
  RowFile& file = *opened;
  double size = dump_margin + double(state.same.size()) + 8 * double(state.sums.size());
  for (const double part : sizes) size += part;
  for (const BlockSet& block : blocks) size += double(8 * block.n_records + block.n_bytes);
  guarded(world, file, [&] {
    require_leave(path, std::int64_t(size));
    file.reserve(std::int64_t(size));
  });
  guarded(world, file, [&] {
    file.create_group(parts_group);
    std::size_t next = 0;
    for (const auto& [name, part] : parts)
      file.create_fixed<std::uint8_t>(parts_group + "/" + name, std::int64_t(sizes[next++]), 0, RowsOf::root);
    file.create_group(state_group);
    file.create_fixed<std::uint8_t>(state_group + "/same", std::int64_t(state.same.size()), 0, RowsOf::root);
    file.create_fixed<double>(state_group + "/sums", std::int64_t(state.sums.size()), 0, RowsOf::root);
    for (const BlockSet& block : blocks) block.create(file);
  });
  for (const BlockSet& block : blocks) guarded(world, file, [&] { block.write(world, file); });
  guarded(world, file, [&] {
    if (!world.is_root()) return;
    file.write(state_group + "/same", 0, std::as_bytes(std::span(state.same)));
    file.write(state_group + "/sums", 0, std::as_bytes(std::span(state.sums)));
    for (const auto& [name, part] : parts) {
      std::int64_t at = 0;
      stream(part, [&, &part_name = name](std::span<const char> bytes) {
        file.write(parts_group + "/" + part_name, at, std::as_bytes(bytes));
        at += std::int64_t(bytes.size());
      });
    }
  });
  guarded(world, file, [&] { file.flush(); });
  guarded(world, file, [&] { file.close(); });
}

}  // namespace

void write_dump(Storage& storage, const std::string& path, const DumpHead& head,
                const std::map<std::string, DumpPart>& parts, const SavedState& state) {
  Profile::Scope scope(phase<"write dump">);
  const World& world = storage.world();
  const std::string partial = path + ".part";
  try {
    together(world, [&] {
      if (world.is_root()) TextFile(partial).close();  // for a clearer error message than HDF5's
    });
    write_body(storage, partial, parts, state);
    world.barrier();  // all ranks have closed it
    std::int64_t size[1] = {0};
    together(world, [&] {
      if (world.is_root()) size[0] = PlainFile(partial, O_RDONLY).size();
    });
    world.sum(std::span<std::int64_t>(size));
    const std::uint64_t body = checksum_of_body(world, partial, size[0]);
    const bool sync = storage.settings().sync;
    together(world, &storage.dumps_cost(), [&] {
      if (!world.is_root()) return;
      IoCall call(&storage.dumps_cost(), IoPhase::sync);
      const PlainFile file(partial, O_RDWR);
      if (sync) file.sync();  // the header must not precede a complete body
      file.write(format_head(head, size[0], body), 0);
      if (sync) file.sync();
      if (std::rename(partial.c_str(), path.c_str()) != 0) fail("rename", partial);
      if (sync) sync_folder_of(path);
    });
  } catch (const Error&) {
    if (world.is_root()) ::unlink(partial.c_str());
    throw;
  }
}

DumpFile::DumpFile(const World& world, const std::string& path) : world_(world), path_(path) {
  Profile::Scope scope(phase<"read dump">);
  Bytes page;
  std::int64_t size[1] = {0};
  together(world, [&] {
    if (!world.is_root()) return;
    const PlainFile file(path, O_RDONLY);
    const std::string text = file.read(0, head_size);
    page = to_bytes(std::span<const char>(text));
    size[0] = file.size();
  });
  world.broadcast(page);
  world.sum(std::span<std::int64_t>(size));
  const ParsedHead found = parse_head(std::string(reinterpret_cast<const char*>(page.data()), page.size()), path);
  head_ = found.head;
  size_ = size[0];
  if (size[0] != found.size)
    throw Error(fmt::format("r={}: is not whole: it has {} of {} bytes", path, size[0], found.size));
  if (checksum_of_body(world, path, size[0]) != found.body)
    throw Error(fmt::format("r={}: is damaged: it does not have the checksum that its head names", path));
}

void DumpFile::read(const std::string& part, const std::function<void(std::istream&)>& read) const {
  Hdf5File file(path_);
  const std::string name = parts_group + "/" + part;
  const std::int64_t size = file.rows(name);
  std::int64_t next = 0;
  SlabReader buffer([&](std::vector<char>& slab) {
    slab.resize(std::size_t(std::min(std::int64_t(slab_size), size - next)));
    if (slab.empty()) return;
    file.read(name, next, std::span(reinterpret_cast<std::uint8_t*>(slab.data()), slab.size()));
    next += std::int64_t(slab.size());
  });
  std::istream in(&buffer);
  in.exceptions(std::ios::badbit);  // rethrows an Error of the file
  read(in);
}

SavedState DumpFile::state() const {
  Profile::Scope scope(phase<"read dump">);
  SavedState state;
  together(world_, [&] {
    Hdf5File file(path_);
    state.same.resize(std::size_t(count_in<std::uint8_t>(file, *this, state_group + "/same")));
    read_all(file, state_group + "/same", 0,
             std::span(reinterpret_cast<std::uint8_t*>(state.same.data()), state.same.size()));
    state.sums.resize(std::size_t(count_in<double>(file, *this, state_group + "/sums")));
    read_all<double>(file, state_group + "/sums", 0, state.sums);
    std::vector<std::string> names;
    read("blocks", [&](std::istream& in) {
      for (std::string name; std::getline(in, name);) names.push_back(name);
    });
    for (const std::string& name : names) state.blocks[name] = read_block(file, world_, *this, name);
  });
  return state;
}

}  // namespace crumple
