// *CONTROL_MPP_...: said again in the words of the pfile, which `decomp` reads, so that there is one grammar with one
// meaning. Cards are checked here for numbers, there for what the words mean.
#include <fmt/format.h>

#include "deck/keywords/keywords.hpp"

namespace crumple::deck {
namespace {

constexpr Field number_card[] = {integer("N")};
constexpr Field ids_card_5[] = {id("ID1"), id("ID2"), id("ID3"), id("ID4"), id("ID5")};
constexpr Field ids_card_8[] = {id("ID1"), id("ID2"), id("ID3"), id("ID4"), id("ID5"), id("ID6"), id("ID7"), id("ID8")};
constexpr Field transformation_card[] = {text("TYPE"), real("V1"), real("V2"), real("V3"),
                                         real("V4"),   real("V5"), real("V6")};
constexpr Field transformation_card_2[] = {real("V7"), real("V8"), real("V9")};
constexpr Field arrange_card[] = {id("ID"), integer("TYPE"), integer("NPROC"), integer("FRSTP"), integer("NPTOT")};
constexpr Field cost_card[] = {id("ID"), real("A", "1", 1), real("B", "1")};
constexpr Field contact_cost_card[] = {real("SF", "1", 1), id("ID1"), id("ID2"), id("ID3"),
                                       id("ID4"),          id("ID5"), id("ID6"), id("ID7")};
constexpr Field contact_cost_card_2[] = {id("ID8"),  id("ID9"),  id("ID10"), id("ID11"),
                                         id("ID12"), id("ID13"), id("ID14"), id("ID15")};
constexpr Field rebalance_card[] = {integer("NCYCLE"), integer("ICOOR"), integer("ICOST"), real("THRES", "percent")};
constexpr Field redecomposition_card[] = {real("FREQ"),      integer("DEFGEO", 1),  real("WEIGHT", "1", 1),
                                          ignored("REMSPH"), real("STIME", "time"), real("SAMPT", "time")};

/// Adds words of the section `decomposition`.
void say(const Cards& cards, Deck& deck, const std::string& words) {
  deck.model.pfile_lines.push_back(
      {"decomposition { " + words + " }", deck.log.file_name(cards.where().file), cards.where().line, cards.keyword()});
}

/// The ids of a card that are not 0, from position `from` on.
void append_ids(const Card& card, std::size_t from, std::vector<Id>& ids) {
  for (std::size_t i = from; i < card.size(); ++i)
    if (card.id(i) != 0) ids.push_back(card.id(i));
}

/// A keyword without cards.
Reader word(const char* words) {
  return [words](Cards& cards, const Options&, Deck& deck) {
    say(cards, deck, words);
    cards.expect_end();
  };
}

/// A keyword with one line of text: a method, a file.
Reader text_value(const char* words) {
  return [words](Cards& cards, const Options&, Deck& deck) {
    const std::string value(cards.next_text());
    if (value.empty()) return cards.error("NAME", "found nothing, expected a name");
    say(cards, deck, fmt::format("{} \"{}\"", words, value));
    cards.expect_end();
  };
}

Reader number_value(const char* words) {
  return [words](Cards& cards, const Options&, Deck& deck) {
    const Card card = cards.next(number_card);
    say(cards, deck, fmt::format("{} {}", words, card.id("N")));
    cards.expect_end();
  };
}

Reader contact_list(const char* words) {
  return [words](Cards& cards, const Options&, Deck& deck) {
    std::vector<Id> ids;
    append_ids(cards.next(ids_card_5), 0, ids);
    if (ids.empty()) return cards.error("ID1", "found no contact interface, expected at least one");
    say(cards, deck, fmt::format("{} {}", words, fmt::join(ids, ",")));
    cards.expect_end();
  };
}

void read_pfile(Cards& cards, const Options&, Deck& deck) {
  for (std::string_view line; cards.next_line(line);)
    deck.model.pfile_lines.push_back(
        {std::string(line), deck.log.file_name(cards.where().file), cards.where().line, ""});
}

/// One region of all parts and, with a minus sign, part sets.
void read_parts_distribute(Cards& cards, const Options&, Deck& deck) {
  std::vector<Id> ids, parts, sets;
  while (cards.more()) append_ids(cards.next(ids_card_8), 0, ids);
  for (const Id id : ids) (id > 0 ? parts : sets).push_back(std::abs(id));
  if (ids.empty()) return cards.error("ID1", "found no part, expected at least one");
  std::string words;
  if (!parts.empty()) words = fmt::format("parts {}", fmt::join(parts, ","));
  if (!sets.empty()) words += fmt::format("{}partsets {}", parts.empty() ? "" : " or ", fmt::join(sets, ","));
  say(cards, deck, fmt::format("region {{ {} }}", words));
}

void read_partset_distribute(Cards& cards, const Options&, Deck& deck) {
  std::vector<Id> ids;
  while (cards.more()) append_ids(cards.next(ids_card_8), 0, ids);
  for (const Id id : ids) say(cards, deck, fmt::format("region {{ partsets {} }}", id));
}

void read_arrange_parts(Cards& cards, const Options&, Deck& deck) {
  while (cards.more()) {
    const Card card = cards.next(arrange_card);
    const int type = card.integer("TYPE");
    if (type % 10 > 1 || type < 0 || type > 21) {
      card.error("TYPE", fmt::format("found {}, expected 0, 1, 10, 11, 20 or 21", type));
      continue;
    }
    std::string words = fmt::format("{} {}", type % 10 == 0 ? "parts" : "partsets", card.id("ID"));
    if (type >= 10)
      words += type >= 20 ? " together" : " lumped";
    else if (card.integer("NPROC") != 0)
      words += fmt::format(" nproc {} {}", card.integer("NPROC"), card.integer("FRSTP"));
    if (type < 10 && card.integer("NPROC") != 0 && card.integer("NPTOT") != 0)
      words += fmt::format(" {}", card.integer("NPTOT"));
    say(cards, deck, fmt::format("region {{ {} }}", words));
  }
}

Reader cost_adjustment(const char* words) {
  return [words](Cards& cards, const Options&, Deck& deck) {
    while (cards.more()) {
      const Card card = cards.next(cost_card);
      say(cards, deck, fmt::format("{} {} {} {}", words, card.id("ID"), card.real("A"), card.real("B")));
    }
  };
}

void read_contact_cost(Cards& cards, const Options&, Deck& deck) {
  const Card card = cards.next(contact_cost_card);
  std::vector<Id> ids;
  append_ids(card, 1, ids);
  if (cards.more()) append_ids(cards.next(contact_cost_card_2), 0, ids);
  say(cards, deck, fmt::format("contactcost {} {}", card.real("SF"), fmt::join(ids, ",")));
  cards.expect_end();
}

void read_transformation(Cards& cards, const Options&, Deck& deck) {
  while (cards.more()) {
    const Card card = cards.next(transformation_card);
    const std::string type = upper(card.text("TYPE"));
    const bool is_vec3 = type == "VEC3";
    if (type == "C2R" || type == "S2R" || type == "MAT" || is_vec3) {
      const Card more = cards.next(transformation_card_2);
      say(cards, deck,
          fmt::format("{} {} {} {} {} {} {} {} {} {}", is_vec3 ? "3vec" : type, card.real("V1"), card.real("V2"),
                      card.real("V3"), card.real("V4"), card.real("V5"), card.real("V6"), more.real("V7"),
                      more.real("V8"), more.real("V9")));
    } else if (type.size() == 2 && (type[0] == 'R' || type[0] == 'S') && type[1] >= 'X' && type[1] <= 'Z') {
      say(cards, deck, fmt::format("{} {}", type, card.real("V1")));
    } else {
      card.error("TYPE", fmt::format("found \"{}\", expected RX, RY, RZ, SX, SY, SZ, VEC3, C2R, S2R or MAT", type));
      return;
    }
  }
}

void read_rebalance(Cards& cards, const Options&, Deck& deck) {
  const Card card = cards.next(rebalance_card);
  say(cards, deck,
      fmt::format("rebalance {} {} {} {}", card.id("NCYCLE"), card.id("ICOOR"), card.id("ICOST"), card.real("THRES")));
  cards.expect_end();
}

void read_redecomposition(Cards& cards, const Options&, Deck& deck) {
  const Card card = cards.next(redecomposition_card);
  say(cards, deck,
      fmt::format("redecomposition {} {} {} {} {}", card.real("FREQ"), card.id("DEFGEO"), card.real("WEIGHT"),
                  card.real("STIME"), card.real("SAMPT")));
  cards.expect_end();
}

}  // namespace

void register_control_mpp(Registry& registry) {
  const std::string family = "CONTROL_MPP_DECOMPOSITION_";
  registry.add("CONTROL_MPP_PFILE", {}, read_pfile);
  registry.add("CONTROL_MPP_REBALANCE", {}, read_rebalance);
  registry.add(family + "METHOD", {}, text_value("method"));
  registry.add(family + "RCBLOG", {}, text_value("rcblog"));
  registry.add(family + "FILE", {"READ", "WRITE"}, text_value("file"));
  registry.add(family + "NUMPROC", {}, number_value("numproc"));
  registry.add(family + "OUTDECOMP", {}, number_value("outdecomp"));
  registry.add(family + "ELCOST", {}, number_value("elcost"));
  registry.add(family + "SHOW", {}, word("show"));
  registry.add(family + "CHECK_SPEED", {}, word("vspeed"));
  registry.add(family + "AUTOMATIC", {}, word("automatic"));
  registry.add(family + "BAGREF", {}, [](Cards& cards, const Options&, Deck& deck) { say(cards, deck, "bagref"); });
  registry.add(family + "DISABLE_UNREF_CURVES", {}, word("dunreflc"));
  registry.add(family + "CONTACT_DISTRIBUTE", {}, contact_list("sidist"));
  registry.add(family + "CONTACT_ISOLATE", {}, contact_list("silist"));
  registry.add(family + "PARTS_DISTRIBUTE", {}, read_parts_distribute);
  registry.add(family + "PARTSET_DISTRIBUTE", {}, read_partset_distribute);
  registry.add(family + "ARRANGE_PARTS", {}, read_arrange_parts);
  registry.add(family + "ADJUST_PART_COST", {}, cost_adjustment("partcost"));
  registry.add(family + "ADJUST_MTYPE_COST", {}, cost_adjustment("matcost"));
  registry.add(family + "SCALE_CONTACT_COST", {}, read_contact_cost);
  registry.add(family + "TRANSFORMATION", {}, read_transformation);
  registry.add(family + "REDECOMPOSITION", {"ONCE"}, read_redecomposition);
  for (const char* name : {"ADAPTIVE", "DEFORMED_GEOMETRY", "FLAG_STRESS_STRAIN_CURVE", "DISTRIBUTE_ALE_ELEMENTS",
                           "DISTRIBUTE_SPH_ELEMENTS", "NODISTRIBUTE_DES_ELEMENTS", "SCALE_FACTOR_SPH"})
    registry.ignore(family + name);
  for (const char* name : {"CONTROL_MPP_CONTACT_GROUPABLE", "CONTROL_MPP_MATERIAL_MODEL_DRIVER"}) registry.ignore(name);
  registry.ignore_family("CONTROL_MPP_IO_");
}

}  // namespace crumple::deck
