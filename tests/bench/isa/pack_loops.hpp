// Loops over packs that are built once per instruction set, each set into a library that shows one symbol (as the
// kernels are). Plain arrays in between.
#pragma once

#include <cstdint>

namespace crumple::bench {

/// Quads in blocks as kernels::ElementBlocks has them, and rows of four doubles per node.
struct RowCase {
  const std::int32_t* nodes;  ///< [block][node][lane]
  int n_blocks;
  const double* in[3];  ///< rows to gather: positions, velocities, angular velocities
  double* out[2];       ///< rows to add to: forces, moments
  double shift;         ///< rounds to a quantum, see kernels::NodeRows
};

template <class Real>
struct LoopsOf {
  /// Gathers the three rows of the four nodes of each element; their sum goes to values[block][lane].
  void (*gather)(const RowCase&, Real* values);
  /// Adds values[block][lane], in three components, to both rows of the four nodes of each element.
  void (*scatter)(const RowCase&, const Real* values);
  /// n times 24 packs of operations on registers: 12 multiplications and 12 additions that do not wait for each other.
  Real (*multiply_add)(long n);
  int lanes;  ///< of a pack
};

struct PackLoops {
  const char* isa;
  LoopsOf<float> single;
  LoopsOf<double> twice;
};

template <class Real>
const LoopsOf<Real>& loops_of(const PackLoops& loops) {
  if constexpr (sizeof(Real) == 8)
    return loops.twice;
  else
    return loops.single;
}

}  // namespace crumple::bench

extern "C" {
const crumple::bench::PackLoops* crumple_bench_sse2();
const crumple::bench::PackLoops* crumple_bench_avx2();
const crumple::bench::PackLoops* crumple_bench_avx512();
}
