// Loops over lanes of packed elements outside of their kernels (packed_elements.cpp). A lane's block has one part, an
// entry of ElementConstants.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>

#include "kernels/interface.hpp"
#include "physics/state/loop_data.hpp"
#include "physics/state/shell_length.hpp"

namespace crumple {

/// An array of the elements' precision, read and written in it.
struct Reals {
  void* first;
  bool is_single;
  CRUMPLE_INLINE double operator()(std::size_t i) const {
    return is_single ? double(static_cast<const float*>(first)[i]) : static_cast<const double*>(first)[i];
  }
  CRUMPLE_INLINE void set(std::size_t i, double value) const {
    if (is_single) static_cast<float*>(first)[i] = float(value);
    else static_cast<double*>(first)[i] = value;
  }
  CRUMPLE_INLINE void scale(std::size_t i, double factor) const {
    if (is_single) static_cast<float*>(first)[i] *= float(factor);
    else static_cast<double*>(first)[i] *= factor;
  }
};

constexpr double no_limit_of_lane = 1e29;  // no_step_limit

/// Stable steps of shells with ISDO 1 or 2.
struct StepsByOtherLength {
  static constexpr const char* name = "steps by ISDO";
  int rule;  ///< ISDO
  Reals dt;
  const std::int32_t* nodes;  ///< [block][node of element][lane]
  int n_nodes;
  RowsAt position;
  const std::int32_t* part;  ///< [block]
  const kernels::PartConstants* entries;
  std::size_t first, lanes;  ///< the first lane; of a block
  CRUMPLE_INLINE void operator()(std::size_t i) const {
    const std::size_t lane = first + i, block = lane / lanes;
    if (!(dt(lane) > 0 && dt(lane) < no_limit_of_lane)) return;
    Vec3 x[4];
    for (int k = 0; k < n_nodes; ++k)
      x[k] = position[nodes[(block * std::size_t(n_nodes) + std::size_t(k)) * lanes + lane % lanes]];
    if (n_nodes == 3) x[3] = x[2];
    dt.scale(lane, step_over_usual(rule, x, n_nodes == 3, entries[part[block]].material.poisson));
  }
};

/// Stable steps of parts with stiffness damping are smaller than those of their undamped elements. In central
/// differences the damping force lags by half a step, so with beta = damping dt + time the frequency w is stable for
/// w^2 dt (dt + 2 beta) <= 4.
struct ShortenDampedSteps {
  static constexpr const char* name = "steps of damped parts";
  Reals dt;
  const std::int32_t* part;  ///< [block]
  const kernels::PartConstants* entries;
  std::size_t first, lanes;  ///< the first lane; of a block
  CRUMPLE_INLINE void operator()(std::size_t i) const {
    const std::size_t lane = first + i;
    const kernels::MaterialConstants& material = entries[part[lane / lanes]].material;
    const double undamped = dt(lane), time = material.damping_time;
    if (!(material.damping > 0 || time > 0) || !(undamped > 0 && undamped < no_limit_of_lane)) return;
    const double factor = 1 / std::sqrt(1 + 2 * material.damping);
    dt.scale(lane, time > 0 ? (std::sqrt(time * time + undamped * undamped) - time) / undamped : factor);
  }
};

/// Limits for the deletion of a part's elements other than by failure of their material.
struct DeletionLimits {
  double least_step, end;  ///< [time], 0: none; [time]
  CRUMPLE_INLINE DeletionLimits(const kernels::MaterialConstants& material, double smallest_dt)
      : least_step(smallest_dt < material.least_step ? material.least_step : smallest_dt),
        end(material.erosion.failure_time > 0 ? material.erosion.failure_time : 1e300) {}
  CRUMPLE_INLINE bool are_met(double dt, double time) const { return dt < least_step || time >= end; }
  CRUMPLE_INLINE bool never_met(double time) const { return !(least_step > 0) && time < end; }
};

/// Lanes whose elements go, of those that were alive at the last check.
struct CountDeletions {
  static constexpr const char* name = "deletions";
  using Sums = double;
  Reals alive, dt;
  const std::uint8_t* was_alive;
  const std::int32_t* part;
  const kernels::PartConstants* entries;
  std::size_t lanes;
  double smallest_dt, time;
  CRUMPLE_INLINE DeletionLimits limits(std::size_t i) const {
    return {entries[part[i / lanes]].material, smallest_dt};
  }
  CRUMPLE_INLINE void operator()(std::size_t i, Sums& count) const {
    if (was_alive[i] && (alive(i) == 0 || limits(i).are_met(dt(i), time))) count += 1;
  }
};

/// Sets the traction of a section with the normal n at points of solids to `stress`, without shear: with the missing
/// traction d, a n + n a is added with a = d - (d . n) n / 2, which has that traction.
struct SetTraction {
  static constexpr const char* name = "preload of sections";
  /// Six stresses, every `stride`-th number.
  struct Point {
    Reals stress;
    std::size_t stride;
  };
  const Point* points;
  Vec3 normal;
  double normal_stress;
  CRUMPLE_INLINE void operator()(std::size_t i) const {
    const Point& at = points[i];
    double s[6];
    for (std::size_t c = 0; c < 6; ++c) s[c] = at.stress(c * at.stride);
    const Mat3 tensor{{Vec3{s[0], s[3], s[5]}, Vec3{s[3], s[1], s[4]}, Vec3{s[5], s[4], s[2]}}};
    const Vec3 missing = normal_stress * normal - tensor * normal;
    const Vec3 a = missing - (0.5 * dot(missing, normal)) * normal;
    for (int c = 0; c < 6; ++c) {
      const int row = c % 3, column = c < 3 ? c : (c + 1) % 3;
      at.stress.set(std::size_t(c) * at.stride, s[c] + (normal[row] * a[column] + a[row] * normal[column]));
    }
  }
};

/// While a solid's stress is set in each step (preload), the stress by the strain of the step acts as a damper of the
/// viscosity C dt. With springs of the frequency w of the wave, central differences are stable up to w^2 dt^2 + 2 w^2
/// dt^2 = 4.
struct ShortenPreloaded {
  static constexpr const char* name = "steps of preloaded solids";
  static constexpr double factor = 0.57;  ///< just below 1 / sqrt(3)
  const Reals* steps;
  CRUMPLE_INLINE void operator()(std::size_t i) const {
    if (steps[i](0) < no_limit_of_lane) steps[i].scale(0, factor);
  }
};

using PackedLoops =
    kernels::Loops<StepsByOtherLength, ShortenDampedSteps, CountDeletions, SetTraction, ShortenPreloaded>;

}  // namespace crumple
