// *MAT_156 MUSCLE, of trusses.
#include <algorithm>

#include "deck/keywords/keywords.hpp"
#include "model/muscle.hpp"

namespace crumple::deck::muscles_keywords {

constexpr auto card_1 = card_of(
    id(IdOf::material, "MID", "number of the material"),
    real("RO", "density at the stretch 1: the mass is RO / SNO times the initial volume", "mass/volume"),
    real("SNO", "stretch at t = 0, the length over the original one", "1", 1),
    real("SRM", "maximum strain rate", "1/time"),
    real("PIS", "peak isometric stress", "force/area"),
    real("SSM", "strain at which the passive stress is PIS, with SSP = 0", "1"),
    real("CER", "exponential rise of the passive stress, with SSP = 0; 0: it is linear", "1"),
    real("DMP", "damping: stress over the rate of the stretch", "force time/area"));
constexpr auto card_2 = card_of(
    real("ALM", "activation; < 0: curve of it over time", "1"),
    real("SFR", "< 0: curve of a factor on SRM over the stretch; else 1"),
    real("SVS", "< 0: curve of the active stress over PIS over the stretch; else 1"),
    real("SVR", "< 0: curve of a factor on it over the rate of the stretch over SRM; else 1"),
    real("SSP",
         "< 0: curve of the passive stress over PIS over the stretch; 0: by SSM and CER; > 0: no passive stress"));

/// The curve that a negative value names; without points for others or after an error.
Curve curve_of(Deck& deck, const Card& card, std::string_view field) {
  if (!(card.real(field) < 0)) return {};
  const Index found = deck.find(deck.curves, card, field, card.shifted(Id(-card.real(field)), IdOf::curve));
  return found == none ? Curve{} : deck.curves[found];
}

void expect_positive_ordinates(const Card& card, std::string_view field, const Curve& curve) {
  if (!curve.y.empty() && !(*std::ranges::min_element(curve.y) > 0))
    card.error(field, "curve {} has values of 0 or less, expected positive ones", curve.id);
}

/// Curves, and with them the bounds of the stress, which stand for Young's modulus in estimates.
void resolve(Deck& deck, const Card& first, const Card& second) {
  auto* law = law_of<MaterialMuscle>(deck, first);
  if (!law) return;
  law->activation_curve = curve_of(deck, second, "ALM");
  law->rate_scale = curve_of(deck, second, "SFR");
  law->active = curve_of(deck, second, "SVS");
  law->active_rate = curve_of(deck, second, "SVR");
  law->passive = curve_of(deck, second, "SSP");
  expect_positive_ordinates(second, "SFR", law->rate_scale);
  const MuscleBounds bounds = muscle_bounds(*law, law->first_stretch);
  deck.materials[deck.materials.find(first.id("MID"))].young = std::max(bounds.modulus, bounds.stress);
}

Card read_muscle(Cards& cards, Deck& deck, Material& material) {
  const Card first = cards.next(card_1), second = cards.next(card_2);
  start_material(first, material);
  expect_positive(first, {"SNO", "SRM", "PIS"});
  expect_not_negative(first, {"SSM", "DMP"});
  if (second.real("SSP") == 0) expect_positive(first, {"SSM"}, "a positive strain, which SSP = 0 needs");
  MaterialMuscle law;
  law.first_stretch = first.real("SNO");
  law.largest_rate = first.real("SRM");
  law.peak_stress = first.real("PIS");
  law.passive_strain = first.real("SSM");
  law.passive_rise = first.real("CER");
  law.damping = first.real("DMP");
  law.activation = std::max(second.real("ALM"), 0.0);
  law.has_passive_curve = second.real("SSP") != 0;
  if (law.first_stretch > 0) material.density /= law.first_stretch;
  material.law = law;
  expect_section_kind(deck, first, SectionKind::beam, " of ELFORM 3 (trusses)");
  deck.later(Phase::definitions, [&deck, first, second] { resolve(deck, first, second); });
  return first;
}

void add_to(Registry& registry) {
  add_material(registry, "MAT_MUSCLE", "MAT_156", numbered(card_1, card_2), read_muscle,
               "The area of the truss is constant. A stretch beyond a curve has the value of its end.");
}

}  // namespace crumple::deck::muscles_keywords
