// crumple_bench: times of the inner loops of Crumple and the roofs of the machine, by Google Benchmark. Its options
// work: --benchmark_filter=REGEX, --benchmark_list_tests, --benchmark_out=FILE.json, --benchmark_repetitions=N.
// Besides:
//   --elements=N,...                 sizes of meshes (default 1024,200000: in cache and out of it)
//   --order=good,random              numbering of elements and nodes
//   --yield=none,patches,scattered   which 30 % of the points become plastic (default scattered: the hardest)
#include <Kokkos_Core.hpp>
#include <sstream>

#include "app/isa.hpp"
#include "tests/bench/bench.hpp"

using namespace crumple::bench;

namespace {

std::vector<std::string> split(const std::string& text) {
  std::vector<std::string> parts;
  std::stringstream stream(text);
  for (std::string part; std::getline(stream, part, ',');) parts.push_back(part);
  return parts;
}

/// Takes our options out of the command line; false: one has a value that is not understood.
bool take_options(int& argc, char** argv, Meshes& meshes) {
  int kept = 1;
  for (int i = 1; i < argc; ++i) {
    const std::string argument = argv[i], key = argument.substr(0, argument.find('=') + 1);
    const auto values = split(argument.substr(key.size()));
    if (key == "--elements=") {
      meshes.elements.clear();
      for (const std::string& value : values) {
        if (std::atoi(value.c_str()) < 64) return false;
        meshes.elements.push_back(std::atoi(value.c_str()));
      }
    } else if (key == "--order=" || key == "--yield=") {
      for (const std::string& value : values)
        if (key == "--order=" ? value != "good" && value != "random"
                              : value != "none" && value != "patches" && value != "scattered")
          return false;
      (key == "--order=" ? meshes.orders : meshes.yields) = values;
    } else {
      argv[kept++] = argv[i];
    }
  }
  argc = kept;
  return true;
}

}  // namespace

int main(int argc, char** argv) {
  Meshes meshes;
  if (!take_options(argc, argv, meshes)) {
    std::fprintf(stderr,
                 "crumple_bench: --elements=N,... (64 or more) --order=good,random --yield=none,patches,scattered\n");
    return 1;
  }
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
  crumple::flush_denormals();  // as the program does in single precision
  register_machine();
  register_rows(meshes);
  register_elements(meshes);
  register_transcendentals();
  register_step();
  register_near_points();
  register_profile();
  Kokkos::ScopeGuard kokkos(Kokkos::InitializationSettings().set_num_threads(1).set_disable_warnings(true));
  benchmark::RunSpecifiedBenchmarks();
}
