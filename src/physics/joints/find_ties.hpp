// Which nodes of tied contacts are tied to which faces. Called on root when the deck has been read, before the model is
// cut. Source: LS-DYNA Keyword Manual, *CONTACT_TIED: a node is tied if its distance from the face is at most
// max(0.6 (t_node + t_face), 0.05 of the face's shorter diagonal); thicknesses given as negative ones leave out the
// second criterion.
#pragma once

#include "model/model.hpp"

namespace crumple {

/// Fills `model.ties`, moves tied nodes onto their faces unless the contact keeps their offset, and drops the contacts'
/// surfaces. Nodes that are not tied get a warning for each contact: too far from any face; of a rigid body or a spot
/// weld; tied already; corner of a face that others are tied to, or next to faces with a tied corner only. So do
/// conditions on tied nodes, which have no effect. What is found does not depend on the numbering of nodes, if they
/// ascend by id. Linear in the number of nodes and faces.
void find_ties(Model& model);

}  // namespace crumple
