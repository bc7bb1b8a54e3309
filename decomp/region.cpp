#include "decomp/region.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.hpp"

namespace crumple {
namespace {

template <class T>
Index find_id(const std::vector<T>& list, Id id, const TextPlace& where, const char* what) {
  const auto at = std::find_if(list.begin(), list.end(), [&](const T& t) { return t.id == id; });
  if (at == list.end()) throw Error(fmt::format("{}{} {} is not in the deck", where.text(), what, id));
  return Index(at - list.begin());
}

/// Flags of the elements of these parts.
std::vector<char> in_parts(const Model& model, const std::vector<Index>& parts) {
  std::vector<char> chosen(model.parts.size(), 0), flags;
  for (const Index part : parts) chosen[part] = 1;
  flags.reserve(model.n_elements());
  model.for_each_element([&](const auto& element) { flags.push_back(chosen[element.part]); });
  return flags;
}

/// Flags of the elements behind the faces of these contacts.
std::vector<char> in_contacts(const Model& model, const std::vector<Index>& contacts) {
  std::vector<char> flags(model.n_elements(), 0);
  for (const Index c : contacts)
    for (const ContactSurface* side : {&model.contacts[c].a, &model.contacts[c].b})
      for (const ContactSegment& segment : side->segments) {
        if (segment.shell != none) flags[segment.shell] = 1;
        if (segment.solid != none) flags[model.shells.size() + std::size_t(segment.solid)] = 1;
      }
  return flags;
}

bool holds(const Selector& shape, const Vec3& p) {
  const auto& v = shape.value;
  if (shape.kind == SelectorKind::box)
    return p.x >= v[0] && p.x <= v[1] && p.y >= v[2] && p.y <= v[3] && p.z >= v[4] && p.z <= v[5];
  if (shape.kind == SelectorKind::sphere) return norm(p - Vec3{v[0], v[1], v[2]}) <= v[3];
  const Vec3 axis = normalized({v[3], v[4], v[5]}), from_foot = p - Vec3{v[0], v[1], v[2]};
  const double along = dot(from_foot, axis);
  return along >= 0 && along <= v[7] && norm(from_foot - along * axis) <= v[6];
}

std::vector<char> flags_of(const Model& model, const std::vector<Vec3>& centres, const Selector& selector) {
  std::vector<Index> found;
  std::vector<char> flags;
  if (selector.kind == SelectorKind::parts) {
    for (const Id id : selector.ids) found.push_back(find_id(model.parts, id, selector.where, "part"));
    flags = in_parts(model, found);
  } else if (selector.kind == SelectorKind::part_sets) {
    for (const Id id : selector.ids) {
      const auto& parts = model.part_sets[find_id(model.part_sets, id, selector.where, "part set")].parts;
      found.insert(found.end(), parts.begin(), parts.end());
    }
    flags = in_parts(model, found);
  } else if (selector.kind == SelectorKind::contacts) {
    flags = in_contacts(model, contacts_by_id(model, selector.ids, selector.where));
  } else {
    for (const Vec3& centre : centres) flags.push_back(holds(selector, centre));
  }
  if (selector.negated)
    for (char& flag : flags) flag = !flag;
  return flags;
}

}  // namespace

std::vector<Index> contacts_by_id(const Model& model, const std::vector<Id>& ids, const TextPlace& where) {
  std::vector<Index> found;
  for (const Id id : ids) found.push_back(find_id(model.contacts, id, where, "contact interface"));
  return found;
}

std::vector<char> elements_of_region(const Model& model, const std::vector<Vec3>& centres, const Region& region) {
  std::vector<char> result(centres.size(), 0);
  for (const std::vector<Selector>& all_of : region.any_of_all) {
    std::vector<char> both(centres.size(), 1);
    for (const Selector& selector : all_of) {
      const std::vector<char> flags = flags_of(model, centres, selector);
      for (std::size_t e = 0; e < both.size(); ++e) both[e] &= flags[e];
    }
    for (std::size_t e = 0; e < both.size(); ++e) result[e] |= both[e];
  }
  return result;
}

std::vector<Vec3> element_centres(const Model& model) {
  std::vector<Vec3> centres;
  centres.reserve(model.n_elements());
  model.for_each_element([&](const auto& element) {
    Vec3 sum;
    for (const Index node : element.nodes) sum += model.nodes.position[node];
    centres.push_back((1.0 / double(element.nodes.size())) * sum);
  });
  return centres;
}

}  // namespace crumple
