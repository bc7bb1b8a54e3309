// io=file-per-rank: each rank writes its own file, NAME.0, NAME.1, ..., and root one called NAME with virtual data sets
// (HDF5) of all rows in the same layout as in the other modes, so that readers see no difference. A restart adds its
// own files.
#include <fmt/format.h>
#include <xxhash.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <iterator>
#include <optional>

#include "base/error.hpp"
#include "comm/records.hpp"
#include "io/hdf5_file.hpp"
#include "io/storage.hpp"
#include "physics/state/failure_of_some.hpp"

namespace crumple {
namespace {

namespace fs = std::filesystem;

/// N of NAME.N, the file of a rank.
int number_of_file(const std::string& name) {
  const std::string extension = fs::path(name).extension().string();
  const char* const end = extension.data() + extension.size();
  int number = 0;
  if (extension.empty() || std::from_chars(extension.data() + 1, end, number).ptr != end || number < 0)
    throw Error(name + ": expected the name of a rank's file, with a number at its end");
  return number;
}

class FilePerRank final : public RowFile {
 public:
  explicit FilePerRank(const FilePlace& place) : RowFile(place.cost), place_(place) {
    if (place.world.is_root())
      master_.emplace(place.path, Hdf5Options{.access = place.access, .user_block = place.user_block}, place.settings,
                      cost());
  }

  void create_group(const std::string& name) override {
    if (master_) master_->create_group(name);
    groups_.push_back(name);
  }
  void write_attribute(const std::string& group, const std::string& name, const Attribute& value) override {
    if (master_) master_->write_attribute(group, name, value);
  }
  void create(const std::string& name, const DataSetLayout& layout) override {
    sets_[name].layout = layout;
    if (master_ && layout.writers == RowsOf::root) master_->create(name, layout);
  }
  void grow(const std::string& name, std::int64_t rows) override {
    if (master_ && sets_.at(name).layout.writers == RowsOf::root) master_->grow(name, rows);
  }
  void write(const std::string& name, std::int64_t first_row, std::span<const std::byte> values) override {
    Set& set = sets_.at(name);
    if (set.layout.writers == RowsOf::root) return master_->write(name, first_row, values);
    if (set.rows < 0) show(name, set, first_row, std::int64_t(values.size()) / set.layout.row_size());
    if (set.rows == 0) return;
    own_failure_.keep([&] {  // and takes part in later calls
      if (set.layout.grows) own_->grow(name, (set.times + 1) * set.rows);
      own_->write(name, set.times * set.rows, values);
    });
    ++set.times;
  }
  void reserve(std::int64_t bytes) override {
    if (own_) own_->reserve(bytes / place_.world.size());
  }
  void flush() override {
    together(place_.world, cost(), [&] {
      if (!own_failure_.message().empty()) throw Error(own_failure_.message());
      if (own_) own_->flush();
    });
    if (master_) master_->flush();  // refers to rows that are written
  }
  std::vector<FileRecords> records() override {
    Bytes mine;
    together(place_.world, cost(), [&] {
      std::vector<FileRecords> of_own;
      if (own_) of_own = own_->records();
      for (FileRecords& records : of_own) records.file = own_path_;
      put_records(mine, of_own);
    });
    std::vector<FileRecords> all;
    for (const Bytes& bytes : place_.world.gather(mine)) {
      std::span<const std::byte> rest = bytes;
      std::ranges::move(take_records(rest), std::back_inserter(all));
    }
    if (master_) std::ranges::move(master_->records(), std::back_inserter(all));
    return all;
  }
  void close() override {
    if (own_) own_->close();
    if (master_) master_->close();
  }
  void abandon() override {
    if (own_) own_->abandon();
    if (master_) master_->abandon();
  }

 private:
  struct Set {
    DataSetLayout layout{};
    std::int64_t rows = -1;  ///< of this rank, each time; -1: not known yet
    std::int64_t times = 0;  ///< number of writes by this run
  };

  /// The files of a restart are numbered after the existing ones. Collective.
  void open_own(const std::string& name) {
    std::vector<double> n_there{0};
    together(place_.world, cost(), [&] {
      if (place_.access != FileAccess::update || !master_) return;
      for (const auto& [set_name, set] : sets_)
        if (set.layout.writers == RowsOf::all_ranks && master_->exists(set_name))
          for (const VirtualRows& shown : master_->virtual_rows(set_name))
            n_there[0] = std::max(n_there[0], 1.0 + number_of_file(shown.file));
      if (n_there[0] == 0)
        throw Error(
            fmt::format("cannot go on with {}: it has the rows of {} itself; expected another io= than "
                        "file-per-rank",
                        place_.path, name));
    });
    place_.world.broadcast(std::span<double>(n_there));
    together(place_.world, cost(), [&] {
      const fs::path path(place_.path);
      own_path_ =
          fmt::format("{}.{}", (folder_of_own(path) / path.filename()).string(), place_.world.rank() + int(n_there[0]));
      own_.emplace((path.parent_path() / own_path_).string(), Hdf5Options{}, place_.settings, cost());
      for (const std::string& group : groups_) own_->create_group(group);
    });
  }

  /// The folder of the ranks' files, relative to `path` or absolute; a local directory, which other runs may use at the
  /// same time, has a folder for each run.
  fs::path folder_of_own(const fs::path& path) const {
    if (place_.settings.local_directory.empty()) return {};
    const std::string whole_path = fs::absolute(path).lexically_normal().string();
    const fs::path folder = fs::absolute(place_.settings.local_directory) /
                            fmt::format("crumple-{:016x}", XXH3_64bits(whole_path.data(), whole_path.size()));
    try {
      fs::create_directories(folder);
    } catch (const fs::filesystem_error& error) {
      throw Error(
          fmt::format("pfile: directory: local {}: {}", place_.settings.local_directory, error.code().message()));
    }
    return folder;
  }

  /// Before the first rows are written: creates the data set of this rank's file, and root's virtual one. Collective.
  void show(const std::string& name, Set& set, std::int64_t first_row, std::int64_t rows) {
    set.rows = rows;
    if (!own_) open_own(name);
    together(place_.world, cost(), [&] {
      DataSetLayout own = set.layout;
      own.rows = rows;
      if (rows > 0) own_->create(name, own);
    });
    const std::int64_t numbers[2] = {first_row, rows};
    Bytes mine = to_bytes(std::span<const std::int64_t>(numbers));
    const Bytes path = to_bytes(std::span<const char>(own_path_));
    mine.insert(mine.end(), path.begin(), path.end());
    std::vector<Bytes> all;
    {
      IoTimer timer(cost(), IoPhase::gather);
      all = place_.world.gather(mine);
    }
    together(place_.world, cost(), [&] {
      if (!master_) return;
      std::vector<VirtualRows> shown;
      const std::int64_t stride = set.layout.grows ? set.layout.rows : 0;
      if (stride > 0 && master_->exists(name)) shown = earlier(name, first_row);
      for (const Bytes& bytes : all) {
        std::span<const std::byte> rest = bytes;
        const auto its_first = take<std::int64_t>(rest), its_rows = take<std::int64_t>(rest);
        if (its_rows > 0)
          shown.push_back(
              {std::string(reinterpret_cast<const char*>(rest.data()), rest.size()), its_first, its_rows, stride});
      }
      master_->create_virtual(name, set.layout, shown);
    });
  }

  /// The mapping of rows before `before` to files of earlier runs.
  std::vector<VirtualRows> earlier(const std::string& name, std::int64_t before) {
    std::vector<VirtualRows> kept;
    for (VirtualRows shown : master_->virtual_rows(name)) {
      const std::int64_t most = (before - shown.first_row + shown.stride - 1) / shown.stride;
      shown.times = shown.times < 0 ? most : std::min(shown.times, most);
      if (shown.times > 0 && shown.first_row < before) kept.push_back(shown);
    }
    return kept;
  }

  const FilePlace place_;
  std::vector<std::string> groups_;
  std::map<std::string, Set> sets_;
  std::optional<Hdf5File> master_;  ///< on root
  std::optional<Hdf5File> own_;
  FailureOfSome own_failure_;  ///< of this rank's file, reported at the next flush
  std::string own_path_;  ///< as named in the master
};

}  // namespace

extern const StorageMode file_per_rank_storage;
const StorageMode file_per_rank_storage = {
    "file-per-rank",
    "one file per rank, and one that combines them",
    "independent",
    [](int) { return true; },
    [](const World& world, const StorageSettings&) { return world.size(); },
    [](const FilePlace& place) -> std::unique_ptr<RowFile> { return std::make_unique<FilePerRank>(place); }};

}  // namespace crumple
