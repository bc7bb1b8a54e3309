#include "io/hdf5_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <hdf5.h>
#include <mpi.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include "base/error.hpp"

#ifndef H5_HAVE_PARALLEL
#error "Crumple needs an HDF5 library built with parallel support"
#endif

namespace crumple {
namespace {

template <class T>
hid_t type_of();
template <>
hid_t type_of<float>() {
  return H5T_NATIVE_FLOAT;
}
template <>
hid_t type_of<double>() {
  return H5T_NATIVE_DOUBLE;
}
template <>
hid_t type_of<std::uint8_t>() {
  return H5T_NATIVE_UINT8;
}
template <>
hid_t type_of<std::int32_t>() {
  return H5T_NATIVE_INT32;
}
template <>
hid_t type_of<std::int64_t>() {
  return H5T_NATIVE_INT64;
}

/// The deepest reason on HDF5's error stack, e.g. what the file system said.
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
  return reason;
}

/// Closes an HDF5 object at the end of its scope: after a failure has been read off HDF5's error stack, which every
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

/// About 256 Ki rows a chunk, and a whole number of chunks for the rows added at once where that is possible.
std::int64_t chunk_rows(std::int64_t rows_at_once) {
  constexpr std::int64_t largest = 1 << 18;
  const std::int64_t rows = std::max<std::int64_t>(rows_at_once, 1);
  const std::int64_t chunks = (rows + largest - 1) / largest;
  return (rows + chunks - 1) / chunks;
}

}  // namespace

Hdf5File::Hdf5File(const std::string& path, FileAccess access, std::int64_t user_block) : path_(path), access_(access) {
  H5dont_atexit();  // HDF5 would otherwise close files after MPI has ended
  H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
  const Handle driver{H5Pcreate(H5P_FILE_ACCESS), H5Pclose}, layout{H5Pcreate(H5P_FILE_CREATE), H5Pclose};
  H5Pset_fapl_mpio(driver, access == FileAccess::read ? MPI_COMM_SELF : MPI_COMM_WORLD, MPI_INFO_NULL);
  H5Pset_userblock(layout, hsize_t(user_block));
  if (access == FileAccess::create)
    file_ = check(H5Fcreate(path.c_str(), H5F_ACC_TRUNC, layout, driver), "create");
  else
    file_ = check(H5Fopen(path.c_str(), access == FileAccess::update ? H5F_ACC_RDWR : H5F_ACC_RDONLY, driver), "open");
}

Hdf5File::~Hdf5File() {
  if (file_ < 0) return;
  for (auto& [name, set] : sets_) H5Dclose(set.handle);
  H5Fclose(file_);
}

void Hdf5File::abandon() {
  struct stat file {
  }, open_file{};
  const int memory = ::memfd_create("abandoned", MFD_CLOEXEC);
  if (memory < 0 || ::stat(path_.c_str(), &file) != 0) return;
  for (const auto& entry : std::filesystem::directory_iterator("/proc/self/fd")) {
    const int descriptor = std::atoi(entry.path().filename().c_str());
    if (::fstat(descriptor, &open_file) == 0 && open_file.st_ino == file.st_ino && open_file.st_dev == file.st_dev)
      ::dup2(memory, descriptor);
  }
  ::close(memory);
}

std::int64_t Hdf5File::check(std::int64_t result, const std::string& doing) const {
  if (result >= 0) return result;
  const std::string reason = hdf5_reason();
  throw Error("cannot " + doing + " " + path_ + ": " + (reason.empty() ? "HDF5 failed" : reason));
}

bool Hdf5File::exists(const std::string& name) const {
  return access_ != FileAccess::create && H5Lexists(file_, name.c_str(), H5P_DEFAULT) > 0;
}

Hdf5File::DataSet& Hdf5File::open(const std::string& name) {
  const auto known = sets_.find(name);
  if (known != sets_.end()) return known->second;
  const hid_t set = check(H5Dopen2(file_, name.c_str(), H5P_DEFAULT), "read " + name + " in");
  const Handle space{H5Dget_space(set), H5Sclose};
  hsize_t dims[2] = {0, 0};
  const int rank = H5Sget_simple_extent_ndims(space);
  if (rank == 1 || rank == 2) H5Sget_simple_extent_dims(space, dims, nullptr);
  return sets_[name] = {set, rank == 2 ? int(dims[1]) : 0};
}

void Hdf5File::create_group(const std::string& name) {
  if (exists(name)) return;
  H5Gclose(check(H5Gcreate2(file_, name.c_str(), H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT), "write"));
}

void Hdf5File::write_attribute(const std::string& group, const std::string& name, std::int64_t type, std::int64_t space,
                               const void* value) {
  const Handle shape{space, H5Sclose};
  const Handle at{check(H5Oopen(file_, group.c_str(), H5P_DEFAULT), "write"), H5Oclose};
  const bool exists = H5Aexists(at, name.c_str()) > 0;
  const Handle attribute{check(exists ? H5Aopen(at, name.c_str(), H5P_DEFAULT)
                                      : H5Acreate2(at, name.c_str(), type, space, H5P_DEFAULT, H5P_DEFAULT),
                               "write"),
                         H5Aclose};
  check(H5Awrite(attribute, type, value), "write");
}

void Hdf5File::write_attribute(const std::string& group, const std::string& name, const std::string& ascii) {
  const Handle type{H5Tcopy(H5T_C_S1), H5Tclose};
  H5Tset_size(type, ascii.size());
  H5Tset_strpad(type, H5T_STR_NULLPAD);
  write_attribute(group, name, type, H5Screate(H5S_SCALAR), ascii.data());
}

void Hdf5File::write_attribute(const std::string& group, const std::string& name,
                               const std::vector<std::int64_t>& values) {
  const hsize_t n = values.size();
  write_attribute(group, name, H5T_NATIVE_INT64, H5Screate_simple(1, &n, nullptr), values.data());
}

void Hdf5File::write_attribute(const std::string& group, const std::string& name, std::int64_t value) {
  write_attribute(group, name, H5T_NATIVE_INT64, H5Screate(H5S_SCALAR), &value);
}

void Hdf5File::create(const std::string& name, std::int64_t type, std::int64_t rows, std::int64_t chunk, int width) {
  if (exists(name)) return void(open(name));
  const std::vector<hsize_t> now = extent(rows, width);
  std::vector<hsize_t> most = now;
  const Handle options{H5Pcreate(H5P_DATASET_CREATE), H5Pclose};
  H5Pset_obj_track_times(options, false);          // equal runs make equal files
  H5Pset_fill_time(options, H5D_FILL_TIME_NEVER);  // all rows are written
  if (chunk > 0) {
    most[0] = H5S_UNLIMITED;
    H5Pset_chunk(options, int(now.size()), extent(chunk, width).data());
  }
  const Handle space{H5Screate_simple(int(now.size()), now.data(), most.data()), H5Sclose};
  const hid_t set = H5Dcreate2(file_, name.c_str(), type, space, H5P_DEFAULT, options, H5P_DEFAULT);
  sets_[name] = {check(set, "write"), width};
}

template <class T>
void Hdf5File::create_fixed(const std::string& name, std::int64_t rows, int width) {
  create(name, type_of<T>(), rows, 0, width);
}

template <class T>
void Hdf5File::create_growing(const std::string& name, std::int64_t rows_at_once, int width) {
  create(name, type_of<T>(), 0, chunk_rows(rows_at_once), width);
}

void Hdf5File::grow(const std::string& name, std::int64_t rows) {
  const DataSet& set = sets_.at(name);
  check(H5Dset_extent(set.handle, extent(rows, set.width).data()), "extend");
}

template <class Transfer>
void Hdf5File::move_rows(const std::string& name, std::int64_t first_row, std::int64_t n, Transfer&& transfer) {
  if (n == 0) return;
  const DataSet& set = open(name);
  const std::int64_t rows = set.width > 0 ? n / set.width : n;
  std::vector<hsize_t> start = extent(first_row, set.width), count = extent(rows, set.width);
  if (set.width > 0) start[1] = 0;
  const Handle memory{H5Screate_simple(int(count.size()), count.data(), nullptr), H5Sclose};
  const Handle space{H5Dget_space(set.handle), H5Sclose};
  H5Sselect_hyperslab(space, H5S_SELECT_SET, start.data(), nullptr, count.data(), nullptr);
  transfer(set.handle, memory, space);
}

template <class T>
void Hdf5File::write(const std::string& name, std::int64_t first_row, std::span<const T> values) {
  move_rows(name, first_row, std::int64_t(values.size()), [&](hid_t set, hid_t memory, hid_t space) {
    check(H5Dwrite(set, type_of<T>(), memory, space, H5P_DEFAULT, values.data()), "write");
  });
}

template <class T>
void Hdf5File::read(const std::string& name, std::int64_t first_row, std::span<T> values) {
  move_rows(name, first_row, std::int64_t(values.size()), [&](hid_t set, hid_t memory, hid_t space) {
    check(H5Dread(set, type_of<T>(), memory, space, H5P_DEFAULT, values.data()), "read " + name + " in");
  });
}

std::int64_t Hdf5File::rows(const std::string& name) {
  const Handle space{H5Dget_space(open(name).handle), H5Sclose};
  hsize_t dims[2] = {0, 0};
  check(H5Sget_simple_extent_dims(space, dims, nullptr), "read " + name + " in");
  return std::int64_t(dims[0]);
}

void Hdf5File::flush() { check(H5Fflush(file_, H5F_SCOPE_GLOBAL), "write"); }

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

#define CRUMPLE_INSTANTIATE(T)                                                            \
  template void Hdf5File::create_fixed<T>(const std::string&, std::int64_t, int);         \
  template void Hdf5File::create_growing<T>(const std::string&, std::int64_t, int);       \
  template void Hdf5File::write<T>(const std::string&, std::int64_t, std::span<const T>); \
  template void Hdf5File::read<T>(const std::string&, std::int64_t, std::span<T>);
CRUMPLE_INSTANTIATE(float)
CRUMPLE_INSTANTIATE(double)
CRUMPLE_INSTANTIATE(std::uint8_t)
CRUMPLE_INSTANTIATE(std::int32_t)
CRUMPLE_INSTANTIATE(std::int64_t)
#undef CRUMPLE_INSTANTIATE

std::string hdf5_version() {
  unsigned major = 0, minor = 0, release = 0;
  H5get_libversion(&major, &minor, &release);
  return std::to_string(major) + "." + std::to_string(minor) + "." + std::to_string(release);
}

}  // namespace crumple
