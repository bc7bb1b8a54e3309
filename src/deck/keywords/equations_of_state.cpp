// *EOS_LINEAR_POLYNOMIAL (001), *EOS_GRUNEISEN (004), *EOS_TABULATED (009), which *PART EOSID names.
#include <algorithm>

#include "deck/keywords/keywords.hpp"

namespace crumple::deck::equations_of_state_keywords {

constexpr Field polynomial_card_1[] = {id(IdOf::other, "EOSID", "number of the equation of state"),
                                       real("C0", "constant", "force/area"),
                                       real("C1", "coefficient of mu", "force/area"),
                                       real("C2", "coefficient of mu^2, in compression", "force/area"),
                                       real("C3", "coefficient of mu^3", "force/area"),
                                       real("C4", "coefficient of E", "1"),
                                       real("C5", "coefficient of mu E", "1"),
                                       real("C6", "coefficient of mu^2 E, in compression", "1")};
constexpr Field polynomial_card_2[] = {real("E0", "initial energy per initial volume", "energy/volume"),
                                       real("V0", "initial relative volume", "1", 1)};

constexpr Field gruneisen_card_1[] = {id(IdOf::other, "EOSID", "number of the equation of state"),
                                      real("C", "sound speed", "length/time"),
                                      real("S1", "slope of shock velocity over particle velocity", "1"),
                                      real("S2", "coefficient of its square", "1"),
                                      real("S3", "coefficient of its cube", "1"),
                                      real("GAMAO", "Gruneisen's gamma", "1"),
                                      real("A", "first order correction of gamma", "1"),
                                      real("E0", "initial energy per initial volume", "energy/volume")};
constexpr Field gruneisen_card_2[] = {real("V0", "initial relative volume", "1", 1), blank(),
                                      refused("LCID", "a curve of shock velocity over particle velocity")};

constexpr Field tabulated_card[] = {id(IdOf::other, "EOSID", "number of the equation of state"),
                                    real("GAMA", "coefficient of the energy term", "1"),
                                    real("E0", "initial energy per initial volume", "energy/volume"),
                                    real("V0", "initial relative volume", "1", 1),
                                    id(IdOf::curve, "LCC", "curve of C over ln V, instead of EV and C"),
                                    id(IdOf::curve, "LCT", "curve of T over ln V, instead of EV and T")};
constexpr auto strain_card = card_of(wide(real("EV1", "ln V, from tension to compression"), 16),
                                     alike(wide(real("EV2", "as EV1"), 16), "EV3", "EV4", "EV5"));
constexpr auto pressure_card = card_of(wide(real("C1", "pressure at EV", "force/area"), 16),
                                       alike(wide(real("C2", "as C1", "force/area"), 16), "C3", "C4", "C5"));
constexpr auto heat_card = card_of(wide(real("T1", "T at EV; GAMA T E is added to the pressure"), 16),
                                   alike(wide(real("T2", "as T1"), 16), "T3", "T4", "T5"));

constexpr std::size_t most_points = 64;

/// Id, E0 and V0, which stand on different cards.
void start_eos(const Card& named, const Card& energy, const Card& volume, EquationOfState& eos) {
  eos.id = positive_id(named, "EOSID");
  eos.energy = energy.real("E0");
  eos.volume = volume.real("V0");
  if (eos.volume <= 0) volume.error("V0", "found {}, expected a positive volume", eos.volume);
}

Card read_polynomial(Cards& cards, Deck&, EquationOfState& eos) {
  const Card first = cards.next(polynomial_card_1), second = cards.next(polynomial_card_2);
  cards.expect_end();
  start_eos(first, second, second, eos);
  EosLinearPolynomial form;
  for (std::size_t i = 0; i < form.c.size(); ++i) form.c[i] = first.real(i + 1);
  eos.form = form;
  return first;
}

Card read_gruneisen(Cards& cards, Deck&, EquationOfState& eos) {
  const Card first = cards.next(gruneisen_card_1), second = cards.next(gruneisen_card_2);
  cards.expect_end();
  start_eos(first, first, second, eos);
  eos.form = EosGruneisen{
      first.real("C"), {first.real("S1"), first.real("S2"), first.real("S3")}, first.real("GAMAO"), first.real("A")};
  if (first.real("C") <= 0) first.error("C", "found {}, expected a positive speed [length/time]", first.real("C"));
  return first;
}

/// The points of the cards, ascending; they end where the strain no longer falls.
EosTabulated table_of_cards(Cards& cards) {
  const std::vector<double> strain = read_two_cards(cards, strain_card),
                            pressure = read_two_cards(cards, pressure_card);
  const std::vector<double> heat = read_two_cards(cards, heat_card);
  std::size_t n = 1;
  while (n < strain.size() && strain[n] < strain[n - 1]) ++n;
  EosTabulated table;
  for (std::size_t i = n; i-- > 0;) {
    table.strain.push_back(strain[i]);
    table.pressure.push_back(pressure[i]);
    table.heat.push_back(heat[i]);
  }
  return table;
}

/// Null: another equation of state has this id, too, which is an error already.
EosTabulated* table_of(Deck& deck, const Card& card) {
  return std::get_if<EosTabulated>(&deck.equations_of_state[deck.equations_of_state.find(card.id("EOSID"))].form);
}

/// LCC and LCT at the strains of either.
void take_curves(Deck& deck, const Card& card) {
  EosTabulated* table = table_of(deck, card);
  if (!table) return;
  const Index pressure = deck.find_optional(deck.curves, card, "LCC");
  const Index heat = deck.find_optional(deck.curves, card, "LCT");
  if (pressure == none && heat == none) return;
  std::vector<double> strain;
  for (const Index curve : {pressure, heat})
    if (curve != none) strain.insert(strain.end(), deck.curves[curve].x.begin(), deck.curves[curve].x.end());
  std::sort(strain.begin(), strain.end());
  strain.erase(std::unique(strain.begin(), strain.end()), strain.end());
  *table = {table->gamma, strain, {}, {}};
  for (const double x : strain) {
    table->pressure.push_back(pressure == none ? 0 : deck.curves[pressure].evaluate(x));
    table->heat.push_back(heat == none ? 0 : deck.curves[heat].evaluate(x));
  }
}

void check_table(Deck& deck, const Card& card) {
  const EosTabulated* table = table_of(deck, card);
  if (table && (table->strain.size() < 2 || table->strain.size() > most_points))
    card.error("", "found {} points, expected 2 to {}, with EV from tension to compression", table->strain.size(),
               most_points);
}

Card read_tabulated(Cards& cards, Deck& deck, EquationOfState& eos) {
  const Card card = cards.next(tabulated_card);
  start_eos(card, card, card, eos);
  EosTabulated table;
  if (cards.more()) table = table_of_cards(cards);
  cards.expect_end();
  table.gamma = card.real("GAMA");
  eos.form = table;
  deck.later(Phase::definitions, [&deck, card] {
    take_curves(deck, card);
    check_table(deck, card);
  });
  return card;
}

void add_to(Registry& registry) {
  registry.add("EOS_LINEAR_POLYNOMIAL", {"TITLE"}, numbered(polynomial_card_1, polynomial_card_2),
               reader_of(&Deck::equations_of_state, read_polynomial),
               "The energy of elements is counted from 0, not from E0.");
  registry.alias("EOS_001", "EOS_LINEAR_POLYNOMIAL");
  registry.add("EOS_GRUNEISEN", {"TITLE"}, numbered(gruneisen_card_1, gruneisen_card_2),
               reader_of(&Deck::equations_of_state, read_gruneisen),
               "The energy of elements is counted from 0, not from E0.");
  registry.alias("EOS_004", "EOS_GRUNEISEN");
  registry.add(
      "EOS_TABULATED", {"TITLE"},
      {{"1", tabulated_card}, {"2, 3, without LCC and LCT", strain_card}, {"4, 5", pressure_card}, {"6, 7", heat_card}},
      reader_of(&Deck::equations_of_state, read_tabulated),
      "The last slope is extrapolated beyond the last point. The energy is counted from 0, not from E0.");
  registry.alias("EOS_009", "EOS_TABULATED");
}

}  // namespace crumple::deck::equations_of_state_keywords
