// Experiments with network latency and system noise, on any machine (latency_us=, noise=). Latency: an operation that
// receives data from other ranks does not complete sooner than X after its start on this rank. A blocking collective
// starts X later, so that the last rank's contribution is late everywhere; a nonblocking one is delayed in its wait by
// the rest of X. Noise: the rank is interrupted at intervals, as by a daemon; the time is spent at its next MPI call.
// Used by the wrappers of this folder only. After Hoefler, Schneider, Lumsdaine (2010), "Characterizing the influence
// of system noise on large-scale applications by simulation".
#pragma once

#include <mpi.h>

#include "base/profile.hpp"
#include "comm/mpi_profile.hpp"

namespace crumple::mpi_profile {

void set_delays(const MpiProfileOptions& options);
/// Whether a latency is injected.
bool has_latency();

/// Spins for the interruptions since the last call.
void suffer_noise();
/// Spins for the latency, or for the rest of it since the start: for blocking calls.
void pay_latency();
void pay_latency_since(Profile::Clock::time_point start);

/// Registers an operation that receives data and starts now: its request, or exposure epoch, must not complete before
/// the latency is over.
void hold(MPI_Request request);
void hold(MPI_Win window);
/// Whether the latency of the request is over.
bool is_over(MPI_Request request);
/// Spins until the latency is over.
void await(MPI_Request request);
void await(MPI_Win window);
void forget(MPI_Request request);

/// Injected so far [s]; `reset` sets it to 0.
double injected_latency();
double injected_noise();
void reset_injected();

}  // namespace crumple::mpi_profile
