// *MAT_103 ANISOTROPIC_VISCOPLASTIC without anisotropy, viscosity and kinematic hardening: isotropic hardening after
// Voce, or by a curve, computed as a curve of *MAT_024. The rest is an error, or with substitute=on left out.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/same_bits.hpp"
#include "deck/keywords/keywords.hpp"
#include "kernels/materials/material_024_piecewise_linear_plasticity.hpp"

namespace crumple::deck::anisotropic_viscoplastic_keywords {

using kernels::PiecewiseLinear;

constexpr auto card_1 = card_of(elastic_start, real("SIGY", "initial yield stress", "force/area"),
                                integer("FLAG", "0: hardening by QR1 to CR2; 1, 2: by LCSS; others are errors"),
                                id(IdOf::curve, "LCSS", "yield stress over effective plastic strain, with FLAG = 1, 2"),
                                no_effect("ALPHA", "only for a fit to LCSS, which is used as given"));
constexpr Field card_2[] = {real("QR1", "QR1 (1 - exp(-CR1 strain)) is added to SIGY", "force/area"),
                            real("CR1", "decay of QR1", "1"),
                            real("QR2", "the same as QR1", "force/area"),
                            real("CR2", "decay of QR2", "1"),
                            real("QX1", "kinematic hardening: an error unless 0; isotropic with substitute=on"),
                            no_effect("CX1", "used only with QX1"),
                            real("QX2", "kinematic hardening: an error unless 0; isotropic with substitute=on"),
                            no_effect("CX2", "used only with QX2")};
constexpr auto card_3 = card_of(
    real("VK", "viscosity: an error unless 0; ignored with substitute=on"), no_effect("VM", "used only with VK"),
    real("R00/F",
         "Lankford parameter for shells: an error unless 0 or 1; Hill's F for solids: an error "
         "unless 0 or 0.5; von Mises with substitute=on"),
    alike(real("R45/G", "as R00"), "R90/H"),
    real("L", "Hill's L for solids: an error unless 0 or 1.5; von Mises with substitute=on"),
    alike(real("M", "as L"), "N"));
constexpr Field card_4[] = {no_effect("AOPT", "only for anisotropy"),
                            real("FAIL", "plastic strain at failure; 0: none"),
                            no_effect("NUMINT", "an element is deleted when all its points have failed"),
                            no_effect("MACF", "only for anisotropy")};
constexpr Field rest_card[] = {no_effect("all", "only for anisotropy")};

constexpr int points = 1024;  ///< of the curve, as many as a kernel resamples it to
constexpr double last_strain = 1;

/// What is left out where the deck has it.
void expect_isotropy(const Card& hardening, const Card& rest) {
  for (const char* name : {"QX1", "QX2"})
    if (hardening.real(name) != 0)
      hardening.replace(name,
                        fmt::format("found {}: kinematic hardening is not there, expected 0", hardening.real(name)),
                        "isotropic hardening");
  if (rest.real("VK") != 0)
    rest.replace("VK", fmt::format("found {}: viscosity is not there, expected 0", rest.real("VK")), "none");
  const auto is_of_mises = [&](const char* name, double solids) {
    const double value = rest.real(name);
    return value == 0 || value == solids || (solids == 0.5 && value == 1);
  };
  for (const auto& [name, of_mises] :
       {std::pair("R00/F", 0.5), {"R45/G", 0.5}, {"R90/H", 0.5}, {"L", 1.5}, {"M", 1.5}, {"N", 1.5}})
    if (!is_of_mises(name, of_mises))
      rest.replace(name, fmt::format("found {}: anisotropy is not there, expected 0", rest.real(name)),
                   "the yield surface of von Mises");
}

/// SIGY + QR1 (1 - exp(-CR1 e)) + QR2 (1 - exp(-CR2 e)).
Curve voce(const Card& first, const Card& second) {
  Curve curve;
  for (int i = 0; i <= points; ++i) {
    const double strain = last_strain * i / points;
    const auto term = [&](const char* q, const char* c) {
      return second.real(q) * (1 - same_bits::exp(-second.real(c) * strain));
    };
    curve.x.push_back(strain);
    curve.y.push_back(first.real("SIGY") + term("QR1", "CR1") + term("QR2", "CR2"));
  }
  return curve;
}

Card read_material(Cards& cards, Deck& deck, Material& material) {
  const Card first = cards.next(card_1), second = cards.next(card_2), third = cards.next(card_3);
  const double failure = cards.more() ? cards.next(card_4).real("FAIL") : 0;
  while (cards.more()) cards.next_text();
  start_elastic(first, material);
  expect_isotropy(second, third);
  expect_not_negative(second, {"QR1", "CR1", "QR2", "CR2"});
  const int flag = choice(first, "FLAG", 0, 2);
  PiecewiseLinear law;
  law.failure_strain = std::max(0.0, failure);
  if (flag == 0) {
    expect_positive(first, {"SIGY"}, "a positive yield stress");
    material.curves = {voce(first, second)};
  } else {
    deck.later(Phase::definitions, [&deck, first] {
      const Index material_index = deck.materials.find(first.id("MID"));
      const Index curve = deck.find(deck.curves, first, "LCSS");
      if (material_index == none || curve == none) return;
      if (std::ranges::any_of(deck.curves[curve].y, [](double stress) { return !(stress > 0); }))
        return first.error("LCSS", "curve {}: expected positive yield stresses", first.id("LCSS"));
      deck.materials[material_index].curves = {deck.curves[curve]};
    });
  }
  material.law = law;
  return first;
}

void add_to(Registry& registry) {
  add_material(registry, "MAT_ANISOTROPIC_VISCOPLASTIC", "MAT_103",
               {{"1", card_1}, {"2", card_2}, {"3", card_3}, {"4", card_4}, {"5 ...", rest_card}}, read_material);
}

}  // namespace crumple::deck::anisotropic_viscoplastic_keywords
