// *DEFINE_CURVE and *DEFINE_TABLE (old form and _2D).
#include <fmt/format.h>

#include "deck/keywords/keywords.hpp"

namespace crumple::deck {
namespace {

constexpr Field curve_card[] = {id("LCID"),          warned("SIDR", "curves of dynamic relaxation"),
                                real("SFA", "1", 1), real("SFO", "1", 1),
                                real("OFFA"),        real("OFFO"),
                                ignored("DATTYP"),   ignored("LCINT")};
constexpr Field point_card[] = {wide(real("A1"), 20), wide(real("O1"), 20)};
constexpr Field table_card[] = {id("TBID"), real("SFA", "1", 1), real("OFFA")};
constexpr Field value_card[] = {wide(real("VALUE"), 20), wide(id("CURVEID"), 20)};

void read_curve(Cards& cards, const Options& options, Deck& deck) {
  Curve curve;
  if (options.count("TITLE")) curve.title = cards.next_text();
  const Card head = cards.next(curve_card);
  curve.id = head.id("LCID");
  bool in_order = true;
  while (cards.more()) {
    const Card point = cards.next(point_card);
    curve.x.push_back(head.real("SFA") * (point.real("A1") + head.real("OFFA")));
    curve.y.push_back(head.real("SFO") * (point.real("O1") + head.real("OFFO")));
    const std::size_t n = curve.x.size();
    if (!in_order || n < 2 || curve.x[n - 1] > curve.x[n - 2]) continue;
    in_order = false;
    point.error("A1", fmt::format("curve {} is out of order: found {} after {}, expected a larger value", curve.id,
                                  curve.x[n - 1], curve.x[n - 2]));
  }
  if (curve.x.empty()) head.error("", fmt::format("curve {} has no points, expected at least one", curve.id));
  deck.curve_order.push_back(curve.id);
  deck.curves.add(curve.id, std::move(curve), head.where(), head.keyword());
}

/// The form without curve ids: the curves are the next ones in the deck, one for each value.
void resolve_old_table(Deck& deck, const Card& head, std::size_t first_curve) {
  CurveTable& table = deck.curve_tables[deck.curve_tables.find(head.id("TBID"))];
  for (std::size_t i = 0; i < table.values.size(); ++i) {
    if (table.curves[i] != 0) continue;
    if (first_curve + i >= deck.curve_order.size()) {
      head.error("", fmt::format("table {} has {} values, but only {} curves follow it",
                                 table.values.empty() ? 0 : head.id("TBID"), table.values.size(),
                                 deck.curve_order.size() - first_curve));
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
      card.error("VALUE", fmt::format("table is out of order: found {} after {}", value, table.values.back()));
    if (options.count("2D") && card.id("CURVEID") == 0) card.error("CURVEID", "found none, expected the id of a curve");
    table.values.push_back(value);
    table.curves.push_back(card.id("CURVEID"));
  }
  if (table.values.empty()) head.error("", "the table has no values");
  deck.curve_tables.add(head.id("TBID"), std::move(table), head.where(), head.keyword());
  const std::size_t first_curve = deck.curve_order.size();
  deck.later(Phase::tables, [&deck, head, first_curve] { resolve_old_table(deck, head, first_curve); });
}

}  // namespace

void register_curves(Registry& registry) {
  registry.add("DEFINE_CURVE", {"TITLE"}, read_curve);
  registry.add("DEFINE_TABLE", {"TITLE", "2D"}, read_table);
}

}  // namespace crumple::deck
