// *MAT_027 MOONEY-RIVLIN_RUBBER, *MAT_077_H HYPERELASTIC_RUBBER, *MAT_077_O OGDEN_RUBBER, *MAT_181 SIMPLIFIED_RUBBER.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "deck/keywords/keywords.hpp"

namespace crumple::deck {
namespace {

constexpr Field mooney_card_1[] = {id(IdOf::material, "MID", "number of the material"),
                                   real("RO", "density", "mass/volume"),
                                   real("PR", "Poisson's ratio", "1"),
                                   real("A", "of I1", "force/area"),
                                   real("B", "of I2", "force/area"),
                                   refused("REF", "stresses from a reference geometry")};
constexpr Field mooney_card_2[] = {
    no_effect("SGL", "of LCID, which is refused"), no_effect("SW", "of LCID, which is refused"),
    no_effect("ST", "of LCID, which is refused"), refused("LCID", "constants fitted to a test")};

constexpr Field rubber_card[] = {id(IdOf::material, "MID", "number of the material"),
                                 real("RO", "density", "mass/volume"),
                                 real("PR", "Poisson's ratio", "1"),
                                 refused("N", "constants fitted to a test"),
                                 no_effect("NV", "of constants fitted to a test, which are refused"),
                                 refused("G", "frictional damping"),
                                 refused("SIGF", "frictional damping"),
                                 refused("REF", "stresses from a reference geometry")};
constexpr Field polynomial_card[] = {
    real("C10", "of I1 - 3", "force/area"),         real("C01", "of I2 - 3", "force/area"),
    real("C11", "of their product", "force/area"),  real("C20", "of (I1 - 3)^2", "force/area"),
    real("C02", "of (I2 - 3)^2", "force/area"),     real("C30", "of (I1 - 3)^3", "force/area"),
    refused("THERML", "constants over temperature")};
constexpr Field mu_card[] = {real("MU1", "of Ogden's energy", "force/area"), real("MU2", "the next", "force/area"),
                             real("MU3", "the next", "force/area"),          real("MU4", "the next", "force/area"),
                             real("MU5", "the next", "force/area"),          real("MU6", "the next", "force/area"),
                             real("MU7", "the next", "force/area"),          real("MU8", "the next", "force/area")};
constexpr Field alpha_card[] = {real("ALPHA1", "exponent of MU1"), real("ALPHA2", "the next"),
                                real("ALPHA3", "the next"),        real("ALPHA4", "the next"),
                                real("ALPHA5", "the next"),        real("ALPHA6", "the next"),
                                real("ALPHA7", "the next"),        real("ALPHA8", "the next")};
constexpr Field relaxation_card[] = {refused("GI", "viscoelasticity"), no_effect("BETAI", "of GI, which is refused"),
                                     no_effect("VFLAG", "of GI, which is refused")};

constexpr Field simplified_card_1[] = {id(IdOf::material, "MID", "number of the material"),
                                       real("RO", "density", "mass/volume"),
                                       real("KM", "bulk modulus", "force/area"),
                                       warned("MU", "rates are damped by the solids' bulk viscosity", 0.1, {0.05, 0.5}),
                                       refused("G", "frictional damping"),
                                       refused("SIGF", "frictional damping"),
                                       refused("REF", "stresses from a reference geometry"),
                                       refused("PRTEN", "Poisson's ratio in tension, of foams")};
constexpr Field simplified_card_2[] = {real("SGL", "gauge length", "length"),
                                       real("SW", "width", "length"),
                                       real("ST", "thickness", "length"),
                                       id(IdOf::curve, "LC/TBID", "curve of force over elongation; tables are errors"),
                                       no_effect("TENSION", "of rate effects, which tables have"),
                                       no_effect("RTYPE", "of rate effects, which tables have"),
                                       no_effect("AVGOPT", "of rate effects, which tables have"),
                                       refused("PR/BETA", "foam, with Poisson's ratio")};
constexpr Field simplified_card_3[] = {refused("LCUNLD", "an unloading curve"),
                                       refused("HU", "hysteretic unloading", 1),
                                       no_effect("SHAPE", "of HU, which is refused"),
                                       no_effect("STOL", "of stability, which is not looked at"),
                                       no_effect("VISCO", "of viscoelasticity, whose cards are refused"),
                                       no_effect("HISOUT", "of outputs")};

/// Young's modulus and Poisson's ratio at rest from the shear modulus and PR.
void set_elastic(const Card& card, double shear, Material& material) {
  material.poisson = card.real("PR");
  if (!(shear > 0)) card.error("", fmt::format("the shear modulus at rest is {}, expected a positive one", shear));
  if (material.poisson <= 0 || material.poisson >= 0.5)
    card.error("PR", fmt::format("found {}, expected Poisson's ratio between 0 and 0.5", material.poisson));
  material.young = 2 * (1 + material.poisson) * shear;
}
double bulk_at_rest(const Material& material) { return material.young / (3 * (1 - 2 * material.poisson)); }

void keep(Deck& deck, const Card& card, Material material) {
  const Id id = material.id;
  deck.materials.add(id, std::move(material), card.where(), card.keyword());
  expect_section_kind(deck, card, SectionKind::solid, "");
}

void read_mooney_rivlin(Cards& cards, const Options& options, Deck& deck) {
  while (cards.more()) {
    std::string title = take_title(cards, options);
    const Card card = cards.next(mooney_card_1);
    cards.next(mooney_card_2);
    Material material = start_material(card, std::move(title));
    const MaterialMooneyRivlin law{card.real("A"), card.real("B")};
    set_elastic(card, 2 * (law.a + law.b), material);
    material.law = law;
    keep(deck, card, std::move(material));
  }
}

void read_polynomial(Cards& cards, const Options& options, Deck& deck) {
  std::string title = take_title(cards, options);
  const Card card = cards.next(rubber_card), constants = cards.next(polynomial_card);
  Material material = start_material(card, std::move(title));
  MaterialHyperelastic law;
  for (std::size_t i = 0; i < law.c.size(); ++i) law.c[i] = constants.real(i);
  set_elastic(card, 2 * (law.c[0] + law.c[1]), material);
  law.bulk = bulk_at_rest(material);
  while (cards.more()) cards.next(relaxation_card);
  material.law = law;
  keep(deck, card, std::move(material));
}

void read_ogden(Cards& cards, const Options& options, Deck& deck) {
  std::string title = take_title(cards, options);
  const Card card = cards.next(rubber_card), mu = cards.next(mu_card), alpha = cards.next(alpha_card);
  Material material = start_material(card, std::move(title));
  MaterialHyperelastic law;
  double shear = 0;
  for (std::size_t i = 0; i < law.mu.size(); ++i) {
    law.mu[i] = mu.real(i);
    law.alpha[i] = alpha.real(i);
    shear += 0.5 * law.mu[i] * law.alpha[i];
  }
  set_elastic(card, shear, material);
  law.bulk = bulk_at_rest(material);
  while (cards.more()) cards.next(relaxation_card);
  material.law = law;
  keep(deck, card, std::move(material));
}

/// Nominal stress over strain, and the elastic constants at rest, once the curve is known.
void resolve_test(Deck& deck, const Card& first, const Card& second) {
  Material& material = deck.materials[deck.materials.find(first.id("MID"))];
  auto* law = std::get_if<MaterialSimplifiedRubber>(&material.law);
  const Index found = deck.find(deck.curves, second, "LC/TBID");
  if (!law || found == none) return;
  Curve test = deck.curves[found];
  const double length = second.real("SGL"), area = second.real("SW") * second.real("ST");
  for (double& x : test.x) x /= length;
  for (double& y : test.y) y /= area;
  if (test.x.size() < 2 || test.x.front() > 0 || test.x.back() < 0 || std::abs(test.evaluate(0)) > 1e-9)
    return second.error("LC/TBID", fmt::format("curve {} has no points on both sides of the origin or not the origin "
                                               "itself, expected a test in tension and compression",
                                               test.id));
  if (test.x.front() <= -1)
    return second.error(
        "LC/TBID", fmt::format("curve {} begins at the strain {}, expected more than -1", test.id, test.x.front()));
  const double step = 1e-4 * (test.x.back() - test.x.front());
  const double young = (test.evaluate(step) - test.evaluate(-step)) / (2 * step);
  if (!(young > 0)) return second.error("LC/TBID", fmt::format("curve {} does not rise at the origin", test.id));
  material.young = young;
  material.poisson = std::max(0.0, 0.5 - young / (6 * law->bulk));
  law->test = {std::move(test)};
}

void read_simplified(Cards& cards, const Options& options, Deck& deck) {
  std::string title = take_title(cards, options);
  const Card first = cards.next(simplified_card_1), second = cards.next(simplified_card_2);
  if (cards.more()) cards.next(simplified_card_3);
  while (cards.more()) cards.next(relaxation_card);
  Material material = start_material(first, std::move(title));
  MaterialSimplifiedRubber law;
  law.bulk = first.real("KM");
  if (!(law.bulk > 0)) first.error("KM", fmt::format("found {}, expected a positive bulk modulus", law.bulk));
  for (const auto field : {"SGL", "SW", "ST"})
    if (!(second.real(field) > 0)) return second.error(field, "found none, expected a positive length");
  material.law = law;
  keep(deck, first, std::move(material));
  deck.later(Phase::definitions, [&deck, first, second] { resolve_test(deck, first, second); });
}

}  // namespace

void register_rubbers(Registry& registry) {
  registry.add("MAT_MOONEY-RIVLIN_RUBBER", {"TITLE"},
               {{"_TITLE", title_card}, {"1", mooney_card_1}, {"2", mooney_card_2}}, read_mooney_rivlin);
  registry.alias("MAT_027", "MAT_MOONEY-RIVLIN_RUBBER");
  registry.add("MAT_HYPERELASTIC_RUBBER", {"TITLE"},
               {{"_TITLE", title_card}, {"1", rubber_card}, {"2", polynomial_card}, {"3 ...", relaxation_card}},
               read_polynomial);
  registry.alias("MAT_077_H", "MAT_HYPERELASTIC_RUBBER");
  registry.add(
      "MAT_OGDEN_RUBBER", {"TITLE"},
      {{"_TITLE", title_card}, {"1", rubber_card}, {"2", mu_card}, {"3", alpha_card}, {"4 ...", relaxation_card}},
      read_ogden);
  registry.alias("MAT_077_O", "MAT_OGDEN_RUBBER");
  registry.add("MAT_SIMPLIFIED_RUBBER", {"TITLE"},
               {{"_TITLE", title_card},
                {"1", simplified_card_1},
                {"2", simplified_card_2},
                {"3", simplified_card_3},
                {"4 ...", relaxation_card}},
               read_simplified);
  registry.alias("MAT_SIMPLIFIED_RUBBER/FOAM", "MAT_SIMPLIFIED_RUBBER");
  registry.alias("MAT_181", "MAT_SIMPLIFIED_RUBBER");
}

}  // namespace crumple::deck
