// Counts of excessive penetrations, and the record of a run. Merged over nodes, ranks and times, always in the same
// order. Called by the counts for contacts (penetration.hpp) and for rigid walls (walls/wall_penetration.hpp).
#pragma once

#include <cstdint>
#include <vector>

#include "model/mesh.hpp"

namespace crumple {

class World;  // comm/world.hpp

/// Penetrations of a contact (penetration.hpp) or a rigid wall (walls/wall_penetration.hpp) at one time; over all
/// ranks.
struct PenetrationCount {
  Id id = 0;                   ///< of the contact or wall
  std::int64_t n_nodes = 0;    ///< checked: slaves with live elements, nodes of a wall
  std::int64_t n_deep = 0;     ///< too deep
  std::int64_t n_limited = 0;  ///< with a contact whose stiffness is limited (PairStiffness)
  double share = 0;            ///< depth of the deepest node in the distance over which its pair acts; 0: none, a wall
  double depth = 0;            ///< the same [length]
  Id node = 0, part = 0;       ///< the deepest; part of the face that it is in, 0 for a wall
};

/// All contacts and walls at one time, in the order of the model.
struct PenetrationCounts {
  std::vector<PenetrationCount> contacts, walls;
  double contact_dt = 0;  ///< smallest over the nodes in contact, 2 / sqrt(frequency bound) [time]; 0: none
  Id contact_dt_node = 0;
};

/// The extremes over the run.
struct PenetrationRecord {
  PenetrationCount last, worst, deepest;  ///< at the last time; with most nodes too deep; with the deepest node
  double worst_time = 0, deepest_time = 0;  ///< [time]
  std::int64_t most_limited = 0;
};
struct PenetrationRecords {
  std::vector<PenetrationRecord> contacts, walls;
  std::int64_t most_deep = 0;  ///< contact nodes too deep in all contacts together at the worst time
  double contact_dt = 0, contact_dt_time = 0;  ///< minimum over the run, and its time [time]; 0: no contact
  Id contact_dt_node = 0;
};

/// Keeps in `to` the deeper node of the two: by share, then by depth; ties go to the smaller id.
void keep_deepest(const PenetrationCount& from, PenetrationCount& to);

/// Adds the nodes of `from`, of the same contact or wall, to `to`.
void merge(const PenetrationCount& from, PenetrationCount& to);

/// Each rank's counts, concatenated and merged on root. Collective.
void gather_counts(const World& world, std::vector<PenetrationCount>& counts);

/// Adds the counts at `time` [time] to those of the run. On root.
void note(const PenetrationCounts& counts, double time, PenetrationRecords& records);

}  // namespace crumple
