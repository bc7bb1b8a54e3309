// What the ASCII databases have in common: a file of text that root writes, with LS-DYNA's head and legend.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "io/recorder.hpp"
#include "io/text_file.hpp"

namespace crumple {

class TextDatabase : public Recorder {
 public:
  /// Creates the file, or goes on with the earlier one. `head` follows the two lines of title and date. Collective.
  TextDatabase(const OutputPlace& place, const std::string& name, const std::string& head = {});
  void record(const Moment& moment) final;
  Bytes save() final;

 protected:
  /// The text of a moment. Collective; only root's counts.
  virtual std::string format(const Moment& moment) = 0;
  /// What it needs to go on beside its file.
  virtual void put_more(Bytes&) {}
  /// What an earlier run put; empty if there is none.
  static std::span<const std::byte> earlier_more(const OutputPlace& place, const std::string& name);

 private:
  std::optional<TextFile> file_;  ///< on root
};

/// For RecorderKind::open.
template <class Database> std::unique_ptr<Recorder> open_recorder(const OutputPlace& place) {
  return std::make_unique<Database>(place);
}

/// Two lines at the head of every database: the deck's title, program and date.
std::string format_head(const RunInfo& run);
/// Titles of parts, walls or contacts; empty when none has a title.
std::string format_legend(const std::vector<std::pair<Id, std::string>>& titles);

/// The legend of lists of things that have `id` and `title`.
template <class... Lists> std::string legend_of(const Lists&... lists) {
  std::vector<std::pair<Id, std::string>> titles;
  const auto add = [&](const auto& list) {
    for (const auto& item : list) titles.emplace_back(item.id, item.title);
  };
  (add(lists), ...);
  return format_legend(titles);
}

/// The rows of all ranks, on root.
template <class Row> std::vector<Row> gather_rows(const World& world, const std::vector<Row>& mine) {
  std::vector<Row> all;
  for (const Bytes& bytes : world.gather(to_bytes(std::span<const Row>(mine)))) {
    const auto rows = from_bytes<Row>(bytes);
    all.insert(all.end(), rows.begin(), rows.end());
  }
  return all;
}

}  // namespace crumple
