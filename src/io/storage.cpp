#include "io/storage.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.hpp"
#include "comm/file_sync.hpp"
#include "io/storage_list.hpp"

namespace crumple {

#define CRUMPLE_DECLARE(name) extern const StorageMode name##_storage;
CRUMPLE_STORAGE(CRUMPLE_DECLARE)
#undef CRUMPLE_DECLARE

const std::vector<const StorageMode*>& storage_modes() {
#define CRUMPLE_ADDRESS(name) &name##_storage,
  static const std::vector<const StorageMode*> modes = {CRUMPLE_STORAGE(CRUMPLE_ADDRESS)};
#undef CRUMPLE_ADDRESS
  return modes;
}

const StorageMode& storage_mode(const std::string& name) {
  for (const StorageMode* mode : storage_modes())
    if (mode->name == name) return *mode;
  throw Error("there is no mode of storage '" + name + "'");
}

Storage::Storage(const World& world, const StorageSettings& settings) : world_(world), settings_(settings) {
  const StorageMode& mode = storage_mode(settings.mode);
  n_writers_ = mode.count_writers(world, settings);
  if (settings.deflate > 0 && !mode.compresses(n_writers_))
    throw Error(
        fmt::format("io_deflate={}: with io={} ranks write into one file each for itself, and HDF5 compresses "
                    "only what one or all of them write; expected io=collective, file-per-rank, async, or "
                    "aggregated with io_ranks=1",
                    settings.deflate, settings.mode));
  sync_files(settings.sync);
}

std::unique_ptr<RowFile> Storage::open(const StorageSettings& settings, const std::string& path, FileAccess access,
                                       std::int64_t user_block, IoCost& cost) {
  const StorageMode& mode = storage_mode(settings.mode);
  std::unique_ptr<RowFile> file;
  together(world_, &cost, [&] { file = mode.open({world_, settings, path, access, user_block, &cost}); });
  return file;
}

std::unique_ptr<RowFile> Storage::open_states(const std::string& path, FileAccess access) {
  return open(settings_, path, access, 0, states_cost());
}

std::unique_ptr<RowFile> Storage::create_dump(const std::string& path, std::int64_t user_block) {
  const StorageMode &mode = storage_mode(settings_.mode), &its_mode = storage_mode(mode.dumps);
  StorageSettings settings = settings_;
  settings.mode = its_mode.name;
  if (&its_mode != &mode) settings.writers = n_writers_;
  settings.alignment = std::min(settings.alignment, user_block);  // HDF5 allows no larger one
  if (!its_mode.compresses(n_writers_)) settings.deflate = 0;
  return open(settings, path, FileAccess::create, user_block, dumps_cost());
}

}  // namespace crumple
