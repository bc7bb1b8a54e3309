// The machine's roofs, each measured once when first asked for. Called by set_counters().
#pragma once

#include <string>
#include <vector>

#include "tests/bench/isa/pack_loops.hpp"

namespace crumple::bench {

/// Loops of the instruction sets that this machine has: sse2, avx2, avx512.
std::vector<const PackLoops*> pack_loops();

/// Bandwidth of a = b + s c over arrays of `bytes` together, counting 3 words per index [bytes/s].
double triad_bandwidth(double bytes);

/// Floating-point operations per second of an instruction set in registers: the greater of fused multiply-adds (sse2
/// has none) and of separate multiplications and additions, which are what kernels without contraction can use.
double peak_flops(const std::string& isa, bool single);

/// The same, each of the two by itself; 0: the machine or the instruction set has none.
double multiply_add_flops(const std::string& isa, bool single);
double fused_flops(const std::string& isa, bool single);

}  // namespace crumple::bench
