#include "deck/registry.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <limits>

#include "base/nearest_word.hpp"

namespace crumple::deck {
namespace {

/// MAT_24 and MAT_024 are the same.
std::string with_three_digits(std::string_view name) {
  std::size_t digits = 0;
  while (4 + digits < name.size() && name[4 + digits] >= '0' && name[4 + digits] <= '9') ++digits;
  const bool whole_word = 4 + digits >= name.size() || name[4 + digits] == '_';
  if (name.substr(0, 4) != "MAT_" || digits == 0 || digits > 2 || !whole_word) return std::string(name);
  return fmt::format("MAT_{:0>3}{}", name.substr(4, digits), name.substr(4 + digits));
}

/// Splits `_A_B` into known options; false if a part is none.
bool split_options(std::string_view rest, const std::vector<std::string>& known, Options& options) {
  while (!rest.empty()) {
    rest.remove_prefix(1);
    const auto end = rest.find('_');
    const std::string_view word = rest.substr(0, end);
    if (std::find(known.begin(), known.end(), word) == known.end()) return false;
    options.emplace(word);
    rest.remove_prefix(end == rest.npos ? rest.size() : end);
  }
  return true;
}

}  // namespace

Keyword& Registry::add(std::string name, std::vector<std::string> options, std::vector<CardForm> cards, Reader reader,
                       std::string note) {
  Keyword& keyword = keywords_[name] = {name, std::move(options), std::move(cards), std::move(reader), std::move(note)};
  const auto is_first = [](const CardForm& card) { return card.name == "_ID" || card.name == "_TITLE"; };
  if (std::ranges::any_of(keyword.cards, is_first)) return keyword;
  if (keyword.has_option("ID"))
    keyword.cards.insert(keyword.cards.begin(), {"_ID", id_card});
  else if (keyword.has_option("TITLE"))
    keyword.cards.insert(keyword.cards.begin(), {"_TITLE", title_card});
  return keyword;
}

void Registry::alias(std::string name, std::string_view original) {
  keywords_[std::move(name)] = keywords_.find(original)->second;
}

Registry::Match Registry::find(std::string_view given) const {
  constexpr std::string_view title = "_TITLE";
  if (Match match = find_as_named(given); match.keyword || !given.ends_with(title)) return match;
  Match match = find_as_named(given.substr(0, given.size() - title.size()));
  if (!match.keyword || !match.keyword->reader || match.keyword->has_option("ID")) return {};
  match.has_title_before = true;
  return match;
}

Registry::Match Registry::find_as_named(std::string_view given) const {
  const std::string name = with_three_digits(given);
  for (std::size_t length = name.size(); length != std::string::npos && length > 0;
       length = std::string_view(name).substr(0, length).rfind('_')) {
    const auto found = keywords_.find(std::string_view(name).substr(0, length));
    if (found == keywords_.end()) continue;
    Match match{&found->second, {}};
    if (split_options(std::string_view(name).substr(length), found->second.options, match.options)) return match;
  }
  return {};
}

bool Registry::in_ignored_family(std::string_view name) const {
  return std::any_of(ignored_.begin(), ignored_.end(),
                     [&](const Family& family) { return name.substr(0, family.prefix.size()) == family.prefix; });
}

std::string Registry::refused_family_of(std::string_view name) const {
  const auto found = std::ranges::find_if(refused_, [&](const Family& f) { return name.starts_with(f.prefix); });
  return found == refused_.end() ? "" : found->why;
}

std::string Registry::nearest(std::string_view name) const {
  std::string best;
  int least = std::numeric_limits<int>::max();
  const std::string_view family = name.substr(0, name.find('_'));  // *MAT, *ELEMENT, ... before other families
  const auto consider = [&](const std::string& candidate) {
    const int farthest = farthest_slip(name);
    if (std::abs(int(name.size()) - int(candidate.size())) > farthest) return;  // the distance is at least that
    const bool same_family = std::string_view(candidate).substr(0, candidate.find('_')) == family;
    const int distance = edit_distance(name, candidate);
    if (distance > farthest || distance + (same_family ? 0 : farthest) >= least) return;
    least = distance + (same_family ? 0 : farthest);
    best = candidate;
  };
  for (const auto& [known, keyword] : keywords_) {
    consider(known);
    for (const std::string& option : keyword.options) consider(known + "_" + option);
  }
  return best;
}

}  // namespace crumple::deck
