// Loops over transcendental functions, built once per instruction set: by ours of packs, by the C library lane for
// lane, and by the functions that Kokkos' own packs have. Called by transcendentals.cpp.
#pragma once

namespace crumple::bench {

struct MathLoop {
  const char* function;  ///< "exp", ...
  const char* how;       ///< "packs", "lanes", "kokkos"
  /// out[i] = function(in[i]) for n values, a multiple of the lanes; 64-byte aligned. pow: to the power 0.3.
  void (*single)(const float* in, float* out, int n);
  void (*twice)(const double* in, double* out, int n);
};

struct MathLoops {
  const char* isa;
  const MathLoop* loops;
  int n_loops;
};

}  // namespace crumple::bench

extern "C" {
const crumple::bench::MathLoops* crumple_math_sse2();
const crumple::bench::MathLoops* crumple_math_avx2();
const crumple::bench::MathLoops* crumple_math_avx512();
}
