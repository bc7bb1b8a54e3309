// *CHANGE_CURVE_DEFINITION, *CHANGE_VELOCITY_NODE, _NODE_ONLY, _ZERO, *DELETE_PART, *DELETE_CONTACT: what a restart
// deck may change of a model. They refer to the model of the dump, by the ids of its deck.
#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

#include "deck/keywords/keywords.hpp"
#include "model/run_terms.hpp"

namespace crumple::deck::restart_changes_keywords {

constexpr Field curve_card[] = {id(IdOf::curve, "LCID", "number of a curve of the model")};
constexpr Field point_card[] = {wide(real("A1", "abscissa, ascending"), 20), wide(real("O1", "ordinate"), 20)};
constexpr auto node_card = card_of(id(IdOf::node, "NID", "node; not of a rigid body"),
                                   alike(real("VX", "velocity", "length/time"), "VY", "VZ"),
                                   alike(real("VXR", "angular velocity", "1/time"), "VYR", "VZR"));
constexpr auto part_card =
    card_of(id(IdOf::part, "ID1",
               "part of shells or solids, neither rigid nor of null material, without layers of different materials"),
            alike(id(IdOf::part, "ID2", "the same"), "ID3", "ID4", "ID5", "ID6", "ID7", "ID8"));
constexpr auto contact_card =
    card_of(id(IdOf::other, "ID1", "penalty contact; negative ids are errors"),
            alike(id(IdOf::other, "ID2", "the same"), "ID3", "ID4", "ID5", "ID6", "ID7", "ID8"));

void read_curve(Cards& cards, const Options&, Deck& deck) {
  const Card head = cards.next(curve_card);
  Curve curve;
  curve.id = head.id("LCID");
  while (cards.more()) {
    const Card point = cards.next(point_card);
    if (!curve.x.empty() && point.real("A1") <= curve.x.back())
      point.error("A1", "curve {} is out of order: found {} after {}, expected a larger value", curve.id,
                  point.real("A1"), curve.x.back());
    curve.x.push_back(point.real("A1"));
    curve.y.push_back(point.real("O1"));
  }
  if (curve.x.empty()) head.error("", "curve {} has no points, expected at least one", curve.id);
  deck.later(Phase::conditions, [&deck, head, curve]() mutable {
    const std::vector<Curve>& known = deck.restart->model.curves;
    const auto old = std::ranges::find(known, curve.id, &Curve::id);
    if (old == known.end()) return head.error("LCID", "curve {} is not defined", curve.id);
    curve.title = old->title;
    std::vector<Curve>& changed = deck.restart->terms.curves;
    std::erase_if(changed, [&](const Curve& other) { return other.id == curve.id; });
    changed.push_back(std::move(curve));
  });
}

void resolve_velocities(Deck& deck, const std::vector<Card>& cards) {
  const Model& model = deck.restart->model;
  std::unordered_map<Id, Index> index;
  for (const Card& card : cards) index[card.id("NID")] = none;
  for (Index i = 0; i < model.nodes.count(); ++i)
    if (const auto found = index.find(model.nodes.id[i]); found != index.end()) found->second = i;
  auto& all = deck.restart->velocities.nodes;
  for (const Card& card : cards) {
    const Index node = index[card.id("NID")];
    const auto body = std::ranges::find_if(
        model.rigid_bodies, [node](const RigidBody& b) { return std::ranges::binary_search(b.nodes, node); });
    if (node == none)
      card.error("NID", "node {} is not defined", card.id("NID"));
    else if (body != model.rigid_bodies.end())
      card.error("NID", "node {} belongs to rigid body {}, whose velocity a restart cannot set", card.id("NID"),
                 body->id);
    else
      all.push_back({node, card.vector("VX", "VY", "VZ"), card.vector("VXR", "VYR", "VZR")});
  }
  // of several for a node the last one holds
  std::ranges::reverse(all);
  std::ranges::stable_sort(all, {}, &VelocityChange::OfNode::node);
  const auto rest = std::ranges::unique(all, {}, &VelocityChange::OfNode::node);
  all.erase(rest.begin(), rest.end());
}

Reader velocity_reader(bool stops_others) {
  return [stops_others](Cards& cards, const Options&, Deck& deck) {
    std::vector<Card> nodes;
    while (cards.more()) nodes.push_back(cards.next(node_card));
    deck.restart->velocities.stops_others |= stops_others;
    deck.later(Phase::conditions, [&deck, nodes = std::move(nodes)] { resolve_velocities(deck, nodes); });
  };
}

void read_stop(Cards& cards, const Options&, Deck& deck) {
  cards.expect_end();
  deck.restart->velocities.stops_others = true;
}

/// Why the elements of a part cannot be deleted; empty if they can.
std::string why_not_deleted(const Model& model, Index p) {
  const Part& part = model.parts[p];
  const Section& section = model.sections[part.section];
  const auto has_materials = [](const Section& s) {
    return std::ranges::any_of(s.layers, [](const SectionLayer& layer) { return layer.material != none; });
  };
  if (section.kind != SectionKind::shell && section.kind != SectionKind::solid)
    return fmt::format("it has {}s, expected shells or solids", name_of(section.kind));
  if (model.materials[part.material].has_no_stress()) return "it is rigid or of null material";
  const bool elements_have = std::ranges::any_of(model.shells, [&](const Shell& shell) {
    return shell.part == p && shell.section != none && has_materials(model.sections[shell.section]);
  });
  return has_materials(section) || elements_have ? "it has layers of own materials" : "";
}

/// Calls f(card, field, id) for each id of the block, once the model is known.
template <class F>
void for_each_id(Cards& cards, Deck& deck, std::span<const Field> fields, F f) {
  while (cards.more()) {
    const Card card = cards.next(fields);
    deck.later(Phase::conditions, [card, f] {
      for (std::size_t i = 0; i < card.size(); ++i)
        if (card.id(i) != 0) f(card, card.field(i), card.id(i));
    });
  }
}

void read_parts(Cards& cards, const Options&, Deck& deck) {
  for_each_id(cards, deck, part_card, [&deck](const Card& card, std::string_view field, Id id) {
    const Model& model = deck.restart->model;
    const auto part = std::ranges::find(model.parts, id, &Part::id);
    if (part == model.parts.end()) return card.error(field, "part {} is not defined", id);
    if (const std::string why = why_not_deleted(model, Index(part - model.parts.begin())); !why.empty())
      return card.error(field, "part {} cannot be deleted: {}", id, why);
    deck.restart->terms.ends_of_parts.try_emplace(id, deck.restart->time);
  });
}

void read_contacts(Cards& cards, const Options&, Deck& deck) {
  for_each_id(cards, deck, contact_card, [&deck](const Card& card, std::string_view field, Id id) {
    const Model& model = deck.restart->model;
    if (std::ranges::find(model.contacts, id, &Contact::id) == model.contacts.end())
      return card.error(field, "{} is not a penalty contact", id);
    deck.restart->terms.ends_of_contacts.try_emplace(id, deck.restart->time);
  });
}

void add_to(Registry& registry) {
  const auto add = [&](const char* name, std::vector<CardForm> cards, Reader reader, const char* note) {
    Keyword& keyword = registry.add(name, {}, std::move(cards), std::move(reader), note);
    keyword.in_restart = keyword.only_in_restart = true;
  };
  add("CHANGE_CURVE_DEFINITION", {{"1", curve_card}, {"2 ...", point_card}}, read_curve,
      "In a restart deck. Any number of points; LS-DYNA asks for as many as before.");
  add("CHANGE_VELOCITY_NODE", {{"1 ...", node_card}}, velocity_reader(true),
      "In a restart deck. Nodes without a card and rigid bodies are stopped.");
  add("CHANGE_VELOCITY_NODE_ONLY", {{"1 ...", node_card}}, velocity_reader(false),
      "In a restart deck. Nodes without a card keep their velocity.");
  add("CHANGE_VELOCITY_ZERO", {}, read_stop, "In a restart deck. All nodes and rigid bodies are stopped.");
  add("DELETE_PART", {{"1 ...", part_card}}, read_parts, "In a restart deck. Its elements are deleted.");
  add("DELETE_CONTACT", {{"1 ...", contact_card}}, read_contacts, "In a restart deck. It does not act any more.");
}

}  // namespace crumple::deck::restart_changes_keywords
