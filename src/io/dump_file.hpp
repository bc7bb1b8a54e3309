// Dumps: restart files. A dump is written as NAME.part and renamed when it is complete and flushed to disk, so that an
// incomplete one never has its name. It starts with a page of text, with its properties and a checksum of the rest: an
// HDF5 file (readable by h5ls) with
//   parts/NAME           root's bytes, e.g. the model
//   state/same, sums     of SavedState
//   state/NAME/ends, bytes   of SavedState::blocks: the end of each numbered record, and the bytes of all
// The contents do not depend on the number of ranks. Called by app.
#pragma once

#include <cstdint>
#include <functional>
#include <iosfwd>
#include <map>
#include <string>

#include "io/storage.hpp"
#include "physics/state/state_archive.hpp"

namespace crumple {

/// The header of a dump.
struct DumpHead {
  std::string program;    ///< version that wrote it; no other version can read it
  std::string precision;  ///< "single" or "double"
  std::int64_t cycle = 0;
  double time = 0;  ///< [time]
  int ranks = 0;    ///< that wrote it
  std::uint64_t model_layout = 0;  ///< of the program that wrote it
};

/// Writes bytes into a stream on root, the same at each call.
using DumpPart = std::function<void(std::ostream&)>;

/// Writes a dump, replacing one of that name. Root's parts are streamed without a copy. Errors: it cannot be written;
/// an existing dump is then unchanged. Collective.
void write_dump(Storage& storage, const std::string& path, const DumpHead& head,
                const std::map<std::string, DumpPart>& parts, const SavedState& state);

/// A dump opened for reading.
class DumpFile {
 public:
  /// Checks the whole file. Errors, with the reason: it cannot be read, is no dump, is of another version, is
  /// incomplete, is damaged. Collective.
  DumpFile(const World& world, const std::string& path);

  const std::string& path() const { return path_; }
  const DumpHead& head() const { return head_; }
  std::int64_t size() const { return size_; }  ///< [bytes]
  /// Lets `read` read a part from a stream. Not collective.
  void read(const std::string& part, const std::function<void(std::istream&)>& read) const;
  /// The state, with this rank's share of the blocks.
  SavedState state() const;

 private:
  const World& world_;
  std::string path_;
  DumpHead head_;
  std::int64_t size_ = 0;
};

}  // namespace crumple
