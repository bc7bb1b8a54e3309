#include "io/text_database.hpp"

#include <fmt/format.h>

#include "base/profile.hpp"
#include "comm/together.hpp"

namespace crumple {

TextDatabase::TextDatabase(const OutputPlace& place, const std::string& name, const std::string& head) {
  together(place.world, [&] {
    if (!place.world.is_root()) return;
    file_ = place.earlier.continue_text(name, place.prefix);
    if (file_) return;
    file_.emplace(place.prefix + name);
    file_->write(format_head(place.run) + head);
  });
}

Bytes TextDatabase::save() {
  if (!file_) return {};
  Bytes bytes = length_of(*file_);
  put_more(bytes);
  return bytes;
}

std::span<const std::byte> TextDatabase::earlier_more(const OutputPlace& place, const std::string& name) {
  const Bytes* saved = place.earlier.find(name);
  return saved ? std::span(*saved).subspan(sizeof(std::int64_t)) : std::span<const std::byte>();
}

void TextDatabase::record(const Moment& moment) {
  const std::string text = format(moment);
  Profile::Scope scope{"write databases"};
  together(moment.world(), [&] {
    if (file_) file_->write(text);
  });
}

std::string format_head(const RunInfo& run) {
  return fmt::format(" {:.72}\n{:25}crumple mpp.{:<6.6} {}           date {}\n", run.title, "", run.version,
                     run.precision == "double" ? 'd' : 's', date_text(run.start));
}

std::string format_legend(const std::vector<std::pair<Id, std::string>>& titles) {
  std::string rows;
  for (const auto& [id, title] : titles)
    if (!title.empty()) rows += fmt::format("{:9}     {:.70}\n", id, title);
  return rows.empty() ? rows : "\n{BEGIN LEGEND}\n Entity #        Title\n" + rows + "{END LEGEND}\n\n";
}

}  // namespace crumple
