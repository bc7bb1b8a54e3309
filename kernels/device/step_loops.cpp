// The loops of a step on a device, a thread for each node or lane. Loops that no device has yet are those of the host
// on the device that the host imitates; on others they are null, and nothing that needs them runs there
// (src/app/device_support.cpp).
#include "kernels/device/launch.hpp"
#include "kernels/step/closest_points.hpp"
#include "kernels/step/contact_pairs.hpp"
#include "kernels/step/integration.hpp"
#include "kernels/step/lane_loops.hpp"
#include "kernels/step/rigid_walls.hpp"
#include "kernels/step/spot_welds.hpp"

namespace crumple::kernels {
namespace {

struct Kick {
  KickRows rows;
  double dt;
  CRUMPLE_INLINE void operator()(std::size_t i, KickCounts& counts) const {
    kernels::kick(rows, dt, i, i + 1, counts);
  }
};
void launch_kick(const KickRows& rows, double dt, std::size_t first, std::size_t last, KickCounts& counts) {
  launch_sums(last - first, Kick{rows.from(first), dt}, counts);
}

struct Drift {
  double* position;
  const double* velocity;
  double dt;
  CRUMPLE_INLINE void operator()(std::size_t i) const { kernels::drift(position, velocity, dt, i, i + 1); }
};
void launch_drift(double* position, const double* velocity, double dt, std::size_t first, std::size_t last) {
  launch(last - first, Drift{position + 4 * first, velocity + 4 * first, dt});
}

template <class Real>
struct Value {
  const Real* values;
  CRUMPLE_INLINE double operator()(std::size_t i) const { return double(values[i]); }
};
template <class Real>
void launch_least_value(const Real* values, std::size_t first, std::size_t last, double& least) {
  launch_least(last - first, Value<Real>{values + first}, least);
}

template <class Real>
struct Shorten {
  Real* steps;
  const ShortenedStep<Real>* by;
  CRUMPLE_INLINE void operator()(std::size_t i) const { kernels::shorten(steps, by, i, i + 1); }
};
template <class Real>
void launch_shorten(Real* steps, const ShortenedStep<Real>* by, std::size_t first, std::size_t last) {
  launch(last - first, Shorten<Real>{steps, by + first});
}

template <class Real>
constexpr LaneLoops<Real> launched_lane_loops{launch_least_value<Real>,
                                              nullptr,  // counted by a loop of its own (packed_deletions.cpp)
                                              launch_shorten<Real>};

/// A block of pairs a thread.
struct AdvanceWeldPairs {
  WeldPairs pairs;
  WeldStep step;
  CRUMPLE_INLINE void operator()(std::size_t i) const { advance_weld_pairs(pairs, step, i, i + 1); }
};
void launch_weld_pairs(const WeldPairs& pairs, const WeldStep& step, std::size_t, std::size_t last_block) {
  launch(last_block, AdvanceWeldPairs{pairs, step});
}

#if defined(__CUDACC__)
#define CRUMPLE_OF_THE_HOST(function) nullptr
#else
#define CRUMPLE_OF_THE_HOST(function) function
#endif

}  // namespace

const StepKernels launched_step_kernels{launch_kick,
                                        launch_drift,
                                        CRUMPLE_OF_THE_HOST(row_range),
                                        launch_weld_pairs,
                                        CRUMPLE_OF_THE_HOST(find_crossing),
                                        CRUMPLE_OF_THE_HOST(find_behind),
                                        CRUMPLE_OF_THE_HOST(find_inside),
                                        pair_distances,  // the search for contact pairs runs on the host, in the
                                        closest_points,  // memory of the device
                                        launched_lane_loops<float>,
                                        launched_lane_loops<double>};

}  // namespace crumple::kernels
