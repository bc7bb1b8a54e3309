// Packed elements in blocks for the kernels: one group per element formulation and material law. Within a group blocks
// with shared nodes come first, then blocks by part; a block holds elements of one part, and of one section, in the
// order of their nodes along the space-filling curve. Made at set-up by packed_elements.
#pragma once

#include <vector>

#include "kernels/prepared_parts.hpp"
#include "physics/elements/element_constants.hpp"
#include "physics/elements/families.hpp"
#include "physics/elements/material_axes.hpp"
#include "physics/elements/packed_kinds.hpp"
#include "physics/state/domain.hpp"
#include "physics/state/state.hpp"

namespace crumple {

template <class T> using Array = RunView<T*>;

/// The history of one lane: every `stride`-th value from `first`.
template <class Real> struct LaneHistory {
  Real* first = nullptr;
  int count = 0, stride = 1;
  Real& operator[](int i) const { return first[std::int64_t(i) * stride]; }
};

constexpr int first_eroded_strain = 2;  // ErosionFields::strain of kernels/erosion.hpp

template <class Real> struct ElementGroup {
  static constexpr int lanes = kernels::block_lanes<Real>;

  const kernels::Kernel<Real>* kernel = nullptr;
  bool no_stress = false;  ///< rigid, held or null: no forces, no time step
  bool held = false;       ///< of parts that are deformable in other stages: stress and history are frozen
  bool can_fail = false;   ///< some part has a failure strain or may be eroded
  bool is_damped = false;  ///< some part has stiffness damping
  std::vector<Index> entries;  ///< of ElementConstants, those of its blocks
  int n_blocks = 0;
  int n_boundary_blocks = 0;            ///< the first ones; they have shared nodes
  std::vector<Index> element;           ///< [b][lane], shell or solid of the model; none: padding
  std::vector<double> lane_mass;        ///< [b][lane] with added mass; 0: padding [mass]
  std::vector<double> own_mass;         ///< [b][lane] without added mass [mass]
  std::vector<double> lane_inertia;     ///< [b][lane] rotational, of each node, shells only [mass length^2]
  kernels::RunVector<std::uint8_t> was_alive;  ///< [b][lane] at the last check for deletions

  // Arrays of kernels::ElementBlocks, see there.
  Array<std::int32_t> nodes, part;  ///< `part`: an entry of ElementConstants
  Array<std::int64_t> history_start;
  Array<Real> history, thickness, reference_volume, mass_scale, alive, internal_energy, hourglass_energy, dt;
  Array<Real> axes;  ///< empty if no part has layers with axes
  const ElementConstants* constants = nullptr;
  kernels::PreparedParts prepared;  ///< the same, as the kernel reads them

  kernels::ElementBlocks<Real> blocks() const;
  int n_lanes() const { return n_blocks * lanes; }
  int n_nodes() const { return kernel->nodes_per_element; }
  /// Of a lane's element at its node `slot` [mass].
  double mass_at(int lane_index, int slot) const {
    const double mass = lane_mass[std::size_t(lane_index)];
    if (n_nodes() != 10) return mass / n_nodes();
    return mass * (slot < 4 ? Solid::corner_share : Solid::side_share);
  }
  Index node(int lane_index, int slot) const {
    const int b = lane_index / lanes, lane = lane_index % lanes;
    return nodes((std::int64_t(b) * n_nodes() + slot) * lanes + lane);
  }
  const kernels::PartConstants& constants_of(int lane_index) const {
    return constants->entries[std::size_t(part(lane_index / lanes))];
  }
  Index part_of_block(int block) const { return constants->part[std::size_t(part(block))]; }
  Index part_of(int lane_index) const { return part_of_block(lane_index / lanes); }
  /// Of shells: the area of the quadrilateral, or twice that of a triangle. The rotational inertia is proportional to
  /// it, so that rotations do not limit the step [length^2].
  double area_of_inertia(int lane_index, double thickness_at_start) const {
    return (n_nodes() == 3 ? 2 : 1) * double(reference_volume(lane_index)) / thickness_at_start;
  }
  int n_layers(int lane_index) const { return constants_of(lane_index).section.n_layers; }
  /// From x of the element's frame to the axis a of a layer; along x without material axes.
  Direction angle_of(int lane_index, int layer) const;
  int n_points() const { return kernel->layout.points; }
  int n_history(int lane_index) const;
  /// Where the history of additions to a material law begins.
  int first_added(int lane_index) const;

  /// The whole history of an element; its stresses in a layer at a point; its material history there, beginning with
  /// the plastic strain.
  LaneHistory<Real> history_of(int lane_index) const;
  LaneHistory<Real> stress(int lane_index, int layer, int point) const;
  LaneHistory<Real> material_history(int lane_index, int layer, int point) const;
  /// The strain for erosion: xx, yy, zz, xy, yz, zx, engineering shears [1]; empty where it is not kept.
  LaneHistory<Real> strain(int lane_index, int layer, int point) const;
};

/// Groups all elements of a kind and sets their thickness, reference volume and mass. Errors: a formulation or law
/// without a kernel, naming the part.
template <class Real> std::vector<ElementGroup<Real>> make_groups(const FamilyInput& input, const PackedKind& kind);

/// The nodal rows that the kernels read and add to.
kernels::NodeRows node_rows(const NodeState& state, const Quanta& quanta);

}  // namespace crumple
