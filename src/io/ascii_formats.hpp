// The texts of LS-DYNA's ASCII databases, to the column, because users' scripts read them. Pure functions from results
// to text, each in its database's file (io/databases), which puts it to use. Source: the formats of LSTC's own extractor for binary databases.
#pragma once

#include <span>
#include <string>
#include <utility>
#include <vector>

#include "io/run_info.hpp"
#include "physics/contact/contact_results.hpp"
#include "physics/state/results.hpp"
#include "physics/state/state.hpp"
#include "physics/walls/wall_force.hpp"

namespace crumple {

/// A node of *DATABASE_HISTORY_NODE at one time.
struct NodeHistory {
  Id node = 0;
  Vec3 displacement;  ///< [length]
  Vec3 velocity;      ///< [length/time]
  Vec3 acceleration;  ///< [length/time^2]
  Vec3 position;      ///< [length]
};

/// `velocity`: of the centre of mass of the model [length/time].
std::string format_glstat(const Clock& clock, const Energies& energies, std::span<const WallForce> walls,
                          const Vec3& velocity, double ns_per_zone_cycle);
/// `ids`: of the parts, in the order of `sums`.
std::string format_matsum(const Clock& clock, std::span<const Id> ids, std::span<const PartSum> sums);
std::string format_rwforc_header();
std::string format_rwforc(const Clock& clock, std::span<const WallForce> walls);
std::string format_rcforc(const Clock& clock, std::span<const ContactForce> contacts);
/// Energy that each contact has taken from its sides. The lines of totals are from memory.
std::string format_sleout(const Clock& clock, std::span<const ContactForce> contacts);
/// Columns as in LS-DYNA's swforc (their order from memory): axial force, shear force, failed, resultant moment,
/// torsion, length, time of failure.
std::string format_swforc(const Clock& clock, std::span<const WeldForce> welds);
std::string format_nodout(const Clock& clock, std::span<const NodeHistory> nodes);

}  // namespace crumple
