#include "deck/substitutes.hpp"

#include <fmt/format.h>

#include <string_view>

#include "deck/deck.hpp"
#include "deck/registry.hpp"
#include "kernels/materials/material_001_elastic.hpp"

namespace crumple::deck {
namespace {

/// Keywords that begin with `family` and contain `word` are read as `as`; the first match counts.
struct Likeness {
  std::string_view family, word, as;
};
constexpr Likeness likenesses[] = {
    {"CONTACT_", "TIED", "CONTACT_TIED_SHELL_EDGE_TO_SURFACE"},
    {"CONTACT_", "SPOTWELD", "CONTACT_SPOTWELD"},
    {"CONTACT_", "TRANSDUCER", "CONTACT_FORCE_TRANSDUCER_PENALTY"},
    {"CONTACT_", "ERODING_SINGLE", "CONTACT_ERODING_SINGLE_SURFACE"},
    {"CONTACT_", "SINGLE_SURFACE", "CONTACT_AUTOMATIC_SINGLE_SURFACE"},
    {"CONTACT_", "GENERAL", "CONTACT_AUTOMATIC_SINGLE_SURFACE"},
    {"CONTACT_", "NODES_TO_SURFACE", "CONTACT_AUTOMATIC_NODES_TO_SURFACE"},
    {"CONTACT_", "BEAMS_TO_SURFACE", "CONTACT_AUTOMATIC_NODES_TO_SURFACE"},
    {"CONTACT_", "SURFACE_TO_SURFACE", "CONTACT_AUTOMATIC_SURFACE_TO_SURFACE"},
};

constexpr auto elastic_card = card_of(elastic_start);
constexpr CardForm elastic_forms[] = {{"1", elastic_card}};

bool has_option(const std::string& name, const std::string& option) {
  return fmt::format("{}_", name).find(fmt::format("_{}_", option)) != name.npos;
}

}  // namespace

std::string nearest_kind(const Registry& registry, const std::string& name) {
  for (const Likeness& kind : likenesses) {
    if (!name.starts_with(kind.family) || name.find(kind.word) == name.npos) continue;
    std::string known(kind.as);
    for (const char* option : {"ID", "TITLE", "MPP"})
      if (has_option(name, option)) known += fmt::format("_{}", option);
    return registry.find(known).keyword ? known : "";
  }
  return "";
}

bool read_as_elastic(const Block& block, Deck& deck) {
  const std::string& keyword = *deck.keywords.insert(block.name).first;
  Cards cards(block, keyword, elastic_forms, deck.parameters, deck.placement->ids, deck.log);
  Material material;
  if (block.name.ends_with("_TITLE")) material.title = cards.next_text();
  const Card card = cards.next(elastic_card);
  material.id = card.id("MID");
  material.density = card.real("RO");
  material.young = card.real("E");
  const double poisson = card.real("PR");
  material.poisson = poisson > 0 && poisson < 0.495 ? poisson : 0.3;
  material.law = kernels::Elastic{};
  // rubber has Poisson's ratio where most laws have E
  if (material.id <= 0 || !(material.density > 0) || !(material.young > 0.5)) return false;
  deck.materials.add(material.id, material, card.where(), keyword);
  return true;
}

}  // namespace crumple::deck
