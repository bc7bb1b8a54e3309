// Loops over the values of elements, one for each lane of their blocks. Called through StepKernels.
#pragma once

#include <algorithm>

#include "kernels/step/interface.hpp"

namespace crumple::kernels {

template <class Real>
Real least_value(const Real* values, std::size_t first, std::size_t last) {
  constexpr std::size_t lanes = block_lanes<Real>;
  Real least[lanes];  // of each lane: vectorised
  std::fill_n(least, lanes, Real(1e30));
  for (std::size_t i = first; i < last; i += lanes)
    for (std::size_t lane = 0; lane < lanes; ++lane) least[lane] = std::min(least[lane], values[i + lane]);
  return *std::min_element(least, least + lanes);
}

template <class Real>
std::size_t count_failed(const Real* alive, const std::uint8_t* was_alive, std::size_t first, std::size_t last) {
  int failed = 0;  // counted, for the compiler to vectorize the loop
  for (std::size_t i = first; i < last; ++i) failed += was_alive[i] & std::uint8_t(alive[i] == 0);
  return std::size_t(failed);
}

template <class Real>
CRUMPLE_DEVICE void shorten(Real* steps, const ShortenedStep<Real>* by, std::size_t first, std::size_t last) {
  for (std::size_t i = first; i < last; ++i)
    if (Real& step = steps[by[i].lane]; step < Real(1e30)) step *= by[i].factor;
}

template <class Real>
inline constexpr LaneLoops<Real> lane_loops{least_value<Real>, count_failed<Real>, shorten<Real>};

}  // namespace crumple::kernels
