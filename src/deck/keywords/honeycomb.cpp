// *MAT_026 HONEYCOMB, of solids.
#include <fmt/format.h>

#include "deck/keywords/keywords.hpp"
#include "deck/orthotropic.hpp"

namespace crumple::deck {
namespace {

constexpr Field card_1[] = {id(IdOf::material, "MID", "number of the material"),
                            real("RO", "density", "mass/volume"),
                            real("E", "Young's modulus of the compacted material", "force/area"),
                            real("PR", "Poisson's ratio of the compacted material", "1"),
                            real("SIGY", "yield stress of the compacted material", "force/area"),
                            real("VF", "relative volume at full compaction", "1"),
                            warned("MU", "there is no viscosity before full compaction", 0.05),
                            real("BULK", "0: no bulk viscosity; otherwise that of all solids")};
constexpr Field card_2[] = {
    id(IdOf::curve, "LCA", "curve of the strength aa over volumetric strain 1 - V (not over V)"),
    id(IdOf::curve, "LCB", "the same for bb; 0: LCA"),
    id(IdOf::curve, "LCC", "the same for cc; 0: LCA"),
    id(IdOf::curve, "LCS", "the same for shear; 0: LCA"),
    id(IdOf::curve, "LCAB", "the same for ab; 0: LCS"),
    id(IdOf::curve, "LCBC", "the same for bc; 0: LCS"),
    id(IdOf::curve, "LCCA", "the same for ca; 0: LCS"),
    refused("LCSR", "strengths that depend on the strain rate")};
constexpr Field card_3[] = {real("EAAU", "Young's modulus along a before crushing", "force/area"),
                            real("EBBU", "along b", "force/area"),
                            real("ECCU", "along c", "force/area"),
                            real("GABU", "shear modulus ab before crushing", "force/area"),
                            real("GBCU", "of bc", "force/area"),
                            real("GCAU", "of ca", "force/area"),
                            real("AOPT",
                                 "axes: 0: a along nodes 1 and 2, b in the plane of node 4; 2: a along A, b in the "
                                 "plane of D; < 0: those of *DEFINE_COORDINATE_...; others are errors"),
                            refused("MACF", "interchanged axes", 1, {0, 0})};
constexpr Field card_4[] = {no_effect("XP", "only for AOPT = 1 and 4"),
                            no_effect("YP", "only for AOPT = 1 and 4"),
                            no_effect("ZP", "only for AOPT = 1 and 4"),
                            real("A1", "axis a, with AOPT = 2"),
                            real("A2", "axis a"),
                            real("A3", "axis a")};
constexpr Field card_5[] = {real("D1", "with AOPT = 2"),
                            real("D2", "with AOPT = 2"),
                            real("D3", "with AOPT = 2"),
                            real("TSEF", "normal strain at failure; 0: none", "1"),
                            real("SSEF", "shear strain (engineering) at failure; 0: none", "1"),
                            refused("VREF", "a reference geometry"),
                            refused("TREF", "a reference geometry"),
                            refused("SHDFLG", "damage by shear")};

/// The curves by their rule of what stands for what.
void resolve_strengths(Deck& deck, const Card& card, Id material) {
  auto* law = std::get_if<MaterialHoneycomb>(&deck.materials[deck.materials.find(material)].law);
  if (!law) return;
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
      return card.error(field,
                        fmt::format("curve {} has no positive stresses over volumetric strains from 0 on", curve.id));
    law->strength.push_back(curve);
  }
}

void read_honeycomb(Cards& cards, const Options& options, Deck& deck) {
  while (cards.more()) {
    std::string title = take_title(cards, options);
    const Card card = cards.next(card_1), curves = cards.next(card_2), moduli = cards.next(card_3);
    const Card a = cards.next(card_4), d = cards.next(card_5);
    Material material = start_material(card, std::move(title));
    read_elastic_constants(card, material);
    MaterialHoneycomb law;
    const char* const names[] = {"EAAU", "EBBU", "ECCU", "GABU", "GBCU", "GCAU"};
    for (std::size_t k = 0; k < 6; ++k) {
      double& modulus = k < 3 ? law.young[k] : law.shear[k - 3];
      modulus = moduli.real(names[k]);
      if (!(modulus > 0))
        moduli.error(names[k], fmt::format("found {}, expected a positive modulus [force/area]", modulus));
    }
    law.yield = card.real("SIGY");
    if (!(law.yield > 0)) card.error("SIGY", fmt::format("found {}, expected a positive yield stress", law.yield));
    law.compact_volume = card.real("VF");
    if (!(law.compact_volume > 0 && law.compact_volume < 1))
      card.error("VF", fmt::format("found {}, expected a relative volume between 0 and 1", law.compact_volume));
    law.bulk_viscosity = card.real("BULK") != 0;
    law.tensile_failure = d.real("TSEF");
    law.shear_failure = d.real("SSEF");
    expect_not_negative(d, {"TSEF", "SSEF"});
    material.law = std::move(law);
    read_solid_axes(deck, moduli, a, d, material);
    deck.materials.add(material.id, material, card.where(), card.keyword());
    expect_section_kind(deck, card, SectionKind::solid, "");
    if (curves.id("LCA") == 0)
      curves.error("LCA", "found none, expected a curve of strength over volumetric strain");
    else
      deck.later(Phase::definitions, [&deck, curves, id = material.id] { resolve_strengths(deck, curves, id); });
  }
}

}  // namespace

void register_honeycomb(Registry& registry) {
  registry.add("MAT_HONEYCOMB", {"TITLE"},
               {{"_TITLE", title_card}, {"1", card_1}, {"2", card_2}, {"3", card_3}, {"4", card_4}, {"5", card_5}},
               read_honeycomb);
  registry.alias("MAT_026", "MAT_HONEYCOMB");
}

}  // namespace crumple::deck
