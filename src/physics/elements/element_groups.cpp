#include "physics/elements/element_groups.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <span>
#include <tuple>

#include "base/error.hpp"

namespace crumple {
namespace {

/// An element to be placed in a block.
struct Entry {
  bool interior;
  Index part;        ///< entry of the constants
  Index first_node;  ///< lowest local node: the position along the curve
  Index element;
  auto order() const { return std::tie(interior, part, first_node, element); }
};

/// The common properties of the elements of a group.
struct GroupKey {
  bool no_stress, held;
  int element_form, n_nodes, material;
  auto operator<=>(const GroupKey&) const = default;
};

template <class Real> auto kernels_of(const kernels::KernelTable& table) {
  if constexpr (std::is_same_v<Real, float>)
    return std::pair(table.single_precision, table.n_single);
  else
    return std::pair(table.double_precision, table.n_double);
}

/// The law whose kernels are used for elements without stress.
constexpr int elastic = 1;

template <class Real>
const kernels::Kernel<Real>* find_kernel(const kernels::KernelTable& table, const PackedKind& kind, const GroupKey& key,
                                         const Part& part) {
  const auto [kernels, count] = kernels_of<Real>(table);
  const int material = key.no_stress ? elastic : key.material;
  // Triangles, tetrahedra and wedges in sections of other elements use the first available formulation.
  const bool any_form = key.no_stress || std::size_t(key.n_nodes) < kind.full_nodes;
  const kernels::Kernel<Real>* first = nullptr;
  for (int k = 0; k < count; ++k) {
    if (kernels[k].shell != kind.is_shell || kernels[k].nodes_per_element != key.n_nodes ||
        kernels[k].material != material)
      continue;
    if (kernels[k].element_form == key.element_form) return &kernels[k];
    if (any_form && !first) first = &kernels[k];
  }
  if (first) return first;
  throw Error(fmt::format("part {}: there is no {} element of formulation {} with {} nodes for material type {}",
                          part.id, name_of(kind.kind), key.element_form, key.n_nodes, key.material));
}

std::vector<std::uint8_t> shared_nodes(const Domain& domain) {
  std::vector<std::uint8_t> shared(domain.global_node.size(), 0);
  for (const Neighbour& neighbour : domain.halo.neighbours)
    for (const Index node : neighbour.nodes) shared[node] = 1;
  return shared;
}

using Collected = std::map<GroupKey, std::vector<Entry>>;

Collected collect(const Domain& domain, const PackedKind& kind, const ElementConstants& constants) {
  const Model& model = domain.model;
  const std::vector<std::uint8_t> shared = shared_nodes(domain);
  Collected collected;
  for (Index e = 0; e < Index(kind.count(model)); ++e)
    model.with_element(kind.first(model) + std::size_t(e), [&](const auto& element) {
      const Part& part = model.parts[element.part];
      const Material& material = model.materials[part.material];
      const Section& section = model.section_of(element);
      const bool no_stress = material.has_no_stress();
      const GroupKey key{no_stress, part.is_held && !no_stress, section.kernel_form(),
                         int(kind.corners(model, e).size()), model.materials[model.material_of(element)].number()};
      bool interior = true;
      for_each_node(element, [&](Index node) { interior = interior && shared[node] == 0; });
      collected[key].push_back({interior, constants.entry_of(element), std::ranges::min(element.nodes), e});
    });
  return collected;
}

void sort(std::vector<Entry>& entries) {
  std::sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) { return a.order() < b.order(); });
}

/// Fills the last boundary block of a part with interior elements: a part then has one padded block, not two.
void fill_boundary_blocks(std::vector<Entry>& entries, int lanes) {
  std::map<Index, int> room;  // of parts, in their last boundary block
  for (Entry& entry : entries)
    if (int& left = room[entry.part]; !entry.interior) left = (left + lanes - 1) % lanes;
    else if (left > 0) {
      entry.interior = false;
      --left;
    }
}

/// Distributes the entries to blocks of one part and one side of the boundary.
template <class Real> void lay_blocks(std::vector<Entry> entries, ElementGroup<Real>& group) {
  const int lanes = group.lanes;
  sort(entries);
  fill_boundary_blocks(entries, lanes);
  sort(entries);
  std::vector<Index> parts;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const bool new_block = i == 0 || group.element.size() % lanes == 0 || entries[i].part != entries[i - 1].part ||
                           entries[i].interior != entries[i - 1].interior;
    if (new_block) {
      while (group.element.size() % lanes) group.element.push_back(none);
      if (!entries[i].interior) group.n_boundary_blocks = int(parts.size()) + 1;
      parts.push_back(entries[i].part);
    }
    group.element.push_back(entries[i].element);
  }
  while (group.element.size() % lanes) group.element.push_back(none);
  group.n_blocks = int(parts.size());
  group.part = Array<std::int32_t>("part", parts.size());
  std::copy(parts.begin(), parts.end(), group.part.data());
  std::ranges::sort(parts);
  parts.erase(std::unique(parts.begin(), parts.end()), parts.end());
  group.entries = std::move(parts);
}

int fields_of_layer(const kernels::HistoryLayout& layout) { return layout.stress_fields + layout.material_fields; }

template <class Real> void allocate(ElementGroup<Real>& g) {
  const std::size_t n = std::size_t(g.n_lanes());
  g.nodes = Array<std::int32_t>("nodes", n * std::size_t(g.n_nodes()));
  for (auto* array :
       {&g.thickness, &g.reference_volume, &g.mass_scale, &g.alive, &g.internal_energy, &g.hourglass_energy, &g.dt})
    *array = Array<Real>("element values", n);
  g.history_start = Array<std::int64_t>("history_start", std::size_t(g.n_blocks));
  std::int64_t size = 0;
  for (int b = 0; b < g.n_blocks; ++b) {
    g.history_start(b) = size;
    size += std::int64_t(g.lanes) * g.n_history(b * g.lanes);
  }
  g.history = Array<Real>("history", std::size_t(size));
  g.was_alive.assign(n, 0);
  g.lane_mass.assign(n, 0);
  g.own_mass.assign(n, 0);
  g.lane_inertia.assign(n, 0);
}

Index node_at(const Shell& shell, std::size_t corner) { return shell.nodes[corner]; }
Index node_at(const Solid& solid, std::size_t corner) {
  return corner < solid.nodes.size() ? solid.nodes[corner] : solid.side_nodes[corner - solid.nodes.size()];
}

template <class Real> void fill(const Model& model, const PackedKind& kind, ElementGroup<Real>& g) {
  for (int i = 0; i < g.n_lanes(); ++i) {
    const int b = i / g.lanes, lane = i % g.lanes;
    const Index element = g.element[i] != none ? g.element[i] : g.element[b * g.lanes];
    const std::span<const int> corners = kind.corners(model, element);
    for (int k = 0; k < g.n_nodes(); ++k) {
      const auto corner = std::size_t(corners[std::size_t(k)]);
      g.nodes((std::int64_t(b) * g.n_nodes() + k) * g.lanes + lane) =
          kind.is_shell ? node_at(model.shells[element], corner) : node_at(model.solids[element], corner);
    }
    if (kind.thickness) g.thickness(i) = Real(kind.thickness(model, element));
    g.alive(i) = g.element[i] != none ? 1 : 0;
    g.was_alive[i] = g.element[i] != none;
    g.mass_scale(i) = 1;
  }
}

template <class Real>
void set_axes(const Model& model, ElementGroup<Real>& g) {
  const auto has_axes = [&](int i) { return g.constants_of(i).section.layers != nullptr; };
  bool any = false;
  for (int b = 0; b < g.n_blocks; ++b) any = any || has_axes(b * g.lanes);
  if (!any) return;
  g.axes = Array<Real>("axes", 2 * std::size_t(g.n_lanes()));
  for (int i = 0; i < g.n_lanes(); ++i) {
    const int b = i / g.lanes, lane = i % g.lanes;
    const Index element = g.element[i] != none ? g.element[i] : g.element[b * g.lanes];
    const Direction a = has_axes(i) ? material_axis(model, model.shells[element]) : Direction{};
    g.axes(2 * b * g.lanes + lane) = Real(a.cosine);
    g.axes((2 * b + 1) * g.lanes + lane) = Real(a.sine);
  }
}

/// For a node's share m of a shell whose mid-surface is at the distance z from its nodes: m ((A + t^2) / 12 + z^2).
double shell_inertia(double mass, double area, double thickness, double offset) {
  return mass * ((area + thickness * thickness) / 12 + offset * offset);
}

template <class Real>
void set_volumes_and_masses(const PackedKind& kind, const kernels::NodeRows& rows, ElementGroup<Real>& g) {
  const Array<double> volume("volume", std::size_t(g.n_lanes()));
  g.kernel->volumes(g.blocks(), rows, volume.data(), 0, g.n_blocks);
  for (int i = 0; i < g.n_lanes(); ++i) {
    g.reference_volume(i) = Real(volume(i));
    if (g.element[i] == none) continue;
    g.own_mass[i] = g.lane_mass[i] = volume(i) * g.constants_of(i).material.density;
    if (!kind.thickness) continue;
    const double thickness = g.thickness(i), offset = 0.5 * thickness * g.constants_of(i).section.offset;
    g.lane_inertia[i] = shell_inertia(g.lane_mass[i] / g.n_nodes(), g.area_of_inertia(i, thickness), thickness, offset);
  }
}

}  // namespace

template <class Real> kernels::ElementBlocks<Real> ElementGroup<Real>::blocks() const {
  return {nodes.data(),
          part.data(),
          prepared.data(),
          history_start.data(),
          history.data(),
          thickness.data(),
          reference_volume.data(),
          mass_scale.data(),
          alive.data(),
          internal_energy.data(),
          hourglass_energy.data(),
          dt.data(),
          axes.data()};
}

template <class Real>
Direction ElementGroup<Real>::angle_of(int lane_index, int layer) const {
  const kernels::LayerConstants* layers = constants_of(lane_index).section.layers;
  if (!layers || axes.extent(0) == 0) return {1, 0};
  const int at = lane_index + lane_index / lanes * lanes;
  const double cosine = double(axes(at)), sine = double(axes(at + lanes));
  return {cosine * layers[layer].cosine - sine * layers[layer].sine,
          sine * layers[layer].cosine + cosine * layers[layer].sine};
}

template <class Real> int ElementGroup<Real>::first_added(int lane_index) const {
  return kernel->layout.element_fields + n_points() * n_layers(lane_index) * fields_of_layer(kernel->layout);
}

template <class Real> int ElementGroup<Real>::n_history(int lane_index) const {
  const int added = constants_of(lane_index).material.added_fields();
  return first_added(lane_index) + n_points() * n_layers(lane_index) * added;
}

template <class Real> LaneHistory<Real> ElementGroup<Real>::history_of(int lane_index) const {
  return {history.data() + history_start(lane_index / lanes) + lane_index % lanes, n_history(lane_index), lanes};
}

template <class Real>
LaneHistory<Real> ElementGroup<Real>::stress(int lane_index, int layer, int point) const {
  const int before =
      kernel->layout.element_fields + (point * n_layers(lane_index) + layer) * fields_of_layer(kernel->layout);
  return {&history_of(lane_index)[before], kernel->layout.stress_fields, lanes};
}

template <class Real>
LaneHistory<Real> ElementGroup<Real>::material_history(int lane_index, int layer, int point) const {
  const LaneHistory<Real> stresses = stress(lane_index, layer, point);
  return {stresses.first + std::int64_t(stresses.count) * lanes, kernel->layout.material_fields, lanes};
}

template <class Real>
LaneHistory<Real> ElementGroup<Real>::strain(int lane_index, int layer, int point) const {
  const kernels::MaterialConstants& material = constants_of(lane_index).material;
  if (material.erosion_fields() == 0) return {nullptr, 0, lanes};
  const int of_point = (point * n_layers(lane_index) + layer) * material.added_fields() + material.eos_fields();
  return {&history_of(lane_index)[first_added(lane_index) + of_point + first_eroded_strain], 6, lanes};
}

kernels::NodeRows node_rows(const NodeState& state, const Quanta& quanta) {
  return {state.position.data(), state.velocity.data(), state.angular_velocity.data(),
          state.force.data(),    state.moment.data(),   quanta.force.shift,
          quanta.moment.shift};
}

template <class Real>
std::vector<ElementGroup<Real>> make_groups(const FamilyInput& input, const PackedKind& kind) {
  const Model& model = input.domain.model;
  std::vector<ElementGroup<Real>> groups;
  for (auto& [key, entries] : collect(input.domain, kind, *input.constants)) {
    ElementGroup<Real> group;
    group.no_stress = key.no_stress || key.held;
    group.held = key.held;
    group.constants = input.constants.get();
    const auto first_entry = std::size_t(entries.front().part);
    group.kernel = find_kernel<Real>(input.kernels, kind, key, model.parts[group.constants->part[first_entry]]);
    for (const Entry& entry : entries) {
      const kernels::MaterialConstants& material = group.constants->entries[std::size_t(entry.part)].material;
      group.can_fail = group.can_fail || material.may_be_deleted();
      group.is_damped = group.is_damped || material.damping_fields() > 0;
    }
    group.can_fail = !group.no_stress && (group.can_fail || erodes(model.control, kind.erode));
    lay_blocks(std::move(entries), group);
    group.prepared = {*group.kernel, group.constants->entries, {group.part.data(), group.part.extent(0)}};
    allocate(group);
    fill(model, kind, group);
    if (kind.is_shell && !key.no_stress) set_axes(model, group);
    set_volumes_and_masses(kind, node_rows(input.nodes, input.domain.quanta), group);
    groups.push_back(std::move(group));
  }
  return groups;
}

template struct ElementGroup<float>;
template struct ElementGroup<double>;
template std::vector<ElementGroup<float>> make_groups(const FamilyInput&, const PackedKind&);
template std::vector<ElementGroup<double>> make_groups(const FamilyInput&, const PackedKind&);

}  // namespace crumple
