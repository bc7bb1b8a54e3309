#include "deck/diagnostics.hpp"

#include <fmt/format.h>

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

int Diagnostics::add_file(std::string name) {
  files_.push_back(std::move(name));
  return int(files_.size()) - 1;
}

std::string Diagnostics::format(const Finding& finding) const {
  std::string out = files_.empty() ? std::string() : files_[finding.where.file];
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

void Diagnostics::error(const Finding& finding) {
  if (rules_.surveys)
    return add(errors_, error_places_, without_numbers(key_of(finding) + finding.instead), finding);
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
  add(substitutions_, substitution_places_, key_of(finding), finding);
  return true;
}

void Diagnostics::throw_if_failed() const {
  if (errors_.empty()) return;
  std::string message;
  for (const Finding& finding : errors_) message += (message.empty() ? "" : "\n") + format(finding);
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
