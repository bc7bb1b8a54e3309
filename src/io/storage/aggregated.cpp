// io=aggregated: one file; a few writer ranks gather the rows of all ranks and write them.
#include <algorithm>
#include <optional>

#include "comm/node.hpp"
#include "io/hdf5_file.hpp"
#include "io/storage.hpp"
#include "io/writers.hpp"

namespace crumple {
namespace {

class AggregatedFile final : public RowFile {
 public:
  explicit AggregatedFile(const FilePlace& place)
      : RowFile(place.cost), world_(place.world), writers_(place.world, place.settings.writers) {
    if (!writers_.writes()) return;
    file_.emplace(  // a single writer needs no MPI in HDF5
        place.path, Hdf5Options{.access = place.access, .ranks = writers_.comm(), .user_block = place.user_block},
        place.settings, place.cost);
  }
  void create_group(const std::string& name) override {
    if (file_) file_->create_group(name);
  }
  void write_attribute(const std::string& group, const std::string& name, const Attribute& value) override {
    if (file_) file_->write_attribute(group, name, value);
  }
  void create(const std::string& name, const DataSetLayout& layout) override {
    layouts_[name] = layout;
    if (file_) file_->create(name, layout);
  }
  void grow(const std::string& name, std::int64_t rows) override {
    if (file_) file_->grow(name, rows);
  }
  void write(const std::string& name, std::int64_t first_row, std::span<const std::byte> values) override {
    const DataSetLayout& layout = layouts_.at(name);
    if (layout.writers == RowsOf::root) return file_->write(name, first_row, values);
    const auto blocks = writers_.gather(first_row, layout.row_size(), values, cost());
    together(world_, cost(), [&] {  // a writer that fails still takes part in later calls
      for (const RowBlock& block : blocks) file_->write(name, block.first_row, block.values);
    });
  }
  void reserve(std::int64_t bytes) override {
    if (file_) file_->reserve(bytes);
  }
  void flush() override {
    if (file_) file_->flush();
  }
  std::vector<FileRecords> records() override { return file_ ? file_->records() : std::vector<FileRecords>(); }
  void close() override {
    if (file_) file_->close();
  }
  void abandon() override {
    if (file_) file_->abandon();
  }

 private:
  const World& world_;
  Writers writers_;
  std::map<std::string, DataSetLayout> layouts_;
  std::optional<Hdf5File> file_;  ///< on writers
};

}  // namespace

extern const StorageMode aggregated_storage;
const StorageMode aggregated_storage = {
    "aggregated",
    "one file, written by io_ranks ranks",
    "aggregated",
    [](int n_writers) { return n_writers == 1; },
    [](const World& world, const StorageSettings& settings) {
      return settings.writers > 0 ? std::min(settings.writers, world.size()) : world.node().n_nodes;
    },
    [](const FilePlace& place) -> std::unique_ptr<RowFile> { return std::make_unique<AggregatedFile>(place); }};

}  // namespace crumple
