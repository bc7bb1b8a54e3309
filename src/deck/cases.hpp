// *CASE: a deck of several runs that share a mesh. The first case is read; what stands between *CASE_BEGIN_n and
// *CASE_END_n belongs to the cases that list n. Called by read.cpp for every block.
#pragma once

#include <optional>
#include <set>

#include "deck/lines.hpp"

namespace crumple::deck {

struct Deck;  // deck.hpp

class Cases {
 public:
  /// Whether the block is *CASE, *CASE_BEGIN_n or *CASE_END_n, or belongs to another case than the first: it is not to
  /// be read as a keyword. Cases are an error, or with substitute=on a substitution.
  bool take(const Block& block, Deck& deck);

 private:
  void choose(const Block& block, Deck& deck);
  void begin(const Block& block, Id number, Deck& deck);

  std::optional<Id> first_;  ///< the first case; without *CASE the first number that begins
  std::set<Id> members_;     ///< the numbers that it lists
  std::multiset<Id> left_out_;  ///< numbers of other cases that have begun and not ended
};

}  // namespace crumple::deck
