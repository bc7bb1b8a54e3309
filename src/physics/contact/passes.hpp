// Slave nodes and segments of contact surfaces, with their thickness, stiffness and friction. A contact has one or two
// passes, in each of which slave nodes of one side are checked against segments of one side (contact_plan.hpp). Every
// rank lists all its nodes of a surface and the segments of its own elements; each search appends the copies sent by
// other ranks (ghosting.hpp). Made once, by make_passes.
#pragma once

#include <algorithm>
#include <array>
#include <span>
#include <vector>

#include "physics/contact/contact_views.hpp"
#include "physics/contact/travel_gauge.hpp"

namespace crumple {

struct ContactSurfaces;  // contact_surfaces.hpp
struct NodeState;        // state/state.hpp

/// Histories of the slave nodes of a pass.
class SlaveStates {
 public:
  SlaveStates() : states_(1) { *states() = {}; }
  SlaveStatesAt at() { return {place_.data(), states()}; }
  const SlaveState& operator[](Index slave) const { return kernels::first_of(states_)[place_[std::size_t(slave)]]; }
  /// Writable access to that of any slave, for which the others may move.
  SlaveState& make_room(Index slave);
  /// Removes the histories of all other slaves and reserves a place for each of these, the entries of Candidates. Waits
  /// for the device.
  void keep(std::span<const Index> slaves);
  /// New slaves have no history.
  void resize(std::size_t n_slaves) { place_.resize(n_slaves, 0); }

 private:
  SlaveState* states() { return kernels::first_of(states_); }

  kernels::RunVector<Index> place_;
  kernels::RunVector<kernels::RoomFor<SlaveState>> states_;
};

/// Pairs of slave node and segment that may be in contact before the next search, by slave node.
struct Candidates {
  kernels::RunVector<CandidateBlock> blocks;   ///< contiguous entries
  kernels::RunVector<Index> ranges;            ///< into TravelGauge::ranges: of the nodes of each block
  kernels::RunVector<Index> slave;             ///< [entry], into the pass
  kernels::RunVector<double> entry_due;        ///< [entry] travel of its block at which its next pair is due [length]
  kernels::RunVector<std::uint8_t> remembers;  ///< [entry] 1: the slave has a history; avoids reading Slaves::state
  kernels::RunVector<Index> first;             ///< [entry + 1], into the arrays by pair
  kernels::RunVector<Index> first_far;  ///< [entry] from here to its own segments: pairs in contact only once the node
                                        ///< has been driven through another face
  kernels::RunVector<Index> first_own;  ///< [entry] from here to the next entry: the segments around the node itself
  kernels::RunVector<Index> segment;    ///< [pair], into the pass
  kernels::RunVector<double> contact_distance;  ///< [pair] half thicknesses of both together [length]
  kernels::RunVector<double> range;             ///< [pair] distance up to which the two exert forces [length]
  kernels::RunVector<double> due;  ///< [pair] travel of the block before which there is no contact [length]; infinite
                                   ///< for the segments around the node itself
  Index n_found = 0;               ///< pairs found by the search

  Index n_entries() const { return Index(slave.size()); }
  std::span<const Index> ranges_of(std::size_t block) const {
    return std::span(ranges).subspan(blocks[block].first_range, blocks[block].last_range - blocks[block].first_range);
  }
  /// The reading of a block's gauge after the last motion [length].
  double travel_of(std::size_t block, const GaugeAt& gauge) {
    const std::span<const Index> of_block = ranges_of(block);
    return blocks[block].gauge.advanced(gauge, of_block.data(), of_block.data() + of_block.size());
  }
  EntryRange entries_of(std::size_t block) const {
    const Index first = Index(block) * block_size;
    return {first, std::min(n_entries(), first + block_size)};
  }
  CandidatesAt at() {
    return {slave.data(),     entry_due.data(), remembers.data(),        first.data(), first_far.data(),
            first_own.data(), segment.data(),   contact_distance.data(), range.data(), due.data()};
  }
  CandidateColumns columns() {
    return {slave.data(),   first.data(),            first_far.data(), first_own.data(), segment.data(),
            contact_distance.data(), range.data(), due.data(),       entry_due.data(), remembers.data()};
  }
  /// Makes room for entries, and for the numbers of their pairs in `first`, which are 0 at first.
  void resize_entries(std::size_t n) {
    slave.resize(n);
    first.resize(n + 1);
    first_far.resize(n);
    first_own.resize(n);
    entry_due.resize(n);
    remembers.resize(n);
  }
  void resize_pairs(std::size_t n) {
    segment.resize(n);
    contact_distance.resize(n);
    range.resize(n);
    due.resize(n);
  }
};

/// Slave nodes, a column for each property: this rank's [0, n_local), then copies.
struct Slaves {
  Index n_local = 0;
  kernels::RunVector<Index> node;  ///< numbers of ContactNodes; local ones ascending
  kernels::RunVector<SlaveConstants> constants;
  SlaveStates state;
  static constexpr double not_started = -1e300;
  double depth_unseen = not_started;  ///< assumed penetration of a new touch in the previous step: 0; before the birth
                                      ///< of the contact minus infinity, so that all of it becomes offset [length]
  kernels::RunVector<Id> body;            ///< id of the rigid body; 0: none
  kernels::RunVector<std::uint8_t> live;  ///< 1: has live elements; inner nodes: and has lost one
  std::vector<double> elements_around_inner;  ///< [local] at the start, of an inner node; 0: takes part from then on;
                                              ///< empty without inner nodes

  Index count() const { return Index(node.size()); }
  SlavesAt at() { return {node.data(), constants.data(), state.at(), depth_unseen}; }
  void add_copy(Index at, const SlaveConstants& its_constants, const SlaveState& its_state, Id its_body);
  void drop_copies();
  /// The index of a local node among the local slaves; none: it is no slave.
  Index find(Index local_node) const;
};

/// Contact segments, a column for each property: of this rank's elements [0, n_local), then copies.
struct Segments {
  Index n_local = 0;
  kernels::RunVector<SegmentNodes> nodes;  ///< numbers of ContactNodes; triangles repeat the third
  kernels::RunVector<SegmentConstants> constants;
  kernels::RunVector<std::uint8_t> live;  ///< 1: its element is not deleted, and no live solid covers it
  std::vector<Index> shell, solid;  ///< [local] the element behind it
  std::vector<Index> covered_by;    ///< [local] solid, by its number in the whole model

  Index count() const { return Index(nodes.size()); }
  SegmentsAt at() const { return {nodes.data(), constants.data()}; }
  void add_copy(const std::array<Index, 4>& its_nodes, const SegmentConstants& its_constants);
  void drop_copies();
};

/// Nodes of one side of a contact against segments of one side.
struct Pass {
  Index contact = none;      ///< into Model::contacts
  bool slaves_are_a = true;  ///< or of side B
  Slaves slaves;
  Segments segments;
  Candidates candidates;

  PassAt at() { return {slaves.at(), segments.at(), candidates.at()}; }
};

/// The passes of all contacts of the model, without copies. Constants of nodes on several ranks are made equal by
/// exchange with the sharers. `initial`: with all elements alive. Collective.
std::vector<Pass> make_passes(const World& world, const ContactSurfaces& surfaces, const NodeState& initial);

}  // namespace crumple
