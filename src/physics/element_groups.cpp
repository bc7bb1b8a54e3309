#include "physics/element_groups.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>

#include "base/error.hpp"

namespace crumple {
namespace {

/// One element on its way into a block.
struct Entry {
  bool interior;
  Index part;
  Index first_node;  ///< smallest local node: the place along the curve
  Index element;
  auto order() const { return std::tie(interior, part, first_node, element); }
};

/// What elements of a group have in common.
struct GroupKey {
  bool shell;
  bool rigid;
  int element_form, n_nodes, material;
  auto operator<=>(const GroupKey&) const = default;
};

template <class Real> auto kernels_of(const kernels::KernelTable& table) {
  if constexpr (std::is_same_v<Real, float>) return std::pair(table.single_precision, table.n_single);
  else return std::pair(table.double_precision, table.n_double);
}

template <class Real>
const kernels::Kernel<Real>* find_kernel(const kernels::KernelTable& table, const GroupKey& key, const Part& part) {
  const auto [kernels, count] = kernels_of<Real>(table);
  const int material = key.rigid ? MaterialElastic::number : key.material;
  for (int k = 0; k < count; ++k)
    if (kernels[k].shell == key.shell && kernels[k].nodes_per_element == key.n_nodes && kernels[k].material == material &&
        (kernels[k].element_form == key.element_form || key.n_nodes == 3))
      return &kernels[k];
  throw Error(fmt::format("part {}: there is no {} element of formulation {} with {} nodes for material type {}", part.id,
                          key.shell ? "shell" : "solid", key.element_form, key.n_nodes, key.material));
}

std::vector<std::uint8_t> shared_nodes(const Domain& domain) {
  std::vector<std::uint8_t> shared(domain.global_node.size(), 0);
  for (const Neighbour& neighbour : domain.halo.neighbours)
    for (const Index node : neighbour.nodes) shared[node] = 1;
  return shared;
}

using Collected = std::map<GroupKey, std::vector<Entry>>;

Collected collect(const Domain& domain) {
  const Model& model = domain.model;
  const std::vector<std::uint8_t> shared = shared_nodes(domain);
  Collected collected;
  auto add = [&](bool shell, int n_nodes, Index element, Index p, const auto& nodes) {
    const Part& part = model.parts[p];
    const Material& material = model.materials[part.material];
    const GroupKey key{shell, material.is_rigid(), model.sections[part.section].element_form, n_nodes, material.number()};
    bool interior = true;
    for (const Index node : nodes) interior = interior && !shared[node];
    collected[key].push_back({interior, p, *std::min_element(nodes.begin(), nodes.end()), element});
  };
  for (Index e = 0; e < Index(model.shells.size()); ++e)
    add(true, model.shells[e].is_triangle() ? 3 : 4, e, model.shells[e].part, model.shells[e].nodes);
  for (Index e = 0; e < Index(model.solids.size()); ++e) add(false, 8, e, model.solids[e].part, model.solids[e].nodes);
  return collected;
}

/// Lays the sorted entries into blocks of one part and one side of the boundary.
template <class Real> void lay_blocks(std::vector<Entry> entries, ElementGroup<Real>& group) {
  std::sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) { return a.order() < b.order(); });
  const int lanes = group.lanes;
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
}

template <class Real> void allocate(ElementGroup<Real>& g) {
  const std::size_t n = std::size_t(g.n_lanes());
  g.nodes = Array<std::int32_t>("nodes", n * std::size_t(g.kernel->nodes_per_element));
  for (auto* array : {&g.thickness, &g.reference_volume, &g.mass_scale, &g.alive, &g.internal_energy, &g.hourglass_energy,
                      &g.dt})
    *array = Array<Real>("element values", n);
  g.history_start = Array<std::int64_t>("history_start", std::size_t(g.n_blocks));
  const kernels::HistoryLayout& layout = g.kernel->layout;
  std::int64_t size = 0;
  for (int b = 0; b < g.n_blocks; ++b) {
    g.history_start(b) = size;
    const int n_layers = g.parts[g.part(b)].section.n_layers;
    size += std::int64_t(g.lanes) * (layout.element_fields + n_layers * (layout.stress_fields + layout.material_fields));
  }
  g.history = Array<Real>("history", std::size_t(size));
  g.was_alive.assign(n, 0);
  g.lane_mass.assign(n, 0);
}

double mean_thickness(const Shell& shell, const Section& section) {
  const int corners = shell.is_triangle() ? 3 : 4;
  double sum = 0;
  for (int k = 0; k < corners; ++k) sum += shell.thickness[k] > 0 ? double(shell.thickness[k]) : section.thickness[k];
  return sum / corners;
}

template <class Real> void fill(const Domain& domain, ElementGroup<Real>& g) {
  const Model& model = domain.model;
  for (int i = 0; i < g.n_lanes(); ++i) {
    const int b = i / g.lanes, lane = i % g.lanes;
    const Index element = g.element[i] != none ? g.element[i] : g.element[b * g.lanes];
    for (int k = 0; k < g.kernel->nodes_per_element; ++k)
      g.nodes((std::int64_t(b) * g.kernel->nodes_per_element + k) * g.lanes + lane) =
          g.shell ? model.shells[element].nodes[k] : model.solids[element].nodes[k];
    if (g.shell)
      g.thickness(i) = Real(mean_thickness(model.shells[element], model.sections[model.parts[g.part(b)].section]));
    g.alive(i) = g.element[i] != none ? 1 : 0;
    g.was_alive[i] = g.element[i] != none;
    g.mass_scale(i) = 1;
  }
}

/// Cuts first <= b < last into ranges and colours them so that ranges of a colour share no node.
template <class Real>
ColouredRanges colour(const ElementGroup<Real>& g, int first, int last, Index n_nodes, int n_threads) {
  ColouredRanges colours;
  if (first == last) return colours;
  if (n_threads == 1) return {{{first, last}}};
  const int size = std::clamp((last - first) / (8 * n_threads), 1, 32);
  std::vector<std::uint64_t> used(std::size_t(n_nodes), 0);  // colours at a node
  for (int b = first; b < last; b += size) {
    const BlockRange range{b, std::min(b + size, last)};
    const std::size_t per_block = std::size_t(g.kernel->nodes_per_element) * g.lanes;
    const std::int32_t* begin = g.nodes.data() + std::size_t(range.first) * per_block;
    const std::int32_t* end = g.nodes.data() + std::size_t(range.last) * per_block;
    std::uint64_t taken = 0;
    for (const std::int32_t* node = begin; node != end; ++node) taken |= used[*node];
    const int c = std::countr_one(taken);
    if (c >= 64) throw Error("an element mesh needs more than 64 colours: run with threads=1");
    for (const std::int32_t* node = begin; node != end; ++node) used[*node] |= std::uint64_t(1) << c;
    if (int(colours.size()) <= c) colours.resize(std::size_t(c) + 1);
    colours[std::size_t(c)].push_back(range);
  }
  return colours;
}

template <class Real> void set_reference_volumes(ElementGroup<Real>& g, const kernels::NodeRows& rows) {
  const Array<double> volume("volume", std::size_t(g.n_lanes()));
  g.kernel->volumes(g.blocks(), rows, volume.data(), 0, g.n_blocks);
  for (int i = 0; i < g.n_lanes(); ++i) {
    g.reference_volume(i) = Real(volume(i));
    if (g.element[i] != none) g.lane_mass[i] = volume(i) * g.parts[g.part_of(i)].material.density;
  }
}

}  // namespace

template <class Real> kernels::ElementBlocks<Real> ElementGroup<Real>::blocks() const {
  return {nodes.data(),     part.data(),  parts,           history_start.data(),   history.data(),
          thickness.data(), reference_volume.data(), mass_scale.data(), alive.data(), internal_energy.data(),
          hourglass_energy.data(), dt.data()};
}

kernels::NodeRows node_rows(const NodeState& state, const Quanta& quanta) {
  return {state.position.data(), state.velocity.data(), state.angular_velocity.data(), state.force.data(),
          state.moment.data(), quanta.force.shift, quanta.moment.shift};
}

template <class Real>
Elements<Real> make_elements(const Domain& domain, const kernels::KernelTable& table, const NodeState& state) {
  Elements<Real> elements{make_element_constants(domain.model), {}};
  const int n_threads = Kokkos::DefaultHostExecutionSpace().concurrency();
  for (auto& [key, entries] : collect(domain)) {
    ElementGroup<Real> group;
    group.shell = key.shell;
    group.rigid = key.rigid;
    group.kernel = find_kernel<Real>(table, key, domain.model.parts[entries.front().part]);
    group.parts = elements.constants.parts.data();
    for (const Entry& entry : entries)
      group.can_fail = group.can_fail || group.parts[entry.part].material.failure_strain > 0;
    group.can_fail = !key.rigid && (group.can_fail || domain.model.control.erode_small_dt);
    lay_blocks(std::move(entries), group);
    allocate(group);
    fill(domain, group);
    set_reference_volumes(group, node_rows(state, domain.quanta));
    group.boundary = colour(group, 0, group.n_boundary_blocks, state.count(), n_threads);
    group.interior = colour(group, group.n_boundary_blocks, group.n_blocks, state.count(), n_threads);
    elements.groups.push_back(std::move(group));
  }
  return elements;
}

template struct ElementGroup<float>;
template struct ElementGroup<double>;
template Elements<float> make_elements(const Domain&, const kernels::KernelTable&, const NodeState&);
template Elements<double> make_elements(const Domain&, const kernels::KernelTable&, const NodeState&);

}  // namespace crumple
