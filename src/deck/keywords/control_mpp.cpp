// *CONTROL_MPP_...: said again in the words of the pfile, which `decomp` reads, so that there is one grammar with one
// meaning. Cards are checked here for numbers, there for what the words mean.
#include <fmt/format.h>

#include "deck/keywords/keywords.hpp"

namespace crumple::deck::control_mpp_keywords {

constexpr Field number_card[] = {integer("N", "value of the pfile option")};
constexpr Field name_card[] = {text("NAME", "a method or a file, as in the pfile", 80)};
constexpr Field line_card[] = {text("LINE", "a line of a pfile", 80)};
constexpr auto ids_card_5 =
    card_of(id(IdOf::varies, "ID1", "contact"), alike(id(IdOf::varies, "ID2", "next contact"), "ID3", "ID4", "ID5"));
constexpr auto ids_card_8 = card_of(id(IdOf::varies, "ID1", "part; with a minus sign, and of PARTSET, part set"),
                                    alike(id(IdOf::varies, "ID2", "as ID1"), "ID3", "ID4", "ID5", "ID6", "ID7", "ID8"));
constexpr auto transformation_card =
    card_of(text("TYPE", "RX, RY, RZ, SX, SY, SZ, VEC3, C2R, S2R or MAT; others are errors"),
            real("V1", "the first of its numbers"), alike(real("V2", "the next number"), "V3", "V4", "V5", "V6"));
constexpr auto transformation_card_2 = card_of(alike(real("V7", "the next number"), "V8", "V9"));
constexpr Field arrange_card[] = {
    id(IdOf::varies, "ID", "part or part set"),
    integer("TYPE", "0, 1: part, part set on NPROC ranks; 10, 11: lumped; 20, 21: together; others are errors"),
    integer("NPROC", "number of ranks; 0: all"), integer("FRSTP", "first rank"),
    integer("NPTOT", "total number of ranks to which the numbers refer")};
constexpr Field cost_card[] = {id(IdOf::varies, "ID", "part or material type"),
                               real("A", "the cost is A times the default", "1", 1), real("B", "plus B", "1")};
constexpr auto contact_cost_card =
    card_of(real("SF", "scale of the cost", "1", 1), id(IdOf::varies, "ID1", "contact"),
            alike(id(IdOf::varies, "ID2", "next contact"), "ID3", "ID4", "ID5", "ID6", "ID7"));
constexpr auto contact_cost_card_2 =
    card_of(alike(id(IdOf::varies, "ID8", "next contact"), "ID9", "ID10", "ID11", "ID12", "ID13", "ID14", "ID15"));
constexpr Field rebalance_card[] = {integer("NCYCLE", "cycles between two checks of the balance"),
                                    integer("ICOOR", "second number of the pfile option"),
                                    integer("ICOST", "third number of the pfile option"),
                                    real("THRES", "imbalance above which the model is repartitioned", "percent")};
constexpr Field redecomposition_card[] = {real("FREQ", "how often the model is repartitioned"),
                                          integer("DEFGEO", "1: by the deformed geometry", 1),
                                          real("WEIGHT", "of the measured cost", "1", 1),
                                          no_effect("REMSPH", "only for SPH"),
                                          real("STIME", "start", "time"),
                                          real("SAMPT", "time over which cost is measured", "time")};

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
      card.error("TYPE", "found {}, expected 0, 1, 10, 11, 20 or 21", type);
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
  return each([words](Cards& cards, const Options&, Deck& deck) {
    const Card card = cards.next(cost_card);
    say(cards, deck, fmt::format("{} {} {} {}", words, card.id("ID"), card.real("A"), card.real("B")));
  });
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
      card.error("TYPE", "found \"{}\", expected RX, RY, RZ, SX, SY, SZ, VEC3, C2R, S2R or MAT", type);
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

void add_to(Registry& registry) {
  const std::string family = "CONTROL_MPP_DECOMPOSITION_";
  const auto add = [&](const char* name, std::vector<CardForm> cards, Reader reader, const char* pfile_word) {
    registry.add(family + name, {}, std::move(cards), std::move(reader),
                 std::string("Equivalent to `") + pfile_word + "` in the pfile (docs/decomposition.md).");
  };
  registry.add("CONTROL_MPP_PFILE", {}, {{"1 ...", line_card}}, read_pfile);
  registry.add("CONTROL_MPP_REBALANCE", {}, numbered(rebalance_card), read_rebalance,
               "Equivalent to `rebalance` in the pfile.");
  add("METHOD", numbered(name_card), text_value("method"), "method");
  add("RCBLOG", numbered(name_card), text_value("rcblog"), "rcblog");
  registry.add(family + "FILE", {"READ", "WRITE"}, numbered(name_card), text_value("file"),
               "Equivalent to `file` in the pfile.");
  add("NUMPROC", numbered(number_card), number_value("numproc"), "numproc");
  add("OUTDECOMP", numbered(number_card), number_value("outdecomp"), "outdecomp");
  add("ELCOST", numbered(number_card), number_value("elcost"), "elcost");
  add("SHOW", {}, word("show"), "show");
  add("CHECK_SPEED", {}, word("vspeed"), "vspeed");
  add("AUTOMATIC", {}, word("automatic"), "automatic");
  add("BAGREF", {}, [](Cards& cards, const Options&, Deck& deck) { say(cards, deck, "bagref"); }, "bagref");
  add("DISABLE_UNREF_CURVES", {}, word("dunreflc"), "dunreflc");
  add("CONTACT_DISTRIBUTE", numbered(ids_card_5), contact_list("sidist"), "sidist");
  add("CONTACT_ISOLATE", numbered(ids_card_5), contact_list("silist"), "silist");
  add("PARTS_DISTRIBUTE", {{"1 ...", ids_card_8}}, read_parts_distribute, "region");
  add("PARTSET_DISTRIBUTE", {{"1 ...", ids_card_8}}, read_partset_distribute, "region");
  add("ARRANGE_PARTS", {{"1 ...", arrange_card}}, read_arrange_parts, "region");
  add("ADJUST_PART_COST", {{"1 ...", cost_card}}, cost_adjustment("partcost"), "partcost");
  add("ADJUST_MTYPE_COST", {{"1 ...", cost_card}}, cost_adjustment("matcost"), "matcost");
  add("SCALE_CONTACT_COST", numbered(contact_cost_card, contact_cost_card_2), read_contact_cost, "contactcost");
  add("TRANSFORMATION", numbered(transformation_card, transformation_card_2), read_transformation, "sx, rx, ...");
  registry.add(family + "REDECOMPOSITION", {"ONCE"}, numbered(redecomposition_card), read_redecomposition,
               "Equivalent to `redecomposition` in the pfile.");
  for (const char* name : {"ADAPTIVE", "DEFORMED_GEOMETRY", "FLAG_STRESS_STRAIN_CURVE", "DISTRIBUTE_ALE_ELEMENTS",
                           "DISTRIBUTE_SPH_ELEMENTS", "NODISTRIBUTE_DES_ELEMENTS", "SCALE_FACTOR_SPH"})
    registry.ignore(family + name, "affects the decomposition only");
  registry.ignore("CONTROL_MPP_CONTACT_GROUPABLE", "affects communication only");
  registry.ignore("CONTROL_MPP_MATERIAL_MODEL_DRIVER", "only for runs that are not mechanical");
  registry.ignore_family("CONTROL_MPP_IO_", "affects how files are written");
}

}  // namespace crumple::deck::control_mpp_keywords
