// io=independent: one file, in which each rank writes its own rows.
#include "io/hdf5_file.hpp"
#include "io/storage.hpp"

namespace crumple {

extern const StorageMode independent_storage;
const StorageMode independent_storage = {
    "independent",
    "one file, each rank writes its own rows",
    "independent",
    [](int) { return false; },
    [](const World& world, const StorageSettings&) { return world.size(); },
    [](const FilePlace& place) -> std::unique_ptr<RowFile> {
      return std::make_unique<Hdf5File>(
          place.path, Hdf5Options{.access = place.access, .ranks = MPI_COMM_WORLD, .user_block = place.user_block},
          place.settings, place.cost);
    }};

}  // namespace crumple
