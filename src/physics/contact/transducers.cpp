#include "physics/contact/transducers.hpp"

#include <algorithm>

#include "physics/contact/contact.hpp"
#include "physics/contact/contact_force.hpp"
#include "physics/contact/pairing.hpp"

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

  bool is_opposite(const PairForce& pair, SideOfPair side) const {
    for (int i = side.first; i < side.last; ++i)
      if (!is_opposite(pair.node[i])) return false;
    return true;
  }

  /// The force of a pair on the nodes of side A.
  RoundedVec3 read(const PairForce& pair, const Quantum& quantum) const {
    const RoundedVec3 force = rounded(pair.force, quantum);
    RoundedVec3 sum;
    if (is_opposite(pair, pair.second()))
      share_among(pair, pair.first(), force, quantum, [&](int i, const RoundedVec3& part) {
        if (is_mine(pair.node[i])) sum += part;
      });
    if (is_opposite(pair, pair.first()))
      share_among(pair, pair.second(), force, quantum, [&](int i, const RoundedVec3& part) {
        if (is_mine(pair.node[i])) sum -= part;
      });
    return sum;
  }

  RoundedVec3 read_all(const Quantum& quantum) const {
    RoundedVec3 sum;
    for (const auto& pairing : contacts.pairings)
      for (const PairForce& pair : pairing->forces) sum += read(pair, quantum);
    return sum;
  }
};

}  // namespace

void put_transducer_sums(const Contacts& contacts, SumShare& share) {
  int bit = 0;
  for (const ForceTransducer& transducer : contacts.domain->model.transducers) {
    share.put(Gauge{contacts, transducer, bit}.read_all(contacts.domain->quanta.force));
    bit += transducer.has_side_b;
  }
}

std::vector<ContactForce> transducer_forces(const Contacts& contacts, std::span<const double> sums) {
  std::vector<ContactForce> forces;
  for (const ForceTransducer& transducer : contacts.domain->model.transducers) {
    const Vec3 on_a{sums[3 * forces.size()], sums[3 * forces.size() + 1], sums[3 * forces.size() + 2]};
    forces.push_back({transducer.id, on_a, transducer.has_side_b ? -on_a : Vec3{}, 0});
  }
  return forces;
}

ForceTransducers::ForceTransducers(const Contacts& contacts) : contacts_(contacts) {}
ForceTransducers::~ForceTransducers() = default;

std::vector<std::size_t> ForceTransducers::widths(Reduction reduction) const {
  const bool takes_part = reduction == Reduction::interfaces;
  return std::vector<std::size_t>(takes_part ? contacts_.domain->model.transducers.size() : 0, 3);
}

void ForceTransducers::put_sums(Reduction, SumShare& share) { put_transducer_sums(contacts_, share); }

void ForceTransducers::take(Reduction, StepState&, std::span<const double> sums) {
  forces_ = transducer_forces(contacts_, sums);
}

void ForceTransducers::add_rows(std::vector<ContactForce>& rows) const {
  rows.insert(rows.end(), forces_.begin(), forces_.end());
}

}  // namespace crumple
