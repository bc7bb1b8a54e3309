// d3plot: the deformed mesh over time with stresses and plastic strains (*DATABASE_BINARY_D3PLOT), for LS-PrePost and
// all that reads LS-DYNA's results. Layout: d3plot_layout.hpp. Stresses are in global axes; of solids the means over
// the points. Resultants of shells, temperatures, walls and accelerations are not written.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <limits>
#include <utility>

#include "comm/records.hpp"
#include "comm/together.hpp"
#include "io/block_map.hpp"
#include "io/d3plot_layout.hpp"
#include "io/global_stress.hpp"
#include "io/shared_file.hpp"
#include "io/text_database.hpp"
#include "physics/results/energy.hpp"
#include "physics/state/element_output.hpp"
#include "physics/state/part_sum.hpp"

namespace crumple {
namespace {

using Layout = D3plotLayout;

/// A point's stresses and plastic strain.
using PointWords = std::array<float, Layout::point_words>;

PointWords words_of(const PointStress& point) {
  PointWords words{};
  std::ranges::copy(point.stress, words.begin());
  words.back() = float(point.plastic_strain);
  return words;
}

/// What an element of a kind contributes to a state.
template <int n>
struct ElementWords {
  std::array<float, std::size_t(n)> values{};
  float alive = 1;
};

template <class Row, class Field>
auto column(const std::vector<Row>& rows, Field field) {
  std::vector<std::remove_cvref_t<decltype(rows.front().*field)>> values;
  values.reserve(rows.size());
  for (const Row& row : rows) values.push_back(row.*field);
  return values;
}

/// The point of a shell with n that is the k-th of so many layers in the family: of three the middle one, the innermost
/// and the outermost; of two without the middle one; of more the points from the inside, then none (n or more).
int point_of_layer(int k, int layers, int n) {
  if (layers > 3) return k;
  const int places[] = {n / 2, 0, n - 1};
  return places[layers == 2 ? k + 1 : k];
}

/// Values of elements at a moment, by their number among all elements of the rank.
class ElementValues {
 public:
  explicit ElementValues(const Moment& now) : now_(now), output_(element_output(now.elements, now.domain().model)) {}

  ElementWords<Layout::solid_words> solid(Index item) const {
    return {words_of(mean_of(points_of(item))), alive(item)};
  }

  /// Of springs the axial force alone.
  ElementWords<Layout::beam_words> beam(Index item) const {
    ElementWords<Layout::beam_words> words{{}, alive(item)};
    const auto q = element_stress(now_.elements, item).resultants;  // rr, rs, rt, moments rr, ss, tt
    if (q.size() == 6)
      words.values = {float(q[0]), float(q[1]), float(q[2]), float(q[4]), float(q[5]), float(q[3])};
    else
      words.values[0] = value(ElementField::axial_force, item);
    return words;
  }

  /// Appends the points over the thickness of a shell, for so many layers.
  void add_shell_points(Index item, int layers, std::vector<PointWords>& to) const {
    const std::vector<PointStress> points = points_of(item);
    const int n = int(points.size());
    for (int k = 0; k < layers; ++k) {
      const int point = n == 0 ? 0 : point_of_layer(k, layers, n);
      to.push_back(point < n ? words_of(points[std::size_t(point)]) : PointWords{});
    }
  }

  ElementWords<Layout::shell_end_words> shell_end(Index item) const {
    return {{value(ElementField::thickness, item), 0, 0, value(ElementField::energy_density, item)}, alive(item)};
  }

 private:
  float alive(Index item) const { return output_.deleted[std::size_t(item)] ? 0.0f : 1.0f; }
  float value(ElementField field, Index item) const { return output_.fields[std::size_t(field)][std::size_t(item)]; }
  std::vector<PointStress> points_of(Index item) const {
    return global_stress(now_.elements, now_.domain().model, now_.step.nodes.position, item);
  }

  const Moment& now_;
  ElementOutput output_;
};

/// Nodes and elements in blocks, one for each rank, by their numbers in the whole model.
struct Blocks {
  BlockMap nodes, solids, beams, shells;

  Blocks(const World& world, const Domain& domain)
      : nodes(map_nodes(world, domain)),
        solids(map_elements(world, domain, domain.n_global_shells, domain.n_global_solids)),
        beams(map_elements(world, domain, domain.n_global_shells + domain.n_global_solids,
                           domain.n_global_beams + domain.n_global_springs)),
        shells(map_elements(world, domain, 0, domain.n_global_shells)) {}
};

/// Ids of the deck beyond 32 bits do not fit into the words.
bool has_large_ids(const World& world, const Model& model) {
  const auto is_large = [](const auto& item) { return item.id > std::numeric_limits<std::int32_t>::max(); };
  const auto is_large_id = [](Id id) { return id > std::numeric_limits<std::int32_t>::max(); };
  bool large = std::ranges::any_of(model.nodes.id, is_large_id) || std::ranges::any_of(model.parts, is_large) ||
               std::ranges::any_of(model.shells, is_large) || std::ranges::any_of(model.solids, is_large) ||
               std::ranges::any_of(model.beams, is_large) || std::ranges::any_of(model.springs, is_large);
  double most[1] = {double(large)};
  world.max(most);
  return most[0] > 0;
}

class D3plot final : public Recorder {
 public:
  explicit D3plot(const OutputPlace& place)
      : world_(place.world),
        domain_(place.domain),
        prefix_(place.prefix),
        messages_(place.messages),
        layout_(place.domain),
        blocks_(place.world, place.domain),
        n_states_(n_earlier(place)),
        is_off_(has_large_ids(place.world, place.domain.model)) {
    if (is_off_)
      messages_.warn({"d3plot is not written: ids above 2147483647 do not fit into it; see states.vtkhdf"});
    else if (n_states_ == 0)
      write_mesh(place.run.title);
  }

  void record(const Moment& now) override {
    messages_.cycle(now.clock(), "write d3plot file");
    if (!is_off_) write_state(now);
  }
  void redistribute() override { blocks_ = Blocks(world_, domain_); }
  Bytes save() override {
    const int n_states[1] = {n_states_};
    return to_bytes(std::span<const int>(n_states));
  }

 private:
  /// A block of rows at its place in an array of them that begins at a byte.
  template <class T>
  static void put_block(SharedFile& file, std::int64_t array, const BlockMap& block, const std::vector<T>& rows) {
    file.put(array + block.first() * std::int64_t(sizeof(T)), std::span<const T>(rows));
  }

  /// Nodes, then the part, as the family numbers them.
  template <int n, class Nodes>
  std::array<std::int32_t, n + 1> connectivity(const Nodes& nodes, Index part) const {
    std::array<std::int32_t, n + 1> words{};
    for (std::size_t k = 0; k < nodes.size(); ++k)
      words[k] = std::int32_t(domain_.global_node[std::size_t(nodes[k])]) + 1;
    words[n] = part_numbers_[std::size_t(part)];
    return words;
  }

  auto beam_connectivity(Index item) const {
    return domain_.model.with_element(std::size_t(item), [&](const auto& element) {
      return connectivity<5>(std::array<Index, 2>{element.nodes[0], element.nodes[1]}, element.part);
    });
  }

  void write_mesh(const std::string& title) {
    part_numbers_ = d3plot_part_numbers(domain_.model);
    const Model& model = domain_.model;
    const auto id_of = [&](Index item) {
      return std::int32_t(model.with_element(std::size_t(item), [](const auto& element) { return element.id; }));
    };
    const auto positions = blocks_.nodes.collect<std::array<float, 3>>([&](Index i) {
      const Vec3& x = model.nodes.position[std::size_t(i)];
      return std::array{float(x.x), float(x.y), float(x.z)};
    });
    const auto solids = blocks_.solids.collect<std::array<std::int32_t, 9>>([&](Index item) {
      const Solid& solid = model.solids[std::size_t(item) - model.first_solid()];
      return connectivity<8>(solid.nodes, solid.part);
    });
    const auto beams =
        blocks_.beams.collect<std::array<std::int32_t, 6>>([&](Index item) { return beam_connectivity(item); });
    const auto shells = blocks_.shells.collect<std::array<std::int32_t, 5>>([&](Index item) {
      const Shell& shell = model.shells[std::size_t(item)];
      return connectivity<4>(shell.nodes, shell.part);
    });
    const auto node_ids =
        blocks_.nodes.collect<std::int32_t>([&](Index i) { return std::int32_t(model.nodes.id[std::size_t(i)]); });
    const auto solid_ids = blocks_.solids.collect<std::int32_t>(id_of);
    const auto beam_ids = blocks_.beams.collect<std::int32_t>(id_of);
    const auto shell_ids = blocks_.shells.collect<std::int32_t>(id_of);

    SharedFile file(world_, prefix_ + d3plot_member(0));
    together(world_, [&] {
      put_block(file, layout_.coordinates(), blocks_.nodes, positions);
      put_block(file, layout_.solids(), blocks_.solids, solids);
      put_block(file, layout_.beams(), blocks_.beams, beams);
      put_block(file, layout_.shells(), blocks_.shells, shells);
      put_block(file, layout_.node_ids(), blocks_.nodes, node_ids);
      put_block(file, layout_.solid_ids(), blocks_.solids, solid_ids);
      put_block(file, layout_.beam_ids(), blocks_.beams, beam_ids);
      put_block(file, layout_.shell_ids(), blocks_.shells, shell_ids);
      if (world_.is_root()) put_heads(file, title);
      file.settle();
    });
  }

  /// What root alone writes into the mesh file.
  void put_heads(SharedFile& file, const std::string& title) const {
    constexpr std::int32_t titles_of_parts = 90001;
    const auto put = [&](std::int64_t at, const std::vector<std::int32_t>& words) {
      file.put(at, std::span<const std::int32_t>(words));
    };
    put(0, layout_.control_words(title));
    put(layout_.numbering(), layout_.numbering_words());
    std::vector<const Part*> sorted(part_numbers_.size());
    for (std::size_t p = 0; p < sorted.size(); ++p) sorted[std::size_t(part_numbers_[p]) - 1] = &domain_.model.parts[p];
    std::vector<std::int32_t> ids;
    for (int copy = 0; copy < 2; ++copy)  // sorted, and as they are defined: the same here
      for (const Part* part : sorted) ids.push_back(std::int32_t(part->id));
    for (std::size_t p = 0; p < sorted.size(); ++p) ids.push_back(std::int32_t(p) + 1);
    put(layout_.part_ids(), ids);
    std::string text;
    const auto add = [&](const auto& value) { text.append(reinterpret_cast<const char*>(&value), sizeof value); };
    add(Layout::end_mark);
    add(titles_of_parts);
    add(std::int32_t(sorted.size()));
    for (const Part* part : sorted) {
      add(std::int32_t(part->id));
      std::string name = part->title.substr(0, Layout::word * Layout::n_title_words);
      name.resize(Layout::word * Layout::n_title_words, ' ');
      text += name;
    }
    add(Layout::end_mark);
    file.put(layout_.titles(), std::span<const char>(text));
  }

  /// One kind of thing after the other: a block of all is much of what a rank has.
  void write_state(const Moment& now) {
    SharedFile file(world_, prefix_ + d3plot_member(n_states_ + 1));
    put_nodes(file, now);
    const ElementValues values(now);
    put_elements<Layout::solid_words>(file, blocks_.solids, layout_.solid_values(), layout_.live_solids(),
                                      [&](Index item) { return values.solid(item); });
    put_elements<Layout::beam_words>(file, blocks_.beams, layout_.beam_values(), layout_.live_beams(),
                                     [&](Index item) { return values.beam(item); });
    put_shells(file, values);
    const std::vector<float> globals = global_words(now);
    together(world_, [&] {
      if (world_.is_root()) {
        file.put(0, std::span<const float>(globals));
        file.put(layout_.state_end(), std::span<const float>(&Layout::end_mark, 1));
      }
      file.settle();
    });
    ++n_states_;
  }

  void put_nodes(SharedFile& file, const Moment& now) const {
    const auto put = [&](std::int64_t array, const Rows& rows) {
      const auto words = blocks_.nodes.collect<std::array<float, 3>>([&](Index i) {
        const Vec3 v = row(rows, i);
        return std::array{float(v.x), float(v.y), float(v.z)};
      });
      together(world_, [&] { put_block(file, array, blocks_.nodes, words); });
    };
    put(layout_.positions(), now.step.nodes.position);
    put(layout_.velocities(), now.mid.velocity);
  }

  template <int n_words, class Values>
  void put_elements(SharedFile& file, const BlockMap& block, std::int64_t array, std::int64_t live,
                    const Values& values) const {
    using Words = ElementWords<n_words>;
    const auto words = block.collect<Words>(values);
    together(world_, [&] {
      put_block(file, array, block, column(words, &Words::values));
      put_block(file, live, block, column(words, &Words::alive));
    });
  }

  void put_shells(SharedFile& file, const ElementValues& values) const {
    using Words = ElementWords<Layout::shell_end_words>;
    const BlockMap& shells = blocks_.shells;
    for (std::int64_t slab = 0; slab < shells.n_slabs(); ++slab) {
      const auto ends = shells.collect_slab<Words>(slab, [&](Index item) { return values.shell_end(item); });
      const std::vector<float> words = collect_shell_values(values, slab, ends);
      const std::vector<float> live = column(ends, &Words::alive);
      together(world_, [&] {
        file.put(layout_.shell_values() + shells.first_of(slab) * layout_.shell_words() * Layout::word,
                 std::span<const float>(words));
        file.put(layout_.live_shells() + shells.first_of(slab) * Layout::word, std::span<const float>(live));
      });
    }
  }

  /// Of a slab of this rank's block: the layers of each shell, then what ends it. Collective.
  std::vector<float> collect_shell_values(const ElementValues& values, std::int64_t slab,
                                          const std::vector<ElementWords<Layout::shell_end_words>>& ends) const {
    const std::size_t n_words = std::size_t(layout_.shell_words());
    std::vector<float> all(ends.size() * n_words);
    std::vector<PointWords> own;  // of this rank's shells, all layers of each: their stress is turned once
    for (int layer = 0; layer < layout_.layers; ++layer) {
      std::size_t next = std::size_t(layer);
      const auto points = blocks_.shells.collect_slab<PointWords>(slab, [&](Index item) {
        if (layer == 0) values.add_shell_points(item, layout_.layers, own);
        return own[std::exchange(next, next + std::size_t(layout_.layers))];
      });
      for (std::size_t s = 0; s < points.size(); ++s)
        std::ranges::copy(points[s],
                          all.begin() + std::ptrdiff_t(s * n_words + std::size_t(layer) * Layout::point_words));
    }
    for (std::size_t s = 0; s < ends.size(); ++s)
      std::ranges::copy(ends[s].values, all.begin() + std::ptrdiff_t((s + 1) * n_words - Layout::shell_end_words));
    return all;
  }

  /// Time, energies and velocity of the model, and of each part by its number. Collective.
  std::vector<float> global_words(const Moment& now) const {
    const std::vector<PartSum> sums = sum_parts(world_, domain_, now.elements, now.mid);
    const std::vector<std::int32_t> number = d3plot_part_numbers(domain_.model);
    std::vector<const PartSum*> sorted(sums.size());
    for (std::size_t p = 0; p < sums.size(); ++p) sorted[std::size_t(number[p]) - 1] = &sums[p];
    Vec3 momentum;
    double mass = 0;
    for (const PartSum* part : sorted) {
      momentum += part->momentum;
      mass += part->mass;
    }
    const Vec3 velocity = mass > 0 ? (1 / mass) * momentum : Vec3{};
    std::vector<float> words{float(now.clock().time),
                             float(now.energies.kinetic),
                             float(now.energies.internal),
                             float(now.energies.total()),
                             float(velocity.x),
                             float(velocity.y),
                             float(velocity.z)};
    for (const PartSum* part : sorted) words.push_back(float(part->internal));
    for (const PartSum* part : sorted) words.push_back(float(part->kinetic));
    for (const PartSum* part : sorted)
      for (int c = 0; c < 3; ++c) words.push_back(float(part->rigid_velocity[c]));
    for (const PartSum* part : sorted) words.push_back(float(part->mass));
    for (const PartSum* part : sorted) words.push_back(float(part->hourglass));
    return words;
  }

  /// How many states of an earlier run the family begins with, when they have been brought here; those behind them go.
  /// Collective.
  static int n_earlier(const OutputPlace& place) {
    const Bytes* saved = place.earlier.find("d3plot");
    if (!saved) return 0;
    std::span<const std::byte> rest = *saved;
    const int n = take<int>(rest);
    double usable[1] = {double(n)};
    together(place.world, [&] {
      if (!place.world.is_root()) return;
      for (int member = 0; n > 0 && member <= n && usable[0] > 0; ++member)
        if (!place.earlier.bring(d3plot_member(member), place.prefix, 0)) usable[0] = 0;
      for (int member = int(usable[0]) + 1; std::filesystem::remove(place.prefix + d3plot_member(member));) ++member;
    });
    place.world.broadcast(std::span<double>(usable));
    return int(usable[0]);
  }

  const World& world_;
  const Domain& domain_;
  std::string prefix_;
  MessageFile& messages_;
  Layout layout_;
  Blocks blocks_;
  std::vector<std::int32_t> part_numbers_;
  int n_states_;
  bool is_off_;
};

}  // namespace

namespace recorders {
extern const RecorderKind d3plot{.name = "d3plot", .choice = "d3plot", .open = open_recorder<D3plot>};
}

}  // namespace crumple
