// *ELEMENT_DISCRETE, *SECTION_DISCRETE, *DEFINE_SD_ORIENTATION, *MAT_S01 to S08: springs and dampers.
#include "model/springs.hpp"

#include <cmath>

#include "deck/keywords/keywords.hpp"

namespace crumple::deck::springs_keywords {

constexpr Field element_card[] = {
    wide(id(IdOf::element, "EID", "number of the spring or damper"), 8),
    wide(id(IdOf::part, "PID", "its part"), 8),
    wide(id(IdOf::node, "N1", "its first node"), 8),
    wide(id(IdOf::node, "N2", "its second node; 0: the ground, with VID"), 8),
    wide(id(IdOf::definition, "VID",
            "*DEFINE_SD_ORIENTATION of its direction; 0: along, or about, the line from N1 to N2"),
         8),
    wide(real("S", "scale of its force", "1", 1.0), 16),
    wide(integer("PF", "0: written to deforc; 1: not written"), 8),
    wide(real("OFFSET", "initial deflection or twist, tension positive", "length or rad"), 16)};
constexpr Field section_card_1[] = {
    id(IdOf::other, "SECID", "number of the section"),
    integer("DRO", "0: translational; 1: rotational; others are errors"),
    real("KD", "dynamic magnification: the force is multiplied by 1 + KD |rate| / V0", "1"),
    real("V0", "reference velocity of KD", "length/time or 1/time"),
    real("CL", "clearance: compression before it acts; it then acts in compression only", "length or rad"),
    real("FD", "deflection or twist at failure, < 0 in compression; 0: none", "length or rad")};
constexpr Field section_card_2[] = {refused("CDL", "a stop in compression, beyond which its nodes would move together"),
                                    refused("TDL", "a stop in tension, beyond which its nodes would move together")};
constexpr auto orientation_card =
    card_of(id(IdOf::definition, "VID", "number of the orientation"),
            integer("IOP", "0: along a given vector; 1 to 3, planes and nodes, are errors"),
            alike(real("XT", "the vector"), "YT", "ZT"),
            alike(no_effect("NID1", "used only with IOP 2 and 3, which are errors"), "NID2"));
constexpr Field elastic_card[] = {id(IdOf::material, "MID", "number of the material"),
                                  real("K", "stiffness", "force/length or force length/rad")};
constexpr Field viscous_card[] = {id(IdOf::material, "MID", "number of the material"),
                                  real("DC", "damping", "force time/length or force length time")};
constexpr Field nonlinear_card[] = {
    id(IdOf::material, "MID", "number of the material"),
    id(IdOf::curve, "LCD",
       "curve of force over deflection, in tension and compression, through the origin; extrapolated beyond its ends"),
    id(IdOf::curve, "LCR", "curve of a factor on the force over the rate of deflection; 0: none")};
constexpr Field elastoplastic_card[] = {
    id(IdOf::material, "MID", "number of the material"),
    real("K", "elastic stiffness", "force/length or force length/rad"),
    real("KT", "slope of the force over the deflection while it yields, less than K", "force/length"),
    real("FY", "yield force or moment", "force or force length")};
constexpr Field nonlinear_viscous_card[] = {
    id(IdOf::material, "MID", "number of the material"),
    id(IdOf::curve, "LCDR",
       "curve of force over the rate of deflection, of both signs, through the origin; extrapolated beyond its ends")};
constexpr Field general_card[] = {
    id(IdOf::material, "MID", "number of the material"),
    id(IdOf::curve, "LCDL",
       "curve of loading force over deflection, in tension and compression, through the origin; extrapolated"),
    id(IdOf::curve, "LCDU",
       "the same for unloading, at least as steep, shifted to where unloading begins; 0: LCDL, elastic"),
    refused("BETA", "kinematic and isotropic hardening"),
    real("TYI", "force in tension up to which it is elastic along LCDL", "force or force length"),
    real("CYI", "the same in compression, < 0", "force or force length")};
constexpr Field maxwell_card[] = {
    id(IdOf::material, "MID", "number of the material"),
    real("K0", "short-time stiffness", "force/length or force length/rad"),
    real("KI", "long-time stiffness", "force/length or force length/rad"),
    real("BETA", "decay of the stiffness from K0 to KI", "1/time"),
    real("TC", "time from which the force is FC", "time", 1e20),
    real("FC", "force or moment from TC on, tension positive", "force or force length"),
    integer("COPT", "0: the stiffness decays from each change of the deflection on; others are errors")};
constexpr Field inelastic_card[] = {
    id(IdOf::material, "MID", "number of the material"),
    id(IdOf::curve, "LCFD",
       "curve of loading force over deflection, both positive, from the origin; extrapolated beyond its end"),
    real("KU", "unloading stiffness; at least the steepest slope of the curve", "force/length"),
    integer("CTF", "-1: in tension only; 0 and 1: in compression only; others are errors")};

void read_elements(Cards& cards, const Options&, Deck& deck) {
  const Card card = cards.next(element_card);
  RawSpring spring;
  spring.id = positive_id(card, "EID");
  spring.part = card.id("PID");
  spring.nodes = {card.id("N1"), card.id("N2")};
  spring.orientation = card.id("VID");
  spring.scale = card.real("S");
  spring.offset = card.real("OFFSET");
  spring.printed = card.integer("PF") == 0;
  spring.where = card.where();
  choice(card, "PF", 0, 1);
  expect_not_negative(card, {"S"});
  deck.springs.push_back(spring);
}

/// Its parts are of materials of springs.
void check_material(Deck& deck, const Card& card) {
  const Index section = deck.sections.find(card.id("SECID"));
  for (const Part& part : deck.parts_in_use()) {
    if (part.section != section || part.material == none) continue;
    if (!deck.model.materials[part.material].is_of_springs())
      card.error("SECID",
                 "part {} has a material that is not of springs, expected one of *MAT_S01 to "
                 "S08",
                 part.id);
  }
}

Card read_section(Cards& cards, Deck& deck, Section& section) {
  const Card card = cards.next(section_card_1);
  cards.next(section_card_2);
  section.id = card.id("SECID");
  section.kind = SectionKind::spring;
  section.n_layers = 1;
  const bool turns = choice(card, "DRO", 0, 1) == 1;
  section.spring = {turns, card.real("KD"), card.real("V0"), card.real("CL"), card.real("FD")};
  expect_not_negative(card, {"KD", "V0", "CL"});
  if (section.spring.magnification > 0 && section.spring.test_velocity == 0)
    card.error("V0", "found 0, expected the velocity of the test of KD");
  deck.later(Phase::bodies, [&deck, card] { check_material(deck, card); });
  return card;
}

void read_orientations(Cards& cards, const Options& options, Deck& deck) {
  if (options.count("TITLE")) cards.next_text();
  const Card card = cards.next(orientation_card);
  const Vec3 along = card.vector("XT", "YT", "ZT");
  if (card.integer("IOP") != 0)
    card.error("IOP", "found {}, expected 0 (along a given vector)", card.integer("IOP"));
  else if (!(norm(along) > 0))
    card.error("XT", "found no direction, expected a vector other than 0");
  deck.spring_directions.add(card.id("VID"), normalized(along), card);
}

/// Springs have neither density nor Young's modulus.
void start_spring(Deck& deck, const Card& card, Material& material, MaterialLaw law) {
  material.id = positive_id(card, "MID");
  material.law = std::move(law);
  expect_section_kind(deck, card, SectionKind::spring);
}

Card read_elastic(Cards& cards, Deck& deck, Material& material) {
  const Card card = cards.next(elastic_card);
  expect_positive(card, {"K"}, "a positive stiffness");
  start_spring(deck, card, material, MaterialSpringElastic{card.real("K")});
  return card;
}

Card read_viscous(Cards& cards, Deck& deck, Material& material) {
  const Card card = cards.next(viscous_card);
  expect_positive(card, {"DC"});
  start_spring(deck, card, material, MaterialDamperViscous{card.real("DC")});
  return card;
}

/// The curve of a field, of two points at least; null, after an error, without it.
const Curve* force_curve(Deck& deck, const Card& card, const char* field) {
  const Index found = deck.find(deck.curves, card, field);
  if (found == none) return nullptr;
  const Curve& curve = deck.curves[found];
  if (curve.x.size() > 1) return &curve;
  card.error(field, "curve {} has one point, expected two or more", curve.id);
  return nullptr;
}

/// A curve of both signs that has no force at 0.
void check_at_origin(const Card& card, const char* field, const Curve& curve, double largest, std::string_view of) {
  if (curve.x.front() >= 0 || curve.x.back() <= 0)
    card.error(field, "curve {} goes from {} to {}, expected one in tension and compression", curve.id,
               curve.x.front(), curve.x.back());
  // Interpolation between points of seven digits may leave that much of the force.
  else if (std::abs(curve.evaluate(0)) > 1e-6 * largest)
    card.error(field, "curve {} has the force {} without a {}, expected 0", curve.id, curve.evaluate(0), of);
}

void resolve_nonlinear(Deck& deck, const Card& card) {
  const Curve* curve = force_curve(deck, card, "LCD");
  auto* law = law_of<MaterialSpringNonlinearElastic>(deck, card);
  if (!curve || !law) return;
  law->force = *curve;
  if (card.id("LCR") != 0)
    if (const Curve* scale = force_curve(deck, card, "LCR")) law->rate_scale = *scale;
  check_at_origin(card, "LCD", *curve, spring_bounds(*law).force, "deflection");
}

void resolve_nonlinear_viscous(Deck& deck, const Card& card) {
  const Curve* curve = force_curve(deck, card, "LCDR");
  auto* law = law_of<MaterialDamperNonlinearViscous>(deck, card);
  if (!curve || !law) return;
  law->force = *curve;
  check_at_origin(card, "LCDR", *curve, spring_bounds(*law).force, "rate");
}

/// On each side of the origin the unloading curve rises, at no point below the loading curve.
void check_unloading(const Card& card, const MaterialSpringGeneral& law) {
  for (std::size_t i = 1; i < law.unloading.y.size(); ++i)
    if (!(law.unloading.y[i] > law.unloading.y[i - 1]))
      return card.error("LCDU", "curve {} does not rise at {}", law.unloading.id, law.unloading.x[i]);
  for (const Curve* curve : {&law.loading, &law.unloading})
    for (const double d : curve->x)
      if (std::abs(extended_value(law.unloading, d)) < (1 - 1e-6) * std::abs(extended_value(law.loading, d)))
        return card.error("LCDU", "curve {} has less force at {} than that of loading, expected a steeper one",
                          law.unloading.id, d);
}

void resolve_general(Deck& deck, const Card& card) {
  const Curve* curve = force_curve(deck, card, "LCDL");
  auto* law = law_of<MaterialSpringGeneral>(deck, card);
  if (!curve || !law) return;
  law->loading = *curve;
  check_at_origin(card, "LCDL", *curve, spring_bounds(*law).force, "deflection");
  const Curve* unloading = card.id("LCDU") == 0 ? nullptr : force_curve(deck, card, "LCDU");
  if (!unloading) return;
  law->unloading = *unloading;
  check_at_origin(card, "LCDU", *unloading, spring_bounds(*law).force, "deflection");
  check_unloading(card, *law);
}

void resolve_inelastic(Deck& deck, const Card& card) {
  const Curve* curve = force_curve(deck, card, "LCFD");
  auto* law = law_of<MaterialSpringInelastic>(deck, card);
  if (!curve || !law) return;
  law->force = *curve;
  law->unloading = std::max(card.real("KU"), steepest_slope(*curve));
  if (curve->x.front() != 0 || curve->y.front() != 0)
    card.error("LCFD", "curve {} starts at {}, {}, expected 0, 0", curve->id, curve->x.front(), curve->y.front());
  for (const double force : curve->y)
    if (force < 0) return card.error("LCFD", "curve {} has the force {}, expected none < 0", curve->id, force);
  if (law->unloading == 0) card.error("LCFD", "curve {} has no force", curve->id);
}

Card read_nonlinear(Cards& cards, Deck& deck, Material& material) {
  const Card card = cards.next(nonlinear_card);
  start_spring(deck, card, material, MaterialSpringNonlinearElastic{});
  deck.later(Phase::definitions, [&deck, card] { resolve_nonlinear(deck, card); });
  return card;
}

Card read_elastoplastic(Cards& cards, Deck& deck, Material& material) {
  const Card card = cards.next(elastoplastic_card);
  const MaterialSpringElastoplastic law{card.real("K"), card.real("KT"), card.real("FY")};
  expect_positive(card, {"K", "FY"});
  expect_not_negative(card, {"KT"});
  if (law.stiffness > 0 && law.tangent >= law.stiffness)
    card.error("KT", "found {}, expected less than K ({})", law.tangent, law.stiffness);
  start_spring(deck, card, material, law);
  return card;
}

Card read_nonlinear_viscous(Cards& cards, Deck& deck, Material& material) {
  const Card card = cards.next(nonlinear_viscous_card);
  start_spring(deck, card, material, MaterialDamperNonlinearViscous{});
  deck.later(Phase::definitions, [&deck, card] { resolve_nonlinear_viscous(deck, card); });
  return card;
}

Card read_general(Cards& cards, Deck& deck, Material& material) {
  const Card card = cards.next(general_card);
  expect_not_negative(card, {"TYI"});
  if (card.real("CYI") > 0) card.error("CYI", "found {}, expected a force of compression, <= 0", card.real("CYI"));
  start_spring(deck, card, material, MaterialSpringGeneral{{}, {}, card.real("TYI"), -card.real("CYI")});
  deck.later(Phase::definitions, [&deck, card] { resolve_general(deck, card); });
  return card;
}

Card read_maxwell(Cards& cards, Deck& deck, Material& material) {
  const Card card = cards.next(maxwell_card);
  expect_not_negative(card, {"K0", "KI", "BETA", "TC"});
  if (!(card.real("K0") > 0) && !(card.real("KI") > 0)) card.error("K0", "found 0 and no KI, expected a stiffness");
  choice(card, "COPT", 0, 0);
  const double cut_off = card.real("TC") > 0 ? card.real("TC") : 1e20;
  start_spring(deck, card, material,
               MaterialSpringMaxwell{card.real("K0"), card.real("KI"), card.real("BETA"), cut_off, card.real("FC")});
  return card;
}

Card read_inelastic(Cards& cards, Deck& deck, Material& material) {
  const Card card = cards.next(inelastic_card);
  expect_not_negative(card, {"KU"});
  MaterialSpringInelastic law;
  law.in_tension = choice(card, "CTF", -1, 1) == -1;
  start_spring(deck, card, material, law);
  deck.later(Phase::definitions, [&deck, card] { resolve_inelastic(deck, card); });
  return card;
}

void add_to(Registry& registry) {
  registry.add("ELEMENT_DISCRETE", {}, numbered(element_card), each(read_elements));
  registry.add("SECTION_DISCRETE", {"TITLE"}, numbered(section_card_1, section_card_2),
               reader_of(&Deck::sections, read_section));
  registry.add("DEFINE_SD_ORIENTATION", {"TITLE"}, numbered(orientation_card), each(read_orientations));
  add_material(registry, "MAT_SPRING_ELASTIC", "MAT_S01", numbered(elastic_card), read_elastic);
  add_material(registry, "MAT_DAMPER_VISCOUS", "MAT_S02", numbered(viscous_card), read_viscous);
  add_material(registry, "MAT_SPRING_NONLINEAR_ELASTIC", "MAT_S04", numbered(nonlinear_card), read_nonlinear);
  add_material(registry, "MAT_SPRING_ELASTOPLASTIC", "MAT_S03", numbered(elastoplastic_card), read_elastoplastic);
  add_material(registry, "MAT_DAMPER_NONLINEAR_VISCOUS", "MAT_S05", numbered(nonlinear_viscous_card),
               read_nonlinear_viscous);
  add_material(registry, "MAT_SPRING_GENERAL_NONLINEAR", "MAT_S06", numbered(general_card), read_general);
  add_material(registry, "MAT_SPRING_MAXWELL", "MAT_S07", numbered(maxwell_card), read_maxwell);
  add_material(registry, "MAT_SPRING_INELASTIC", "MAT_S08", numbered(inelastic_card), read_inelastic);
}

}  // namespace crumple::deck::springs_keywords
