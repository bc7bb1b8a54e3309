// Thickness, stiffness, depth and friction of segments and slave nodes at the start, from the elements, parts and the
// numbers of the contact's card. Called once, by make_passes.
// Source of the stiffness: LS-DYNA Theory Manual (Hallquist 2006), 26.3, eqs. 26.8-26.9.
#pragma once

#include <vector>

#include "comm/world.hpp"
#include "physics/contact/passes.hpp"

namespace crumple {

/// Of one side of a contact; the faces' constants need `bodies`: [local node] id of its rigid body, 0: none.
SegmentConstants segment_constants(const Domain& domain, const ContactPlan& plan, const ContactSide& side,
                                   const ContactSegment& segment, const std::vector<Id>& bodies);

/// [local node] Largest thickness, stiffness and friction of the elements around it, on whichever rank. Collective.
std::vector<SlaveConstants> slave_constants(const World& world, const Domain& domain, const ContactPlan& plan,
                                            const ContactSide& side);

}  // namespace crumple
