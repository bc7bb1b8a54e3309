// *MAT_163 MODIFIED_CRUSHABLE_FOAM.
#include "deck/keywords/keywords.hpp"
#include "kernels/materials/material_163_modified_crushable_foam.hpp"

namespace crumple::deck::modified_crushable_foam_keywords {

using kernels::ModifiedCrushableFoam;

constexpr auto card_1 = card_of(
    elastic_start,
    id(IdOf::curve, "TID", "curve of yield stress over volumetric strain, or table of such curves over its rate"),
    fills(&ModifiedCrushableFoam::tension_cutoff, real("TSC", "tensile stress cutoff", "force/area")),
    warned("DAMP", "damping is provided by the bulk viscosity of solids", 0.1),
    fills(&ModifiedCrushableFoam::averaged_steps, real("NCYCLE", "steps over which the rate is averaged", "1", 12)));
constexpr Field card_2[] = {
    fills(&ModifiedCrushableFoam::rate_change,
          real("SRCLMT", "largest change of the averaged rate in a step", "1/time", 1e20)),
    fills(&ModifiedCrushableFoam::engineering_rate,
          integer("SRFLAG", "rates of the table: 0 true, 1 engineering", 0))};

/// Positive stresses, up to a positive strain.
bool crushes(const Card& card, const Curve& curve) {
  if (curve.x.empty()) return false;  // it has its error already
  if (curve.x.back() <= 0)
    card.error("TID", "curve {} ends at the volumetric strain {}, expected a positive one", curve.id, curve.x.back());
  for (std::size_t i = 0; i < curve.y.size(); ++i)
    if (curve.x[i] >= 0 && curve.y[i] <= 0) {
      card.error("TID", "curve {} has the stress {} at volumetric strain {}, expected a positive one", curve.id,
                 curve.y[i], curve.x[i]);
      return false;
    }
  return curve.x.back() > 0;
}

void resolve_table(Deck& deck, const Card& card) {
  Material& own = deck.materials[deck.materials.find(card.id("MID"))];
  if (!own.law.as<ModifiedCrushableFoam>()) return;
  const Index table = deck.curve_tables.find(card.id("TID"));
  if (table == none) {
    const Index found = deck.find(deck.curves, card, "TID");
    if (found != none && crushes(card, deck.curves[found])) own.curves = {deck.curves[found]};
    return;
  }
  const CurveTable& curves = deck.curve_tables[table];
  if (curves.values.empty()) return;  // it has its error already
  if (curves.values.front() < 0) return card.error("TID", "found rates below 0, expected none (no logarithms)");
  for (const Id id : curves.curves) {
    const Index found = deck.find(deck.curves, card, "TID", id);
    if (found == none || !crushes(card, deck.curves[found])) return own.curves.clear();
    own.curves.push_back(deck.curves[found]);
  }
  own.rates = curves.values;
}

Card read_modified_foam(Cards& cards, Deck& deck, Material& material) {
  const Card first = cards.next(card_1), second = cards.next(card_2);
  start_elastic(first, material);
  material.law = filled<ModifiedCrushableFoam>(first, second);
  expect_not_negative(first, {"TSC", "NCYCLE"});
  expect_positive(second, {"SRCLMT"}, "a limit > 0 [1/time]");
  choice(second, "SRFLAG", 0, 1);
  expect_section_kind(deck, first, SectionKind::solid);
  deck.later(Phase::definitions, [&deck, first] { resolve_table(deck, first); });
  return first;
}

void add_to(Registry& registry) {
  add_material(registry, "MAT_MODIFIED_CRUSHABLE_FOAM", "MAT_163", numbered(card_1, card_2), read_modified_foam,
               "For solids.");
}

}  // namespace crumple::deck::modified_crushable_foam_keywords
