// Preloads of bolts: a force or a stress that a curve gives (*INITIAL_AXIAL_FORCE_BEAM, *INITIAL_STRESS_SECTION), until
// the curve ends or has come back to zero; then the material's law goes on from there.
#pragma once

#include <optional>

#include "model/curve.hpp"

namespace crumple {

/// The value at that time; none from the end of the preload on.
std::optional<double> preload_at(const Curve& curve, double time, double scale);

}  // namespace crumple
