// *PARAMETER, *PARAMETER_EXPRESSION, and keywords that only name things: *TITLE, *COMMENT, *KEYWORD_ID.
#include "deck/parameters.hpp"

#include <cmath>
#include <utility>

#include "base/error.hpp"
#include "deck/keywords/keywords.hpp"
#include "deck/numbers.hpp"

namespace crumple::deck::parameters_keywords {

constexpr Field parameter_card[] = {raw("PRMR1", "R, I or C and a name"),
                                    raw("VAL1", "its value"),
                                    raw("PRMR2", "as PRMR1"),
                                    raw("VAL2", "its value"),
                                    raw("PRMR3", "as PRMR1"),
                                    raw("VAL3", "its value"),
                                    raw("PRMR4", "as PRMR1"),
                                    raw("VAL4", "its value")};
constexpr Field typed_card[] = {raw("PRMR", "R, I or C and a name"), raw("VAL", "its value"),
                                no_effect("PRTYP", "for preprocessors that change numbers")};
constexpr Field expression_card[] = {raw("PRMR1", "R, I or C and a name; blank: the expression continues"),
                                     raw("EXPRESSION", "+ - * / ** ( ), functions, numbers and parameters")};
constexpr Field duplication_card[] = {
    integer("DFLAG",
            "redefined name: 1 warning, the first value is kept; 2 warning, the new value is used; 3 error; 4 the new "
            "value is used; 5 the first value is kept",
            1)};
constexpr Field text_card[] = {text("TEXT", "anything", 80)};
constexpr Field file_card[] = {text("FILENAME", "file name; + at the end of a line continues it on the next", 80)};

/// The value of a parameter as text: a number, in Fortran's spelling too, or an expression, whatever it looks like.
struct Value {
  std::string_view text;
  bool is_expression = false;

  double evaluate(const Parameters& parameters) const {
    const auto number = is_expression ? std::nullopt : parse_real(text);
    return number ? *number : deck::evaluate(text, parameters).value;
  }
};

/// Defines the parameter `prefixed` (R, I or C, then the name).
void define(Deck& deck, Location where, const std::string& keyword, std::string_view prefixed, const Value& value,
            Parameters::Scope scope) {
  const auto error = [&](std::string_view text) { deck.log.error(where, keyword, prefixed, text); };
  const std::string prefix = upper(prefixed.substr(0, 1));
  const std::string_view name = trim(prefixed.substr(1));
  if ((prefix != "R" && prefix != "I" && prefix != "C") || name.empty())
    return error("expected R, I or C followed by a name");
  Parameter parameter;
  try {
    if (prefix == "C") {
      parameter.text = std::string(trim(value.text));
    } else {
      parameter.number = {value.evaluate(deck.parameters), prefix == "I"};
    }
  } catch (const Error& problem) {
    error(problem.what());
  }
  if (prefix == "I") {
    const double given = std::exchange(parameter.number.value, std::trunc(parameter.number.value));
    if (given != parameter.number.value && !value.is_expression)
      deck.log.warn(where, keyword, prefixed, fmt::format("found {}, expected a whole number; {} is taken", given,
                                                          parameter.number.value));
  }
  if (deck.parameters.define(name, parameter, scope)) return;
  switch (deck.duplicates) {
    case DuplicateParameters::warn:
      return deck.log.warn(where, keyword, prefixed, "the parameter is defined already");
    case DuplicateParameters::fail:
      return error("the parameter is defined already");
    case DuplicateParameters::silent:
      return;
  }
}

Parameters::Scope scope_of(const Options& options) {
  return options.count("LOCAL") ? Parameters::Scope::local : Parameters::Scope::global;
}

void read_parameters(Cards& cards, const Options& options, Deck& deck) {
  const Card card = cards.next(parameter_card);
  for (std::size_t i = 0; i + 1 < card.size(); i += 2)
    if (const std::string_view name = card.text(card.field(i)); !name.empty())
      define(deck, card.where(), card.keyword(), name, {card.text(card.field(i + 1))}, scope_of(options));
}

/// A parameter whose type says what it is used for.
void read_typed(Cards& cards, const Options& options, Deck& deck) {
  const Card card = cards.next(typed_card);
  define(deck, card.where(), card.keyword(), card.text("PRMR"), {card.text("VAL")}, scope_of(options));
}

void read_expressions(Cards& cards, const Options& options, Deck& deck) {
  std::string_view line;
  while (cards.next_line(line)) {
    if (is_blank(line)) continue;
    const Location where = cards.where();
    const std::size_t columns = cards.columns(10);
    const auto comma = line.substr(0, columns + 1).find(',');
    const std::size_t end = comma == line.npos ? std::min(columns, line.size()) : comma;
    const std::string_view name = trim(line.substr(0, end));
    const auto tail = [](std::string_view text) { return text.substr(0, text.find('$')); };
    std::string expression(tail(line.substr(std::min(line.size(), end + (comma != line.npos)))));
    while (cards.more() && is_blank(cards.peek().substr(0, columns)) && !is_blank(cards.peek())) {
      cards.next_line(line);  // a line without a name goes on with the expression
      expression += tail(line);
    }
    if (name.empty()) {
      deck.log.error(where, cards.keyword(), "PRMR1", "expected R, I or C followed by a name");
    } else {
      define(deck, where, cards.keyword(), name, {expression, true}, scope_of(options));
    }
  }
}

void read_duplication(Cards& cards, const Options&, Deck& deck) {
  const Card card = cards.next(duplication_card);
  const int flag = card.integer("DFLAG");
  if (flag < 1 || flag > 5) return card.error("DFLAG", "found {}, expected 1 to 5", flag);
  deck.duplicates = flag == 3  ? DuplicateParameters::fail
                    : flag < 3 ? DuplicateParameters::warn
                               : DuplicateParameters::silent;
  deck.parameters.keep_new(flag == 2 || flag == 4);
}

void add_to(Registry& registry) {
  registry.add("PARAMETER", {"LOCAL"}, {{"1 ...", parameter_card}}, each(read_parameters),
               "The first definition of a name holds. _LOCAL: in this file and those that it includes.");
  registry.add("PARAMETER_EXPRESSION", {"LOCAL"}, {{"1 ...", expression_card}}, read_expressions);
  registry.add("PARAMETER_TYPE", {"LOCAL"}, {{"1 ...", typed_card}}, each(read_typed));
  registry.add("PARAMETER_DUPLICATION", {}, numbered(duplication_card), read_duplication);
  registry.add("TITLE", {}, numbered(title_card),
               [](Cards& cards, const Options&, Deck& deck) { deck.model.title = cards.next_text(); });
  registry.ignore_family("COMMENT", "comments");
  registry.add("COMMENT", {}, {{"1 ...", text_card}}, [](Cards&, const Options&, Deck&) {}, "Is skipped.");
  // Those that cut the text are taken before any reader (read.cpp).
  registry.add("KEYWORD", {"ID"}, {{"_ID", text_card}}, {},
               "`LONG=Y` on its line makes all fields 20 columns wide, `LONG=S` the standard ones, `I10=Y` ids of "
               "elements and nodes 10. The card of _ID is skipped.");
  registry.add("END", {}, {}, {}, "Ends the file.");
  registry.add("INCLUDE", {}, {{"1 ...", file_card}}, {}, "The files stand in its place.");
  registry.add("INCLUDE_PATH", {}, {{"1 ...", file_card}}, {}, "Folders in which included files are looked for.");
  registry.add("INCLUDE_PATH_RELATIVE", {}, {{"1 ...", file_card}}, {}, "As *INCLUDE_PATH.");
}

}  // namespace crumple::deck::parameters_keywords
