// IGNORE = 0: nodes that the deck puts into other surfaces are moved out before the run starts, as LS-DYNA does. The
// model is then cut anew with the moved nodes, so that elements begin without stress. Called by app/run_simulation.
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

/// How far the nodes that this rank owns must go, so that contacts with IGNORE = 0 begin without penetration. Both
/// sides give way alike, in a few sweeps; nodes of rigid bodies, tied nodes and spot welds stay, and the other side
/// then goes all the way. What is left, as between three sheets without room, is forgiven. At t = 0; moves the nodes of
/// `s`, which is of no use for a run afterwards if any node moves on any rank. Collective.
std::vector<NodeMove> move_out_of_penetrations(StepState& s, ContactFeature& contacts);

}  // namespace crumple
