// The HDF5 metadata of a file: positions, lengths and chunks of data sets. HDF5 changes them in place with each state,
// so they are inconsistent if a run is killed meanwhile; a dump therefore has a copy, from which a restart repairs the
// file. Filled by the modes of storage, used by io/reports/states.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "comm/world.hpp"

namespace crumple {

/// A contiguous range of bytes in a file.
struct FileRange {
  std::int64_t first, size;  ///< [bytes]
};

/// All bytes of a file except rows that will not be written again.
struct FileRecords {
  struct Piece {
    FileRange place;
    Bytes bytes;  ///< empty: zeros
  };
  std::string file;  ///< for files of single ranks: as named in the file of states; else empty
  std::int64_t length = 0;  ///< [bytes]
  std::vector<Piece> pieces;
};

/// Reads those of the file; `settled`: its rows that will not be written again. Errors: it cannot be read.
FileRecords read_records(const std::string& path, std::vector<FileRange> settled);

/// Restores the file, provided that its settled rows are unchanged; false: it is missing, or too short. Errors: it
/// cannot be written.
bool restore_records(const FileRecords& records, const std::string& path);

/// As bytes, and back.
void put_records(Bytes& bytes, const std::vector<FileRecords>& records);
std::vector<FileRecords> take_records(std::span<const std::byte>& bytes);

}  // namespace crumple
