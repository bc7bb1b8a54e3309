// io=collective: one file, whose rows all ranks write in collective calls: the MPI library may aggregate them on few
// ranks in large requests (two-phase I/O: Thakur, Gropp, Lusk 1999).
#include "io/hdf5_file.hpp"
#include "io/storage.hpp"

namespace crumple {
namespace {

class CollectiveFile final : public Hdf5File {
 public:
  explicit CollectiveFile(const FilePlace& place)
      : Hdf5File(place.path,
                 {.access = place.access, .ranks = MPI_COMM_WORLD, .collective = true, .user_block = place.user_block},
                 place.settings, place.cost),
        world_(place.world) {}

  void write(const std::string& name, std::int64_t first_row, std::span<const std::byte> values) override {
    if (!writes_together(name)) return Hdf5File::write(name, first_row, values);
    // a rank that fails still takes part in the next call
    together(world_, cost(), [&] { Hdf5File::write(name, first_row, values); });
  }

 private:
  const World& world_;
};

}  // namespace

extern const StorageMode collective_storage;
const StorageMode collective_storage = {
    "collective",
    "one file, all ranks write in collective calls",
    "collective",
    [](int) { return true; },
    [](const World& world, const StorageSettings&) { return world.size(); },
    [](const FilePlace& place) -> std::unique_ptr<RowFile> { return std::make_unique<CollectiveFile>(place); }};

}  // namespace crumple
