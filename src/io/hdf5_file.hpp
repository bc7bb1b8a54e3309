// An HDF5 file of one rank, or of several that write it together: groups, attributes, data sets of rows that may grow,
// data sets that show the rows of other files. Used by the modes of io/storage, and to read states and dumps. Every
// failure is an Error that names the file. The only place that knows HDF5's API, which one thread at a time may call:
// the others wait.
#pragma once

#include <mpi.h>

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "io/row_file.hpp"

namespace crumple {

struct StorageSettings;  // storage.hpp

/// How a file is opened.
struct Hdf5Options {
  FileAccess access = FileAccess::create;
  MPI_Comm ranks = MPI_COMM_NULL;  ///< that write it together; null: this rank alone
  bool collective = false;         ///< rows of all ranks are written in one collective call
  std::int64_t user_block = 0;     ///< as of FilePlace
};

/// Rows of another file that a data set shows: `rows` each time, where it shows every `stride`th row from `first_row`.
struct VirtualRows {
  std::string file;  ///< relative to the folder of the file that shows them, or absolute
  std::int64_t first_row, rows;
  std::int64_t stride = 0;  ///< 0: of a data set that does not grow
  std::int64_t times = -1;  ///< -1: as many as there are
};

class Hdf5File : public RowFile {
 public:
  /// Collective over options.ranks, as the other calls are.
  Hdf5File(const std::string& path, const Hdf5Options& options, const StorageSettings& settings, IoCost* cost);
  /// To read, for each rank by itself.
  explicit Hdf5File(const std::string& path);
  ~Hdf5File() override;

  void create_group(const std::string& name) override;
  void write_attribute(const std::string& group, const std::string& name, const Attribute& value) override;
  void create(const std::string& name, const DataSetLayout& layout) override;
  void grow(const std::string& name, std::int64_t rows) override;
  /// In place of a data set of that name.
  void create_virtual(const std::string& name, const DataSetLayout& layout, const std::vector<VirtualRows>& rows);
  using RowFile::write;
  void write(const std::string& name, std::int64_t first_row, std::span<const std::byte> values) override;

  bool exists(const std::string& name) const;
  /// How many rows a data set has.
  std::int64_t rows(const std::string& name);
  /// Whole rows from `first_row` on, as many as `values` has room for. Each rank for itself.
  template <class T>
  void read(const std::string& name, std::int64_t first_row, std::span<T> values) {
    read(name, first_row, value_type<T>(), std::as_writable_bytes(values));
  }
  /// What a data set shows of other files; empty: its rows are its own.
  std::vector<VirtualRows> virtual_rows(const std::string& name);

  void reserve(std::int64_t bytes) override;
  void flush() override;
  std::vector<FileRecords> records() override;
  void close() override;
  /// HDF5 (1.10) crashes when it cannot write while it closes a file: an abandoned one stays open to the end.
  void abandon() override;

 protected:
  /// Whether rows of the data set are written in collective calls.
  bool writes_together(const std::string& name) { return options_.collective && open(name).of_all; }

 private:
  struct DataSet {
    std::int64_t handle;
    ValueType type;
    int width;
    bool of_all = false;  ///< RowsOf::all_ranks
  };
  DataSet& open(const std::string& name);
  void read(const std::string& name, std::int64_t first_row, ValueType type, std::span<std::byte> values);
  void close_sets();
  std::vector<FileRange> settled_rows();
  std::int64_t check(std::int64_t result, const std::string& doing) const;

  std::string path_;
  Hdf5Options options_;
  std::int64_t chunk_rows_ = 1;
  int deflate_ = 0;
  bool sync_ = false;
  std::int64_t file_ = -1;
  std::map<std::string, DataSet> sets_;
};

/// Asks the file system to set aside `bytes` beyond the end of the file; an Error when it says there is no room.
/// File systems that cannot tell are believed to have room. For one rank.
void reserve_space(const std::string& path, std::int64_t bytes);

}  // namespace crumple
