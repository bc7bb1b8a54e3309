#include "app/isa.hpp"

#include <fmt/format.h>
#include <omp.h>

#include <algorithm>

#include "base/error.hpp"
#include "base/processor.hpp"
#include "kernels/tables.hpp"

namespace crumple {

namespace {

struct InstructionSet {
  std::string_view name;
  const kernels::KernelTable* (*kernels)();
  const kernels::StepKernels* (*step_kernels)();
};
#define CRUMPLE_ENTRY(isa) {#isa, crumple_kernels_##isa, crumple_step_kernels_##isa},
constexpr InstructionSet instruction_sets[] = {CRUMPLE_ISAS(CRUMPLE_ENTRY)};
#undef CRUMPLE_ENTRY

const InstructionSet& named(std::string_view isa) {
  return *std::ranges::find(instruction_sets, isa, &InstructionSet::name);
}

}  // namespace

std::vector<std::string> built_isas() {
  std::vector<std::string> isas;
  for (const InstructionSet& set : instruction_sets) isas.emplace_back(set.name);
  return isas;
}

std::vector<std::string> available_isas() {
  std::vector<std::string> isas;
  for (const InstructionSet& set : instruction_sets)
    if (processor::has(set.name)) isas.emplace_back(set.name);
  return isas;
}

const kernels::KernelTable& choose_kernels(const std::string& isa, bool as_device) {
  const std::vector<std::string> available = available_isas();
  if (available.empty())
    throw Error(
        fmt::format("this build has only the instruction sets {}, and this machine none of them; others are built "
                    "with cmake -DCRUMPLE_INSTRUCTION_SETS=...",
                    fmt::join(built_isas(), ", ")));
  // one lane is the narrowest instruction set, and the first
  const std::string chosen = isa != "auto" ? isa : as_device ? available.front() : available.back();
  if (std::find(available.begin(), available.end(), chosen) == available.end())
    throw Error(fmt::format("isa={}: this machine does not have it; it has {}", isa, fmt::join(available, ", ")));
  return *named(chosen).kernels();
}

const kernels::StepKernels* step_kernels(std::string_view isa) { return named(isa).step_kernels(); }

void flush_denormals() {
  processor::flush_denormals();  // first: LLVM's OpenMP copies this thread's settings to others and back at the end
#pragma omp parallel
  processor::flush_denormals();
}

}  // namespace crumple
