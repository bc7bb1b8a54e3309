// *MAT_007 BLATZ-KO_RUBBER, *MAT_027 MOONEY-RIVLIN_RUBBER, *MAT_077_H HYPERELASTIC_RUBBER, *MAT_077_O OGDEN_RUBBER,
// *MAT_181 SIMPLIFIED_RUBBER.
#include <algorithm>
#include <cmath>
#include <optional>

#include "base/same_bits.hpp"
#include "deck/keywords/keywords.hpp"
#include "kernels/materials/material_007_blatz_ko.hpp"
#include "kernels/materials/material_027_mooney_rivlin.hpp"
#include "kernels/materials/material_077_hyperelastic.hpp"
#include "kernels/materials/material_181_simplified_rubber.hpp"
#include "model/springs.hpp"

namespace crumple::deck::rubbers_keywords {

using kernels::BlatzKo, kernels::Hyperelastic, kernels::MooneyRivlin, kernels::SimplifiedRubber;

constexpr auto mooney_card_1 = card_of(
    material_start, real("PR", "Poisson's ratio", "1"), fills(&MooneyRivlin::a, real("A", "of I1", "force/area")),
    fills(&MooneyRivlin::b, real("B", "of I2", "force/area")), refused("REF", "stresses from a reference geometry"));
constexpr Field mooney_card_2[] = {
    real("SGL", "gauge length of the test", "length"), real("SW", "width of the specimen", "length"),
    real("ST", "thickness of the specimen", "length"),
    id(IdOf::curve, "LCID", "curve of force over elongation to which A and B are fitted")};

constexpr auto blatz_card = card_of(material_start, fills(&BlatzKo::shear, real("G", "shear modulus", "force/area")),
                                    refused("REF", "stresses from a reference geometry"));

constexpr auto rubber_card =
    card_of(material_start, real("PR", "Poisson's ratio", "1"),
            integer("N", "_HYPERELASTIC: 1: C10 and C01 fitted to a test; others but 0 are errors"),
            no_effect("NV", "only for viscoelastic constants fitted to a test"),
            refused("G", "frictional damping"), no_effect("SIGF", "used only with G, which is an error"),
            refused("REF", "stresses from a reference geometry"));
constexpr Field test_card[] = {real("SGL", "gauge length", "length"),
                               real("SW", "width", "length"),
                               real("ST", "thickness", "length"),
                               id(IdOf::curve, "LCID1", "curve of force over elongation"),
                               refused("DATA", "other tests than uniaxial ones", 1),
                               refused("LCID2", "viscoelasticity")};
constexpr Field polynomial_card[] = {
    fills(&Hyperelastic::c, 0, real("C10", "coefficient of I1 - 3", "force/area")),
    fills(&Hyperelastic::c, 1, real("C01", "coefficient of I2 - 3", "force/area")),
    fills(&Hyperelastic::c, 2, real("C11", "coefficient of (I1 - 3)(I2 - 3)", "force/area")),
    fills(&Hyperelastic::c, 3, real("C20", "coefficient of (I1 - 3)^2", "force/area")),
    fills(&Hyperelastic::c, 4, real("C02", "coefficient of (I2 - 3)^2", "force/area")),
    fills(&Hyperelastic::c, 5, real("C30", "coefficient of (I1 - 3)^3", "force/area")),
    refused("THERML", "temperature-dependent constants")};
constexpr Field mu_card[] = {fills(&Hyperelastic::mu, 0, real("MU1", "coefficient of Ogden's energy", "force/area")),
                             fills(&Hyperelastic::mu, 1, real("MU2", "as MU1", "force/area")),
                             fills(&Hyperelastic::mu, 2, real("MU3", "as MU1", "force/area")),
                             fills(&Hyperelastic::mu, 3, real("MU4", "as MU1", "force/area")),
                             fills(&Hyperelastic::mu, 4, real("MU5", "as MU1", "force/area")),
                             fills(&Hyperelastic::mu, 5, real("MU6", "as MU1", "force/area")),
                             fills(&Hyperelastic::mu, 6, real("MU7", "as MU1", "force/area")),
                             fills(&Hyperelastic::mu, 7, real("MU8", "as MU1", "force/area"))};
constexpr Field alpha_card[] = {fills(&Hyperelastic::alpha, 0, real("ALPHA1", "exponent of MU1")),
                                fills(&Hyperelastic::alpha, 1, real("ALPHA2", "as ALPHA1")),
                                fills(&Hyperelastic::alpha, 2, real("ALPHA3", "as ALPHA1")),
                                fills(&Hyperelastic::alpha, 3, real("ALPHA4", "as ALPHA1")),
                                fills(&Hyperelastic::alpha, 4, real("ALPHA5", "as ALPHA1")),
                                fills(&Hyperelastic::alpha, 5, real("ALPHA6", "as ALPHA1")),
                                fills(&Hyperelastic::alpha, 6, real("ALPHA7", "as ALPHA1")),
                                fills(&Hyperelastic::alpha, 7, real("ALPHA8", "as ALPHA1"))};
constexpr auto relaxation_card =
    card_of(real("GI", "shear modulus of a term that relaxes, added to the law's; 0: none", "force/area"),
            real("BETAI", "its decay", "1/time"), refused("VFLAG", "viscoelasticity of the elastic stress"));

constexpr auto simplified_card_1 =
    card_of(material_start, fills(&SimplifiedRubber::bulk, real("KM", "bulk modulus", "force/area")),
            warned("MU", "damping is provided by the bulk viscosity of solids", 0.1, {0.05, 0.5}),
            refused("G", "frictional damping"), no_effect("SIGF", "used only with G, which is an error"),
            refused("REF", "stresses from a reference geometry"),
            refused("PRTEN", "Poisson's ratio in tension, of foams"));
constexpr auto simplified_card_2 =
    card_of(real("SGL", "gauge length", "length"), real("SW", "width", "length"), real("ST", "thickness", "length"),
            id(IdOf::curve, "LC/TBID", "curve of force over elongation; tables are errors"),
            alike(no_effect("TENSION", "only for rate effects, which need a table"), "RTYPE", "AVGOPT"),
            refused("PR/BETA", "foam, with Poisson's ratio"));
constexpr Field simplified_card_3[] = {refused("LCUNLD", "an unloading curve"),
                                       refused("HU", "hysteretic unloading", 1),
                                       no_effect("SHAPE", "used only with HU, which is an error"),
                                       no_effect("STOL", "only for a stability check, which is not made"),
                                       no_effect("VISCO", "there is one form of viscoelasticity"),
                                       no_effect("HISOUT", "affects output only")};

/// Young's modulus and Poisson's ratio at rest from the shear modulus and PR.
void set_elastic(const Card& card, double shear, Material& material, double poisson) {
  material.poisson = poisson;
  if (!(shear > 0)) card.error("", "the shear modulus at rest is {}, expected a positive one", shear);
  if (material.poisson <= 0 || material.poisson >= 0.5)
    card.error("PR", "found {}, expected Poisson's ratio between 0 and 0.5", material.poisson);
  material.young = 2 * (1 + material.poisson) * shear;
}
void set_elastic(const Card& card, double shear, Material& material) {
  set_elastic(card, shear, material, card.real("PR"));
}
void start_rubber(Deck& deck, const Card& card, Material& material) {
  start_material(card, material);
  expect_section_kind(deck, card, SectionKind::solid);
}
/// The terms of the cards to come.
std::vector<RelaxingShear> read_relaxation(Cards& cards) {
  std::vector<RelaxingShear> terms;
  while (cards.more()) {
    const Card card = cards.next(relaxation_card);
    expect_not_negative(card, {"GI", "BETAI"});
    if (card.real("GI") > 0) terms.push_back({card.real("GI"), card.real("BETAI")});
    if (terms.size() == kernels::MaterialConstants::most_relaxing + 1)
      card.error("GI", "found more than {} terms", int(kernels::MaterialConstants::most_relaxing));
  }
  return terms;
}
/// Takes the terms into E and PR, at whose waves the step is stable; the bulk modulus stays.
void stiffen(Material& material) {
  double shear = material.young / (2 * (1 + material.poisson));
  const double bulk = material.young / (3 * (1 - 2 * material.poisson));
  for (const RelaxingShear& term : material.relaxation) shear += term.shear;
  if (material.relaxation.empty() || !(bulk > 0)) return;
  material.young = 9 * bulk * shear / (3 * bulk + shear);
  material.poisson = (3 * bulk - 2 * shear) / (2 * (3 * bulk + shear));
}
double bulk_at_rest(const Material& material) { return material.young / (3 * (1 - 2 * material.poisson)); }

/// Nominal stress over nominal strain of the test of a specimen SGL, SW, ST; nothing after an error.
std::optional<Curve> nominal_test(Deck& deck, const Card& card, std::string_view curve) {
  const Index found = deck.find(deck.curves, card, curve);
  if (found == none) return {};
  Curve test = deck.curves[found];
  for (double& x : test.x) x /= card.real("SGL");
  for (double& y : test.y) y /= card.real("SW") * card.real("ST");
  if (test.x.size() < 2 || test.x.front() <= -1) {
    card.error(curve, "curve {} has strains of -1 or less, or one point: expected a test", test.id);
    return {};
  }
  return test;
}
void expect_specimen(const Card& card) { expect_positive(card, {"SGL", "SW", "ST"}, "a positive length"); }

/// A and B of the least squares of 2 (l - 1/l^2) (A + B/l) to the nominal stresses of a uniaxial test, l the stretch
/// (Rivlin & Saunders 1951).
MooneyRivlin fit_two_constants(const Curve& test) {
  double aa = 0, ab = 0, bb = 0, ay = 0, by = 0;
  for (std::size_t i = 0; i < test.x.size(); ++i) {
    const double l = 1 + test.x[i], a = 2 * (l - 1 / (l * l)), b = a / l;
    aa += a * a;
    ab += a * b;
    bb += b * b;
    ay += a * test.y[i];
    by += b * test.y[i];
  }
  const double determinant = aa * bb - ab * ab;
  if (!(determinant > 1e-12 * aa * bb)) return {aa > 0 ? ay / aa : 0, 0};  // one stretch alone does not tell both
  return {(ay * bb - by * ab) / determinant, (by * aa - ay * ab) / determinant};
}

Card read_blatz_ko(Cards& cards, Deck& deck, Material& material) {
  const Card card = cards.next(blatz_card);
  start_rubber(deck, card, material);
  set_elastic(card, card.real("G"), material, 0.463);
  material.law = filled<BlatzKo>(card);
  return card;
}

Card read_mooney_rivlin(Cards& cards, Deck& deck, Material& material) {
  const Card card = cards.next(mooney_card_1), specimen = cards.next(mooney_card_2);
  start_rubber(deck, card, material);
  const auto law = filled<MooneyRivlin>(card);
  material.law = law;
  if (law.a != 0 || law.b != 0 || specimen.id("LCID") == 0) {
    set_elastic(card, 2 * (law.a + law.b), material);
    return card;
  }
  expect_specimen(specimen);
  deck.later(Phase::definitions, [&deck, card, specimen] {
    const std::optional<Curve> test = nominal_test(deck, specimen, "LCID");
    if (!test) return;
    Material& its = deck.materials[deck.materials.find(card.id("MID"))];
    const MooneyRivlin constants = fit_two_constants(*test);
    set_elastic(card, 2 * (constants.a + constants.b), its);
    its.law = constants;
  });
  return card;
}

/// C10 and C01, or what else is given, and the constants at rest.
void set_polynomial(const Card& card, const std::array<double, 6>& c, Material& material) {
  set_elastic(card, 2 * (c[0] + c[1]), material);
  material.law = Hyperelastic{c, {}, {}, bulk_at_rest(material)};
  stiffen(material);
}

Card read_polynomial(Cards& cards, Deck& deck, Material& material) {
  const Card card = cards.next(rubber_card);
  const bool fitted = card.integer("N") == 1;
  if (!fitted && card.integer("N") != 0)
    card.error("N", "found {}, expected 0 or 1: more constants are not fitted", card.integer("N"));
  const Card constants = fitted ? cards.next(test_card) : cards.next(polynomial_card);
  material.relaxation = read_relaxation(cards);
  start_rubber(deck, card, material);
  if (!fitted) {
    set_polynomial(card, filled<Hyperelastic>(constants).c, material);
    return card;
  }
  expect_specimen(constants);
  material.law = Hyperelastic{};
  deck.later(Phase::definitions, [&deck, card, constants] {
    const std::optional<Curve> test = nominal_test(deck, constants, "LCID1");
    if (!test) return;
    const MooneyRivlin two = fit_two_constants(*test);
    set_polynomial(card, {two.a, two.b}, deck.materials[deck.materials.find(card.id("MID"))]);
  });
  return card;
}

Card read_ogden(Cards& cards, Deck& deck, Material& material) {
  const Card card = cards.next(rubber_card), mu = cards.next(mu_card), alpha = cards.next(alpha_card);
  material.relaxation = read_relaxation(cards);
  if (card.integer("N") != 0)
    card.error("N", "found {}, expected 0: Ogden's constants are not fitted", card.integer("N"));
  start_rubber(deck, card, material);
  auto law = filled<Hyperelastic>(mu, alpha);
  double shear = 0;
  for (std::size_t i = 0; i < law.mu.size(); ++i) shear += 0.5 * law.mu[i] * law.alpha[i];
  set_elastic(card, shear, material);
  law.bulk = bulk_at_rest(material);
  material.law = law;
  stiffen(material);
  return card;
}

/// g(l) = sum over k of l^q f0(l^q), q = (-1/2)^k, over ln l (Kolling et al. 2007), f0 the test's nominal stress, whose
/// slopes go on at both ends. Its
/// range is that of the test and of l^(-1/2), which a pull of one axis makes of the others, and somewhat more.
Curve principal_stress(const Curve& test) {
  constexpr int steps = kernels::curve_points - 1;
  const double least = same_bits::log1p(std::max(test.x.front(), -0.95)), largest = same_bits::log1p(test.x.back());
  const double reach = 1.2 * std::max({-least, largest, 0.5}), step = 2 * reach / steps;
  Curve g{test.id, test.title, {}, {}};
  for (int k = 0; k <= steps; ++k) {
    g.x.push_back(k * step - reach);
    g.y.push_back(0);
    for (double log_stretch = g.x.back(); std::abs(log_stretch) > 1e-6; log_stretch *= -0.5)
      g.y.back() += same_bits::exp(log_stretch) * extended_value(test, same_bits::expm1(log_stretch));
  }
  return g;
}

/// The curve of the law, and the elastic constants at rest, once the test is known.
void resolve_test(Deck& deck, const Card& first, const Card& second) {
  Material& material = deck.materials[deck.materials.find(first.id("MID"))];
  const auto* law = material.law.as<SimplifiedRubber>();
  std::optional<Curve> found = nominal_test(deck, second, "LC/TBID");
  if (!law || !found) return;
  Curve& test = *found;
  if (test.x.front() > 0 || test.x.back() < 0 || std::abs(test.evaluate(0)) > 1e-9)
    return second.error("LC/TBID",
                        "curve {} has no points on both sides of the origin or not the origin "
                        "itself, expected a test in tension and compression",
                        test.id);
  const double step = 1e-4 * (test.x.back() - test.x.front());
  const double young = (test.evaluate(step) - test.evaluate(-step)) / (2 * step);
  if (!(young > 0)) return second.error("LC/TBID", "curve {} does not rise at the origin", test.id);
  material.young = young;
  material.poisson = std::max(0.0, 0.5 - young / (6 * law->bulk));
  stiffen(material);
  material.curves = {principal_stress(test)};
  material.curve_range = CurveRange{material.curves[0].x.front(), material.curves[0].x.back()};
}

Card read_simplified(Cards& cards, Deck& deck, Material& material) {
  const Card first = cards.next(simplified_card_1), second = cards.next(simplified_card_2);
  if (cards.more()) cards.next(simplified_card_3);
  material.relaxation = read_relaxation(cards);
  start_rubber(deck, first, material);
  expect_positive(first, {"KM"}, "a positive bulk modulus");
  expect_specimen(second);
  material.law = filled<SimplifiedRubber>(first);
  deck.later(Phase::definitions, [&deck, first, second] { resolve_test(deck, first, second); });
  return first;
}

void add_to(Registry& registry) {
  add_material(registry, "MAT_BLATZ-KO_RUBBER", "MAT_007", numbered(blatz_card), read_blatz_ko);
  add_material(registry, "MAT_MOONEY-RIVLIN_RUBBER", "MAT_027", numbered(mooney_card_1, mooney_card_2),
               read_mooney_rivlin);
  add_material(registry, "MAT_HYPERELASTIC_RUBBER", "MAT_077_H",
               {{"1", rubber_card}, {"2, N = 0", polynomial_card}, {"2, N = 1", test_card}, {"3 ...", relaxation_card}},
               read_polynomial);
  add_material(registry, "MAT_OGDEN_RUBBER", "MAT_077_O",
               {{"1", rubber_card}, {"2", mu_card}, {"3", alpha_card}, {"4 ...", relaxation_card}}, read_ogden);
  add_material(
      registry, "MAT_SIMPLIFIED_RUBBER", "MAT_181",
      {{"1", simplified_card_1}, {"2", simplified_card_2}, {"3", simplified_card_3}, {"4 ...", relaxation_card}},
      read_simplified);
  registry.alias("MAT_SIMPLIFIED_RUBBER/FOAM", "MAT_SIMPLIFIED_RUBBER");
}

}  // namespace crumple::deck::rubbers_keywords
