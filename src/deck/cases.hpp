// *CASE: a deck of several runs that share a mesh. The case of case=, or the first one, is read; what stands between
// *CASE_BEGIN_n and *CASE_END_n belongs to the cases that list n. Called by read.cpp for every block.
#pragma once

#include <optional>
#include <set>

#include "deck/lines.hpp"

namespace crumple::deck {

struct Deck;  // deck.hpp

class Cases {
 public:
  /// Whether the block is *CASE, *CASE_BEGIN_n or *CASE_END_n, or belongs to another case: it is not to be read as a
  /// keyword. Cases of which none is chosen are an error, or with substitute=on a substitution.
  bool take(const Block& block, Deck& deck);
  /// Behind the last block. Error: the chosen case is not there.
  void finish(Deck& deck) const;

 private:
  void choose(const Block& block, Deck& deck);
  void begin(const Block& block, Id number, Deck& deck);

  std::optional<Id> own_;    ///< the case that is read; without *CASE a number that begins
  std::set<Id> members_;     ///< the numbers that it lists
  std::multiset<Id> left_out_;  ///< numbers of other cases that have begun and not ended
};

}  // namespace crumple::deck
