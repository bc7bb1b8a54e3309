// Benchmark of exp, log, cbrt, pow over 1024 values in cache: functions of packs against the C library lane for lane
// and those of Kokkos. Values are those of a flow law: strains, rates over a reference, stresses over a reference.
#include <random>

#include "tests/bench/bench.hpp"
#include "tests/bench/isa/math_loops.hpp"
#include "tests/kernels/shell_solid_case.hpp"

namespace crumple::bench {
namespace {

constexpr int n_values = 1024;

template <class Real>
void time_loop(benchmark::State& state, void (*loop)(const Real*, Real*, int)) {
  test::Array<Real> in(n_values), out(n_values);
  std::mt19937 random(5);
  for (Real& x : in) x = Real(std::uniform_real_distribution<>(1e-3, 10)(random));
  const double start = thread_time();
  for (auto _ : state) {
    loop(in.data(), out.data(), n_values);
    benchmark::ClobberMemory();
  }
  state.counters["ns/value"] = 1e9 * (thread_time() - start) / (double(state.iterations()) * n_values);
}

std::vector<const MathLoops*> math_loops() {
  std::vector<const MathLoops*> found = {crumple_math_sse2()};
  if (__builtin_cpu_supports("avx2")) found.push_back(crumple_math_avx2());
  if (__builtin_cpu_supports("avx512dq")) found.push_back(crumple_math_avx512());
  return found;
}

}  // namespace

void register_transcendentals() {
  for (const MathLoops* table : math_loops())
    for (int i = 0; i < table->n_loops; ++i) {
      const MathLoop& loop = table->loops[i];
      const std::string name = std::string("math/") + loop.function + "/" + loop.how + "/" + table->isa;
      const auto add = [&](const char* precision, auto function) {
        benchmark::RegisterBenchmark((name + precision).c_str(),
                                     [=](benchmark::State& state) { time_loop(state, function); })
            ->Unit(benchmark::kMicrosecond)
            ->MinTime(0.05);
      };
      add("/double", loop.twice);
      add("/single", loop.single);
    }
}

}  // namespace crumple::bench
