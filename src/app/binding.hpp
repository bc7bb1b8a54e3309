// The cores that the launcher gives to a rank. Called by program.cpp, once.
#pragma once

#include <string>

namespace crumple {

class World;  // comm/world.hpp

/// threads=auto: the cores of a rank, which ranks bound to the same cores share; the least of all ranks, at least 1.
/// Hardware threads of one core count once, and the ranks of a host share its quota of processor time. Collective.
int cores_per_rank(const World& world);

/// What is wrong when the launcher has bound this rank to fewer cores than it has threads, though the machine has more
/// (Open MPI binds each of one or two ranks to one core): the threads would take turns. Empty if nothing is.
std::string describe_binding(int n_threads);

}  // namespace crumple
