// What physics hands to output. Local arrays belong to this rank's elements; sums are global and the same on all ranks.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "base/vec3.hpp"
#include "model/model.hpp"

namespace crumple {

/// Values of elements that states show.
enum class ElementField : std::uint8_t {
  plastic_strain,  ///< effective, largest over the layers [1]
  von_mises,       ///< largest over the layers [force/area]
  thickness,       ///< of shells [length]
  axial_force,     ///< of beams, tension positive [force]
};
inline constexpr std::array element_field_names{"plastic_strain", "von_mises", "thickness", "axial_force"};

/// Of the local model for a state: shells first, then solids, then beams, in the order of the model. A family of elements
/// sets the fields that it has; the others are 0.
struct ElementOutput {
  std::array<std::vector<float>, element_field_names.size()> fields;  ///< [field][element]
  std::vector<std::uint8_t> deleted;                                  ///< 1: not to be drawn; its other values are 0

  explicit ElementOutput(std::size_t n_elements) : deleted(n_elements, 0) {
    for (std::vector<float>& field : fields) field.assign(n_elements, 0.0f);
  }
  std::vector<float>& operator[](ElementField field) { return fields[std::size_t(field)]; }
};

/// Sums over the elements and nodes of a part, for matsum.
struct PartSum {
  double internal = 0, kinetic = 0, hourglass = 0;   ///< [energy]
  double eroded_internal = 0, eroded_kinetic = 0;    ///< [energy]
  Vec3 momentum;                                     ///< [mass length/time]
  Vec3 rigid_velocity;                               ///< momentum / mass [length/time]
  double mass = 0;
};

/// Work that contact has taken so far [energy].
struct SlidingEnergy {
  double total = 0;     ///< from both sides
  double of_a = 0;      ///< from side A; all of it where a surface meets itself
  double friction = 0;  ///< the part of the total that friction has taken
  SlidingEnergy& operator+=(const SlidingEnergy& other) {
    total += other.total, of_a += other.of_a, friction += other.friction;
    return *this;
  }
};

/// A contact, for rcforc and sleout: the force ON the nodes of each side, and energy, summed over all ranks.
struct ContactForce {
  Id contact = 0;
  Vec3 a, b;  ///< [force]
  SlidingEnergy energy;
};

/// What a spot weld carries, for swforc.
struct WeldForce {
  Id weld = 0;
  bool is_beam = false;  ///< else *CONSTRAINED_SPOTWELD
  bool failed = false;
  double axial = 0, shear = 0;      ///< tension positive; resultant [force]
  double bending = 0, torsion = 0;  ///< of beams: resultant; about the axis [force length]
  double length = 0;                ///< of beams [length]
  double failure_time = 0;          ///< of beams that have failed [time]
};

/// How deep the nodes of a contact or behind a rigid wall are at one time (contact/penetration.hpp); over all ranks.
struct PenetrationCount {
  Id id = 0;                   ///< of the contact or wall
  std::int64_t n_nodes = 0;    ///< that it holds: slaves with live elements, nodes that the wall watches
  std::int64_t n_deep = 0;     ///< too deep
  std::int64_t n_limited = 0;  ///< with a touch whose stiffness is cut by the limit
  double share = 0;            ///< depth of the deepest node in the distance over which its pair acts; 0: none, or a wall
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

/// The time step that side A or B of a contact would bear by itself (contact/surface_steps.hpp).
struct SurfaceStep {
  Id contact = 0;
  bool is_a = true;
  double dt = 0;          ///< [time]; 0: its stiffness follows from the time step (SOFT = 2), or there are no masses
  Id node = 0, part = 0;  ///< that decides; the part with the smallest number around it
};

/// A rigid wall's reaction, for rwforc: the force the nodes exert on the wall.
struct WallForce {
  Id wall = 0;
  double normal = 0;  ///< [force]
  Vec3 force;         ///< [force]
  double energy = 0;  ///< taken from the nodes so far [energy]
};

}  // namespace crumple
