// The roofs: triad bandwidth and operations per second; also as benchmarks of their own. set_counters() sets
// other benchmarks against them (roofline: Williams, Waterman & Patterson, CACM 52 (2009) 65-76).
#include "tests/bench/machine.hpp"

#include <immintrin.h>
#include <time.h>

#include <algorithm>
#include <map>

#include "tests/bench/bench.hpp"
#include "tests/kernels/shell_solid_case.hpp"

namespace crumple::bench {
namespace {

// Ten independent chains: latency 4, two units. Written out, as lambdas and templates do not take over a target.
#define CRUMPLE_FUSED(name, target_name, vector, set1, fmadd, first)     \
  __attribute__((target(target_name))) double name(long n) {             \
    vector sum[10], factor = set1(1), term = set1(1e-20f);               \
    for (int k = 0; k < 10; ++k) sum[k] = set1(k);                       \
    for (long i = 0; i < n; ++i)                                         \
      for (int k = 0; k < 10; ++k) sum[k] = fmadd(sum[k], factor, term); \
    for (int k = 1; k < 10; ++k) sum[0] = fmadd(sum[k], factor, sum[0]); \
    return first(sum[0]);                                                \
  }
CRUMPLE_FUSED(fused_avx2_double, "avx2,fma", __m256d, _mm256_set1_pd, _mm256_fmadd_pd, _mm256_cvtsd_f64)
CRUMPLE_FUSED(fused_avx2_single, "avx2,fma", __m256, _mm256_set1_ps, _mm256_fmadd_ps, _mm256_cvtss_f32)
CRUMPLE_FUSED(fused_avx512_double, "avx512f", __m512d, _mm512_set1_pd, _mm512_fmadd_pd, _mm512_cvtsd_f64)
CRUMPLE_FUSED(fused_avx512_single, "avx512f", __m512, _mm512_set1_ps, _mm512_fmadd_ps, _mm512_cvtss_f32)

/// Shortest of several timings of run(), each of about 20 ms, per call.
template <class Run>
double shortest(Run&& run) {
  long n = 1;
  double best = 1e30;
  for (int round = 0; round < 7; ++round) {
    double start = thread_time();
    for (long i = 0; i < n; ++i) run();
    double taken = thread_time() - start;
    for (; round == 0 && taken < 0.02; n *= 2) {
      start = thread_time();
      for (long i = 0; i < 2 * n; ++i) run();
      taken = thread_time() - start;
      best = std::min(best, taken / double(2 * n));
    }
    if (round > 0) best = std::min(best, taken / double(n));
  }
  return best;
}

double measure_triad(double bytes) {
  const std::size_t n = std::size_t(bytes / (3 * sizeof(double))) / 8 * 8;
  test::Array<double> a(n, 0.0), b(n, 1.0), c(n, 2.0);
  const double seconds = shortest([&] {
    double *x = a.data(), *y = b.data(), *z = c.data();
    for (std::size_t i = 0; i < n; ++i) x[i] = y[i] + 3.0 * z[i];
    benchmark::DoNotOptimize(x);
    benchmark::ClobberMemory();
  });
  return 3.0 * sizeof(double) * double(n) / seconds;
}

template <class Run>
double flops_of(double flops_per_round, Run&& run) {
  constexpr long n = 10000;
  const double seconds = shortest([&] {
    auto result = run(n);
    benchmark::DoNotOptimize(result);
  });
  return double(n) * flops_per_round / seconds;
}

void time_triad(benchmark::State& state) {
  double bandwidth = 0;
  for (auto _ : state) bandwidth = measure_triad(1024.0 * double(state.range(0)));
  state.counters["GB/s"] = 1e-9 * bandwidth;
}

}  // namespace

double thread_time() {
  timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return double(t.tv_sec) + 1e-9 * double(t.tv_nsec);
}

std::vector<const PackLoops*> pack_loops() {
  std::vector<const PackLoops*> found = {crumple_bench_sse2()};
  if (__builtin_cpu_supports("avx2")) found.push_back(crumple_bench_avx2());
  if (__builtin_cpu_supports("avx512dq")) found.push_back(crumple_bench_avx512());
  return found;
}

double triad_bandwidth(double bytes) {
  static std::map<int, double> known;  // by powers of two; larger than 256 MiB is memory
  const int power = std::clamp(int(std::ceil(std::log2(bytes))), 15, 28);
  if (!known.contains(power)) known[power] = measure_triad(std::exp2(power));
  return known[power];
}

double multiply_add_flops(const std::string& isa, bool single) {
  static std::map<std::string, double> known;
  double& value = known[isa + (single ? "/single" : "/double")];
  for (const PackLoops* loops : pack_loops()) {
    if (isa != loops->isa || value > 0) continue;
    value = single ? flops_of(24.0 * loops->single.lanes, [&](long n) { return loops->single.multiply_add(n); })
                   : flops_of(24.0 * loops->twice.lanes, [&](long n) { return loops->twice.multiply_add(n); });
  }
  return value;
}

double fused_flops(const std::string& isa, bool single) {
  static std::map<std::string, double> known;
  double& value = known[isa + (single ? "/single" : "/double")];
  if (value > 0) return value;
  if (isa == "avx2" && __builtin_cpu_supports("fma"))
    value = single ? flops_of(160, fused_avx2_single) : flops_of(80, fused_avx2_double);
  if (isa == "avx512" && __builtin_cpu_supports("avx512f"))
    value = single ? flops_of(320, fused_avx512_single) : flops_of(160, fused_avx512_double);
  return value;
}

double peak_flops(const std::string& isa, bool single) {
  return std::max(multiply_add_flops(isa, single), fused_flops(isa, single));
}

void set_counters(benchmark::State& state, const Work& work, const std::string& isa, bool single, double seconds) {
  const double of_triad = work.bytes / seconds / triad_bandwidth(work.resident);
  const double of_peak = work.flops / seconds / peak_flops(isa, single);
  state.counters["ns/" + work.item] = 1e9 * seconds / work.items;
  state.counters["GB/s"] = 1e-9 * work.bytes / seconds;
  state.counters["GF/s"] = 1e-9 * work.flops / seconds;
  state.counters["of_triad"] = of_triad;
  state.counters["of_peak"] = of_peak;
  state.counters["of_roof"] = std::max(of_triad, of_peak);
}

void register_machine() {
  for (int kilobytes : {24, 512, 8192, 262144})
    benchmark::RegisterBenchmark("machine/triad_kB", time_triad)->Arg(kilobytes)->Iterations(1);
  for (const PackLoops* loops : pack_loops())
    for (const char* precision : {"double", "single"}) {
      const std::string isa = loops->isa;
      const bool single = std::string(precision) == "single";
      const auto add = [&](const char* what, double (*measure)(const std::string&, bool)) {
        const std::string name = std::string("machine/") + what + "/" + isa + "/" + precision;
        benchmark::RegisterBenchmark(name.c_str(), [=](benchmark::State& state) {
          for (auto _ : state) state.counters["GF/s"] = 1e-9 * measure(isa, single);
        })->Iterations(1);
      };
      add("multiply_add", multiply_add_flops);
      if (isa != "sse2") add("fused", fused_flops);
    }
}

}  // namespace crumple::bench
