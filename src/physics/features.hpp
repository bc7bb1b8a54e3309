// Which features there are and the order in which a step calls them.
#pragma once

#include "physics/elements/elements.hpp"
#include "physics/state/feature.hpp"

namespace crumple {

/// What all kinds of features may add to the extremes of the whole model; forces after all motion.
void bound_motion_of_features(const Model& model, ModelExtremes& extremes);
void bound_forces_of_features(const Model& model, ModelExtremes& extremes);

/// The features of a rank at t = 0; sets initial velocities of bodies, fixed and tied nodes, and gives the mass of tied
/// nodes to their faces. Needs masses and live_elements in `s.nodes`; what `s` refers to must outlive them. Collective.
FeatureList make_features(StepState& s, const Elements& elements);

}  // namespace crumple
