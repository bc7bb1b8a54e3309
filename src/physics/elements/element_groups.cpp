#include "physics/elements/element_groups.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <map>
#include <numeric>
#include <span>
#include <tuple>

#include "base/error.hpp"
#include "base/loops.hpp"
#include "model/thickness.hpp"

namespace crumple {
namespace {

constexpr std::size_t least_blocks =
    16;  // of 8 or 16 elements, at 30 ns an element; fewer are not worth waking threads for

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
  bool no_stress;
  int element_form, n_nodes, material;
  auto operator<=>(const GroupKey&) const = default;
};

template <class Real>
auto kernels_of(const kernels::KernelTable& table) {
  if constexpr (std::is_same_v<Real, float>)
    return std::pair(table.single_precision, table.n_single);
  else
    return std::pair(table.double_precision, table.n_double);
}

template <class Real>
const kernels::Kernel<Real>* find_kernel(const kernels::KernelTable& table, const GroupKey& key, const Part& part) {
  const auto [kernels, count] = kernels_of<Real>(table);
  const int material = key.no_stress ? MaterialElastic::number : key.material;
  for (int k = 0; k < count; ++k)
    if (kernels[k].shell == key.shell && kernels[k].nodes_per_element == key.n_nodes &&
        kernels[k].material == material && (kernels[k].element_form == key.element_form || key.n_nodes == 3))
      return &kernels[k];
  throw Error(fmt::format("part {}: there is no {} element of formulation {} with {} nodes for material type {}",
                          part.id, key.shell ? "shell" : "solid", key.element_form, key.n_nodes, key.material));
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
    const GroupKey key{shell, material.has_no_stress(), model.sections[part.section].element_form, n_nodes,
                       material.number()};
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
template <class Real>
void lay_blocks(std::vector<Entry> entries, ElementGroup<Real>& group) {
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

template <class Real>
void allocate(ElementGroup<Real>& g) {
  const std::size_t n = std::size_t(g.n_lanes());
  g.nodes = Array<std::int32_t>("nodes", n * std::size_t(g.kernel->nodes_per_element));
  for (auto* array :
       {&g.thickness, &g.reference_volume, &g.mass_scale, &g.alive, &g.internal_energy, &g.hourglass_energy, &g.dt})
    *array = Array<Real>("element values", n);
  g.history_start = Array<std::int64_t>("history_start", std::size_t(g.n_blocks));
  const kernels::HistoryLayout& layout = g.kernel->layout;
  std::int64_t size = 0;
  for (int b = 0; b < g.n_blocks; ++b) {
    g.history_start(b) = size;
    const int n_layers = g.parts[g.part(b)].section.n_layers;
    size +=
        std::int64_t(g.lanes) * (layout.element_fields + n_layers * (layout.stress_fields + layout.material_fields));
  }
  g.history = Array<Real>("history", std::size_t(size));
  g.was_alive.assign(n, 0);
  g.lane_mass.assign(n, 0);
}

template <class Real>
void fill(const Domain& domain, ElementGroup<Real>& g) {
  const Model& model = domain.model;
  for (int i = 0; i < g.n_lanes(); ++i) {
    const int b = i / g.lanes, lane = i % g.lanes;
    const Index element = g.element[i] != none ? g.element[i] : g.element[b * g.lanes];
    for (int k = 0; k < g.kernel->nodes_per_element; ++k)
      g.nodes((std::int64_t(b) * g.kernel->nodes_per_element + k) * g.lanes + lane) =
          g.shell ? model.shells[element].nodes[k] : model.solids[element].nodes[k];
    if (g.shell) g.thickness(i) = Real(mean_thickness(model, model.shells[element]));
    g.alive(i) = g.element[i] != none ? 1 : 0;
    g.was_alive[i] = g.element[i] != none;
    g.mass_scale(i) = 1;
  }
}

/// A block on its way to a thread.
struct PlacedBlock {
  std::size_t group = 0;
  int block = 0;
  int thread = 0;
};

template <class Real>
std::span<const std::int32_t> nodes_of(const std::vector<ElementGroup<Real>>& groups, const PlacedBlock& b) {
  const ElementGroup<Real>& g = groups[b.group];
  const std::size_t n = std::size_t(g.kernel->nodes_per_element) * g.lanes;
  return {g.nodes.data() + std::size_t(b.block) * n, n};
}

/// All blocks of shells or of solids on one side of the boundary. Threads get as many each, from one end of the nodes'
/// curve to the other.
template <class Real>
std::vector<PlacedBlock> place_blocks(const std::vector<ElementGroup<Real>>& groups, bool shells, bool boundary) {
  std::vector<PlacedBlock> blocks;
  for (std::size_t k = 0; k < groups.size(); ++k) {
    const ElementGroup<Real>& g = groups[k];
    if (g.shell != shells || g.no_stress) continue;
    for (int b = boundary ? 0 : g.n_boundary_blocks; b < (boundary ? g.n_boundary_blocks : g.n_blocks); ++b)
      blocks.push_back({k, b, 0});
  }
  if (n_threads() == 1 || blocks.size() < least_blocks) return blocks;
  std::vector<std::size_t> order(blocks.size());
  std::iota(order.begin(), order.end(), std::size_t(0));
  const auto first_node = [&](std::size_t i) { return nodes_of(groups, blocks[i])[0]; };
  std::stable_sort(order.begin(), order.end(), [&](auto a, auto b) { return first_node(a) < first_node(b); });
  for (std::size_t i = 0; i < order.size(); ++i)
    blocks[order[i]].thread = int(i * std::size_t(n_threads()) / order.size());
  return blocks;
}

/// Joins the block to the range before it, if it follows there.
void append(std::vector<BlockRange>& ranges, const PlacedBlock& b) {
  if (!ranges.empty() && ranges.back().group == b.group && ranges.back().last == b.block)
    ++ranges.back().last;
  else
    ranges.push_back({b.group, b.block, b.block + 1});
}

/// Turn 0 for blocks whose nodes no other thread touches. The others are coloured: 1 + the lowest colour that no node
/// of the block has yet.
class Turns {
 public:
  explicit Turns(Index n_nodes) : thread_of_(std::size_t(n_nodes), nobody), colours_(std::size_t(n_nodes), 0) {}

  void touch(std::span<const std::int32_t> nodes, int thread) {
    for (const std::int32_t node : nodes)
      thread_of_[node] = thread_of_[node] == nobody || thread_of_[node] == thread ? thread : several;
  }
  /// Once all have been touched.
  std::size_t turn_of(std::span<const std::int32_t> nodes) {
    if (std::none_of(nodes.begin(), nodes.end(), [&](auto node) { return thread_of_[node] == several; })) return 0;
    std::uint64_t taken = 0;
    for (const std::int32_t node : nodes) taken |= colours_[node];
    const int colour = std::countr_one(taken);
    if (colour >= 64) throw Error("an element mesh needs more than 64 colours: run with threads=1");
    for (const std::int32_t node : nodes) colours_[node] |= std::uint64_t(1) << colour;
    return 1 + std::size_t(colour);
  }

 private:
  static constexpr int nobody = -1, several = -2;
  std::vector<int> thread_of_;          // [node]
  std::vector<std::uint64_t> colours_;  // [node] bits
};

template <class Real>
Schedule make_schedule(const std::vector<ElementGroup<Real>>& groups, bool shells, bool boundary, Index n_nodes) {
  const std::vector<PlacedBlock> blocks = place_blocks(groups, shells, boundary);
  int threads = 1;
  Turns turns(n_nodes);
  for (const PlacedBlock& b : blocks) {
    turns.touch(nodes_of(groups, b), b.thread);
    threads = std::max(threads, b.thread + 1);
  }
  Schedule schedule;
  for (const PlacedBlock& b : blocks) {
    const std::size_t turn = turns.turn_of(nodes_of(groups, b));
    while (schedule.size() <= turn) schedule.emplace_back(threads);
    append(schedule[turn][std::size_t(b.thread)], b);
  }
  return schedule;
}

template <class Real>
void set_reference_volumes(ElementGroup<Real>& g, const kernels::NodeRows& rows) {
  const Array<double> volume("volume", std::size_t(g.n_lanes()));
  g.kernel->volumes(g.blocks(), rows, volume.data(), 0, g.n_blocks);
  for (int i = 0; i < g.n_lanes(); ++i) {
    g.reference_volume(i) = Real(volume(i));
    if (g.element[i] != none) g.lane_mass[i] = volume(i) * g.parts[g.part_of(i)].material.density;
  }
}

}  // namespace

template <class Real>
kernels::ElementBlocks<Real> ElementGroup<Real>::blocks() const {
  return {nodes.data(),
          part.data(),
          parts,
          history_start.data(),
          history.data(),
          thickness.data(),
          reference_volume.data(),
          mass_scale.data(),
          alive.data(),
          internal_energy.data(),
          hourglass_energy.data(),
          dt.data()};
}

kernels::NodeRows node_rows(const NodeState& state, const Quanta& quanta) {
  return {state.position.data(), state.velocity.data(), state.angular_velocity.data(),
          state.force.data(),    state.moment.data(),   quanta.force.shift,
          quanta.moment.shift};
}

template <class Real>
Elements<Real> make_elements(const Domain& domain, const kernels::KernelTable& table, const NodeState& state) {
  Elements<Real> elements{make_element_constants(domain.model), {}, {}, {}, make_beams(domain)};
  for (auto& [key, entries] : collect(domain)) {
    ElementGroup<Real> group;
    group.shell = key.shell;
    group.no_stress = key.no_stress;
    group.kernel = find_kernel<Real>(table, key, domain.model.parts[entries.front().part]);
    group.parts = elements.constants.parts.data();
    for (const Entry& entry : entries)
      group.can_fail = group.can_fail || group.parts[entry.part].material.can_fail();
    group.can_fail = !key.no_stress && (group.can_fail || domain.model.control.erode_small_dt);
    lay_blocks(std::move(entries), group);
    allocate(group);
    fill(domain, group);
    set_reference_volumes(group, node_rows(state, domain.quanta));
    elements.groups.push_back(std::move(group));
  }
  for (const bool shells : {true, false}) {
    elements.boundary[!shells] = make_schedule(elements.groups, shells, true, state.count());
    elements.interior[!shells] = make_schedule(elements.groups, shells, false, state.count());
  }
  return elements;
}

template struct ElementGroup<float>;
template struct ElementGroup<double>;
template Elements<float> make_elements(const Domain&, const kernels::KernelTable&, const NodeState&);
template Elements<double> make_elements(const Domain&, const kernels::KernelTable&, const NodeState&);

}  // namespace crumple
