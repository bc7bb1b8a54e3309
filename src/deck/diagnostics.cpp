#include "deck/diagnostics.hpp"

#include <fmt/format.h>

#include "base/error.hpp"

namespace crumple::deck {

int Diagnostics::add_file(std::string name) {
  files_.push_back(std::move(name));
  return int(files_.size()) - 1;
}

std::string Diagnostics::format(Location where, std::string_view keyword, std::string_view field,
                                std::string_view text) const {
  std::string out = files_.empty() ? std::string() : files_[where.file];
  if (where.line > 0) out += fmt::format(":{}", where.line);
  if (!keyword.empty()) out += fmt::format(": *{}", keyword);
  if (!field.empty()) out += fmt::format(" field {}", field);
  return out + ": " + std::string(text);
}

void Diagnostics::error(Location where, std::string_view keyword, std::string_view field, std::string_view text) {
  errors_.push_back(format(where, keyword, field, text));
  if (errors_.size() >= max_errors) {
    errors_.push_back(fmt::format("stopped after {} errors", max_errors));
    throw_if_failed();
  }
}

void Diagnostics::warn(Location where, std::string_view keyword, std::string_view field, std::string_view text) {
  const std::string key = fmt::format("{}|{}|{}", keyword, field, text);
  const auto [entry, is_new] = warning_by_key_.try_emplace(key, warnings_.size());
  if (is_new) warnings_.push_back({format(where, keyword, field, text), 0});
  ++warnings_[entry->second].count;
}

void Diagnostics::throw_if_failed() const {
  if (errors_.empty()) return;
  std::string message;
  for (const std::string& e : errors_) message += (message.empty() ? "" : "\n") + e;
  throw Error(message);
}

std::vector<std::string> Diagnostics::warnings() const {
  std::vector<std::string> lines;
  for (const Warning& w : warnings_)
    lines.push_back(w.count > 1 ? fmt::format("{} ({} times)", w.message, w.count) : w.message);
  std::string names;
  for (const auto& [name, count] : ignored_) {
    names += fmt::format("{}*{}", names.empty() ? "" : ", ", name);
    if (count > 1) names += fmt::format(" ({})", count);
  }
  if (!names.empty()) lines.push_back("ignored, for they change no result: " + names);
  return lines;
}

}  // namespace crumple::deck
