// Experiments with the network and the system, on any machine (latency_us=, noise=). Latency: an operation that brings
// data from other ranks does not complete sooner than X after its start on this rank. A blocking collective starts X
// later, so that the last rank's contribution is late everywhere; a nonblocking one is held in its wait, for what is
// left of X. Noise: the rank is interrupted now and then, as by a daemon; the time is taken at its next MPI call.
// Used by the wrappers of this folder only. After Hoefler, Schneider, Lumsdaine (2010), "Characterizing the influence
// of system noise on large-scale applications by simulation".
#pragma once

#include <mpi.h>

#include "base/profile.hpp"
#include "comm/mpi_profile.hpp"

namespace crumple::mpi_profile {

void set_delays(const MpiProfileOptions& options);
/// Whether there is a latency at all.
bool has_latency();

/// Spins away the interruptions since the last call.
void suffer_noise();
/// Spins for the latency, or for what is left of it since the start: for blocking calls.
void pay_latency();
void pay_latency_since(Profile::Clock::time_point start);

/// An operation that brings data was started now: its request, or epoch of exposure, may not be complete too soon.
void hold(MPI_Request request);
void hold(MPI_Win window);
/// Whether the latency of the request is over.
bool is_over(MPI_Request request);
/// Spins until the latency is over.
void await(MPI_Request request);
void await(MPI_Win window);
void forget(MPI_Request request);

/// Injected so far [s]; `reset` starts anew.
double injected_latency();
double injected_noise();
void reset_injected();

}  // namespace crumple::mpi_profile
