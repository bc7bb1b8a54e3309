// The loops over spot welds and their clusters (spot_welds.cpp).
#pragma once

#include "physics/joints/power.hpp"
#include "physics/joints/weld_cluster_motion.hpp"
#include "physics/state/loop_data.hpp"

namespace crumple {

/// The loads at which a weld fails (SpotWeld).
struct WeldStrength {
  double normal, shear;  ///< [force]; 0: it does not fail by them
  double normal_exponent, shear_exponent;
  double time;           ///< at which it fails [time]

  CRUMPLE_INLINE bool is_overloaded(double normal_force, double shear_force, double now) const {
    if (now >= time) return true;
    double load = 0;
    if (normal > 0 && normal_force > 0) load += power(normal_force / normal, normal_exponent);
    if (shear > 0 && shear_force > 0) load += power(shear_force / shear, shear_exponent);
    return load >= 1;
  }
};

/// Stores the forces of welds by their number.
struct StoreWeldForces {
  static constexpr const char* name = "forces of spot welds";
  const Index* weld;
  const double *normal_force, *shear_force;  ///< [i]
  double *normal_of_weld, *shear_of_weld;
  CRUMPLE_INLINE void operator()(std::size_t i) const {
    normal_of_weld[weld[i]] = normal_force[i];
    shear_of_weld[weld[i]] = shear_force[i];
  }
};

/// Moves clusters, which share no nodes. Sums the work of fixed and prescribed nodes on the rest of theirs.
struct MoveClusters {
  static constexpr const char* name = "clusters of spot welds";
  using Sums = WorkSums;
  ClustersNow now;
  const WeldCluster* clusters;
  const std::size_t* listed;     ///< [i] into the clusters
  const std::uint8_t* owned;     ///< [node]
  Quantum energy;
  CRUMPLE_INLINE void operator()(std::size_t i, Sums& sums) const {
    const WeldCluster& cluster = clusters[listed[i]];
    const WeldTieWork work = advance_cluster(cluster, now);
    if (!owned[now.nodes[cluster.first_node]]) return;
    sums.before.add(work.before, energy);
    sums.after.add(work.after, energy);
  }
};

/// The forces of links, from the constraint forces on one side of each.
struct StoreLinkForces {
  static constexpr const char* name = "forces of links";
  const WeldLink* links;
  const std::size_t* sides;
  const Vec3* constraint_force;  ///< [place]
  RowsAt position;
  double *normal_of_weld, *shear_of_weld;
  CRUMPLE_INLINE void operator()(std::size_t l) const {
    const WeldLink& link = links[l];
    Vec3 force;  // on the side of nodes[1]
    for (std::size_t k = link.first_place; k < link.last_place; ++k) force += link.sign * constraint_force[sides[k]];
    const Vec3 along = position[link.nodes[1]] - position[link.nodes[0]];
    const auto in_link = kernels::force_in_link(welds::packed(along), welds::packed(force));
    normal_of_weld[link.weld] = in_link.normal[0];
    shear_of_weld[link.weld] = in_link.shear[0];
  }
};

/// Marks the welds that fail, and counts them.
struct FindOverloaded {
  static constexpr const char* name = "failure of spot welds";
  using Sums = double;
  const Index* weld;
  const WeldStrength* strength;                ///< [weld]
  const double *normal_of_weld, *shear_of_weld;
  double time;
  std::uint8_t* failed;                        ///< [weld]
  CRUMPLE_INLINE void operator()(std::size_t i, Sums& count) const {
    const Index w = weld[i];
    if (!strength[w].is_overloaded(normal_of_weld[w], shear_of_weld[w], time)) return;
    failed[w] = 1;  // WeldState::deleted
    count += 1;
  }
};

using WeldLoops = kernels::Loops<StoreWeldForces, MoveClusters, StoreLinkForces, FindOverloaded>;

}  // namespace crumple
