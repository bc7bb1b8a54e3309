// *INTEGRATION_BEAM and *INTEGRATION_SHELL: points of a beam's cross section, and through the thickness of a shell.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "deck/integration_rules.hpp"
#include "deck/keywords/keywords.hpp"
#include "deck/layers.hpp"

namespace crumple::deck::integration_rules_keywords {

constexpr Field beam_rule_card[] = {
    id(IdOf::other, "IRID", "number of the rule, -QR/IRID of *SECTION_BEAM"),
    integer("NIP", "number of points"),
    real("RA", "area of the section over that of the rectangle TS by TT; 0: 1", "1"),
    refused("ICST", "standard cross sections: expected points"),
    no_effect("K", "only for standard cross sections")};
constexpr Field beam_point_card[] = {real("S", "place along s, -1 to 1 for TS", "1"),
                                     real("T", "place along t, -1 to 1 for TT", "1"),
                                     real("WF", "its area over that of the section", "1"),
                                     refused("PID", "points of other materials")};
constexpr Field shell_rule_card[] = {
    id(IdOf::other, "IRID", "number of the rule, -QR/IRID of *SECTION_SHELL"),
    integer("NIP", "number of points"),
    integer("ESOP", "1: layers of equal thickness, without further cards"),
    warned("FAILOPT", "layers fail by the failure of their law", 0, {})};
constexpr Field shell_point_card[] = {
    real("S", "place, -1 bottom to 1 top, no two alike", "1"),
    real("WF", "weight: thickness of its layer over that of the shell", "1"),
    id(IdOf::part, "PID", "part whose material the layer has, if all have one; 0: its own part")};

/// A rule of that kind with its points.
Reader rule_reader(Table<IntegrationRule> Deck::* table, std::span<const Field> head_fields,
                   std::span<const Field> point_fields) {
  return [=](Cards& cards, const Options&, Deck& deck) {
    do {
      IntegrationRule rule;
      rule.head = cards.next(head_fields);
      const int n = rule.head.integer("NIP");
      if (n < 1) rule.head.error("NIP", "found {}, expected at least 1", n);
      const bool has_points = rule.head.field(2) != "ESOP" || rule.head.integer("ESOP") != 1;
      for (int i = 0; has_points && i < n; ++i) rule.points.push_back(cards.next(point_fields));
      const Card head = rule.head;
      (deck.*table).add(head.id("IRID"), std::move(rule), head);
    } while (cards.more());
  };
}

/// Places and areas must add up to a section whose centre is on the axis.
void check_balance(const Card& head, const std::vector<BeamPoint>& points, const BeamSection& section) {
  double area = 0, about_s = 0, about_t = 0;
  for (const BeamPoint& point : points) {
    area += point.area;
    about_s += point.area * point.t;
    about_t += point.area * point.s;
  }
  constexpr double slack = 1e-3;
  const double whole = (head.real("RA") > 0 ? head.real("RA") : 1) * section.size[0] * section.size[1];
  if (std::abs(area / whole - 1) > slack)
    head.error("NIP", "the WF of its points add up to {:.4g}, expected 1", area / whole);
  if (std::abs(about_s) > slack * area * section.size[1] || std::abs(about_t) > slack * area * section.size[0])
    head.error("NIP", "the centre of its points is beside the axis, S = T = 0, expected it there");
}

/// The fraction of the thickness of each layer.
std::vector<double> shares_of(const IntegrationRule& rule) {
  const auto n = std::size_t(std::max(rule.head.integer("NIP"), 0));
  std::vector<double> shares(n, 1.0 / double(std::max<std::size_t>(n, 1)));
  for (std::size_t k = 0; k < rule.points.size(); ++k) shares[k] = rule.points[k].real("WF");
  return shares;
}

constexpr double slack_of_shares = 5e-3;  ///< decks give three digits or more

/// Points from the bottom up, whose weights make up the thickness.
void check_layers(const IntegrationRule& rule, const std::vector<double>& shares) {
  double sum = 0, before = -1 - 1e-9;
  for (std::size_t k = 0; k < rule.points.size(); ++k) {
    const Card& point = rule.points[k];
    const double place = point.real("S");
    if (!(shares[k] > 0)) return point.error("WF", "found {}, expected a positive share", shares[k]);
    if (!(place > before && place <= 1))
      return point.error("S", "found {}, expected a place from -1 to 1 that no other point has", place);
    before = place;
    sum += shares[k];
  }
  if (!rule.points.empty() && std::abs(sum - 1) > slack_of_shares)
    rule.head.error("NIP", "the WF of its points add up to {:.4g}, expected 1", sum);
}

/// Gives the points their places, unless these are the middles of layers of such thicknesses.
void place_points(const IntegrationRule& rule, const std::vector<double>& shares, std::vector<SectionLayer>& layers) {
  double below = 0;
  bool are_middles = true;
  for (std::size_t k = 0; k < rule.points.size(); ++k) {
    const double middle = -1 + 2 * below + shares[k];
    are_middles = are_middles && std::abs(rule.points[k].real("S") - middle) <= slack_of_shares;
    below += shares[k];
  }
  if (are_middles) return;
  for (std::size_t k = 0; k < rule.points.size(); ++k) {
    layers[k].is_placed = true;
    layers[k].place = rule.points[k].real("S");
  }
}

/// The materials of layers by their parts; nothing where all are those of the shell's own part.
Stack plies_of(Deck& deck, const IntegrationRule& rule) {
  Stack stack;
  for (const Card& point : rule.points) {
    if (point.id("PID") == 0) continue;
    const Index part = deck.find(deck.parts, point, "PID");
    if (part == none) continue;
    const Index material = deck.model.parts[std::size_t(part)].material;
    stack.plies.push_back({point, "PID", deck.model.materials[std::size_t(material)].id});
  }
  if (!stack.plies.empty() && stack.plies.size() != rule.points.size())
    rule.head.error("IRID", "some points have a PID, expected one for all or none");
  return stack;
}

}  // namespace crumple::deck::integration_rules_keywords

namespace crumple::deck {

void give_points(Deck& deck, const Card& card, Id rule_id, Section& section) {
  using namespace integration_rules_keywords;
  const Index found = deck.find(deck.beam_rules, card, "QR/IRID", rule_id);
  if (found == none) return;
  const IntegrationRule& rule = deck.beam_rules[found];
  const auto [along_s, along_t] = section.beam.size;
  const double area = (rule.head.real("RA") > 0 ? rule.head.real("RA") : 1) * along_s * along_t;
  for (const Card& point : rule.points)
    section.beam.points.push_back(
        {0.5 * along_s * point.real("S"), 0.5 * along_t * point.real("T"), area * point.real("WF")});
  check_balance(rule.head, section.beam.points, section.beam);
}

void give_layers(Deck& deck, const Card& card, Id rule_id, Section& section) {
  using namespace integration_rules_keywords;
  const Index found = deck.find(deck.shell_rules, card, "QR/IRID", rule_id);
  if (found == none) return;
  IntegrationRule rule = deck.shell_rules[found];
  const auto place = [](const Card& point) { return point.real("S"); };
  if (!std::ranges::is_sorted(rule.points, {}, place)) {
    if (!section.layers.empty())
      return rule.head.error("IRID", "its points are not from the bottom up, expected so with angles (ICOMP)");
    std::ranges::stable_sort(rule.points, {}, place);
  }
  const std::vector<double> shares = shares_of(rule);
  check_layers(rule, shares);
  const double thickness = section.thickness[0];
  if (std::ranges::any_of(section.thickness, [&](double one) { return one != thickness; }) || !(thickness > 0))
    return card.error("QR/IRID", "found layers in a section without one thickness T1 = T2 = T3 = T4, expected one");
  if (!section.layers.empty() && section.layers.size() != shares.size())
    return card.error("NIP", "found {} angles (ICOMP), expected {}, as many as the rule has points",
                      section.layers.size(), shares.size());
  const Stack stack = plies_of(deck, rule);
  section.layers.resize(shares.size());
  section.n_layers = int(shares.size());
  for (std::size_t k = 0; k < shares.size(); ++k) section.layers[k].thickness = shares[k] * thickness;
  place_points(rule, shares, section.layers);
  if (stack.plies.size() == shares.size() && resolve_layers(deck, stack, section.layers))
    deck.later(Phase::conditions,
               [&deck, stack, layers = section.layers] { expect_same_axes(deck, stack, layers); });
}

}  // namespace crumple::deck

namespace crumple::deck::integration_rules_keywords {

void add_to(Registry& registry) {
  registry.add("INTEGRATION_BEAM", {}, {{"1", beam_rule_card}, {"2, NIP times", beam_point_card}},
               rule_reader(&Deck::beam_rules, beam_rule_card, beam_point_card),
               "Contact takes the section for the rectangle TS by TT.");
  registry.add("INTEGRATION_SHELL", {}, {{"1", shell_rule_card}, {"2, NIP times", shell_point_card}},
               rule_reader(&Deck::shell_rules, shell_rule_card, shell_point_card),
               "Points that are the middles of layers are such layers, as of *PART_COMPOSITE.");
}

}  // namespace crumple::deck::integration_rules_keywords
