// Functions specific to x86-64 and ARM64, outside of the kernels.
#pragma once

#include <cstdint>
#include <string_view>
#if defined(__aarch64__)
#include <asm/hwcap.h>
#include <sys/auxv.h>
#include <sys/prctl.h>
#else
#include <x86intrin.h>
#endif

namespace crumple::processor {

/// Whether this machine has an instruction set of the kernels. SVE: with registers of exactly the length the kernels
/// are compiled for.
inline bool has(std::string_view isa) {
#if defined(__aarch64__)
  const auto sve_bits = [] {
    return getauxval(AT_HWCAP) & HWCAP_SVE ? 8 * (prctl(PR_SVE_GET_VL) & PR_SVE_VL_LEN_MASK) : 0;
  };
  if (isa == "sve256") return sve_bits() == 256;
  if (isa == "sve512") return sve_bits() == 512;
  return isa == "scalar" || isa == "neon";
#else
  if (isa == "avx2") return __builtin_cpu_supports("avx2");
  if (isa == "avx512")
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
           __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512bw") &&
           __builtin_cpu_supports("avx512cd");
  return isa == "scalar" || isa == "sse2";
#endif
}

/// Flushes denormal operands and results to zero in all arithmetic of this thread. The architectures differ for results
/// that only rounding lifts to the smallest normal number: ARM64 flushes these, too.
inline void flush_denormals() {
#if defined(__aarch64__)
  constexpr std::uint64_t flush_to_zero = 1 << 24;
  std::uint64_t control;
  asm volatile("mrs %0, fpcr" : "=r"(control));
  asm volatile("msr fpcr, %0" ::"r"(control | flush_to_zero));
#else
  constexpr unsigned flush_to_zero = 0x8000, denormals_are_zero = 0x0040;
  _mm_setcsr(_mm_getcsr() | flush_to_zero | denormals_are_zero);
#endif
}

/// A time counter with a constant rate, common to all cores; reading it takes a third of the time of reading a clock
/// (measured on x86-64).
inline std::int64_t ticks() {
#if defined(__aarch64__)
  std::int64_t count;
  asm volatile("mrs %0, cntvct_el0" : "=r"(count));
  return count;
#else
  return std::int64_t(__rdtsc());
#endif
}

/// Yields resources to the core's other hardware thread while spinning.
inline void rest() {
#if defined(__aarch64__)
  asm volatile("yield");
#else
  _mm_pause();
#endif
}

}  // namespace crumple::processor
