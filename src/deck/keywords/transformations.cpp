// *DEFINE_TRANSFORMATION, *NODE_TRANSFORM, *PART_MOVE and the cards of *INCLUDE_TRANSFORM, which read.cpp takes.
#include <algorithm>
#include <cmath>
#include <iterator>
#include <numbers>

#include "base/same_bits.hpp"
#include "deck/include.hpp"
#include "deck/keywords/keywords.hpp"

namespace crumple::deck::transformations_keywords {

constexpr Field definition_card[] = {id(IdOf::definition, "TRANID", "number of the transformation")};
constexpr auto option_card = card_of(
    text("OPTION", "TRANSL, ROTATE, SCALE, MIRROR, POINT or POS6P, applied in order; others are errors"),
    real("A1", "TRANSL: translation; ROTATE: axis; SCALE: factors, 0: 1; MIRROR: a point of the plane, A4 to A6 one "
               "on its normal; POINT, POS6P: numbers of points"),
    real("A2", "the next component"), real("A3", "the next component; ROTATE by points A1, A2: the angle", "degrees"),
    real("A4", "ROTATE: point on the axis; POINT: A2 to A4 are its coordinates"),
    alike(real("A5", "the next component"), "A6"), real("A7", "ROTATE: the angle", "degrees"));
constexpr Field node_card[] = {id(IdOf::definition, "TRSID", "transformation"),
                               id(IdOf::set, "NSID", "set of the nodes that it transforms")};
constexpr auto part_card = card_of(wide(id(IdOf::varies, "PID", "part; part set with IFSET = 1"), 8),
                                   alike(wide(real("XMOV", "displacement of its nodes", "length"), 16), "YMOV", "ZMOV"),
                                   wide(refused("CID", "motion along the axes of a coordinate system"), 8),
                                   wide(integer("IFSET", "0 part, 1 part set; others are errors"), 8));

/// Rotation by `angle` [rad] about an axis; Rodrigues' formula.
Motion rotation(const Vec3& axis, const Vec3& through, double angle) {
  const Vec3 n = normalized(axis);
  const double c = same_bits::cos(angle), s = same_bits::sin(angle);
  Motion motion;
  for (int i = 0; i < 3; ++i) {
    Vec3 e;
    e[i] = 1;
    const Vec3 column = c * e + s * cross(n, e) + ((1 - c) * n[i]) * n;
    for (int row = 0; row < 3; ++row) motion.linear.row[row][i] = column[row];
  }
  motion.shift = through - motion.linear * through;
  return motion;
}

/// Reflection at the plane through `through` with the normal `n`; Householder's matrix.
Motion reflection(const Vec3& n, const Vec3& through) {
  const double twice = 2 / dot(n, n);
  Motion motion;
  for (int row = 0; row < 3; ++row)
    for (int i = 0; i < 3; ++i) motion.linear.row[row][i] = (row == i ? 1 : 0) - twice * n[row] * n[i];
  motion.shift = (twice * dot(n, through)) * n;
  return motion;
}

Motion scaling(const Vec3& factors) {
  Motion motion;
  for (int i = 0; i < 3; ++i) motion.linear.row[i][i] = factors[i] != 0 ? factors[i] : 1;
  return motion;
}

/// What the cards of a transformation say, one after the other.
class Steps {
 public:
  void add(const Card& card) {
    const std::string option = upper(card.text("OPTION"));
    const Vec3 first = card.vector("A1", "A2", "A3"), second = card.vector("A4", "A5", "A6");
    if (option == "TRANSL")
      append({Mat3::identity(), first});
    else if (option == "SCALE")
      append(scaling(first));
    else if (option == "POINT")
      points_[int(first.x)] = {card.real("A2"), card.real("A3"), card.real("A4")};
    else if (option == "ROTATE")
      rotate(card, first, second);
    else if (option == "POS6P")
      place(card);
    else if (option == "MIRROR" && norm(second - first) > 0)
      append(reflection(second - first, first));
    else if (option == "MIRROR")
      card.error("A4", "the point on the normal is that of the plane, expected another one");
    else
      card.error("OPTION", "found {}, expected TRANSL, ROTATE, SCALE, MIRROR, POINT or POS6P", option);
  }
  const Motion& motion() const { return motion_; }

 private:
  void append(const Motion& next) { motion_ = next.after(motion_); }

  const Vec3& point(const Card& card, std::string_view field) {
    const auto found = points_.find(card.integer(field));
    if (found == points_.end()) card.error(field, "found {}, expected a POINT above", card.integer(field));
    return points_[card.integer(field)];
  }

  /// A direction, a point and an angle, or two points and an angle.
  void rotate(const Card& card, const Vec3& first, const Vec3& second) {
    const bool by_points = second == Vec3{} && card.real("A7") == 0;
    const Vec3 through = by_points ? point(card, "A1") : second;
    const Vec3 axis = by_points ? point(card, "A2") - through : first;
    if (!(norm(axis) > 0)) return card.error("A1", "the axis of the rotation has no length");
    append(rotation(axis, through, (by_points ? first.z : card.real("A7")) * std::numbers::pi / 180));
  }

  /// Points 1 to 3 go to 4 to 6: the first onto its goal, the second towards it, the third into its plane.
  void place(const Card& card) {
    std::array<Vec3, 6> x;
    for (std::size_t i = 0; i < 6; ++i) x[i] = point(card, card.field(i + 1));
    const Mat3 from = axes_of(card, x[1] - x[0], x[2] - x[0]), to = axes_of(card, x[4] - x[3], x[5] - x[3]);
    Motion motion;
    motion.linear = transpose(to) * from;
    motion.shift = x[3] - motion.linear * x[0];
    append(motion);
  }

  Motion motion_;
  std::map<int, Vec3> points_;
};

void read_transformation(Cards& cards, const Options& options, Deck& deck) {
  if (options.count("TITLE")) cards.next_text();
  const Card head = cards.next(definition_card);
  Steps steps;
  while (cards.more()) steps.add(cards.next(option_card));
  if (!deck.transformations.emplace(head.id("TRANID"), steps.motion()).second)
    head.error("TRANID", "transformation {} is defined twice", head.id("TRANID"));
}

void move_nodes(Deck& deck, const Card& card) {
  const auto found = deck.transformations.find(card.id("TRSID"));
  if (found == deck.transformations.end())
    return card.error("TRSID", "transformation {} is not defined", card.id("TRSID"));
  for (const Index node : nodes_of_set(deck, card, "NSID")) {
    Vec3& x = deck.model.nodes.position[node];
    x = found->second.point(x);
  }
}

/// Nodes of the parts' elements; parts with mass properties of their own would leave their centre behind.
void move_parts(Deck& deck, const Card& card) {
  const std::vector<Index> parts = named_parts(deck, card, "PID", choice(card, "IFSET", 0, 1) == 1);
  for (const Index part : parts)
    if (deck.model.parts[part].inertia)
      return card.error("PID", "part {} has a given centre of mass (*PART_INERTIA), which would stay",
                        deck.model.parts[part].id);
  const Vec3 way = card.vector("XMOV", "YMOV", "ZMOV");
  std::vector<Index> nodes;
  const auto take = [&](const auto& elements) {
    for (const auto& element : elements)
      if (std::ranges::find(parts, element.part) != parts.end())
        for_each_node(element, [&](Index node) {
          if (node != none) nodes.push_back(node);
        });
  };
  take(deck.model.shells), take(deck.model.solids), take(deck.model.beams), take(deck.model.springs);
  for (const Beam& beam : deck.model.beams)
    if (beam.orientation != none && std::ranges::find(parts, beam.part) != parts.end())
      nodes.push_back(beam.orientation);
  make_unique(nodes);
  for (const Index node : nodes) deck.model.nodes.position[node] += way;
}

void add_to(Registry& registry) {
  registry.add("DEFINE_TRANSFORMATION", {"TITLE"}, {{"1", definition_card}, {"2 ...", option_card}},
               read_transformation);
  registry.add("NODE_TRANSFORM", {}, {{"1 ...", node_card}}, each_card(node_card, Phase::moves, move_nodes));
  registry.add("PART_MOVE", {}, {{"1 ...", part_card}}, each_card(part_card, Phase::moves, move_parts),
               "Nodes that the part shares with others move with it.");
  registry.add("INCLUDE_TRANSFORM", {}, include_transform_cards(), {},
               "The file stands in its place, with these numbers added to its ids. The transformation moves its nodes, "
               "frames and vectors; other geometry in it is an error.");
}

}  // namespace crumple::deck::transformations_keywords
