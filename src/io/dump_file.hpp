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

/// What a dump says of itself.
struct DumpHead {
  std::string program;    ///< version that wrote it; no other can read it
  std::string precision;  ///< "single" or "double"
  std::int64_t cycle = 0;
  double time = 0;  ///< [time]
  int ranks = 0;    ///< that wrote it
  std::uint64_t model_layout = 0;  ///< of the program that wrote it
};

/// Bytes that root writes into a stream, the same each time it is asked.
using DumpPart = std::function<void(std::ostream&)>;

/// Writes a dump, in place of one of that name. Root's parts are streamed: they need no memory of their own. Errors: it
/// cannot be written; then a dump of that name is as it was. Collective.
void write_dump(Storage& storage, const std::string& path, const DumpHead& head,
                const std::map<std::string, DumpPart>& parts, const SavedState& state);

/// A dump that is read.
class DumpFile {
 public:
  /// Looks through all of the file. Errors, with the reason: it cannot be read, is no dump, is of another version, is
  /// not whole, is damaged. Collective.
  DumpFile(const World& world, const std::string& path);

  const std::string& path() const { return path_; }
  const DumpHead& head() const { return head_; }
  std::int64_t size() const { return size_; }  ///< [bytes]
  /// `read` takes a part from a stream. For any rank by itself.
  void read(const std::string& part, const std::function<void(std::istream&)>& read) const;
  /// The state, each rank's share of the blocks.
  SavedState state() const;

 private:
  const World& world_;
  std::string path_;
  DumpHead head_;
  std::int64_t size_ = 0;
};

}  // namespace crumple
