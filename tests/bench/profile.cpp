// What it costs to time a phase of the step.
#include "base/profile.hpp"

#include "tests/bench/bench.hpp"

namespace crumple::bench {

void register_profile() {
  benchmark::RegisterBenchmark("profile/scope", [](benchmark::State& state) {
    time_iterations(state, {"scope", 1, 0, 0, 0}, "sse2", false, [] { Profile::Scope scope(phase<"benchmark">); });
  });
}

}  // namespace crumple::bench
