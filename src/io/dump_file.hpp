// Dumps: files from which a run goes on. A dump is whole or it is not there: it is written as NAME.part and gets its
// name when all of it is on the disk. It begins with a page of text, which tells what it is and has a checksum of all
// that follows: an HDF5 file (h5ls shows it) with
//   parts/NAME           bytes that root has, e.g. the model
//   state/same, sums     of SavedState
//   state/NAME/ends, bytes   of SavedState::blocks: where the bytes of each numbered record end, and these bytes
// Nothing in it depends on how many ranks there were. Called by app.
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
