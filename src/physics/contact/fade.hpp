// How the share of a pair that leaves a rim or an end fades out: smoothly, so that its force sets in from zero.
#pragma once

#include "kernels/marks.hpp"

namespace crumple {

struct Fade {
  double share = 1;
  double steepness = 0;  ///< relative rate of the share with the `rest`
};

/// `rest`: of the range over which it fades out, from 1 to 0. The shares of `rest` and 1 - `rest` add up to 1.
CRUMPLE_INLINE Fade fade(double rest) {
  const double curve = rest * (3 - 2 * rest);
  return {rest * curve, 6 * (1 - rest) / curve};
}

}  // namespace crumple
