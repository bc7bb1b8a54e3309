#include "physics/results/mass_properties.hpp"

#include <algorithm>
#include <functional>
#include <span>

namespace crumple {
namespace {

/// A lumped mass with its entry in a list.
struct Lump {
  std::size_t entry = 0;
  double mass = 0;
  Vec3 position;
};
using ForEachLump = std::function<void(const std::function<void(const Lump&)>&)>;

/// The inertia tensor of a point mass.
Mat3 inertia_of(double mass, const Vec3& r) {
  Mat3 j;
  for (int a = 0; a < 3; ++a)
    for (int b = 0; b < 3; ++b) j(a, b) = mass * ((a == b ? dot(r, r) : 0.0) - r[a] * r[b]);
  return j;
}

void sum_masses_and_centers(const World& world, const Quanta& quanta, const ForEachLump& lumps,
                            std::vector<MassProperties>& all) {
  constexpr std::size_t width = 4;
  std::vector<double> sums(width * all.size());
  lumps([&](const Lump& lump) {
    double* s = &sums[width * lump.entry];
    s[0] += quanta.body_mass.round(lump.mass);
    for (int c = 0; c < 3; ++c) s[1 + c] += quanta.body_first.round(lump.mass * lump.position[c]);
  });
  world.sum(std::span<double>(sums));
  for (std::size_t i = 0; i < all.size(); ++i) {
    const double* s = &sums[width * i];
    all[i].mass = s[0];
    if (s[0] > 0) all[i].center = (1 / s[0]) * Vec3{s[1], s[2], s[3]};
  }
}

/// About the centres, each with its own quantum, because a part may be much smaller than the model.
void sum_inertias(const World& world, const ForEachLump& lumps, std::vector<MassProperties>& all) {
  std::vector<double> reach(all.size());
  lumps([&](const Lump& lump) {
    reach[lump.entry] = std::max(reach[lump.entry], norm(lump.position - all[lump.entry].center));
  });
  world.max(std::span<double>(reach));
  std::vector<Quantum> quanta(all.size());
  for (std::size_t i = 0; i < all.size(); ++i)
    if (const double largest = all[i].mass * reach[i] * reach[i]; largest > 0)
      quanta[i] = Quantum::for_largest(2 * largest);
  constexpr std::size_t width = 9;
  std::vector<double> sums(width * all.size());
  lumps([&](const Lump& lump) {
    if (quanta[lump.entry].q == 0) return;
    const Mat3 j = inertia_of(lump.mass, lump.position - all[lump.entry].center);
    for (int k = 0; k < 9; ++k) sums[width * lump.entry + std::size_t(k)] += quanta[lump.entry].round(j(k / 3, k % 3));
  });
  world.sum(std::span<double>(sums));
  for (std::size_t i = 0; i < all.size(); ++i)
    for (int k = 0; k < 9; ++k) all[i].inertia(k / 3, k % 3) = sums[width * i + std::size_t(k)];
}

MassProperties add_up(const std::vector<MassProperties>& all) {
  MassProperties total;
  for (const MassProperties& one : all) {
    total.n_elements += one.n_elements;
    total.mass += one.mass;
    total.center += one.mass * one.center;
  }
  if (total.mass > 0) total.center = (1 / total.mass) * total.center;
  for (const MassProperties& one : all) {
    const Mat3 j = inertia_of(one.mass, one.center - total.center);
    for (int r = 0; r < 3; ++r) total.inertia.row[r] += one.inertia.row[r] + j.row[r];
  }
  return total;
}

}  // namespace

ModelMasses mass_properties(const World& world, const Domain& domain, const Elements& elements,
                            const NodeState& nodes) {
  const std::vector<PointMass>& points = domain.model.masses;
  const std::size_t n_parts = domain.model.parts.size();
  std::vector<MassProperties> all(n_parts + 1);  // the last: point masses of no part
  const auto entry_of = [&](const PointMass& point) { return point.part == none ? n_parts : std::size_t(point.part); };
  std::vector<std::int64_t> counts(all.size());
  for (const auto& family : elements.families)
    for (Index e = 0; e < family->count(); ++e) ++counts[std::size_t(family->part(e))];
  counts.back() = std::ranges::count(points, none, &PointMass::part);
  world.sum(std::span<std::int64_t>(counts));
  for (std::size_t i = 0; i < all.size(); ++i) all[i].n_elements = counts[i];

  const ForEachLump lumps = [&](const std::function<void(const Lump&)>& f) {
    for (const auto& family : elements.families)
      for (Index e = 0; e < family->count(); ++e) {
        const ElementFacts facts = family->facts(e);
        if (facts.mass == 0) continue;  // as of springs
        const auto corners = family->nodes(e);
        const std::span<const Index> sides = family->side_nodes(e);
        const double at_corner = sides.empty() ? facts.mass / double(facts.n_nodes) : facts.mass * Solid::corner_share;
        for (const Index node : sides)
          f({std::size_t(family->part(e)), facts.mass * Solid::side_share, row(nodes.position, node)});
        for (auto corner = corners.begin(); corner != corners.end(); ++corner)
          if (facts.n_nodes == corners.size() || std::find(corners.begin(), corner, *corner) == corner)
            f({std::size_t(family->part(e)), at_corner, row(nodes.position, *corner)});
      }
    for (const PointMass& point : points) f({entry_of(point), point.mass, row(nodes.position, point.node)});
  };
  sum_masses_and_centers(world, domain.quanta, lumps, all);
  sum_inertias(world, lumps, all);
  ModelMasses masses{all, all.back(), add_up(all)};
  masses.parts.pop_back();
  return masses;
}

}  // namespace crumple
