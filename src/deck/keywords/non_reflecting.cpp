// *BOUNDARY_NON_REFLECTING: faces of solids through which waves leave the model.
#include <algorithm>
#include <set>

#include "deck/keywords/keywords.hpp"
#include "deck/surfaces.hpp"

namespace crumple::deck::non_reflecting_keywords {

constexpr Field boundary_card[] = {
    id(IdOf::set, "SSID", "segment set, of faces of solids"),
    real("AD", "0: dilatational waves are absorbed; others: they are not"),
    real("AS", "0: shear waves are absorbed; others: they are not")};

std::array<Index, 4> sorted(std::array<Index, 4> nodes) {
  std::ranges::sort(nodes);
  return nodes;
}

void resolve_boundary(Deck& deck, const Card& card) {
  Model& model = deck.model;
  bool is_second = false;
  std::set<std::array<Index, 4>> known;
  for (const NonReflectingFace& face : model.non_reflecting_faces) known.insert(sorted(face.nodes));
  for (const ContactSegment& segment : solid_faces_of_set(deck, card, "SSID")) {
    const Part& part = model.parts[model.solids[segment.solid].part];
    if (model.materials[part.material].has_no_stress())
      return card.error("SSID", "segment set {} has a face of part {}, which is rigid: it has no waves",
                        card.id("SSID"), part.id);
    if (known.insert(sorted(segment.nodes)).second)
      model.non_reflecting_faces.push_back({segment.nodes, segment.solid, card.real("AD") == 0, card.real("AS") == 0});
    else
      is_second = true;
  }
  if (is_second)
    card.warn("SSID", "segment set {} has faces of another non-reflecting boundary, which counts", card.id("SSID"));
}

void add_to(Registry& registry) {
  registry.add("BOUNDARY_NON_REFLECTING", {}, {{"1 ...", boundary_card}},
               each_card(boundary_card, Phase::conditions, resolve_boundary),
               "The areas, normals and elastic constants of the faces are those at t = 0. Nodes of rigid bodies and "
               "nodes that are tied to faces do not absorb.");
}

}  // namespace crumple::deck::non_reflecting_keywords
