#include "physics/state/state.hpp"

#include "kernels/tables.hpp"

namespace crumple {

NodeState::NodeState(Index n_nodes)
    : position("position", n_nodes),
      velocity("velocity", n_nodes),
      angular_velocity("angular_velocity", n_nodes),
      force("force", n_nodes),
      moment("moment", n_nodes),
      mass("mass", n_nodes),
      own_mass(mass),
      body_mass("body_mass", n_nodes),
      crowding("crowding", n_nodes),
      inertia("inertia", n_nodes),
      live_elements("live_elements", n_nodes),
      kernels(CRUMPLE_BASELINE_OF(crumple_step_kernels)()) {}

void keep_own_mass(NodeState& state) {
  state.own_mass = Column("own mass", std::size_t(state.count()));
  Kokkos::deep_copy(state.own_mass, state.mass);
}

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
