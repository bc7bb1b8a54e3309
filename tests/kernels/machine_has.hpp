// Which of the kernel libraries' instruction sets this machine has.
#pragma once

#include <string_view>
#include <vector>

#include "kernels/tables.hpp"

namespace crumple::test {

inline bool machine_has([[maybe_unused]] std::string_view isa) {
#if defined(__x86_64__)
  if (isa == "avx2") return __builtin_cpu_supports("avx2");
  if (isa == "avx512")
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
           __builtin_cpu_supports("avx512vl");
#endif
  return true;
}

#define CRUMPLE_LIST_IF_HERE(isa) \
  if (machine_has(#isa)) found.push_back(crumple_kernels_##isa());
#define CRUMPLE_LIST_STEP_IF_HERE(isa) \
  if (machine_has(#isa)) found.push_back(crumple_step_kernels_##isa());

/// Tables of the instruction sets that this machine has, narrowest first.
inline std::vector<const kernels::KernelTable*> tables() {
  std::vector<const kernels::KernelTable*> found;
  CRUMPLE_ISAS(CRUMPLE_LIST_IF_HERE)
  return found;
}
inline std::vector<const kernels::StepKernels*> step_tables() {
  std::vector<const kernels::StepKernels*> found;
  CRUMPLE_ISAS(CRUMPLE_LIST_STEP_IF_HERE)
  return found;
}
#undef CRUMPLE_LIST_IF_HERE
#undef CRUMPLE_LIST_STEP_IF_HERE

}  // namespace crumple::test
