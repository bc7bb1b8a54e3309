// Initialisation of the cross section of a Hughes-Liu beam: its integration points. Called by beams.cpp and
// beam_setup.cpp. Source: LS-DYNA Keyword Manual, *SECTION_BEAM (QR/IRID, CST).
#pragma once

#include "model/model.hpp"
#include "physics/elements/beam_points.hpp"
#include "physics/state/run_store.hpp"

namespace crumple {

/// For a part with ELFORM 1; the store keeps its lists.
BeamSectionLaw beam_section_law(const Section& section, const Material& material, RunStore& store);

/// Elastic section stiffness, in the order of Resultants.
Resultants stiffness_of(const BeamSectionLaw& law);

}  // namespace crumple
