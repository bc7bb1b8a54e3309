#include "physics/state/state.hpp"

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

NodeState make_node_state(const Nodes& nodes) {
  NodeState state(nodes.count());
  for (Index i = 0; i < nodes.count(); ++i) {
    set_row(state.position, i, nodes.position[i]);
    set_row(state.velocity, i, nodes.velocity[i]);
    set_row(state.angular_velocity, i, nodes.angular_velocity[i]);
  }
  return state;
}

}  // namespace crumple
