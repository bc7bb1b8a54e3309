// Which of the kernel libraries' instruction sets this machine has.
#pragma once

#include <vector>

#include "base/processor.hpp"
#include "kernels/tables.hpp"

namespace crumple::test {

#define CRUMPLE_LIST_IF_HERE(isa) \
  if (processor::has(#isa)) found.push_back(crumple_kernels_##isa());

/// Tables of the instruction sets that this machine has, narrowest first.
inline std::vector<const kernels::KernelTable*> tables() {
  std::vector<const kernels::KernelTable*> found;
  CRUMPLE_ISAS(CRUMPLE_LIST_IF_HERE)
  return found;
}
inline std::vector<const kernels::StepKernels*> step_tables() {
  std::vector<const kernels::StepKernels*> found;
  for (const kernels::KernelTable* table : tables()) found.push_back(table->step);
  return found;
}
#undef CRUMPLE_LIST_IF_HERE

}  // namespace crumple::test
