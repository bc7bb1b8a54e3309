// Packed elements: sums, outputs, hash and archive.
#include <algorithm>
#include <cmath>

#include "physics/elements/element_hash.hpp"
#include "physics/elements/packed_elements.hpp"
#include "physics/state/element_output.hpp"
#include "physics/state/part_sum.hpp"
#include "physics/state/state_archive.hpp"

namespace crumple {
namespace {

/// Shells keep xx, yy, xy, yz, zx (zz = 0), solids xx, yy, zz, xy, yz, zx.
template <class Real> std::array<double, 6> tensor(const LaneHistory<Real>& s, bool is_shell) {
  if (is_shell) return {double(s[0]), double(s[1]), 0, double(s[2]), double(s[3]), double(s[4])};
  return {double(s[0]), double(s[1]), double(s[2]), double(s[3]), double(s[4]), double(s[5])};
}

/// Of a layer with axes, in which its stress is stored.
template <class Real>
std::array<double, 6> turned_to_element(const ElementGroup<Real>& group, int i, int layer,
                                        const std::array<double, 6>& stress) {
  const auto [c, s] = group.angle_of(i, layer);
  if (s == 0 && c == 1) return stress;
  const auto [aa, bb, cc, ab, bc, ca] = stress;
  return {c * c * aa + s * s * bb - 2 * c * s * ab,
          s * s * aa + c * c * bb + 2 * c * s * ab,
          cc,
          c * s * (aa - bb) + (c * c - s * s) * ab,
          c * bc + s * ca,
          c * ca - s * bc};
}

/// Mean over the points of a layer.
template <class Real>
PointStress mean_of_layer(const ElementGroup<Real>& group, int i, int layer, bool is_shell) {
  PointStress mean;
  const double weight = 1.0 / group.n_points();
  for (int point = 0; point < group.n_points(); ++point) {
    const std::array<double, 6> stress =
        turned_to_element(group, i, layer, tensor(group.stress(i, layer, point), is_shell));
    for (std::size_t c = 0; c < stress.size(); ++c) mean.stress[c] += weight * stress[c];
    if (group.kernel->layout.has_plastic_strain)
      mean.plastic_strain += weight * double(group.material_history(i, layer, point)[0]);
  }
  return mean;
}

double von_mises(const std::array<double, 6>& stress) {
  const auto [xx, yy, zz, xy, yz, zx] = stress;
  const double shears = xy * xy + yz * yz + zx * zx;
  return std::sqrt(0.5 * ((xx - yy) * (xx - yy) + (yy - zz) * (yy - zz) + (zz - xx) * (zz - xx)) + 3 * shears);
}

/// Calls f on each value of the state of an element.
template <class Real, class F> void for_each_value(const ElementGroup<Real>& g, int i, F f) {
  for (const auto* values : {&g.thickness, &g.alive, &g.internal_energy, &g.hourglass_energy, &g.dt}) f((*values)(i));
  const LaneHistory<Real> history = g.history_of(i);
  for (int k = 0; k < history.count; ++k) f(history[k]);
}

/// Whether a value of the history is for outputs alone, which must not change the hash.
template <class Real>
bool is_for_outputs(const ElementGroup<Real>& group, int i, int k) {
  const kernels::MaterialConstants& material = group.constants_of(i).material;
  const int after = k - group.first_added(i);
  if (after < 0 || !keeps_strain_for_outputs(material)) return false;
  const int field = after % material.added_fields() - material.eos_fields();
  return field >= 0 && field < material.erosion_fields();
}

}  // namespace

template <class Real> ElementEnergies PackedElements<Real>::energies() const {
  const Quantum& quantum = domain_.quanta.energy;
  return sum_lanes(ElementEnergies{}, [&](ElementEnergies& sum, const Group& group, int i) {
    sum.internal.add(double(group.internal_energy(i)), quantum);
    sum.hourglass.add(double(group.hourglass_energy(i)), quantum);
  });
}

namespace {

struct PartAccounts {
  std::vector<PartAccount> of;  ///< [part]
  PartAccounts& operator+=(const PartAccounts& other) {
    for (std::size_t part = 0; part < of.size(); ++part) of[part] += other.of[part];
    return *this;
  }
};

}  // namespace

template <class Real>
void PackedElements<Real>::add_part_sums(const MidVelocity& mid, std::span<PartAccount> parts) const {
  const Quanta& q = domain_.quanta;
  const PartAccounts none_yet{std::vector<PartAccount>(parts.size())};
  const PartAccounts all = sum_lanes(none_yet, [&](PartAccounts& accounts, const Group& group, int i) {
    double twice = 0;
    Vec3 sum;
    for (int k = 0; k < group.n_nodes(); ++k) {
      const Vec3 v = row(mid.velocity, group.node(i, k)), w = row(mid.angular_velocity, group.node(i, k));
      const double share = group.mass_at(i, k);
      twice += share * dot(v, v) + group.lane_inertia[i] * dot(w, w);
      sum += share * v;
    }
    const double internal = double(group.internal_energy(i)), kinetic = 0.5 * twice;
    PartAccount& part = accounts.of[std::size_t(group.part_of(i))];
    part.internal.add(internal, q.energy);
    part.kinetic.add(kinetic, q.energy);
    part.hourglass.add(double(group.hourglass_energy(i)), q.energy);
    if (!group.was_alive[i]) {
      part.eroded_internal.add(internal, q.energy);
      part.eroded_kinetic.add(kinetic, q.energy);
    }
    for (int c = 0; c < 3; ++c) part.momentum[std::size_t(c)].add(sum[c], q.momentum);
    part.mass += q.body_mass.round(group.lane_mass[i]);
    part.added_mass += q.body_mass.round(group.lane_mass[i] - group.own_mass[i]);
  });
  for (std::size_t part = 0; part < parts.size(); ++part) parts[part] += all.of[part];
}

template <class Real> void PackedElements<Real>::output(ElementOutput& out) const {
  const auto put = [&](const Group& group, int i) {
    double stress = 0, strain = 0;
    // the history of a deleted element is undefined
    const int n_layers = group.was_alive[i] ? group.n_layers(i) : 0;
    for (int layer = 0; layer < n_layers; ++layer) {
      const PointStress point = mean_of_layer(group, i, layer, packed_.is_shell);
      stress = std::max(stress, von_mises(point.stress));
      strain = std::max(strain, point.plastic_strain);
    }
    const std::size_t e = first_element() + std::size_t(group.element[i]);
    out[ElementField::von_mises][e] = float(stress);
    out[ElementField::plastic_strain][e] = float(strain);
    if (packed_.thickness) out[ElementField::thickness][e] = float(group.thickness(i));
    if (group.was_alive[i])
      out[ElementField::energy_density][e] =
          float(double(group.internal_energy(i)) / double(group.reference_volume(i)));
    out.deleted[e] = !group.was_alive[i];
  };
  constexpr std::size_t grain = 100;  // elements that are worth waking a thread for
  for_ranges("outputs of elements", n_lanes(), grain,
             [&](std::size_t first, std::size_t last) { for_lanes(first, last, put); });
}

template <class Real> ElementStress PackedElements<Real>::stress(Index e) const {
  const Group& group = groups_[std::size_t(places_[e].group)];
  const int i = places_[e].lane_index;
  ElementStress result{packed_.is_shell ? ElementStress::Axes::element : ElementStress::Axes::global,
                       std::vector<PointStress>(std::size_t(group.n_layers(i))), {}};
  for (int layer = 0; group.was_alive[i] && layer < group.n_layers(i); ++layer)
    result.points[std::size_t(layer)] = mean_of_layer(group, i, layer, packed_.is_shell);
  return result;
}

/// Means over the points of a layer.
template <class Real>
ElementHistory PackedElements<Real>::history(Index e) const {
  const Group& group = groups_[std::size_t(places_[e].group)];
  const int i = places_[e].lane_index;
  if (!group.was_alive[i] || (group.no_stress && !group.held)) return {};
  const double weight = 1.0 / group.n_points();
  const int first = group.kernel->layout.has_plastic_strain ? 1 : 0;
  ElementHistory result;
  for (int layer = 0; layer < group.n_layers(i); ++layer) {
    std::array<double, 6> strain{};
    std::vector<double>& variables = result.variables.emplace_back();
    for (int point = 0; point < group.n_points(); ++point) {
      const LaneHistory<Real> kept = group.strain(i, layer, point);
      for (int c = 0; c < kept.count; ++c)
        strain[std::size_t(c)] += (c < 3 ? weight : 0.5 * weight) * double(kept[c]);  // of the tensor
      const LaneHistory<Real> history = group.material_history(i, layer, point);
      variables.resize(std::size_t(std::max(history.count - first, 0)));
      for (std::size_t k = 0; k < variables.size(); ++k) variables[k] += weight * double(history[first + int(k)]);
    }
    if (group.constants_of(i).material.erosion_fields() > 0)
      result.strain.push_back(turned_to_element(group, i, layer, strain));
  }
  return result;
}

template <class Real>
ElementFacts PackedElements<Real>::facts(Index e) const {
  const Group& group = groups_[std::size_t(places_[e].group)];
  const int i = places_[e].lane_index;
  return {group.lane_mass[i], std::size_t(group.n_nodes()),
          group.no_stress ? ElementFacts().stable_step : double(group.dt(i))};
}

template <class Real> std::uint64_t PackedElements<Real>::hash() const {
  std::uint64_t sum = 0;
  std::vector<Real> values;
  for_each_lane([&](const Group& group, int i) {
    values = {group.thickness(i), group.internal_energy(i), group.hourglass_energy(i), group.alive(i)};
    // The history of a deleted element is undefined, and may still be updated with its block.
    const LaneHistory<Real> history = group.history_of(i);
    const int n_values = group.alive(i) != 0 ? history.count : 0;
    for (int k = 0; k < n_values; ++k)
      if (!is_for_outputs(group, i, k)) values.push_back(history[k]);
    sum += hash_values(values, std::uint64_t(id(group.element[i])) * 2 + packed_.hash_seed);
  });
  return sum;
}

template <class Real> void PackedElements<Real>::archive(Index e, Fields& fields, ElementStatus& status) {
  Group& group = groups_[std::size_t(places_[e].group)];
  const int i = places_[e].lane_index;
  fields(group.was_alive[i], group.lane_mass[i], group.lane_inertia[i], group.mass_scale(i));
  (status.*packed_.alive)[e] = group.was_alive[i];
  for_each_value(group, i, [&](Real& value) { fields(value); });
}

template class PackedElements<float>;
template class PackedElements<double>;

}  // namespace crumple
