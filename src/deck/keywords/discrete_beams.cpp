// *MAT_066, 067, 068, 071, 074, 094, 119 and 121: the laws of discrete beams and cables (*SECTION_BEAM ELFORM 6).
#include <cmath>

#include "deck/keywords/keywords.hpp"
#include "model/springs.hpp"

namespace crumple::deck::discrete_beams_keywords {

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

constexpr Field inelastic_spring_card_2[] = {
    id(IdOf::curve, "FLCID", "curve of yield force over plastic change in length, from 0 on, of both directions"),
    id(IdOf::curve, "HLCID", "curve of force over the rate of the change in length; 0: none"),
    refused("C1", "a rate effect on the yield force"), refused("C2", "a rate effect on the yield force"),
    no_effect("DLE", "only with C1 and C2, which are errors"),
    id(IdOf::curve, "GLCID", "curve of a factor on HLCID over the change in length; 0: none")};

constexpr auto unloading_help =
    "unloading: 0, along the loading curve; 1, along the unloading curve, shifted to where it begins; 2, with the "
    "stiffness to the unloading curve; 3, along a parabola to the permanent displacement; others are errors";
constexpr auto general_start =
    card_of(id(IdOf::material, "MID", "number of the material"),
            real("RO", "density, multiplied by VOL of *SECTION_BEAM", "mass/volume"),
            real("KT", "stiffness of unloading, with 2; 0: the steepest slope of the loading curve", "force/length"));
constexpr auto general_end =
    card_of(real("OFFSET", "with 3, permanent displacement over the largest one", "1"),
            warned("DAMPF", "there is no damping for stability"));
constexpr auto general_card_1 = card_of(
    general_start, real("KR", "the same of moments", "force length/rad"), integer("IUNLD", unloading_help), general_end,
    integer("IFLAG", "0: of displacements; 1: of displacements over the beam's length; others are errors"));
constexpr Field loading_card[] = {
    id(IdOf::curve, "LCIDTR", "curve of force along r over displacement, of both signs; 0: none"),
    id(IdOf::curve, "LCIDTS", "along s; 0: none"),
    id(IdOf::curve, "LCIDTT", "along t; 0: none"),
    id(IdOf::curve, "LCIDRR", "curve of moment about r over rotation; 0: none"),
    id(IdOf::curve, "LCIDRS", "about s; 0: none"),
    id(IdOf::curve, "LCIDRT", about_both_sides)};
constexpr Field unloading_card[] = {id(IdOf::curve, "LCIDTUR", "curve of unloading along r; 0: that of loading"),
                                    id(IdOf::curve, "LCIDTUS", "along s; 0: that of loading"),
                                    id(IdOf::curve, "LCIDTUT", "along t; 0: that of loading"),
                                    id(IdOf::curve, "LCIDRUR", "about r; 0: that of loading"),
                                    id(IdOf::curve, "LCIDRUS", "about s; 0: that of loading"),
                                    id(IdOf::curve, "LCIDRUT", "about t; 0: that of loading")};
constexpr Field scale_card[] = {
    id(IdOf::curve, "LCIDTER", "curve of a factor on the damping along r over displacement; 0: none"),
    id(IdOf::curve, "LCIDTES", "along s; 0: none"),
    id(IdOf::curve, "LCIDTET", "along t; 0: none"),
    id(IdOf::curve, "LCIDRER", "about r, over rotation; 0: none"),
    id(IdOf::curve, "LCIDRES", "about s; 0: none"),
    id(IdOf::curve, "LCIDRET", "about t; 0: none")};
constexpr Field tension_limit_card[] = {real("UTFAILR", "displacement along r > 0 at failure; 0: none", "length"),
                                        real("UTFAILS", "along s", "length"),
                                        real("UTFAILT", "along t", "length"),
                                        real("WTFAILR", "rotation about r > 0 at failure; 0: none", "rad"),
                                        real("WTFAILS", "about s", "rad"),
                                        real("WTFAILT", "about t", "rad"),
                                        integer("FCRIT",
                                                "0: displacements of either sign have a criterion of their own, the "
                                                "sum of squares over those at failure; 1: all have one")};
constexpr Field compression_limit_card[] = {
    real("UCFAILR", "size of the displacement along r < 0 at failure; 0: none", "length"),
    real("UCFAILS", "along s", "length"),
    real("UCFAILT", "along t", "length"),
    real("WCFAILR", "size of the rotation about r < 0 at failure; 0: none", "rad"),
    real("WCFAILS", "about s", "rad"),
    real("WCFAILT", "about t", "rad")};
constexpr Field first_displacement_card[] = {real("IUR", "displacement along r at t = 0", "length"),
                                             real("IUS", "along s", "length"),
                                             real("IUT", "along t", "length"),
                                             real("IWR", "rotation about r at t = 0", "rad"),
                                             real("IWS", "about s", "rad"),
                                             real("IWT", "about t", "rad")};
constexpr auto single_card_1 = card_of(general_start, integer("IUNLD", unloading_help), general_end);
constexpr Field single_card_2[] = {
    id(IdOf::curve, "LCIDT", "curve of force along r over displacement, of both signs"),
    id(IdOf::curve, "LCIDTU", "curve of unloading; 0: that of loading"),
    id(IdOf::curve, "LCIDTD", "curve of force over velocity; 0: none"),
    id(IdOf::curve, "LCIDTE", "curve of a factor on the damping over displacement; 0: none")};
constexpr Field single_card_3[] = {real("UTFAIL", "displacement > 0 at failure; 0: none", "length"),
                                   real("UCFAIL", "size of the displacement < 0 at failure; 0: none", "length"),
                                   real("IU", "displacement at t = 0", "length")};

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

/// The first card of a law that has its own way to unload.
MaterialGeneralDiscreteBeam read_unloading(const Card& card) {
  MaterialGeneralDiscreteBeam law;
  law.unloading = Unloading(choice(card, "IUNLD", 0, 3));
  law.translational = card.real("KT");
  law.offset = card.real("OFFSET");
  expect_not_negative(card, {"KT", "OFFSET"});
  if (law.offset >= 1) card.error("OFFSET", "found {}, expected less than 1", law.offset);
  return law;
}

/// Curves of a component; an unloading curve that is shifted is steeper than the loading curve.
void take_curves(MaterialGeneralDiscreteBeam& law, std::size_t i, const std::array<Curve, 4>& curves) {
  law.force[i] = curves[0];
  law.unload[i] = curves[1];
  law.damping[i] = curves[2];
  law.damping_scale[i] = curves[3];
  double& stiffness = i < 3 ? law.translational : law.rotational;
  if (stiffness == 0 && law.unloading == Unloading::stiff && !curves[0].x.empty())
    stiffness = steepest_slope(curves[0]);
}

/// An unloading curve rises and begins at the origin or on the negative side.
Curve unloading_curve(Deck& deck, const Card& card, std::string_view field) {
  Curve curve = two_sided_curve(deck, card, field);
  for (std::size_t k = 1; k < curve.y.size(); ++k)
    if (!(curve.y[k] > curve.y[k - 1])) {
      card.error(field, "curve {} does not rise everywhere", curve.id);
      return {};
    }
  return curve;
}

Card read_general(Cards& cards, Deck& deck, Material& material) {
  const Card card = cards.next(general_card_1), loading = cards.next(loading_card);
  const Card unloading = cards.next(unloading_card), damping = cards.next(nonlinear_card_2);
  const Card scale = cards.next(scale_card), tension = cards.next(tension_limit_card);
  MaterialGeneralDiscreteBeam law = read_unloading(card);
  law.rotational = card.real("KR");
  expect_not_negative(card, {"KR"});
  law.of_strain = choice(card, "IFLAG", 0, 1) == 1;
  law.tension_limit = six_not_negative(tension);
  law.one_criterion = choice(tension, "FCRIT", 0, 1) == 1;
  law.compression_limit = six_not_negative(cards.next(compression_limit_card));
  law.first_displacement = six(cards.next(first_displacement_card));
  set_law(deck, card, material, law);
  deck.later(Phase::definitions, [&deck, card, loading, unloading, damping, scale] {
    auto* own = law_of<MaterialGeneralDiscreteBeam>(deck, card);
    if (!own) return;
    for (std::size_t i = 0; i < 6; ++i)
      take_curves(
          *own, i,
          {two_sided_curve(deck, loading, loading.field(i)), unloading_curve(deck, unloading, unloading.field(i)),
           two_sided_curve(deck, damping, damping.field(i)), curve_of(deck, scale, scale.field(i))});
  });
  return card;
}

Card read_single(Cards& cards, Deck& deck, Material& material) {
  const Card card = cards.next(single_card_1), curves = cards.next(single_card_2), limits = cards.next(single_card_3);
  MaterialGeneralDiscreteBeam law = read_unloading(card);
  expect_not_negative(limits, {"UTFAIL", "UCFAIL"});
  law.tension_limit[0] = limits.real("UTFAIL");
  law.compression_limit[0] = limits.real("UCFAIL");
  law.first_displacement[0] = limits.real("IU");
  set_law(deck, card, material, law);
  deck.later(Phase::definitions, [&deck, card, curves] {
    if (auto* own = law_of<MaterialGeneralDiscreteBeam>(deck, card))
      take_curves(*own, 0,
                  {two_sided_curve(deck, curves, "LCIDT"), unloading_curve(deck, curves, "LCIDTU"),
                   two_sided_curve(deck, curves, "LCIDTD"), curve_of(deck, curves, "LCIDTE")});
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

MaterialElasticSpringBeam start_spring(const Card& card) {
  expect_not_negative(card, {"K", "D", "CDF", "TDF"});
  MaterialElasticSpringBeam law;
  law.stiffness = card.real("K");
  law.preload = card.real("F0");
  law.damping = card.real("D");
  law.compression_at_failure = card.real("CDF");
  law.tension_at_failure = card.real("TDF");
  return law;
}

Card read_inelastic_spring(Cards& cards, Deck& deck, Material& material) {
  const Card card = cards.next(spring_card_1), second = cards.next(inelastic_spring_card_2);
  set_law(deck, card, material, start_spring(card));
  expect_positive(card, {"K"}, "a stiffness");
  deck.later(Phase::definitions, [&deck, card, second] {
    auto* own = law_of<MaterialElasticSpringBeam>(deck, card);
    if (!own) return;
    own->yield = curve_of(deck, second, "FLCID");
    check_yield(second, "FLCID", own->yield, own->stiffness);
    own->damping_force = two_sided_curve(deck, second, "HLCID");
    own->damping_scale = curve_of(deck, second, "GLCID");
  });
  return card;
}

Card read_spring(Cards& cards, Deck& deck, Material& material) {
  const Card card = cards.next(spring_card_1), second = cards.next(spring_card_2);
  expect_positive(second, {"DLE"}, "a positive rate");
  MaterialElasticSpringBeam law = start_spring(card);
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

void add_to(Registry& registry) {
  add_material(registry, "MAT_LINEAR_ELASTIC_DISCRETE_BEAM", "MAT_066",
               numbered(linear_card_1, damping_card, preload_card), read_linear);
  add_material(registry, "MAT_NONLINEAR_ELASTIC_DISCRETE_BEAM", "MAT_067",
               numbered(nonlinear_card_1, nonlinear_card_2, preload_card, force_limit_card, displacement_limit_card),
               read_nonlinear);
  add_material(
      registry, "MAT_NONLINEAR_PLASTIC_DISCRETE_BEAM", "MAT_068",
      numbered(linear_card_1, damping_card, yield_card, force_limit_card, displacement_limit_card, preload_card),
      read_plastic);
  add_material(registry, "MAT_GENERAL_NONLINEAR_6DOF_DISCRETE_BEAM", "MAT_119",
               numbered(general_card_1, loading_card, unloading_card, nonlinear_card_2, scale_card, tension_limit_card,
                        compression_limit_card, first_displacement_card),
               read_general);
  add_material(registry, "MAT_GENERAL_NONLINEAR_1DOF_DISCRETE_BEAM", "MAT_121",
               numbered(single_card_1, single_card_2, single_card_3), read_single);
  add_material(registry, "MAT_CABLE_DISCRETE_BEAM", "MAT_071", {{"1", cable_card_1}, {"2, IREAD = 1", cable_card_2}},
               read_cable);
  add_material(registry, "MAT_ELASTIC_SPRING_DISCRETE_BEAM", "MAT_074", numbered(spring_card_1, spring_card_2),
               read_spring);
  add_material(registry, "MAT_INELASTIC_SPRING_DISCRETE_BEAM", "MAT_094",
               numbered(spring_card_1, inelastic_spring_card_2), read_inelastic_spring);
}

}  // namespace crumple::deck::discrete_beams_keywords
