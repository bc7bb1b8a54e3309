// Initialisation of a beam: section, mass scaling, rotational inertia, the initial direction s. Called by beams.cpp.
#pragma once

#include "model/model.hpp"
#include "physics/elements/beam_step.hpp"

namespace crumple {

/// At t = 0, with mass scaling for DT of *MAT_100 and for DT2MS. Errors: a beam without length, with its id.
BeamConstants beam_constants(const Model& model, const Beam& beam);

/// Towards the third node, or else the global axis closest to normal to the beam. Errors: a third node on the axis.
Vec3 first_s_axis(const Model& model, const Beam& beam);

/// The initial triad of a discrete beam: the frame CID, or along the line of the nodes (SCOOR +-2, or a law that acts
/// along it) with s towards the third node, or global.
DiscreteBeamHistory first_triad(const Model& model, const Beam& beam);

}  // namespace crumple
