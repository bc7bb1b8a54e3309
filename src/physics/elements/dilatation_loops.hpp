// The loops of nodal volume rates (nodal_dilatation.cpp).
#pragma once

#include <array>
#include <cstdint>

#include "physics/state/loop_data.hpp"

namespace crumple {

/// The contribution of a solid to each of its nodes, in multiples of the quantum [length^3].
struct VolumeChange {
  double change = 0;  ///< of six times its volume over the step
  double volume = 0;  ///< six times its volume at mid-step
};

/// On the geometry at mid-step, as in the kernel.
struct FindVolumeChanges {
  static constexpr const char* name = "volumes of solids";
  const Index* solids;
  const std::array<Index, 4>* corners;
  const std::uint8_t* alive;  ///< [solid of the model]
  VolumeChange* changes;
  double dt;                  ///< t(n) - t(n-1)
  RowsAt position, velocity;
  Quantum quantum;
  CRUMPLE_INLINE void operator()(std::size_t i) const {
    changes[i] = {};
    if (!alive[solids[i]]) return;
    const std::array<Index, 4>& n = corners[i];
    Vec3 x[3], v[3];
    for (std::size_t k = 0; k < 3; ++k) {
      v[k] = velocity[n[k + 1]] - velocity[n[0]];
      x[k] = position[n[k + 1]] - position[n[0]] - (0.5 * dt) * v[k];
    }
    const Vec3 n2 = cross(x[1], x[2]), n3 = cross(x[2], x[0]), n4 = cross(x[0], x[1]);
    const double volume = dot(x[0], n2);
    if (!(volume > 0)) return;  // the kernel reports it
    changes[i] = {quantum.round(dt * (dot(v[0], n2) + dot(v[1], n3) + dot(v[2], n4))), quantum.round(volume)};
  }
};

struct SumVolumeChanges {
  static constexpr const char* name = "volumes at nodes";
  const Index* nodes;
  const std::int32_t* around;  ///< solids at each of them
  const std::size_t* first;    ///< [i] in these
  const VolumeChange* changes;
  RowsAt sums;                 ///< [node] change and volume
  CRUMPLE_INLINE void operator()(std::size_t i) const {
    VolumeChange sum;
    for (std::size_t k = first[i]; k < first[i + 1]; ++k) {
      sum.change += changes[around[k]].change;
      sum.volume += changes[around[k]].volume;
    }
    sums.set(nodes[i], {sum.change, sum.volume, 0});
  }
};

struct SetDilatation {
  static constexpr const char* name = "dilatation of nodes";
  const Index* nodes;
  RowsAt sums;
  double* dilatation;  ///< [node]
  CRUMPLE_INLINE void operator()(std::size_t i) const {
    const double* const sum = sums(nodes[i]);
    dilatation[nodes[i]] = sum[1] > 0 ? sum[0] / sum[1] : 0;
  }
};

using DilatationLoops = kernels::Loops<FindVolumeChanges, SumVolumeChanges, SetDilatation>;

}  // namespace crumple
