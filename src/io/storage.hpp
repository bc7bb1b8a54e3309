// Modes of writing states and dumps: io= and related options. Each mode is a file of io/storage; CMake lists them. The
// data sets of a file are the same in all modes. Made by app, used by states and dumps.
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
  std::int64_t chunk_rows = 1 << 18;  ///< maximum rows in a chunk of a growing data set
  std::int64_t alignment = 1;         ///< of data sets and chunks of at least that size [bytes]
  int deflate = 0;                    ///< 0: no compression, to 9: best
  bool sync = true;                   ///< the run waits until a state or dump is on disk
  std::string local_directory;        ///< of file-per-rank: for the ranks' files; empty: beside the others
};

/// Options for opening a file.
struct FilePlace {
  const World& world;
  const StorageSettings& settings;
  std::string path;
  FileAccess access;
  std::int64_t user_block;  ///< bytes in front that HDF5 skips: 0, or a power of two from 512 on
  IoCost* cost;
};

struct StorageMode {
  const char* name;
  const char* summary;
  const char* dumps;  ///< mode for dumps, in one complete file each
  bool (*compresses)(int n_writers);
  int (*count_writers)(const World& world, const StorageSettings& settings);  ///< concurrent writers; collective
  std::unique_ptr<RowFile> (*open)(const FilePlace& place);
};

const std::vector<const StorageMode*>& storage_modes();
/// Errors: unknown name.
const StorageMode& storage_mode(const std::string& name);

class Storage {
 public:
  /// Errors: inconsistent settings for this number of ranks. Collective.
  Storage(const World& world, const StorageSettings& settings);

  /// Opens the file of all states, or a dump behind a user block of its own. Collective; errors are on all ranks.
  std::unique_ptr<RowFile> open_states(const std::string& path, FileAccess access);
  std::unique_ptr<RowFile> create_dump(const std::string& path, std::int64_t user_block);

  const World& world() const { return world_; }
  const StorageSettings& settings() const { return settings_; }
  IoCost& states_cost() { return costs_["states"]; }
  IoCost& dumps_cost() { return costs_["dumps"]; }
  /// The number of concurrent writers of a file.
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
