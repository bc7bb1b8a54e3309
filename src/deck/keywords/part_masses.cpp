// *ELEMENT_MASS_PART(_SET): mass added to the nodes of parts, as trim that no element models.
#include <algorithm>
#include <map>

#include "deck/keywords/keywords.hpp"
#include "deck/mesh.hpp"
#include "model/thickness.hpp"

namespace crumple::deck::part_masses_keywords {

constexpr Field mass_card[] = {
    wide(id(IdOf::varies, "ID", "part; part set with _SET"), 8),
    wide(real("ADDMASS", "added mass, distributed in proportion to the mass of the elements", "mass"), 16),
    wide(real("FINMASS", "total mass of the parts with the added mass, instead of ADDMASS", "mass"), 16),
    wide(refused("LCID", "mass that varies with time"), 8),
    wide(
        no_effect("MWD",
                  "distributed by mass, which equals distribution by area for sheets of uniform thickness and density"),
        8)};

/// What elements have at a node.
struct MassAtNode {
  double mass = 0;
  Index part = none;  ///< the first that has the node
};

/// The masses of elements of some parts, by their nodes.
class NodeMasses {
 public:
  explicit NodeMasses(const Model& model) : model_(model) {}

  void add(const Shell& shell) {
    const auto at = [&](std::size_t k) { return model_.nodes.position[shell.nodes[k]]; };
    const double area = 0.5 * norm(cross(at(2) - at(0), at(3) - at(1)));
    const std::size_t n_corners = shell.is_triangle() ? 3 : 4;
    share(shell, area * mean_thickness(model_, shell), std::span(shell.nodes).first(n_corners));
  }
  void add(const Solid& solid) {
    std::array<Vec3, 8> x;
    for (std::size_t k = 0; k < 8; ++k) x[k] = model_.nodes.position[solid.nodes[k]];
    if (!solid.has_side_nodes()) return share(solid, hexahedron_volume(x), solid.nodes);
    const std::array corners = {solid.nodes[0], solid.nodes[1], solid.nodes[2], solid.nodes[4]};
    share(solid, 4 * Solid::corner_share * hexahedron_volume(x), corners);
    share(solid, 6 * Solid::side_share * hexahedron_volume(x), solid.side_nodes);
  }
  double total() const { return total_; }
  const std::map<Index, MassAtNode>& of_nodes() const { return of_nodes_; }

 private:
  template <class Element>
  void share(const Element& element, double volume, std::span<const Index> nodes) {
    const double mass = volume * model_.materials[model_.material_of(element)].density;
    total_ += mass;
    for (const Index node : nodes) {
      MassAtNode& at = of_nodes_[node];
      at.mass += mass / double(nodes.size());
      if (at.part == none) at.part = element.part;
    }
  }

  const Model& model_;
  double total_ = 0;
  std::map<Index, MassAtNode> of_nodes_;
};

template <bool of_set>
void resolve_masses(Deck& deck, const Card& card) {
  const std::vector<Index> parts = named_parts(deck, card, "ID", of_set);
  if (parts.empty()) return;
  Model& model = deck.model;
  NodeMasses masses(model);
  for (const Index part : parts) {
    if (!deck.part_elements.beams[part].empty() || !deck.part_elements.springs[part].empty())
      return card.error("ID", "part {} has beams or springs, expected shells or solids", model.parts[part].id);
    for (const Index s : deck.part_elements.shells[part]) masses.add(model.shells[s]);
    for (const Index s : deck.part_elements.solids[part]) masses.add(model.solids[s]);
  }
  if (!(masses.total() > 0)) return card.error("ID", "the parts have no mass to share by, expected some");
  const double final_mass = card.real("FINMASS");
  const double added = final_mass > 0 ? final_mass - masses.total() : card.real("ADDMASS");
  if (!(added > 0))
    return card.error(final_mass > 0 ? "FINMASS" : "ADDMASS",
                      "the parts have mass {:.5E}; found no mass to add, expected some", masses.total());
  for (const auto& [node, at] : masses.of_nodes())
    model.masses.push_back({0, node, at.mass / masses.total() * added, {}, at.part});
}

void add_to(Registry& registry) {
  registry.add("ELEMENT_MASS_PART", {}, {{"1 ...", mass_card}},
               each_card(mass_card, Phase::conditions, resolve_masses<false>));
  registry.add("ELEMENT_MASS_PART_SET", {}, {{"1 ...", mass_card}},
               each_card(mass_card, Phase::conditions, resolve_masses<true>));
}

}  // namespace crumple::deck::part_masses_keywords
