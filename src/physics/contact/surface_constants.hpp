// Thickness, stiffness, depth and friction of segments and slave nodes at the start, from the elements, parts and the
// contact's card. Called once, by make_passes. Source of the stiffness: LS-DYNA Theory Manual (Hallquist 2006), 26.3,
// eqs. 26.8-26.9.
#pragma once

#include <algorithm>
#include <array>
#include <vector>

#include "base/index.hpp"
#include "kernels/marks.hpp"
#include "physics/contact/friction.hpp"

namespace crumple {

struct ContactPlan;  // contact_plan.hpp
struct ContactSegment;  // model/surface.hpp
struct ContactSide;
struct Domain;       // state/domain.hpp
class World;         // comm/world.hpp

struct SlaveConstants {
  double half_thickness = 0;  ///< of the thickest shell of the side around the node [length]; 0: solids only
  double stiffness = 0;       ///< of the stiffest element of the side around it, SLSFAC and SFS applied [force/length]
  Friction friction;          ///< the largest of the parts of the side around it
};

/// Depth behind a solid's face, as a fraction of its current height, within which nodes are in contact: less than a
/// half, so that a node in front of a face is never taken for one that has penetrated the opposite face.
inline constexpr double depth_of_height = 0.3;

/// Depth behind a solid's face within which a node that has penetrated it is held, in initial heights of the solid.
inline constexpr double hold_of_height = 1;

/// Depth behind a shell within which a node driven through it is held, in contact distances (XPENE of LS-DYNA); at most
/// half the size of the segment, and not used where the contact holds deep.
inline constexpr double hold_of_distance = 4;

struct SegmentConstants {
  double half_thickness = 0;  ///< [length]; 0 for faces of solids
  double stiffness = 0;       ///< SLSFAC SFS K A/diagonal (shell) or SLSFAC SFS K A^2/V (solid) [force/length]
  double depth = 0;           ///< solids: deeper nodes are not in contact [length]; 0: a shell, two-sided
  double depth_at_start = 0;  ///< [length]
  bool holds_deep = false;    ///< up to largest_hold, independent of the contact distance
  double largest_hold = 0;    ///< shells: half the face's size; solids: hold_of_height of their heights [length]
  Friction friction;
  Id part = 0, element = 0;   ///< ids in the deck
  Id body = 0;                ///< id of the rigid body that all nodes belong to; 0: none
  std::array<Index, 4> opposite{none, none, none, none};  ///< global numbers of the solid's other nodes

  /// Distance up to which the face exerts forces on a node with this contact distance [length].
  CRUMPLE_INLINE double range(double contact_distance) const {
    return contact_distance > depth ? contact_distance : depth;
  }
  /// The same for a node that has been driven through a shell or has penetrated a solid [length].
  CRUMPLE_INLINE double hold(double contact_distance) const {
    const double hold = holds_deep ? largest_hold : std::min(hold_of_distance * contact_distance, largest_hold);
    return hold > contact_distance ? hold : contact_distance;
  }
  /// The larger of both: beyond it there is no force [length].
  CRUMPLE_INLINE double reach(double contact_distance) const {
    return std::max(range(contact_distance), hold(contact_distance));
  }
};

/// The constants of one side of a contact; those of faces need `bodies`: [local node] id of its rigid body, 0: none.
SegmentConstants segment_constants(const Domain& domain, const ContactPlan& plan, const ContactSide& side,
                                   const ContactSegment& segment, const std::vector<Id>& bodies);

/// [local node] Maximum thickness, stiffness and friction of the side's elements around it, over all ranks; of all
/// elements if the side has none, as it may be a list of nodes. Collective.
std::vector<SlaveConstants> slave_constants(const World& world, const Domain& domain, const ContactPlan& plan,
                                            const ContactSide& side);

}  // namespace crumple
