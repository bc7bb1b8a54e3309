// MPI for a process that runs without it so far.
#pragma once

namespace crumple {

/// Initialises MPI if it is not running. True: it was not, and who called must finalise it.
bool start_mpi();

}  // namespace crumple
