// The mass added by mass scaling, for glstat and d3hsp.
#pragma once

#include <optional>

#include "io/ascii_formats.hpp"
#include "io/recorder.hpp"

namespace crumple {

/// `mass`: of all nodes [mass]. None without mass scaling.
inline std::optional<ScaledMass> scaled_mass(const Moment& now, double mass) {
  if (!(now.domain().model.control.mass_scaling_dt > 0)) return {};
  return ScaledMass{mass, now.added_mass};
}

}  // namespace crumple
