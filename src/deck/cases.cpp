#include "deck/cases.hpp"

#include <fmt/format.h>

#include "deck/deck.hpp"
#include "deck/numbers.hpp"

namespace crumple::deck {
namespace {

constexpr const char* several_cases =
    "this asks for several cases in one deck, of which a run computes one, that of case=";

constexpr Field case_card[] = {id(IdOf::varies, "CASEID", "number"), text("JOBID", "prefix of files", 70)};
constexpr auto members_card =
    card_of(id(IdOf::varies, "SCID1", "number of *CASE_BEGIN_n"),
            alike(id(IdOf::varies, "SCID2", "as SCID1"), "SCID3", "SCID4", "SCID5", "SCID6", "SCID7", "SCID8"));
constexpr CardForm case_forms[] = {{"1", case_card}, {"2", members_card}};

/// n of a keyword `start`n; nothing for other keywords.
std::optional<Id> number_behind(std::string_view start, std::string_view name) {
  return name.starts_with(start) ? parse_integer(name.substr(start.size())) : std::nullopt;
}

}  // namespace

bool Cases::take(const Block& block, Deck& deck) {
  if (const auto ended = number_behind("CASE_END_", block.name)) {
    if (const auto open = left_out_.find(*ended); open != left_out_.end()) left_out_.erase(open);
    return true;
  }
  if (const auto begun = number_behind("CASE_BEGIN_", block.name)) {
    begin(block, *begun, deck);
    return true;
  }
  if (!left_out_.empty()) return true;
  if (block.name != "CASE") return false;
  choose(block, deck);
  return true;
}

void Cases::finish(Deck& deck) const {
  if (deck.chosen_case && !own_)
    deck.log.error({}, "CASE", "", fmt::format("the deck has no case {}, which case= asks for", *deck.chosen_case));
}

void Cases::choose(const Block& block, Deck& deck) {
  Cards cards(block, *deck.keywords.insert(block.name).first, case_forms, deck.parameters, deck.placement->ids,
              deck.log);
  const Card head = cards.next(case_card);
  const Id number = head.id("CASEID");
  const bool is_own = !own_ && number == deck.chosen_case.value_or(number);
  if (is_own) {
    own_ = number;
    const Card members = cards.next(members_card);
    for (std::size_t i = 0; i < members.size(); ++i)
      if (members.id(i) != 0) members_.insert(members.id(i));
    if (members_.empty()) members_.insert(number);
  }
  if (!deck.chosen_case)
    head.replace("", several_cases, fmt::format("case {} is {}", number, is_own ? "computed" : "left out"));
}

void Cases::begin(const Block& block, Id number, Deck& deck) {
  if (!own_ && number == deck.chosen_case.value_or(number)) own_ = number, members_ = {number};
  const bool is_read = members_.contains(number);
  if (!is_read) left_out_.insert(number);
  if (!deck.chosen_case)
    deck.log.replace(block.where, block.name, "", several_cases,
                     is_read ? "its keywords are read" : "its keywords are left out");
}

}  // namespace crumple::deck
