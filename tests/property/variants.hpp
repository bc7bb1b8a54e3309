// The ways to run one deck that must all give one answer.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "tests/support/run_crumple.hpp"

namespace crumple::test {

struct Variant {
  int ranks, threads;
  std::string isa;
  std::string more = "";  ///< options that must not change the answer either
};

/// The first is the reference. Together they have each number of ranks, of threads 1 to 4, and each instruction set
/// with one rank or several; all combinations would take ten times as long and repeat what is independent. Contact
/// searches earlier and later.
inline std::vector<Variant> variants() {
  static const std::vector<std::string> isas = instruction_sets();
  const std::string narrow = isas.front(), middle = isas[isas.size() / 2], wide = isas.back();
#if defined(__SANITIZE_THREAD__)  // which finds nothing between ranks
  return {{1, 1, narrow}, {1, 3, wide}, {2, 2, middle}};
#elif defined(__SANITIZE_ADDRESS__)  // kernels are not instrumented
  return {{1, 1, wide}, {3, 2, wide}};
#endif
  return {{1, 1, narrow},
          {1, 2, wide},
          {2, 2, middle, "contact_margin=1.5"},
          {1, 3, middle},
          {1, 4, narrow},
          {3, 1, wide, "contact_margin=0.05"},
          {5, 1, narrow},
          {8, 1, middle}};
}

/// The first, and every second of the others: for the other precision.
inline std::vector<Variant> fewer_variants() {
  const std::vector<Variant> all = variants();
  std::vector<Variant> some = {all.front()};
  for (std::size_t k = 1; k < all.size(); k += 2) some.push_back(all[k]);
  return some;
}

/// The option by which elements go to other ranks `n` times in a run of so many cycles, with all that they carry: each
/// time takes as long as hundreds of cycles of a small deck.
inline std::string moving(int n, int cycles) { return fmt::format("rebalance={},0", cycles / n + 1); }

/// The same runs with elements that move; `precision` takes its share.
inline std::vector<Variant> moving_variants(const std::string& precision, int cycles) {
  static const std::string wide = instruction_sets().back();
#if defined(__SANITIZE_THREAD__)
  return {{2, 2, wide, moving(20, cycles)}};
#elif defined(__SANITIZE_ADDRESS__)
  return {{3, 1, wide, moving(20, cycles)}};
#endif
  if (precision == "double") return {{3, 1, wide, moving(25, cycles)}};
  return {{2, 1, wide, moving(20, cycles)}, {4, 1, wide, moving(35, cycles)}};
}

/// What a device does, by the kernels of one lane, where they are built (scripts/build --isa all).
inline std::vector<Variant> device_variants(const std::string& precision) {
#if defined(__SANITIZE_THREAD__)  // which does not understand the barriers of OpenMP
  return {};
#endif
  if (!has_device_of_host()) return {};
  if (precision == "double") return {{2, 1, "auto", "device=host"}};
  return {{1, 3, "auto", "device=host"}, {3, 1, "auto", "device=host"}};
}

inline std::string describe(const Variant& v, const std::string& precision) {
  return fmt::format("threads={} isa={} precision={} {}", v.threads, v.isa, precision, v.more);
}

}  // namespace crumple::test
