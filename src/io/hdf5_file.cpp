#include "io/hdf5_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <hdf5.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <mutex>
#include <optional>
#include <string_view>
#include <utility>

#include "base/error.hpp"
#include "io/storage.hpp"

#ifndef H5_HAVE_PARALLEL
#error "Crumple needs an HDF5 library built with parallel support"
#endif

namespace crumple {
namespace {

hid_t hdf5_type(ValueType type) {
  switch (type) {
    case ValueType::float32:
      return H5T_NATIVE_FLOAT;
    case ValueType::float64:
      return H5T_NATIVE_DOUBLE;
    case ValueType::uint8:
      return H5T_NATIVE_UINT8;
    case ValueType::int32:
      return H5T_NATIVE_INT32;
    case ValueType::int64:
      return H5T_NATIVE_INT64;
  }
  throw Error("no such type of values");
}

/// The type of a data set in the file, or none if it is another one: HDF5 may run out of memory when converting values
/// of arbitrary sizes and kinds.
std::optional<ValueType> value_type_of(hid_t type) {
  const auto kind = H5Tget_class(type);
  const std::size_t size = H5Tget_size(type);
  if (kind == H5T_FLOAT && size == 4) return ValueType::float32;
  if (kind == H5T_FLOAT && size == 8) return ValueType::float64;
  if (kind == H5T_INTEGER && size == 1) return ValueType::uint8;
  if (kind == H5T_INTEGER && size == 4) return ValueType::int32;
  if (kind == H5T_INTEGER && size == 8) return ValueType::int64;
  return {};
}

/// HDF5 closes open objects itself when the program or MPI ends, and crashes if it cannot write then. It does not if it
/// is initialised before MPI.
[[maybe_unused]] const bool is_told_to_close_nothing = [] {
  H5dont_atexit();
  return H5open() >= 0 && H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr) >= 0;
}();

/// Serialises calls of the library, which is not built thread-safe. Calls are timed and counted.
std::recursive_mutex library;
struct Turn {
  std::lock_guard<std::recursive_mutex> lock{library};
};
struct CountedTurn : Turn {
  IoCall call;
  CountedTurn(IoCost* cost, IoPhase phase) : call(cost, phase) {}
};

/// The innermost error on HDF5's error stack; the message of the file system, if quoted.
std::string hdf5_reason() {
  std::string reason;
  H5Ewalk2(
      H5E_DEFAULT, H5E_WALK_UPWARD,
      [](unsigned, const H5E_error2_t* entry, void* text) -> herr_t {
        std::string& found = *static_cast<std::string*>(text);
        if (found.empty() || found.starts_with("MPI_")) found = entry->desc;
        return found.starts_with("MPI_") ? 0 : 1;
      },
      &reason);
  H5Eclear2(H5E_DEFAULT);
  constexpr std::string_view before_quote = "error message = '";
  const std::size_t quote = reason.find(before_quote);
  if (quote == reason.npos) return reason;
  const std::size_t first = quote + before_quote.size();
  return reason.substr(first, reason.find('\'', first) - first);
}

/// Closes an HDF5 object at the end of its scope: after a failure has been read from HDF5's error stack, which every
/// other call clears.
struct Handle {
  hid_t id;
  herr_t (*close)(hid_t);
  ~Handle() {
    if (id >= 0) close(id);
  }
  operator hid_t() const { return id; }
};

std::vector<hsize_t> extent(std::int64_t rows, int width) {
  std::vector<hsize_t> dims{hsize_t(rows)};
  if (width > 0) dims.push_back(hsize_t(width));
  return dims;
}

/// At most `largest` rows, and if possible a whole number of chunks for the rows added at once.
std::int64_t chunk_rows(std::int64_t rows_at_once, std::int64_t largest) {
  const std::int64_t rows = std::max<std::int64_t>(rows_at_once, 1);
  const std::int64_t chunks = (rows + largest - 1) / largest;
  return (rows + chunks - 1) / chunks;
}

/// A selection of rows: of `times` blocks, H5S_UNLIMITED for any number, in a space of any length.
hid_t select_rows(std::int64_t first_row, std::int64_t rows, std::int64_t stride, hsize_t times, int width) {
  const bool grows = stride > 0;
  std::vector<hsize_t> now = extent(first_row + (grows ? 0 : rows), width), most = now;
  if (grows) most[0] = H5S_UNLIMITED;
  const std::vector<hsize_t> step = extent(grows ? stride : rows, width), block = extent(rows, width);
  std::vector<hsize_t> start = extent(first_row, width), count = extent(0, width);
  count[0] = times;
  if (width > 0) {
    start[1] = 0;
    count[1] = 1;
  }
  if (grows && times != H5S_UNLIMITED) now[0] = hsize_t(first_row + stride * (std::int64_t(times) - 1) + rows);
  const hid_t space = H5Screate_simple(int(now.size()), now.data(), most.data());
  H5Sselect_hyperslab(space, H5S_SELECT_SET, start.data(), step.data(), count.data(), block.data());
  return space;
}

}  // namespace

Hdf5File::Hdf5File(const std::string& path, const Hdf5Options& options, const StorageSettings& settings, IoCost* cost)
    : RowFile(cost),
      path_(path),
      options_(options),
      chunk_rows_(settings.chunk_rows),
      deflate_(settings.deflate),
      sync_(settings.sync) {
  CountedTurn turn(cost, IoPhase::write);
  const Handle driver{H5Pcreate(H5P_FILE_ACCESS), H5Pclose}, layout{H5Pcreate(H5P_FILE_CREATE), H5Pclose};
  if (options.ranks != MPI_COMM_NULL) H5Pset_fapl_mpio(driver, options.ranks, MPI_INFO_NULL);
  // written rows are not cached: a cached row could fail in the flush between the metadata that refer to it
  H5Pset_cache(driver, 0, 0, 0, 0);
  H5Pset_sieve_buf_size(driver, 0);
  const auto alignment = hsize_t(settings.alignment);
  H5Pset_alignment(driver, alignment, alignment);
  H5Pset_userblock(layout, hsize_t(options.user_block));
  if (options.access == FileAccess::create)
    file_ = check(H5Fcreate(path.c_str(), H5F_ACC_TRUNC, layout, driver), "create");
  else
    file_ = check(H5Fopen(path.c_str(), options.access == FileAccess::update ? H5F_ACC_RDWR : H5F_ACC_RDONLY, driver),
                  "open");
  if (cost) ++cost->files;
}

Hdf5File::Hdf5File(const std::string& path)
    : Hdf5File(path, {.access = FileAccess::read}, StorageSettings{}, nullptr) {}

void Hdf5File::close_sets() {
  for (auto& [name, set] : sets_) H5Dclose(set.handle);
  sets_.clear();
}

Hdf5File::~Hdf5File() {
  if (file_ < 0) return;
  Turn turn;
  close_sets();
  H5Fclose(file_);
}

void Hdf5File::close() {
  if (file_ < 0) return;
  CountedTurn turn(cost(), IoPhase::close);
  check(H5Fflush(file_, H5F_SCOPE_GLOBAL), "write");  // for a clearer error message than that of the close
  close_sets();
  check(H5Fclose(std::exchange(file_, -1)), "close");
}

void Hdf5File::abandon() {
  file_ = -1;
  sets_.clear();
}

std::int64_t Hdf5File::check(std::int64_t result, const std::string& doing) const {
  if (result >= 0) return result;
  const std::string reason = hdf5_reason();
  throw Error("cannot " + doing + " " + path_ + ": " + (reason.empty() ? "HDF5 failed" : reason));
}

bool Hdf5File::exists(const std::string& name) const {
  Turn turn;
  return options_.access != FileAccess::create && H5Lexists(file_, name.c_str(), H5P_DEFAULT) > 0;
}

Hdf5File::DataSet& Hdf5File::open(const std::string& name) {
  const auto known = sets_.find(name);
  if (known != sets_.end()) return known->second;
  Handle set{check(H5Dopen2(file_, name.c_str(), H5P_DEFAULT), "read " + name + " in"), H5Dclose};
  const Handle space{H5Dget_space(set), H5Sclose}, type{H5Dget_type(set), H5Tclose};
  hsize_t dims[2] = {0, 0};
  const int rank = H5Sget_simple_extent_ndims(space);
  if (rank != 1 && rank != 2) throw Error("cannot read " + name + " in " + path_ + ": it has no rows");
  const std::optional<ValueType> value_type = value_type_of(type);
  if (!value_type) throw Error("cannot read " + name + " in " + path_ + ": its values are of another type");
  H5Sget_simple_extent_dims(space, dims, nullptr);
  return sets_[name] = {std::exchange(set.id, -1), *value_type, rank == 2 ? int(dims[1]) : 0};
}

void Hdf5File::create_group(const std::string& name) {
  if (exists(name)) return;
  CountedTurn turn(cost(), IoPhase::write);
  H5Gclose(check(H5Gcreate2(file_, name.c_str(), H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT), "write"));
}

void Hdf5File::write_attribute(const std::string& group, const std::string& name, const Attribute& value) {
  CountedTurn turn(cost(), IoPhase::write);
  const auto* text = std::get_if<std::string>(&value);
  const auto* list = std::get_if<std::vector<std::int64_t>>(&value);
  const Handle type{H5Tcopy(text ? H5T_C_S1 : H5T_NATIVE_INT64), H5Tclose};
  if (text) {
    H5Tset_size(type, text->size());
    H5Tset_strpad(type, H5T_STR_NULLPAD);
  }
  const hsize_t n = list ? list->size() : 1;
  const Handle shape{list ? H5Screate_simple(1, &n, nullptr) : H5Screate(H5S_SCALAR), H5Sclose};
  const Handle at{check(H5Oopen(file_, group.c_str(), H5P_DEFAULT), "write"), H5Oclose};
  const bool is_there = H5Aexists(at, name.c_str()) > 0;
  const Handle attribute{check(is_there ? H5Aopen(at, name.c_str(), H5P_DEFAULT)
                                        : H5Acreate2(at, name.c_str(), type, shape, H5P_DEFAULT, H5P_DEFAULT),
                               "write"),
                         H5Aclose};
  const void* data = text   ? static_cast<const void*>(text->data())
                     : list ? static_cast<const void*>(list->data())
                            : &std::get<std::int64_t>(value);
  check(H5Awrite(attribute, type, data), "write");
}

void Hdf5File::create(const std::string& name, const DataSetLayout& layout) {
  CountedTurn turn(cost(), IoPhase::write);
  const bool of_all = layout.writers == RowsOf::all_ranks;
  if (exists(name)) {
    if (of_all && !virtual_rows(name).empty())
      throw Error("cannot go on with " + path_ + ": its rows are in files of single ranks; expected io=file-per-rank");
    open(name).of_all = of_all;
    return;
  }
  const std::int64_t rows = layout.grows ? 0 : layout.rows;
  const std::vector<hsize_t> now = extent(rows, layout.width);
  std::vector<hsize_t> most = now;
  const Handle options{H5Pcreate(H5P_DATASET_CREATE), H5Pclose};
  H5Pset_obj_track_times(options, false);          // equal runs create equal files
  H5Pset_fill_time(options, H5D_FILL_TIME_NEVER);  // all rows are written
  const bool is_compressed = deflate_ > 0 && of_all && layout.rows > 0;
  if (layout.grows) most[0] = H5S_UNLIMITED;
  if (layout.grows || is_compressed)
    H5Pset_chunk(options, int(now.size()), extent(chunk_rows(layout.rows, chunk_rows_), layout.width).data());
  // MPI-IO writes only into allocated chunks, and may continue a file that one rank has started without it
  if (!is_compressed) H5Pset_alloc_time(options, H5D_ALLOC_TIME_EARLY);
  if (is_compressed) {
    H5Pset_shuffle(options);
    H5Pset_deflate(options, unsigned(deflate_));
  }
  const Handle space{H5Screate_simple(int(now.size()), now.data(), most.data()), H5Sclose};
  const hid_t set = H5Dcreate2(file_, name.c_str(), hdf5_type(layout.type), space, H5P_DEFAULT, options, H5P_DEFAULT);
  sets_[name] = {check(set, "write"), layout.type, layout.width, of_all};
}

void Hdf5File::create_virtual(const std::string& name, const DataSetLayout& layout,
                              const std::vector<VirtualRows>& rows) {
  CountedTurn turn(cost(), IoPhase::write);
  if (const auto open = sets_.find(name); open != sets_.end()) {
    H5Dclose(open->second.handle);
    sets_.erase(open);
  }
  if (H5Lexists(file_, name.c_str(), H5P_DEFAULT) > 0) check(H5Ldelete(file_, name.c_str(), H5P_DEFAULT), "write");
  const Handle options{H5Pcreate(H5P_DATASET_CREATE), H5Pclose};
  H5Pset_obj_track_times(options, false);
  std::int64_t length = layout.grows ? 0 : layout.rows;
  for (const VirtualRows& shown : rows)  // the mapping must be within the extent
    if (shown.times > 0) length = std::max(length, shown.first_row + shown.stride * (shown.times - 1) + shown.rows);
  const std::vector<hsize_t> now = extent(length, layout.width);
  std::vector<hsize_t> most = now;
  if (layout.grows) most[0] = H5S_UNLIMITED;
  const Handle space{H5Screate_simple(int(now.size()), now.data(), most.data()), H5Sclose};
  for (const VirtualRows& shown : rows) {
    const hsize_t times = shown.stride == 0 ? 1 : shown.times < 0 ? H5S_UNLIMITED : hsize_t(shown.times);
    const Handle to{select_rows(shown.first_row, shown.rows, shown.stride, times, layout.width), H5Sclose};
    const Handle from{select_rows(0, shown.rows, shown.stride > 0 ? shown.rows : 0, times, layout.width), H5Sclose};
    check(H5Pset_virtual(options, to, shown.file.c_str(), name.c_str(), from), "write");
  }
  const hid_t set = H5Dcreate2(file_, name.c_str(), hdf5_type(layout.type), space, H5P_DEFAULT, options, H5P_DEFAULT);
  H5Dclose(check(set, "write"));
}

std::vector<VirtualRows> Hdf5File::virtual_rows(const std::string& name) {
  Turn turn;
  const Handle options{H5Dget_create_plist(open(name).handle), H5Pclose};
  std::vector<VirtualRows> rows;
  std::size_t count = 0;
  if (H5Pget_layout(options) != H5D_VIRTUAL) return rows;
  check(H5Pget_virtual_count(options, &count), "read");
  for (std::size_t i = 0; i < count; ++i) {
    std::string file(std::size_t(H5Pget_virtual_filename(options, i, nullptr, 0)), '\0');
    H5Pget_virtual_filename(options, i, file.data(), file.size() + 1);
    const Handle to{H5Pget_virtual_vspace(options, i), H5Sclose};
    hsize_t start[2], stride[2], times[2], block[2], most[2];
    H5Sget_simple_extent_dims(to, nullptr, most);
    check(H5Sget_regular_hyperslab(to, start, stride, times, block), "read");
    rows.push_back({file, std::int64_t(start[0]), std::int64_t(block[0])});
    if (most[0] != H5S_UNLIMITED) continue;
    rows.back().stride = std::int64_t(stride[0]);
    rows.back().times = times[0] == H5S_UNLIMITED ? -1 : std::int64_t(times[0]);
  }
  return rows;
}

void Hdf5File::grow(const std::string& name, std::int64_t rows) {
  CountedTurn turn(cost(), IoPhase::write);
  const DataSet& set = sets_.at(name);
  check(H5Dset_extent(set.handle, extent(rows, set.width).data()), "extend");
}

namespace {

/// The rows of `n_bytes` from `first_row` on, in memory and in the data set.
struct Selection {
  Handle memory, file;
  Selection(hid_t set, std::int64_t first_row, std::int64_t rows, int width)
      : memory{H5Screate_simple(width > 0 ? 2 : 1, extent(rows, width).data(), nullptr), H5Sclose},
        file{H5Dget_space(set), H5Sclose} {
    std::vector<hsize_t> start = extent(first_row, width);
    if (width > 0) start[1] = 0;
    if (rows == 0) {
      H5Sselect_none(memory);
      H5Sselect_none(file);
    } else {
      H5Sselect_hyperslab(file, H5S_SELECT_SET, start.data(), nullptr, extent(rows, width).data(), nullptr);
    }
  }
};

std::int64_t rows_in(std::size_t bytes, ValueType type, int width) {
  return std::int64_t(bytes) / (size_of(type) * std::max(width, 1));
}

}  // namespace

void Hdf5File::write(const std::string& name, std::int64_t first_row, std::span<const std::byte> values) {
  CountedTurn turn(cost(), IoPhase::write);
  const DataSet& set = open(name);
  const bool together = writes_together(name);
  if (values.empty() && !together) return;
  if (cost() && !values.empty()) cost()->add_request(std::int64_t(values.size()));
  const Selection rows(set.handle, first_row, rows_in(values.size(), set.type, set.width), set.width);
  const Handle transfer{H5Pcreate(H5P_DATASET_XFER), H5Pclose};
  if (together) H5Pset_dxpl_mpio(transfer, H5FD_MPIO_COLLECTIVE);
  check(H5Dwrite(set.handle, hdf5_type(set.type), rows.memory, rows.file, transfer, values.data()), "write");
}

void Hdf5File::read(const std::string& name, std::int64_t first_row, ValueType type, std::span<std::byte> values) {
  if (values.empty()) return;
  Turn turn;
  const DataSet& set = open(name);
  const Selection rows(set.handle, first_row, rows_in(values.size(), type, set.width), set.width);
  check(H5Dread(set.handle, hdf5_type(type), rows.memory, rows.file, H5P_DEFAULT, values.data()),
        "read " + name + " in");
}

std::int64_t Hdf5File::rows(const std::string& name) {
  Turn turn;
  const Handle space{H5Dget_space(open(name).handle), H5Sclose};
  hsize_t dims[2] = {0, 0};
  check(H5Sget_simple_extent_dims(space, dims, nullptr), "read " + name + " in");
  return std::int64_t(dims[0]);
}

void Hdf5File::reserve(std::int64_t bytes) {
  int rank = 0;
  if (options_.ranks != MPI_COMM_NULL) MPI_Comm_rank(options_.ranks, &rank);
  if (rank == 0 && deflate_ == 0) reserve_space(path_, bytes);
}

void Hdf5File::flush() {
  CountedTurn turn(cost(), IoPhase::sync);
  check(H5Fflush(file_, H5F_SCOPE_GLOBAL), "write");  // with several ranks also MPI_File_sync
  if (!sync_ || options_.ranks != MPI_COMM_NULL) return;
  void* descriptor = nullptr;
  check(H5Fget_vfd_handle(file_, H5P_DEFAULT, &descriptor), "write");
  if (::fsync(*static_cast<int*>(descriptor)) != 0) throw Error("cannot write " + path_ + ": " + std::strerror(errno));
}

std::vector<FileRecords> Hdf5File::records() {
  int rank = 0;
  if (options_.ranks != MPI_COMM_NULL) MPI_Comm_rank(options_.ranks, &rank);
  if (rank != 0) return {};
  return {read_records(path_, Hdf5File(path_).settled_rows())};
}

/// Ranges of rows that no later state writes: whole chunks, and data sets that do not grow.
std::vector<FileRange> Hdf5File::settled_rows() {
  Turn turn;
  std::vector<std::string> names;
  const auto add_name = [](hid_t, const char* name, const H5L_info_t*, void* list) -> herr_t {
    static_cast<std::vector<std::string>*>(list)->push_back(name);
    return 0;
  };
  check(H5Lvisit(file_, H5_INDEX_NAME, H5_ITER_NATIVE, add_name, &names), "read");
  std::vector<FileRange> found;
  for (const std::string& name : names) {
    const Handle object{check(H5Oopen(file_, name.c_str(), H5P_DEFAULT), "read"), H5Oclose};
    if (H5Iget_type(object) != H5I_DATASET) continue;
    const Handle layout{H5Dget_create_plist(object), H5Pclose}, space{H5Dget_space(object), H5Sclose};
    if (H5Pget_layout(layout) == H5D_CONTIGUOUS && H5Dget_offset(object) != HADDR_UNDEF)
      found.push_back({std::int64_t(H5Dget_offset(object)), std::int64_t(H5Dget_storage_size(object))});
    if (H5Pget_layout(layout) != H5D_CHUNKED) continue;
    hsize_t rows[2], chunk[2], start[2], count = 0, size = 0;
    H5Sget_simple_extent_dims(space, rows, nullptr);
    H5Pget_chunk(layout, 2, chunk);
    check(H5Dget_num_chunks(object, space, &count), "read");
    for (hsize_t i = 0; i < count; ++i) {
      unsigned filters = 0;
      haddr_t address = 0;
      check(H5Dget_chunk_info(object, space, i, start, &filters, &address, &size), "read");
      if (start[0] + chunk[0] <= rows[0]) found.push_back({std::int64_t(address), std::int64_t(size)});
    }
  }
  return found;
}

void reserve_space(const std::string& path, std::int64_t bytes) {
  const int file = ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
  if (file < 0) return;
  const off_t end = ::lseek(file, 0, SEEK_END);
  int failure = ::fallocate(file, FALLOC_FL_KEEP_SIZE, end, off_t(bytes)) == 0 ? 0 : errno;
  ::close(file);
  if (failure == EOPNOTSUPP || failure == ENOSYS) {
    struct statvfs system {};
    const bool full =
        ::statvfs(path.c_str(), &system) == 0 && double(system.f_bavail) * double(system.f_frsize) < double(bytes);
    failure = full ? ENOSPC : 0;
  }
  if (failure == ENOSPC || failure == EDQUOT || failure == EFBIG)
    throw Error("cannot write " + path + ": " + std::strerror(failure) + " (needs " +
                std::to_string(bytes / 1000000 + 1) + " MB)");
}

std::string hdf5_version() {
  unsigned major = 0, minor = 0, release = 0;
  H5get_libversion(&major, &minor, &release);
  return std::to_string(major) + "." + std::to_string(minor) + "." + std::to_string(release);
}

}  // namespace crumple
