#include "physics/contact/transducers.hpp"

#include <algorithm>

#include "physics/contact/edge_law.hpp"

namespace crumple {
namespace {

/// One transducer on this rank.
struct Gauge {
  const Contacts& contacts;
  const ForceTransducer& transducer;
  int bit;  ///< of side B in ContactNodes::sides_b

  bool is_mine(Index node) const {
    return node < contacts.nodes.n_local && contacts.domain->owns_node[node] &&
           std::binary_search(transducer.nodes.begin(), transducer.nodes.end(), node);
  }
  bool is_opposite(Index node) const { return !transducer.has_side_b || (contacts.nodes.sides_b_of(node) >> bit & 1); }

  /// What the force of a pair puts on the nodes of side A.
  Vec3 read(const Pass& pass, const PairForce& pair, const Quantum& quantum) const {
    const Index slave = pass.slave_node[pair.slave];
    const std::array<Index, 4>& segment = pass.segment_nodes[pair.segment];
    const Vec3 force = rounded(pair.force, quantum);
    Vec3 sum;
    if (is_mine(slave) && std::ranges::all_of(segment, [&](Index node) { return is_opposite(node); })) sum += force;
    if (is_opposite(slave))
      share_among_corners(pair, force, quantum, [&](int i, const Vec3& part) {
        if (is_mine(segment[i])) sum -= part;
      });
    return sum;
  }

  /// The same of a pair of edges.
  Vec3 read(const EdgeForce& f, const Quantum& quantum) const {
    const auto are_opposite = [&](int edge) {
      return is_opposite(f.nodes[2 * edge]) && is_opposite(f.nodes[2 * edge + 1]);
    };
    const bool counts[2] = {are_opposite(1), are_opposite(0)};
    Vec3 sum;
    share_among_ends(f, rounded(f.force, quantum), quantum, [&](int i, const Vec3& part) {
      if (counts[i / 2] && is_mine(f.nodes[i])) sum += part;
    });
    return sum;
  }

  Vec3 read_all(const Quantum& quantum) const {
    Vec3 sum;
    for (std::size_t p = 0; p < contacts.passes.size(); ++p)
      for (const std::vector<PairForce>& block : contacts.forces[p])
        for (const PairForce& pair : block) sum += read(contacts.passes[p], pair, quantum);
    for (const EdgePairs& pairs : contacts.edges)
      for (const std::vector<EdgeForce>& block : pairs.forces)
        for (const EdgeForce& force : block) sum += read(force, quantum);
    return sum;
  }
};

}  // namespace

std::vector<double> transducer_partials(const Contacts& contacts) {
  std::vector<double> partials;
  int bit = 0;
  for (const ForceTransducer& transducer : contacts.domain->model.transducers) {
    const Vec3 force = Gauge{contacts, transducer, bit}.read_all(contacts.domain->quanta.force);
    partials.insert(partials.end(), {force.x, force.y, force.z});
    bit += transducer.has_side_b;
  }
  return partials;
}

std::vector<ContactForce> transducer_forces(const Contacts& contacts, std::span<const double> sums) {
  std::vector<ContactForce> forces;
  for (const ForceTransducer& transducer : contacts.domain->model.transducers) {
    const Vec3 on_a{sums[3 * forces.size()], sums[3 * forces.size() + 1], sums[3 * forces.size() + 2]};
    forces.push_back({transducer.id, on_a, transducer.has_side_b ? -on_a : Vec3{}, 0});
  }
  return forces;
}

std::vector<std::size_t> ForceTransducers::widths(Exchange exchange) const {
  return std::vector<std::size_t>(exchange == Exchange::interfaces ? contacts_.domain->model.transducers.size() : 0, 3);
}

void ForceTransducers::put(Exchange, StepState&, std::span<double> out) {
  std::ranges::copy(transducer_partials(contacts_), out.begin());
}

void ForceTransducers::take(Exchange, StepState&, std::span<const double> sums) {
  forces_ = transducer_forces(contacts_, sums);
}

void ForceTransducers::add_rows(std::vector<ContactForce>& rows) const {
  rows.insert(rows.end(), forces_.begin(), forces_.end());
}

}  // namespace crumple
