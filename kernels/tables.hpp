// The tables of the kernel libraries of this build. The build writes isa_list.hpp (CMakeLists.txt here), in which
// CRUMPLE_ISAS(X) calls X(name) for each instruction set, narrowest first, and CRUMPLE_BASELINE_OF(function) is
// function_NAME of the narrowest set of vectors: what every machine that the build is for can run, and fast. Included
// only where tables are chosen, so that another library in the list rebuilds little.
#pragma once

#include "kernels/interface.hpp"
#include "kernels/isa_list.hpp"
#include "kernels/step/interface.hpp"

extern "C" {
#define CRUMPLE_DECLARE(isa) const crumple::kernels::KernelTable* crumple_kernels_##isa();
CRUMPLE_ISAS(CRUMPLE_DECLARE)
#undef CRUMPLE_DECLARE
}
