// *DEFINE_CURVE and *DEFINE_TABLE (old form and _2D).
#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "base/error.hpp"
#include "base/same_bits.hpp"
#include "deck/keywords/keywords.hpp"

namespace crumple::deck::curves_keywords {

constexpr Field curve_card[] = {
    id(IdOf::curve, "LCID", "number of the curve"),
    warned("SIDR", "there is no dynamic relaxation; the curve is used in the run", 0, {2, 2}),
    real("SFA", "scale of the abscissa", "1", 1),
    real("SFO", "scale of the ordinate", "1", 1),
    real("OFFA", "added to the abscissa before it is scaled"),
    real("OFFO", "added to the ordinate before it is scaled"),
    no_effect("DATTYP", "abscissas must ascend in all curves"),
    no_effect("LCINT", "curves are used as given, without discretisation")};
constexpr Field duplicate_card[] = {id(IdOf::curve, "LCID", "number of the curve"),
                                    id(IdOf::curve, "RLCID", "the curve that it is a copy of"),
                                    real("SFA", "scale of the abscissa", "1", 1),
                                    real("SFO", "scale of the ordinate", "1", 1),
                                    real("OFFA", "added to the abscissa before it is scaled"),
                                    real("OFFO", "added to the ordinate before it is scaled")};
constexpr Field point_card[] = {wide(real("A1", "abscissa, ascending"), 20), wide(real("O1", "ordinate"), 20)};
constexpr Field smooth_card[] = {
    id(IdOf::curve, "LCID", "number of the curve"),
    warned("SIDR", "there is no dynamic relaxation; the curve is used in the run", 0, {2, 2}),
    real("DIST", "final displacement: the area under the curve", "length"),
    real("TSTART", "start of the rise", "time"),
    real("TEND", "end of the fall; not read with VMAX", "time"),
    real("TRISE", "duration of the rise and of the fall, each half a cosine wave", "time"),
    real("VMAX", "plateau; 0: computed from DIST and TEND", "length/time")};
constexpr Field function_card[] = {
    id(IdOf::curve, "LCID", "number of the curve"),
    warned("SIDR", "there is no dynamic relaxation; the curve is used in the run", 0, {2, 2})};
constexpr Field expression_card[] = {text(
    "FUNCTION",
    "expression in TIME, PI and LCn, the value of curve n, as in *PARAMETER_EXPRESSION; evaluated at 2,001 times of "
    "the run, and constant behind it",
    80)};
constexpr Field table_card[] = {id(IdOf::curve, "TBID", "number of the table"),
                                real("SFA", "scale of the values", "1", 1),
                                real("OFFA", "added to the values before they are scaled")};
constexpr Field value_card[] = {wide(real("VALUE", "value, ascending"), 20),
                                wide(id(IdOf::curve, "CURVEID", "its curve; blank: the next curve in the deck"), 20)};

/// A copy of another curve, scaled.
void scale(const Card& card, Curve& curve) {
  for (double& x : curve.x) x = card.real("SFA") * (x + card.real("OFFA"));
  for (double& y : curve.y) y = card.real("SFO") * (y + card.real("OFFO"));
}

/// The curve itself may be a duplicate, and so on, to one that has points of its own.
void resolve_duplicate(Deck& deck, const Card& card) {
  const Index own = deck.curves.find(card.id("LCID"));
  std::vector<Card> chain{card};
  for (auto next = deck.duplicate_curves.find(card.id("RLCID")); next != deck.duplicate_curves.end();
       next = deck.duplicate_curves.find(chain.back().id("RLCID"))) {
    chain.push_back(next->second);
    if (chain.size() > deck.duplicate_curves.size())
      return card.error("RLCID", "curve {} is in the end a duplicate of itself", card.id("LCID"));
  }
  const Index first = deck.find(deck.curves, chain.back(), "RLCID");
  if (first == none || own == none) return;
  Curve copy = deck.curves[first];
  copy.id = card.id("LCID");
  for (auto one = chain.rbegin(); one != chain.rend(); ++one) scale(*one, copy);
  deck.curves[own] = copy;
}

Card read_duplicate(Cards& cards, Deck& deck, Curve& curve) {
  const Card card = cards.next(duplicate_card);
  curve.id = card.id("LCID");
  curve.x = curve.y = {0};
  expect_positive(card, {"SFA"}, "a positive scale");
  deck.duplicate_curves.emplace(curve.id, card);
  deck.later(Phase::tables, [&deck, card] { resolve_duplicate(deck, card); });
  return card;
}

Card read_curve(Cards& cards, Deck& deck, Curve& curve) {
  const Card head = cards.next(curve_card);
  curve.id = head.id("LCID");
  bool in_order = true;
  while (cards.more()) {
    const Card point = cards.next(point_card);
    curve.x.push_back(head.real("SFA") * (point.real("A1") + head.real("OFFA")));
    curve.y.push_back(head.real("SFO") * (point.real("O1") + head.real("OFFO")));
    const std::size_t n = curve.x.size();
    // Fields that are not a number have been reported.
    if (std::isinf(curve.x.back()) || std::isinf(curve.y.back()))
      point.error("", "a point of curve {} is too large when it is scaled", curve.id);
    if (n > 1 && curve.x[n - 1] == curve.x[n - 2] && std::isfinite(curve.x[n - 1])) {
      point.warn("A1", "curve {} has two points at {}: the step takes a billionth of its place", curve.id,
                 curve.x[n - 1]);
      curve.x[n - 1] += 1e-9 * std::max(std::abs(curve.x[n - 1]), std::abs(curve.x.front()));
    }
    if (!in_order || n < 2 || curve.x[n - 1] > curve.x[n - 2]) continue;
    if (curve.x[n - 1] == 0 && curve.x[n - 2] == 0) continue;  // a step at 0, see below
    in_order = false;
    point.error("A1", "curve {} is out of order: found {} after {}, expected a larger value", curve.id, curve.x[n - 1],
                curve.x[n - 2]);
  }
  for (std::size_t n = 1; in_order && n < curve.x.size(); ++n)  // from 0 on its place is that of the curve's width
    if (curve.x[n] == curve.x[n - 1]) curve.x[n] += 1e-9 * (curve.x.back() - curve.x.front());
  if (curve.x.size() > 1 && curve.x.back() == curve.x.front())
    head.error("", "curve {} has points at {} alone, expected different ones", curve.id, curve.x.front());
  if (curve.x.empty()) head.error("", "curve {} has no points, expected at least one", curve.id);
  deck.curve_order.push_back(curve.id);
  return head;
}

/// A ramp of a smooth curve in so many lines.
constexpr int lines_of_ramp = 32;
/// A function over the run in so many lines.
constexpr int lines_of_function = 2000;

/// Rise and fall by half a cosine wave, with a plateau between; the area is the way.
Card read_smooth(Cards& cards, Deck&, Curve& curve) {
  const Card card = cards.next(smooth_card);
  cards.expect_end();
  curve.id = card.id("LCID");
  const double start = card.real("TSTART"), rise = card.real("TRISE"), way = card.real("DIST");
  const double top = card.real("VMAX") != 0 ? card.real("VMAX") : way / (card.real("TEND") - start - rise);
  const double plateau = way / top - rise;
  if (!(rise > 0) || !(plateau >= 0)) {
    card.error("TRISE",
               "found a rise of {} and a plateau of {}, expected a rise > 0 that leaves room for the fall before TEND "
               "[time]",
               rise, plateau);
    return card;
  }
  for (const bool falls : {false, true})
    for (int i = 0; i <= lines_of_ramp; ++i) {
      const double share = double(i) / lines_of_ramp, height = 0.5 - 0.5 * same_bits::cos(std::numbers::pi * share);
      const double x = start + (falls ? rise + plateau : 0) + share * rise;
      if (!curve.x.empty() && x <= curve.x.back()) continue;
      curve.x.push_back(x);
      curve.y.push_back(top * (falls ? 1 - height : height));
    }
  return card;
}

/// The curves that an expression names as LCn.
std::vector<Index> curves_in(const Deck& deck, const std::string& expression) {
  std::vector<Index> named;
  for (Index c = 0; c < deck.curves.size(); ++c)
    if (upper(expression).find(fmt::format("LC{}", deck.curves.id(c))) != expression.npos) named.push_back(c);
  return named;
}

/// The values of an expression in TIME over the run; `parameters` are those of its place in the deck.
void tabulate(Deck& deck, const Card& card, const std::string& expression, Parameters parameters) {
  Curve& curve = deck.curves[deck.curves.find(card.id("LCID"))];
  const double given = std::max(deck.model.control.end_time, deck.end_time.value_or(0)), end = given > 0 ? given : 1;
  curve.x.clear();
  curve.y.clear();
  parameters.enter();
  parameters.keep_new(true);
  const std::vector<Index> named = curves_in(deck, expression);
  for (const Index c : named)
    if (deck.unknown_functions.contains(deck.curves.id(c)))
      return card.error("FUNCTION", "curve {} refers to curve {}, expected one with points, or a function before it",
                        curve.id, deck.curves.id(c));
  parameters.define("PI", {{std::numbers::pi, false}, {}}, Parameters::Scope::local);
  try {
    for (int i = 0; i <= lines_of_function; ++i) {
      const double time = end * i / lines_of_function;
      parameters.define("TIME", {{time, false}, {}}, Parameters::Scope::local);
      for (const Index c : named)
        parameters.define(fmt::format("LC{}", deck.curves.id(c)), {{deck.curves[c].evaluate(time), false}, {}},
                          Parameters::Scope::local);
      curve.x.push_back(time);
      curve.y.push_back(evaluate(expression, parameters).value);
      if (!std::isfinite(curve.y.back())) throw Error(fmt::format("it is not finite at TIME = {}", time));
    }
  } catch (const Error& problem) {
    curve.x = curve.y = {0};
    card.error("FUNCTION", problem.what());
  }
  deck.unknown_functions.erase(curve.id);
  for (const auto& [id, duplicate] : deck.duplicate_curves) resolve_duplicate(deck, duplicate);
}

Card read_function(Cards& cards, Deck& deck, Curve& curve) {
  const Card card = cards.next(function_card);
  curve.id = card.id("LCID");
  curve.is_function = true;
  curve.x = curve.y = {0};
  deck.unknown_functions.insert(curve.id);
  std::string expression;
  while (cards.more()) expression += cards.next_text();
  deck.later(Phase::definitions,
             [&deck, card, expression, parameters = deck.parameters] { tabulate(deck, card, expression, parameters); });
  return card;
}

/// The form without curve ids: the curves are the next ones in the deck, one for each value.
void resolve_old_table(Deck& deck, const Card& head, std::size_t first_curve) {
  CurveTable& table = deck.curve_tables[deck.curve_tables.find(head.id("TBID"))];
  for (std::size_t i = 0; i < table.values.size(); ++i) {
    if (table.curves[i] != 0) continue;
    if (first_curve + i >= deck.curve_order.size()) {
      head.error("", "table {} has {} values, but only {} curves follow it", table.values.empty() ? 0 : head.id("TBID"),
                 table.values.size(), deck.curve_order.size() - first_curve);
      return;
    }
    table.curves[i] = deck.curve_order[first_curve + i];
  }
}

void read_table(Cards& cards, const Options& options, Deck& deck) {
  if (options.count("TITLE")) cards.next_text();
  const Card head = cards.next(table_card);
  CurveTable table;
  while (cards.more()) {
    const Card card = cards.next(value_card);
    const double value = head.real("SFA") * (card.real("VALUE") + head.real("OFFA"));
    if (!table.values.empty() && value <= table.values.back())
      card.error("VALUE", "table is out of order: found {} after {}", value, table.values.back());
    if (options.count("2D") && card.id("CURVEID") == 0) card.error("CURVEID", "found none, expected the id of a curve");
    table.values.push_back(value);
    table.curves.push_back(card.id("CURVEID"));
  }
  if (table.values.empty()) head.error("", "the table has no values");
  deck.curve_tables.add(head.id("TBID"), std::move(table), head);
  const std::size_t first_curve = deck.curve_order.size();
  deck.later(Phase::tables, [&deck, head, first_curve] { resolve_old_table(deck, head, first_curve); });
}

void add_to(Registry& registry) {
  registry.add("DEFINE_CURVE", {"TITLE"}, {{"1", curve_card}, {"2 ...", point_card}},
               reader_of(&Deck::curves, read_curve));
  registry.add("DEFINE_CURVE_DUPLICATE", {"TITLE"}, numbered(duplicate_card),
               reader_of(&Deck::curves, read_duplicate));
  registry.add("DEFINE_CURVE_SMOOTH", {"TITLE"}, numbered(smooth_card), reader_of(&Deck::curves, read_smooth));
  registry.add("DEFINE_CURVE_FUNCTION", {"TITLE"}, {{"1", function_card}, {"2 ...", expression_card}},
               reader_of(&Deck::curves, read_function));
  registry.add("DEFINE_TABLE", {"TITLE", "2D"}, {{"1", table_card}, {"2 ...", value_card}}, read_table);
}

}  // namespace crumple::deck::curves_keywords
