// MPI and Kokkos, which run as long as the test program; it may be started under mpirun, too.
#pragma once

#include "comm/world.hpp"

namespace crumple::test {

const World& world();

}  // namespace crumple::test
