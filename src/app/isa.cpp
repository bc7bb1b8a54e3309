#include "app/isa.hpp"

#include <fmt/format.h>
#include <omp.h>
#include <sched.h>
#include <unistd.h>
#include <xmmintrin.h>

#include <algorithm>

#include "base/error.hpp"

namespace crumple {

std::vector<std::string> available_isas() {
  std::vector<std::string> isas = {"sse2"};
  if (__builtin_cpu_supports("avx2")) isas.push_back("avx2");
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl") &&
      __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512cd"))
    isas.push_back("avx512");
  return isas;
}

const kernels::KernelTable& choose_kernels(const std::string& isa) {
  const std::vector<std::string> available = available_isas();
  const std::string chosen = isa == "auto" ? available.back() : isa;
  if (std::find(available.begin(), available.end(), chosen) == available.end())
    throw Error(fmt::format("isa={}: this machine does not have it; it has {}", isa, fmt::join(available, ", ")));
  if (chosen == "avx512") return *crumple_kernels_avx512();
  if (chosen == "avx2") return *crumple_kernels_avx2();
  return *crumple_kernels_sse2();
}

const kernels::StepKernels* step_kernels(std::string_view isa) {
  if (isa == "avx512") return crumple_step_kernels_avx512();
  return isa == "avx2" ? crumple_step_kernels_avx2() : crumple_step_kernels_sse2();
}

std::string describe_binding(int n_threads) {
  cpu_set_t mask;
  if (sched_getaffinity(0, sizeof mask, &mask) != 0) return {};
  const int allowed = CPU_COUNT(&mask), wanted = std::min(n_threads, int(sysconf(_SC_NPROCESSORS_ONLN)));
  if (allowed >= wanted) return {};
  return fmt::format(
      "threads={}, but the launcher lets this rank use {} of the machine's cores, so its threads take turns: "
      "start with mpirun --bind-to none, or --map-by slot:PE={}",
      n_threads, allowed, n_threads);
}

void flush_denormals() {
  constexpr unsigned flush_to_zero = 0x8000, denormals_are_zero = 0x0040;
  const auto flush = [] { _mm_setcsr(_mm_getcsr() | flush_to_zero | denormals_are_zero); };
  flush();  // first: LLVM's OpenMP hands this thread's settings to the others and puts them back when a region ends
#pragma omp parallel
  flush();
}

}  // namespace crumple
