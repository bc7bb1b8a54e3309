#include "physics/state.hpp"

namespace crumple {

NodeState::NodeState(Index n_nodes)
    : position("position", n_nodes),
      velocity("velocity", n_nodes),
      angular_velocity("angular_velocity", n_nodes),
      force("force", n_nodes),
      moment("moment", n_nodes),
      mass("mass", n_nodes),
      inertia("inertia", n_nodes),
      live_elements("live_elements", n_nodes) {}

}  // namespace crumple
