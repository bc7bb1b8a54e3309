// A file of groups, attributes and data sets of rows, as written by the modes of io/storage: states and dumps are
// independent of the number of ranks, files or threads that write it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "io/file_records.hpp"
#include "io/io_cost.hpp"

namespace crumple {

/// Treatment of an existing file: replaced, continued, or only read.
enum class FileAccess { create, update, read };

enum class ValueType { float32, float64, uint8, int32, int64 };
template <class T>
constexpr ValueType value_type();
template <>
constexpr ValueType value_type<float>() {
  return ValueType::float32;
}
template <>
constexpr ValueType value_type<double>() {
  return ValueType::float64;
}
template <>
constexpr ValueType value_type<std::uint8_t>() {
  return ValueType::uint8;
}
template <>
constexpr ValueType value_type<std::int32_t>() {
  return ValueType::int32;
}
template <>
constexpr ValueType value_type<std::int64_t>() {
  return ValueType::int64;
}
/// [bytes]
constexpr std::int64_t size_of(ValueType type) {
  return type == ValueType::uint8 ? 1 : type == ValueType::float32 || type == ValueType::int32 ? 4 : 8;
}

/// Ranks that have rows of a data set.
enum class RowsOf { all_ranks, root };

/// A data set of rows of `width` values; width 0: a plain list.
struct DataSetLayout {
  ValueType type;
  RowsOf writers;
  int width;
  bool grows;
  std::int64_t rows;  ///< of a growing data set: number added at once
  std::int64_t row_size() const { return size_of(type) * (width > 0 ? width : 1); }  ///< [bytes]
};

using Attribute = std::variant<std::string, std::int64_t, std::vector<std::int64_t>>;

/// All calls are collective unless stated otherwise. A failure on one rank is an Error there, and on all ranks at the
/// end of `guarded`, in which the calls are made; the file is then abandoned.
class RowFile {
 public:
  explicit RowFile(IoCost* cost) : cost_(cost) {}
  virtual ~RowFile() = default;
  RowFile(const RowFile&) = delete;
  RowFile& operator=(const RowFile&) = delete;

  // In a continued file, existing groups and data sets are opened instead.

  virtual void create_group(const std::string& name) = 0;
  virtual void write_attribute(const std::string& group, const std::string& name, const Attribute& value) = 0;
  virtual void create(const std::string& name, const DataSetLayout& layout) = 0;
  template <class T>
  void create_fixed(const std::string& name, std::int64_t rows, int width = 0, RowsOf writers = RowsOf::all_ranks) {
    create(name, {value_type<T>(), writers, width, false, rows});
  }
  /// A growing data set, initially empty; `rows_at_once` are added each time.
  template <class T>
  void create_growing(const std::string& name, std::int64_t rows_at_once, int width = 0,
                      RowsOf writers = RowsOf::all_ranks) {
    create(name, {value_type<T>(), writers, width, true, rows_at_once});
  }
  /// Extends the data set to that many rows.
  virtual void grow(const std::string& name, std::int64_t rows) = 0;

  /// Writes this rank's whole rows from `first_row` on. For a data set of all ranks, each writes its rows, or none; for
  /// one of root, root alone. In a growing one, a rank writes the same rows of each addition.
  virtual void write(const std::string& name, std::int64_t first_row, std::span<const std::byte> values) = 0;
  template <class T>
  void write(const std::string& name, std::int64_t first_row, const std::vector<T>& values) {
    write(name, first_row, std::as_bytes(std::span(values)));
  }

  /// Reserves `bytes` on disk for future additions. Errors: no space.
  virtual void reserve(std::int64_t bytes) = 0;
  /// Flushes everything to the file system, so that a reader finds a complete file.
  virtual void flush() = 0;
  /// Waits until flushed data are written, and reports failures to do so.
  virtual void finish_writes() {}
  /// The metadata of each underlying file, from which a restart restores its current state; on root. Called after
  /// finish_writes.
  virtual std::vector<FileRecords> records() = 0;
  /// The last call except abandon; otherwise the destructor closes the file.
  virtual void close() = 0;
  /// Called after a failure: leaves the file on disk unchanged. Not collective.
  virtual void abandon() = 0;

  IoCost* cost() const { return cost_; }

 private:
  IoCost* cost_;
};

/// Runs work of all ranks on a file; a failure on some ranks is an Error on all, and the file is abandoned. Collective.
template <class Work>
void guarded(const World& world, RowFile& file, Work&& work) {
  try {
    together(world, file.cost(), work);
  } catch (...) {
    file.abandon();
    throw;
  }
}

}  // namespace crumple
