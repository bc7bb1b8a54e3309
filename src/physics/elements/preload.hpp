// Bolt preloads: a force or a stress prescribed by a curve (*INITIAL_AXIAL_FORCE_BEAM, *INITIAL_STRESS_SECTION) until
// the curve ends or has returned to zero; from then on the material law applies.
#pragma once

#include <optional>

#include "model/curve.hpp"

namespace crumple {

/// The prescribed value at that time; none after the end of the preload.
std::optional<double> preload_at(const Curve& curve, double time, double scale);

}  // namespace crumple
