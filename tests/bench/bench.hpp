// What the topics of crumple_bench share: how a benchmark says what it did, and the registration of each topic. A topic
// is one source in this folder with one function below; loops over packs, built once per instruction set, are in isa/.
#pragma once

#include <benchmark/benchmark.h>

#include <string>
#include <vector>

namespace crumple::bench {

/// The meshes to time, from the command line.
struct Meshes {
  std::vector<int> elements = {1024, 200000};
  std::vector<std::string> orders = {"good", "random"};
  std::vector<std::string> yields = {"scattered"};
};

/// What one iteration does. `bytes`: what must move between memory and registers if each array is touched once.
struct Work {
  std::string item;  ///< "element", "node", ...
  double items, bytes, flops;
  double resident;  ///< bytes of the arrays it walks over: says which cache, so which bandwidth is the roof
};

void set_counters(benchmark::State& state, const Work& work, const std::string& isa, bool single, double seconds);

/// Processor time of this thread [s]; what others do on the machine does not count.
double thread_time();

/// Runs a benchmark's iterations and sets its counters: ns per item, GB/s, GF/s and, as shares of 1, what they are of
/// the triad's bandwidth over as many bytes, of the peak of the instruction set, and of the roofline (the lesser of
/// both).
template <class Iteration>
void time_iterations(benchmark::State& state, const Work& work, const std::string& isa, bool single, Iteration&& run) {
  const double start = thread_time();
  for (auto _ : state) run();
  set_counters(state, work, isa, single, (thread_time() - start) / double(state.iterations()));
}

void register_machine();
void register_rows(const Meshes& meshes);
void register_elements(const Meshes& meshes);
void register_transcendentals();
void register_near_points();
void register_step();
void register_profile();

}  // namespace crumple::bench
