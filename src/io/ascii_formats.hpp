// The texts of LS-DYNA's ASCII databases, column by column, because users' scripts parse them. Pure functions from
// results to text, each in the file of its database (io/databases). Source: the formats of LSTC's own extractor for
// binary databases.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "model/model.hpp"
#include "physics/conditions/constraints.hpp"
#include "physics/conditions/nodal_forces.hpp"
#include "physics/state/motion_force.hpp"
#include "physics/state/state.hpp"
#include "physics/walls/wall_force.hpp"

namespace crumple {

struct BeltRow;       // state/belt_row.hpp
struct ContactForce;  // contact/contact_force.hpp
struct PartSum;       // state/part_sum.hpp
struct StepLimit;     // elements/element_family.hpp
struct WeldForce;     // state/weld_force.hpp

/// A node of *DATABASE_HISTORY_NODE at one time.
struct NodeHistory {
  Id node = 0;
  Vec3 displacement;  ///< [length]
  Vec3 velocity;      ///< [length/time]
  Vec3 acceleration;  ///< [length/time^2]
  Vec3 position;      ///< [length]
};

/// The force and moment in a cross section, in the global frame.
struct SectionForce {
  Id section = 0;
  Vec3 force;     ///< [force]
  Vec3 moment;    ///< about the centroid [force length]
  Vec3 centroid;  ///< mean of its nodes [length]
};

/// An integration point of an element of *DATABASE_HISTORY_SHELL, _SOLID; a beam has one point, with its resultants.
struct ElementPoint {
  SectionKind kind = SectionKind::shell;
  Id element = 0, part = 0;
  int form = 0;                    ///< ELFORM
  int point = 1;                   ///< from the bottom
  std::array<double, 6> stress{};  ///< PointStress::stress, or ElementStress::resultants of a beam
  double plastic_strain = 0;       ///< effective [1]
};

/// The effect of mass scaling on the model [mass].
struct ScaledMass {
  double total = 0, added = 0;
  /// Relative to the mass before [percent].
  double increase() const { return 100 * added / (total - added); }
};

/// `velocity`: of the centre of mass of the model [length/time]. `scaled`: none without mass scaling.
std::string format_glstat(const Clock& clock, const Energies& energies, std::span<const WallForce> walls,
                          const Vec3& velocity, double ns_per_zone_cycle, const std::optional<ScaledMass>& scaled = {});
/// Of d3hsp and mesNNNN: "100 smallest timesteps".
std::string format_smallest_steps(std::span<const StepLimit> steps);
/// `ids`: of the parts, in the order of `sums`. `with_added_mass`: by mass scaling.
std::string format_matsum(const Clock& clock, std::span<const Id> ids, std::span<const PartSum> sums,
                          bool with_added_mass = false);
std::string format_rwforc_header();
std::string format_rwforc(const Clock& clock, std::span<const WallForce> walls);
std::string format_rcforc(const Clock& clock, std::span<const ContactForce> contacts);
/// Energy absorbed by each contact on its sides. The lines of totals are from memory.
std::string format_sleout(const Clock& clock, std::span<const ContactForce> contacts);
/// Columns as in LS-DYNA's swforc (their order from memory): axial force, shear force, failed, resultant moment,
/// torsion, length, time of failure.
std::string format_swforc(const Clock& clock, std::span<const WeldForce> welds);
/// Of elements, rings and retractors, in that order. From memory.
std::string format_sbtout(const Clock& clock, std::span<const BeltRow> rows);
/// A node of massout.
struct NodalMass {
  Id node = 0;
  double mass = 0, inertia = 0;  ///< [mass], [mass length^2]
};
/// Nodes in ascending order of ids. Not LS-DYNA's columns.
std::string format_massout(const Clock& clock, std::span<const NodalMass> nodes);
/// Nodes in ascending order of ids.
std::string format_spcforc(const Clock& clock, std::span<const SpcForce> nodes);
/// Nodes, then bodies, ascending by id.
std::string format_bndout(const Clock& clock, std::span<const MotionForce> moved);
std::string format_nodfor_head(const Clock& clock);
/// `number` from 1; the sum also in `frame`, if not null.
std::string format_nodfor_group(std::size_t number, std::span<const GroupForce> nodes, const Frame* frame);
std::string format_secforc_header();
std::string format_secforc(const Clock& clock, std::span<const SectionForce> sections);
/// Points in the order of kind, element and point.
std::string format_elout(const Clock& clock, std::span<const ElementPoint> points);
std::string format_nodout(const Clock& clock, std::span<const NodeHistory> nodes);

}  // namespace crumple
