// d3plot: the deformed mesh over time with stresses and plastic strains (*DATABASE_BINARY_D3PLOT), for LS-PrePost and
// other readers of LS-DYNA's results. Layout: d3plot_layout.hpp. Stresses and strains are in global axes; of solids the
// means over the points. Resultants of shells, temperatures, walls and accelerations are not written.
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
#include "physics/state/given_body.hpp"
#include "physics/state/part_sum.hpp"

namespace crumple {
namespace {

using Layout = D3plotLayout;

using Words = std::vector<float>;

void add(const PointStress& point, Words& to) {
  for (const double stress : point.stress) to.push_back(float(stress));
  to.push_back(float(point.plastic_strain));
}
/// The first `count` values of a list, padded with 0.
void add(const std::vector<double>& values, int count, Words& to) {
  for (std::size_t k = 0; k < std::size_t(count); ++k) to.push_back(k < values.size() ? float(values[k]) : 0.0f);
}
void add(const std::array<double, 6>& strain, Words& to) {
  for (const double value : strain) to.push_back(float(value));
}

/// The point, of n in a shell, that is the k-th of the layers in the family: of three the middle one, the innermost and
/// the outermost; of two without the middle one; of more the points from the inside, then none (n or more).
int point_of_layer(int k, int layers, int n) {
  if (layers > 3) return k;
  const int places[] = {n / 2, 0, n - 1};
  return places[layers == 2 ? k + 1 : k];
}

/// Values of elements at a moment, by their number among all elements of the rank.
class ElementValues {
 public:
  ElementValues(const Moment& now, const Layout& layout)
      : now_(now), layout_(layout), output_(element_output(now.elements, now.domain().model)) {}

  void add_solid(Index item, Words& to) const {
    add(mean_of(points_of(item)), to);
    const ElementHistory history = history_of(item, layout_.solid_history);
    add(history.variables.empty() ? std::vector<double>() : history.variables[0], layout_.solid_history, to);
    if (layout_.has_strains) add(history.strain.empty() ? std::array<double, 6>{} : history.strain[0], to);
  }

  /// For springs only the axial force.
  void add_beam(Index item, Words& to) const {
    const auto q = element_stress(now_.elements, item).resultants;  // rr, rs, rt, moments rr, ss, tt
    if (q.size() == 6)
      add(std::vector{q[0], q[1], q[2], q[4], q[5], q[3]}, Layout::beam_words, to);
    else
      add(std::vector{double(value(ElementField::axial_force, item))}, Layout::beam_words, to);
  }

  void add_shell(Index item, Words& to) const {
    const std::vector<PointStress> points = points_of(item);
    const ElementHistory history = history_of(item, layout_.shell_history);
    const int n = int(points.size());
    for (int k = 0; k < layout_.layers; ++k) {
      const int layer = n == 0 ? 0 : point_of_layer(k, layout_.layers, n);
      const auto at = [&](const auto& values) {
        using Value = std::remove_cvref_t<decltype(values[0])>;
        return std::size_t(layer) < values.size() ? values[layer] : Value{};
      };
      add(at(points), to);
      add(at(history.variables), layout_.shell_history, to);
    }
    to.insert(to.end(), {value(ElementField::thickness, item), 0, 0});
    if (layout_.has_strains)
      for (const bool is_outer : {false, true})
        add(history.strain.empty() ? std::array<double, 6>{}
                                   : (is_outer ? history.strain.back() : history.strain.front()),
            to);
    to.push_back(value(ElementField::energy_density, item));
  }

  float alive(Index item) const { return output_.deleted[item] ? 0.0f : 1.0f; }

 private:
  /// Empty if nothing of it is written.
  ElementHistory history_of(Index item, int n_variables) const {
    if (!layout_.has_strains && n_variables == 0) return {};
    return global_history(now_.elements, now_.domain().model, now_.step.nodes.position, item);
  }
  float value(ElementField field, Index item) const { return output_.fields[std::size_t(field)][item]; }
  std::vector<PointStress> points_of(Index item) const {
    return global_stress(now_.elements, now_.domain().model, now_.step.nodes.position, item);
  }

  const Moment& now_;
  const Layout& layout_;
  ElementOutput output_;
};

/// Rows of `n_words` of a slab of this rank's block; `add(item, words)` appends one for each item of this rank.
/// Collective.
template <class Add>
Words collect_words(const BlockMap& block, std::int64_t slab, int n_words, const Add& add) {
  constexpr int piece_words = 7;
  using Piece = std::array<float, piece_words>;
  const std::size_t n_rows = std::size_t(block.first_of(slab + 1) - block.first_of(slab));
  Words all(n_rows * std::size_t(n_words));
  Words own;  // of this rank's items, in the order of the collect calls
  for (int first = 0; first < n_words; first += piece_words) {
    const int count = std::min(piece_words, n_words - first);
    std::size_t next = std::size_t(first);
    const auto pieces = block.collect_slab<Piece>(slab, [&](Index item) {
      if (first == 0) add(item, own);
      Piece piece{};
      std::copy_n(own.begin() + std::ptrdiff_t(std::exchange(next, next + std::size_t(n_words))), count, piece.begin());
      return piece;
    });
    for (std::size_t r = 0; r < n_rows; ++r)
      std::copy_n(pieces[r].begin(), count, all.begin() + std::ptrdiff_t(r * std::size_t(n_words)) + first);
  }
  return all;
}

/// Block distributions of nodes and elements, by ascending id; beams are followed by springs.
struct Blocks {
  std::vector<std::int64_t> node_places;  ///< [node of the domain]
  BlockMap nodes, solids, beams, shells;

  Blocks(const World& world, const Domain& domain)
      : node_places(places_by_id(world, domain)),
        nodes(map_nodes(world, domain, node_places)),
        solids(map_elements(world, domain, domain.n_global_shells, domain.n_global_solids)),
        beams(map_elements(world, domain, domain.n_global_shells + domain.n_global_solids,
                           domain.n_global_beams + domain.n_global_springs)),
        shells(map_elements(world, domain, 0, domain.n_global_shells)) {}
};

/// Whether user ids exceed 32 bits.
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
  /// Writes a block of rows to its place in an array that starts at a byte offset.
  template <class T>
  static void put_block(SharedFile& file, std::int64_t array, const BlockMap& block, const std::vector<T>& rows) {
    file.put(array + block.first() * std::int64_t(sizeof(T)), std::span<const T>(rows));
  }

  /// Nodes, then the part, in the family's numbering.
  template <int n, class Nodes>
  std::array<std::int32_t, n + 1> connectivity(const Nodes& nodes, Index part) const {
    std::array<std::int32_t, n + 1> words{};
    for (std::size_t k = 0; k < nodes.size(); ++k) words[k] = std::int32_t(blocks_.node_places[nodes[k]]) + 1;
    words[n] = part_numbers_[part];
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
      const Vec3& x = model.nodes.position[i];
      return std::array{float(x.x), float(x.y), float(x.z)};
    });
    const auto solids = blocks_.solids.collect<std::array<std::int32_t, 9>>([&](Index item) {
      const Solid& solid = model.solids[std::size_t(item) - model.first_solid()];
      return connectivity<8>(solid.nodes, solid.part);
    });
    const auto beams =
        blocks_.beams.collect<std::array<std::int32_t, 6>>([&](Index item) { return beam_connectivity(item); });
    const auto shells = blocks_.shells.collect<std::array<std::int32_t, 5>>([&](Index item) {
      const Shell& shell = model.shells[item];
      return connectivity<4>(shell.nodes, shell.part);
    });
    const auto node_ids = blocks_.nodes.collect<std::int32_t>([&](Index i) { return std::int32_t(model.nodes.id[i]); });
    const auto solid_ids = blocks_.solids.collect<std::int32_t>(id_of);
    const auto beam_ids = blocks_.beams.collect<std::int32_t>(id_of);
    const auto shell_ids = blocks_.shells.collect<std::int32_t>(id_of);

    SharedFile file(world_, prefix_ + d3plot_member(domain_.model, 0));
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
      file.finish_writes();
    });
  }

  /// Writes the headers of the mesh file, on root.
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
    for (int copy = 0; copy < 2; ++copy)  // sorted, and in the order of definition: the same here
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

  /// Item kinds are written one after the other to save memory: a block of all is a large share of a rank's data.
  void write_state(const Moment& now) {
    SharedFile file(world_, prefix_ + d3plot_member(domain_.model, n_states_ + 1));
    put_nodes(file, now);
    const ElementValues values(now, layout_);
    const auto put = [&](const BlockMap& block, std::int64_t array, std::int64_t live, int n_words, auto add) {
      put_elements(file, block, {array, live, n_words}, values,
                   [&](Index item, Words& to) { (values.*add)(item, to); });
    };
    put(blocks_.solids, layout_.solid_values(), layout_.live_solids(), layout_.solid_words(),
        &ElementValues::add_solid);
    put(blocks_.beams, layout_.beam_values(), layout_.live_beams(), Layout::beam_words, &ElementValues::add_beam);
    put(blocks_.shells, layout_.shell_values(), layout_.live_shells(), layout_.shell_words(),
        &ElementValues::add_shell);
    const std::vector<float> globals = global_words(now);
    together(world_, [&] {
      if (world_.is_root()) {
        file.put(0, std::span<const float>(globals));
        file.put(layout_.state_end(), std::span<const float>(&Layout::end_mark, 1));
      }
      file.finish_writes();
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

  /// The offset of a kind of elements in a state [bytes], and the words per element.
  struct ElementPlace {
    std::int64_t values, live;
    int n_words;
  };

  /// Slab by slab to save memory: a block of all is a large share of a rank's data.
  template <class Add>
  void put_elements(SharedFile& file, const BlockMap& block, const ElementPlace& place, const ElementValues& values,
                    const Add& add) const {
    for (std::int64_t slab = 0; slab < block.n_slabs(); ++slab) {
      const Words words = collect_words(block, slab, place.n_words, add);
      const Words live = block.collect_slab<float>(slab, [&](Index item) { return values.alive(item); });
      together(world_, [&] {
        file.put(place.values + block.first_of(slab) * place.n_words * Layout::word, std::span<const float>(words));
        file.put(place.live + block.first_of(slab) * Layout::word, std::span<const float>(live));
      });
    }
  }

  /// Time, energies and velocity of the model, and of each part by its number. Collective.
  std::vector<float> global_words(const Moment& now) const {
    const std::vector<PartSum> sums =
        sum_parts(world_, domain_, now.elements, now.mid, now.rows<GivenBody>());
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

  /// The number of states of an earlier run in the family, if its files have been copied here; later ones are removed.
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
        if (!place.earlier.bring(d3plot_member(place.domain.model, member), place.prefix, 0)) usable[0] = 0;
      for (int member = int(usable[0]) + 1;
           std::filesystem::remove(place.prefix + d3plot_member(place.domain.model, member));)
        ++member;
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
