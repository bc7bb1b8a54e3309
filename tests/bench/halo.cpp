// Benchmark of the packing of nodal sums for a neighbour and of their addition: forces and moments of the nodes along
// one side of a sheet. The loops are not in the kernel libraries: they move rows of 24 bytes and compute next to
// nothing.
#include "comm/halo.hpp"

#include <numeric>

#include "tests/bench/bench.hpp"
#include "tests/bench/element_mesh.hpp"

namespace crumple::bench {
namespace {

void time_halo(benchmark::State& state, bool pack, int n_elements, bool random) {
  const Mesh mesh = make_mesh(4, n_elements, random);
  std::vector<std::int32_t> nodes;
  for (std::size_t i = 0; i < mesh.points.size(); ++i)
    if (mesh.points[i][0] == 0) nodes.push_back(std::int32_t(i));
  test::Array<double> force(4 * mesh.points.size(), 1.0), moment = force;
  std::vector<double> message(6 * nodes.size(), 0.0);
  const RowArrays arrays = {force.data(), moment.data()};
  // A row's 24 bytes are read and written once; adding reads the message besides.
  const double n = double(nodes.size());
  const Work work = {"node", n, (pack ? 2.0 : 3.0) * 2 * 24 * n, pack ? 0 : 6 * n, 2 * 64 * n + 48 * n};
  time_iterations(state, work, "sse2", false, [&] {
    pack ? pack_rows(arrays, nodes, message.data()) : add_rows(arrays, nodes, message.data());
    benchmark::ClobberMemory();
  });
}

}  // namespace

void register_halo(const Meshes& meshes) {
  for (int n_elements : meshes.elements)
    for (const std::string& order : meshes.orders)
      for (const bool pack : {true, false}) {
        const std::string name =
            std::string("halo/") + (pack ? "pack/" : "add/") + std::to_string(n_elements) + "/" + order;
        benchmark::RegisterBenchmark(
            name.c_str(), [=](benchmark::State& state) { time_halo(state, pack, n_elements, order == "random"); })
            ->Unit(benchmark::kMicrosecond)
            ->MinTime(0.1);
      }
}

}  // namespace crumple::bench
