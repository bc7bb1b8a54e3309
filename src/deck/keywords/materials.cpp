// *MAT_001, 003, 020, 024, 063, 081, 114, 123.
#include <algorithm>
#include <cmath>
#include <utility>

#include "base/same_bits.hpp"
#include "deck/keywords/keywords.hpp"
#include "kernels/materials/material_001_elastic.hpp"
#include "kernels/materials/material_003_plastic_kinematic.hpp"
#include "kernels/materials/material_024_piecewise_linear_plasticity.hpp"
#include "kernels/materials/material_063_crushable_foam.hpp"

namespace crumple::deck::materials_keywords {

using kernels::CrushableFoam, kernels::PiecewiseLinear, kernels::PlasticKinematic;

constexpr auto elastic_card = card_of(elastic_start, alike(no_effect("DA", "only for beams"), "DB"),
                                      no_effect("K", "only for _FLUID"));

constexpr auto kinematic_card_1 = card_of(
    elastic_start, fills(&PlasticKinematic::yield, real("SIGY", "yield stress", "force/area")),
    fills(&PlasticKinematic::tangent, real("ETAN", "tangent modulus", "force/area")),
    fills(&PlasticKinematic::beta, real("BETA", "0: kinematic hardening, 1: isotropic hardening, or a mixture", "1")));
constexpr Field kinematic_card_2[] = {
    fills(&PlasticKinematic::rate_c, real("SRC", "C of Cowper and Symonds; 0: no rate effect", "1/time")),
    fills(&PlasticKinematic::rate_p, real("SRP", "P of Cowper and Symonds", "1")),
    fills(&PlasticKinematic::failure_strain, real("FS", "plastic strain at failure; 0: none", "1")),
    fills(&PlasticKinematic::viscoplastic,
          integer("VP", "0: total strain rate; 1: plastic strain rate; others are errors"))};

constexpr auto rigid_card_1 = card_of(material_start, real("E", "Young's modulus, for contact", "force/area"),
                                      real("PR", "Poisson's ratio, for contact", "1"),
                                      alike(refused("N", "coupling with another code"), "COUPLE", "M"),
                                      no_effect("ALIAS", "only for CAD surfaces"));
constexpr Field rigid_card_2[] = {
    integer("CMO", "constraints, 0 none, 1 in global, -1 in local directions; others are errors"),
    integer("CON1",
            "CMO 1: constrained translations: 0 none, 1 x, 2 y, 3 z, 4 xy, 5 yz, 6 zx, 7 xyz; CMO -1: the coordinate "
            "system"),
    integer("CON2",
            "CMO 1: constrained rotations, in the same way; CMO -1: six digits, 1 where x, y, z, rx, ry, rz are "
            "constrained")};
constexpr auto rigid_card_3 = card_of(
    real("LCO or A1",
         "coordinate system of *BOUNDARY_PRESCRIBED_MOTION_RIGID_LOCAL, or its axis a if other fields are given; "
         "outputs are in global axes; 0: none"),
    real("A2", "axis a, the local x"), real("A3", "axis a"), real("V1", "vector in the plane of x and y"),
    alike(real("V2", "vector in that plane"), "V3"));

constexpr Field least_step_field =
    fills(&PiecewiseLinear::least_step, real("TDEL", "step below which an element is deleted; 0: none", "time"));
constexpr auto yield_fields =
    card_of(fills(&PiecewiseLinear::yield, real("SIGY", "yield stress, without EPS, ES and LCSS", "force/area")),
            fills(&PiecewiseLinear::tangent, real("ETAN", "tangent modulus, with SIGY", "force/area")));
constexpr auto piecewise_card_1 =
    card_of(elastic_start, yield_fields,
            fills(&PiecewiseLinear::failure_strain,
                  real("FAIL", "plastic strain at failure; 0: none; < 0 (a user subroutine) is an error", "1")),
            least_step_field);
constexpr auto rate_fields = card_of(
    fills(&PiecewiseLinear::rate_c, real("C", "C of Cowper and Symonds; 0: no rate effect", "1/time")),
    fills(&PiecewiseLinear::rate_p, real("P", "P of Cowper and Symonds", "1")),
    id(IdOf::curve, "LCSS", "curve of yield stress over plastic strain, or table of such curves over strain rate"),
    id(IdOf::curve, "LCSR", "curve of a factor of the yield stress over strain rate, instead of C and P"));
constexpr auto piecewise_card_2 = card_of(
    rate_fields,
    fills(
        &PiecewiseLinear::viscoplastic,
        integer("VP",
                "0: total strain rate; 1: plastic strain rate; -1 is treated as 0 with a warning; others are errors")));
constexpr auto modified_card_2 = card_of(
    piecewise_card_2, real("EPSTHIN", "thinning strain at failure; 0: none; < 0 (plastic thinning) is an error", "1"),
    real("EPSMAJ", "major strain at failure; 0: none; < 0 is an error", "1"),
    real("NUMINT", "number of failed points at which the element is deleted; 0: all; < 0: percentage of them"));
constexpr auto damaged_card_1 = card_of(
    elastic_start, yield_fields, real("EPPF", "plastic strain at which damage begins; 0 without LCDM: no damage", "1"),
    least_step_field);
constexpr auto damaged_card_2 = card_of(
    rate_fields, real("EPPFR", "plastic strain at which a point fails; 0: none", "1"),
    fills(&PiecewiseLinear::viscoplastic, integer("VP", "0: total strain rate; others are errors")),
    id(IdOf::curve, "LCDM", "curve of damage over the plastic strain beyond EPPF; 0: linear, from EPPF to EPPFR"),
    real("NUMINT", "number of failed points at which the element is deleted; 0: all; < 0: percentage of them"));
constexpr auto strain_card = card_of(real("EPS1", "plastic strain"),
                                     alike(real("EPS2", "as EPS1"), "EPS3", "EPS4", "EPS5", "EPS6", "EPS7", "EPS8"));
constexpr auto stress_card =
    card_of(real("ES1", "yield stress at EPS", "force/area"),
            alike(real("ES2", "as ES1", "force/area"), "ES3", "ES4", "ES5", "ES6", "ES7", "ES8"));

constexpr auto foam_card =
    card_of(elastic_start, id(IdOf::curve, "LCID", "curve of yield stress over volumetric strain"),
            fills(&CrushableFoam::tension_cutoff, real("TSC", "tensile stress cutoff", "force/area")),
            warned("DAMP", "damping is provided by the bulk viscosity of solids", 0.1));

/// ETAN must be less than E, or the plastic modulus is not finite.
void check_tangent(const Card& card) {
  if (card.real("ETAN") >= card.real("E") && card.real("E") > 0)
    card.error("ETAN", "found {}, expected less than E = {}", card.real("ETAN"), card.real("E"));
}

/// Cowper and Symonds divide by P.
void check_rate_exponent(const Card& card, std::string_view c, std::string_view p) {
  if (card.real(c) > 0 && card.real(p) == 0)
    card.error(p, "found 0 with {} = {}, expected a positive exponent", c, card.real(c));
}

Card read_elastic(Cards& cards, Deck&, Material& material) {
  const Card card = cards.next(elastic_card);
  start_elastic(card, material);
  material.law = kernels::Elastic{};
  return card;
}

Card read_plastic_kinematic(Cards& cards, Deck&, Material& material) {
  const Card card = cards.next(kinematic_card_1), rate = cards.next(kinematic_card_2);
  start_elastic(card, material);
  const auto law = filled<PlasticKinematic>(card, rate);
  if (law.yield <= 0) card.error("SIGY", "found {}, expected a positive yield stress", law.yield);
  if (law.beta < 0 || law.beta > 1) card.error("BETA", "found {}, expected 0 to 1", law.beta);
  if (rate.integer("VP") != 0 && rate.integer("VP") != 1) rate.error("VP", "expected 0 or 1");
  check_tangent(card);
  expect_not_negative(card, {"ETAN"});
  expect_not_negative(rate, {"SRC", "SRP", "FS"});
  check_rate_exponent(rate, "SRC", "SRP");
  material.law = law;
  return card;
}

/// Six digits, one each for x y z rx ry rz, as bits.
DofMask dof_of_digits(const Card& card, std::string_view field) {
  DofMask mask = 0;
  Id digits = card.id(field);
  for (int bit = 5; bit >= 0; --bit, digits /= 10) {
    if (digits % 10 > 1 || digits < 0) card.error(field, "expected six digits 0 or 1");
    if (digits % 10 == 1) mask = DofMask(mask | 1 << bit);
  }
  return mask;
}

/// The axes of bodies of a rigid material, by LCO or by two vectors.
Mat3 body_axes(Deck& deck, const Card& card, const deck::Motion& placed) {
  const Vec3 a = card.vector("LCO or A1", "A2", "A3"), v = card.vector("V1", "V2", "V3");
  if (a.y != 0 || a.z != 0 || norm(v) > 0) return axes_of(card, placed.direction(a), placed.direction(v));
  const Id number = card.id("LCO or A1", IdOf::definition);
  return axes_of_frame(deck, deck.find(deck.frames, card, "LCO or A1", number));
}

Card read_rigid(Cards& cards, Deck& deck, Material& material) {
  const Card card = cards.next(rigid_card_1), constraint = cards.next(rigid_card_2);
  const Card axes = cards.next(rigid_card_3);
  start_elastic(card, material);
  MaterialRigid law;
  law.constraint_frame = constraint.integer("CMO");
  if (law.constraint_frame == 1) {
    law.translation = constraint.integer("CON1");
    law.rotation = constraint.integer("CON2");
    for (const auto field : {"CON1", "CON2"})
      if (constraint.id(field) < 0 || constraint.id(field) > 7)
        constraint.error(field, "found {}, expected 0 to 7", constraint.id(field));
  } else if (law.constraint_frame == -1) {
    law.local_dof = dof_of_digits(constraint, "CON2");
    deck.later(Phase::definitions, [&deck, constraint, id = material.id] {
      auto& own = deck.materials[deck.materials.find(id)];
      if (auto* rigid = std::get_if<MaterialRigid>(&own.law))
        rigid->local_frame = deck.find(deck.frames, constraint, "CON1");
    });
  } else if (law.constraint_frame != 0) {
    constraint.error("CMO", "found {}, expected -1, 0 or 1", law.constraint_frame);
  }
  if (norm(axes.vector("LCO or A1", "A2", "A3")) > 0)
    deck.material_axes[material.id] = [&deck, axes, placed = deck.placement->motion] {
      return body_axes(deck, axes, placed);
    };
  material.law = law;
  return card;
}

/// The curve of EPS1..8 and ES1..8; empty if it is not given. Strains of 0 after the first end it.
Curve points_of_cards(const Card& strain, const Card& stress) {
  Curve curve;
  for (std::size_t i = 0; i < 8; ++i) {
    if (i > 0 && strain.real(i) == 0) break;
    if (stress.real(i) <= 0) {
      if (strain.real(i) != 0) stress.error(stress.field(i), "found {}, expected a positive stress", stress.real(i));
      break;
    }
    if (i > 0 && strain.real(i) <= strain.real(i - 1))
      strain.error(strain.field(i), "found {} after {}, expected a larger strain", strain.real(i), strain.real(i - 1));
    curve.x.push_back(strain.real(i));
    curve.y.push_back(stress.real(i));
  }
  return curve.x.size() > 1 ? curve : Curve{};
}

/// Yield stresses over plastic strain. A curve without points has its error already.
void check_hardening(const Deck& deck, const Card& card, Index curve) {
  const Curve& points = deck.curves[curve];
  if (points.x.size() == 1)
    card.error("LCSS", "curve {} has one point, expected at least two", points.id);
  else if (!points.x.empty() && points.x.back() <= 0)
    card.error("LCSS", "curve {} ends at the plastic strain {}, expected a positive one", points.id, points.x.back());
  for (std::size_t i = 0; i < points.y.size(); ++i)
    if (points.y[i] <= 0) {
      card.error("LCSS", "curve {} has the stress {} at strain {}, expected a positive one", points.id, points.y[i],
                 points.x[i]);
      return;
    }
}

/// (1 - share) a + share b, with the points of both.
Curve between(const Curve& a, const Curve& b, double share) {
  Curve mixed{0, "", a.x, {}};
  mixed.x.insert(mixed.x.end(), b.x.begin(), b.x.end());
  std::ranges::sort(mixed.x);
  mixed.x.erase(std::unique(mixed.x.begin(), mixed.x.end()), mixed.x.end());
  for (const double x : mixed.x) mixed.y.push_back((1 - share) * a.evaluate(x) + share * b.evaluate(x));
  return mixed;
}

/// A table over the logarithm of the rate as one over the rate: between two of its curves there are others, for each
/// factor of two at most, so that what is linear in the rate is nearly so in its logarithm.
void take_logarithms(Material& material) {
  const std::vector<Curve> curves = std::exchange(material.curves, {});
  const std::vector<double> logarithms = std::exchange(material.rates, {});
  for (std::size_t i = 0; i < curves.size(); ++i) {
    material.rates.push_back(same_bits::exp(logarithms[i]));
    material.curves.push_back(curves[i]);
    if (i + 1 == curves.size()) break;
    const double width = logarithms[i + 1] - logarithms[i];
    const int steps = int(std::clamp(std::ceil(width / 0.6931471805599453), 1.0, 40.0));
    for (int k = 1; k < steps; ++k) {
      const double share = double(k) / steps;
      material.rates.push_back(same_bits::exp(logarithms[i] + share * width));
      material.curves.push_back(between(curves[i], curves[i + 1], share));
    }
  }
}

/// How a table's curves are interpolated: by its values, or by their logarithms (_LOG_INTERPOLATION).
enum class OverRates { as_given, by_logarithm };

/// The values of the table, or their logarithms; empty after an error.
std::vector<double> rates_of(const CurveTable& table, const Card& card, OverRates over) {
  std::vector<double> values = table.values;
  if (over == OverRates::as_given || values.size() < 2) return values;
  for (double& value : values) {
    if (!(value > 0)) {
      card.error("LCSS", "table {} has the rate {}, expected positive ones with _LOG_INTERPOLATION", card.id("LCSS"),
                 value);
      return {};
    }
    value = same_bits::log(value);
  }
  return values;
}

/// The hardening of a law without curves, as one.
Curve line_of(const PiecewiseLinear& law, double young) {
  const double slope = law.tangent > 0 ? young * law.tangent / (young - law.tangent) : 0;
  return {0, "", {0, 1}, {law.yield, law.yield + slope}};
}

/// A factor over the rate is a table of the same curve, scaled; after LCSS.
void resolve_rate_factor(Deck& deck, const Card& card, Id material) {
  Material& own = deck.materials[deck.materials.find(material)];
  auto* law = own.law.as<PiecewiseLinear>();
  const Index found = deck.find(deck.curves, card, "LCSR");
  if (!law || found == none) return;
  const Curve& factor = deck.curves[found];
  if (!own.rates.empty())
    return card.warn("LCSR", "curve {} is not used: the table LCSS has the rates", factor.id);
  if (law->rate_c > 0) return card.error("LCSR", "found {} with C = {}, expected one of them", factor.id, law->rate_c);
  const Curve slow = own.curves.empty() ? line_of(*law, own.young) : own.curves.front();
  own.curves.clear();
  for (std::size_t i = 0; i < factor.x.size(); ++i) {
    if (factor.x[i] < 0 || !(factor.y[i] > 0)) {
      card.error("LCSR", "curve {} has the factor {} at the rate {}, expected positive ones at rates from 0", factor.id,
                 factor.y[i], factor.x[i]);
      return;
    }
    own.rates.push_back(factor.x[i]);
    own.curves.push_back(slow);
    for (double& stress : own.curves.back().y) stress *= factor.y[i];
  }
}

/// Replaces the law's hardening by the curve or table LCSS.
void resolve_hardening(Deck& deck, const Card& card, Id material, OverRates over) {
  Material& own = deck.materials[deck.materials.find(material)];
  auto* law = own.law.as<PiecewiseLinear>();
  if (!law) return;
  own.curves.clear();
  const Index single = deck.curves.find(card.id("LCSS"));
  if (single != none) {
    check_hardening(deck, card, single);
    check_rate_exponent(card, "C", "P");
    own.curves = {deck.curves[single]};
    return;
  }
  const Index found = deck.curve_tables.find(card.id("LCSS"));
  if (found == none) {
    card.error("LCSS", "curve or table {} is not defined", card.id("LCSS"));
    return;
  }
  const CurveTable& table = deck.curve_tables[found];
  if (table.values.empty()) return;  // the table has its error already
  for (const Id id : table.curves) {
    const Index curve = deck.find(deck.curves, card, "LCSS", id);
    if (curve == none) return;
    check_hardening(deck, card, curve);
    own.curves.push_back(deck.curves[curve]);
  }
  own.rates = rates_of(table, card, over);
  if (own.rates.empty()) return;
  if (table.values.front() < 0 || (over == OverRates::by_logarithm && own.rates.size() > 1)) {
    card.warn("LCSS", "table {} is over the logarithm of the rate: between its curves it is linear in the rate within "
              "each factor of two", card.id("LCSS"));
    take_logarithms(own);
  }
  law->rate_c = law->rate_p = 0;  // a table replaces Cowper-Symonds
}

/// NUMINT: failed points of an element that is deleted, as in Erosion.
double read_failed_points(const Card& card) {
  const double points = card.real("NUMINT") != 0 ? card.real("NUMINT") : -100;
  if (points < -100) card.error("NUMINT", "found {}, expected at least -100 (per cent)", points);
  return points;
}

/// The failure of MAT_123 is erosion: FAIL too, for NUMINT counts its points.
void read_failure_of_points(Deck& deck, const Card& card, const Card& second, Material& material) {
  expect_not_negative(second, {"EPSTHIN", "EPSMAJ"});
  Erosion erosion;
  const auto limit = [](double value) { return value > 0 ? std::optional<double>(value) : std::nullopt; };
  erosion.plastic_strain = limit(card.real("FAIL"));
  erosion.thinning = limit(second.real("EPSTHIN"));
  erosion.largest_principal_strain = limit(second.real("EPSMAJ"));
  erosion.failed_points = read_failed_points(second);
  if (erosion.plastic_strain || erosion.thinning || erosion.largest_principal_strain) material.erosion = erosion;
  if (erosion.thinning) expect_section_kind(deck, card, SectionKind::shell, ", as EPSTHIN is set");
}

/// EPPFR and NUMINT of MAT_081 as erosion.
void read_rupture(const Card& card, const Card& second, Material& material) {
  const double begins = card.real("EPPF"), ruptures = second.real("EPPFR");
  expect_not_negative(second, {"EPPFR"});
  if (ruptures > 0 && ruptures <= begins)
    second.error("EPPFR", "found {}, expected more than EPPF = {}", ruptures, begins);
  Erosion erosion;
  erosion.plastic_strain = ruptures;
  erosion.failed_points = read_failed_points(second);
  if (ruptures > 0) material.erosion = erosion;
}

/// Damage w of MAT_081 over the effective plastic strain ep.
struct PlasticDamage {
  double begins = 0, ruptures = 0;  ///< EPPF, EPPFR; 0: none
  Curve curve;                      ///< LCDM, over ep - EPPF; empty: linear from EPPF to EPPFR

  double last_strain() const { return ruptures > 0 || curve.x.empty() ? ruptures : begins + curve.x.back(); }
  double at(double ep) const {
    const double w = curve.x.empty() ? (ep - begins) / (ruptures - begins) : curve.evaluate(ep - begins);
    return ep > begins ? std::clamp(w, 0.0, 1.0) : 0;
  }
};

/// (1 - w) times the yield stress, up to the strain where points fail, in the steps of the kernels' curves. A
/// thousandth is left: a yield stress is positive.
Curve softened(const Curve& hardening, const PlasticDamage& damage) {
  constexpr int steps = 1024;
  const std::vector<double>&x = hardening.x, &y = hardening.y;
  const std::size_t n = x.size();
  const double last_slope = (y[n - 1] - y[n - 2]) / (x[n - 1] - x[n - 2]);
  Curve curve{hardening.id, hardening.title, {}, {}};
  for (int k = 0; k <= steps; ++k) {
    const double ep = damage.last_strain() * k / steps;
    const double stress = hardening.evaluate(ep) + last_slope * std::max(ep - x.back(), 0.0);
    curve.x.push_back(ep);
    curve.y.push_back(stress * std::max(1 - damage.at(ep), 1e-3));
  }
  return curve;
}

/// The law's hardening with the damage of EPPF, EPPFR and LCDM; after LCSS.
void resolve_damage(Deck& deck, const Card& card, const Card& second) {
  Material& material = deck.materials[deck.materials.find(card.id("MID"))];
  const auto* law = material.law.as<PiecewiseLinear>();
  if (!law) return;
  PlasticDamage damage{card.real("EPPF"), second.real("EPPFR"), {}};
  if (second.id("LCDM") != 0) {
    const Index found = deck.find(deck.curves, second, "LCDM");
    if (found == none || deck.curves[found].x.empty()) return;  // it has its error already
    damage.curve = deck.curves[found];
    for (const double w : damage.curve.y)
      if (w < 0 || w > 1)
        return second.error("LCDM", "curve {} has the damage {}, expected 0 to 1", damage.curve.id, w);
  } else if (!(damage.begins > 0 && damage.ruptures > 0)) {
    return;
  }
  if (!(damage.last_strain() > 0))
    return second.error("LCDM", "curve {} ends at {}, expected a positive strain", damage.curve.id,
                        damage.curve.x.back());
  if (material.curves.empty()) {
    const double modulus = material.young * law->tangent / (material.young - law->tangent);
    material.curves = {Curve{0, "", {0, 1}, {law->yield, law->yield + modulus}}};
  }
  for (Curve& curve : material.curves)
    if (curve.x.size() > 1) curve = softened(curve, damage);
}

/// What cards 1 and 2 of the laws that are computed as MAT_024 have beside its own fields.
enum class PiecewiseKind { plain, modified, damaged };

template <PiecewiseKind kind, OverRates over = OverRates::as_given>
Card read_piecewise(Cards& cards, Deck& deck, Material& material) {
  constexpr bool modified = kind == PiecewiseKind::modified, damaged = kind == PiecewiseKind::damaged;
  const Card card = damaged ? cards.next(damaged_card_1) : cards.next(piecewise_card_1);
  const Card rate = modified  ? cards.next(modified_card_2)
                    : damaged ? cards.next(damaged_card_2)
                              : cards.next(piecewise_card_2);
  const Card strain = cards.next(strain_card), stress = cards.next(stress_card);
  start_elastic(card, material);
  auto law = filled<PiecewiseLinear>(card, rate);
  if (Curve points = points_of_cards(strain, stress); !points.x.empty()) material.curves = {std::move(points)};
  const bool needs_yield = material.curves.empty() && rate.id("LCSS") == 0;
  if (needs_yield && law.yield <= 0)
    card.error("SIGY", "found {}, expected a positive yield stress (no LCSS, EPS and ES given)", law.yield);
  if (needs_yield) check_tangent(card);
  if (damaged && rate.integer("VP") != 0)
    rate.error("VP", "found {}, expected 0", rate.integer("VP"));
  else
    choice(rate, "VP", -1, 1);
  if (rate.integer("VP") == -1) rate.warn("VP", "found -1 (rate of the deviator), 0 is used");
  expect_not_negative(card, {damaged ? "EPPF" : "FAIL", "ETAN"});
  expect_not_negative(rate, {"C", "P"});
  if (rate.id("LCSS") == 0) check_rate_exponent(rate, "C", "P");  // a table replaces them
  if (modified) {
    read_failure_of_points(deck, card, rate, material);
    law.failure_strain = 0;
  }
  if (damaged) read_rupture(card, rate, material);
  material.law = law;
  if (rate.id("LCSS") != 0)
    deck.later(Phase::definitions, [&deck, rate, id = material.id] { resolve_hardening(deck, rate, id, over); });
  if (rate.id("LCSR") != 0)
    deck.later(Phase::definitions, [&deck, rate, id = material.id] { resolve_rate_factor(deck, rate, id); });
  if (damaged) deck.later(Phase::definitions, [&deck, card, rate] { resolve_damage(deck, card, rate); });
  return card;
}

/// Yield stress over volumetric strain.
void resolve_foam(Deck& deck, const Card& card, Id material) {
  Material& own = deck.materials[deck.materials.find(material)];
  const Index found = deck.find(deck.curves, card, "LCID");
  if (!own.law.as<CrushableFoam>() || found == none) return;
  const Curve& curve = deck.curves[found];
  if (curve.x.empty()) return;  // the curve has its error already
  own.curves = {curve};
  if (curve.x.back() <= 0)
    card.error("LCID", "curve {} ends at the volumetric strain {}, expected a positive one", curve.id, curve.x.back());
  for (std::size_t i = 0; i < curve.y.size(); ++i)
    if (curve.x[i] >= 0 && curve.y[i] <= 0)
      return card.error("LCID", "curve {} has the stress {} at volumetric strain {}, expected a positive one", curve.id,
                        curve.y[i], curve.x[i]);
}

Card read_foam(Cards& cards, Deck& deck, Material& material) {
  const Card card = cards.next(foam_card);
  start_elastic(card, material);
  material.law = filled<CrushableFoam>(card);
  expect_not_negative(card, {"TSC"});
  deck.later(Phase::definitions, [&deck, card, id = material.id] { resolve_foam(deck, card, id); });
  return card;
}

}  // namespace crumple::deck::materials_keywords

namespace crumple::deck {

std::string take_title(Cards& cards, const Options& options) {
  return options.count("TITLE") ? std::string(cards.next_text()) : std::string();
}

void start_material(const Card& card, Material& material) {
  material.id = positive_id(card, "MID");
  material.density = card.real("RO");
  expect_positive(card, {"RO"}, "a positive density [mass/volume]");
}

void start_elastic(const Card& card, Material& material) {
  start_material(card, material);
  read_elastic_constants(card, material);
}

void read_elastic_constants(const Card& card, Material& material) {
  material.young = card.real("E");
  material.poisson = card.real("PR");
  if (material.young <= 0)
    card.error("E", "found {}, expected a positive Young's modulus [force/area]", material.young);
  if (material.poisson <= -1 || material.poisson >= 0.5)
    card.error("PR", "found {}, expected Poisson's ratio between -1 and 0.5", material.poisson);
}

void expect_section_kind(Deck& deck, const Card& material, SectionKind kind, std::string_view why) {
  deck.later(Phase::bodies, [&deck, material, kind, why] {
    const Index own = deck.materials.find(material.id("MID"));
    for (const Part& part : deck.parts_in_use())
      if (part.material == own && part.section != none && deck.model.sections[part.section].kind != kind)
        material.error("MID", "part {} has {}s, expected {}s only{}", part.id,
                       name_of(deck.model.sections[part.section].kind), name_of(kind), why);
  });
}

void expect_not_negative(const Card& card, std::initializer_list<std::string_view> fields) {
  for (const auto field : fields)
    if (card.real(field) < 0) card.error(field, "found {}, expected a value >= 0", card.real(field));
}

void expect_positive(const Card& card, std::initializer_list<std::string_view> fields, std::string_view what) {
  for (const auto field : fields)
    if (!(card.real(field) > 0)) card.error(field, "found {}, expected {}", card.real(field), what);
}

void expect_some_time(const Card& card, std::string_view birth, std::string_view death) {
  if (card.real(death) <= card.real(birth))
    card.warn(death, "found {}, not after {} ({}): it never acts", card.real(death), birth, card.real(birth));
}

int choice(const Card& card, std::string_view field, int least, int most) {
  const int found = card.integer(field);
  if (found >= least && found <= most) return found;
  std::string numbers;
  for (int k = least; k <= most; ++k) numbers += fmt::format("{}{}", k == least ? "" : k == most ? " or " : ", ", k);
  card.error(field, "found {}, expected {}", found, most - least > 2 ? fmt::format("{} to {}", least, most) : numbers);
  return found;
}

std::vector<double> read_two_cards(Cards& cards, std::span<const Field> fields) {
  std::vector<double> values;
  for (const Card& card : {cards.next(fields), cards.next(fields)})
    for (std::size_t i = 0; i < card.size(); ++i) values.push_back(card.real(i));
  return values;
}

Id positive_id(const Card& card, std::string_view field) {
  const Id found = card.id(field);
  if (found <= 0) card.error(field, "found {}, expected a positive id", found);
  return found;
}

Reader each(Reader read) {
  return [read = std::move(read)](Cards& cards, const Options& options, Deck& deck) {
    while (cards.more()) read(cards, options, deck);
  };
}

Reader each_card(std::span<const Field> fields, Phase phase, std::function<void(Deck&, const Card&)> work) {
  return each([=](Cards& cards, const Options& options, Deck& deck) {
    if (options.count("ID") || options.count("TITLE")) cards.next_text();
    const Card card = cards.next(fields);
    deck.later(phase, [&deck, card, work] { work(deck, card); });
  });
}

void add_material(Registry& registry, const std::string& name, const std::string& number, std::vector<CardForm> cards,
                  ThingReader<Material> read, std::string note) {
  registry.add(name, {"TITLE"}, std::move(cards), reader_of(&Deck::materials, read), std::move(note));
  registry.alias(number, name);
}

}  // namespace crumple::deck

namespace crumple::deck::materials_keywords {

void add_to(Registry& registry) {
  add_material(registry, "MAT_ELASTIC", "MAT_001", numbered(elastic_card), read_elastic);
  add_material(registry, "MAT_PLASTIC_KINEMATIC", "MAT_003", numbered(kinematic_card_1, kinematic_card_2),
               read_plastic_kinematic);
  add_material(registry, "MAT_RIGID", "MAT_020", numbered(rigid_card_1, rigid_card_2, rigid_card_3), read_rigid);
  add_material(registry, "MAT_PIECEWISE_LINEAR_PLASTICITY", "MAT_024",
               numbered(piecewise_card_1, piecewise_card_2, strain_card, stress_card),
               read_piecewise<PiecewiseKind::plain>);
  add_material(registry, "MAT_PIECEWISE_LINEAR_PLASTICITY_LOG_INTERPOLATION", "MAT_024_LOG_INTERPOLATION",
               numbered(piecewise_card_1, piecewise_card_2, strain_card, stress_card),
               read_piecewise<PiecewiseKind::plain, OverRates::by_logarithm>,
               "The table LCSS is read over the logarithm of its rates.");
  add_material(registry, "MAT_LAYERED_LINEAR_PLASTICITY", "MAT_114",
               numbered(piecewise_card_1, piecewise_card_2, strain_card, stress_card),
               read_piecewise<PiecewiseKind::plain>, "Computed as *MAT_024.");
  add_material(registry, "MAT_MODIFIED_PIECEWISE_LINEAR_PLASTICITY", "MAT_123",
               numbered(piecewise_card_1, modified_card_2, strain_card, stress_card),
               read_piecewise<PiecewiseKind::modified>, "Computed as *MAT_024 with *MAT_ADD_EROSION.");
  add_material(registry, "MAT_MODIFIED_PIECEWISE_LINEAR_PLASTICITY_LOG_INTERPOLATION", "MAT_123_LOG_INTERPOLATION",
               numbered(piecewise_card_1, modified_card_2, strain_card, stress_card),
               read_piecewise<PiecewiseKind::modified, OverRates::by_logarithm>,
               "The table LCSS is read over the logarithm of its rates.");
  add_material(
      registry, "MAT_PLASTICITY_WITH_DAMAGE", "MAT_081",
      numbered(damaged_card_1, damaged_card_2, strain_card, stress_card), read_piecewise<PiecewiseKind::damaged>,
      "Computed as *MAT_024 whose yield stress falls with the damage, with *MAT_ADD_EROSION at EPPFR. Damage does not "
      "lower the elastic modulus.");
  add_material(registry, "MAT_CRUSHABLE_FOAM", "MAT_063", numbered(foam_card), read_foam);
}

}  // namespace crumple::deck::materials_keywords
