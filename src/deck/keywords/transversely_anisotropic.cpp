// *MAT_037 TRANSVERSELY_ANISOTROPIC_ELASTIC_PLASTIC, of shells.
#include "deck/keywords/keywords.hpp"
#include "kernels/materials/material_037_transversely_anisotropic.hpp"

namespace crumple::deck::transversely_anisotropic_keywords {

using kernels::TransverselyAnisotropic;

constexpr auto card_fields = card_of(
    elastic_start, fills(&TransverselyAnisotropic::yield, real("SIGY", "yield stress, without HLCID", "force/area")),
    real("ETAN", "plastic hardening modulus, with SIGY", "force/area"),
    fills(&TransverselyAnisotropic::lankford,
          real("R", "ratio of width to thickness strain in uniaxial tension; < 0: its size, with a warning", "1", 1)),
    id(IdOf::curve, "HLCID", "curve of yield stress over plastic strain"));

/// Positive stresses up to a positive plastic strain.
void resolve_curve(Deck& deck, const Card& card) {
  Material& own = deck.materials[deck.materials.find(card.id("MID"))];
  const Index found = deck.find(deck.curves, card, "HLCID");
  if (!own.law.as<TransverselyAnisotropic>() || found == none || deck.curves[found].x.empty()) return;
  const Curve& curve = deck.curves[found];
  own.curves = {curve};
  if (curve.x.size() < 2 || curve.x.back() <= 0)
    return card.error("HLCID", "curve {} does not reach a positive plastic strain", curve.id);
  for (std::size_t i = 0; i < curve.y.size(); ++i)
    if (curve.y[i] <= 0)
      return card.error("HLCID", "curve {} has the stress {} at strain {}, expected a positive one", curve.id,
                        curve.y[i], curve.x[i]);
}

Card read_anisotropic(Cards& cards, Deck& deck, Material& material) {
  const Card card = cards.next(card_fields);
  start_elastic(card, material);
  auto law = filled<TransverselyAnisotropic>(card);
  law.tangent = material.young * card.real("ETAN") / (material.young + card.real("ETAN"));
  if (card.id("HLCID") == 0 && !(law.yield > 0))
    card.error("SIGY", "found {}, expected a positive yield stress (no HLCID given)", law.yield);
  if (law.lankford < 0) {
    card.warn("R", "found {}: its size is used; stresses across the sheet are left out", law.lankford);
    law.lankford = -law.lankford;
  }
  expect_not_negative(card, {"ETAN"});
  material.law = law;
  expect_section_kind(deck, card, SectionKind::shell);
  if (card.id("HLCID") != 0) deck.later(Phase::definitions, [&deck, card] { resolve_curve(deck, card); });
  return card;
}

void add_to(Registry& registry) {
  add_material(registry, "MAT_TRANSVERSELY_ANISOTROPIC_ELASTIC_PLASTIC", "MAT_037", numbered(card_fields),
               read_anisotropic);
}

}  // namespace crumple::deck::transversely_anisotropic_keywords
