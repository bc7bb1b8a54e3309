#include "deck/belts.hpp"

#include <algorithm>

namespace crumple::deck {
namespace {

bool touches(const Belt& belt, const BeltElement& element) {
  return std::ranges::any_of(belt.elements, [&](const BeltElement& own) {
    return std::ranges::find_first_of(own.nodes, element.nodes) != own.nodes.end();
  });
}

}  // namespace

std::pair<Index, int> find_belt_element(const Model& model, Id id) {
  for (std::size_t b = 0; b < model.belts.size(); ++b) {
    const auto& elements = model.belts[b].elements;
    const auto found = std::ranges::find(elements, id, &BeltElement::id);
    if (found != elements.end()) return {Index(b), int(found - elements.begin())};
  }
  return {none, -1};
}

void join_belts(Model& model, const BeltElement& element) {
  Belt joined;
  std::vector<Belt> others;
  for (Belt& belt : model.belts)
    if (touches(belt, element))
      joined.elements.insert(joined.elements.end(), belt.elements.begin(), belt.elements.end());
    else
      others.push_back(std::move(belt));
  joined.elements.push_back(element);
  others.push_back(std::move(joined));
  model.belts = std::move(others);
  for (std::size_t b = 0; b < model.belts.size(); ++b) model.belts[b].number = Index(b);
}

bool ends_at(Model& model, BeltElement& element, Index node) {
  if (node == none || std::ranges::count(element.nodes, node) > 0) return true;
  const auto& place = model.nodes.position;
  const double length = norm(place[element.nodes[1]] - place[element.nodes[0]]);
  for (Index& end : element.nodes) {
    if (norm(place[end] - place[node]) > 1e-3 * length) continue;
    for (PointMass& mass : model.masses)
      if (mass.id == element.id && mass.node == end) mass.node = node;
    end = node;
    return true;
  }
  return false;
}

}  // namespace crumple::deck
