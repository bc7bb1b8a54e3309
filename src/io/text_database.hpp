// What the databases have in common: a file of text that root writes, with LS-DYNA's head and legend; and, with
// binout=on, the same numbers in a file of LS-DYNA's binout, one for each database.
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "io/columns.hpp"
#include "io/lsda_file.hpp"
#include "io/recorder.hpp"
#include "io/text_file.hpp"

namespace crumple {

/// Titles of parts, walls or contacts by their ids.
using Legend = std::vector<std::pair<Id, std::string>>;

class TextDatabase : public Recorder {
 public:
  /// Creates the file, or goes on with the earlier one. The legend and `head` follow the two lines of title and date.
  /// Collective.
  TextDatabase(const OutputPlace& place, const std::string& name, const Legend& legend = {},
               const std::string& head = {});
  void record(const Moment& moment) final;
  Bytes save() final;

 protected:
  /// The text of a moment, and its numbers for binout. Collective; only root's count.
  virtual std::string format(const Moment& moment, Columns& columns) = 0;
  /// What it needs to go on beside its file.
  virtual void put_more(Bytes&) {}
  /// What an earlier run put; empty if there is none.
  static std::span<const std::byte> earlier_more(const OutputPlace& place, const std::string& name);

 private:
  void record_columns(const Moment& moment, const std::vector<Columns::Folder>& folders);

  std::string name_;
  std::string binout_path_;         ///< empty: none is asked for
  std::optional<TextFile> file_;    ///< on root
  std::optional<LsdaFile> binout_;  ///< on root, from the first numbers on
  std::vector<LsdaVariable> head_of_binout_;
  std::int64_t n_records_ = 0;  ///< in binout
};

/// binout0003 of the fourth database: readers take all files binout* together.
std::string binout_name(const std::string& database);

/// A database that keeps nothing between its records: `text` is TextDatabase::format.
RecorderKind text_database(const char* name, std::string (*text)(const Moment&, Columns&),
                           Legend (*legend)(const Model&) = nullptr, const std::string& head = {},
                           bool needs_interfaces = false);

/// For RecorderKind::open.
template <class Database>
std::unique_ptr<Recorder> open_recorder(const OutputPlace& place) {
  return std::make_unique<Database>(place);
}

/// Two lines at the head of every database: the deck's title, program and date.
std::string format_head(const RunInfo& run);
/// Empty when none has a title.
std::string format_legend(const Legend& legend);

/// Of lists of things that have `id` and `title`.
template <class... Lists>
Legend legend_of(const Lists&... lists) {
  Legend legend;
  const auto add = [&](const auto& list) {
    for (const auto& item : list) legend.emplace_back(item.id, item.title);
  };
  (add(lists), ...);
  return legend;
}

/// The rows of all ranks, on root.
template <class Row>
std::vector<Row> gather_rows(const World& world, const std::vector<Row>& mine) {
  std::vector<Row> all;
  for (const Bytes& bytes : world.gather(to_bytes(std::span<const Row>(mine)))) {
    const auto rows = from_bytes<Row>(bytes);
    all.insert(all.end(), rows.begin(), rows.end());
  }
  return all;
}

/// The same, sorted by what `of` makes of a row.
template <class Row, class Of>
std::vector<Row> sorted_rows(const Moment& now, const std::vector<Row>& mine, Of of) {
  std::vector<Row> all = gather_rows(now.world(), mine);
  std::ranges::sort(all, {}, of);
  return all;
}

}  // namespace crumple
