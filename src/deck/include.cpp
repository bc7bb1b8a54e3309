#include "deck/include.hpp"

#include <fmt/format.h>

#include "deck/numbers.hpp"

namespace crumple::deck {

std::vector<FileName> file_names(const Block& block) {
  std::vector<FileName> names;
  LineReader lines(block);
  std::string_view line;
  bool goes_on = false;
  while (lines.next(line)) {
    line = trim(line);
    if (line.empty()) continue;
    if (!goes_on) names.push_back({"", lines.where()});
    goes_on = line == "+" || (line.size() > 2 && line.substr(line.size() - 2) == " +");
    if (goes_on) line = trim(line.substr(0, line.size() - 1));
    names.back().name += line;
  }
  for (FileName& file : names)
    if (file.name.size() > 1 && (file.name.front() == '"' || file.name.front() == '\'') &&
        file.name.back() == file.name.front())
      file.name = file.name.substr(1, file.name.size() - 2);
  return names;
}

namespace {

constexpr Field file_card[] = {text("FILENAME", "file name; + at the end of a line continues it on the next", 80)};
constexpr Field offset_card_1[] = {integer("IDNOFF", "added to ids of nodes"),
                                   integer("IDEOFF", "added to ids of elements"),
                                   integer("IDPOFF", "added to ids of parts and nodal rigid bodies"),
                                   integer("IDMOFF", "added to ids of materials"),
                                   integer("IDSOFF", "added to ids of sets"),
                                   integer("IDFOFF", "added to ids of curves and tables"),
                                   integer("IDDOFF", "added to other ids of *DEFINE")};
constexpr auto offset_card_2 = card_of(integer("IDROFF", "added to all other ids"), blank(),
                                       alike(no_effect("PREFIX", "only for titles"), "SUFFIX"));
constexpr Field factor_card[] = {refused("FCTMAS", "a different unit of mass in the file", 1),
                                 refused("FCTTIM", "a different unit of time in the file", 1),
                                 refused("FCTLEN", "a different unit of length in the file", 1),
                                 no_effect("FCTTEM", "there are no temperatures"),
                                 no_effect("INCOUT1", "a file of the transformed input, which Crumple does not write")};
constexpr Field transformation_card[] = {id(IdOf::varies, "TRANID", "*DEFINE_TRANSFORMATION; 0: none")};

}  // namespace

const std::vector<CardForm>& include_transform_cards() {
  static const std::vector<CardForm> cards{
      {"1", file_card}, {"2", offset_card_1}, {"3", offset_card_2}, {"4", factor_card}, {"5", transformation_card}};
  return cards;
}

std::optional<Placement> read_placement(Cards& cards, const Deck& deck) {
  while (cards.next_text().ends_with(" +")) {
  }
  const Card first = cards.next(offset_card_1), second = cards.next(offset_card_2);
  cards.next(factor_card);
  const Card last = cards.next(transformation_card);
  IdOffsets ids;
  ids[IdOf::node] = first.id("IDNOFF");
  ids[IdOf::element] = first.id("IDEOFF");
  ids[IdOf::part] = first.id("IDPOFF");
  ids[IdOf::material] = first.id("IDMOFF");
  ids[IdOf::set] = first.id("IDSOFF");
  ids[IdOf::curve] = first.id("IDFOFF");
  ids[IdOf::definition] = first.id("IDDOFF");
  ids[IdOf::other] = second.id("IDROFF");
  Placement placement = *deck.placement;
  placement.ids += ids;
  if (last.id("TRANID") == 0) return placement;
  const auto found = deck.transformations.find(last.id("TRANID", IdOf::definition));
  if (found == deck.transformations.end()) {
    last.error("TRANID", "transformation {} is not defined above", last.id("TRANID"));
    return std::nullopt;
  }
  placement.motion = deck.placement->motion.after(found->second);
  return placement;
}

std::filesystem::path find_file(const Deck& deck, const std::filesystem::path& folder, const std::string& name) {
  if (name.empty()) return {};
  std::vector<std::filesystem::path> candidates{folder / name};
  for (const auto& path : deck.include_paths) candidates.push_back(path / name);
  for (const auto& candidate : candidates) {
    std::error_code ignored;
    if (std::filesystem::is_regular_file(candidate, ignored)) return candidate.lexically_normal();
  }
  return {};
}

}  // namespace crumple::deck
