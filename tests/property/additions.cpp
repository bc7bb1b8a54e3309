#include "tests/property/additions.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <sstream>

namespace crumple::test {
namespace {

std::vector<std::string> fields_of(const std::string& line) {
  std::vector<std::string> fields;
  std::istringstream rest(line);
  for (std::string field; std::getline(rest, field, ',');) fields.push_back(field);
  return fields;
}

/// Calls work(keyword, card, number of the card after the keyword) for each line of data.
template <class Work>
void for_each_card(const std::string& deck, Work work) {
  std::istringstream lines(deck);
  std::string keyword;
  int number = 0;
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with('$')) continue;
    if (line.starts_with('*')) keyword = line, number = 0;
    else work(keyword, fields_of(line), number++);
  }
}

bool names_nodes(const std::string& keyword) {
  for (const char* start : {"*SET_NODE", "*CONSTRAINED_SPOTWELD", "*CONSTRAINED_JOINT", "*CONSTRAINED_GENERALIZED",
                            "*BOUNDARY_SPC_NODE", "*BOUNDARY_PRESCRIBED_MOTION_NODE", "*LOAD_NODE_POINT",
                            "*LOAD_SEGMENT", "*SET_SEGMENT", "*ELEMENT_SEATBELT", "*ELEMENT_DISCRETE", "*ELEMENT_BEAM",
                            "*ELEMENT_MASS"})
    if (keyword.starts_with(start)) return true;
  return false;
}

void insert(std::string& deck, const std::string& more) {
  deck = with_change(std::move(deck), "*END\n", more + "*END\n");
}

/// A curve that rises from 0 to 1 in a fifth of the run.
std::string ramp(int id, const DeckContents& contents) {
  return fmt::format("*DEFINE_CURVE\n{}\n0,0\n{:g},1\n{:g},1\n", id, contents.end_time / 5, 10 * contents.end_time);
}

/// Mostly a node that has something else to do.
long any_node(const DeckContents& contents, Random& random) {
  const bool of_feature = !contents.feature_nodes.empty() && random.chance(0.7);
  return random.of(of_feature ? contents.feature_nodes : contents.element_nodes);
}

std::vector<long> some_nodes(const DeckContents& contents, Random& random, std::size_t most) {
  std::set<long> nodes;
  for (std::size_t n = 1 + random.below(most); n > 0; --n) nodes.insert(any_node(contents, random));
  return {nodes.begin(), nodes.end()};
}

double of_either_sign(Random& random, double low, double high) {
  return random.between(low, high) * (random.chance(0.5) ? 1 : -1);
}

void add_global_damping(std::string& deck, const DeckContents&, Random& random, int) {
  insert(deck, fmt::format("*DAMPING_GLOBAL\n0,{:.4g}{}\n", random.between(200, 5000),
                           random.chance(0.5) ? ",1,0.5,1,0.3,1,1" : ""));
}

void add_part_damping(std::string& deck, const DeckContents& contents, Random& random, int id) {
  insert(deck, ramp(id, contents) + fmt::format("*DAMPING_PART_MASS\n{},{},{:.4g}\n",
                                                random.of(contents.deformable_parts), id, random.between(200, 5000)));
}

void add_stiffness_damping(std::string& deck, const DeckContents& contents, Random& random, int) {
  insert(deck, fmt::format("*DAMPING_PART_STIFFNESS\n{},{:.3g}\n", random.of(contents.deformable_parts),
                           random.between(0.02, 0.2)));
}

void add_gravity(std::string& deck, const DeckContents& contents, Random& random, int id) {
  insert(deck, ramp(id, contents) + fmt::format("*LOAD_BODY_{}\n{},{:.4g}\n", "XYZ"[random.below(3)], id,
                                                of_either_sign(random, 1e6, 2e7)));
}

void add_nodal_loads(std::string& deck, const DeckContents& contents, Random& random, int id) {
  std::string loads = ramp(id, contents) + "*LOAD_NODE_POINT\n";
  for (const long node : some_nodes(contents, random, 6))
    loads += fmt::format("{},{},{},{:.4g}\n", node, 1 + random.below(3), id, of_either_sign(random, 10, 500));
  insert(deck, loads);
}

void add_motions(std::string& deck, const DeckContents& contents, Random& random, int id) {
  std::string motions = ramp(id, contents) + "*BOUNDARY_PRESCRIBED_MOTION_NODE\n";
  for (const long node : some_nodes(contents, random, 4))
    motions += fmt::format("{},{},0,{},{:.4g}\n", node, 1 + random.below(3), id, of_either_sign(random, 500, 1e4));
  insert(deck, motions);
}

void add_supports(std::string& deck, const DeckContents& contents, Random& random, int) {
  std::string supports = "*BOUNDARY_SPC_NODE\n";
  for (const long node : some_nodes(contents, random, 4))
    supports += fmt::format("{},0,{},{},{},0,0,0\n", node, random.below(2), random.below(2), 1);
  insert(deck, supports);
}

void add_masses(std::string& deck, const DeckContents& contents, Random& random, int id) {
  std::string masses = "*ELEMENT_MASS\n";
  for (const long node : some_nodes(contents, random, 4))
    masses += fmt::format("{},{},{:.4g}\n", id++, node, random.between(1e-7, 1e-5));
  insert(deck, masses);
}

void add_springs(std::string& deck, const DeckContents& contents, Random& random, int id) {
  const std::vector<long> nodes = some_nodes(contents, random, 8);
  std::string springs = fmt::format("*MAT_S01\n{0},{1:.4g}\n*SECTION_DISCRETE\n{0},0\n0,0\n", id,
                                    random.between(50, 500));
  springs += part(id, id, id) + "*ELEMENT_DISCRETE\n";
  for (std::size_t i = 1; i < nodes.size(); ++i)
    springs += fmt::format("{},{},{},{}\n", id + int(i), id, nodes[i - 1], nodes[i]);
  if (nodes.size() > 1) insert(deck, springs);
}

void add_nodal_body(std::string& deck, const DeckContents& contents, Random& random, int id) {
  const DeckContents::Element& element = random.of(contents.elements);
  std::vector<long> nodes = element.nodes;
  std::ranges::sort(nodes);
  nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
  insert(deck, node_set(id, nodes) + fmt::format("*CONSTRAINED_NODAL_RIGID_BODY\n{0},0,{0}\n", id));
}

/// From a node to the nearest one of another part.
void add_spot_welds(std::string& deck, const DeckContents& contents, Random& random, int) {
  std::string welds = "*CONSTRAINED_SPOTWELD\n";
  std::map<long, int> part_of;
  for (const DeckContents::Element& element : contents.elements)
    for (const long node : element.nodes) part_of[node] = element.part;
  const auto distance = [&](long a, long b) {
    const Point &x = contents.nodes.at(a), &y = contents.nodes.at(b);
    return std::hypot(x[0] - y[0], x[1] - y[1], x[2] - y[2]);
  };
  bool any = false;
  for (const long node : some_nodes(contents, random, 4)) {
    long nearest = 0;
    for (const long other : contents.element_nodes)
      if (part_of[other] != part_of[node] && distance(node, other) > 0 &&
          (!nearest || distance(node, other) < distance(node, nearest)))
        nearest = other;
    if (!nearest) continue;
    any = true;
    welds += fmt::format("{},{}{}\n", node, nearest,
                         random.chance(0.5) ? fmt::format(",{:.4g},{:.4g},2,2", random.between(50, 2000),
                                                          random.between(50, 2000))
                         : node % 2 == 0    ? ",0,0,2,2,1e20,0.004"  // by plastic strain
                                            : "");
  }
  if (any) insert(deck, welds);
}

/// A point of a face, and beside it.
Point on_face(const std::array<Point, 4>& corners, double u, double v) {
  Point x{};
  for (int c = 0; c < 3; ++c)
    x[c] = (1 - u) * (1 - v) * corners[0][c] + u * (1 - v) * corners[1][c] + u * v * corners[2][c] +
           (1 - u) * v * corners[3][c];
  return x;
}

/// A sheet of shells on a face of an element and its neighbours, and the set of its nodes, both of number `id`.
std::string sheet_on(const DeckContents& contents, Random& random, int id, int& part_below) {
  const DeckContents::Element& element = random.of(contents.elements);
  part_below = element.part;
  std::array<Point, 4> corners;
  for (std::size_t c = 0; c < 4; ++c) corners[c] = contents.nodes.at(element.nodes[c]);
  const double from = random.between(-0.8, 0.3), size = random.between(0.4, 2.2), lift = random.between(0, 0.1);
  std::string nodes = "*NODE\n", shells = "*ELEMENT_SHELL\n";
  std::vector<long> set;
  for (int j = 0; j < 3; ++j)
    for (int i = 0; i < 4; ++i) {
      Point x = on_face(corners, from + size * i / 3, from + size * j / 2);
      x[2] += lift;
      set.push_back(id + 4 * j + i);
      nodes += fmt::format("{},{:.9g},{:.9g},{:.9g}\n", set.back(), x[0], x[1], x[2]);
      if (i < 3 && j < 2)
        shells += fmt::format("{},{},{},{},{},{}\n", id + 3 * j + i, id, id + 4 * j + i, id + 4 * j + i + 1,
                              id + 4 * j + i + 5, id + 4 * j + i + 4);
    }
  return fmt::format("*MAT_ELASTIC\n{},7.8e-9,210000.,0.3\n", id) + shell_section(id, 0.8) + part(id, id, id) + nodes +
         shells + node_set(id, set);
}

/// With or without a load on the tied nodes, and a motion that they have at first.
void add_ties(std::string& deck, const DeckContents& contents, Random& random, int id) {
  int below = 0;
  std::string more = sheet_on(contents, random, id, below);
  more += fmt::format("*CONTACT_TIED_NODES_TO_SURFACE{}\n{},{},4,3\n\n1,1,-4,-4\n", random.chance(0.5) ? "_OFFSET" : "",
                      id, below);
  if (random.chance(0.5)) more += initial_velocity(id, {1e3, -2e3, of_either_sign(random, 1e3, 2e4)});
  if (random.chance(0.3))
    more += ramp(id, contents) + fmt::format("*LOAD_NODE_SET\n{},3,{},{:.4g}\n", id, id, of_either_sign(random, 5, 80));
  insert(deck, more);
}

void add_ties_that_fail(std::string& deck, const DeckContents& contents, Random& random, int id) {
  int below = 0;
  std::string more = sheet_on(contents, random, id, below);
  more += fmt::format("*CONTACT_TIEBREAK_NODES_TO_SURFACE\n{},{},4,3\n0.1,0.1\n\n{:.4g},{:.4g},2,2\n", id, below,
                      random.between(5, 400), random.between(5, 400));
  more += initial_velocity(id, {1e3, -2e3, of_either_sign(random, 1e3, 2e4)});
  insert(deck, more);
}

void add_soft_ties(std::string& deck, const DeckContents& contents, Random& random, int id) {
  int below = 0;
  std::string more = sheet_on(contents, random, id, below);
  more += fmt::format("*CONTACT_AUTOMATIC_ONE_WAY_SURFACE_TO_SURFACE_TIEBREAK\n{},{},3,3\n0.1,0.1\n\n", id, below);
  const double strength = random.between(2, 200), way = random.between(0.01, 1);
  more += random.chance(0.5) ? fmt::format("8,{:.4g},{:.4g},{:.4g}\n", strength, strength, way)
                             : fmt::format("9,{0:.4g},{1:.4g},{2:.3g},{3:.4g},{4:.4g},0.7,{5:.4g}\n", strength,
                                           0.7 * strength, random.between(-2, 2), 0.5 * strength * way, strength * way,
                                           random.chance(0.5) ? 0 : 100 * strength / way);
  more += initial_velocity(id, {1e3, -2e3, of_either_sign(random, 1e3, 2e4)});
  insert(deck, more);
}

void add_centrifugal_force(std::string& deck, const DeckContents& contents, Random& random, int id) {
  insert(deck, ramp(id, contents) + fmt::format("*LOAD_BODY_R{}\n{},{:.4g},0,10,-20,30\n", "XYZ"[random.below(3)], id,
                                                random.between(30, 600)));
}

void add_erosion(std::string& deck, const DeckContents& contents, Random& random, int) {
  const int material = contents.material.at(random.of(contents.deformable_parts));
  insert(deck, fmt::format("*MAT_ADD_EROSION\n{},,,,{:.3g}\n,,,,,,,\n", material, random.between(5e-4, 2e-2)));
}

/// Elements that get a part of their own, which fails at a time.
void add_elements_that_fail(std::string& deck, const DeckContents& contents, Random& random, int id) {
  for (int n = 1 + int(random.below(4)); n > 0; --n, ++id) {
    const DeckContents::Element& element = random.of(contents.elements);
    const std::string own = fmt::format("\n{},{},{},{},", element.id, element.part, element.nodes[0], element.nodes[1]);
    if (deck.find(own) == deck.npos || contents.rigid_materials.contains(contents.material.at(element.part))) continue;
    deck = with_change(deck, own, fmt::format("\n{},{},{},{},", element.id, id, element.nodes[0], element.nodes[1]));
    insert(deck, fmt::format("*MAT_ELASTIC\n{},7.8e-9,210000.,0.3\n*MAT_ADD_EROSION\n{}\n,,,,,,,{:.4g}\n", id, id,
                             random.between(0.1, 0.9) * contents.end_time) +
                     part(id, contents.section.at(element.part), id));
  }
}

/// Becomes rigid at a time, and deformable again later.
void add_switch(std::string& deck, const DeckContents& contents, Random& random, int id) {
  const int part = random.of(contents.deformable_parts);
  const double first = random.between(0.05, 0.5) * contents.end_time;
  const double second = first + random.between(0.1, 0.4) * contents.end_time;
  insert(deck, fmt::format("*DEFORMABLE_TO_RIGID_AUTOMATIC\n{},0,{:.4g}\n0,0,0,0,1,0\n{},0\n", id, first, part) +
                   fmt::format("{},0,{:.4g}\n0,0,0,0,0,1\n{}\n", id + 1, second, part));
}

void add_wall(std::string& deck, const DeckContents& contents, Random& random, int) {
  double low = 1e30;
  for (const auto& [id, x] : contents.nodes) low = std::min(low, x[2]);
  insert(deck, fmt::format("*RIGIDWALL_PLANAR_MOVING\n0\n0,0,{0:.9g},0,0,{1:.9g},0.1\n{2:.3g},{3:.4g}\n", low - 0.01,
                           low + 1, random.between(1e-6, 1e-4), random.between(5e3, 4e4)));
}

/// On a side of some hexes.
void add_non_reflecting(std::string& deck, const DeckContents& contents, Random& random, int id) {
  std::string set = fmt::format("*SET_SEGMENT\n{}\n", id);
  std::set<long> taken;
  for (std::size_t n = 1 + random.below(6); n > 0; --n) {
    const DeckContents::Element& element = random.of(contents.elements);
    const std::set<long> corners(element.nodes.begin(), element.nodes.end());
    const bool is_rigid = contents.rigid_materials.contains(contents.material.at(element.part));
    if (!element.is_solid || corners.size() != 8 || is_rigid || !taken.insert(element.id).second) continue;
    set += fmt::format("{},{},{},{}\n", element.nodes[0], element.nodes[3], element.nodes[2], element.nodes[1]);
  }
  if (!taken.empty())
    insert(deck, set + fmt::format("*BOUNDARY_NON_REFLECTING\n{},{},{}\n", id, int(random.chance(0.2)),
                                   int(random.chance(0.2))));
}

void add_contact(std::string& deck, const DeckContents&, Random& random, int) {
  insert(deck, fmt::format("*CONTACT_AUTOMATIC_SINGLE_SURFACE\n0\n{:.2g}\n\n", random.between(0, 0.3)));
}

}  // namespace

DeckContents read_contents(const std::string& deck) {
  DeckContents contents;
  std::set<long> named;
  for_each_card(deck, [&](const std::string& keyword, const std::vector<std::string>& card, int number) {
    const auto real = [&](std::size_t k) { return k < card.size() ? std::atof(card[k].c_str()) : 0.0; };
    const auto whole = [&](std::size_t k) { return k < card.size() ? std::atol(card[k].c_str()) : 0; };
    if (keyword == "*CONTROL_TERMINATION") contents.end_time = real(0);
    else if (keyword == "*NODE") contents.nodes[whole(0)] = {real(1), real(2), real(3)};
    else if ((keyword == "*ELEMENT_SHELL" || keyword == "*ELEMENT_SOLID") && card.size() >= 6) {
      contents.elements.push_back({whole(0), int(whole(1)), keyword == "*ELEMENT_SOLID", {}});
      for (std::size_t k = 2; k < card.size(); ++k) contents.elements.back().nodes.push_back(whole(k));
    } else if (keyword == "*PART" && number % 2 == 1) {
      contents.section[int(whole(0))] = int(whole(1));
      contents.material[int(whole(0))] = int(whole(2));
    } else if (keyword == "*MAT_RIGID" && number == 0) contents.rigid_materials.insert(int(whole(0)));
    else if (names_nodes(keyword))
      for (std::size_t k = 0; k < card.size(); ++k) named.insert(whole(k));
  });
  std::erase_if(contents.elements, [&](const DeckContents::Element& element) {
    return std::ranges::any_of(element.nodes, [&](long node) { return !contents.nodes.contains(node); });
  });
  std::set<int> parts;
  std::set<long> nodes;
  for (const DeckContents::Element& element : contents.elements) {
    const auto material = contents.material.find(element.part);
    if (material == contents.material.end() || contents.rigid_materials.contains(material->second)) continue;
    parts.insert(element.part);
    nodes.insert(element.nodes.begin(), element.nodes.end());
  }
  contents.deformable_parts.assign(parts.begin(), parts.end());
  contents.element_nodes.assign(nodes.begin(), nodes.end());
  std::ranges::set_intersection(nodes, named, std::back_inserter(contents.feature_nodes));
  std::erase_if(contents.elements,
                [&](const DeckContents::Element& element) { return !contents.material.contains(element.part); });
  return contents;
}

const std::vector<Addition>& additions() {
  static const std::vector<Addition> all = {{"global damping", add_global_damping},
                                            {"part damping", add_part_damping},
                                            {"stiffness damping", add_stiffness_damping},
                                            {"gravity", add_gravity},
                                            {"nodal loads", add_nodal_loads},
                                            {"prescribed motions", add_motions},
                                            {"supports", add_supports},
                                            {"masses", add_masses},
                                            {"springs", add_springs},
                                            {"nodal rigid body", add_nodal_body},
                                            {"spot welds", add_spot_welds},
                                            {"ties", add_ties},
                                            {"ties that fail", add_ties_that_fail},
                                            {"soft ties", add_soft_ties},
                                            {"centrifugal force", add_centrifugal_force},
                                            {"erosion", add_erosion},
                                            {"elements that fail", add_elements_that_fail},
                                            {"part switch", add_switch},
                                            {"moving wall", add_wall},
                                            {"contact", add_contact},
                                            {"non-reflecting boundary", add_non_reflecting}};
  return all;
}

}  // namespace crumple::test
