#include "deck/cohesive.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <vector>

#include "deck/deck.hpp"
#include "deck/keywords/keywords.hpp"

namespace crumple::deck {
namespace {

/// A cohesive element: its lower and its upper face, of three nodes if the last two are one.
struct CohesiveElement {
  std::array<Index, 4> lower, upper;
  Index shell = none, solid = none;  ///< behind the lower face
  Location where;
  Id id = 0;
  int n_corners() const { return lower[2] == lower[3] ? 3 : 4; }
  void turn_over() {
    std::swap(lower, upper);
    for (auto* face : {&lower, &upper}) {
      std::swap((*face)[0], (*face)[1]);
      if (n_corners() == 4) std::swap((*face)[2], (*face)[3]);
    }
  }
};

/// Finds the solids, or else shells, that have all nodes of an element's lower face.
class ElementsBehind {
 public:
  ElementsBehind(const Model& model, std::vector<CohesiveElement>& cohesive) {
    for (std::size_t i = 0; i < cohesive.size(); ++i) by_node_[cohesive[i].lower[0]].push_back(i);
    for (std::size_t e = 0; e < model.solids.size(); ++e)
      look_at(model.solids[e].nodes, cohesive, [&](CohesiveElement& one) { one.solid = Index(e); });
    for (std::size_t e = 0; e < model.shells.size(); ++e)
      look_at(model.shells[e].nodes, cohesive, [&](CohesiveElement& one) {
        if (one.solid == none) one.shell = Index(e);
      });
  }

 private:
  template <class Nodes, class Use>
  void look_at(const Nodes& nodes, std::vector<CohesiveElement>& cohesive, const Use& use) {
    const auto has = [&](Index node) { return std::ranges::find(nodes, node) != nodes.end(); };
    for (std::size_t k = 0; k < nodes.size(); ++k) {
      const auto found = by_node_.find(nodes[k]);
      if (found == by_node_.end() || std::find(nodes.begin(), nodes.begin() + k, nodes[k]) != nodes.begin() + k)
        continue;
      for (const std::size_t i : found->second)
        if (std::ranges::all_of(cohesive[i].lower, has)) use(cohesive[i]);
    }
  }
  std::map<Index, std::vector<std::size_t>> by_node_;
};

/// Those of a material, with the nodes that tie: none that belongs to a rigid body.
std::vector<CohesiveElement> elements_of(Deck& deck, Id material) {
  std::vector<CohesiveElement> all;
  const Model& model = deck.model;
  for (const RawSolid& raw : deck.cohesive_solids) {
    const Index part = deck.parts.find(raw.part);
    if (model.materials[model.parts[part].material].id != material) continue;
    CohesiveElement one;
    one.where = raw.where;
    one.id = raw.id;
    std::array<Index, 8> n;
    for (std::size_t k = 0; k < 8; ++k) {
      n[k] = deck.node_index.find(raw.nodes[k]);
      if (n[k] != none) continue;
      deck.log.error(raw.where, "ELEMENT_SOLID", fmt::format("N{}", k + 1),
                     fmt::format("element {} names node {}, which is not defined", raw.id, raw.nodes[k]));
      return {};
    }
    std::copy_n(n.begin(), 4, one.lower.begin());
    std::copy_n(n.begin() + 4, 4, one.upper.begin());
    const bool triangle = n[2] == n[3], triangle_above = n[6] == n[7];
    if (triangle != triangle_above || n[4] == n[5]) {
      deck.log.error(raw.where, "ELEMENT_SOLID", "",
                     fmt::format("cohesive element {}: expected two faces of four nodes, or of three with N4 = N3 and "
                                 "N8 = N7", raw.id));
      return {};
    }
    const auto is_rigid = [&](Index node) { return deck.is_rigid_node[std::size_t(node)] != 0; };
    if (std::ranges::any_of(one.upper, is_rigid)) one.turn_over();
    all.push_back(one);
  }
  return all;
}

}  // namespace

void set_cohesive_apart(Deck& deck) {
  if (deck.cohesive_laws.empty()) return;
  std::set<Id> parts;
  for (Index p = 0; p < deck.parts.size(); ++p) {
    const Index material = deck.parts[p].material;
    if (material != none && deck.cohesive_laws.contains(deck.materials.id(material))) parts.insert(deck.parts.id(p));
  }
  const auto others = std::stable_partition(deck.solids.begin(), deck.solids.end(),
                                            [&](const RawSolid& solid) { return !parts.contains(solid.part); });
  deck.cohesive_solids.assign(others, deck.solids.end());
  deck.solids.erase(others, deck.solids.end());
}

void tie_cohesive(Deck& deck, const Card& card) {
  Model& model = deck.model;
  const auto found = deck.cohesive_laws.find(card.id("MID"));
  if (found == deck.cohesive_laws.end() || deck.log.failed()) return;
  const CohesiveLaw& law = found->second;
  std::vector<CohesiveElement> elements = elements_of(deck, card.id("MID"));
  if (elements.empty()) return;
  const ElementsBehind behind(model, elements);
  const Index number = Index(model.tied_contacts.size());
  std::map<Index, Tie> ties;  // by node
  std::map<Index, double> masses;
  for (const CohesiveElement& one : elements) {
    if (one.solid == none && one.shell == none)
      return deck.log.error(one.where, "ELEMENT_SOLID", "",
                            fmt::format("no other element has the four nodes of a face of cohesive element {}, "
                                        "expected one behind N1 to N4", one.id));
    const int n = one.n_corners();
    const auto middle = [&](std::size_t k) {
      return 0.5 * (model.nodes.position[one.lower[k]] + model.nodes.position[one.upper[k]]);
    };
    const double area = 0.5 * norm(cross(middle(2) - middle(0), middle(3) - middle(1)));
    double height = 0;
    for (std::size_t k = 0; k < std::size_t(n); ++k)
      height += norm(model.nodes.position[one.upper[k]] - model.nodes.position[one.lower[k]]) / n;
    const double mass = law.density * area * (law.per_area ? 1 : height);
    for (std::size_t k = 0; k < std::size_t(n); ++k) {
      Tie& tie = ties[one.upper[k]];
      if (tie.node == none) {
        tie.contact = number;
        tie.node = one.upper[k];
        tie.corners = one.lower;
        tie.weights[k] = 1;
        tie.keeps_offset = true;
        tie.shell = one.shell;
        tie.solid = one.solid;
      }
      tie.area += area / n;
      for (const Index node : {one.lower[k], one.upper[k]}) masses[node] += mass / (2 * n);
    }
  }
  std::set<Index> tied;
  for (const Tie& tie : model.ties) tied.insert(tie.node);
  TiedContact contact;
  contact.title = fmt::format("cohesive elements of material {}", card.id("MID"));
  contact.keeps_offset = true;
  contact.strength = law.strength;
  for (const auto& [node, tie] : ties) {
    if (deck.is_rigid_node[std::size_t(node)] || tied.contains(node))
      return card.error("MID", "node {} of a cohesive element belongs to a rigid body as does the other face, or is "
                        "tied already, expected a free one", model.nodes.id[node]);
    model.ties.push_back(tie);
    ++contact.n_ties;
  }
  for (const auto& [node, mass] : masses)
    if (mass > 0) model.masses.push_back({0, node, mass});
  contact.id = next_contact_id(model);
  model.tied_contacts.push_back(std::move(contact));
  card.warn("", "its {} elements act as {} ties that soften: their nodes fail one by one", elements.size(),
            ties.size());
}

}  // namespace crumple::deck
