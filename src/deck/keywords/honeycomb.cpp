// *MAT_026 HONEYCOMB and *MAT_126 MODIFIED_HONEYCOMB, of solids.
#include "deck/keywords/keywords.hpp"
#include "deck/orthotropic.hpp"
#include "kernels/materials/material_126_modified_honeycomb.hpp"

namespace crumple::deck::honeycomb_keywords {

using kernels::Honeycomb, kernels::ModifiedHoneycomb;

constexpr auto card_1 =
    card_of(material_start,
            fills(&Honeycomb::compact_young, real("E", "Young's modulus of the compacted material", "force/area")),
            fills(&Honeycomb::compact_poisson, real("PR", "Poisson's ratio of the compacted material", "1")),
            fills(&Honeycomb::yield, real("SIGY", "yield stress of the compacted material", "force/area")),
            fills(&Honeycomb::compact_volume, real("VF", "relative volume at full compaction", "1")),
            warned("MU", "there is no viscosity before full compaction", 0.05),
            fills(&Honeycomb::bulk_viscosity, real("BULK", "0: no bulk viscosity; otherwise that of all solids")));
constexpr Field card_2[] = {
    id(IdOf::curve, "LCA", "curve of the strength aa over volumetric strain 1 - V (not over V)"),
    id(IdOf::curve, "LCB", "the same for bb; 0: LCA"),
    id(IdOf::curve, "LCC", "the same for cc; 0: LCA"),
    id(IdOf::curve, "LCS", "the same for shear; 0: LCA"),
    id(IdOf::curve, "LCAB", "the same for ab; 0: LCS"),
    id(IdOf::curve, "LCBC", "the same for bc; 0: LCS"),
    id(IdOf::curve, "LCCA", "the same for ca; 0: LCS"),
    refused("LCSR", "strengths that depend on the strain rate")};
constexpr Field modified_card_2[] = {
    id(IdOf::curve, "LCA",
       "curve of the strength aa over the strain aa, positive in compression: logarithmic, with ELFORM 0 engineering; "
       "< 0 (strengths over the angle) is an error"),
    id(IdOf::curve, "LCB", "the same for bb; 0: LCA"),
    id(IdOf::curve, "LCC", "the same for cc; 0: LCA"),
    id(IdOf::curve, "LCS", "the same for shear, over the magnitude of the engineering shear; 0: LCA"),
    id(IdOf::curve, "LCAB", "the same for ab; 0: LCS"),
    id(IdOf::curve, "LCBC", "the same for bc; 0: LCS"),
    id(IdOf::curve, "LCCA", "the same for ca; 0: LCS"),
    refused("LCSR", "strengths that depend on the strain rate")};
constexpr Field card_3[] = {
    fills(&Honeycomb::young, 0, real("EAAU", "Young's modulus along a before crushing", "force/area")),
    fills(&Honeycomb::young, 1, real("EBBU", "along b", "force/area")),
    fills(&Honeycomb::young, 2, real("ECCU", "along c", "force/area")),
    fills(&Honeycomb::shear, 0, real("GABU", "shear modulus ab before crushing", "force/area")),
    fills(&Honeycomb::shear, 1, real("GBCU", "of bc", "force/area")),
    fills(&Honeycomb::shear, 2, real("GCAU", "of ca", "force/area")),
    real("AOPT",
         "axes: 0: a along nodes 1 and 2, b in the plane of node 4; 2: a along A, b in the "
         "plane of D; < 0: those of *DEFINE_COORDINATE_...; others are errors"),
    refused("MACF", "interchanged axes", 1, {0, 0})};
constexpr auto card_4 = card_of(axes_points);
constexpr auto card_5 =
    card_of(alike(real("D1", "with AOPT = 2"), "D2", "D3"),
            fills(&Honeycomb::tensile_failure, real("TSEF", "normal strain at failure; 0: none", "1")),
            fills(&Honeycomb::shear_failure, real("SSEF", "shear strain (engineering) at failure; 0: none", "1")),
            alike(refused("VREF", "a reference geometry"), "TREF"), refused("SHDFLG", "damage by shear"));

/// The range that curves have in common: up to compaction, or up to the longest.
template <class Law>
CurveRange range_of_strengths(const Law& law) {
  return {0, std::is_same_v<Law, Honeycomb> ? 1 - law.compact_volume : 0};
}

/// The curves by their rule of what stands for what.
template <class Law>
void resolve_strengths(Deck& deck, const Card& card, Id material) {
  Material& own = deck.materials[deck.materials.find(material)];
  const auto* law = own.law.template as<Law>();
  if (!law) return;
  own.curve_range = range_of_strengths(*law);
  const char* const of[] = {"LCA", "LCB", "LCC", "LCAB", "LCBC", "LCCA"};
  for (int k = 0; k < 6; ++k) {
    const char* field = of[k];
    if (k >= 3 && card.id(field) == 0) field = "LCS";
    if (card.id(field) == 0) field = "LCA";
    const Index found = deck.find(deck.curves, card, field);
    if (found == none) return;
    const Curve& curve = deck.curves[found];
    if (curve.x.empty()) return;  // it has its error already
    if (curve.x.size() < 2 || curve.x.back() <= 0 || curve.evaluate(0) <= 0 || curve.y.back() <= 0)
      return card.error(field, "curve {} has no positive stresses over volumetric strains from 0 on", curve.id);
    own.curves.push_back(curve);
  }
}

/// The strains of ELFORM 0, for which the one-point solid stands, are engineering ones.
void resolve_strains(Deck& deck, Id material) {
  const Index index = deck.materials.find(material);
  auto* law = deck.model.materials[index].law.as<ModifiedHoneycomb>();
  for (const Part& part : deck.model.parts)
    if (law && part.material == index && part.section != none && deck.model.sections[part.section].element_form == 0)
      law->engineering = 1;
}

template <class Law>
Card read_honeycomb(Cards& cards, Deck& deck, Material& material) {
  constexpr bool is_modified = std::is_same_v<Law, ModifiedHoneycomb>;
  const Card card = cards.next(card_1);
  const Card curves = is_modified ? cards.next(modified_card_2) : cards.next(card_2);
  const Card moduli = cards.next(card_3);
  const Card a = cards.next(card_4), d = cards.next(card_5);
  start_elastic(card, material);
  const auto law = filled<Law>(card, moduli, d);
  expect_positive(moduli, {"EAAU", "EBBU", "ECCU", "GABU", "GBCU", "GCAU"}, "a positive modulus [force/area]");
  if (!(law.yield > 0)) card.error("SIGY", "found {}, expected a positive yield stress", law.yield);
  if (!(law.compact_volume > 0 && law.compact_volume < 1))
    card.error("VF", "found {}, expected a relative volume between 0 and 1", law.compact_volume);
  expect_not_negative(d, {"TSEF", "SSEF"});
  material.law = law;
  read_solid_axes(deck, moduli, a, d, material);
  expect_section_kind(deck, card, SectionKind::solid);
  if (curves.id("LCA") == 0)
    curves.error("LCA", "found none, expected a curve of strength over volumetric strain");
  else
    deck.later(Phase::definitions, [&deck, curves, id = material.id] { resolve_strengths<Law>(deck, curves, id); });
  if (is_modified) deck.later(Phase::frames, [&deck, id = material.id] { resolve_strains(deck, id); });
  return card;
}

void add_to(Registry& registry) {
  add_material(registry, "MAT_HONEYCOMB", "MAT_026", numbered(card_1, card_2, card_3, card_4, card_5),
               read_honeycomb<Honeycomb>);
  add_material(registry, "MAT_MODIFIED_HONEYCOMB", "MAT_126",
               numbered(card_1, modified_card_2, card_3, card_4, card_5), read_honeycomb<ModifiedHoneycomb>);
}

}  // namespace crumple::deck::honeycomb_keywords
