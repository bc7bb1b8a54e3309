// The ranks of a machine, for what it has a few of (devices).
#pragma once

namespace crumple {

/// The number of this process among those that share its memory. Collective over MPI_COMM_WORLD.
int rank_on_machine();

}  // namespace crumple
