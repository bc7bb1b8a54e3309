#include "deck/solid_welds.hpp"

#include "deck/deck.hpp"
#include "kernels/materials/material_1100_solid_spot_weld.hpp"

namespace crumple::deck {

using kernels::SolidSpotWeld;

void weld_solids(Deck& deck, const Card& card, const Card& failure) {
  const Index own = deck.materials.find(card.id("MID"));
  Material& material = deck.model.materials[std::size_t(own)];
  const auto* beam = material.law.as<MaterialSpotWeld>();
  if (!beam) return;  // another material has its id, which is an error already
  SolidSpotWeld law;
  law.yield = beam->yield;
  law.tangent = material.young * beam->tangent / (material.young + beam->tangent);
  law.failure_strain = beam->failure_strain;
  law.strength = beam->force_limit;
  for (const char* field : {"MRR", "MSS", "MTT"})
    if (failure.real(field) > 0) failure.warn(field, "found {}: solids fail by forces alone", failure.real(field));
  if (beam->filter > 1) failure.warn("NF", "found {}: forces of solids are not averaged", beam->filter);
  if (beam->step > 0) card.warn("DT", "found {}: masses of solids are not scaled by it", beam->step);
  if (beam->failure_time > 0) {
    auto erosion = material.erosion.value_or(crumple::Erosion{});
    erosion.failure_time = beam->failure_time;
    material.erosion = erosion;
  }
  material.law = law;
}

}  // namespace crumple::deck
