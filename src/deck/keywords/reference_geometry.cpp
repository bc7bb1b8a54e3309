// *AIRBAG_REFERENCE_GEOMETRY and *AIRBAG_SHELL_REFERENCE_GEOMETRY: where shells of fabric have no strain.
#include <fmt/format.h>

#include <algorithm>

#include "deck/keywords/keywords.hpp"
#include "kernels/materials/material_034_fabric.hpp"

namespace crumple::deck::reference_geometry_keywords {

constexpr Field scale_card[] = {id(IdOf::other, "ID", "number of the geometry"),
                             real("SX", "scale of positions along x; 0: 1"), real("SY", "along y; 0: 1"),
                             real("SZ", "along z; 0: 1"),
                             id(IdOf::node, "NIDO", "node whose reference position does not move; 0: the first one")};
constexpr Field birth_card[] = {refused("BIRTH", "a reference geometry that acts later")};
constexpr auto node_card = card_of(wide(id(IdOf::node, "NID", "node"), 8),
                                   alike(wide(real("X", "its position without strain", "length"), 16), "Y", "Z"));
constexpr auto shell_card = card_of(wide(id(IdOf::element, "EID", "shell"), 8),
                                    wide(no_effect("PID", "the shell says it"), 8),
                                    alike(wide(id(IdOf::node, "N1", "node that is its corner without strain"), 8), "N2",
                                          "N3", "N4"));

bool is_of_fabric(const Model& model, const Shell& shell) {
  const Part& part = model.parts[std::size_t(shell.part)];
  return model.materials[std::size_t(part.material)].law.as<kernels::Fabric>() != nullptr;
}

/// Shells of fabric with nodes that have a reference position; their other nodes are without strain where they are.
void refer_shells(Deck& deck) {
  Model& model = deck.model;
  const auto& known = deck.reference_positions;
  std::size_t n_others = 0;
  for (std::size_t s = 0; s < model.shells.size(); ++s) {
    const Shell& shell = model.shells[s];
    ShellReference reference{Index(s), {}};
    bool has_any = false;
    for (std::size_t k = 0; k < 4; ++k) {
      const auto node = std::size_t(shell.nodes[k]);
      const auto found = known.find(model.nodes.id[node]);
      has_any = has_any || found != known.end();
      reference.corners[k] = found != known.end() ? found->second : model.nodes.position[node];
    }
    if (!has_any) continue;
    if (is_of_fabric(model, shell)) model.shell_references.push_back(reference);
    else ++n_others;
  }
  if (n_others > 0)
    deck.log.warn({}, "AIRBAG_REFERENCE_GEOMETRY", "",
                  fmt::format("{} shells with nodes of it are not of *MAT_FABRIC: they have no strain at the start",
                              n_others));
}

/// Positions about the origin, stretched.
struct Scales {
  Vec3 factor{1, 1, 1};
  Id origin = 0;
};
Scales read_scales(Cards& cards) {
  const Card card = cards.next(scale_card);
  Scales scales{card.vector("SX", "SY", "SZ"), card.id("NIDO")};
  for (int c = 0; c < 3; ++c)
    if (scales.factor[c] == 0) scales.factor[c] = 1;
  return scales;
}

void read_geometry(Cards& cards, const Options& options, Deck& deck) {
  Scales scales;
  if (options.count("ID")) scales = read_scales(cards);
  if (options.count("BIRTH")) cards.next(birth_card);
  std::vector<std::pair<Id, Vec3>> nodes;
  while (cards.more()) {
    const Card card = cards.next(node_card);
    if (nodes.empty() && options.count("RDT"))
      card.warn("", "the time step is that of the shells as they are, not as they are without strain");
    nodes.emplace_back(positive_id(card, "NID"), card.vector("X", "Y", "Z"));
  }
  if (nodes.empty()) return;
  const auto origin = std::ranges::find(nodes, scales.origin, &std::pair<Id, Vec3>::first);
  const Vec3 fixed = origin != nodes.end() ? origin->second : nodes.front().second;
  if (deck.reference_positions.empty()) deck.later(Phase::results, [&deck] { refer_shells(deck); });
  for (auto& [id, place] : nodes) {
    for (int c = 0; c < 3; ++c) place[c] = fixed[c] + scales.factor[c] * (place[c] - fixed[c]);
    deck.reference_positions.insert_or_assign(id, deck.placement->motion.point(place));
  }
}

void resolve_shell(Deck& deck, const Card& card) {
  const Index s = deck.shell_index.find(card.id("EID"));
  if (s == none) return card.error("EID", "shell {} is not defined", card.id("EID"));
  ShellReference reference{s, {}};
  for (std::size_t k = 0; k < 4; ++k) {
    const bool repeats = k == 3 && card.id("N4") == 0;
    const Index node = deck.find_node(card, card.field(2 + (repeats ? 2 : k)));
    if (node == none) return;
    reference.corners[k] = deck.model.nodes.position[std::size_t(node)];
  }
  const Shell& shell = deck.model.shells[std::size_t(s)];
  if (shell.is_triangle() != (reference.corners[2] == reference.corners[3]))
    return card.error("N4", "shell {} and its reference have not as many corners", shell.id);
  if (!is_of_fabric(deck.model, shell))
    return card.warn("EID", "shell {} is not of *MAT_FABRIC: it has no strain at the start", shell.id);
  deck.model.shell_references.push_back(reference);
}

void read_shell_geometry(Cards& cards, const Options& options, Deck& deck) {
  if (options.count("ID")) cards.next(scale_card);
  while (cards.more()) {
    const Card card = cards.next(shell_card);
    deck.later(Phase::conditions, [&deck, card] { resolve_shell(deck, card); });
  }
}

void add_to(Registry& registry) {
  registry.add("AIRBAG_REFERENCE_GEOMETRY", {"ID", "BIRTH", "RDT"},
               {{"1, with _ID", scale_card}, {"2, with _BIRTH", birth_card}, {"3 ...", node_card}}, read_geometry,
               "Shells of *MAT_FABRIC begin with the logarithmic strain from the reference to where their nodes are. "
               "Their energy at the start counts as 0.");
  registry.add("AIRBAG_SHELL_REFERENCE_GEOMETRY", {"ID", "RDT"}, {{"1, with _ID", scale_card}, {"2 ...", shell_card}},
               read_shell_geometry);
}

}  // namespace crumple::deck::reference_geometry_keywords
