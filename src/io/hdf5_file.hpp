// An HDF5 file written by all ranks: groups, attributes, data sets of rows that may grow; or read by one. Used by
// states and dumps. Creating, growing and flushing are collective; rows are written by each rank for itself. Every
// failure is an Error that names the file. The only place that knows HDF5's API.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "comm/together.hpp"

namespace crumple {

/// What becomes of a file that is there: it is replaced, goes on, or is only read.
enum class FileAccess { create, update, read };

class Hdf5File {
 public:
  /// Collective, but for FileAccess::read, which is each rank's own. A new file begins with `user_block` bytes, a power
  /// of two from 512 on, which HDF5 leaves alone.
  explicit Hdf5File(const std::string& path, FileAccess access = FileAccess::create, std::int64_t user_block = 0);
  ~Hdf5File();
  Hdf5File(const Hdf5File&) = delete;

  void create_group(const std::string& name);
  void write_attribute(const std::string& group, const std::string& name, const std::string& ascii);
  void write_attribute(const std::string& group, const std::string& name, const std::vector<std::int64_t>& values);
  void write_attribute(const std::string& group, const std::string& name, std::int64_t value);

  // In a file that goes on, groups and data sets that are there are opened instead.

  /// A data set of `rows` rows of `width` values of T; width 0: a plain list. Collective.
  template <class T> void create_fixed(const std::string& name, std::int64_t rows, int width = 0);
  /// One that starts empty and grows; `rows_at_once` are added each time. Collective.
  template <class T> void create_growing(const std::string& name, std::int64_t rows_at_once, int width = 0);
  /// Makes room for that many rows in all. Collective.
  void grow(const std::string& name, std::int64_t rows);

  /// Writes whole rows from `first_row` on. Each rank for itself.
  template <class T> void write(const std::string& name, std::int64_t first_row, std::span<const T> values);
  template <class T> void write(const std::string& name, std::int64_t first_row, const std::vector<T>& values) {
    write(name, first_row, std::span<const T>(values));
  }

  /// How many rows a data set has.
  std::int64_t rows(const std::string& name);
  /// Whole rows from `first_row` on, as many as `values` has room for. Each rank for itself.
  template <class T>
  void read(const std::string& name, std::int64_t first_row, std::span<T> values);

  /// Hands everything to the file system, so that a reader finds a complete file. Collective.
  void flush();
  /// After a failure: leaves the file on disk as it is. HDF5 (1.10) crashes when it cannot write while it closes a
  /// file, and it insists on closing; so what it still writes goes to memory.
  void abandon();

 private:
  struct DataSet {
    std::int64_t handle;
    int width;
  };
  void create(const std::string& name, std::int64_t type, std::int64_t rows, std::int64_t chunk, int width);
  bool exists(const std::string& name) const;
  DataSet& open(const std::string& name);
  /// Calls `transfer` with a data set and what it needs to know of `n` values from a row on.
  template <class Transfer>
  void move_rows(const std::string& name, std::int64_t first_row, std::int64_t n, Transfer&& transfer);
  void write_attribute(const std::string& group, const std::string& name, std::int64_t type, std::int64_t space,
                       const void* value);
  std::int64_t check(std::int64_t result, const std::string& doing) const;

  std::string path_;
  FileAccess access_;
  std::int64_t file_ = -1;
  std::map<std::string, DataSet> sets_;
};

/// Work of all ranks on a file, which may fail on some: fails on all, and the file is left as it is. Collective.
template <class Work>
void guarded(const World& world, Hdf5File& file, Work&& work) {
  try {
    together(world, work);
  } catch (...) {
    file.abandon();
    throw;
  }
}

/// Asks the file system to set aside `bytes` beyond the end of the file; an Error when it says there is no room.
/// File systems that cannot tell are believed to have room. For one rank.
void reserve_space(const std::string& path, std::int64_t bytes);

/// Of the HDF5 library in use, e.g. "1.10.8".
std::string hdf5_version();

}  // namespace crumple
