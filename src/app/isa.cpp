#include "app/isa.hpp"

#include <dlfcn.h>
#include <fmt/format.h>
#include <omp.h>

#include <algorithm>

#include "base/error.hpp"
#include "base/loops.hpp"
#include "base/processor.hpp"
#include "kernels/tables.hpp"

namespace crumple {

namespace {

struct InstructionSet {
  std::string_view name;
  const kernels::KernelTable* (*kernels)();
};
#define CRUMPLE_ENTRY(isa) {#isa, crumple_kernels_##isa},
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

const kernels::KernelTable& choose_kernels(const std::string& isa) {
  const std::vector<std::string> available = available_isas();
  if (available.empty())
    throw Error(
        fmt::format("this build has only the instruction sets {}, and this machine none of them; others are built "
                    "with cmake -DCRUMPLE_INSTRUCTION_SETS=...",
                    fmt::join(built_isas(), ", ")));
  const std::string chosen = isa != "auto" ? isa : available.back();
  if (std::find(available.begin(), available.end(), chosen) == available.end())
    throw Error(fmt::format("isa={}: this machine does not have it; it has {}", isa, fmt::join(available, ", ")));
  return *named(chosen).kernels();
}

namespace {

/// Packs of one lane, launched.
const kernels::KernelTable& kernels_of_host() {
  for (const InstructionSet& set : instruction_sets)
    if (const kernels::KernelTable* const table = set.kernels()->of_a_device) return *table;
  throw Error("device=host: this build has no kernels of one lane; build them with scripts/build --isa all");
}

const kernels::KernelTable& kernels_of_cuda() {
  constexpr const char* library = "libcrumple_kernels_cuda.so";
  void* const loaded = dlopen(library, RTLD_NOW | RTLD_LOCAL);
  if (!loaded)
    throw Error(fmt::format("device=cuda: {}; expected a library built by scripts/build --isa cuda", dlerror()));
  const auto table = reinterpret_cast<const kernels::KernelTable* (*)()>(dlsym(loaded, "crumple_kernels_cuda"));
  if (!table) throw Error(fmt::format("device=cuda: {} is no kernel library: {}", library, dlerror()));
  return *table();
}

}  // namespace

const kernels::KernelTable& kernels_of_device(const std::string& device, int rank) {
  const kernels::KernelTable& kernels = device == "cuda" ? kernels_of_cuda() : kernels_of_host();
  if (const char* const missing = kernels.device->start(launch_on_threads, rank))
    throw Error(fmt::format("device={}: {}", device, missing));
  return kernels;
}

void flush_denormals() {
  processor::flush_denormals();  // first: LLVM's OpenMP copies this thread's settings to others and back at the end
#pragma omp parallel
  processor::flush_denormals();
}

}  // namespace crumple
