// *DATABASE_NAME of all outputs that there are (src/io/databases), BINARY_D3PLOT, _D3DUMP, _RUNRSF, HISTORY_NODE(_SET).
// Others change no result.
#include <fmt/format.h>

#include <cmath>

#include "deck/keywords/keywords.hpp"
#include "model/database_list.hpp"

namespace crumple::deck::database_keywords {

constexpr auto interval_card = card_of(
    real("DT", "interval; 0: the file is not written", "time"),
    no_effect("BINARY", "files are ASCII, and with binout=on also binout"),
    warned("LCUR", "the interval is always DT, or where that is 0 the curve's first value"),
    no_effect("IOOPT", "used only with LCUR, which gives a warning"),
    alike(no_effect("OPTION1", "only for files and columns that Crumple does not write"), "OPTION2", "OPTION3",
          "OPTION4"));
constexpr Field plot_card[] = {
    real("DT", "interval; 0: no states are written", "time"),
    warned("LCDT", "the interval is always DT, or where that is 0 the curve's first value"),
    no_effect("BEAM", "only for discrete elements"), integer("NPLTC", "number of states over the run, instead of DT"),
    no_effect("PSETID", "states contain all parts")};
constexpr Field extent_cards[][8] = {
    {integer("NEIPH", "history variables of solids in d3plot"), integer("NEIPS", "the same of a shell's layers"),
     integer("MAXINT", "layers of a shell in d3plot; 0: 3"), integer("STRFLG", "1: d3plot has the strains"),
     no_effect("SIGFLG", "d3plot has the stresses"), no_effect("EPSFLG", "d3plot has the effective plastic strains"),
     no_effect("RLTFLG", "d3plot has no resultants of shells"),
     no_effect("ENGFLG", "d3plot has the thickness and the internal energy density of shells")},
    {no_effect("CMPFLG", "stresses are in global axes"), no_effect("IEVERP", "each state is a file"),
     no_effect("BEAMIP", "d3plot contains only resultants for beams"), no_effect("DCOMP", "d3plot is not compressed"),
     no_effect("SHGE", "d3plot has no hourglass energy of shells"), no_effect("STSSZ", "d3plot has no time steps"),
     no_effect("N3THDT", "only for a file that Crumple does not write"), no_effect("IALEMAT", "only for ALE")}};
constexpr Field dump_card[] = {
    real("CYCL", "number of cycles between dumps; 0: only dumps requested by other means", "1"),
    no_effect("NR", "the single file runrsf is replaced once a new one is complete")};
constexpr auto history_card =
    card_of(id(IdOf::varies, "ID1", "node or node set"),
            alike(id(IdOf::varies, "ID2", "as ID1"), "ID3", "ID4", "ID5", "ID6", "ID7", "ID8"));

/// DT, or the first value of a curve.
void take_interval(const Card& card, const char* curve, Deck& deck, double& interval) {
  interval = card.real("DT");
  if (interval < 0) card.error("DT", "found {}, expected an interval >= 0 [time]", interval);
  const Id id = Id(card.real(curve));
  if (interval != 0 || id == 0) return;
  deck.later(Phase::conditions, [&deck, &interval, card, curve, id] {
    if (const Index found = deck.find(deck.curves, card, curve, id); found != none)
      interval = deck.model.curves[std::size_t(found)].y.front();
    if (!(interval > 0)) card.error(curve, "begins with {}, expected an interval > 0 [time]", interval);
  });
}

Reader interval_reader(const std::string& name) {
  return [name](Cards& cards, const Options&, Deck& deck) {
    const Card card = cards.next(interval_card);
    take_interval(card, "LCUR", deck, deck.model.output.intervals[name]);
  };
}

/// NPLTC gives the number of states over the run instead of an interval.
void read_plot(Cards& cards, const Options&, Deck& deck) {
  const Card card = cards.next(plot_card);
  double& interval = deck.model.output.intervals["d3plot"];
  if (const std::int64_t n = card.integer("NPLTC"); n == 0) return take_interval(card, "LCDT", deck, interval);
  else if (n < 0) return card.error("NPLTC", "found {}, expected a number of states", n);
  deck.later(Phase::conditions,
             [&deck, &interval, n = card.integer("NPLTC")] { interval = deck.model.control.end_time / n; });
}

/// What the cards say beyond that is not in d3plot.
void read_extent(Cards& cards, const Options&, Deck& deck) {
  const Card card = cards.next(extent_cards[0]);
  if (cards.more()) cards.next(extent_cards[1]);
  for (std::string_view line; cards.more();) cards.next_line(line);
  const std::int64_t layers = card.integer("MAXINT") == 0 ? 3 : card.integer("MAXINT");
  if (layers < 1 || layers > 100)
    card.error("MAXINT", "found {}, expected 1 to 100 layers, or 0", layers);
  else
    deck.model.output.plot_layers = int(layers);
  const auto count = [&](const char* field) {
    if (const auto n = card.integer(field); n < 0 || n > 200)
      card.error(field, "found {}, expected 0 to 200 history variables", n);
    return int(card.integer(field));
  };
  deck.model.output.solid_history = count("NEIPH");
  deck.model.output.shell_history = count("NEIPS");
  const std::int64_t strains = card.integer("STRFLG");
  if (strains < 0 || strains > 111) card.error("STRFLG", "found {}, expected 0 or 1", strains);
  if (strains > 1) card.warn("STRFLG", "found {}: d3plot has neither plastic nor thermal strains", strains);
  deck.model.output.plots_strains = strains % 10 == 1;
}

Reader dump_reader(const std::string& name) {
  return [name](Cards& cards, const Options&, Deck& deck) {
    const Card card = cards.next(dump_card);
    const double cycles = card.real("CYCL");
    if (cycles < 0 || cycles != std::floor(cycles) || cycles > 1e15)
      card.error("CYCL", "found {}, expected a whole number of cycles >= 0", cycles);
    else if (cycles > 0)
      deck.model.output.dump_cycles[name] = std::int64_t(cycles);
  };
}

Reader history_reader(bool of_set) {
  return [of_set](Cards& cards, const Options& options, Deck& deck) {
    while (cards.more()) {
      std::vector<Id> ids;
      const Card card = options.count("ID") ? Card() : cards.next(history_card);
      if (options.count("ID")) {
        ids = {read_id_card(cards, IdOf::node).first};
      } else {
        for (std::size_t i = 0; i < card.size(); ++i) ids.push_back(card.id(i, of_set ? IdOf::set : IdOf::node));
      }
      const Location where = cards.where();
      deck.later(Phase::conditions, [&deck, card, ids, where, of_set] {
        for (std::size_t i = 0; i < ids.size(); ++i) {
          if (ids[i] == 0) continue;
          std::vector<Index> nodes{deck.node_index.find(ids[i])};
          if (of_set) nodes = nodes_of_set(deck, card, card.field(i));
          if (!of_set && nodes[0] == none)
            deck.log.error(where, "DATABASE_HISTORY_NODE", "ID", fmt::format("node {} is not defined", ids[i]));
          auto& all = deck.model.output.history_nodes;
          all.insert(all.end(), nodes.begin(), nodes.end());
        }
      });
    }
  };
}

void add_to(Registry& registry) {
  for (const std::string name : database_names)
    if (name != "d3plot")
      registry.add("DATABASE_" + upper(name), {}, numbered(interval_card), interval_reader(name)).in_restart = true;
  registry.add("DATABASE_BINARY_D3PLOT", {}, numbered(plot_card), read_plot).in_restart = true;
  registry.add("DATABASE_EXTENT_BINARY", {}, numbered(extent_cards[0], extent_cards[1]), read_extent);
  for (const std::string name : {"d3dump", "runrsf"})
    registry.add("DATABASE_BINARY_" + upper(name), {}, numbered(dump_card), dump_reader(name)).in_restart = true;
  registry.add("DATABASE_HISTORY_NODE", {"ID"}, {{"1 ...", history_card}}, history_reader(false));
  registry.add("DATABASE_HISTORY_NODE_SET", {}, {{"1 ...", history_card}}, history_reader(true));
  registry.ignore_family("DATABASE_", "outputs that are not written");
}

}  // namespace crumple::deck::database_keywords
