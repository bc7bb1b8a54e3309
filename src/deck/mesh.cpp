#include "deck/mesh.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "deck/cohesive.hpp"
#include "model/wedge.hpp"

namespace crumple::deck {
namespace {

/// Sorts by id, unless it is sorted already, and reports ids used twice.
template <class T>
void sort_by_id(std::vector<T>& items, const char* keyword, const char* what, Diagnostics& log) {
  const auto less = [](const T& a, const T& b) { return a.id < b.id; };
  if (!std::is_sorted(items.begin(), items.end(), less)) std::stable_sort(items.begin(), items.end(), less);
  for (std::size_t i = 1; i < items.size(); ++i) {
    const Location first = items[i - 1].where;
    if (items[i - 1].id == items[i].id)
      log.error(items[i].where, keyword, "",
                fmt::format("{} {} is defined twice; first at {}:{}", what, items[i].id, log.file_name(first.file),
                            first.line));
  }
}

template <class T>
IdIndex index_of(const std::vector<T>& items) {
  std::vector<Id> ids;
  ids.reserve(items.size());
  for (const T& item : items) ids.push_back(item.id);
  return IdIndex(std::move(ids));
}

template <class T>
std::vector<Location> take_locations(const std::vector<T>& items) {
  std::vector<Location> where;
  where.reserve(items.size());
  for (const T& item : items) where.push_back(item.where);
  return where;
}

void build_nodes(Deck& deck) {
  sort_by_id(deck.nodes, "NODE", "node", deck.log);
  deck.node_index = index_of(deck.nodes);
  deck.node_where = take_locations(deck.nodes);
  Nodes& nodes = deck.model.nodes;
  nodes.id = deck.node_index.ids();
  nodes.position.reserve(deck.nodes.size());
  for (const RawNode& node : deck.nodes) {
    if (node.fixed) deck.model.constraints.push_back({Index(nodes.position.size()), node.fixed, none});
    nodes.position.push_back(node.position);
  }
  nodes.velocity.resize(nodes.position.size());
  nodes.angular_velocity.resize(nodes.position.size());
  std::vector<RawNode>().swap(deck.nodes);
}

/// Resolves parts and nodes of one kind of element. A part or node that is wrong is reported once, not per element.
struct Resolver {
  Deck& deck;
  const char* keyword;
  SectionKind kind;
  std::set<Id> wrong_parts = {}, wrong_nodes = {}, wrong_orientations = {};

  /// False after an error that leaves the element without part or node.
  template <class Raw, class Element>
  bool resolve(const Raw& raw, Element& element) {
    element.id = raw.id;
    element.part = deck.parts.find(raw.part);
    if (element.part == none) {
      report(wrong_parts, raw.part, raw.where, "PID",
             fmt::format("element {} is of part {}, which is not defined", raw.id, raw.part));
    } else if (const Index s = deck.parts[element.part].section; s != none && deck.sections[s].kind != kind) {
      report(wrong_parts, raw.part, raw.where, "PID",
             fmt::format("element {} is a {}, but its part {} has a section of {}s", raw.id, name_of(kind), raw.part,
                         name_of(deck.sections[s].kind)));
    }
    for (std::size_t i = 0; i < raw.nodes.size(); ++i) {
      element.nodes[i] = deck.node_index.find(raw.nodes[i]);
      if (element.nodes[i] == none)
        report(wrong_nodes, raw.nodes[i], raw.where, fmt::format("N{}", i + 1),
               fmt::format("element {} names node {}, which is not defined", raw.id, raw.nodes[i]));
    }
    return element.part != none && std::ranges::find(element.nodes, none) == element.nodes.end();
  }

  void report(std::set<Id>& reported, Id id, Location where, std::string_view field, const std::string& text) {
    if (reported.insert(id).second) deck.log.error(where, keyword, field, text);
  }
};

/// Moves the elements of a kind, by id, into the model; `finish(raw, element)` sets what kinds have of their own. Those
/// that are wrong are dropped, so that what follows in a survey finds no unresolved element.
template <class Raw, class Element, class Finish>
void build_elements(std::vector<Raw>& raws, std::vector<Element>& elements, Resolver resolver, Finish finish) {
  sort_by_id(raws, resolver.keyword, name_of(resolver.kind), resolver.deck.log);
  elements.reserve(raws.size());
  std::erase_if(raws, [&](const Raw& raw) {
    Element& element = elements.emplace_back();
    const bool is_whole = resolver.resolve(raw, element);
    if (is_whole)
      finish(raw, element);
    else
      elements.pop_back();
    return !is_whole;
  });
}

/// Corners 0 to 3 at the ends of the sides of a tetrahedron, and their places in 1 2 3 3 4 4 4 4.
constexpr int sides[6][2] = {{0, 1}, {1, 2}, {2, 0}, {0, 3}, {1, 3}, {2, 3}};
constexpr std::size_t corner_place[] = {0, 1, 2, 4};

/// Makes the nodes on sides that *ELEMENT_SOLID_TET4TOTET10 asks for, with ids beyond all others, each side once. A
/// node is held as both ends are by TC of *NODE.
void make_sides(Deck& deck) {
  if (std::ranges::none_of(deck.solid_sides, [](const auto& its) { return its[0] == 0; })) return;
  std::map<Id, RawNode> corners;
  for (const RawSolid& solid : deck.solids)
    if (solid.sides != none)
      for (const std::size_t place : corner_place) corners[solid.nodes[place]];
  Id last = 0;
  for (const RawNode& node : deck.nodes) {
    last = std::max(last, node.id);
    if (const auto corner = corners.find(node.id); corner != corners.end()) corner->second = node;
  }
  std::map<std::pair<Id, Id>, Id> made;
  for (const RawSolid& solid : deck.solids)
    for (std::size_t k = 0; solid.sides != none && k < 6; ++k) {
      Id& id = deck.solid_sides[solid.sides][k];
      if (id != 0) continue;
      const RawNode &a = corners[solid.nodes[corner_place[sides[k][0]]]],
                    &b = corners[solid.nodes[corner_place[sides[k][1]]]];
      const auto [side, is_new] = made.try_emplace(std::minmax(a.id, b.id), last + 1);
      id = side->second;
      if (!is_new) continue;
      RawNode node = a;
      node.id = ++last;
      node.position = 0.5 * (a.position + b.position);
      node.fixed = a.fixed & b.fixed;
      deck.nodes.push_back(node);
    }
  deck.log.warn(deck.solids.front().where, "ELEMENT_SOLID_TET4TOTET10", "",
                fmt::format("{} nodes are made on sides, from {} on; sets of nodes do not have them", made.size(),
                            last - Id(made.size()) + 1));
}

void build_shells(Deck& deck) {
  build_elements(deck.shells, deck.model.shells, Resolver{deck, "ELEMENT_SHELL", SectionKind::shell},
                 [&](const RawShell& raw, Shell& shell) {
                   if (raw.extras == none) return;
                   const ShellExtras& extras = deck.shell_extras[raw.extras];
                   shell.thickness = extras.thickness;
                   shell.has_angle = extras.has_angle;
                   shell.angle = extras.angle;
                   if (extras.needs_section())
                     deck.shells_with_sections.push_back({Index(deck.model.shells.size()) - 1, raw.extras});
                 });
  deck.shell_index = index_of(deck.shells);
  deck.shell_where = take_locations(deck.shells);
  std::vector<RawShell>().swap(deck.shells);
}

void build_solids(Deck& deck) {
  build_elements(deck.solids, deck.model.solids, Resolver{deck, "ELEMENT_SOLID", SectionKind::solid},
                 [&](const RawSolid& raw, Solid& solid) {
                   if (raw.sides == none) return;
                   for (std::size_t k = 0; k < 6; ++k) {
                     const Id id = deck.solid_sides[raw.sides][k];
                     solid.side_nodes[k] = deck.node_index.find(id);
                     if (solid.side_nodes[k] != none) continue;
                     deck.log.error(raw.where, "ELEMENT_SOLID", fmt::format("N{}", k + 5),
                                    fmt::format("element {} names node {}, which is not defined", raw.id, id));
                     solid.side_nodes.fill(none);
                     return;
                   }
                 });
  std::vector<std::array<Id, 6>>().swap(deck.solid_sides);
  deck.solid_index = index_of(deck.solids);
  deck.solid_where = take_locations(deck.solids);
  std::vector<RawSolid>().swap(deck.solids);
  for (const RawSolidAxes& raw : deck.solid_axes)
    if (const Index solid = deck.solid_index.find(raw.solid); solid != none)
      deck.model.solid_axes.push_back({solid, raw.a, raw.d});
  std::ranges::stable_sort(deck.model.solid_axes, {}, &SolidAxes::solid);
  std::vector<RawSolidAxes>().swap(deck.solid_axes);
}

void build_beams(Deck& deck) {
  std::erase_if(deck.beams, [&](const RawBeam& beam) {
    const Index part = deck.parts.find(beam.part), section = part != none ? deck.parts[part].section : none;
    return section != none && deck.sections_left_out.contains(deck.sections.id(section));
  });
  build_elements(deck.beams, deck.model.beams, Resolver{deck, "ELEMENT_BEAM", SectionKind::beam},
                 [&](const RawBeam& raw, Beam& beam) {
                   if (raw.nodes[0] == raw.nodes[1])
                     deck.log.error(raw.where, "ELEMENT_BEAM", "N2",
                                    fmt::format("beam {} joins node {} to itself", raw.id, raw.nodes[0]));
                   beam.towards = raw.towards;
                   if (raw.orientation == 0) return;
                   beam.orientation = deck.node_index.find(raw.orientation);
                   if (beam.orientation == none)
                     deck.log.error(
                         raw.where, "ELEMENT_BEAM", "N3",
                         fmt::format("element {} names node {}, which is not defined", raw.id, raw.orientation));
                 });
  deck.beam_index = index_of(deck.beams);
  std::vector<RawBeam>().swap(deck.beams);
}

void check_spring(Deck& deck, const RawSpring& raw, const Spring& spring) {
  const auto fail = [&](const char* field, const std::string& text) {
    deck.log.error(raw.where, "ELEMENT_DISCRETE", field, fmt::format("spring {} {}", raw.id, text));
  };
  if (raw.nodes[1] != 0 && spring.is_grounded())
    return fail("N2", fmt::format("joins node {} to itself", raw.nodes[0]));
  if (raw.orientation != 0) return;
  const auto& x = deck.model.nodes.position;
  if (raw.nodes[1] == 0) return fail("VID", "is connected to ground (N2 = 0), so it needs an orientation, found none");
  if (!(norm(x[spring.nodes[1]] - x[spring.nodes[0]]) > 0))
    fail("VID", "has no length, so it needs an orientation, found none");
}

void build_springs(Deck& deck) {
  sort_by_id(deck.springs, "ELEMENT_DISCRETE", "spring", deck.log);
  Resolver resolver{deck, "ELEMENT_DISCRETE", SectionKind::spring};
  for (const RawSpring& raw : deck.springs) {
    RawSpring joined = raw;
    if (raw.nodes[1] == 0) joined.nodes[1] = raw.nodes[0];
    Spring spring;
    if (!resolver.resolve(joined, spring)) continue;
    spring.scale = raw.scale;
    spring.offset = raw.offset;
    spring.printed = raw.printed;
    if (const Index found = deck.spring_directions.find(raw.orientation); found != none)
      spring.direction = deck.spring_directions[found];
    else if (raw.orientation != 0)
      resolver.report(resolver.wrong_orientations, raw.orientation, raw.where, "VID",
                      fmt::format("orientation {} is not defined", raw.orientation));
    check_spring(deck, raw, spring);
    deck.model.springs.push_back(spring);
  }
  std::vector<RawSpring>().swap(deck.springs);
}

/// Lists the elements of each part.
void index_parts(Deck& deck) {
  const auto list = [&](const auto& all, std::vector<std::vector<Index>>& of_parts) {
    of_parts.resize(std::size_t(deck.parts.size()));
    for (std::size_t i = 0; i < all.size(); ++i)
      if (all[i].part != none) of_parts[all[i].part].push_back(Index(i));
  };
  list(deck.model.shells, deck.part_elements.shells);
  list(deck.model.solids, deck.part_elements.solids);
  list(deck.model.beams, deck.part_elements.beams);
  list(deck.model.springs, deck.part_elements.springs);
  PartElements& all = deck.part_elements;
  for (std::size_t p = 0; p < all.shells.size(); ++p)
    if (!all.shells[p].empty() || !all.solids[p].empty() || !all.beams[p].empty() || !all.springs[p].empty())
      all.parts.push_back(Index(p));
}

/// A triangle that repeats a node elsewhere than at its end is rolled, with the thickness of its nodes, until it ends
/// with the repeated one.
void roll_triangle(Shell& shell) {
  std::array<Index, 4>& n = shell.nodes;
  for (int turn = 0; turn < 3 && !shell.is_triangle(); ++turn) {
    const bool repeats = n[0] == n[1] || n[1] == n[2] || n[3] == n[0];
    if (!repeats) return;
    std::ranges::rotate(n, n.begin() + 1);
    std::ranges::rotate(shell.thickness, shell.thickness.begin() + 1);
  }
}

void check_shell(Deck& deck, std::size_t s) {
  Shell& shell = deck.model.shells[s];
  roll_triangle(shell);
  const auto& x = deck.model.nodes.position;
  const auto at = [&](int i) { return x[shell.nodes[i]]; };
  const Vec3 diagonal_1 = at(2) - at(0), diagonal_2 = at(3) - at(1);
  const double area = 0.5 * norm(cross(diagonal_1, diagonal_2));
  const double size = dot(diagonal_1, diagonal_1) + dot(diagonal_2, diagonal_2);
  // 1e-12 of the squared diagonals is round-off of coordinates of seven digits near zero: no element is so thin.
  if (!(area > 1e-12 * size))
    deck.log.error(deck.shell_where[s], "ELEMENT_SHELL", "", fmt::format("shell {} has no area", shell.id));
}

/// Whether the edges at a corner span a negative volume, leaving out corners of degenerate solids.
bool has_reversed_corner(const std::array<Vec3, 8>& x) {
  constexpr int neighbours[8][3] = {{1, 3, 4}, {2, 0, 5}, {3, 1, 6}, {0, 2, 7},
                                    {7, 5, 0}, {4, 6, 1}, {5, 7, 2}, {6, 4, 3}};
  for (std::size_t c = 0; c < 8; ++c) {
    const auto edge = [&](int i) { return x[neighbours[c][i]] - x[c]; };
    if (dot(edge(0), cross(edge(1), edge(2))) < 0) return true;
  }
  return false;
}

/// What the solid is if nodes are repeated; null if it is a hexahedron.
const char* degenerate_shape(const Solid& solid) {
  constexpr const char* by_corners[] = {nullptr, nullptr, nullptr, nullptr, "tetrahedron", "pyramid", "wedge"};
  std::array<Index, 8> nodes = solid.nodes;
  std::ranges::sort(nodes);
  const auto n_corners = std::size_t(std::ranges::unique(nodes).begin() - nodes.begin());
  return n_corners < std::size(by_corners) ? by_corners[n_corners] : nullptr;
}

void check_solid(Deck& deck, std::size_t s) {
  const Solid& solid = deck.model.solids[s];
  std::array<Vec3, 8> x;
  for (std::size_t i = 0; i < 8; ++i) x[i] = deck.model.nodes.position[solid.nodes[i]];
  const double volume = hexahedron_volume(x);
  if (!(volume > 0))
    deck.log.error(
        deck.solid_where[s], "ELEMENT_SOLID", "",
        fmt::format("solid {} has volume {:.4g}, expected a positive one; are its nodes in order?", solid.id, volume));
  else if (has_reversed_corner(x))
    deck.log.warn(deck.solid_where[s], "ELEMENT_SOLID", "", "a corner of the solid is inside out (negative Jacobian)");
}

void check_shell_form(Deck& deck, std::size_t s) {
  const Shell& shell = deck.model.shells[s];
  const Part& part = deck.model.parts[shell.part];
  const bool needs_triangle =
      deck.model.sections[part.section].element_form == 4 && !deck.model.materials[part.material].has_no_stress();
  if (needs_triangle && !shell.is_triangle())
    deck.log.error(deck.shell_where[s], "ELEMENT_SHELL", "",
                   fmt::format("shell {} of part {} is no triangle, but its section has ELFORM 4", shell.id, part.id));
}

void check_solid_form(Deck& deck, std::size_t s) {
  const Model& model = deck.model;
  const Solid& solid = model.solids[s];
  const Part& part = model.parts[solid.part];
  const int form = model.sections[part.section].element_form;
  if (model.materials[part.material].has_no_stress()) return;
  if (form != 16 && (model.computed_as_tetrahedron(solid) || computed_as_wedge(model, solid))) return;
  if (solid.has_side_nodes() != (form == 16))
    deck.log.error(deck.solid_where[s], "ELEMENT_SOLID", "",
                   fmt::format("solid {} of part {} has {} nodes, but its section has ELFORM {}; expected ELFORM 16 "
                               "for ten, *ELEMENT_SOLID_TET4TOTET10 or another ELFORM for four",
                               solid.id, part.id, solid.has_side_nodes() ? "ten" : "no ten", form));
  else if (solid.has_side_nodes())
    return;
  else if (form == 10 || form == 13 || form == 15)
    deck.log.error(deck.solid_where[s], "ELEMENT_SOLID", "",
                   fmt::format("solid {} of part {} is no {}, but its section has ELFORM {}", solid.id, part.id,
                               form != 15 ? "tetrahedron" : "wedge of the nodes 1 2 3 4 5 5 6 6", form));
  else if (const char* shape = degenerate_shape(solid))
    deck.log.warn(deck.solid_where[s], "ELEMENT_SOLID", "",
                  fmt::format("a {} is computed as a hexahedron with repeated nodes", shape));
}

}  // namespace

double hexahedron_volume(const std::array<Vec3, 8>& x) {
  // Grandy (1997), the form with three triple products.
  const auto triple = [](const Vec3& a, const Vec3& b, const Vec3& c) { return dot(a, cross(b, c)); };
  const auto d = [&x](int a, int b) { return x[a] - x[b]; };
  return (triple(d(3, 1) + d(7, 2), d(6, 3), d(2, 0)) + triple(d(4, 3) + d(5, 7), d(6, 4), d(7, 0)) +
          triple(d(1, 4) + d(2, 5), d(6, 1), d(5, 0))) /
         12;
}

void build_mesh(Deck& deck) {
  set_cohesive_apart(deck);
  make_sides(deck);
  build_nodes(deck);
  build_shells(deck);
  build_solids(deck);
  build_beams(deck);
  build_springs(deck);
  index_parts(deck);
}

void check_shapes(Deck& deck) {
  for (std::size_t s = 0; s < deck.model.shells.size(); ++s) check_shell(deck, s);
  for (std::size_t s = 0; s < deck.model.solids.size(); ++s) check_solid(deck, s);
}

void check_element_forms(Deck& deck) {
  for (std::size_t s = 0; s < deck.model.shells.size(); ++s) check_shell_form(deck, s);
  for (std::size_t s = 0; s < deck.model.solids.size(); ++s) check_solid_form(deck, s);
}

}  // namespace crumple::deck
