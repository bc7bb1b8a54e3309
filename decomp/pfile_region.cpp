// Transformations and regions of a pfile.
#include <fmt/format.h>

#include <algorithm>
#include <numbers>
#include <utility>

#include "base/nearest_word.hpp"
#include "decomp/pfile_sections.hpp"

namespace crumple {
namespace {

struct Shape {
  const char* name;
  SelectorKind kind;
  int n_values;
};
// LS-DYNA spells the cylinder without y
constexpr Shape shapes[] = {{"box", SelectorKind::box, 6},
                            {"sphere", SelectorKind::sphere, 4},
                            {"clinder", SelectorKind::cylinder, 8},
                            {"cylinder", SelectorKind::cylinder, 8}};

void check_shape(const Token& name, const Selector& s) {
  const auto& v = s.value;
  if (s.kind == SelectorKind::box)
    for (const int axis : {0, 1, 2})
      if (v[2 * axis] > v[2 * axis + 1])
        TokenReader::fail(name, fmt::format("box: found {} to {} along {}, expected the smaller one first", v[2 * axis],
                                            v[2 * axis + 1], "xyz"[axis]));
  if (s.kind == SelectorKind::sphere && !(v[3] > 0))
    TokenReader::fail(name, fmt::format("sphere: found radius {}, expected one greater than 0", v[3]));
  if (s.kind == SelectorKind::cylinder && (!(v[6] > 0) || !(v[7] > 0) || norm({v[3], v[4], v[5]}) == 0))
    TokenReader::fail(name, "cylinder: expected an axis that is not 0 and a radius and a length greater than 0");
}

Selector read_selector(TokenReader& tokens) {
  Selector selector;
  while (tokens.take("not")) selector.negated = !selector.negated;
  const Token& name = tokens.next("parts, partsets, silist, box, sphere or clinder");
  selector.where = name.where;
  if (name.lower == "parts")
    selector.ids = tokens.ids("parts");
  else if (name.lower == "partsets") {
    selector.kind = SelectorKind::part_sets;
    selector.ids = tokens.ids("partsets");
  } else if (name.lower == "silist") {
    selector.kind = SelectorKind::contacts;
    selector.ids = tokens.ids("silist");
  } else {
    const auto shape =
        std::find_if(std::begin(shapes), std::end(shapes), [&](const Shape& s) { return name.lower == s.name; });
    if (shape == std::end(shapes))
      TokenReader::fail(name,
                        fmt::format("found '{}', expected parts, partsets, silist, box, sphere or clinder", name.text));
    selector.kind = shape->kind;
    const std::vector<double> values = tokens.numbers(shape->name, shape->n_values);
    std::copy(values.begin(), values.end(), selector.value.begin());
    check_shape(name, selector);
  }
  return selector;
}

/// `not` binds before `and`, `and` before `or`.
void read_selectors(TokenReader& tokens, Region& region) {
  region.any_of_all = {{read_selector(tokens)}};
  while (true)
    if (tokens.take("and"))
      region.any_of_all.back().push_back(read_selector(tokens));
    else if (tokens.take("or"))
      region.any_of_all.push_back({read_selector(tokens)});
    else
      return;
}

bool read_grouping(const Token& option, TokenReader& tokens, Region& region) {
  if (option.lower == "lumped") {
    region.grouping = Grouping::lumped;
    region.n_ranks = 1;
  } else if (option.lower == "together")
    region.grouping = Grouping::together;
  else if (option.lower == "local")
    region.grouping = Grouping::local;
  else if (option.lower == "proc")
    region.grouping = Grouping::lumped, region.n_ranks = 1, region.first_rank = int(tokens.integer("proc", 0));
  else if (option.lower == "nproc") {
    region.n_ranks = int(tokens.integer("nproc", 1));
    if (tokens.next_is_number()) region.first_rank = int(tokens.integer("nproc (first rank)", 0));
    if (tokens.next_is_number()) region.of_ranks = int(tokens.integer("nproc (meant for ranks)", 1));
  } else {
    return false;
  }
  return true;
}

/// Takes three vectors; `accept` says whether they make sense.
template <class Accept>
void read_three(const Token& option, TokenReader& tokens, const char* expected, Accept&& accept) {
  const std::vector<double> v = tokens.numbers(option.lower, 9);
  if (!accept(Vec3{v[0], v[1], v[2]}, Vec3{v[3], v[4], v[5]}, Vec3{v[6], v[7], v[8]}))
    TokenReader::fail(option, fmt::format("{}: expected {}", option.lower, expected));
}

}  // namespace

const std::vector<std::string>& transformation_words() {
  static const std::vector<std::string> words = {"sx",   "sy",  "sz",   "rx",  "ry", "rz",
                                                 "txyz", "mat", "3vec", "c2r", "s2r"};
  return words;
}

bool read_transformation(const Token& option, TokenReader& tokens, Transformation& transformation) {
  const std::string& name = option.lower;
  const char* axes = "an axis and a start direction that are not parallel";
  if (name == "txyz")
    transformation.translate(tokens.vector(name));
  else if (name == "mat") {
    read_three(option, tokens, "", [&](const Vec3& a, const Vec3& b, const Vec3& c) {
      return transformation.multiply(Mat3{{a, b, c}}), true;
    });
  } else if (name == "3vec") {
    read_three(option, tokens, "three vectors that do not lie in a plane",
               [&](const Vec3& a, const Vec3& b, const Vec3& c) { return transformation.vectors_to_axes(a, b, c); });
  } else if (name == "c2r") {
    read_three(option, tokens, axes, [&](const Vec3& a, const Vec3& b, const Vec3& c) {
      return transformation.cylindrical_to_axes(a, b, c);
    });
  } else if (name == "s2r") {
    read_three(option, tokens, axes,
               [&](const Vec3& a, const Vec3& b, const Vec3& c) { return transformation.spherical_to_axes(a, b, c); });
  } else if (name.size() == 2 && (name[0] == 's' || name[0] == 'r') && name[1] >= 'x' && name[1] <= 'z') {
    const int axis = name[1] - 'x';
    if (name[0] == 's')
      transformation.scale(axis, tokens.not_negative(name));  // 0: no cut across this axis
    else
      transformation.rotate(axis, tokens.number(name) * std::numbers::pi / 180);
  } else {
    return false;
  }
  return true;
}

Region region_of_contact(Id id, Grouping grouping, const TextPlace& where) {
  Region region;
  region.any_of_all = {{{SelectorKind::contacts, false, {id}, {}, where}}};
  region.grouping = grouping;
  region.n_ranks = grouping == Grouping::lumped ? 1 : 0;
  region.where = where;
  return region;
}

Region read_region(const TextPlace& where, TokenReader& tokens) {
  Region region;
  region.where = where;
  tokens.expect("{");
  read_selectors(tokens, region);
  bool grouped = false;
  while (!tokens.take("}")) {
    const Token& option = tokens.next("an option of region or '}'");
    Transformation transformation = region.transformation.value_or(Transformation{});
    if (read_transformation(option, tokens, transformation))
      region.transformation = transformation;
    else if (!read_grouping(option, tokens, region)) {
      std::vector<std::string> known = transformation_words();
      known.insert(known.end(), {"and", "or", "lumped", "together", "nproc", "proc", "local"});
      TokenReader::fail(
          option, fmt::format("'{}' is no option of region{}", option.text, suggestion(option.lower, known)));
    } else if (std::exchange(grouped, true)) {
      TokenReader::fail(
          option,
          fmt::format("'{}': the region has a grouping already, expected one of lumped, together, nproc, proc, local",
                      option.text));
    }
    tokens.take(",");
  }
  return region;
}

}  // namespace crumple
