// IGNORE = 0: nodes with initial penetrations are moved out before the run starts, as in LS-DYNA. The model is then
// decomposed again with the moved nodes, so that elements start without stress. Called by app/run_simulation.
// Source: LS-DYNA Keyword Manual, *CONTROL_CONTACT, IGNORE.
#pragma once

#include <vector>

#include "base/vec3.hpp"
#include "model/mesh.hpp"

namespace crumple {

class ContactFeature;  // contact_feature.hpp
struct StepState;      // state/feature.hpp

struct NodeMove {
  Index node = none;  ///< number in the whole model
  Vec3 by;            ///< [length]
};

/// The displacements of the nodes that this rank owns with which contacts with IGNORE = 0 start without penetration.
/// Both sides move by equal amounts, in a few sweeps; nodes of rigid bodies, tied nodes and spot welds are fixed, and
/// the other side then moves all the way. Remaining penetration, as between three sheets without space, is ignored. At
/// t = 0; moves the nodes of `s`, which is invalid for a run afterwards if any node moves on any rank. Collective.
std::vector<NodeMove> move_out_of_penetrations(StepState& s, ContactFeature& contacts);

}  // namespace crumple
