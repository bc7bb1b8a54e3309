#include "deck/diagnostics.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.hpp"
#include "model/substitution.hpp"

namespace crumple::deck {
namespace {

std::string key_of(const Finding& finding) {
  return fmt::format("{}|{}|{}", finding.keyword, finding.field, finding.text);
}

/// Messages that differ by their numbers only say the same of many elements or values.
std::string without_numbers(const std::string& text) {
  std::string shape;
  for (const char c : text) {
    const bool is_digit = c >= '0' && c <= '9';
    if (!is_digit)
      shape += c;
    else if (shape.empty() || shape.back() != '#')
      shape += '#';
  }
  return shape;
}

Finding finding_of(Location where, std::string_view keyword, std::string_view field, std::string_view text) {
  return {where, std::string(keyword), std::string(field), std::string(text)};
}

}  // namespace

int Diagnostics::add_file(std::string name, std::string_view text) {
  files_.push_back({std::move(name), text});
  return int(files_.size()) - 1;
}

void Diagnostics::enter(Location where, std::string_view keyword) {
  if (rules_.surveys) keywords_.emplace(std::pair(where.file, where.line), keyword.substr(0, longest_shown));
}

/// The keyword that the line belongs to is not taken as it is.
void Diagnostics::mark_keyword(Location where) {
  auto after = keywords_.upper_bound({where.file, where.line});
  if (after == keywords_.begin() || (--after)->first.first != where.file) return;
  keywords_not_taken_.insert(after->first);
}

Share Diagnostics::share() const {
  Share share;
  std::set<std::string> names, not_taken;
  for (const auto& [where, name] : keywords_) {
    names.insert(name);
    if (keywords_not_taken_.contains(where)) not_taken.insert(name);
  }
  share.all = std::int64_t(keywords_.size());
  share.taken = share.all - std::int64_t(keywords_not_taken_.size());
  share.names = names.size();
  share.names_taken = names.size() - not_taken.size();
  return share;
}

std::string Diagnostics::format(const Finding& finding) const {
  std::string out = files_.empty() ? std::string() : file_name(finding.where.file);
  if (finding.where.line > 0) out += fmt::format(":{}", finding.where.line);
  if (!finding.keyword.empty()) out += fmt::format(": *{}", finding.keyword);
  if (!finding.field.empty()) out += fmt::format(" field {}", finding.field);
  return out + ": " + finding.text;
}

void Diagnostics::add(std::vector<Finding>& findings, Places& places, const std::string& key, const Finding& finding) {
  const auto [entry, is_new] = places.try_emplace(key, findings.size());
  if (is_new)
    findings.push_back(finding);
  else
    ++findings[entry->second].count;
}

void Diagnostics::error(Location where, std::string_view keyword, std::string_view field, std::string_view text) {
  error(finding_of(where, keyword, field, text));
}

/// Messages that differ by their numbers only are alike, but values of fields are told apart, up to a number of them.
std::string Diagnostics::key_in_survey(const Finding& finding) {
  constexpr std::size_t most_values = 8;
  const std::string alike = without_numbers(key_of(finding) + finding.instead);
  if (finding.field.empty() || !finding.text.starts_with("found ")) return alike;
  const std::string value = finding.text.substr(0, finding.text.find(','));
  std::set<std::string>& values = values_[alike];
  if (values.size() < most_values) values.insert(value);
  return values.contains(value) ? alike + value : alike;
}

void Diagnostics::error(const Finding& finding) {
  if (rules_.surveys) {
    mark_keyword(finding.where);
    return add(errors_, error_places_, key_in_survey(finding), finding);
  }
  errors_.push_back(finding);
  if (errors_.size() < max_errors) return;
  errors_.push_back(finding_of(finding.where, "", "", fmt::format("stopped after {} errors", max_errors)));
  throw_if_failed();
}

void Diagnostics::warn(Location where, std::string_view keyword, std::string_view field, std::string_view text) {
  const Finding finding = finding_of(where, keyword, field, text);
  add(warnings_, warning_places_, key_of(finding), finding);
}

bool Diagnostics::replace(Location where, std::string_view keyword, std::string_view field, std::string_view text,
                          std::string_view instead) {
  if (!rules_.substitutes) {
    Finding finding = finding_of(where, keyword, field, text);
    finding.instead = instead;
    error(finding);
    return rules_.surveys;
  }
  const Finding finding = finding_of(where, keyword, field, fmt::format("{}{}{}", text, substitution_mark, instead));
  if (rules_.surveys) mark_keyword(where);
  add(substitutions_, substitution_places_, key_of(finding), finding);
  return true;
}

/// The line, below it a caret under each column of the field; empty if no field is meant.
std::string Diagnostics::quote(Location where) const {
  constexpr int longest_line = 120;
  if (where.width == 0 || where.column + where.width > longest_line) return {};
  std::string_view text = files_[std::size_t(where.file)].text;
  for (int line = 1; line < where.line && !text.empty(); ++line)
    text.remove_prefix(std::min(text.find('\n'), text.size() - 1) + 1);
  const std::string_view line = text.substr(0, std::min<std::size_t>(text.find_first_of("\r\n"), longest_line));
  std::string below(line.substr(0, std::size_t(where.column + where.width)));
  for (std::size_t c = 0; c < below.size(); ++c)
    if (below[c] != '\t') below[c] = c < std::size_t(where.column) ? ' ' : '^';
  return fmt::format("\n    {}\n    {}", line, below);
}

void Diagnostics::throw_if_failed() const {
  if (errors_.empty()) return;
  std::string message;
  for (const Finding& finding : errors_)
    message += (message.empty() ? "" : "\n") + format(finding) + quote(finding.where);
  throw Error(message);
}

std::vector<std::string> Diagnostics::warnings() const {
  std::vector<std::string> lines;
  for (const auto* findings : {&substitutions_, &warnings_})
    for (const Finding& finding : *findings)
      lines.push_back(finding.count > 1 ? fmt::format("{} ({} times)", format(finding), finding.count)
                                        : format(finding));
  std::string names;
  for (const auto& [name, count] : ignored_) {
    names += fmt::format("{}*{}", names.empty() ? "" : ", ", name);
    if (count > 1) names += fmt::format(" ({})", count);
  }
  if (!names.empty()) lines.push_back("ignored, as they do not affect the result: " + names);
  return lines;
}

}  // namespace crumple::deck
