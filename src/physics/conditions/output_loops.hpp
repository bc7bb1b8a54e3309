// The loops that store forces for outputs (nodal_forces.cpp).
#pragma once

#include "physics/state/loop_data.hpp"

namespace crumple {

/// The force on a node of a group, for nodfor.
struct GroupForce {
  Index group = none;     ///< into Output::force_groups
  std::int64_t node = 0;  ///< its id
  Vec3 force;             ///< [force]
};
struct NoteForces {
  static constexpr const char* name = "forces of nodal force groups";
  const Index* node;
  RowsAt force;
  GroupForce* rows;
  CRUMPLE_INLINE void operator()(std::size_t i) const { rows[i].force = force[node[i]]; }
};

using OutputLoops = kernels::Loops<NoteForces>;

}  // namespace crumple
