// The gauge that says when the candidates of contact expire: the range of the contact nodes' velocities, over all
// ranks, bounds how far any two have moved relative to each other since the last search. Called after each motion.
#pragma once

#include <span>
#include <vector>

#include "physics/state/state.hpp"

namespace crumple {

struct TravelGauge {
  double margin = 0;        ///< search again beyond this [length]
  double since_search = 0;  ///< no two contact nodes have moved further relative to each other [length]
  double last_step = 0;     ///< of that, in the last step [length]
  bool search_requested = true;
  /// [contact] local nodes whose velocities are looked at; a node counts with the first contact that has it
  std::vector<std::vector<Index>> nodes;

  void restart() {
    since_search = 0;
    search_requested = false;
  }
};

inline constexpr std::size_t n_velocity_extremes = 6;  ///< for each contact
/// {-min, max} of the velocities of this rank's nodes of each contact, to be reduced by max over all ranks
/// [length/time]. Velocities must be those that moved the nodes: x(n+1) - x(n) = v dt, rigid bodies to 1 %.
void velocity_extremes(const TravelGauge& gauge, const NodeState& state, std::span<double> out);

/// After each motion by `dt`, with the reduced extremes.
void advance(TravelGauge& gauge, std::span<const double> extremes_of_all_ranks, double dt);

}  // namespace crumple
