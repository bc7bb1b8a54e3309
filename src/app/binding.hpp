// The cores assigned to a rank by the launcher. Called by program.cpp, once.
#pragma once

#include <string>

namespace crumple {

class World;  // comm/world.hpp

/// threads=auto: the number of cores of a rank, divided among ranks bound to the same cores; the minimum over all
/// ranks, at least 1. Hardware threads of one core count once, and the ranks of a host share its CPU quota. Collective.
int cores_per_rank(const World& world);

/// A warning if the launcher has bound this rank to fewer cores than it has threads although the machine has more (Open
/// MPI binds each of one or two ranks to one core), so that threads share a core. Empty if there is no problem.
std::string describe_binding(int n_threads);

}  // namespace crumple
