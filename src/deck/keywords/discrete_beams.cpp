// *MAT_066, 067, 068, 071 and 074: the laws of discrete beams and cables (*SECTION_BEAM ELFORM 6).
#include <cmath>

#include "deck/keywords/keywords.hpp"
#include "model/springs.hpp"

namespace crumple::deck {
namespace {

constexpr auto about_both_sides =
    "a curve that begins at (0, 0) is used in both directions; curves are extrapolated beyond their ends";
constexpr Field linear_card_1[] = {id(IdOf::material, "MID", "number of the material"),
                                   real("RO", "density, multiplied by VOL of *SECTION_BEAM", "mass/volume"),
                                   real("TKR", "stiffness along r", "force/length"),
                                   real("TKS", "along s", "force/length"),
                                   real("TKT", "along t", "force/length"),
                                   real("RKR", "stiffness about r", "force length/rad"),
                                   real("RKS", "about s", "force length/rad"),
                                   real("RKT", "about t", "force length/rad")};
constexpr Field damping_card[] = {
    real("TDR", "damping along r", "force time/length"), real("TDS", "along s", "force time/length"),
    real("TDT", "along t", "force time/length"),         real("RDR", "damping about r", "force length time"),
    real("RDS", "about s", "force length time"),         real("RDT", "about t", "force length time")};
constexpr Field preload_card[] = {real("FOR", "preload along r, tension positive", "force"),
                                  real("FOS", "along s", "force"),
                                  real("FOT", "along t", "force"),
                                  real("MOR", "preload about r", "force length"),
                                  real("MOS", "about s", "force length"),
                                  real("MOT", "about t", "force length")};
constexpr Field nonlinear_card_1[] = {id(IdOf::material, "MID", "number of the material"),
                                      real("RO", "density, multiplied by VOL of *SECTION_BEAM", "mass/volume"),
                                      id(IdOf::curve, "LCIDTR", "curve of force along r over displacement; 0: none"),
                                      id(IdOf::curve, "LCIDTS", "along s; 0: none"),
                                      id(IdOf::curve, "LCIDTT", "along t; 0: none"),
                                      id(IdOf::curve, "LCIDRR", "curve of moment about r over rotation; 0: none"),
                                      id(IdOf::curve, "LCIDRS", "about s; 0: none"),
                                      id(IdOf::curve, "LCIDRT", about_both_sides)};
constexpr Field nonlinear_card_2[] = {id(IdOf::curve, "LCIDTDR", "curve of force along r over velocity; 0: none"),
                                      id(IdOf::curve, "LCIDTDS", "along s; 0: none"),
                                      id(IdOf::curve, "LCIDTDT", "along t; 0: none"),
                                      id(IdOf::curve, "LCIDRDR", "curve of moment about r over rotation rate; 0: none"),
                                      id(IdOf::curve, "LCIDRDS", "about s; 0: none"),
                                      id(IdOf::curve, "LCIDRDT", about_both_sides)};
constexpr Field force_limit_card[] = {real("FFAILR", "force along r at failure; 0: none", "force"),
                                      real("FFAILS", "along s", "force"),
                                      real("FFAILT", "along t", "force"),
                                      real("MFAILR", "moment about r at failure; 0: none", "force length"),
                                      real("MFAILS", "about s", "force length"),
                                      real("MFAILT", "about t", "force length")};
constexpr Field displacement_limit_card[] = {real("UFAILR", "displacement along r at failure; 0: none", "length"),
                                             real("UFAILS", "along s", "length"),
                                             real("UFAILT", "along t", "length"),
                                             real("TFAILR", "rotation about r at failure; 0: none", "rad"),
                                             real("TFAILS", "about s", "rad"),
                                             real("TFAILT", "about t", "rad")};
constexpr Field yield_card[] = {
    id(IdOf::curve, "LCPDR", "curve of yield force along r over plastic displacement, starting at 0; 0: elastic"),
    id(IdOf::curve, "LCPDS", "along s; 0: elastic"),
    id(IdOf::curve, "LCPDT", "along t; 0: elastic"),
    id(IdOf::curve, "LCPMR", "curve of yield moment about r over plastic rotation; 0: elastic"),
    id(IdOf::curve, "LCPMS", "about s; 0: elastic"),
    id(IdOf::curve, "LCPMT", "about t; 0: elastic")};
constexpr auto cable_card_1 =
    card_of(material_start, real("E", "Young's modulus; < 0: stiffness [force/length]", "force/area"),
            id(IdOf::curve, "LCID", "curve of stress over engineering strain, instead of E; 0: none"),
            real("F0", "initial tensile force", "force"),
            real("TMAXF0", "time until which the tensile force stays F0 for any length", "time"),
            real("TRAMP", "ramp time of F0; 0: immediate", "time"), integer("IREAD", "1: a second card follows"));
constexpr Field cable_card_2[] = {no_effect("OUTPUT", "output"), real("TSTART", "start time of the ramp of F0", "time"),
                                  refused("FRACL0", "a target length instead of a tensile force"),
                                  real("MXEPS", "strain at failure", "1", 1e20),
                                  real("MXFRC", "force at failure", "force", 1e20)};
constexpr Field spring_card_1[] = {
    id(IdOf::material, "MID", "number of the material"),
    real("RO", "density, multiplied by VOL of *SECTION_BEAM", "mass/volume"),
    real("K", "stiffness; with FLCID, a factor of its forces", "force/length, or 1"),
    real("F0", "initial force, tension positive", "force"),
    real("D", "damping", "force time/length"),
    real("CDF", "compressive displacement at failure, positive, not for zero-length springs; 0: none", "length"),
    real("TDF", "tensile displacement at failure; 0: none", "length")};
constexpr Field spring_card_2[] = {
    id(IdOf::curve, "FLCID", "curve of force over the change in length; 0: none"),
    id(IdOf::curve, "HLCID", "curve of force over the rate of the change in length; 0: none"),
    real("C1", "linear factor of the rate effect on FLCID", "time/length"),
    real("C2", "logarithmic factor of the rate effect on FLCID, with the rate divided by DLE", "1"),
    real("DLE", "reference rate", "length/time", 1.0),
    id(IdOf::curve, "GLCID", "curve of a factor on HLCID over the change in length; 0: none")};

SixNumbers six(const Card& card, std::size_t first = 0) {
  SixNumbers numbers{};
  for (std::size_t i = 0; i < 6; ++i) numbers[i] = card.real(first + i);
  return numbers;
}

SixNumbers six_not_negative(const Card& card, std::size_t first = 0) {
  for (std::size_t i = first; i < first + 6; ++i) expect_not_negative(card, {card.field(i)});
  return six(card, first);
}

DiscreteBeamFailure read_failure(Cards& cards) {
  const SixNumbers force = six_not_negative(cards.next(force_limit_card));
  return {force, six_not_negative(cards.next(displacement_limit_card))};
}

/// The curve of a field, of two points at least; without points for 0 or after an error.
Curve curve_of(Deck& deck, const Card& card, std::string_view field) {
  const Index found = deck.find_optional(deck.curves, card, field);
  if (found == none) return {};
  const Curve& curve = deck.curves[found];
  if (curve.x.size() > 1) return curve;
  card.error(field, "curve {} has one point, expected two or more", curve.id);
  return {};
}

/// One that holds for both directions begins at the origin.
Curve two_sided_curve(Deck& deck, const Card& card, std::string_view field) {
  Curve curve = curve_of(deck, card, field);
  if (!curve.x.empty() && curve.x.front() >= 0 && (curve.x.front() > 0 || curve.y.front() != 0)) {
    card.error(field, "curve {} begins at {}, {}, expected 0, 0 or a point on the negative side", curve.id,
               curve.x.front(), curve.y.front());
    return {};
  }
  return curve;
}

void set_law(Deck& deck, const Card& card, Material& material, MaterialLaw law) {
  start_material(card, material);
  material.law = std::move(law);
  expect_section_kind(deck, card, SectionKind::beam, " of ELFORM 6");
}

Card read_linear(Cards& cards, Deck& deck, Material& material) {
  const Card card = cards.next(linear_card_1);
  MaterialLinearDiscreteBeam law;
  law.stiffness = six_not_negative(card, 2);
  law.damping = six_not_negative(cards.next(damping_card));
  law.preload = six(cards.next(preload_card));
  set_law(deck, card, material, law);
  return card;
}

Card read_nonlinear(Cards& cards, Deck& deck, Material& material) {
  const Card card = cards.next(nonlinear_card_1), damping = cards.next(nonlinear_card_2);
  MaterialNonlinearDiscreteBeam law;
  law.preload = six(cards.next(preload_card));
  law.failure = read_failure(cards);
  set_law(deck, card, material, law);
  deck.later(Phase::definitions, [&deck, card, damping] {
    auto* own = law_of<MaterialNonlinearDiscreteBeam>(deck, card);
    if (!own) return;
    for (std::size_t i = 0; i < 6; ++i) {
      own->force[i] = two_sided_curve(deck, card, card.field(2 + i));
      own->damping[i] = two_sided_curve(deck, damping, damping.field(i));
    }
  });
  return card;
}

/// From 0 on, positive, and not falling as steeply as the spring rises.
void check_yield(const Card& card, std::string_view field, const Curve& curve, double stiffness) {
  if (curve.x.empty()) return;
  if (curve.x.front() != 0) return card.error(field, "curve {} begins at {}, expected 0", curve.id, curve.x.front());
  if (!(stiffness > 0)) return card.error(field, "the component yields, but has no stiffness, expected a positive one");
  for (std::size_t i = 0; i < curve.x.size(); ++i) {
    if (!(curve.y[i] > 0))
      return card.error(field, "curve {} has the yield force {}, expected positive ones", curve.id, curve.y[i]);
    if (i > 0 && curve.y[i - 1] - curve.y[i] >= stiffness * (curve.x[i] - curve.x[i - 1]))
      return card.error(field, "curve {} falls faster than the stiffness {}", curve.id, stiffness);
  }
}

Card read_plastic(Cards& cards, Deck& deck, Material& material) {
  const Card card = cards.next(linear_card_1);
  MaterialPlasticDiscreteBeam law;
  law.stiffness = six_not_negative(card, 2);
  law.damping = six_not_negative(cards.next(damping_card));
  const Card yield = cards.next(yield_card);
  law.failure = read_failure(cards);
  law.preload = six(cards.next(preload_card));
  set_law(deck, card, material, law);
  deck.later(Phase::definitions, [&deck, card, yield] {
    auto* own = law_of<MaterialPlasticDiscreteBeam>(deck, card);
    if (!own) return;
    for (std::size_t i = 0; i < 6; ++i) {
      own->yield[i] = curve_of(deck, yield, yield.field(i));
      check_yield(yield, yield.field(i), own->yield[i], own->stiffness[i]);
    }
  });
  return card;
}

void read_second_cable_card(const Card& card, MaterialCable& law) {
  expect_not_negative(card, {"TSTART", "MXEPS", "MXFRC"});
  law.ramp_from = card.real("TSTART");
  law.failure_strain = card.real("MXEPS");
  law.failure_force = card.real("MXFRC");
}

/// E times an area needs one.
void check_area(Deck& deck, const Card& card) {
  if (card.real("E") < 0 && card.id("LCID") == 0) return;
  const Index own = deck.materials.find(card.id("MID"));
  for (const Part& part : deck.parts_in_use())
    if (part.material == own && part.section != none && !(deck.model.sections[part.section].beam.area > 0))
      card.error("E", "part {} has a section without CA, expected the area of the cable", part.id);
}

Card read_cable(Cards& cards, Deck& deck, Material& material) {
  const Card card = cards.next(cable_card_1);
  expect_not_negative(card, {"F0", "TMAXF0", "TRAMP"});
  const double young = card.real("E");
  MaterialCable law;
  if (card.id("LCID") == 0) (young < 0 ? law.stiffness : law.young) = std::abs(young);
  law.preload = card.real("F0");
  law.held_until = card.real("TMAXF0");
  law.ramp = card.real("TRAMP");
  if (card.integer("IREAD") == 1) read_second_cable_card(cards.next(cable_card_2), law);
  if (young == 0 && card.id("LCID") == 0 && law.preload == 0)
    card.error("E", "found 0, expected Young's modulus, a stiffness, a curve (LCID) or a tension (F0)");
  set_law(deck, card, material, law);
  deck.later(Phase::definitions, [&deck, card] {
    if (auto* own = law_of<MaterialCable>(deck, card)) own->stress = two_sided_curve(deck, card, "LCID");
  });
  deck.later(Phase::bodies, [&deck, card] { check_area(deck, card); });
  return card;
}

Card read_spring(Cards& cards, Deck& deck, Material& material) {
  const Card card = cards.next(spring_card_1), second = cards.next(spring_card_2);
  expect_not_negative(card, {"K", "D", "CDF", "TDF"});
  expect_positive(second, {"DLE"}, "a positive rate");
  MaterialElasticSpringBeam law;
  law.stiffness = card.real("K");
  law.preload = card.real("F0");
  law.damping = card.real("D");
  law.compression_at_failure = card.real("CDF");
  law.tension_at_failure = card.real("TDF");
  law.c1 = second.real("C1");
  law.c2 = second.real("C2");
  law.reference_rate = second.real("DLE");
  if (law.stiffness == 0 && second.id("FLCID") != 0)
    card.error("K", "found 0, expected a factor of the forces of FLCID");
  set_law(deck, card, material, law);
  deck.later(Phase::definitions, [&deck, card, second] {
    auto* own = law_of<MaterialElasticSpringBeam>(deck, card);
    if (!own) return;
    own->force = two_sided_curve(deck, second, "FLCID");
    own->damping_force = two_sided_curve(deck, second, "HLCID");
    own->damping_scale = curve_of(deck, second, "GLCID");
  });
  return card;
}

}  // namespace

void register_discrete_beams(Registry& registry) {
  add_material(registry, "MAT_LINEAR_ELASTIC_DISCRETE_BEAM", "MAT_066",
               numbered(linear_card_1, damping_card, preload_card), read_linear);
  add_material(registry, "MAT_NONLINEAR_ELASTIC_DISCRETE_BEAM", "MAT_067",
               numbered(nonlinear_card_1, nonlinear_card_2, preload_card, force_limit_card, displacement_limit_card),
               read_nonlinear);
  add_material(
      registry, "MAT_NONLINEAR_PLASTIC_DISCRETE_BEAM", "MAT_068",
      numbered(linear_card_1, damping_card, yield_card, force_limit_card, displacement_limit_card, preload_card),
      read_plastic);
  add_material(registry, "MAT_CABLE_DISCRETE_BEAM", "MAT_071", {{"1", cable_card_1}, {"2, IREAD = 1", cable_card_2}},
               read_cable);
  add_material(registry, "MAT_ELASTIC_SPRING_DISCRETE_BEAM", "MAT_074", numbered(spring_card_1, spring_card_2),
               read_spring);
}

}  // namespace crumple::deck
