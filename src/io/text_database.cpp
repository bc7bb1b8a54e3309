#include "io/text_database.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/profile.hpp"
#include "comm/records.hpp"
#include "comm/together.hpp"

namespace crumple {

namespace {

/// The lengths of a database's files, for a restart.
struct SavedFiles {
  std::int64_t text = 0;
  LsdaPlace binout;  ///< of length 0: no file
  std::int64_t n_records = 0;
};

LsdaVariable text_variable(const std::string& name, std::string text, std::size_t length) {
  text.resize(length, ' ');
  LsdaVariable v{name, LsdaType::text, std::int64_t(length), {}};
  for (const char c : text) put(v.values, c);
  return v;
}

/// 80 letters of each title, and the ids; nothing if there is no title.
void put_legend(const Legend& legend, std::vector<LsdaVariable>& head) {
  if (std::ranges::all_of(legend, [](const auto& entry) { return entry.second.empty(); })) return;
  std::string titles;
  LsdaVariable ids{"legend_ids", LsdaType::integer, std::int64_t(legend.size()), {}};
  for (const auto& [id, title] : legend) {
    titles += fmt::format("{:<80.80}", title);
    put(ids.values, id);
  }
  head.push_back(text_variable("legend", titles, titles.size()));
  head.push_back(std::move(ids));
}

std::vector<LsdaVariable> binout_head(const RunInfo& run, const Legend& legend) {
  std::vector<LsdaVariable> head = {text_variable("title", run.title, 80),
                                    text_variable("version", "crumple " + run.version, 15),
                                    text_variable("date", date_text(run.start), 10)};
  put_legend(legend, head);
  return head;
}

}  // namespace

std::string binout_name(const std::string& database) {
  const auto& kinds = recorder_kinds();
  const auto at = std::ranges::find(kinds, database, [](const RecorderKind* kind) { return std::string(kind->name); });
  return fmt::format("binout{:04}", at - kinds.begin());
}

TextDatabase::TextDatabase(const OutputPlace& place, const std::string& name, const Legend& legend,
                           const std::string& head)
    : name_(name),
      binout_path_(place.run.binout && place.world.is_root() ? place.prefix + binout_name(name) : ""),
      head_of_binout_(binout_head(place.run, legend)) {
  together(place.world, [&] {
    if (!place.world.is_root()) return;
    file_ = place.earlier.continue_text(name, place.prefix);
    if (!file_) {
      file_.emplace(place.prefix + name);
      file_->write(format_head(place.run) + format_legend(legend) + head);
    }
    const Bytes* bytes = place.earlier.find(name);
    if (binout_path_.empty() || !bytes) return;
    std::span<const std::byte> rest = *bytes;
    const auto saved = take<SavedFiles>(rest);
    if (saved.binout.length == 0 || !place.earlier.bring(binout_name(name), place.prefix, saved.binout.length)) return;
    binout_.emplace(binout_path_, saved.binout);
    n_records_ = saved.n_records;
  });
}

Bytes TextDatabase::save() {
  if (!file_) return {};
  Bytes bytes;
  put(bytes, SavedFiles{file_->settled_length(), binout_ ? binout_->settled_place() : LsdaPlace{}, n_records_});
  put_more(bytes);
  return bytes;
}

std::span<const std::byte> TextDatabase::earlier_more(const OutputPlace& place, const std::string& name) {
  const Bytes* saved = place.earlier.find(name);
  return saved ? std::span(*saved).subspan(sizeof(SavedFiles)) : std::span<const std::byte>();
}

void TextDatabase::record(const Moment& moment) {
  Columns columns(!binout_path_.empty());
  const std::string text = format(moment, columns);
  Profile::Scope scope(phase<"write databases">);
  together(moment.world(), [&] {
    if (file_) file_->write(text);
    record_columns(moment, columns.folders());
  });
}

void TextDatabase::record_columns(const Moment& moment, const std::vector<Columns::Folder>& folders) {
  if (folders.empty()) return;
  Columns times(true);
  times.put("time", moment.clock().time);
  times.put("cycle", moment.clock().cycle);
  const auto together_with = [](std::vector<LsdaVariable> some, const std::vector<LsdaVariable>& more) {
    some.insert(some.end(), more.begin(), more.end());
    return some;
  };
  const auto path_of = [&](const Columns::Folder& folder) {
    return "/" + name_ + (folder.name.empty() ? "" : "/" + folder.name);
  };
  if (!binout_) {
    binout_.emplace(binout_path_);
    for (const Columns::Folder& folder : folders)
      binout_->write(path_of(folder) + "/metadata", together_with(head_of_binout_, folder.constants));
  }
  ++n_records_;
  for (const Columns::Folder& folder : folders)
    binout_->write(path_of(folder) + fmt::format("/d{:06}", n_records_),
                   together_with(folder.variables, times.folders()[0].variables));
}

RecorderKind text_database(const char* name, std::string (*text)(const Moment&, Columns&),
                           Legend (*legend)(const Model&), const std::string& head, bool needs_interfaces) {
  using Text = std::string (*)(const Moment&, Columns&);
  struct Plain final : TextDatabase {
    Plain(Text text, const OutputPlace& place, const char* name, const Legend& legend, const std::string& head)
        : TextDatabase(place, name, legend, head), text_of(text) {}
    std::string format(const Moment& now, Columns& columns) override { return text_of(now, columns); }
    Text text_of;
  };
  RecorderKind kind{.name = name, .needs_interfaces = needs_interfaces, .open = nullptr};
  kind.open = [=](const OutputPlace& place) -> std::unique_ptr<Recorder> {
    return std::make_unique<Plain>(text, place, name, legend ? legend(place.domain.model) : Legend{}, head);
  };
  return kind;
}

std::string format_head(const RunInfo& run) {
  return fmt::format(" {:.72}\n{:25}crumple mpp.{:<6.6} {}           date {}\n", run.title, "", run.version,
                     run.precision == "double" ? 'd' : 's', date_text(run.start));
}

std::string format_legend(const Legend& legend) {
  std::string rows;
  for (const auto& [id, title] : legend)
    if (!title.empty()) rows += fmt::format("{:9}     {:.70}\n", id, title);
  return rows.empty() ? rows : "\n{BEGIN LEGEND}\n Entity #        Title\n" + rows + "{END LEGEND}\n\n";
}

}  // namespace crumple
