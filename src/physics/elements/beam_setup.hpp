// A beam before the first step: section, mass scaling, rotational inertia, the first direction s. Called by beams.cpp.
#pragma once

#include "model/model.hpp"
#include "physics/elements/beam_step.hpp"

namespace crumple {

/// At t = 0, its mass scaled for DT of *MAT_100 and for DT2MS. Errors: a beam without length, naming it.
BeamConstants beam_constants(const Model& model, const Beam& beam);

/// Towards the third node, or else the global axis that is most across the beam. Errors: a third node on the axis.
Vec3 first_s_axis(const Model& model, const Beam& beam);

/// Of a discrete beam at t = 0: the frame CID, or along the line of the nodes (SCOOR +-2, or a law that acts along it)
/// with s towards the third node, or global.
DiscreteBeamHistory first_triad(const Model& model, const Beam& beam);

}  // namespace crumple
