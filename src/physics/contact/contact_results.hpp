// What contact hands to outputs: forces and energies of interfaces, how deep nodes are, time steps of surfaces, what a
// contact costs a rank. Plain values without the rest of contact, for io and app; walls use the counts of depth, too.
#pragma once

#include <cstdint>
#include <vector>

#include "base/vec3.hpp"
#include "model/mesh.hpp"

namespace crumple {

/// Work that contact has taken so far [energy].
struct SlidingEnergy {
  double total = 0;     ///< from both sides
  double of_a = 0;      ///< from side A; all of it where a surface meets itself
  double friction = 0;  ///< the part of the total that friction has taken
  SlidingEnergy& operator+=(const SlidingEnergy& other) {
    total += other.total;
    of_a += other.of_a;
    friction += other.friction;
    return *this;
  }
};

/// A contact, for rcforc and sleout: the force ON the nodes of each side, and energy, summed over all ranks.
struct ContactForce {
  Id contact = 0;
  Vec3 a, b;  ///< [force]
  SlidingEnergy energy;
};

/// How deep the nodes of a contact (penetration.hpp) or behind a rigid wall (walls/wall_penetration.hpp) are at one
/// time; over all ranks.
struct PenetrationCount {
  Id id = 0;                   ///< of the contact or wall
  std::int64_t n_nodes = 0;    ///< that it holds: slaves with live elements, nodes that the wall watches
  std::int64_t n_deep = 0;     ///< too deep
  std::int64_t n_limited = 0;  ///< with a touch whose stiffness is cut by the limit
  double share = 0;            ///< depth of the deepest node in the distance over which its pair acts; 0: none, a wall
  double depth = 0;            ///< the same [length]
  Id node = 0, part = 0;       ///< the deepest; part of the face that it is in, 0 for a wall
};

/// All contacts and walls at one time, in the order of the model.
struct PenetrationCounts {
  std::vector<PenetrationCount> contacts, walls;
  double contact_dt = 0;   ///< smallest over the nodes in touch, 2 / sqrt(sum of 2 k w / m) [time]; 0: none in touch
  Id contact_dt_node = 0;
};

/// What was found over the run.
struct PenetrationRecord {
  PenetrationCount last, worst, deepest;  ///< at the last look; with most nodes too deep; with the deepest node
  double worst_time = 0, deepest_time = 0;  ///< [time]
  std::int64_t most_limited = 0;
};
struct PenetrationRecords {
  std::vector<PenetrationRecord> contacts, walls;
  std::int64_t most_deep = 0;  ///< contact nodes too deep in all contacts together at the worst time
  double contact_dt = 0, contact_dt_time = 0;  ///< the smallest, and when [time]; 0: nothing has touched
  Id contact_dt_node = 0;
};

/// CPU time of a contact on this rank [s].
struct ContactSeconds {
  double forces = 0;  ///< of the first thread
  double search = 0;
};

/// What a contact holds on one rank at the end of a run, and what it has taken.
struct ContactLoad {
  double nodes = 0, faces = 0;              ///< slaves that the rank owns, segments of its elements
  double ghost_nodes = 0, ghost_faces = 0;  ///< copies of other ranks' at the last search
  double pairs = 0, touches = 0;            ///< candidates of the last search, pairs with a force in the last step
  ContactSeconds seconds;
};

/// The time step that side A or B of a contact would allow by itself (surface_steps.hpp).
struct SurfaceStep {
  Id contact = 0;
  bool is_a = true;
  double dt = 0;          ///< [time]; 0: its stiffness follows from the time step (SOFT = 2), or there are no masses
  Id node = 0, part = 0;  ///< that decides; the part with the smallest number around it
};

}  // namespace crumple
