// *BOUNDARY_SPC_NODE/SET and *BOUNDARY_PRESCRIBED_MOTION_NODE/SET/RIGID/RIGID_LOCAL.
#include <algorithm>
#include <cstdlib>
#include <optional>

#include "deck/keywords/keywords.hpp"

namespace crumple::deck::boundary_keywords {

constexpr auto held_fields =
    card_of(id(IdOf::definition, "CID", "coordinate system of the directions; 0: global"),
            integer("DOFX", "1: no motion along x"), integer("DOFY", "1: no motion along y"),
            integer("DOFZ", "1: no motion along z"), integer("DOFRX", "1: no rotation about x"),
            integer("DOFRY", "1: no rotation about y"), integer("DOFRZ", "1: no rotation about z"));
constexpr auto spc_node_card = card_of(id(IdOf::node, "NID", "node"), held_fields);
constexpr auto spc_set_card = card_of(id(IdOf::set, "NSID", "node set"), held_fields);
constexpr Field times_card[] = {real("BIRTH", "time from which the nodes are held", "time"),
                                real("DEATH", "time until which the nodes are held; 0: to the end", "time", 1e28)};
constexpr auto global_card = card_of(
    integer("TC", "no motion along: 0 none, 1 x, 2 y, 3 z, 4 xy, 5 yz, 6 zx, 7 xyz; others are errors"),
    integer("RC", "constrained rotations, in the same way"), integer("DIR", "the plane is normal to 1 x, 2 y, 3 z"),
    alike(real("X", "its coordinate", "length"), "Y", "Z"),
    real("TOL", "distance within which nodes belong to it; 0: a millionth of the model's size", "length"));
constexpr Field motion_card[] = {
    id(IdOf::varies, "TYPEID", "node, node set or rigid body"),
    integer("DOF",
            "1 to 3: translation along x, y, z; 5 to 7: rotation about them; 4, 8: translation along, rotation about "
            "VID; -4, -8: the same with the other directions held; 9 to 11, of nodes: they turn about an axis along x, "
            "y, z; -9 to -11: free along their radius; with _LOCAL 1 to 3 and 5 to 7"),
    integer("VAD", "0 velocity, 1 acceleration, 2 displacement; others are errors"),
    id(IdOf::curve, "LCID", "curve over time"),
    real("SF", "scale of the curve", "1", 1),
    id(IdOf::definition, "VID", "vector for DOF 4 and 8"),
    real("DEATH", "end of the motion", "time", 1e28),
    real("BIRTH", "start of the motion", "time")};

/// Follows the card of DOF 9 to 11 and of VAD 4.
constexpr auto turning_card =
    card_of(real("OFFSET1", "place of the axis: y with DOF 9, z with 10, x with 11", "length"),
            real("OFFSET2", "z with DOF 9, x with 10, y with 11", "length"),
            no_effect("MRB", "only for VAD 4, an error"), alike(no_effect("NODE1", "as MRB"), "NODE2"));

DofMask dof_of_flags(const Card& card) {
  DofMask mask = 0;
  for (std::size_t i = 0; i < 6; ++i) {
    const Id flag = card.id(i + 2);
    if (flag != 0 && flag != 1) card.error(card.field(i + 2), "found {}, expected 0 or 1", flag);
    if (flag == 1) mask = DofMask(mask | 1 << i);
  }
  return mask;
}

/// What is held for a while: a motion of speed 0, whose work counts when it stops what moves.
void hold_for_a_while(Deck& deck, const std::vector<Index>& nodes, Index frame, DofMask dof, const Card& times) {
  for (int k = 0; k < 6; ++k) {
    if (!(dof & 1 << k)) continue;
    PrescribedMotion motion;
    motion.nodes = nodes;
    motion.rotation = k > 2;
    Vec3 axis;
    axis[k % 3] = 1;
    motion.direction = to_global(deck, frame, axis);
    motion.scale = 0;
    motion.birth = times.real("BIRTH");
    motion.death = times.real("DEATH");
    deck.model.motions.push_back(motion);
  }
}

void resolve_constraint(Deck& deck, const Card& card, bool of_set, DofMask dof, const std::optional<Card>& times) {
  if (of_set && card.id("NSID") == 0 && dof == 0)
    return card.warn("NSID", "names no set and holds nothing: it is left out");
  const Index frame = frame_of_user(deck, card, "CID", false);
  const std::vector<Index> nodes = of_set ? nodes_of_set(deck, card, "NSID") : std::vector{deck.find_node(card, "NID")};
  if (dof == 0) return;
  if (times) return hold_for_a_while(deck, nodes, frame, dof, *times);
  for (const Index node : nodes) deck.model.constraints.push_back({node, dof, frame});
}

Reader constraint_reader(bool of_set) {
  return each([of_set](Cards& cards, const Options& options, Deck& deck) {
    if (options.count("ID")) cards.next(id_card);
    const Card card = of_set ? cards.next(spc_set_card) : cards.next(spc_node_card);
    const DofMask dof = dof_of_flags(card);
    std::optional<Card> times;
    if (options.count("BIRTH") || options.count("DEATH")) times = cards.next(times_card);
    if (times && times->real("DEATH") <= times->real("BIRTH"))
      times->error("DEATH", "found {}, expected a time after BIRTH", times->real("DEATH"));
    deck.later(Phase::conditions,
               [&deck, card, of_set, dof, times] { resolve_constraint(deck, card, of_set, dof, times); });
  });
}

/// Nodes in a plane across a global axis are held.
void resolve_global_constraint(Deck& deck, const Card& card) {
  const int axis = card.integer("DIR") - 1, tc = card.integer("TC"), rc = card.integer("RC");
  if (axis < 0 || axis > 2) return card.error("DIR", "found {}, expected 1, 2 or 3", axis + 1);
  for (const auto& [name, code] : {std::pair{"TC", tc}, std::pair{"RC", rc}})
    if (code < 0 || code > 7) return card.error(name, "found {}, expected 0 to 7", code);
  const std::vector<Vec3>& x = deck.model.nodes.position;
  double largest = 0;
  for (const Vec3& place : x) largest = std::max(largest, norm(place));
  const double tolerance = card.real("TOL") > 0 ? card.real("TOL") : 1e-6 * largest;
  const double plane = card.vector("X", "Y", "Z")[axis];
  const DofMask dof = DofMask(dof_of_code(tc) | dof_of_code(rc) << 3);
  for (std::size_t i = 0; i < x.size(); ++i)
    if (std::abs(x[i][axis] - plane) <= tolerance) deck.model.constraints.push_back({Index(i), dof, none});
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
  if (kind < 1 || kind > 11 || (dof < 0 && kind != 4 && kind < 8)) {
    card.error("DOF", "found {}, expected 1 to 11, -4 or -8 to -11", dof);
    return false;
  }
  if (kind > 8) {
    motion.direction[kind - 9] = 1;
    motion.turning =
        dof < 0 ? PrescribedMotion::Turning::freely_along_radius : PrescribedMotion::Turning::on_circles;
    if (motion.rigid_body != none) card.error("DOF", "found {} for a rigid body, expected 1 to 8, -4 or -8", dof);
    if (motion.kind == MotionKind::acceleration)
      card.error("VAD", "found 1 with DOF {}, expected 0, a rate of the angle, or 2, the angle", dof);
    return true;
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

/// What a motion moves; a body along global axes or along its own.
enum class Target { node, set, body, body_locally };

/// Turns the direction from the axes of the body at t = 0 to global ones.
void resolve_local_direction(Deck& deck, const Card& card, PrescribedMotion& motion) {
  motion.turns_with_body = true;
  if (const int kind = std::abs(card.integer("DOF")); kind == 4 || kind == 8)
    card.error("DOF", "found {}, expected 1 to 3 or 5 to 7 along axes of the body", card.integer("DOF"));
  if (motion.rigid_body == none) return;
  const Model& model = deck.model;
  const RigidBody& body = model.rigid_bodies[motion.rigid_body];
  const bool is_nodal = body.parts.empty();
  const auto& all = is_nodal ? deck.nodal_body_axes : deck.material_axes;
  const Id number = is_nodal ? body.id : model.materials[model.parts[body.parts.front()].material].id;
  if (const auto axes = all.find(number); axes != all.end())
    motion.direction = transpose(axes->second()) * motion.direction;
  else
    card.error("TYPEID",
               "rigid body {} has no axes of its own, expected LCO of *MAT_RIGID or CID of "
               "*CONSTRAINED_NODAL_RIGID_BODY (axes of inertia are not taken)",
               body.id);
}

void resolve_motion(Deck& deck, const Card& card, PrescribedMotion motion, Target target) {
  const bool of_body = target == Target::body || target == Target::body_locally;
  if (of_body) {
    motion.rigid_body = rigid_body_of(deck, card, "TYPEID");
  } else if (target == Target::set) {
    motion.nodes = nodes_of_set(deck, card, "TYPEID");
  } else {
    motion.nodes = {deck.find_node(card, "TYPEID")};
  }
  for (const Index node : motion.nodes)
    if (node != none && deck.is_rigid_node[node] == 1) {
      card.error("TYPEID", "node {} belongs to a rigid body, expected *BOUNDARY_PRESCRIBED_MOTION_RIGID",
                 deck.model.nodes.id[node]);
      break;
    }
  motion.curve = deck.find(deck.curves, card, "LCID");
  const int kind = choice(card, "VAD", 0, 2);
  motion.kind = MotionKind(std::clamp(kind, 0, 2));
  if (motion.kind == MotionKind::displacement && motion.curve != none && motion.birth == 0)
    if (const double first = deck.model.curves[std::size_t(motion.curve)].evaluate(0); first != 0)
      card.warn("LCID", "the curve is {} at t = 0: nodes move by what it changes from then on", first);
  if (!resolve_direction(deck, card, motion)) return;
  if (target == Target::body_locally) resolve_local_direction(deck, card, motion);
  deck.model.motions.push_back(motion);
  if (card.integer("DOF") > 0 || motion.turning != PrescribedMotion::Turning::no) return;
  const auto [b, c] = plane_of(motion.direction);  // a negative DOF holds the plane normal to the vector
  for (const Vec3& direction : {b, c}) {
    motion.direction = direction;
    motion.scale = 0;
    motion.kind = MotionKind::velocity;
    deck.model.motions.push_back(motion);
  }
}

Reader motion_reader(Target target) {
  return each([target](Cards& cards, const Options& options, Deck& deck) {
    PrescribedMotion motion;
    if (options.count("ID")) motion.id = read_id_card(cards).first;
    const Card card = cards.next(motion_card);
    const int kind = std::abs(card.integer("DOF"));
    if ((kind >= 9 && kind <= 11) || card.integer("VAD") == 4) {
      const Card place = cards.next(turning_card);
      for (int k = 1; k < 3 && kind >= 9 && kind <= 11; ++k)
        motion.centre[(kind - 9 + k) % 3] = place.real(k == 1 ? "OFFSET1" : "OFFSET2");
    }
    motion.scale = card.real("SF");
    motion.birth = card.real("BIRTH");
    motion.death = card.real("DEATH");
    expect_some_time(card, "BIRTH", "DEATH");
    deck.later(Phase::conditions, [&deck, card, motion, target] { resolve_motion(deck, card, motion, target); });
  });
}

}  // namespace crumple::deck::boundary_keywords

namespace crumple::deck {

std::pair<Id, std::string> read_id_card(Cards& cards, IdOf of) {
  const Card card = cards.next(id_card);
  return {card.id("ID", of), std::string(card.text("HEADING"))};
}

}  // namespace crumple::deck

namespace crumple::deck::boundary_keywords {

void add_to(Registry& registry) {
  registry.add("CONSTRAINED_GLOBAL", {}, {{"1 ...", global_card}},
               each_card(global_card, Phase::conditions, resolve_global_constraint));
  const std::vector<CardForm> spc_node{{"1", spc_node_card}, {"2, with _BIRTH_DEATH", times_card}};
  const std::vector<CardForm> spc_set{{"1", spc_set_card}, {"2, with _BIRTH_DEATH", times_card}};
  const std::vector<CardForm> motion{{"1", motion_card}, {"2, with DOF 9 to 11 or VAD 4", turning_card}};
  constexpr auto note =
      "With _BIRTH_DEATH it is a motion of speed 0: what moves at BIRTH is stopped, and its energy counts as work. "
      "spcforc does not list such nodes.";
  registry.add("BOUNDARY_SPC_NODE", {"ID", "BIRTH", "DEATH"}, spc_node, constraint_reader(false), note);
  registry.add("BOUNDARY_SPC_SET", {"ID", "BIRTH", "DEATH"}, spc_set, constraint_reader(true), note);
  for (const Target target : {Target::node, Target::set, Target::body, Target::body_locally}) {
    constexpr const char* names[] = {"NODE", "SET", "RIGID", "RIGID_LOCAL"};
    registry.add(std::string("BOUNDARY_PRESCRIBED_MOTION_") + names[int(target)], {"ID"}, motion,
                 motion_reader(target));
  }
}

}  // namespace crumple::deck::boundary_keywords
