// Which keyword is read by which function. A family of keywords registers itself in `keywords/`.
#pragma once

#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "deck/cards.hpp"

namespace crumple::deck {

struct Deck;

/// The options of a keyword: `TITLE`, `ID`, `LIST`, ... in no order.
using Options = std::set<std::string, std::less<>>;

/// Reads a block. `options` holds those of the keyword's options that the deck has.
using Reader = std::function<void(Cards& cards, const Options& options, Deck& deck)>;

/// The card of _TITLE, which is taken as it is.
inline constexpr Field title_card[] = {text("TITLE", "heading", 80)};
/// The card of _ID.
inline constexpr Field id_card[] = {id(IdOf::varies, "ID", "number, for outputs"), text("HEADING", "title", 70)};

/// Cards named "1", "2", ...
template <class... Fields>
std::vector<CardForm> numbered(const Fields&... cards) {
  static_assert(sizeof...(cards) < 10);
  std::vector<CardForm> forms;
  (forms.push_back({std::string_view("123456789").substr(forms.size(), 1), cards}), ...);
  return forms;
}

struct Keyword {
  std::string name;                  ///< without options
  std::vector<std::string> options;  ///< those that may follow, each after an underscore, in any order
  std::vector<CardForm> cards;       ///< those that the reader may read, in their order
  Reader reader;                     ///< empty: `note` says why there is nothing to be read
  std::string note;                  ///< what is done with it, where the cards do not say it
  bool in_restart = false;           ///< a restart deck may have it
  bool only_in_restart = false;      ///< no other deck may

  bool has_option(std::string_view option) const { return std::ranges::find(options, option) != options.end(); }
};

class Registry {
 public:
  struct Match {
    const Keyword* keyword = nullptr;
    Options options;
    bool has_title_before = false;  ///< a title precedes the cards that the reader knows
  };
  /// Keywords that begin alike and are treated alike.
  struct Family {
    std::string prefix, why;
  };

  /// The cards of the options _ID and _TITLE are added in front, unless `cards` has one of either: its own.
  Keyword& add(std::string name, std::vector<std::string> options, std::vector<CardForm> cards, Reader reader,
               std::string note = {});
  /// A second name for a keyword added before.
  void alias(std::string name, std::string_view original);
  /// A keyword that changes no result, and why.
  void ignore(std::string name, std::string why) { add(std::move(name), {}, {}, {}, std::move(why)); }
  /// Everything that begins with `prefix` and is not known by itself changes no result.
  void ignore_family(std::string prefix, std::string why) { ignored_.push_back({std::move(prefix), std::move(why)}); }

  /// Everything that begins with `prefix` and is not known by itself asks for `what`, which there is not.
  void refuse_family(std::string prefix, std::string what) { refused_.push_back({std::move(prefix), std::move(what)}); }

  /// The keyword of `name` (upper case, with options); no keyword if it is not known. One that is read and has neither
  /// _TITLE nor _ID among its options may have _TITLE all the same, see `has_title_before`.
  Match find(std::string_view name) const;
  bool in_ignored_family(std::string_view name) const;
  /// What the family asks for; empty: it is not refused.
  std::string refused_family_of(std::string_view name) const;
  /// All keywords by name; a second name stands for the keyword of another `Keyword::name`.
  const std::map<std::string, Keyword, std::less<>>& keywords() const { return keywords_; }
  const std::vector<Family>& ignored_families() const { return ignored_; }
  const std::vector<Family>& refused_families() const { return refused_; }
  /// The known name most like `name`, for messages; empty if none differs by a slip only.
  std::string nearest(std::string_view name) const;

 private:
  Match find_as_named(std::string_view name) const;
  std::map<std::string, Keyword, std::less<>> keywords_;
  std::vector<Family> ignored_, refused_;
};

/// The keywords of all files in `keywords/`.
Registry all_keywords();

}  // namespace crumple::deck
