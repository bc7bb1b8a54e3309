// Common code of the databases: a text file written by root, with LS-DYNA's header and legend; and, with binout=on, the
// same numbers in a binout file for each database.
#pragma once

#include <algorithm>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "io/columns.hpp"
#include "io/lsda_file.hpp"
#include "io/recorder.hpp"
#include "io/text_file.hpp"

namespace crumple {

/// Titles of parts, walls or contacts with their ids.
using Legend = std::vector<std::pair<Id, std::string>>;

class TextDatabase : public Recorder {
 public:
  /// Creates the file, or continues the earlier one. The legend and `head` follow the two lines of title and date.
  /// Collective.
  TextDatabase(const OutputPlace& place, const std::string& name, const Legend& legend = {},
               const std::string& head = {});
  void record(const Moment& moment) final;
  Bytes save() final;

 protected:
  /// The text of a moment, and its numbers for binout. Collective; only root's result is used.
  virtual std::string format(const Moment& moment, Columns& columns) = 0;
  /// Appends further data for a restart.
  virtual void put_more(Bytes&) {}
  /// The data of put_more of an earlier run; empty if there is none.
  static std::span<const std::byte> earlier_more(const OutputPlace& place, const std::string& name);

 private:
  void record_columns(const Moment& moment, const std::vector<Columns::Folder>& folders);

  std::string name_;
  std::string binout_path_;         ///< empty: no binout
  std::optional<TextFile> file_;    ///< on root
  std::optional<LsdaFile> binout_;  ///< on root, created with the first numbers
  std::vector<LsdaVariable> head_of_binout_;
  std::int64_t n_records_ = 0;  ///< in binout
};

/// binout0003 for the fourth database: readers read all files binout* together.
std::string binout_name(const std::string& database);

/// A database without state between its records: `text` is TextDatabase::format.
RecorderKind text_database(const char* name, std::string (*text)(const Moment&, Columns&),
                           Legend (*legend)(const Model&) = nullptr, const std::string& head = {},
                           bool needs_interfaces = false);

/// For RecorderKind::open.
template <class Database>
std::unique_ptr<Recorder> open_recorder(const OutputPlace& place) {
  return std::make_unique<Database>(place);
}

/// Two header lines of every database: the deck's title, program and date.
std::string format_head(const RunInfo& run);
/// Empty if none has a title.
std::string format_legend(const Legend& legend);

/// From lists of objects with `id` and `title`.
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

/// The same, sorted by the key `of` of a row.
template <class Row, class Of>
std::vector<Row> sorted_rows(const Moment& now, const std::vector<Row>& mine, Of of) {
  std::vector<Row> all = gather_rows(now.world(), mine);
  std::ranges::sort(all, {}, of);
  return all;
}

/// The same, and of two rows with the same key the sum, as of a node's support and of what the node carries.
template <class Row, class Of>
std::vector<Row> joined_rows(const Moment& now, const std::vector<Row>& mine, Of of) {
  std::vector<Row> joined;
  for (const Row& row : sorted_rows(now, mine, of)) {
    if (joined.empty() || std::invoke(of, joined.back()) != std::invoke(of, row)) joined.push_back(row);
    else joined.back() += row;
  }
  return joined;
}

}  // namespace crumple
