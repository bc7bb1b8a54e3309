#include "deck/describe.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>
#include <vector>

namespace crumple::deck {
namespace {

constexpr std::string_view heading =
    R"(# Keywords

Treatment of every field of every keyword that Crumple reads. This page is the output of `crumple keywords`, generated
from the tables that the reader uses. A field is one of:

- **used**: its meaning is given, with the values that are errors;
- **no effect**: the field is read but its value does not change the result, for the reason given;
- **warning**: a value other than those listed is not supported; a warning names it and states what is used instead;
- **error**: a value other than those listed stops the run with a message.

A blank field or 0 takes the default. Dimensions are in the units of the deck. Keywords that are not listed are errors.
`_OPTION` stands for what may follow the name of a keyword. Cards of an option are read only with that option; cards
named by a letter may be omitted from the end. Keywords without the options `_TITLE` and `_ID` may have `_TITLE` too:
a line before their first card, which is skipped.
)";

bool same_cards(const Keyword& a, const Keyword& b) {
  return a.options == b.options && a.note == b.note &&
         std::ranges::equal(a.cards, b.cards, [](const CardForm& l, const CardForm& r) {
           return l.name == r.name && l.fields.data() == r.fields.data();
         });
}

std::string family_of(const std::string& name) { return name.substr(0, name.find('_')); }

/// The values at which nothing is said: the usual one and the range that is harmless too.
std::string harmless_values(const Field& field) {
  const Range& more = field.harmless;
  if (more.least > more.most) return fmt::format("{}", field.fallback);
  if (more.least == more.most) return fmt::format("{} or {}", field.fallback, more.least);
  const std::string range =
      more.most < 1e300 ? fmt::format("{} to {}", more.least, more.most) : fmt::format("at least {}", more.least);
  const bool has_usual = field.fallback >= more.least && field.fallback <= more.most;
  return has_usual ? range : fmt::format("{}, or {}", field.fallback, range);
}

std::string done_with(const Field& field) {
  switch (field.use) {
    case Use::used:
      return std::string(field.says);
    case Use::no_effect:
      return fmt::format("no effect: {}", field.says);
    case Use::warned:
      return fmt::format("**warning** unless {}: {}", harmless_values(field), field.says);
    case Use::refused:
      return fmt::format("**error** unless {}: {}", harmless_values(field), field.says);
  }
  return {};
}

/// A cell ends at a bar that is not escaped.
std::string cell(std::string_view text) {
  std::string escaped;
  for (const char c : text) {
    if (c == '|') escaped += '\\';
    escaped += c;
  }
  return escaped;
}

std::string row_of(std::string_view card, const Field& field) {
  const bool has_default = field.kind != Kind::unread && field.fallback != 0;
  return fmt::format("| {} | `{}` | {} | {} | {} |\n", card, field.name, field.dimension,
                     has_default ? fmt::format("{}", field.fallback) : "", cell(done_with(field)));
}

std::string table_of(const Keyword& keyword) {
  if (keyword.cards.empty()) return {};
  std::string text = "\n| card | field | dimension | default | |\n|---|---|---|---|---|\n";
  for (const CardForm& card : keyword.cards) {
    std::string_view name = card.name;
    for (const Field& field : card.fields) {
      if (field.name.empty()) continue;
      text += row_of(name, field);
      name = {};
    }
  }
  return text;
}

/// One entry: keywords with the same cards, and their second names.
struct Entry {
  std::vector<std::string> names;
  const Keyword* keyword = nullptr;
};

std::vector<Entry> entries_of(const Registry& registry) {
  std::vector<Entry> entries;
  for (const auto& [name, keyword] : registry.keywords()) {
    const auto alike = std::ranges::find_if(entries, [&, &own = keyword](const Entry& entry) {
      return family_of(entry.names[0]) == family_of(own.name) && same_cards(*entry.keyword, own) &&
             bool(entry.keyword->reader) == bool(own.reader) && (own.reader || own.cards.empty());
    });
    if (alike == entries.end())
      entries.push_back({{name}, &keyword});
    else
      alike->names.push_back(name);
  }
  return entries;
}

std::string describe(const Entry& entry) {
  std::string text = fmt::format("\n### *{}\n", fmt::join(entry.names, ", *"));
  const std::vector<std::string>& options = entry.keyword->options;
  if (!options.empty()) text += fmt::format("\nOptions: _{}.\n", fmt::join(options, ", _"));
  const bool ignored = !entry.keyword->reader && entry.keyword->cards.empty();
  if (!entry.keyword->note.empty()) text += fmt::format("\n{}{}\n", ignored ? "No effect: " : "", entry.keyword->note);
  return text + table_of(*entry.keyword);
}

}  // namespace

std::string describe_keywords(const Registry& registry) {
  std::string text(heading), family;
  std::set<std::string> described;
  for (const Entry& entry : entries_of(registry)) {
    if (const std::string own = family_of(entry.names[0]); own != family) {
      text += fmt::format("\n## {}\n", own);
      for (const Registry::Family& ignored : registry.ignored_families())
        if (family_of(ignored.prefix) == own)
          text += fmt::format("\nOther keywords beginning with *{} have no effect: {}.\n", ignored.prefix, ignored.why);
      family = own;
      described.insert(own);
    }
    text += describe(entry);
  }
  for (const Registry::Family& ignored : registry.ignored_families())
    if (const std::string own = family_of(ignored.prefix); !described.contains(own))
      text += fmt::format("\n## {}\n\n*{}... have no effect: {}.\n", own, ignored.prefix, ignored.why);
  text += "\n## Not supported\n\n| keywords | requested feature |\n|---|---|\n";
  for (const Registry::Family& refused : registry.refused_families())
    text += fmt::format("| `*{}...` | {} |\n", refused.prefix, refused.why);
  return text;
}

}  // namespace crumple::deck
