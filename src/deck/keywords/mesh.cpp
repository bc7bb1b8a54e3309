// *NODE, *ELEMENT_SHELL, *ELEMENT_SOLID, *ELEMENT_PLOTEL.
// Nodes and elements are most of a deck, so lines in fixed columns take a path without tables; any line this path
// cannot read goes through the card tables, which also word the errors.
#include <algorithm>
#include <charconv>
#include <cmath>

#include "deck/keywords/keywords.hpp"
#include "deck/numbers.hpp"
#include "deck/shell_systems.hpp"

namespace crumple::deck::mesh_keywords {

constexpr auto node_card = card_of(
    wide(id(IdOf::node, "NID", "number of the node"), 8), alike(wide(real("X", "position", "length"), 16), "Y", "Z"),
    wide(integer("TC", "no motion along: 0 none, 1 x, 2 y, 3 z, 4 xy, 5 yz, 6 zx, 7 xyz; others are errors"), 8),
    wide(integer("RC", "constrained rotations, in the same way"), 8));

constexpr auto shell_card =
    card_of(wide(id(IdOf::element, "EID", "number of the shell"), 8), wide(id(IdOf::part, "PID", "its part"), 8),
            alike(wide(id(IdOf::node, "N1", "node"), 8), "N2", "N3"),
            wide(id(IdOf::node, "N4", "node; 0 or N3: a triangle"), 8),
            wide(integer("N5", "an error unless 0 (eight-node shells)"), 8),
            alike(wide(integer("N6", "as N5"), 8), "N7", "N8"));
constexpr auto thickness_fields =
    card_of(wide(real("THIC1", "thickness at N1; all 0: the section's", "length"), 16),
            wide(real("THIC2", "at N2; 0: THIC1", "length"), 16), wide(real("THIC3", "at N3; 0: THIC1", "length"), 16),
            wide(real("THIC4", "at N4; 0: THIC1", "length"), 16));
constexpr auto shell_thickness_card =
    card_of(thickness_fields, wide(real("BETA",
                                        "angle of the material axes, with _BETA: replaces BETA or MANGLE of the "
                                        "material with AOPT 0 and 3, otherwise is added",
                                        "degree"),
                                   16));
constexpr auto shell_system_card =
    card_of(thickness_fields, wide(id(IdOf::definition, "MCID",
                                      "coordinate system whose x axis, projected onto the shell, is axis a of its "
                                      "material, whatever AOPT, BETA and MANGLE of that are; 0: these count"),
                                   16));

constexpr Field shell_offset_card[] = {
    wide(real("OFFSET", "offset of the mid-surface from the nodes along the normal; replaces NLOC", "length"), 16)};

constexpr auto solid_card =
    card_of(wide(id(IdOf::element, "EID", "number of the solid"), 8), wide(id(IdOf::part, "PID", "its part"), 8),
            alike(wide(id(IdOf::node, "N1", "node"), 8), "N2", "N3", "N4"),
            wide(id(IdOf::node, "N5", "node; if omitted at the end, the last one is repeated"), 8),
            wide(id(IdOf::node, "N6", "node"), 8), wide(id(IdOf::node, "N7", "node; 0 with N6: a wedge"), 8),
            wide(id(IdOf::node, "N8", "node"), 8));
constexpr Field solid_first_card[] = {wide(id(IdOf::element, "EID", "number of the solid"), 8),
                                      wide(id(IdOf::part, "PID", "its part"), 8)};
constexpr auto solid_nodes_card =
    card_of(wide(id(IdOf::node, "N1", "nodes, as in the one-card format"), 8),
            alike(wide(id(IdOf::node, "N2", "as N1"), 8), "N3", "N4", "N5", "N6", "N7", "N8"),
            wide(id(IdOf::node, "N9", "of a tetrahedron with nodes on its sides 12, 23, 31, 14, 24 and 34: N5 to N10"),
                 8),
            wide(id(IdOf::node, "N10", "as N9"), 8));

constexpr auto axis_a_card =
    card_of(wide(real("BETA/A1",
                      "material axis a, which replaces AOPT; the angle BETA, without the next card, is an error unless "
                      "0"),
                 16),
            alike(wide(real("A2", "axis a"), 16), "A3"));
constexpr auto axis_d_card = card_of(alike(wide(real("D1", "a vector in the plane of a and b"), 16), "D2", "D3"));

/// Reads numbers in fixed columns of one line; `ok` turns false at anything unusual.
class FastLine {
 public:
  explicit FastLine(std::string_view line) : at_(line.data()), end_(line.data() + line.size()) {
    bool unusual = false;  // no early exit: the compiler vectorises this
    for (const char c : line) unusual |= (c == ',') | (c == '&') | (c == '$');
    ok = !unusual;
  }
  template <class T>
  T take(std::size_t columns) {
    T value = 0;
    const char* stop = std::size_t(end_ - at_) < columns ? end_ : at_ + columns;
    while (at_ < stop && *at_ == ' ') ++at_;
    if (at_ < stop) {
      const auto [p, error] = std::from_chars(at_, stop, value);
      if (error != std::errc()) ok = false;
      for (const char* c = p; c < stop; ++c) ok = ok && *c == ' ';
    }
    at_ = stop;
    return value;
  }
  /// Nothing but blanks is left before column 80.
  bool ends() const {
    for (const char* c = at_; c < end_; ++c)
      if (*c != ' ') return false;
    return true;
  }
  bool ok = true;

 private:
  const char* at_;
  const char* end_;
};

DofMask node_constraint(const Card& card, int tc, int rc) {
  for (const auto& [name, code] : {std::pair{"TC", tc}, std::pair{"RC", rc}})
    if (code < 0 || code > 7) card.error(name, "found {}, expected 0 to 7", code);
  return DofMask(dof_of_code(tc) | dof_of_code(rc) << 3);
}

void read_nodes(Cards& cards, const Options&, Deck& deck) {
  const bool fast_format = cards.format() == Format::standard;
  std::string_view line;
  while (cards.next_line(line)) {
    RawNode node;
    node.where = cards.where();
    FastLine fast(line);
    node.id = fast.take<Id>(8);
    for (int i = 0; i < 3; ++i) node.position[i] = fast.take<double>(16);
    const int tc = fast.take<int>(8), rc = fast.take<int>(8);
    const bool usual = fast_format && fast.ok && fast.ends() && node.id > 0 && std::isfinite(node.position.x) &&
                       std::isfinite(node.position.y) && std::isfinite(node.position.z);
    if (usual && ((tc | rc) & ~7) == 0) {
      node.fixed = DofMask(dof_of_code(tc) | dof_of_code(rc) << 3);
      node.id = cards.shift(node.id, IdOf::node);
    } else {
      if (is_blank(line)) continue;
      const Card card = cards.read(line, node_card);
      node.id = positive_id(card, "NID");
      node.position = card.vector("X", "Y", "Z");
      node.fixed = node_constraint(card, card.integer("TC"), card.integer("RC"));
    }
    node.position = deck.placement->motion.point(node.position);
    deck.nodes.push_back(node);
  }
}

/// Reads up to ten ids of 8 columns. False for a blank line.
bool read_ids(Cards& cards, std::string_view line, std::span<const Field> fields, std::array<Id, 10>& ids) {
  FastLine fast(line);
  if (cards.format() == Format::standard && fast.ok) {
    bool any = false;
    for (std::size_t i = 0; i < fields.size(); ++i)
      any |= (ids[i] = cards.shift(fast.take<Id>(8), fields[i].id_of)) != 0;
    if (fast.ok && (any || is_blank(line))) return any;
  }
  if (is_blank(line)) return false;
  const Card card = cards.read(line, fields);
  for (std::size_t i = 0; i < fields.size(); ++i) ids[i] = card.id(i);
  return true;
}

void expect_positive(const Cards& cards, std::string_view field, Id id) {
  if (id <= 0) cards.error(field, "found " + std::to_string(id) + ", expected a positive id");
}

/// Whether a line of *ELEMENT_SHELL_COMPOSITE is the next element and no layer: five positive whole numbers, of which a
/// layer's thickness or its angle and blank column are none.
bool is_element(const Cards& cards, std::string_view line) {
  const bool by_commas = line.find(',') != line.npos;
  const std::size_t width = cards.columns(8);
  for (int field = 0; field < 5; ++field) {
    const std::size_t end = by_commas ? line.find(',') : width;
    const std::string_view text = trim(line.substr(0, end));
    const bool is_whole = std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
    if (!is_whole || text.find_first_not_of('0') == text.npos) return false;
    line = end < line.size() ? line.substr(end + by_commas) : std::string_view();
  }
  return true;
}

/// The layers of an element; stacks that are equal are kept once.
Index read_shell_stack(Cards& cards, std::span<const Field> form, Deck& deck) {
  Stack stack = read_stack(cards, form, [&cards] { return !is_element(cards, cards.peek()); });
  const auto [at, is_new] = deck.stack_index.try_emplace(key_of(stack), Index(deck.shell_stacks.size()));
  if (!is_new) return at->second;
  for (const Ply& ply : stack.plies) deck.used_materials.insert(ply.material);
  deck.shell_stacks.push_back(std::move(stack));
  return at->second;
}

/// The cards of _THICKNESS, _BETA and _MCID; with this the coordinate system is added to `systems`, if there is one.
ShellExtras read_thickness_and_angle(Cards& cards, const Options& options, Id shell,
                                     std::vector<ShellSystem>& systems) {
  ShellExtras extras;
  const bool by_system = options.count("MCID") > 0, by_angle = options.count("BETA") > 0;
  if (!options.count("THICKNESS") && !by_angle && !by_system) return extras;
  const Card card = by_system ? cards.next(shell_system_card) : cards.next(shell_thickness_card);
  if (by_system && card.id("MCID") != 0) systems.push_back({cards.where(), shell, card.id("MCID")});
  extras.has_angle = by_angle;
  if (by_angle) extras.angle = float(card.real("BETA"));
  std::array<float, 4>& thickness = extras.thickness;
  for (std::size_t i = 0; i < 4; ++i) thickness[i] = float(card.real(i));
  for (std::size_t i = 0; i < 4; ++i) {
    if (thickness[i] < 0) card.error(card.field(i), "found a negative thickness, expected a positive one or 0");
    if (i > 0 && thickness[i] == 0) thickness[i] = thickness[0];
  }
  return extras;
}

void read_shell_options(Cards& cards, const Options& options, RawShell& shell, Deck& deck,
                        std::vector<ShellSystem>& systems) {
  ShellExtras extras = read_thickness_and_angle(cards, options, shell.id, systems);
  if (options.count("OFFSET")) {
    extras.has_offset = true;
    extras.offset = cards.next(shell_offset_card).real("OFFSET");
  }
  if (options.count("COMPOSITE")) {
    const bool is_long = options.count("LONG") > 0;
    extras.stack = read_shell_stack(cards, is_long ? long_layer_card() : layers_card(), deck);
    extras.thickness.fill(float(deck.shell_stacks[extras.stack].thickness()));
  }
  if (extras.thickness == std::array<float, 4>{} && !extras.has_angle && !extras.needs_section()) return;
  shell.extras = Index(deck.shell_extras.size());
  deck.shell_extras.push_back(extras);
}

void read_shells(Cards& cards, const Options& options, Deck& deck) {
  std::string_view line;
  std::array<Id, 10> ids{};
  std::vector<ShellSystem> systems;
  while (cards.next_line(line)) {
    ids = {};
    if (!read_ids(cards, line, shell_card, ids)) continue;
    RawShell shell;
    shell.where = cards.where();
    shell.id = ids[0];
    shell.part = ids[1];
    std::copy_n(ids.begin() + 2, 4, shell.nodes.begin());
    if (shell.nodes[3] == 0) shell.nodes[3] = shell.nodes[2];
    expect_positive(cards, "EID", shell.id);
    if (ids[6] || ids[7] || ids[8] || ids[9])
      cards.error("N5", "found an element with more than four nodes, expected N5 to N8 blank");
    read_shell_options(cards, options, shell, deck, systems);
    deck.shells.push_back(shell);
  }
  if (!systems.empty())
    deck.later(Phase::conditions, [&deck, systems = std::move(systems)] { resolve_shell_systems(deck, systems); });
}

/// The element and part ids stand alone on their line, the nodes follow on the next.
bool has_two_cards(const Cards& cards, std::string_view line) {
  line = trim(line.substr(0, line.find('$')));
  if (line.find(',') == line.npos) return cards.peek().data() && line.size() <= 2 * cards.columns(8);
  const auto second = line.find(',', line.find(',') + 1);
  return second == line.npos || line.find_first_not_of(" ,", second) == line.npos;
}

/// Nodes left out at the end repeat the last one given (tetrahedron, pyramid); six nodes are a wedge. Tetrahedra, 1 2 3
/// 4 4 4 4 4, become 1 2 3 3 4 4 4 4 (see Solid).
void complete_nodes(std::array<Id, 8>& n) {
  if (n[5] != 0 && n[6] == 0 && n[7] == 0) {
    n = {n[0], n[1], n[2], n[3], n[4], n[4], n[5], n[5]};
    return;
  }
  for (std::size_t i = 4; i < 8; ++i)
    if (n[i] == 0) n[i] = n[i - 1];
  if (std::all_of(n.begin() + 4, n.end(), [&](Id node) { return node == n[3]; })) n[3] = n[2];
}

/// The second card of the form of two.
void read_nodes_card(Cards& cards, Deck& deck, RawSolid& solid) {
  std::array<Id, 10> n{};
  std::string_view line;
  cards.next_line(line);
  read_ids(cards, line, solid_nodes_card, n);
  std::copy_n(n.begin(), 8, solid.nodes.begin());
  if (n[8] == 0 && n[9] == 0) return;
  if (std::ranges::find(n, 0) != n.end()) cards.error("N9", "found an element with nine nodes, expected ten, or eight");
  solid.nodes = {n[0], n[1], n[2], n[2], n[3], n[3], n[3], n[3]};
  solid.sides = Index(deck.solid_sides.size());
  deck.solid_sides.push_back({n[4], n[5], n[6], n[7], n[8], n[9]});
}

/// _TET4TOTET10: nodes are made on the sides of tetrahedra with four nodes.
void ask_for_sides(Deck& deck, RawSolid& solid) {
  const auto& n = solid.nodes;
  if (solid.sides != none || n[2] != n[3] || n[4] != n[7]) return;
  solid.sides = Index(deck.solid_sides.size());
  deck.solid_sides.push_back({});
}

/// The cards of _ORTHO, behind those of the solid.
void read_solid_axes(Cards& cards, Id solid, Deck& deck) {
  const Card first = cards.next(axis_a_card), second = cards.next(axis_d_card);
  const Mat3& turn = deck.placement->motion.linear;
  const Vec3 a = first.vector("BETA/A1", "A2", "A3"), d = second.vector("D1", "D2", "D3");
  if (a == Vec3{} && d == Vec3{}) return;
  if (d == Vec3{})
    return first.error("BETA/A1", "found {} without a vector D1, D2, D3 (an angle), expected the vectors a and d", a.x);
  if (!(norm(cross(a, d)) > 1e-6 * norm(a) * norm(d)))
    return first.error("BETA/A1", "the vectors a and d span no plane");
  deck.solid_axes.push_back({solid, turn * a, turn * d});
}

/// Whether the file that is read is turned inside out by its transformation.
bool is_mirrored(const Deck& deck) {
  const auto& row = deck.placement->motion.linear.row;
  return dot(row[0], cross(row[1], row[2])) < 0;
}

/// Numbers the nodes of a solid as its mirror image has them; tetrahedra, pyramids and wedges keep their form.
void turn_inside_out(RawSolid& solid, Deck& deck) {
  for (std::size_t k = 0; k < 8; k += 2) std::swap(solid.nodes[k], solid.nodes[k + 1]);
  if (solid.sides == none) return;
  auto& sides = deck.solid_sides[solid.sides];  // 12, 23, 31, 14, 24, 34
  std::swap(sides[1], sides[2]);
  std::swap(sides[3], sides[4]);
}

void read_solids(Cards& cards, const Options& options, Deck& deck) {
  std::string_view line;
  std::array<Id, 10> ids{};
  const bool mirrored = is_mirrored(deck);
  while (cards.next_line(line)) {
    if (is_blank(line)) continue;
    ids = {};
    RawSolid solid;
    solid.where = cards.where();
    bool two_cards = has_two_cards(cards, line);
    if (!read_ids(cards, line, two_cards ? std::span<const Field>(solid_first_card) : solid_card, ids)) continue;
    std::copy_n(ids.begin() + 2, 8, solid.nodes.begin());
    if (solid.nodes == std::array<Id, 8>{}) two_cards = cards.more();  // zeros may fill the first one
    if (two_cards) read_nodes_card(cards, deck, solid);
    solid.id = ids[0];
    solid.part = ids[1];
    expect_positive(cards, "EID", solid.id);
    complete_nodes(solid.nodes);
    if (mirrored) turn_inside_out(solid, deck);
    if (options.contains("TET4TOTET10")) ask_for_sides(deck, solid);
    if (options.contains("ORTHO")) read_solid_axes(cards, solid.id, deck);
    deck.solids.push_back(solid);
  }
}

/// Thick shells are solids, their lower face first. Their section says so.
void read_thick_shells(Cards& cards, const Options&, Deck& deck) { read_solids(cards, {}, deck); }

}  // namespace crumple::deck::mesh_keywords

namespace crumple::deck {

DofMask dof_of_code(int code) {
  constexpr DofMask masks[] = {0, 1, 2, 4, 3, 6, 5, 7};
  return masks[code & 7];
}

}  // namespace crumple::deck

namespace crumple::deck::mesh_keywords {

void add_to(Registry& registry) {
  registry.add("NODE", {}, {{"1 ...", node_card}}, read_nodes);
  registry.add("ELEMENT_SHELL", {"THICKNESS", "BETA", "MCID", "OFFSET", "COMPOSITE", "LONG"},
               {{"1", shell_card},
                {"2, with _THICKNESS or _BETA", shell_thickness_card},
                {"2, with _MCID", shell_system_card},
                {"3, with _OFFSET", shell_offset_card},
                {"4 ..., with _COMPOSITE", layers_card()},
                {"4 ..., with _COMPOSITE_LONG", long_layer_card()}},
               read_shells);
  registry.add("ELEMENT_TSHELL", {}, {{"1 ...", solid_card}}, read_thick_shells, "Computed as solids.");
  registry.add("ELEMENT_SOLID", {"TET4TOTET10", "ORTHO"},
               {{"1, alone", solid_card},
                {"1 of two", solid_first_card},
                {"2 of two", solid_nodes_card},
                {"_ORTHO", axis_a_card},
                {"_ORTHO", axis_d_card}},
               read_solids);
  registry.ignore("ELEMENT_PLOTEL", "plot elements");
}

}  // namespace crumple::deck::mesh_keywords
