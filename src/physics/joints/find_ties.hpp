// Finds the nodes of tied contacts and the faces they are tied to. Called on root when the deck has been read, before
// the decomposition. Source: LS-DYNA Keyword Manual, *CONTACT_TIED: a node is tied if its distance from the face is at
// most max(0.6 (t_node + t_face), 0.05 of the face's shorter diagonal); negative thicknesses disable the second
// criterion.
#pragma once

#include "model/model.hpp"

namespace crumple {

/// Fills `model.ties` and `model.soft_ties`, moves tied nodes onto their faces unless the contact keeps their offset,
/// and removes the contacts' surfaces. Nodes that are not tied get one warning per contact and reason: too far from any
/// face; of a rigid body or a spot weld; already tied; corner of a face with tied nodes, or next only to faces with a
/// tied corner. Conditions on tied nodes, which have no effect, get a warning, too. The result does not depend on the
/// numbering of nodes, if they ascend by id. Linear in the number of nodes and faces.
void find_ties(Model& model);

}  // namespace crumple
