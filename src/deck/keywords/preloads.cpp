// *INITIAL_STRESS_SECTION, *INITIAL_AXIAL_FORCE_BEAM: preloads of bolts by curves.
#include <algorithm>

#include "deck/keywords/keywords.hpp"

namespace crumple::deck::preloads_keywords {

constexpr Field section_card[] = {
    id(IdOf::other, "ISSID", "number of the preload"),
    id(IdOf::other, "CSID", "cross section, of *DATABASE_CROSS_SECTION_..."),
    id(IdOf::curve, "LCID",
       "curve of the normal stress over time; the preload ends at its end, or when it returns to 0"),
    id(IdOf::set, "PSID", "part set: only solids of these parts; 0: all solids of the section"),
    id(IdOf::definition, "VID", "vector normal to the section; 0: that of the section's plane"),
    refused("IZSHEAR", "shear stress in the section during the preload"),
    refused("ISTIFF", "artificial stiffness")};
constexpr Field beam_card[] = {
    id(IdOf::set, "BSID", "beam set"),
    id(IdOf::curve, "LCID", "curve of the axial force over time; the preload ends at its end, or when it returns to 0"),
    real("SCALE", "scale of the curve", "1", 1), refused("KBEND", "bending stiffness without axial stiffness")};

/// The section's solids, of the parts that are meant.
std::vector<Index> solids_of_section(Deck& deck, const Card& card, const CrossSection& section) {
  std::vector<Index> parts, solids;
  if (card.id("PSID") != 0) parts = parts_of_set(deck, card, "PSID");
  for (const Id id : section.elements.solids) {
    const Index solid = deck.solid_index.find(id), part = deck.model.solids[solid].part;
    if (card.id("PSID") == 0 || std::ranges::binary_search(parts, part)) solids.push_back(solid);
  }
  std::ranges::sort(solids);
  return solids;
}

void check_laws(const Deck& deck, const Card& card, const std::vector<Index>& solids) {
  const Model& model = deck.model;
  for (const Index solid : solids) {
    const Part& part = model.parts[model.solids[solid].part];
    if (!keeps_given_stress(model, part))
      return card.error("CSID", "part {} is of material type {}, expected {}", part.id,
                        model.materials[part.material].number(), laws_of_given_stress);
  }
}

void resolve_section(Deck& deck, const Card& card) {
  const auto& sections = deck.model.output.cross_sections;
  const auto found = std::ranges::find(sections, card.id("CSID"), &CrossSection::id);
  if (found == sections.end()) return card.error("CSID", "cross section {} is not defined", card.id("CSID"));
  SectionPreload preload;
  preload.id = card.id("ISSID");
  const auto plane = deck.section_normals.find(found->id);
  if (const Index vector = deck.find_optional(deck.vectors, card, "VID"); vector != none)
    preload.normal = normalized(deck.vectors[vector]);
  else if (plane != deck.section_normals.end())
    preload.normal = plane->second;
  if (norm(preload.normal) == 0)
    return card.error("VID", "found no normal of the section, expected a vector for a section that is no plane");
  preload.solids = solids_of_section(deck, card, *found);
  if (preload.solids.empty()) return card.error("CSID", "the section has no solids, expected some");
  check_laws(deck, card, preload.solids);
  preload.curve = deck.find(deck.curves, card, "LCID");
  if (deck.model.implicit.is_used())
    card.warn("ISSID", deck.model.implicit.is_linear || deck.model.implicit.n_modes > 0
                           ? "has no effect in modes and linear statics"
                           : "implicit steps set the stress at their start, and it relaxes within each of them");
  deck.model.section_preloads.push_back(std::move(preload));
}

void resolve_beams(Deck& deck, const Card& card) {
  const auto number = Index(deck.model.beam_preloads.size());
  for (const Index b : beams_of_set(deck, card, "BSID")) {
    Beam& beam = deck.model.beams[b];
    beam.preload = number;
    if (deck.model.section_of(beam).is_discrete_beam())
      return card.error("BSID", "beam {} is a discrete beam, whose preload its material gives", beam.id);
  }
  deck.model.beam_preloads.push_back({deck.find(deck.curves, card, "LCID"), card.real("SCALE")});
}

}  // namespace crumple::deck::preloads_keywords

namespace crumple::deck {

bool keeps_given_stress(const Model& model, const Part& part) {
  constexpr int laws[] = {1, 3, 18, 24, 98, 123, 1024};  // 1024: 24 with GISSMO, whose damage begins at 0
  return std::ranges::find(laws, model.materials[part.material].number()) != std::end(laws) && !part.eos;
}

}  // namespace crumple::deck

namespace crumple::deck::preloads_keywords {

void add_to(Registry& registry) {
  registry.add("INITIAL_STRESS_SECTION", {}, {{"1 ...", section_card}},
               each_card(section_card, Phase::results, resolve_section));
  registry.add("INITIAL_AXIAL_FORCE_BEAM", {}, {{"1 ...", beam_card}},
               each_card(beam_card, Phase::conditions, resolve_beams));
}

}  // namespace crumple::deck::preloads_keywords
