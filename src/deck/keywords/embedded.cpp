// *CONSTRAINED_BEAM_IN_SOLID and *CONSTRAINED_LAGRANGE_IN_SOLID between structures: reinforcement in concrete. Nodes of
// bars follow the solids that they lie in.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "deck/keywords/keywords.hpp"

namespace crumple::deck::embedded_keywords {

constexpr Field beams_card[] = {
    id(IdOf::varies, "BSID", "part, or set of parts, whose nodes are embedded"),
    id(IdOf::varies, "SSID", "part, or set of parts, of the solids around them"),
    integer("BSTYP", "what BSID is: 0 part set, 1 part"),
    integer("SSTYP", "what SSID is: 0 part set, 1 part"),
    blank(),
    blank(),
    warned("NCOUP", "bars are coupled at their nodes alone"),
    refused("CDIR", "bars that slide along their axis")};
constexpr Field beams_times_card[] = {refused("START", "a coupling that begins later"),
                                      warned("END", "nodes stay embedded", 1e21),
                                      blank(),
                                      refused("AXFOR", "a force over the slip"),
                                      blank(),
                                      no_effect("PSSF", "nodes follow by constraint, without a penalty"),
                                      blank(),
                                      no_effect("XINT", "the solids around nodes are found at the start")};
constexpr Field structure_card[] = {
    id(IdOf::varies, "SLAVE", "part, or set of parts, whose nodes are embedded"),
    id(IdOf::varies, "MASTER", "part, or set of parts, of the solids around them"),
    integer("SSTYP", "what SLAVE is: 0 part set, 1 part; 2, a segment set, is an error"),
    integer("MSTYP", "what MASTER is: 0 part set, 1 part"),
    warned("NQUAD", "bars are coupled at their nodes alone"),
    integer("CTYPE", "1, 2: nodes follow the solids; others are of fluids and errors", 2),
    no_effect("DIREC", "only for fluids"),
    no_effect("MCOUP", "only for fluids")};
constexpr Field structure_times_card[] = {refused("START", "a coupling that begins later"),
                                          warned("END", "nodes stay embedded", 1e10),
                                          no_effect("PFAC", "nodes follow by constraint, without a penalty"),
                                          no_effect("FRIC", "the same"),
                                          no_effect("FRCMIN", "only for fluids"),
                                          no_effect("NORM", "only for fluids"),
                                          no_effect("NORMTYP", "only for fluids"),
                                          no_effect("DAMP", "as PFAC")};
constexpr Field fluids_card[] = {no_effect("all", "only for fluids and penalties")};

/// The tetrahedra that a hexahedron in LS-DYNA's node order is cut into; those of a tetrahedron are itself and others
/// without volume.
constexpr std::array<int, 4> tetrahedra[] = {{0, 1, 2, 6}, {0, 2, 3, 6}, {0, 3, 7, 6},
                                             {0, 7, 4, 6}, {0, 4, 5, 6}, {0, 5, 1, 6}};

using Weights = std::array<double, 4>;

/// Of a point in a tetrahedron; the least is < 0 outside. {-1, ...} if it has no volume.
Weights weights_in(const std::array<Vec3, 4>& corner, const Vec3& point) {
  const Vec3 a = corner[1] - corner[0], b = corner[2] - corner[0], c = corner[3] - corner[0], x = point - corner[0];
  const double volume = dot(a, cross(b, c));
  if (!(std::abs(volume) > 0)) return {-1, -1, -1, -1};
  const double u = dot(x, cross(b, c)) / volume, v = dot(a, cross(x, c)) / volume, w = dot(a, cross(b, x)) / volume;
  return {1 - u - v - w, u, v, w};
}

/// Where a node lies in a solid.
struct Inside {
  double depth = -1e-6;  ///< the least weight; less than this is outside
  Index solid = none;
  std::array<Index, 4> corners{};
  Weights weights{};
};

/// Nodes to be embedded, ascending along x.
class Embedded {
 public:
  Embedded(const Model& model, const std::vector<Index>& nodes) : model_(model) {
    for (const Index node : nodes) nodes_.push_back({model.nodes.position[std::size_t(node)].x, node});
    std::ranges::sort(nodes_);
    inside_.resize(nodes_.size());
  }

  /// Looks for those in a solid: they lie deeper in it than in others.
  void look_in(Index number) {
    const Solid& solid = model_.solids[std::size_t(number)];
    double least = 1e300, most = -1e300;
    for (const Index node : solid.nodes) {
      least = std::min(least, place(node).x);
      most = std::max(most, place(node).x);
    }
    const double slack = 1e-6 * (most - least);
    auto one = std::ranges::lower_bound(nodes_, std::pair{least - slack, none});
    for (; one != nodes_.end() && one->first <= most + slack; ++one)
      for (const auto& four : tetrahedra)
        look_in(number, four, one->second, inside_[std::size_t(one - nodes_.begin())]);
  }
  /// Calls `act` with each node and where it lies, ascending in x.
  template <class Act>
  void for_each(const Act& act) const {
    for (std::size_t i = 0; i < nodes_.size(); ++i) act(nodes_[i].second, inside_[i]);
  }

 private:
  const Vec3& place(Index node) const { return model_.nodes.position[std::size_t(node)]; }

  void look_in(Index number, const std::array<int, 4>& four, Index node, Inside& known) const {
    const Solid& solid = model_.solids[std::size_t(number)];
    std::array<Index, 4> corners{};
    std::array<Vec3, 4> places;
    for (std::size_t i = 0; i < 4; ++i) {
      corners[i] = solid.nodes[std::size_t(four[i])];
      places[i] = place(corners[i]);
    }
    const Weights weights = weights_in(places, place(node));
    if (const double depth = std::ranges::min(weights); depth > known.depth) known = {depth, number, corners, weights};
  }

  const Model& model_;
  std::vector<std::pair<double, Index>> nodes_;
  std::vector<Inside> inside_;
};

/// Fields that name what is embedded in what.
struct CouplingFields {
  const char *bars, *bars_kind, *solids, *solids_kind;
};
constexpr CouplingFields of_beams{"BSID", "BSTYP", "SSID", "SSTYP"}, of_structures{"SLAVE", "SSTYP", "MASTER", "MSTYP"};

/// Ties each node to the corners of the tetrahedron around it; those of the solids themselves and of rigid bodies are
/// left out.
void embed(Deck& deck, const Card& card, const CouplingFields& fields, TiedContact contact) {
  Model& model = deck.model;
  const std::vector<Index> bars = named_parts(deck, card, fields.bars, choice(card, fields.bars_kind, 0, 1) == 0);
  const std::vector<Index> around = named_parts(deck, card, fields.solids, choice(card, fields.solids_kind, 0, 1) == 0);
  if (deck.log.failed()) return;
  const std::vector<Index> of_solids = nodes_of_parts(deck, around);
  std::vector<Index> nodes = nodes_of_parts(deck, bars), tied;
  for (const Tie& tie : model.ties) tied.push_back(tie.node);
  make_unique(tied);
  std::erase_if(nodes, [&](Index node) {
    const auto is_in = [node](const std::vector<Index>& some) { return std::ranges::binary_search(some, node); };
    return is_in(tied) || is_in(of_solids) || deck.is_rigid_node[std::size_t(node)];
  });
  Embedded embedded(model, nodes);
  for (const Index part : around)
    for (const Index solid : deck.part_elements.solids[std::size_t(part)]) embedded.look_in(solid);
  const Index number = Index(model.tied_contacts.size());
  std::int64_t outside = 0;
  embedded.for_each([&](Index node, const Inside& at) {
    if (at.solid == none) return void(++outside);
    Tie tie;
    tie.contact = number;
    tie.node = node;
    tie.corners = at.corners;
    tie.weights = at.weights;
    tie.solid = at.solid;
    model.ties.push_back(tie);
    ++contact.n_ties;
  });
  if (contact.n_ties == 0 && !nodes.empty())
    return card.error(fields.bars, "none of its {} nodes is in a solid of {}", nodes.size(), fields.solids);
  if (outside > 0)
    card.warn(fields.bars, "{} of its {} nodes are in no solid of {} and stay free", outside, nodes.size(),
              fields.solids);
  if (contact.id == 0) contact.id = next_contact_id(model);
  model.tied_contacts.push_back(std::move(contact));
}

void read_beams_in_solids(Cards& cards, const Options& options, Deck& deck) {
  TiedContact contact;
  if (options.count("ID")) std::tie(contact.id, contact.title) = read_id_card(cards);
  const Card card = cards.next(beams_card);
  cards.pass({beams_times_card});
  deck.later(Phase::results, [&deck, card, contact] { embed(deck, card, of_beams, contact); });
}

void read_structures_in_solids(Cards& cards, const Options& options, Deck& deck) {
  TiedContact contact;
  if (options.count("ID")) std::tie(contact.id, contact.title) = read_id_card(cards);
  const Card card = cards.next(structure_card);
  cards.pass({structure_times_card, fluids_card, fluids_card});
  const int kind = card.integer("CTYPE");
  if (kind != 1 && kind != 2)
    return card.error("CTYPE", "found {}, a coupling with fluids, which are not computed; expected 1 or 2", kind);
  deck.later(Phase::results, [&deck, card, contact] { embed(deck, card, of_structures, contact); });
}

void add_to(Registry& registry) {
  constexpr auto note =
      "Each node follows the solid that it lies in, as a node of a tied contact follows its face: it moves as the four "
      "corners of the tetrahedron around it, one of six that the solid is cut into, and gives them its mass and "
      "forces. Rotations stay free. rcforc lists the force.";
  registry.add("CONSTRAINED_BEAM_IN_SOLID", {"ID", "PENALTY"},
               {{"_ID", id_card}, {"1", beams_card}, {"2", beams_times_card}}, read_beams_in_solids, note);
  registry.add("CONSTRAINED_LAGRANGE_IN_SOLID", {"ID"},
               {{"_ID", id_card}, {"1", structure_card}, {"2", structure_times_card}, {"3, 4", fluids_card}},
               read_structures_in_solids, note);
}

}  // namespace crumple::deck::embedded_keywords
