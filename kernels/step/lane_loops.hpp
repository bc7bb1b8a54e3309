// Loops over the values of elements, one for each lane of their blocks. Called through StepKernels.
#pragma once

#include <algorithm>

#include "kernels/step/interface.hpp"

namespace crumple::kernels {

template <class Real>
void least_value(const Real* values, std::size_t first, std::size_t last, double& least) {
  constexpr std::size_t lanes = block_lanes<Real>;
  Real of_lane[lanes];  // vectorised
  std::fill_n(of_lane, lanes, Real(1e30));
  for (std::size_t i = first; i < last; i += lanes)
    for (std::size_t lane = 0; lane < lanes; ++lane) of_lane[lane] = std::min(of_lane[lane], values[i + lane]);
  least = std::min(least, double(*std::min_element(of_lane, of_lane + lanes)));
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
