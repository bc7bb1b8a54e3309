// *DATABASE_CROSS_SECTION_SET, _PLANE: nodes and elements whose forces secforc adds up. A plane cuts elements at t = 0;
// the section's nodes are those of the cut elements behind the plane, on the side of the normal's tail, so that tension
// gives a force along the normal. (The choice of the side is from memory of the manual.)
#include <algorithm>
#include <cmath>
#include <limits>

#include "deck/keywords/keywords.hpp"

namespace crumple::deck::cross_sections_keywords {

constexpr Field section_id_card[] = {id(IdOf::other, "CSID", "number, for outputs"), text("TITLE", "title", 70)};
constexpr Field set_card[] = {
    id(IdOf::set, "NSID", "node set: forces on these nodes"),
    id(IdOf::set, "HSID", "solid set; 0: none"),
    refused("BSID", "beam sets"),
    id(IdOf::set, "SSID", "shell set; 0: none"),
    refused("TSID", "thick shells"),
    refused("DSID", "discrete elements"),
    refused("ID", "forces in the axes of a rigid body, an accelerometer or a coordinate system"),
    no_effect("ITYPE", "used only with ID, which is an error")};
constexpr Field plane_card[] = {
    id(IdOf::set, "PSID", "part set; 0: all parts"),
    real("XCT", "tail of the normal, on the plane", "length"),
    real("YCT", "its y", "length"),
    real("ZCT", "its z", "length"),
    real("XCH", "head of the normal", "length"),
    real("YCH", "its y", "length"),
    real("ZCH", "its z", "length"),
    real("RADIUS", "radius of a circular section; 0: defined by XHEV and LENL, LENM", "length")};
constexpr Field edges_card[] = {
    real("XHEV", "head of the edge vector L from the tail of the normal", "length"),
    real("YHEV", "its y", "length"),
    real("ZHEV", "its z", "length"),
    real("LENL", "extent along L; 0: infinite", "length"),
    real("LENM", "extent along M, the normal times L; 0: infinite", "length"),
    refused("ID", "forces in the axes of a rigid body, an accelerometer or a coordinate system"),
    no_effect("ITYPE", "used only with ID, which is an error")};

/// A plane or a part of one.
struct Plane {
  Vec3 point, normal, l, m;  ///< unit vectors; l and m are 0 without an edge vector
  double radius = 0, length_l = 0, length_m = 0;

  double height(const Vec3& x) const { return dot(x - point, normal); }
  bool holds(const Vec3& x) const {
    const Vec3 d = x - point - height(x) * normal;
    const auto is_within = [](double along, double length) { return length <= 0 || (along >= 0 && along <= length); };
    if (radius > 0) return norm(d) <= radius;
    return is_within(dot(d, l), length_l) && is_within(dot(d, m), length_m);
  }
};

/// Whether the plane passes through an element: nodes on both sides, and their mean over the part that is meant.
template <class Element>
bool is_cut(const Plane& plane, const Element& element, const Nodes& nodes) {
  double lowest = std::numeric_limits<double>::max(), highest = -lowest;
  Vec3 mean;
  for (const Index node : element.nodes) {
    const Vec3& x = nodes.position[node];
    lowest = std::min(lowest, plane.height(x));
    highest = std::max(highest, plane.height(x));
    mean += (1.0 / double(element.nodes.size())) * x;
  }
  return lowest < 0 && highest >= 0 && plane.holds(mean);
}

struct Cut {
  const Plane& plane;
  const std::vector<bool>& is_wanted;  ///< [part]
  const Nodes& nodes;
};

template <class Element>
void add_cut(const Cut& cut, const std::vector<Element>& elements, std::vector<Id>& ids, std::vector<Index>& nodes) {
  for (const Element& element : elements) {
    if (!cut.is_wanted[element.part] || !is_cut(cut.plane, element, cut.nodes)) continue;
    ids.push_back(element.id);
    for_each_node(element, [&](Index node) {
      if (cut.plane.height(cut.nodes.position[node]) < 0) nodes.push_back(node);
    });
  }
}

/// Ids without one get their place among all sections.
const CrossSection& add_section(Deck& deck, CrossSection section) {
  std::vector<CrossSection>& sections = deck.model.output.cross_sections;
  if (section.id == 0) section.id = Id(sections.size()) + 1;
  make_unique(section.nodes);
  return sections.emplace_back(std::move(section));
}

void resolve_set(Deck& deck, const Card& card, CrossSection section) {
  section.nodes = nodes_of_set(deck, card, "NSID");
  if (card.id("SSID") != 0)
    for (const Index s : shells_of_set(deck, card, "SSID")) section.elements.shells.push_back(deck.model.shells[s].id);
  if (card.id("HSID") != 0)
    for (const Index s : solids_of_set(deck, card, "HSID")) section.elements.solids.push_back(deck.model.solids[s].id);
  if (card.id("SSID") == 0 && card.id("HSID") == 0)
    card.error("HSID", "the section has no elements, expected a set of solids or shells");
  add_section(deck, std::move(section));
}

void resolve_plane(Deck& deck, const Card& card, const Plane& plane, CrossSection section) {
  std::vector<bool> is_wanted(deck.model.parts.size(), card.id("PSID") == 0);
  if (card.id("PSID") != 0)
    for (const Index part : parts_of_set(deck, card, "PSID")) is_wanted[part] = true;
  const Model& model = deck.model;
  const Cut cut{plane, is_wanted, model.nodes};
  add_cut(cut, model.shells, section.elements.shells, section.nodes);
  add_cut(cut, model.solids, section.elements.solids, section.nodes);
  add_cut(cut, model.beams, section.elements.beams, section.nodes);
  if (section.nodes.empty() && !deck.log.failed()) card.error("PSID", "the plane cuts no element");
  deck.section_normals[add_section(deck, std::move(section)).id] = plane.normal;
}

Plane plane_of(const Card& first, const Card& second) {
  Plane plane{.point = first.vector("XCT", "YCT", "ZCT"), .normal = {}, .l = {}, .m = {}};
  plane.normal = normalized(first.vector("XCH", "YCH", "ZCH") - plane.point);
  plane.radius = first.real("RADIUS");
  if (norm(plane.normal) == 0) first.error("XCH", "head and tail of the normal are the same point");
  plane.length_l = second.real("LENL");
  plane.length_m = second.real("LENM");
  if (plane.radius > 0 || (plane.length_l <= 0 && plane.length_m <= 0)) return plane;
  const Vec3 edge = second.vector("XHEV", "YHEV", "ZHEV") - plane.point;
  plane.l = normalized(edge - dot(edge, plane.normal) * plane.normal);
  plane.m = cross(plane.normal, plane.l);
  if (norm(plane.l) == 0) second.error("XHEV", "the edge vector has no length in the plane");
  return plane;
}

CrossSection start_section(Cards& cards, const Options& options) {
  CrossSection section;
  if (options.count("ID") == 0) return section;
  const Card card = cards.next(section_id_card);
  section.id = card.id("CSID");
  section.title = card.text("TITLE");
  return section;
}

void read_sets(Cards& cards, const Options& options, Deck& deck) {
  const CrossSection section = start_section(cards, options);
  const Card card = cards.next(set_card);
  deck.later(Phase::conditions, [&deck, card, section] { resolve_set(deck, card, section); });
}

void read_planes(Cards& cards, const Options& options, Deck& deck) {
  const CrossSection section = start_section(cards, options);
  const Card first = cards.next(plane_card), second = cards.next(edges_card);
  const Plane plane = plane_of(first, second);
  deck.later(Phase::conditions, [&deck, first, plane, section] { resolve_plane(deck, first, plane, section); });
}

void add_to(Registry& registry) {
  registry.add("DATABASE_CROSS_SECTION_SET", {"ID"}, {{"_ID", section_id_card}, {"1", set_card}}, each(read_sets));
  registry.add("DATABASE_CROSS_SECTION_PLANE", {"ID"}, {{"_ID", section_id_card}, {"1", plane_card}, {"2", edges_card}},
               each(read_planes));
}

}  // namespace crumple::deck::cross_sections_keywords
