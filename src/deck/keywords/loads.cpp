// *LOAD_NODE_POINT/SET, *LOAD_RIGID_BODY, *LOAD_BODY_X/Y/Z/VECTOR/RX/RY/RZ/PARTS/GENERALIZED, *LOAD_GRAVITY_PART(_SET),
// *LOAD_SEGMENT(_SET), *LOAD_SHELL_ELEMENT/SET, *DAMPING_GLOBAL, *DAMPING_PART_MASS.
#include <algorithm>

#include "deck/keywords/keywords.hpp"

namespace crumple::deck::loads_keywords {

constexpr auto load_fields =
    card_of(integer("DOF", "1 to 3: force along x, y, z; 5 to 7: moment about them; others are errors"),
            id(IdOf::curve, "LCID", "curve over time"), real("SF", "scale of the curve", "1", 1),
            id(IdOf::definition, "CID", "coordinate system of DOF; 0: global"),
            alike(no_effect("M1", "only for follower forces (DOF 4 and 8), which are errors"), "M2", "M3"));
constexpr auto point_card = card_of(id(IdOf::node, "NID", "node"), load_fields);
constexpr auto set_card = card_of(id(IdOf::set, "NSID", "node set"), load_fields);
constexpr auto rigid_card = card_of(
    id(IdOf::part, "PID", "rigid body: its part, or the number of a nodal rigid body"),
    integer("DOF", "1 to 3: force at the centre of mass along x, y, z; 5 to 7: moment about them; others are errors"),
    id(IdOf::curve, "LCID", "curve over time"), real("SF", "scale of the curve", "1", 1),
    id(IdOf::definition, "CID", "initial coordinate system of DOF; 0: global"),
    alike(no_effect("M1", "only for follower forces (DOF 4 and 8), which are errors"), "M2", "M3"));
constexpr auto body_card =
    card_of(id(IdOf::curve, "LCID", "curve of the base acceleration over time"),
            real("SF", "scale of the curve", "1", 1), no_effect("LCIDDR", "there is no dynamic relaxation"),
            alike(no_effect("XC", "only for rotation, *LOAD_BODY_RX"), "YC", "ZC"),
            id(IdOf::definition, "CID", "coordinate system of the direction; 0: global"));
constexpr auto direction_card = card_of(alike(real("V1", "component of the direction"), "V2", "V3"));
constexpr auto spin_card =
    card_of(id(IdOf::curve, "LCID", "curve of the angular velocity about the axis over time; its square is taken"),
            real("SF", "scale of the curve", "1", 1), no_effect("LCIDDR", "there is no dynamic relaxation"),
            alike(real("XC", "a point of the axis", "length"), "YC", "ZC"),
            refused("CID", "body loads in a local coordinate system"));
constexpr auto generalized_fields =
    card_of(id(IdOf::curve, "LCID", "curve over time of the base acceleration and the angular velocity"),
            no_effect("DRLCID", "there is no dynamic relaxation"),
            alike(real("XC", "a point of the axis, in the axes of CID", "length"), "YC", "ZC"));
constexpr auto generalized_range_card =
    card_of(id(IdOf::node, "N1", "first node; the nodes from N1 to N2 must be those of whole parts"),
            id(IdOf::node, "N2", "last node; 0: N1"), generalized_fields);
constexpr auto generalized_set_card =
    card_of(id(IdOf::set, "SID", "set of parts, or of the nodes of whole parts"), blank(), generalized_fields);
constexpr auto generalized_scales_card = card_of(
    alike(real("AX", "scale of the acceleration along an axis of CID; the load acts against it"), "AY", "AZ"),
    alike(real("OMX", "scale of the angular velocity about an axis; at most one, and 0 with CID"), "OMY", "OMZ"),
    id(IdOf::definition, "CID", "coordinate system of the axes; 0: global"),
    text("ANGTYP", "CENT or blank: centrifugal load; CORI and ROTA are errors"));
constexpr Field body_parts_card[] = {
    id(IdOf::set, "PSID", "set of the parts on which *LOAD_BODY_X to _RZ act, instead of the whole model")};
constexpr auto gravity_card =
    card_of(id(IdOf::varies, "PID", "part; part set with _SET"),
            integer("DOF", "1 to 3: the load acts in the negative x, y, z direction"),
            id(IdOf::curve, "LC", "curve of the factor of the acceleration over time; 0: 1"),
            real("ACCEL", "acceleration", "length/time^2"), no_effect("LCDR", "there is no dynamic relaxation"),
            alike(refused("STGA", "staged construction"), "STGR"));
constexpr auto pressure_fields =
    card_of(id(IdOf::curve, "LCID", "curve of the pressure over time"), real("SF", "scale of the curve", "1", 1),
            real("AT", "time at which the load begins; the curve is evaluated from there", "time"));
constexpr auto segment_card =
    card_of(pressure_fields, alike(id(IdOf::node, "N1", "node"), "N2", "N3"),
            id(IdOf::node, "N4", "node; 0: a triangle"), refused("N5", "segments of more than four nodes"));
constexpr auto segment_set_card = card_of(id(IdOf::set, "SSID", "segment set"), pressure_fields);
constexpr auto shell_card = card_of(id(IdOf::element, "EID", "shell"), pressure_fields);
constexpr auto shell_set_card = card_of(id(IdOf::set, "ESID", "shell set"), pressure_fields);
constexpr auto scales_fields =
    card_of(real("STY", "scale along y"), real("STZ", "scale along z"), real("SRX", "scale of rotations about x"),
            real("SRY", "scale of rotations about y"), real("SRZ", "scale of rotations about z"));
constexpr auto damping_card = card_of(id(IdOf::curve, "LCID", "curve of the damping over time; 0: VALDMP"),
                                      real("VALDMP", "damping constant: force divided by mass and velocity", "1/time"),
                                      real("STX", "scale along x; all six 0: 1"), scales_fields);

constexpr Field part_damping_card[] = {
    id(IdOf::varies, "PID", "part; part set with _SET"),
    id(IdOf::curve, "LCID", "curve of the damping constant (force divided by mass and velocity) over time [1/time]"),
    real("SF", "scale of the curve", "1", 1), integer("FLAG", "1: the scales of the next card; others are errors")};
constexpr auto part_scales_card = card_of(real("STX", "scale along x, with FLAG = 1"), scales_fields);

/// What is loaded.
enum class Loaded { node, set, body };

template <Loaded loaded>
void resolve_nodal_load(Deck& deck, const Card& card) {
  NodalLoad load;
  if (loaded == Loaded::body) {
    load.rigid_body = rigid_body_of(deck, card, "PID");
  } else if (loaded == Loaded::set) {
    load.nodes = nodes_of_set(deck, card, "NSID");
  } else {
    load.nodes = {deck.find_node(card, "NID")};
  }
  const int dof = card.integer("DOF");
  if (dof < 1 || dof > 7 || dof == 4) {
    card.error("DOF", "found {}, expected 1 to 3 (force) or 5 to 7 (moment)", dof);
    return;
  }
  Vec3 direction;
  direction[(dof - 1) % 4] = 1;
  load.moment = dof > 4;
  load.direction = to_global(deck, frame_of_user(deck, card, "CID", true), direction);
  load.curve = deck.find(deck.curves, card, "LCID");
  load.scale = card.real("SF");
  deck.model.nodal_loads.push_back(std::move(load));
}

/// A body load along each axis that `direction`, in the frame of CID, has a part of.
void add_body_load(Deck& deck, const Card& card, const Vec3& direction) {
  const Index curve = deck.find(deck.curves, card, "LCID");
  const Vec3 along = to_global(deck, frame_of_user(deck, card, "CID", true), direction);
  for (int axis = 0; axis < 3; ++axis)
    if (along[axis] != 0) deck.model.body_loads.push_back({axis, curve, along[axis] * card.real("SF"), {}, false, {}});
}

Reader body_load_reader(int axis) {
  return [axis](Cards& cards, const Options&, Deck& deck) {
    const Card card = cards.next(body_card);
    cards.expect_end();
    Vec3 direction;
    direction[axis] = 1;
    deck.later(Phase::conditions, [&deck, card, direction] { add_body_load(deck, card, direction); });
  };
}

void read_body_load_along_vector(Cards& cards, const Options&, Deck& deck) {
  const Card card = cards.next(body_card), vector = cards.next(direction_card);
  cards.expect_end();
  const Vec3 direction = vector.vector("V1", "V2", "V3");
  if (!(norm(direction) > 0)) return vector.error("V1", "found a vector of no length, expected a direction");
  deck.later(Phase::conditions, [&deck, card, direction] { add_body_load(deck, card, normalized(direction)); });
}

/// Centrifugal forces, outwards from the axis at the present positions, as in the frame that turns.
Reader spin_reader(int axis) {
  return [axis](Cards& cards, const Options&, Deck& deck) {
    const Card card = cards.next(spin_card);
    cards.expect_end();
    const Vec3 centre = deck.placement->motion.point(card.vector("XC", "YC", "ZC"));
    deck.later(Phase::conditions, [&deck, card, axis, centre] {
      deck.model.body_loads.push_back(
          {axis, deck.find(deck.curves, card, "LCID"), card.real("SF"), {}, true, centre});
    });
  };
}

/// What the nodes of a *LOAD_BODY_GENERALIZED are given by.
enum class Chosen { range, parts, nodes };

/// The parts whose nodes these are; none if they are those of all parts. Nodes of other parts among them, or parts of
/// which they are only some nodes, are errors.
std::vector<Index> parts_of_nodes(Deck& deck, const Card& card, std::vector<Index> nodes) {
  std::ranges::sort(nodes);
  std::vector<Index> parts;
  const auto is_chosen = [&](Index node) { return std::ranges::binary_search(nodes, node); };
  for (std::size_t p = 0; p < deck.model.parts.size(); ++p) {
    const std::vector<Index> own = nodes_of_parts(deck, {Index(p)});
    const auto n = std::ranges::count_if(own, is_chosen);
    if (n == std::ssize(own)) parts.push_back(Index(p));
    else if (n > 0 && !own.empty())
      card.error(card.field(0), "part {} has {} of its {} nodes among those of the load, expected all or none",
                 deck.model.parts[p].id, n, own.size());
  }
  if (parts.empty()) card.error(card.field(0), "found no nodes of a part, expected those of whole parts");
  return parts.size() == deck.model.parts.size() ? std::vector<Index>{} : parts;
}

std::vector<Index> chosen_parts(Deck& deck, const Card& card, Chosen by) {
  if (by == Chosen::parts) return parts_of_set(deck, card, "SID");
  if (by == Chosen::nodes) return parts_of_nodes(deck, card, nodes_of_set(deck, card, "SID"));
  const Id first = card.id("N1"), last = std::max(first, card.id("N2"));
  std::vector<Index> nodes;
  for (std::size_t i = 0; i < deck.model.nodes.id.size(); ++i)
    if (const Id node = deck.model.nodes.id[i]; node >= first && node <= last) nodes.push_back(Index(i));
  return parts_of_nodes(deck, card, std::move(nodes));
}

void resolve_generalized(Deck& deck, const Card& card, const Card& scales, Chosen by, const Vec3& centre) {
  const std::vector<Index> parts = chosen_parts(deck, card, by);
  const Index curve = deck.find(deck.curves, card, "LCID"), frame = frame_of_user(deck, scales, "CID", true);
  const Vec3 along = to_global(deck, frame, scales.vector("AX", "AY", "AZ")),
             spin = scales.vector("OMX", "OMY", "OMZ");
  const std::string type = upper(scales.text("ANGTYP"));
  if (!type.empty() && type != "CENT")
    scales.error("ANGTYP", "found {}, expected CENT", scales.text("ANGTYP"));
  if (spin != Vec3{} && frame != none) scales.error("CID", "found an angular velocity with CID, expected 0");
  if ((spin.x != 0) + (spin.y != 0) + (spin.z != 0) > 1)
    scales.error("OMX", "found angular velocities about several axes, expected one");
  for (int axis = 0; axis < 3; ++axis) {
    if (along[axis] != 0) deck.model.body_loads.push_back({axis, curve, along[axis], parts, false, {}});
    if (spin[axis] != 0) deck.model.body_loads.push_back({axis, curve, spin[axis], parts, true, centre});
  }
}

Reader generalized_reader(Chosen by) {
  return each([by](Cards& cards, const Options&, Deck& deck) {
    const Card card = by == Chosen::range ? cards.next(generalized_range_card) : cards.next(generalized_set_card);
    const Card scales = cards.next(generalized_scales_card);
    const Vec3 centre = deck.placement->motion.point(card.vector("XC", "YC", "ZC"));
    deck.later(Phase::conditions, [&deck, card, scales, by, centre] {
      resolve_generalized(deck, card, scales, by, centre);
    });
  });
}

/// *LOAD_BODY_X to _RZ, all read by then, act on these parts alone.
void restrict_body_loads(Deck& deck, const Card& card) {
  const std::vector<Index> parts = parts_of_set(deck, card, "PSID");
  if (deck.model.body_loads.empty()) return card.warn("", "there is no *LOAD_BODY_X to _RZ to act on the parts");
  for (BodyLoad& load : deck.model.body_loads)
    if (load.parts.empty()) load.parts = parts;
}

void read_body_load_parts(Cards& cards, const Options&, Deck& deck) {
  const Card card = cards.next(body_parts_card);
  cards.expect_end();
  deck.later(Phase::results, [&deck, card] { restrict_body_loads(deck, card); });
}

/// The bodies that have any of the parts.
std::vector<Index> bodies_of_parts(const Model& model, const std::vector<Index>& parts) {
  std::vector<Index> bodies;
  for (std::size_t b = 0; b < model.rigid_bodies.size(); ++b)
    if (std::ranges::any_of(model.rigid_bodies[b].parts,
                            [&](Index part) { return std::ranges::find(parts, part) != parts.end(); }))
      bodies.push_back(Index(b));
  return bodies;
}

template <bool of_set>
void resolve_gravity(Deck& deck, const Card& card) {
  const int dof = card.integer("DOF");
  if (dof < 1 || dof > 3) return card.error("DOF", "found {}, expected 1 to 3", dof);
  const std::vector<Index> parts = named_parts(deck, card, "PID", of_set);
  if (parts.empty()) return;
  const Index curve = deck.find_optional(deck.curves, card, "LC");
  deck.model.body_loads.push_back({dof - 1, curve, card.real("ACCEL"), parts, false, {}});
}

void add_pressure(Deck& deck, const Card& card, std::vector<std::array<Index, 4>> segments) {
  deck.model.pressure_loads.push_back(
      {std::move(segments), deck.find(deck.curves, card, "LCID"), card.real("SF"), card.real("AT")});
}

void resolve_segment_load(Deck& deck, const Card& card) {
  std::array<Index, 4> nodes{};
  for (std::size_t i = 0; i < 3; ++i) nodes[i] = deck.find_node(card, card.field(i + 3));
  nodes[3] = card.id("N4") == 0 ? nodes[2] : deck.find_node(card, "N4");
  add_pressure(deck, card, {nodes});
}

void resolve_segment_set_load(Deck& deck, const Card& card) {
  add_pressure(deck, card, segments_of_set(deck, card, "SSID"));
}

template <bool of_set>
void resolve_shell_load(Deck& deck, const Card& card) {
  std::vector<Index> shells;
  if (of_set)
    shells = shells_of_set(deck, card, "ESID");
  else if (const Index shell = deck.shell_index.find(card.id("EID")); shell != none)
    shells = {shell};
  else
    card.error("EID", "shell {} is not defined", card.id("EID"));
  std::vector<std::array<Index, 4>> segments;
  for (const Index s : shells) segments.push_back(deck.model.shells[s].nodes);
  add_pressure(deck, card, std::move(segments));
}

void read_damping(Cards& cards, const Options&, Deck& deck) {
  const Card card = cards.next(damping_card);
  cards.expect_end();
  GlobalDamping& damping = deck.model.damping;
  damping.constant = card.real("VALDMP");
  damping.translation = card.vector("STX", "STY", "STZ");
  damping.rotation = card.vector("SRX", "SRY", "SRZ");
  if (damping.translation == Vec3{} && damping.rotation == Vec3{}) {
    damping.translation = damping.rotation = {1, 1, 1};  // all blank: no direction is left out
  }
  if (damping.constant < 0) card.error("VALDMP", "found a negative damping constant");
  if (card.id("LCID") != 0)
    deck.later(Phase::conditions, [&deck, card] { deck.model.damping.curve = deck.find(deck.curves, card, "LCID"); });
}

void resolve_part_damping(Deck& deck, const Card& card, bool of_set, PartDamping damping) {
  const std::vector<Index> parts = named_parts(deck, card, "PID", of_set);
  if (parts.empty()) return;
  damping.curve = deck.find(deck.curves, card, "LCID");
  damping.nodes = nodes_of_parts(deck, parts);
  damping.bodies = bodies_of_parts(deck.model, parts);
  deck.model.part_dampings.push_back(std::move(damping));
}

Reader part_damping_reader(bool of_set) {
  return each([of_set](Cards& cards, const Options&, Deck& deck) {
    const Card card = cards.next(part_damping_card);
    expect_not_negative(card, {"SF"});
    const int flag = choice(card, "FLAG", 0, 1);
    PartDamping damping;
    damping.scale = card.real("SF");
    if (flag == 1) {
      const Card scales = cards.next(part_scales_card);
      damping.translation = scales.vector("STX", "STY", "STZ");
      damping.rotation = scales.vector("SRX", "SRY", "SRZ");
    }
    deck.later(Phase::conditions,
               [&deck, card, of_set, damping] { resolve_part_damping(deck, card, of_set, damping); });
  });
}

void add_to(Registry& registry) {
  registry.add("LOAD_NODE_POINT", {}, {{"1 ...", point_card}},
               each_card(point_card, Phase::conditions, resolve_nodal_load<Loaded::node>));
  registry.add("LOAD_NODE_SET", {}, {{"1 ...", set_card}},
               each_card(set_card, Phase::conditions, resolve_nodal_load<Loaded::set>));
  registry.add("LOAD_RIGID_BODY", {}, {{"1 ...", rigid_card}},
               each_card(rigid_card, Phase::conditions, resolve_nodal_load<Loaded::body>));
  registry.add("LOAD_BODY_X", {}, numbered(body_card), body_load_reader(0));
  registry.add("LOAD_BODY_Y", {}, numbered(body_card), body_load_reader(1));
  registry.add("LOAD_BODY_Z", {}, numbered(body_card), body_load_reader(2));
  registry.add("LOAD_BODY_VECTOR", {}, numbered(body_card, direction_card), read_body_load_along_vector);
  registry.add("LOAD_BODY_RX", {}, numbered(spin_card), spin_reader(0));
  registry.add("LOAD_BODY_RY", {}, numbered(spin_card), spin_reader(1));
  registry.add("LOAD_BODY_RZ", {}, numbered(spin_card), spin_reader(2));
  registry.add("LOAD_BODY_GENERALIZED", {}, numbered(generalized_range_card, generalized_scales_card),
               generalized_reader(Chosen::range));
  registry.add("LOAD_BODY_GENERALIZED_SET_NODE", {}, numbered(generalized_set_card, generalized_scales_card),
               generalized_reader(Chosen::nodes));
  registry.add("LOAD_BODY_GENERALIZED_SET_PART", {}, numbered(generalized_set_card, generalized_scales_card),
               generalized_reader(Chosen::parts));
  registry.add("LOAD_BODY_PARTS", {}, numbered(body_parts_card), read_body_load_parts);
  registry.add("LOAD_GRAVITY_PART", {}, {{"1 ...", gravity_card}},
               each_card(gravity_card, Phase::conditions, resolve_gravity<false>));
  registry.add("LOAD_GRAVITY_PART_SET", {}, {{"1 ...", gravity_card}},
               each_card(gravity_card, Phase::conditions, resolve_gravity<true>));
  const char* const on_deleted = "The pressure goes on acting where elements are deleted.";
  registry.add("LOAD_SEGMENT", {"ID"}, numbered(segment_card),
               each_card(segment_card, Phase::conditions, resolve_segment_load), on_deleted);
  registry.add("LOAD_SEGMENT_SET", {"ID"}, numbered(segment_set_card),
               each_card(segment_set_card, Phase::conditions, resolve_segment_set_load), on_deleted);
  registry.add("LOAD_SHELL_ELEMENT", {"ID"}, numbered(shell_card),
               each_card(shell_card, Phase::conditions, resolve_shell_load<false>), on_deleted);
  registry.add("LOAD_SHELL_SET", {"ID"}, numbered(shell_set_card),
               each_card(shell_set_card, Phase::conditions, resolve_shell_load<true>), on_deleted);
  registry.add("DAMPING_GLOBAL", {}, numbered(damping_card), read_damping);
  const std::vector<CardForm> part_damping_cards = {{"1", part_damping_card}, {"2, with FLAG = 1", part_scales_card}};
  registry.add("DAMPING_PART_MASS", {}, part_damping_cards, part_damping_reader(false));
  registry.add("DAMPING_PART_MASS_SET", {}, part_damping_cards, part_damping_reader(true));
}

}  // namespace crumple::deck::loads_keywords
