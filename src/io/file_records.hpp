// What HDF5 keeps in a file besides rows: where data sets are, how long, which chunks they have. It changes these
// records in place with each state, and a run that is killed meanwhile leaves them half written; so a dump has a copy,
// from which a restart mends the file. Filled by the modes of storage, used by io/reports/states.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "comm/world.hpp"

namespace crumple {

/// Bytes of a file that follow each other.
struct FileRange {
  std::int64_t first, size;  ///< [bytes]
};

/// All bytes of a file but rows that nothing writes again.
struct FileRecords {
  struct Piece {
    FileRange place;
    Bytes bytes;  ///< empty: zeros
  };
  std::string file;  ///< of the files of single ranks: as the file of states names it; else empty
  std::int64_t length = 0;  ///< [bytes]
  std::vector<Piece> pieces;
};

/// Those of the file, whose rows that nothing writes again are `settled`. Errors: it cannot be read.
FileRecords read_records(const std::string& path, std::vector<FileRange> settled);

/// Makes the file again what it was, as its settled rows still are; false: it is not there, or too short. Errors: it
/// cannot be written.
bool restore_records(const FileRecords& records, const std::string& path);

/// As bytes, and back.
void put_records(Bytes& bytes, const std::vector<FileRecords>& records);
std::vector<FileRecords> take_records(std::span<const std::byte>& bytes);

}  // namespace crumple
