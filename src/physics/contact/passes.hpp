// Slave nodes and segments of contact surfaces, with their thickness, stiffness and friction. A contact has one or two
// passes, in each of which slave nodes of one side are checked against segments of one side (contact_plan.hpp). Every
// rank lists all its nodes of a surface and the segments of its own elements; each search appends the copies sent by
// other ranks (ghosting.hpp). Made once, by make_passes.
#pragma once

#include <algorithm>
#include <array>
#include <span>
#include <tuple>
#include <vector>

#include "base/vec3.hpp"
#include "physics/contact/kept_stiffness.hpp"
#include "physics/contact/surface_constants.hpp"
#include "physics/contact/travel_gauge.hpp"

namespace crumple {

struct ContactSurfaces;  // contact_surfaces.hpp
struct NodeState;        // state/state.hpp

/// History of a slave node's contact with a segment.
struct TouchMemory {
  std::array<Index, 4> face{none, none, none, none};  ///< global numbers of its nodes
  double side = 0;         ///< side to which the node is pushed: 1 front, -1 back (shells only), also after it has been
                           ///< driven through; 0: unknown, as it has only touched the rim
  double offset = 0;       ///< part of the penetration that causes no force, as no motion has caused it [length]
  double penetration = 0;  ///< in the last step [length]
  double energy = 0;       ///< of the spring in the last step [energy]
  KeptStiffness stiffness;  ///< since there has been a force
  Vec3 friction;           ///< force of the tangential spring on the node in the last step [force]
  bool has_pushed = false;  ///< there was a force in the last step, so that crowding.hpp has counted the pair
  bool is_driven_through = false;  ///< the node is on the wrong side of the face
  bool is_beside = false;  ///< it acted only across a fold from another one, see Touch::beside

  bool is_used() const { return face[0] != none; }
};

/// History of a slave node, identical on every rank that evaluates it.
struct SlaveState {
  std::array<TouchMemory, 3> touch;  ///< faces in contact in the last step, nearest first, at most three

  bool is_used() const { return touch[0].is_used(); }
  bool is_driven_through() const {
    return touch[0].is_driven_through || touch[1].is_driven_through || touch[2].is_driven_through;
  }
  const TouchMemory* find(const std::array<Index, 4>& face) const {
    for (const TouchMemory& memory : touch)
      if (memory.is_used() && memory.face == face) return &memory;
    return nullptr;
  }
};

/// Histories of the slave nodes of a pass; stored only for nodes that have been in contact.
class SlaveStates {
 public:
  /// Of any slave.
  const SlaveState& operator[](Index slave) const {
    return place_[slave] == none ? nothing : states_[std::size_t(place_[slave])];
  }
  /// Writable access. Thread-safe for different slaves among those of the last `keep`, for which memory is reserved, so
  /// that no other state moves.
  SlaveState& make_room(Index slave);
  /// Removes the histories of all other slaves and reserves memory for these.
  void keep(const std::vector<Index>& slaves);
  /// New slaves have no history.
  void resize(std::size_t n_slaves) { place_.resize(n_slaves, none); }

 private:
  static const SlaveState nothing;
  std::vector<Index> place_;        ///< [slave] into states_; none: no history
  std::vector<SlaveState> states_;  ///< in the order of first contact
};

/// Entries of Candidates first <= e < last.
struct EntryRange {
  Index first = 0, last = 0;
};

/// Pairs of slave node and segment that may be in contact before the next search, by slave node.
struct Candidates {
  static constexpr Index block_size = 128;  ///< entries that are evaluated together: usually neighbours
  struct Block {
    BlockTravel gauge;              ///< of all nodes of its pairs
    double due = 0;                 ///< travel at which the next entry is due for a check [length]
    std::size_t first_range = 0;    ///< into `ranges`
  };
  std::vector<Block> blocks;        ///< contiguous entries
  std::vector<Index> ranges;        ///< into TravelGauge::ranges: of the nodes of each block
  std::vector<Index> slave;         ///< [entry], into the pass
  std::vector<double> entry_due;    ///< [entry] travel of its block at which its next pair is due [length]
  std::vector<std::uint8_t> remembers;  ///< [entry] 1: the slave has a history; avoids reading Slaves::state
  std::vector<Index> first;         ///< [entry + 1], into the arrays by pair
  std::vector<Index> first_far;     ///< [entry] from here to its own segments: pairs in contact only once the node
                                    ///< has been driven through another face
  std::vector<Index> first_own;     ///< [entry] from here to the next entry: the segments around the node itself
  std::vector<Index> segment;       ///< [pair], into the pass
  std::vector<double> contact_distance;  ///< [pair] half thicknesses of both together [length]
  std::vector<double> range;        ///< [pair] distance up to which the two exert forces [length]
  std::vector<double> due;          ///< [pair] travel of the block before which there is no contact [length]; infinite
                                    ///< for the segments around the node itself
  std::int64_t n_tests = 0;         ///< pairs tested by the search

  Index n_entries() const { return Index(slave.size()); }
  std::span<const Index> ranges_of(std::size_t block) const {
    const std::size_t end = block + 1 < blocks.size() ? blocks[block + 1].first_range : ranges.size();
    return std::span(ranges).subspan(blocks[block].first_range, end - blocks[block].first_range);
  }
  /// The reading of a block's gauge after the last motion [length].
  double travel_of(std::size_t block, const TravelGauge& gauge) {
    return blocks[block].gauge.advanced(gauge, ranges_of(block));
  }
  EntryRange entries_of(std::size_t block) const {
    const Index first = Index(block) * block_size;
    return {first, std::min(n_entries(), first + block_size)};
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
  std::vector<Index> node;  ///< numbers of ContactNodes; local ones ascending
  std::vector<SlaveConstants> constants;
  SlaveStates state;
  static constexpr double not_started = -1e300;
  double depth_unseen = not_started;  ///< assumed penetration of a new touch in the previous step: 0; before the birth
                                      ///< of the contact minus infinity, so that all of it becomes offset [length]
  std::vector<Id> body;             ///< id of the rigid body; 0: none
  std::vector<std::uint8_t> live;   ///< 1: has live elements; inner nodes: and has lost one
  std::vector<double> elements_around_inner;  ///< [local] at the start, of an inner node; 0: takes part from then on;
                                              ///< empty without inner nodes

  Index count() const { return Index(node.size()); }
  void add_copy(Index at, const SlaveConstants& its_constants, const SlaveState& its_state, Id its_body);
  void drop_copies();
  /// The index of a local node among the local slaves; none: it is no slave.
  Index find(Index local_node) const;
};

/// Contact segments, a column for each property: of this rank's elements [0, n_local), then copies.
struct Segments {
  Index n_local = 0;
  std::vector<std::array<Index, 4>> nodes;  ///< numbers of ContactNodes; triangles repeat the third
  std::vector<SegmentConstants> constants;
  std::vector<std::uint8_t> live;           ///< 1: its element is not deleted, and no live solid covers it
  std::vector<Index> shell, solid;          ///< [local] the element behind it
  std::vector<Index> covered_by;            ///< [local] solid, by its number in the whole model

  Index count() const { return Index(nodes.size()); }
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
};

/// Global numbers of a segment's nodes: the face, on every rank and after each search.
std::array<Index, 4> face_of(const Pass& pass, const ContactNodes& nodes, Index segment);

/// Orders the segments of a pass in the same way on every rank and after each search. Only segments listed twice are
/// equal.
std::tuple<std::array<Index, 4>, bool, Id> face_order(const Pass& pass, const ContactNodes& nodes, Index segment);

/// The passes of all contacts of the model, without copies. Constants of nodes on several ranks are made equal by
/// exchange with the sharers. `initial`: with all elements alive. Collective.
std::vector<Pass> make_passes(const World& world, const ContactSurfaces& surfaces, const NodeState& initial);

}  // namespace crumple
