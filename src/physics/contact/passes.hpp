// What contact knows of nodes and segments: who they are, how thick, how stiff, how rough. A contact is one or two
// passes, each with slave nodes that are checked against segments: single_surface A on A; surface_to_surface A on B and
// B on A; nodes_to_surface A on B. Every rank lists all its nodes of a surface and the segments of its own elements;
// each search appends the copies that other ranks send (ghosting.hpp). Made once, by make_passes.
// Source of the stiffness: LS-DYNA Theory Manual (Hallquist 2006), 26.3, eqs. 26.8-26.9.
#pragma once

#include <array>
#include <vector>

#include "comm/ghosts.hpp"
#include "comm/world.hpp"
#include "kernels/step/interface.hpp"
#include "physics/state/domain.hpp"
#include "physics/state/state.hpp"

namespace crumple {

/// Coulomb friction mu = dynamic + (static - dynamic) exp(-decay |v|).
struct Friction {
  double at_rest = 0, sliding = 0;  ///< [1]
  double decay = 0;                 ///< [time/length]
};

struct SlaveConstants {
  double half_thickness = 0;  ///< of the thickest shell around the node [length]; 0: solids only
  double stiffness = 0;       ///< of the stiffest element around the node, SLSFAC and SFS applied [force/length]
  Friction friction;          ///< the largest of the parts around the node
};

/// Part of a solid's present height to which its faces hold a node: less than half, so that a node in front of a face is
/// never taken for one that has come through the opposite face.
inline constexpr double depth_of_height = 0.3;

struct SegmentConstants {
  double half_thickness = 0;  ///< [length]; 0 for faces of solids
  double stiffness = 0;       ///< SLSFAC SFS K A/diagonal (shell) or SLSFAC SFS K A^2/V (solid) [force/length]
  double depth = 0;           ///< solids: penetration beyond which a node is not in contact; 0: a shell, two-sided [length]
  double depth_at_start = 0;  ///< [length]
  Friction friction;
  Id part = 0, element = 0;   ///< ids in the deck
  Id body = 0;                ///< id of the rigid body that all nodes belong to; 0: none
  std::array<Index, 4> opposite{none, none, none, none};  ///< global numbers of the solid's other nodes
};

/// What a slave node remembers. Every rank that evaluates the node computes the same.
struct SlaveState {
  static constexpr double not_started = 1e300;
  Vec3 friction;                ///< force of the tangential spring on the node in the last step [force]
  double offset = not_started;  ///< penetration that no motion has brought about and that is left, forgiven [length]
  double penetration = 0;       ///< of the deepest touch in the last step [length]
};

/// Pairs of slave node and segment that may touch before the next search, by slave node.
struct Candidates {
  std::vector<Index> slave;         ///< [entry], into the pass
  std::vector<double> entry_due;    ///< [entry] travel from which on any pair needs a look [length]
  std::vector<Index> first;         ///< [entry + 1], into the arrays by pair
  std::vector<Index> segment;       ///< [pair], into the pass
  std::vector<double> contact_distance;  ///< [pair] half thicknesses of both together [length]
  std::vector<double> range;        ///< [pair] distance up to which the two exert forces [length]
  std::vector<double> due;          ///< [pair] travel before which the two can't touch [length]; infinite for the
                                    ///< segments around the node itself
  std::int64_t n_tests = 0;         ///< pairs that the search looked at

  Index n_entries() const { return Index(slave.size()); }
};

/// The nodes that contact sees on this rank: the domain's [0, n_local), then copies of other ranks' nodes.
struct ContactNodes {
  static constexpr int ghost_stride = 8;  ///< x, v, mass, sides B: one cache line
  struct alignas(64) GhostRow {
    double values[ghost_stride];
  };
  const double* x = nullptr;              ///< rows of four: NodeState::position
  const double* v = nullptr;              ///< NodeState::velocity
  const double* m = nullptr;              ///< NodeState::own_mass
  const kernels::StepKernels* kernels = nullptr;
  Index n_local = 0;
  std::vector<Index> global;         ///< [node] number in the whole model; local nodes (ascending), then ghosts
  std::vector<Id> body;              ///< [local node] id of its rigid body; 0: none
  std::vector<double> sides_b;       ///< [local node] bit k, of a whole number: it is on side B of the k-th force
                                     ///< transducer that has one; empty if none has
  std::vector<GhostRow> ghosts;      ///< [ghost]

  void look_at(const NodeState& state) {
    x = state.position.data(), v = state.velocity.data(), m = state.own_mass.data();
    kernels = state.kernels;
  }
  const double* ghost(Index i) const { return ghosts[std::size_t(i - n_local)].values; }
  double* ghost_values() { return ghosts.empty() ? nullptr : ghosts.data()->values; }
  kernels::ContactRows rows() const {
    return {x, ghosts.empty() ? nullptr : ghosts.data()->values, n_local, ghost_stride};
  }
  Vec3 position(Index i) const {
    const double* row = i < n_local ? x + std::ptrdiff_t(i) * 4 : ghost(i);
    return {row[0], row[1], row[2]};
  }
  Vec3 velocity(Index i) const {
    const double* row = i < n_local ? v + std::ptrdiff_t(i) * 4 : ghost(i) + 3;
    return {row[0], row[1], row[2]};
  }
  double mass(Index i) const { return i < n_local ? m[i] : ghost(i)[6]; }
  std::uint64_t sides_b_of(Index i) const {
    return sides_b.empty() ? 0 : std::uint64_t(i < n_local ? sides_b[i] : ghost(i)[7]);
  }
};

/// Contact of nodes with segments in one direction. Entries from `n_local_...` on are copies that last until the next
/// search.
struct Pass {
  Index contact = none;      ///< into Model::contacts
  bool slaves_are_a = true;  ///< or of side B
  Index n_local_slaves = 0, n_local_segments = 0;

  std::vector<Index> slave_node;        ///< numbers of ContactNodes
  std::vector<SlaveConstants> slave;
  std::vector<SlaveState> state;
  std::vector<Id> slave_body;           ///< id of the rigid body; 0: none
  std::vector<std::uint8_t> slave_live; ///< 1: has elements that are not deleted; of inner nodes: and has lost one
  std::vector<double> elements_around_inner;  ///< [local slave] at the start, of an inner node; 0: takes part from then on

  std::vector<std::array<Index, 4>> segment_nodes;  ///< numbers of ContactNodes; triangles repeat the third
  std::vector<SegmentConstants> segment;
  std::vector<std::uint8_t> segment_alive;  ///< 1: its element is not deleted, and no live solid covers it
  std::vector<Index> shell, solid;          ///< [local segment] the element behind it
  std::vector<Index> covered_by;            ///< [local segment] solid, by its number in the whole model

  Candidates candidates;
};

inline bool is_triangle(const std::array<Index, 4>& nodes) { return nodes[2] == nodes[3]; }
inline bool contains(const std::array<Index, 4>& nodes, Index node) {
  return nodes[0] == node || nodes[1] == node || nodes[2] == node || nodes[3] == node;
}
inline std::array<Vec3, 4> corners_of(const ContactNodes& nodes, const std::array<Index, 4>& segment) {
  return {nodes.position(segment[0]), nodes.position(segment[1]), nodes.position(segment[2]),
          nodes.position(segment[3])};
}

/// Local numbers, global numbers and rigid bodies of the domain's nodes.
ContactNodes make_contact_nodes(const Domain& domain, const NodeState& state);

/// The passes of all contacts of the model, without ghosts. Constants of nodes on several ranks are made equal by
/// exchange with the sharers. `initial`: with all elements alive. Collective.
std::vector<Pass> make_passes(const World& world, const Domain& domain, const ContactNodes& nodes,
                              const NodeState& initial);

}  // namespace crumple
