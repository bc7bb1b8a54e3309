// *BOUNDARY_SPC_NODE/SET and *BOUNDARY_PRESCRIBED_MOTION_NODE/SET/RIGID.
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

#include "deck/keywords/keywords.hpp"

namespace crumple::deck {
namespace {

constexpr Field spc_node_card[] = {id("NID"),       id("CID"),        integer("DOFX"),  integer("DOFY"),
                                   integer("DOFZ"), integer("DOFRX"), integer("DOFRY"), integer("DOFRZ")};
constexpr Field spc_set_card[] = {id("NSID"),      id("CID"),        integer("DOFX"),  integer("DOFY"),
                                  integer("DOFZ"), integer("DOFRX"), integer("DOFRY"), integer("DOFRZ")};
constexpr Field id_card[] = {id("ID"), text("HEADING", 70)};
constexpr Field motion_card[] = {id("TYPEID"),
                                 integer("DOF"),
                                 integer("VAD"),
                                 id("LCID"),
                                 real("SF", "1", 1),
                                 id("VID"),
                                 real("DEATH", "time", 1e28),
                                 real("BIRTH", "time")};

DofMask dof_of_flags(const Card& card) {
  DofMask mask = 0;
  for (std::size_t i = 0; i < 6; ++i) {
    const Id flag = card.id(i + 2);
    if (flag != 0 && flag != 1) card.error(card.field(i + 2), fmt::format("found {}, expected 0 or 1", flag));
    if (flag == 1) mask = DofMask(mask | 1 << i);
  }
  return mask;
}

void read_constraints(Cards& cards, const Options& options, Deck& deck) {
  const bool of_set = options.count("SET");
  while (cards.more()) {
    if (options.count("ID")) cards.next(id_card);
    const Card card = of_set ? cards.next(spc_set_card) : cards.next(spc_node_card);
    const DofMask dof = dof_of_flags(card);
    deck.later(Phase::conditions, [&deck, card, of_set, dof] {
      const Index frame = frame_of(deck, card, "CID");
      std::vector<Index> nodes;
      if (of_set) {
        nodes = nodes_of_set(deck, card, "NSID");
      } else {
        nodes = {deck.find_node(card, "NID")};
      }
      if (dof == 0) return;
      for (const Index node : nodes) deck.model.constraints.push_back({node, dof, frame});
    });
  }
}

/// Two unit vectors perpendicular to `a` and to each other.
std::pair<Vec3, Vec3> plane_of(const Vec3& a) {
  int smallest = 0;
  for (int i = 1; i < 3; ++i)
    if (std::abs(a[i]) < std::abs(a[smallest])) smallest = i;
  Vec3 axis;
  axis[smallest] = 1;
  const Vec3 b = normalized(cross(a, axis));
  return {b, cross(a, b)};
}

/// Sets `rotation` and `direction` from DOF and VID; false after an error.
bool resolve_direction(Deck& deck, const Card& card, PrescribedMotion& motion) {
  const int dof = card.integer("DOF"), kind = std::abs(dof);
  if (kind < 1 || kind > 8 || (dof < 0 && kind != 4 && kind != 8)) {
    card.error("DOF", fmt::format("found {}, expected 1 to 8, -4 or -8", dof));
    return false;
  }
  motion.rotation = kind > 4;
  if (kind == 4 || kind == 8) {
    const Index vector = deck.find(deck.vectors, card, "VID");
    if (vector != none) motion.direction = deck.vectors[vector];
    return vector != none;
  }
  motion.direction[(kind - 1) % 4] = 1;
  return true;
}

void resolve_motion(Deck& deck, const Card& card, PrescribedMotion motion, bool of_set, bool of_body) {
  if (of_body) {
    motion.rigid_body = rigid_body_of(deck, card, "TYPEID");
  } else if (of_set) {
    motion.nodes = nodes_of_set(deck, card, "TYPEID");
  } else {
    motion.nodes = {deck.find_node(card, "TYPEID")};
  }
  for (const Index node : motion.nodes)
    if (node != none && deck.is_rigid_node[std::size_t(node)]) {
      card.error("TYPEID", fmt::format("node {} belongs to a rigid body, expected *BOUNDARY_PRESCRIBED_MOTION_RIGID",
                                       deck.model.nodes.id[std::size_t(node)]));
      break;
    }
  motion.curve = deck.find(deck.curves, card, "LCID");
  const int kind = card.integer("VAD");
  if (kind < 0 || kind > 2) card.error("VAD", fmt::format("found {}, expected 0, 1 or 2", kind));
  if (kind == 1 && of_body) card.error("VAD", "found 1 (acceleration), which is for nodes; expected 0 or 2");
  motion.kind = MotionKind(std::clamp(kind, 0, 2));
  if (!resolve_direction(deck, card, motion)) return;
  deck.model.motions.push_back(motion);
  if (card.integer("DOF") > 0) return;
  const auto [b, c] = plane_of(motion.direction);  // a negative DOF holds the plane normal to the vector
  for (const Vec3& direction : {b, c}) {
    motion.direction = direction;
    motion.scale = 0;
    motion.kind = MotionKind::velocity;
    deck.model.motions.push_back(motion);
  }
}

void read_motions(Cards& cards, const Options& options, Deck& deck) {
  const bool of_set = options.count("SET"), of_body = options.count("RIGID");
  while (cards.more()) {
    PrescribedMotion motion;
    if (options.count("ID")) motion.id = cards.next(id_card).id("ID");
    const Card card = cards.next(motion_card);
    motion.scale = card.real("SF");
    motion.birth = card.real("BIRTH");
    motion.death = card.real("DEATH");
    deck.later(Phase::conditions,
               [&deck, card, motion, of_set, of_body] { resolve_motion(deck, card, motion, of_set, of_body); });
  }
}

/// SET, NODE, ... are part of the keyword, so they are not options a user may leave out.
void add_with_target(Registry& registry, const std::string& name, std::initializer_list<const char*> targets,
                     void (*reader)(Cards&, const Options&, Deck&)) {
  for (const std::string target : targets)
    registry.add(name + "_" + target, {"ID"}, [target, reader](Cards& cards, const Options& options, Deck& deck) {
      Options all = options;
      all.insert(target);
      reader(cards, all, deck);
    });
}

}  // namespace

std::pair<Id, std::string> read_id_card(Cards& cards) {
  const Card card = cards.next(id_card);
  return {card.id("ID"), std::string(card.text("HEADING"))};
}

void register_boundary(Registry& registry) {
  add_with_target(registry, "BOUNDARY_SPC", {"NODE", "SET"}, read_constraints);
  add_with_target(registry, "BOUNDARY_PRESCRIBED_MOTION", {"NODE", "SET", "RIGID"}, read_motions);
}

}  // namespace crumple::deck
