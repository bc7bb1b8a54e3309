// Gauges of relative motion. The range of velocities of all contact nodes on all ranks bounds the relative displacement
// of any two of them since the last search, and so determines when the candidates expire. The velocity ranges of small
// blocks of nodes give a tighter bound for the pairs of a block, whose nodes have similar velocities (BlockTravel).
// Called after each motion.
#pragma once

#include <span>
#include <vector>

#include "physics/contact/block_travel.hpp"
#include "physics/contact/contact_nodes.hpp"
#include "physics/state/state.hpp"

namespace crumple {

struct TravelGauge {
  double margin = 0;        ///< search again when exceeded [length]
  double since_search = 0;  ///< bound of the relative displacement of any two contact nodes since the search [length]
  double since_shapes = 0;  ///< the same since the shapes of solids were recomputed [length]
  double last_step = 0;     ///< their increment in the last step [length]
  bool search_requested = true;
  kernels::RunVector<Index> nodes;       ///< local, whose velocities count: contact by contact, then added ones
  std::vector<std::size_t> first_node;   ///< [contact, and one for those added] into `nodes`; at last their number
  double safety_time = 0;             ///< `last_step` over the width of the range of all velocities [time]
  kernels::RunVector<VelocityRange> ranges;  ///< in the last motion: of blocks of `nodes`, then of blocks of copies
  std::size_t n_local_ranges = 0;     ///< of them, those of `nodes`
  kernels::RunVector<Index> range_of;  ///< [local node] into `ranges`; none: of no contact

  std::size_t n_lists() const { return first_node.size() - 1; }
  std::size_t n_nodes(std::size_t list) const { return first_node[list + 1] - first_node[list]; }
  RangesOfNodes ranges_of() const { return {range_of.data(), Index(range_of.size()), Index(n_local_ranges)}; }
  GaugeAt at() const { return {since_search, last_step, safety_time, ranges.data(), ranges.size()}; }
};

inline constexpr std::size_t n_velocity_extremes = 6;  ///< for each contact
/// Sets the nodes. `contact_of_node`: [local node] the first contact that has it; none: no contact has.
void set_nodes(TravelGauge& gauge, std::size_t n_contacts, std::span<const Index> contact_of_node);
/// Adds a local node that belongs to the contacts on another rank, unless already listed.
void add_node(TravelGauge& gauge, Index node);
/// Sets the ranges of this rank's nodes. Velocities must be those that move the nodes: x(n+1) - x(n) = v dt, rigid
/// bodies to 1 %.
void find_velocity_ranges(TravelGauge& gauge, const NodeState& state, const kernels::StepKernels& kernels);
/// After a wait for the device: {-min, max} of them, of each contact, to be reduced by max over all ranks
/// [length/time].
void velocity_extremes(const TravelGauge& gauge, std::span<double> out);

/// Called after each motion by `dt`, with the reduced extremes.
void advance(TravelGauge& gauge, std::span<const double> extremes_of_all_ranks, double dt);
/// Updates the ranges of copies, once their velocities are those of the last motion.
void update_ranges_of_copies(TravelGauge& gauge, const ContactNodes& nodes);

}  // namespace crumple
