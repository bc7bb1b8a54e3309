// *DEFINE_BOX, *DEFINE_COORDINATE_SYSTEM, _VECTOR and _NODES, *DEFINE_VECTOR.
#include "deck/keywords/keywords.hpp"

namespace crumple::deck::geometry_keywords {

constexpr Field box_card[] = {id(IdOf::definition, "BOXID", "number of the box"),
                              real("XMN", "minimum x", "length"),
                              real("XMX", "maximum x", "length"),
                              real("YMN", "minimum y", "length"),
                              real("YMX", "maximum y", "length"),
                              real("ZMN", "minimum z", "length"),
                              real("ZMX", "maximum z", "length")};
constexpr auto system_card_1 = card_of(id(IdOf::definition, "CID", "number of the coordinate system"),
                                       alike(real("XO", "origin", "length"), "YO", "ZO"),
                                       alike(real("XL", "point on the local x axis", "length"), "YL", "ZL"),
                                       refused("CIDL", "a coordinate system defined in another one"));
constexpr auto system_card_2 = card_of(alike(real("XP", "point in the local xy plane", "length"), "YP", "ZP"));
constexpr auto axes_card = card_of(id(IdOf::definition, "CID", "number of the coordinate system"),
                                   alike(real("XX", "local x axis"), "YX", "ZX"),
                                   alike(real("XV", "vector in the local xy plane"), "YV", "ZV"),
                                   id(IdOf::node, "NID",
                                      "node with which it turns, an error where that has an effect: supports, loads, "
                                      "nodal force groups and discrete beams"));
constexpr Field nodes_card[] = {id(IdOf::definition, "CID", "number of the coordinate system"),
                                id(IdOf::node, "N1", "node at the origin"),
                                id(IdOf::node, "N2", "node on the axis DIR"),
                                id(IdOf::node, "N3", "node in the plane of DIR and the next axis"),
                                integer("FLAG",
                                        "1: moves with the nodes, as triad of discrete beams; an error for supports; "
                                        "elsewhere the axes are those at t = 0, or turn with a body"),
                                text("DIR", "X, Y or Z; blank: X")};
constexpr Field nodes_vector_card[] = {id(IdOf::definition, "VID", "number of the vector"),
                                       id(IdOf::node, "NODET", "node at the tail, at t = 0"),
                                       id(IdOf::node, "NODEH", "node at the head")};
constexpr auto vector_card =
    card_of(id(IdOf::definition, "VID", "number of the vector"), alike(real("XT", "tail", "length"), "YT", "ZT"),
            alike(real("XH", "head", "length"), "YH", "ZH"),
            id(IdOf::definition, "CID", "coordinate system of the components; 0: global"));

void read_boxes(Cards& cards, const Options& options, Deck& deck) {
  if (options.count("TITLE")) cards.next_text();
  const Card card = cards.next(box_card);
  const Box box{card.vector("XMN", "YMN", "ZMN"), card.vector("XMX", "YMX", "ZMX")};
  for (int i = 0; i < 3; ++i)
    if (box.high[i] < box.low[i])
      card.error(card.field(std::size_t(2 * i + 2)), "found {}, expected at least {}", box.high[i], box.low[i]);
  deck.boxes.add(card.id("BOXID"), box, card);
}

void add_frame(Deck& deck, const Card& card, const Vec3& origin, const Mat3& axes) {
  deck.frames.add(card.id("CID"), {card.id("CID"), origin, axes}, card);
}

void read_system(Cards& cards, const Options& options, Deck& deck) {
  if (options.count("TITLE")) cards.next_text();
  const Card first = cards.next(system_card_1), second = cards.next(system_card_2);
  const Motion& motion = deck.placement->motion;
  const Vec3 origin = motion.point(first.vector("XO", "YO", "ZO"));
  add_frame(deck, first, origin,
            axes_of(first, motion.point(first.vector("XL", "YL", "ZL")) - origin,
                    motion.point(second.vector("XP", "YP", "ZP")) - origin));
}

void read_axes(Cards& cards, const Options& options, Deck& deck) {
  if (options.count("TITLE")) cards.next_text();
  const Card card = cards.next(axes_card);
  const Motion& motion = deck.placement->motion;
  add_frame(
      deck, card, {},
      axes_of(card, motion.direction(card.vector("XX", "YX", "ZX")), motion.direction(card.vector("XV", "YV", "ZV"))));
  if (card.id("NID") == 0) return;
  deck.moving_frames.emplace(card.id("CID"), false);
  deck.later(Phase::frames, [&deck, card] { deck.find_node(card, "NID"); });
}

/// Axes from N1 (origin), N2 (along DIR) and N3 (in plane): for DIR X, Y, Z cyclically.
void resolve_node_frame(Deck& deck, const Card& card) {
  std::array<Vec3, 3> x;
  for (std::size_t i = 0; i < 3; ++i) {
    const Index node = deck.find_node(card, card.field(i + 1));
    if (node == none) return;
    x[i] = deck.model.nodes.position[node];
  }
  const std::string direction = card.text("DIR").empty() ? "X" : upper(card.text("DIR"));
  const int shift = direction == "Y" ? 1 : direction == "Z" ? 2 : 0;
  if (direction != "X" && shift == 0) card.error("DIR", "found {}, expected X, Y or Z", direction);
  const Mat3 cyclic = axes_of(card, x[1] - x[0], x[2] - x[0]);
  Frame& frame = deck.model.frames[std::size_t(deck.frames.find(card.id("CID")))];
  frame.origin = x[0];
  frame.first_axis = shift;
  for (int i = 0; i < 3; ++i) frame.axes.row[(i + shift) % 3] = cyclic.row[i];
}

/// Discrete beams take their triad from the three nodes.
void follow_nodes(Deck& deck, const Card& card) {
  const Index frame = deck.frames.find(card.id("CID"));
  std::array<Index, 3> nodes{};
  for (std::size_t i = 0; i < 3; ++i) nodes[i] = deck.find_node(card, card.field(i + 1));
  for (Beam& beam : deck.model.beams) {
    const Section& section = deck.model.section_of(beam);
    if (section.is_discrete_beam() && section.discrete.frame == frame) beam.triad_nodes = nodes;
  }
}

void read_node_frames(Cards& cards, const Options& options, Deck& deck) {
  if (options.count("TITLE")) cards.next_text();
  const Card card = cards.next(nodes_card);
  add_frame(deck, card, {}, Mat3::identity());
  deck.later(Phase::frames, [&deck, card] { resolve_node_frame(deck, card); });
  if (choice(card, "FLAG", 0, 1) == 0) return;
  deck.moving_frames.emplace(card.id("CID"), true);
  deck.later(Phase::conditions, [&deck, card] { follow_nodes(deck, card); });
}

/// From node to node, at t = 0.
void read_node_vectors(Cards& cards, const Options& options, Deck& deck) {
  if (options.count("TITLE")) cards.next_text();
  const Card card = cards.next(nodes_vector_card);
  deck.vectors.add(card.id("VID"), {}, card);
  deck.later(Phase::frames, [&deck, card] {
    const Index tail = deck.find_node(card, "NODET"), head = deck.find_node(card, "NODEH");
    if (tail == none || head == none) return;
    const Vec3 v = deck.model.nodes.position[head] - deck.model.nodes.position[tail];
    if (norm(v) == 0) return card.error("NODEH", "vector {} has no length", card.id("VID"));
    deck.vectors[deck.vectors.find(card.id("VID"))] = normalized(v);
  });
}

void read_vectors(Cards& cards, const Options& options, Deck& deck) {
  if (options.count("TITLE")) cards.next_text();
  const Card card = cards.next(vector_card);
  const Vec3 given = card.vector("XH", "YH", "ZH") - card.vector("XT", "YT", "ZT");
  const Vec3 v = card.id("CID") == 0 ? deck.placement->motion.direction(given) : given;
  if (norm(v) == 0) card.error("", "vector {} has no length", card.id("VID"));
  deck.vectors.add(card.id("VID"), v, card);
  deck.later(Phase::frames, [&deck, card] {
    Vec3& own = deck.vectors[deck.vectors.find(card.id("VID"))];
    own = normalized(to_global(deck, frame_of(deck, card, "CID"), own));
  });
}

}  // namespace crumple::deck::geometry_keywords

namespace crumple::deck {

Mat3 axes_of(const Card& card, const Vec3& x, const Vec3& in_plane) {
  const Vec3 z = cross(x, in_plane);
  if (!(norm(z) > 1e-10 * norm(x) * norm(in_plane))) {  // parallel to ten digits: no plane
    card.error("", "the local x axis and the vector in the local xy plane are parallel or zero");
    return Mat3::identity();
  }
  Mat3 axes;
  axes.row = {normalized(x), normalized(cross(z, x)), normalized(z)};
  return axes;
}

Index frame_of(Deck& deck, const Card& card, std::string_view field) {
  return deck.find_optional(deck.frames, card, field);
}

Index frame_of_user(Deck& deck, const Card& card, std::string_view field, bool may_be_followed) {
  const Index frame = frame_of(deck, card, field);
  const auto moving = deck.moving_frames.find(card.id(field, IdOf::definition));
  if (frame != none && moving != deck.moving_frames.end() && !(moving->second && may_be_followed))
    card.error(field, "coordinate system {} moves with {}, expected one that does not", moving->first,
               moving->second ? "its nodes (FLAG = 1)" : "a node (NID)");
  return frame;
}

Mat3 axes_of_frame(const Deck& deck, Index frame) {
  return frame == none ? Mat3::identity() : deck.model.frames[frame].axes;
}

Vec3 to_global(const Deck& deck, Index frame, const Vec3& v) {
  return frame == none ? v : transpose(axes_of_frame(deck, frame)) * v;
}

}  // namespace crumple::deck

namespace crumple::deck::geometry_keywords {

void add_to(Registry& registry) {
  registry.add("DEFINE_BOX", {"TITLE"}, numbered(box_card), each(read_boxes));
  registry.add("DEFINE_COORDINATE_SYSTEM", {"TITLE"}, numbered(system_card_1, system_card_2), each(read_system));
  registry.add("DEFINE_COORDINATE_VECTOR", {"TITLE"}, numbered(axes_card), each(read_axes));
  registry.add("DEFINE_COORDINATE_NODES", {"TITLE"}, numbered(nodes_card), each(read_node_frames));
  registry.add("DEFINE_VECTOR", {"TITLE"}, numbered(vector_card), each(read_vectors));
  registry.add("DEFINE_VECTOR_NODES", {"TITLE"}, numbered(nodes_vector_card), each(read_node_vectors));
}

}  // namespace crumple::deck::geometry_keywords
