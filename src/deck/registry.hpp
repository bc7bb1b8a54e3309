// Which keyword is read by which function. A family of keywords registers itself in `keywords/`.
#pragma once

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

struct Keyword {
  std::string name;                  ///< without options
  std::vector<std::string> options;  ///< those that may follow, each after an underscore, in any order
  Reader reader;                     ///< empty: the keyword changes no result and is ignored
};

class Registry {
 public:
  struct Match {
    const Keyword* keyword = nullptr;
    Options options;
  };

  void add(std::string name, std::vector<std::string> options, Reader reader);
  /// A second name for a keyword added before.
  void alias(std::string name, std::string_view original);
  void ignore(std::string name) { add(std::move(name), {}, {}); }
  /// Everything that begins with `prefix` and is not known by itself changes no result.
  void ignore_family(std::string prefix) { ignored_families_.push_back(std::move(prefix)); }

  /// The keyword of `name` (upper case, with options); no keyword if it is not known.
  Match find(std::string_view name) const;
  bool in_ignored_family(std::string_view name) const;
  /// The known name most like `name`, for messages.
  std::string nearest(std::string_view name) const;

 private:
  std::map<std::string, Keyword, std::less<>> keywords_;
  std::vector<std::string> ignored_families_;
};

/// The keywords of all files in `keywords/`.
Registry all_keywords();

}  // namespace crumple::deck
