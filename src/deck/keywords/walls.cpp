// *RIGIDWALL_PLANAR with _FINITE, _MOVING, _FORCES; *RIGIDWALL_GEOMETRIC_FLAT, _PRISM, _CYLINDER, _SPHERE with _MOTION.
// Layout: LS-DYNA Keyword Manual, *RIGIDWALL.
#include <algorithm>
#include <optional>

#include "deck/keywords/keywords.hpp"

namespace crumple::deck::walls_keywords {

constexpr Field wall_card_1[] = {id(IdOf::set, "NSID", "set of nodes that interact with the wall; 0: all"),
                                 id(IdOf::set, "NSIDEX", "set of nodes excluded"),
                                 id(IdOf::definition, "BOXID", "box containing the nodes"),
                                 real("OFFSET", "only nodes within this distance; 0: all", "length"),
                                 real("BIRTH", "birth time of the wall", "time"),
                                 real("DEATH", "death time of the wall", "time", 1e20),
                                 warned("RWKSF", "the stiffness of rigid bodies at the wall is not scaled", 1)};
constexpr auto wall_card_2 =
    card_of(real("XT", "point on the wall, tail of its normal", "length"),
            alike(real("YT", "point on the wall", "length"), "ZT"),
            real("XH", "head of the normal, on the free side", "length"),
            alike(real("YH", "head of the normal", "length"), "ZH"),
            real("FRIC", "coefficient of friction; 1: no sliding; 2 and 3 (welding) are errors", "1"),
            no_effect("WVEL", "only for welding, FRIC 2 and 3, which is an error"));
constexpr auto finite_card = card_of(alike(real("XHEV", "head of the edge l", "length"), "YHEV", "ZHEV"),
                                     real("LENL", "length along l; 0: infinite", "length"),
                                     real("LENM", "length along m; 0: infinite", "length"));
constexpr Field moving_card[] = {real("MASS", "mass of the wall", "mass"),
                                 real("V0", "its initial velocity along the normal", "length/time")};
constexpr auto forces_card =
    card_of(warned("SOFT", "nodes stop immediately at the wall"), warned("SSID", "forces are not written per segment"),
            alike(no_effect("N1", "display of the wall"), "N2", "N3", "N4"));

constexpr Field geometric_card_1[] = {
    id(IdOf::set, "NSID", "set of nodes that interact with the wall; 0: all"),
    id(IdOf::set, "NSIDEX", "set of nodes excluded"), id(IdOf::definition, "BOXID", "box containing the nodes"),
    real("BIRTH", "birth time of the wall", "time"), real("DEATH", "death time of the wall", "time", 1e20)};
constexpr auto geometric_card_2 =
    card_of(real("XT", "point on the wall, tail of its normal or axis; centre of a sphere", "length"),
            alike(real("YT", "point on the wall", "length"), "ZT"),
            alike(real("XH", "head of the normal or axis", "length"), "YH", "ZH"),
            real("FRIC", "coefficient of friction; 1: no sliding; 2 and 3 (welding) are errors", "1"));
constexpr auto prism_card = card_of(alike(real("XHEV", "head of the edge l", "length"), "YHEV", "ZHEV"),
                                    real("LENL", "length along l", "length"), real("LENM", "length along m", "length"),
                                    real("LENP", "depth against the normal", "length"));
constexpr Field cylinder_card[] = {real("RADCYL", "radius", "length"),
                                   real("LENCYL", "length along the axis; 0: infinite", "length"),
                                   refused("NSEGS", "segments of a cylinder")};
constexpr Field sphere_card[] = {real("RADSPH", "radius", "length")};
constexpr auto motion_card =
    card_of(id(IdOf::curve, "LCID", "curve over time"), integer("OPT", "0 velocity, 1 displacement; others are errors"),
            alike(real("VX", "direction"), "VY", "VZ"));
constexpr auto display_card = card_of(no_effect("PID", "the wall is not shown in the states; a warning states this"),
                                      alike(no_effect("RO", "only for display of the wall"), "E", "PR"));

/// The edges of a rectangle around `wall.point`, from a card with XHEV to LENM.
void set_edges(const Card& card, RigidWall& wall) {
  const Vec3 edge = card.vector("XHEV", "YHEV", "ZHEV") - wall.point;
  wall.length_l = card.real("LENL");
  wall.length_m = card.real("LENM");
  wall.edge_m = normalized(cross(wall.normal, edge));
  wall.edge_l = cross(wall.edge_m, wall.normal);
  if (norm(wall.edge_m) == 0) card.error("XHEV", "the edge of the wall is parallel to its normal or has no length");
  for (const auto field : {"LENL", "LENM"})
    if (card.real(field) < 0) card.error(field, "found a negative length, expected a positive one or 0 (infinite)");
}

void read_finite(Cards& cards, RigidWall& wall) { set_edges(cards.next(finite_card), wall); }

void read_moving(Cards& cards, RigidWall& wall) {
  const Card card = cards.next(moving_card);
  wall.mass = card.real("MASS");
  wall.velocity = card.real("V0");
  if (wall.mass <= 0) card.error("MASS", "found {}, expected a positive mass of the moving wall", wall.mass);
}

void read_prism(Cards& cards, RigidWall& wall) {
  const Card card = cards.next(prism_card);
  set_edges(card, wall);
  wall.depth = card.real("LENP");
  expect_positive(card, {"LENL", "LENM", "LENP"}, "a positive one [length]");
}

void read_cylinder(Cards& cards, RigidWall& wall) {
  const Card card = cards.next(cylinder_card);
  wall.radius = card.real("RADCYL");
  wall.cylinder_length = card.real("LENCYL");
  expect_positive(card, {"RADCYL"}, "a positive one [length]");
  if (wall.cylinder_length < 0)
    card.error("LENCYL", "found a negative length, expected a positive one or 0 (infinite)");
}

void read_sphere(Cards& cards, RigidWall& wall) {
  const Card card = cards.next(sphere_card);
  wall.radius = card.real("RADSPH");
  expect_positive(card, {"RADSPH"}, "a positive one [length]");
}

/// The card, for its curve.
Card read_motion(Cards& cards, RigidWall& wall) {
  const Card card = cards.next(motion_card);
  if (card.integer("OPT") != 0 && card.integer("OPT") != 1)
    card.error("OPT", "found {}, expected 0 (velocity) or 1 (displacement)", card.integer("OPT"));
  wall.motion_kind = card.integer("OPT") == 1 ? MotionKind::displacement : MotionKind::velocity;
  wall.motion_direction = normalized(card.vector("VX", "VY", "VZ"));
  if (norm(wall.motion_direction) == 0) card.error("VX", "the direction of the wall's motion has no length");
  return card;
}

void read_display(Cards& cards) { cards.next(display_card).warn("PID", "the wall is not drawn in the states"); }

/// The nodes the wall stops: NSID or all, in the box, within OFFSET of the plane, but not those of NSIDEX.
void resolve_nodes(Deck& deck, const Card& card, double offset, RigidWall& wall) {
  std::vector<Index> excluded;
  if (card.id("NSIDEX") != 0) excluded = nodes_of_set(deck, card, "NSIDEX");
  const Index box = deck.find_optional(deck.boxes, card, "BOXID");
  if (card.id("NSID") == 0 && box == none && offset <= 0) {
    wall.all_nodes = true;
    wall.excluded = excluded;
    return;
  }
  for (const Index node : nodes_of_set_or_all(deck, card, "NSID")) {
    const Vec3& x = deck.model.nodes.position[node];
    const bool near = offset <= 0 || std::abs(dot(x - wall.point, wall.normal)) <= offset;
    const bool inside = box == none || deck.boxes[box].contains(x);
    const bool out = std::binary_search(excluded.begin(), excluded.end(), node);
    if (near && inside && !out) wall.nodes.push_back(node);
  }
  if (wall.nodes.empty() && !deck.log.failed()) card.error("", "no node is left for the rigid wall");
}

/// What the cards of all walls have: who meets it and when, where it is; `axis`: what is normal to it.
void read_place(const Card& who, const Card& place, const char* axis, RigidWall& wall) {
  wall.birth = who.real("BIRTH");
  wall.death = who.real("DEATH");
  expect_some_time(who, "BIRTH", "DEATH");
  wall.point = place.vector("XT", "YT", "ZT");
  wall.normal = normalized(place.vector("XH", "YH", "ZH") - wall.point);
  wall.friction = place.real("FRIC");
  if (norm(wall.normal) == 0 && wall.shape != RigidWallShape::sphere)
    place.error("XH", "the {} of the rigid wall has no length; expected a head (XH, YH, ZH) other than the tail", axis);
  if (wall.friction < 0) place.error("FRIC", "found a negative coefficient of friction");
  if (wall.friction == 2 || wall.friction == 3)
    place.error("FRIC", "found 2 or 3 (nodes weld to the wall), which is not supported");
}

void later_wall(Deck& deck, const Card& who, double offset, RigidWall wall, const std::optional<Card>& motion = {}) {
  deck.later(Phase::conditions, [&deck, who, offset, wall, motion]() mutable {
    resolve_nodes(deck, who, offset, wall);
    if (motion) wall.motion_curve = deck.find(deck.curves, *motion, "LCID");
    if (wall.id == 0) wall.id = Id(deck.model.walls.size()) + 1;
    deck.model.walls.push_back(std::move(wall));
  });
}

void read_wall(Cards& cards, const Options& options, Deck& deck) {
  RigidWall wall;
  if (options.count("ID")) std::tie(wall.id, wall.title) = read_id_card(cards);
  const Card who = cards.next(wall_card_1), plane = cards.next(wall_card_2);
  read_place(who, plane, "normal", wall);
  if (options.count("FINITE")) read_finite(cards, wall);
  if (options.count("MOVING")) read_moving(cards, wall);
  if (options.count("FORCES")) cards.next(forces_card);
  if (options.count("DISPLAY")) read_display(cards);
  later_wall(deck, who, who.real("OFFSET"), wall);
}

void add_geometric(Registry& registry, const std::string& name, RigidWallShape shape, std::span<const Field> shape_card,
                   void (*read_shape)(Cards&, RigidWall&)) {
  const auto read = [=](Cards& cards, const Options& options, Deck& deck) {
    RigidWall wall;
    wall.shape = shape;
    if (options.count("ID")) std::tie(wall.id, wall.title) = read_id_card(cards);
    const Card who = cards.next(geometric_card_1), place = cards.next(geometric_card_2);
    read_place(who, place, "axis", wall);
    read_shape(cards, wall);
    std::optional<Card> motion;
    if (options.count("MOTION")) motion = read_motion(cards, wall);
    if (options.count("DISPLAY")) read_display(cards);
    later_wall(deck, who, 0, wall, motion);
  };
  registry.add("RIGIDWALL_GEOMETRIC_" + name, {"MOTION", "DISPLAY", "ID"},
               {{"1", geometric_card_1},
                {"2", geometric_card_2},
                {"3", shape_card},
                {"_MOTION", motion_card},
                {"_DISPLAY", display_card}},
               each(read));
}

void add_to(Registry& registry) {
  registry.add("RIGIDWALL_PLANAR", {"FINITE", "MOVING", "FORCES", "DISPLAY", "ID"},
               {{"1", wall_card_1},
                {"2", wall_card_2},
                {"_FINITE", finite_card},
                {"_MOVING", moving_card},
                {"_FORCES", forces_card},
                {"_DISPLAY", display_card}},
               each(read_wall));
  add_geometric(registry, "FLAT", RigidWallShape::flat, finite_card, read_finite);
  add_geometric(registry, "PRISM", RigidWallShape::prism, prism_card, read_prism);
  add_geometric(registry, "CYLINDER", RigidWallShape::cylinder, cylinder_card, read_cylinder);
  add_geometric(registry, "SPHERE", RigidWallShape::sphere, sphere_card, read_sphere);
}

}  // namespace crumple::deck::walls_keywords
