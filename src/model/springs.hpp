// What springs' laws have in common, for all who ask: the element and the sizes that bound the sums.
#pragma once

#include "model/model.hpp"

namespace crumple {

/// Of a law of springs; all 0 for others.
SpringBounds spring_bounds(const MaterialLaw& law);

}  // namespace crumple
