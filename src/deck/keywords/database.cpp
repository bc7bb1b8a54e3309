// *DATABASE_NAME of all outputs that there are (src/io/databases), BINARY_D3PLOT, HISTORY_NODE(_SET). Others change no
// result.
#include <fmt/format.h>

#include "deck/keywords/keywords.hpp"
#include "model/database_list.hpp"

namespace crumple::deck {
namespace {

constexpr Field interval_card[] = {real("DT", "time"), ignored("BINARY"),  warned("LCUR", "intervals by a curve"),
                                   ignored("IOOPT"),   ignored("OPTION1"), ignored("OPTION2"),
                                   ignored("OPTION3"), ignored("OPTION4")};
constexpr Field plot_card[] = {real("DT", "time"), warned("LCDT", "intervals by a curve"), ignored("BEAM"),
                               integer("NPLTC"), ignored("PSETID")};
constexpr Field history_card[] = {id("ID1"), id("ID2"), id("ID3"), id("ID4"),
                                  id("ID5"), id("ID6"), id("ID7"), id("ID8")};

Reader interval_reader(const std::string& name) {
  return [name](Cards& cards, const Options&, Deck& deck) {
    const Card card = cards.next(interval_card);
    if (card.real("DT") < 0)
      card.error("DT", fmt::format("found {}, expected an interval >= 0 [time]", card.real("DT")));
    deck.model.output.intervals[name] = card.real("DT");
  };
}

/// NPLTC gives the number of states over the run instead of an interval.
void read_plot(Cards& cards, const Options&, Deck& deck) {
  const Card card = cards.next(plot_card);
  if (card.real("DT") < 0) card.error("DT", fmt::format("found {}, expected an interval >= 0 [time]", card.real("DT")));
  double& interval = deck.model.output.intervals["d3plot"];
  interval = card.real("DT");
  if (card.integer("NPLTC") <= 0) return;
  deck.later(Phase::conditions,
             [&deck, &interval, n = card.integer("NPLTC")] { interval = deck.model.control.end_time / n; });
}

Reader history_reader(bool of_set) {
  return [of_set](Cards& cards, const Options& options, Deck& deck) {
    while (cards.more()) {
      std::vector<Id> ids;
      const Card card = options.count("ID") ? Card() : cards.next(history_card);
      if (options.count("ID")) {
        ids = {read_id_card(cards).first};
      } else {
        for (std::size_t i = 0; i < card.size(); ++i) ids.push_back(card.id(i));
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

}  // namespace

void register_database(Registry& registry) {
  for (const std::string name : database_names)
    if (name != "d3plot") registry.add("DATABASE_" + upper(name), {}, interval_reader(name));
  registry.add("DATABASE_BINARY_D3PLOT", {}, read_plot);
  registry.add("DATABASE_HISTORY_NODE", {"ID"}, history_reader(false));
  registry.add("DATABASE_HISTORY_NODE_SET", {}, history_reader(true));
  registry.ignore_family("DATABASE_");
}

}  // namespace crumple::deck
