// *INITIAL_VELOCITY, _NODE, _GENERATION, _RIGID_BODY. Where several set the same node, the last in the deck holds.
// Velocities without a coordinate system turn with the file that *INCLUDE_TRANSFORM moves.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/same_bits.hpp"
#include "deck/keywords/keywords.hpp"

namespace crumple::deck::initial_keywords {

constexpr Field velocity_card_1[] = {
    id(IdOf::set, "NSID", "node set; 0: all nodes"),
    id(IdOf::set, "NSIDEX", "node set with the velocity of the third card"),
    id(IdOf::definition, "BOXID", "box containing the nodes of NSID"),
    id(IdOf::varies, "IRIGID",
       "rigid bodies whose velocity given with their inertia is replaced: > 0, those of this part set, and -1, all, "
       "with their centre in BOXID; -2, all; 0, none; others are errors"),
    id(IdOf::definition, "ICID", "coordinate system of the components; 0: global")};
constexpr auto velocity_card_2 = card_of(alike(real("VX", "velocity", "length/time"), "VY", "VZ"),
                                         alike(real("VXR", "angular velocity", "1/time"), "VYR", "VZR"));
constexpr auto velocity_card_3 = card_of(alike(real("VXE", "velocity", "length/time"), "VYE", "VZE"),
                                         alike(real("VXRE", "angular velocity", "1/time"), "VYRE", "VZRE"));
constexpr auto node_card =
    card_of(id(IdOf::node, "NID", "node"), alike(real("VX", "velocity", "length/time"), "VY", "VZ"),
            alike(real("VXR", "angular velocity", "1/time"), "VYR", "VZR"),
            id(IdOf::definition, "ICID", "coordinate system of the components; 0: global"));
constexpr auto generation_card_1 = card_of(
    id(IdOf::varies, "ID", "part set, part or node set; 0: all nodes"),
    integer("STYP", "what ID is: 1 part set, 2 part, 3 node set; others are errors"),
    real("OMEGA", "angular velocity about the axis of card 2", "1/time"),
    alike(real("VX", "velocity", "length/time"), "VY", "VZ"),
    warned("IVATN", "nodes of a rigid body start with their given velocities, and the body with their total momentum"),
    id(IdOf::definition, "ICID", "coordinate system of the components; 0: global"));
constexpr auto generation_card_2 = card_of(
    alike(real("XC", "point on the axis", "length"), "YC", "ZC"),
    real("NX", "direction of the axis; -999: it goes from the node NY to the node NZ"),
    alike(real("NY", "direction of the axis"), "NZ"), no_effect("PHASE", "there is no dynamic relaxation"),
    integer("IRIGID",
            "1: replaces the velocity given with the inertia of rigid parts, or with ID = 0 of all rigid bodies; no "
            "effect with STYP = 3; 0: that velocity is kept; others are errors"));
constexpr auto body_card =
    card_of(id(IdOf::part, "PID", "rigid body"), alike(real("VX", "velocity", "length/time"), "VY", "VZ"),
            alike(real("VXR", "angular velocity", "1/time"), "VYR", "VZR"),
            id(IdOf::definition, "ICID", "coordinate system of the components; 0: global"));

struct Motion {
  Vec3 velocity, angular;
};

void set_motion(Deck& deck, Index node, const Motion& motion) {
  deck.model.nodes.velocity[node] = motion.velocity;
  deck.model.nodes.angular_velocity[node] = motion.angular;
}

/// How vectors of a moved file come into the model: turned, and mirrored, but not stretched.
class Turn {
 public:
  explicit Turn(const Deck& deck) : moved_(deck.placement->motion) {
    const auto& [x, y, z] = moved_.linear.row;
    const double volume = dot(x, cross(y, z)), size = same_bits::cbrt(std::abs(volume));
    if (size > 0) stretch_ = size;
    if (volume < 0) mirrored_ = -1;
  }
  /// Of a velocity, in a frame or, without one, in the axes of the file.
  Vec3 velocity(const Deck& deck, Index frame, const Vec3& v) const {
    return frame == none ? (1 / stretch_) * moved_.direction(v) : to_global(deck, frame, v);
  }
  /// Of an angular velocity, whose sense a mirror changes.
  Vec3 angular(const Deck& deck, Index frame, const Vec3& v) const {
    return frame == none ? mirrored_ * velocity(deck, frame, v) : to_global(deck, frame, v);
  }
  Vec3 point(const Vec3& x) const { return moved_.point(x); }

 private:
  deck::Motion moved_;
  double stretch_ = 1, mirrored_ = 1;
};

Motion motion_of(const Deck& deck, const Card& card, Index frame, const Turn& turn) {
  return {turn.velocity(deck, frame, card.vector("VX", "VY", "VZ")),
          turn.angular(deck, frame, card.vector("VXR", "VYR", "VZR"))};
}

/// Velocities given with the inertia of bodies give way to this motion: of those that are `meant`, with the velocity at
/// their centre `at`.
template <class IsMeant, class At>
void replace_given_motion(Deck& deck, IsMeant meant, At at) {
  for (RigidBody& body : deck.model.rigid_bodies) {
    if (!body.inertia || !meant(body)) continue;
    const Motion motion = at(body.inertia->center);
    body.initial_velocity = {motion.velocity, motion.angular};
  }
}

/// IRIGID of *INITIAL_VELOCITY, as the Keyword Manual has it: bodies of a part set, or all, whose centre is in the box.
void resolve_body_velocities(Deck& deck, const Card& who, const Motion& motion, Index box) {
  const Id option = who.id("IRIGID");
  if (option == 0) return;
  if (option < -2) return who.error("IRIGID", "found {}, expected a part set, -2, -1 or 0", option);
  const std::vector<Index> parts = option > 0 ? parts_of_set(deck, who, "IRIGID") : std::vector<Index>{};
  const auto is_meant = [&](const RigidBody& body) {
    const bool of_set = std::ranges::any_of(body.parts, [&](Index p) { return std::ranges::binary_search(parts, p); });
    const bool in_box = box == none || option == -2 || deck.boxes[box].contains(body.inertia->center);
    return (option < 0 || of_set) && in_box;
  };
  replace_given_motion(deck, is_meant, [&](const Vec3&) { return motion; });
}

void resolve_velocity(Deck& deck, const Card& who, const Card& what, const Card& except, const Turn& turn) {
  const Index frame = frame_of(deck, who, "ICID");
  const Index box = deck.find_optional(deck.boxes, who, "BOXID");
  const Motion motion = motion_of(deck, what, frame, turn);
  for (const Index node : nodes_of_set_or_all(deck, who, "NSID"))
    if (box == none || deck.boxes[box].contains(deck.model.nodes.position[node])) set_motion(deck, node, motion);
  resolve_body_velocities(deck, who, motion, box);
  if (who.id("NSIDEX") == 0) return;
  const Motion other{turn.velocity(deck, frame, except.vector("VXE", "VYE", "VZE")),
                     turn.angular(deck, frame, except.vector("VXRE", "VYRE", "VZRE"))};
  for (const Index node : nodes_of_set(deck, who, "NSIDEX")) set_motion(deck, node, other);
}

void read_velocity(Cards& cards, const Options&, Deck& deck) {
  const Card who = cards.next(velocity_card_1), what = cards.next(velocity_card_2);
  const Card except = who.id("NSIDEX") != 0 ? cards.next(velocity_card_3) : Card();
  deck.later(Phase::conditions, [&deck, who, what, except, turn = Turn(deck)] {
    resolve_velocity(deck, who, what, except, turn);
  });
}

/// A card of *INITIAL_VELOCITY_NODE in little room: decks have them by the hundred thousand.
struct NodeVelocity {
  Id node = 0, frame = 0;
  Motion motion;
  Location where;
};

void resolve_node_velocity(Deck& deck, const NodeVelocity& v, const Turn& turn) {
  const Index node = deck.node_index.find(v.node), frame = deck.frames.find(v.frame);
  const auto error = [&](std::string_view field, std::string_view what, Id id) {
    deck.log.error(v.where, "INITIAL_VELOCITY_NODE", field, fmt::format("{} {} is not defined", what, id));
  };
  if (node == none) return error("NID", "node", v.node);
  if (v.frame != 0 && frame == none) return error("ICID", "coordinate system", v.frame);
  set_motion(deck, node,
             {turn.velocity(deck, frame, v.motion.velocity), turn.angular(deck, frame, v.motion.angular)});
}

void read_node_velocities(Cards& cards, const Options&, Deck& deck) {
  std::vector<NodeVelocity> velocities;
  while (cards.more()) {
    const Card card = cards.next(node_card);
    const Motion motion{card.vector("VX", "VY", "VZ"), card.vector("VXR", "VYR", "VZR")};
    velocities.push_back({card.id("NID"), card.id("ICID"), motion, card.where()});
  }
  deck.later(Phase::conditions, [&deck, velocities = std::move(velocities), turn = Turn(deck)] {
    for (const NodeVelocity& v : velocities) resolve_node_velocity(deck, v, turn);
  });
}

/// The parts of STYP 1 and 2.
std::vector<Index> parts_of_generation(Deck& deck, const Card& card) {
  if (card.id("ID") == 0) return {};
  const int type = card.integer("STYP");
  return type == 1 || type == 2 ? named_parts(deck, card, "ID", type == 1) : std::vector<Index>{};
}

std::vector<Index> nodes_of_generation(Deck& deck, const Card& card, const std::vector<Index>& parts) {
  if (card.id("ID") == 0) return nodes_of_set_or_all(deck, card, "ID");
  const int type = card.integer("STYP");
  if (type == 1 || type == 2) return nodes_of_parts(deck, parts);
  if (type == 3) return nodes_of_set(deck, card, "ID");
  card.error("STYP", "found {}, expected 1 (part set), 2 (part) or 3 (node set)", type);
  return {};
}

/// From the node NY to the node NZ.
Vec3 between_nodes(Deck& deck, const Card& card) {
  const Index from = deck.find_node(card, "NY", card.shifted(Id(card.real("NY")), IdOf::node)),
              to = deck.find_node(card, "NZ", card.shifted(Id(card.real("NZ")), IdOf::node));
  return from == none || to == none ? Vec3{1, 0, 0} : deck.model.nodes.position[to] - deck.model.nodes.position[from];
}

void resolve_generation(Deck& deck, const Card& who, const Card& axis, const Turn& turn) {
  const Index frame = frame_of(deck, who, "ICID");
  const Vec3 velocity = turn.velocity(deck, frame, who.vector("VX", "VY", "VZ"));
  Vec3 omega;
  if (who.real("OMEGA") != 0) {
    const Vec3 given = axis.vector("NX", "NY", "NZ");
    const bool by_nodes = given.x == -999;
    const Vec3 direction = by_nodes ? between_nodes(deck, axis) : turn.angular(deck, frame, given);
    if (norm(direction) == 0) return axis.error("NX", "the axis of rotation has no length");
    omega = who.real("OMEGA") * normalized(direction);
  }
  const Vec3 center = turn.point(axis.vector("XC", "YC", "ZC"));
  const auto motion_at = [&](const Vec3& x) { return Motion{velocity + cross(omega, x - center), omega}; };
  const std::vector<Index> parts = parts_of_generation(deck, who);
  for (const Index node : nodes_of_generation(deck, who, parts))
    set_motion(deck, node, motion_at(deck.model.nodes.position[node]));
  const int option = choice(axis, "IRIGID", 0, 1);
  const auto is_meant = [&](const RigidBody& body) {
    return who.id("ID") == 0 || (!body.parts.empty() && std::ranges::binary_search(parts, body.parts.front()));
  };
  if (option == 1) replace_given_motion(deck, is_meant, motion_at);
}

void read_generation(Cards& cards, const Options&, Deck& deck) {
  const Card who = cards.next(generation_card_1), axis = cards.next(generation_card_2);
  deck.later(Phase::conditions, [&deck, who, axis, turn = Turn(deck)] { resolve_generation(deck, who, axis, turn); });
}

void read_body_velocity(Cards& cards, const Options&, Deck& deck) {
  const Card card = cards.next(body_card);
  deck.later(Phase::conditions, [&deck, card, turn = Turn(deck)] {
    const Motion motion = motion_of(deck, card, frame_of(deck, card, "ICID"), turn);
    const Index body = rigid_body_of(deck, card, "PID");
    if (body != none) deck.model.rigid_bodies[body].initial_velocity = {motion.velocity, motion.angular};
  });
}

void add_to(Registry& registry) {
  registry.add("INITIAL_VELOCITY", {},
               {{"1", velocity_card_1}, {"2", velocity_card_2}, {"3, with NSIDEX", velocity_card_3}},
               each(read_velocity));
  registry.add("INITIAL_VELOCITY_NODE", {}, {{"1 ...", node_card}}, read_node_velocities);
  registry.add("INITIAL_VELOCITY_GENERATION", {}, numbered(generation_card_1, generation_card_2),
               each(read_generation));
  registry.add("INITIAL_VELOCITY_RIGID_BODY", {}, numbered(body_card), each(read_body_velocity));
}

}  // namespace crumple::deck::initial_keywords
