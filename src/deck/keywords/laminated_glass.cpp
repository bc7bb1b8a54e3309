// *MAT_032 LAMINATED_GLASS of shells: points through the thickness of glass, which breaks, or of the polymer between,
// each computed as *MAT_024. Source: LS-DYNA's keyword manual.
#include <algorithm>
#include <array>
#include <vector>

#include "deck/keywords/keywords.hpp"
#include "kernels/materials/material_024_piecewise_linear_plasticity.hpp"

namespace crumple::deck::laminated_glass_keywords {

using kernels::PiecewiseLinear;

constexpr auto card_1 = card_of(material_start, real("EG", "Young's modulus of the glass", "force/area"),
                                real("PRG", "its Poisson's ratio", "1"),
                                real("SYG", "its yield stress", "force/area"),
                                real("ETG", "its plastic hardening modulus", "force/area"),
                                real("EFG", "its plastic strain at failure", "1"),
                                real("EP", "Young's modulus of the polymer", "force/area"));
constexpr Field card_2[] = {real("PRP", "Poisson's ratio of the polymer", "1"),
                            real("SYP", "its yield stress", "force/area"),
                            real("ETP", "its plastic hardening modulus", "force/area")};
constexpr auto flags_card = alike(real("F1", "of the lowest point: 0 glass, 1 polymer"), "F2", "F3", "F4", "F5", "F6",
                                  "F7", "F8");

/// Bilinear, by the plastic hardening modulus.
PiecewiseLinear plastic(double young, double yield, double hardening, double failure) {
  PiecewiseLinear law;
  law.yield = yield;
  law.tangent = young * hardening / (young + hardening);
  law.failure_strain = failure;
  return law;
}

/// Points of polymer get a material of their own; the parts, sections of theirs.
void give_points(Deck& deck, const Card& card, const Card& second, const std::vector<bool>& is_polymer) {
  Model& model = deck.model;
  const Index glass = deck.materials.find(card.id("MID"));
  if (glass == none || std::ranges::find(is_polymer, true) == is_polymer.end()) return;
  Material polymer = model.materials[std::size_t(glass)];
  polymer.title += " (polymer)";
  polymer.young = card.real("EP");
  polymer.poisson = second.real("PRP");
  polymer.law = plastic(polymer.young, second.real("SYP"), second.real("ETP"), 0);
  const Index own = Index(model.materials.size());
  model.materials.push_back(std::move(polymer));
  for (Part& part : model.parts) {
    if (part.material != glass || part.section == none) continue;
    Section section = model.sections[std::size_t(part.section)];
    if (std::size_t(section.n_layers) > is_polymer.size()) {
      card.error("MID", "part {} has {} points through the thickness, expected at most {} (F1, F2, ...)", part.id,
                 section.n_layers, is_polymer.size());
      continue;
    }
    section.layers.resize(std::size_t(section.n_layers));
    for (std::size_t k = 0; k < section.layers.size(); ++k) section.layers[k].material = is_polymer[k] ? own : glass;
    part.section = Index(model.sections.size());
    model.sections.push_back(std::move(section));
  }
}

Card read_glass(Cards& cards, Deck& deck, Material& material) {
  const Card card = cards.next(card_1), second = cards.next(card_2);
  std::vector<bool> is_polymer;
  for (int i = 0; i < 4 && (i == 0 || cards.more()); ++i) {
    const Card flags = cards.next(flags_card);
    for (const Field& field : flags_card) is_polymer.push_back(flags.real(field.name) != 0);
  }
  start_material(card, material);
  expect_positive(card, {"EG", "SYG", "EP"}, "a positive value [force/area]");
  expect_not_negative(card, {"PRG", "ETG", "EFG"});
  expect_positive(second, {"SYP"}, "a positive yield stress [force/area]");
  expect_not_negative(second, {"PRP", "ETP"});
  for (const auto& [of, field] : {std::pair{&card, "PRG"}, std::pair{&second, "PRP"}})
    if (of->real(field) >= 0.5) of->error(field, "found {}, expected less than 0.5", of->real(field));
  material.young = card.real("EG");
  material.poisson = card.real("PRG");
  material.law = plastic(material.young, card.real("SYG"), card.real("ETG"), card.real("EFG"));
  expect_section_kind(deck, card, SectionKind::shell);
  deck.later(Phase::conditions, [&deck, card, second, is_polymer] { give_points(deck, card, second, is_polymer); });
  return card;
}

void add_to(Registry& registry) {
  add_material(registry, "MAT_LAMINATED_GLASS", "MAT_032", numbered(card_1, card_2, flags_card), read_glass,
               "Up to 32 points; both are computed as *MAT_024.");
}

}  // namespace crumple::deck::laminated_glass_keywords
