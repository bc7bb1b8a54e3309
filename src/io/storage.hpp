// How states and dumps are written: io= and the options beside it. Each mode is a file of io/storage; CMake lists them.
// The datasets of a file are the same in all of them. Made by app, used by states and dumps.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "comm/world.hpp"
#include "io/row_file.hpp"

namespace crumple {

struct StorageSettings {
  std::string mode = "independent";
  int writers = 0;                    ///< of the mode aggregated; 0: one per node
  std::int64_t chunk_rows = 1 << 18;  ///< most rows in a chunk of a data set that grows
  std::int64_t alignment = 1;         ///< of data sets and chunks of that size and more [bytes]
  int deflate = 0;                    ///< 0: rows are not compressed, to 9: best
  bool sync = true;                   ///< a state or dump is on disk before the run goes on
  std::string local_directory;        ///< of file-per-rank: where the ranks' files go; empty: beside the others
};

/// A file to be opened.
struct FilePlace {
  const World& world;
  const StorageSettings& settings;
  std::string path;
  FileAccess access;
  std::int64_t user_block;  ///< bytes before it, which HDF5 leaves alone: 0, or a power of two from 512 on
  IoCost* cost;
};

struct StorageMode {
  const char* name;
  const char* summary;
  const char* dumps;  ///< the mode in which dumps are written, each a file that is whole or not there
  bool (*compresses)(int n_writers);
  int (*count_writers)(const World& world, const StorageSettings& settings);  ///< ranks that write at once; collective
  std::unique_ptr<RowFile> (*open)(const FilePlace& place);
};

const std::vector<const StorageMode*>& storage_modes();
/// Errors: there is none of that name.
const StorageMode& storage_mode(const std::string& name);

class Storage {
 public:
  /// Errors: these settings do not go together on so many ranks. Collective.
  Storage(const World& world, const StorageSettings& settings);

  /// Opens the file of all states, or a dump behind so many bytes of its own. Collective; errors are on all ranks.
  std::unique_ptr<RowFile> open_states(const std::string& path, FileAccess access);
  std::unique_ptr<RowFile> create_dump(const std::string& path, std::int64_t user_block);

  const World& world() const { return world_; }
  const StorageSettings& settings() const { return settings_; }
  IoCost& states_cost() { return costs_["states"]; }
  IoCost& dumps_cost() { return costs_["dumps"]; }
  /// How many ranks write in a file at once.
  int n_writers() const { return n_writers_; }
  const IoCosts& costs() const { return costs_; }

 private:
  std::unique_ptr<RowFile> open(const StorageSettings& settings, const std::string& path, FileAccess access,
                                std::int64_t user_block, IoCost& cost);
  const World& world_;
  StorageSettings settings_;
  int n_writers_;
  IoCosts costs_;
};

/// Of the HDF5 library in use, e.g. "1.10.8".
std::string hdf5_version();

}  // namespace crumple
