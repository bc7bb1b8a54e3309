// An HDF5 file of one rank, or of several that write it collectively: groups, attributes, data sets of rows that may
// grow, virtual data sets. Used by the modes of io/storage, and to read states and dumps. Every failure is an Error
// that names the file. Encapsulates HDF5's API, which is called by one thread at a time, under a lock.
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
  MPI_Comm ranks = MPI_COMM_NULL;  ///< that write the file collectively; null: this rank alone
  bool collective = false;         ///< rows of all ranks are written in one collective call
  std::int64_t user_block = 0;     ///< as of FilePlace
};

/// Rows of another file in a virtual data set: `rows` each time, if it maps every `stride`th row from `first_row`.
struct VirtualRows {
  std::string file;  ///< relative to the folder of the virtual file, or absolute
  std::int64_t first_row, rows;
  std::int64_t stride = 0;  ///< 0: for a data set that does not grow
  std::int64_t times = -1;  ///< -1: unlimited
};

class Hdf5File : public RowFile {
 public:
  /// Collective over options.ranks, as the other calls.
  Hdf5File(const std::string& path, const Hdf5Options& options, const StorageSettings& settings, IoCost* cost);
  /// Opens a file for reading, for each rank independently.
  explicit Hdf5File(const std::string& path);
  ~Hdf5File() override;

  void create_group(const std::string& name) override;
  void write_attribute(const std::string& group, const std::string& name, const Attribute& value) override;
  void create(const std::string& name, const DataSetLayout& layout) override;
  void grow(const std::string& name, std::int64_t rows) override;
  /// Replaces a data set of that name.
  void create_virtual(const std::string& name, const DataSetLayout& layout, const std::vector<VirtualRows>& rows);
  using RowFile::write;
  void write(const std::string& name, std::int64_t first_row, std::span<const std::byte> values) override;

  bool exists(const std::string& name) const;
  /// Number of rows of a data set.
  std::int64_t rows(const std::string& name);
  /// Whole rows from `first_row` on, as many as fit into `values`. Not collective.
  template <class T>
  void read(const std::string& name, std::int64_t first_row, std::span<T> values) {
    read(name, first_row, value_type<T>(), std::as_writable_bytes(values));
  }
  /// The mapping of a virtual data set; empty: the data set has its own rows.
  std::vector<VirtualRows> virtual_rows(const std::string& name);

  void reserve(std::int64_t bytes) override;
  void flush() override;
  std::vector<FileRecords> records() override;
  void close() override;
  /// HDF5 (1.10) crashes if it cannot write while closing a file: an abandoned file is never closed.
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

/// Reserves `bytes` beyond the end of the file; an Error if there is no space. File systems that cannot reserve are
/// assumed to have space. For one rank.
void reserve_space(const std::string& path, std::int64_t bytes);

}  // namespace crumple
