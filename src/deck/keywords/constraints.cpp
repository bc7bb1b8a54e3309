// *CONSTRAINED_NODAL_RIGID_BODY, _SHELL_TO_SOLID, _SPOTWELD, _RIVET, _GENERALIZED_WELD_SPOT, _TIED_NODES_FAILURE,
// _EXTRA_NODES_NODE/SET, _RIGID_BODIES.
#include <algorithm>

#include "deck/keywords/keywords.hpp"

namespace crumple::deck::constraints_keywords {

constexpr Field shell_to_solid_card[] = {id(IdOf::node, "NID", "node of the shell"),
                                         id(IdOf::set, "NSID", "set of the nodes of solids along its fibre")};
constexpr Field nodal_body_card[] = {
    id(IdOf::part, "PID", "number of the body; 0: that of the node set"),
    id(IdOf::definition, "CID",
       "coordinate system of *BOUNDARY_PRESCRIBED_MOTION_RIGID_LOCAL; outputs are in global axes; 0: none"),
    id(IdOf::set, "NSID", "set of its nodes"),
    no_effect("PNODE", "node for output"),
    no_effect("IPRT", "output"),
    refused("DRFLAG", "released displacements"),
    refused("RRFLAG", "released rotations")};
constexpr Field spc_card[] = {
    integer("CMO", "1: CON1 and CON2 hold the body in global directions; other than 0 and 1 is an error"),
    integer("CON1", "0 none, 1 x, 2 y, 3 z, 4 xy, 5 yz, 6 zx, 7 xyz: no motion along"),
    integer("CON2", "constrained rotations, in the same way"),
    refused("TDEATH", "a time at which the body is released")};
constexpr auto weld_card =
    card_of(alike(id(IdOf::node, "N1", "node"), "N2"), real("SN", "normal force at failure; 0: none", "force"),
            real("SS", "shear force at failure; 0: none", "force"), real("N", "exponent of the normal force", "1", 2),
            real("M", "exponent of the shear force", "1", 2), real("TF", "failure time", "time", 1e20),
            real("EP", "plastic strain of the elements around a node at failure", "1", 1e20));
constexpr auto filter_card = card_of(alike(warned("NF", "forces are not filtered"), "TW"));
constexpr auto rivet_card =
    card_of(alike(id(IdOf::node, "N1", "node"), "N2"), real("TF", "failure time", "time", 1e20));
constexpr auto spot_card_1 =
    card_of(id(IdOf::set, "NSID", "set of nodes, each connected to the next"),
            warned("CID", "the normal of a weld is its own direction"),
            alike(warned("FILTER", "forces are not filtered"), "WINDOW"),
            no_effect("NPR", "only for fillet and butt welds, which are errors"), no_effect("NPRT", "output"));
constexpr Field spot_card_2[] = {real("TFAIL", "failure time", "time", 1e20),
                                 real("EPSF", "plastic strain of the elements around a node at failure", "1", 1e20),
                                 real("SN", "normal force at failure; 0: none", "force"),
                                 real("SS", "shear force at failure; 0: none", "force"),
                                 real("N", "exponent of the normal force", "1", 2),
                                 real("M", "exponent of the shear force", "1", 2)};
constexpr Field tied_nodes_card[] = {
    id(IdOf::set, "NSID", "set of coincident nodes"),
    real("EPPF", "plastic strain at failure", "1"),
    integer("ETYPE", "elements whose strain counts: 0 shells, 1 solids")};
constexpr Field extra_node_card[] = {
    id(IdOf::part, "PID", "rigid body"), id(IdOf::node, "NID", "node added to it"),
    warned("IFLAG", "the mass given by *PART_INERTIA does not include that of the node")};
constexpr Field extra_set_card[] = {
    id(IdOf::part, "PID", "rigid body"), id(IdOf::set, "NSID", "set of nodes added to it"),
    warned("IFLAG", "the mass given by *PART_INERTIA does not include that of the nodes")};
constexpr Field merge_card[] = {
    id(IdOf::part, "PIDL", "lead rigid body"), id(IdOf::part, "PIDC", "rigid body merged into it"),
    warned("IFLAG", "the mass given by *PART_INERTIA for PIDL does not include that of PIDC")};

MaterialRigid read_body_constraint(Cards& cards) {
  const Card card = cards.next(spc_card);
  return {choice(card, "CMO", 0, 1), choice(card, "CON1", 0, 7), choice(card, "CON2", 0, 7), none, 0};
}

void add_body(Deck& deck, const Card& card, RigidBody body) {
  const auto [entry, is_new] = deck.body_where.try_emplace(body.id, card.where());
  if (!is_new)
    card.error("PID", "rigid body {} is defined twice; first at {}:{}", body.id, deck.log.file_name(entry->second.file),
               entry->second.line);
  deck.model.rigid_bodies.push_back(std::move(body));
}

void read_nodal_body(Cards& cards, const Options& options, Deck& deck) {
  RigidBody body;
  if (options.count("TITLE")) body.title = cards.next_text();
  const Card card = cards.next(nodal_body_card);
  body.id = card.id("PID") != 0 ? card.id("PID") : card.id("NSID");
  if (card.id("CID") != 0)
    deck.nodal_body_axes[body.id] = [&deck, card] { return axes_of_frame(deck, frame_of(deck, card, "CID")); };
  if (options.count("SPC")) body.constraint = read_body_constraint(cards);
  std::function<GivenInertia(Deck&)> inertia;
  if (options.count("INERTIA")) inertia = read_inertia(cards);
  deck.later(Phase::bodies, [&deck, card, body, inertia]() mutable {
    body.nodes = nodes_of_set(deck, card, "NSID");
    if (inertia) body.inertia = inertia(deck);
    add_body(deck, card, std::move(body));
  });
}

/// LS-DYNA's nodes stay on the shell's fibre and slide along it; a rigid body does the same but for the sliding.
void read_shell_to_solid(Cards& cards, const Options&, Deck& deck) {
  const Card card = cards.next(shell_to_solid_card);
  card.warn("",
            "the node of the shell and those of the solids are a nodal rigid body: they do not slide along its fibre");
  deck.later(Phase::bodies, [&deck, card] {
    RigidBody body;
    body.id = card.id("NSID");
    body.nodes = nodes_of_set(deck, card, "NSID");
    const Index node = deck.find_node(card, "NID");
    if (node == none) return;
    if (std::ranges::find(body.nodes, node) == body.nodes.end()) body.nodes.push_back(node);
    add_body(deck, card, std::move(body));
  });
}

void read_strength(const Card& card, SpotWeld& weld) {
  weld.normal_strength = card.real("SN");
  weld.shear_strength = card.real("SS");
  weld.normal_exponent = card.real("N");
  weld.shear_exponent = card.real("M");
}

/// 0 is taken for none, as the strength.
double strain_at_failure(const Card& card, std::string_view field) {
  if (card.real(field) < 0) card.error(field, "found {}, expected a strain, not negative", card.real(field));
  return card.real(field) > 0 ? card.real(field) : 1e20;
}

/// A weld between the nodes of a card.
void add_weld(Deck& deck, const Card& card, SpotWeld weld) {
  weld.nodes = {deck.find_node(card, "N1"), deck.find_node(card, "N2")};
  if (weld.id == 0) weld.id = Id(deck.model.spot_welds.size()) + 1;
  for (std::size_t i = 0; i < 2; ++i)
    if (weld.nodes[i] != none && deck.is_rigid_node[weld.nodes[i]])
      card.error(card.field(i), "node {} belongs to a rigid body, expected a deformable node", card.id(i));
  deck.model.spot_welds.push_back(weld);
}

/// A weld that does not fail by force.
void read_rivets(Cards& cards, const Options& options, Deck& deck) {
  SpotWeld weld;
  if (options.count("ID")) weld.id = read_id_card(cards).first;
  const Card card = cards.next(rivet_card);
  weld.failure_time = card.real("TF");
  card.warn("", "a rivet is a spot weld without strength: it holds rotations, too");
  if (card.id("N1") == card.id("N2")) card.error("N2", "a rivet joins two different nodes, found the same one");
  deck.later(Phase::conditions, [&deck, card, weld] { add_weld(deck, card, weld); });
}

void read_welds(Cards& cards, const Options& options, Deck& deck) {
  SpotWeld weld;
  if (options.count("ID")) weld.id = read_id_card(cards).first;
  const Card card = cards.next(weld_card);
  if (options.count("FILTERED")) cards.next(filter_card);
  read_strength(card, weld);
  weld.failure_time = card.real("TF");
  weld.plastic_strain = strain_at_failure(card, "EP");
  if (card.id("N1") == card.id("N2")) card.error("N2", "a spot weld joins two different nodes, found the same one");
  expect_not_negative(card, {"SN", "SS", "N", "M"});
  deck.later(Phase::conditions, [&deck, card, weld] { add_weld(deck, card, weld); });
}

/// A chain of welds from each node of the set to the next.
void add_chain(Deck& deck, const Card& card, SpotWeld weld) {
  const std::vector<Index> nodes = nodes_of_set_as_given(deck, card, "NSID");
  if (nodes.size() == 1) card.error("NSID", "the node set has one node, expected two or more to be joined");
  for (const Index node : nodes)
    if (deck.is_rigid_node[node])
      card.error("NSID", "node {} belongs to a rigid body, expected deformable nodes", deck.model.nodes.id[node]);
  const bool has_id = weld.id != 0;
  for (std::size_t i = 1; i < nodes.size(); ++i) {
    weld.nodes = {nodes[i - 1], nodes[i]};
    if (!has_id) weld.id = Id(deck.model.spot_welds.size()) + 1;
    deck.model.spot_welds.push_back(weld);
  }
}

/// Each node is linked to each, so that the others stay tied when one is released.
void add_tied_nodes(Deck& deck, const Card& card) {
  const std::vector<Index> nodes = nodes_of_set(deck, card, "NSID");
  if (nodes.size() == 1) card.error("NSID", "the node set has one node, expected two or more to be tied");
  SpotWeld link;
  link.tied_set = card.id("NSID");
  link.plastic_strain = card.real("EPPF");
  link.tied_solids = choice(card, "ETYPE", 0, 1) == 1;
  if (!(link.plastic_strain > 0)) card.error("EPPF", "found {}, expected a positive strain", card.real("EPPF"));
  const Nodes& all = deck.model.nodes;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const Vec3 place = all.position[nodes[i]], first = all.position[nodes[0]];
    if (deck.is_rigid_node[nodes[i]])
      card.error("NSID", "node {} belongs to a rigid body, expected deformable nodes", all.id[nodes[i]]);
    constexpr double digits = 1e-6;  // of the coordinates in fields of eight to sixteen characters
    if (norm(place - first) > digits * norm(first) + 1e-30)
      card.error("NSID", "node {} is at a distance of {} from node {}, expected coincident nodes", all.id[nodes[i]],
                 norm(place - first), all.id[nodes[0]]);
    for (std::size_t j = 0; j < i; ++j) {
      link.nodes = {nodes[j], nodes[i]};
      deck.model.spot_welds.push_back(link);
    }
  }
}

void read_weld_spots(Cards& cards, const Options& options, Deck& deck) {
  SpotWeld weld;
  if (options.count("ID")) weld.id = read_id_card(cards).first;
  const Card card = cards.next(spot_card_1), strength = cards.next(spot_card_2);
  read_strength(strength, weld);
  weld.failure_time = strength.real("TFAIL");
  weld.plastic_strain = strain_at_failure(strength, "EPSF");
  expect_not_negative(strength, {"TFAIL", "SN", "SS", "N", "M"});
  deck.later(Phase::conditions, [&deck, card, weld] { add_chain(deck, card, weld); });
}

template <bool of_set>
void resolve_extra_nodes(Deck& deck, const Card& card) {
  const Index body = rigid_body_of(deck, card, "PID");
  std::vector<Index> nodes;
  if (of_set)
    nodes = nodes_of_set(deck, card, "NSID");
  else if (const Index node = deck.find_node(card, "NID"); node != none)
    nodes = {node};
  if (body == none) return;
  auto& all = deck.model.rigid_bodies[body].nodes;
  all.insert(all.end(), nodes.begin(), nodes.end());
}

void resolve_merge(Deck& deck, const Card& card) {
  const Index master = rigid_body_of(deck, card, "PIDL"), other = rigid_body_of(deck, card, "PIDC");
  if (master == none || other == none || master == other) return;
  merge_bodies(deck, deck.model.rigid_bodies[master].id, deck.model.rigid_bodies[other].id);
}

}  // namespace crumple::deck::constraints_keywords

namespace crumple::deck {

void merge_bodies(Deck& deck, Id into, Id other) {
  auto& bodies = deck.model.rigid_bodies;
  const auto to = std::ranges::find(bodies, into, &RigidBody::id);
  const auto from = std::ranges::find(bodies, other, &RigidBody::id);
  if (to == bodies.end() || from == bodies.end() || to == from) return;
  to->parts.insert(to->parts.end(), from->parts.begin(), from->parts.end());
  to->nodes.insert(to->nodes.end(), from->nodes.begin(), from->nodes.end());
  deck.merged_into[other] = into;
  bodies.erase(from);
}

Index rigid_body_of(Deck& deck, const Card& card, std::string_view field) {
  Id wanted = card.id(field, IdOf::part);
  for (auto merged = deck.merged_into.find(wanted); merged != deck.merged_into.end();
       merged = deck.merged_into.find(wanted))
    wanted = merged->second;
  const auto& bodies = deck.model.rigid_bodies;
  const auto found = std::find_if(bodies.begin(), bodies.end(), [&](const RigidBody& b) { return b.id == wanted; });
  if (found != bodies.end() && found->is_switched()) {
    card.error(field,
               "part {} is rigid at times only (*DEFORMABLE_TO_RIGID_AUTOMATIC), expected a rigid "
               "body of the whole run",
               wanted);
    return none;
  }
  if (found != bodies.end()) return Index(found - bodies.begin());
  card.error(field, "{} is no rigid part and no nodal rigid body", wanted);
  return none;
}

}  // namespace crumple::deck

namespace crumple::deck::constraints_keywords {

void add_to(Registry& registry) {
  std::vector<CardForm> nodal_body{{"1", nodal_body_card}, {"_SPC", spc_card}};
  nodal_body.insert(nodal_body.end(), inertia_cards().begin(), inertia_cards().end());
  registry.add("CONSTRAINED_NODAL_RIGID_BODY", {"INERTIA", "SPC", "TITLE"}, nodal_body, each(read_nodal_body));
  registry.add("CONSTRAINED_SHELL_TO_SOLID", {}, numbered(shell_to_solid_card), each(read_shell_to_solid));
  registry.add("CONSTRAINED_SPOTWELD", {"ID", "FILTERED", "FORCE"},
               {{"1", weld_card}, {"_FILTERED_FORCE", filter_card}}, each(read_welds));
  registry.add("CONSTRAINED_RIVET", {"ID"}, numbered(rivet_card), each(read_rivets));
  registry.add("CONSTRAINED_GENERALIZED_WELD_SPOT", {"ID"}, numbered(spot_card_1, spot_card_2), each(read_weld_spots));
  registry.add("CONSTRAINED_TIED_NODES_FAILURE", {}, {{"1 ...", tied_nodes_card}},
               each_card(tied_nodes_card, Phase::conditions, add_tied_nodes),
               "The nodes move as one, with their rotations, until the mean plastic strain of the elements around all "
               "of them, weighted by their volumes at t = 0, is beyond EPPF. Then those are released whose own "
               "elements have a larger mean.");
  registry.add("CONSTRAINED_EXTRA_NODES_NODE", {}, numbered(extra_node_card),
               each_card(extra_node_card, Phase::merging, resolve_extra_nodes<false>));
  registry.add("CONSTRAINED_EXTRA_NODES_SET", {}, numbered(extra_set_card),
               each_card(extra_set_card, Phase::merging, resolve_extra_nodes<true>));
  registry.add("CONSTRAINED_RIGID_BODIES", {}, numbered(merge_card),
               each_card(merge_card, Phase::merging, resolve_merge));
}

}  // namespace crumple::deck::constraints_keywords
