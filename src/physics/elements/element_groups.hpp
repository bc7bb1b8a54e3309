// The elements of a rank in blocks for the kernels: one group per element formulation and material law. Within a group
// blocks that touch shared nodes come first, then by part; a block holds elements of one part in the order of their
// nodes along the space-filling curve.
#pragma once

#include <Kokkos_Core.hpp>
#include <array>
#include <vector>

#include "kernels/interface.hpp"
#include "physics/elements/beams.hpp"
#include "physics/elements/element_constants.hpp"
#include "physics/state/domain.hpp"
#include "physics/state/state.hpp"

namespace crumple {

template <class T> using Array = Kokkos::View<T*, Kokkos::HostSpace>;

/// Blocks first <= b < last of a group.
struct BlockRange {
  std::size_t group = 0;
  int first = 0, last = 0;
};

/// Which blocks run at once: [turn][thread] the ranges of a thread; in a turn no two threads touch the same node. The
/// first turn has nearly all: each thread takes the elements around the nodes that are its own in other loops too.
using Schedule = std::vector<std::vector<std::vector<BlockRange>>>;

template <class Real> struct ElementGroup {
  static constexpr int lanes = kernels::block_lanes<Real>;

  const kernels::Kernel<Real>* kernel = nullptr;
  bool shell = true;
  bool no_stress = false;  ///< rigid or null, only for mass: no forces, no time step
  bool can_fail = false;  ///< some part has a failure strain or may be eroded
  int n_blocks = 0;
  int n_boundary_blocks = 0;      ///< the first ones; they touch shared nodes
  std::vector<Index> element;     ///< [b][lane], shell or solid of the model; none: padding
  std::vector<double> lane_mass;  ///< [b][lane] with added mass; 0: padding [mass]
  std::vector<std::uint8_t> was_alive;  ///< [b][lane] at the last look for deletions

  // Arrays of kernels::ElementBlocks, see there.
  Array<std::int32_t> nodes, part;
  Array<std::int64_t> history_start;
  Array<Real> history, thickness, reference_volume, mass_scale, alive, internal_energy, hourglass_energy, dt;
  const kernels::PartConstants* parts = nullptr;

  kernels::ElementBlocks<Real> blocks() const;
  int n_lanes() const { return n_blocks * lanes; }
  Index node(int lane_index, int slot) const {
    const int b = lane_index / lanes, lane = lane_index % lanes;
    return nodes((std::int64_t(b) * kernel->nodes_per_element + slot) * lanes + lane);
  }
  Index part_of(int lane_index) const { return part(lane_index / lanes); }
  Id element_id(const Model& model, int lane_index) const {
    const Index e = element[lane_index];
    return shell ? model.shells[e].id : model.solids[e].id;
  }
};

template <class Real> struct Elements {
  ElementConstants constants;
  std::vector<ElementGroup<Real>> groups;
  /// [shells, solids] of all groups with stress: blocks that touch shared nodes, and the others.
  std::array<Schedule, 2> boundary, interior;
  Beams beams;
};

/// Groups all elements of the domain and sets their thickness and reference volume. Errors: a formulation or law that
/// the kernels lack, naming the part.
template <class Real>
Elements<Real> make_elements(const Domain& domain, const kernels::KernelTable& table, const NodeState& state);

/// The rows the kernels read and add to.
kernels::NodeRows node_rows(const NodeState& state, const Quanta& quanta);

}  // namespace crumple
