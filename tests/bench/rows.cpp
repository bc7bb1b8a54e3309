// Benchmark of gather and scatter alone: the node rows of a mesh of quads, as the shell kernels move them.
#include "tests/bench/bench.hpp"
#include "tests/bench/element_mesh.hpp"
#include "tests/bench/machine.hpp"

namespace crumple::bench {
namespace {

using namespace crumple::test;

template <class Real>
void time_rows(benchmark::State& state, const PackLoops& loops, bool gather, int n_elements, bool random) {
  const Mesh mesh = make_mesh(4, n_elements, random);
  Case<Real> c = make_case(find_kernel<Real>(*crumple_kernels_sse2(), true, 2, 1), mesh, {"none"});
  const RowCase rows{
      c.nodes.data(), c.n_blocks, {c.x.data(), c.v.data(), c.w.data()}, {c.f.data(), c.m.data()}, c.force_shift};
  // By hand: each row moves once (scatter: in and out), with the node numbers and a value per element. Flops: additions
  // of components; the scatter rounds once per node (2) and adds (1).
  const double row_bytes = gather ? 3 * 32 : 2 * 64, element_bytes = 16 + sizeof(Real);
  const double flops = gather ? 3 * 4 * 3 + 2 : 2 * 4 * 3 * 3;
  const Work work = {"element", double(c.n_elements), row_bytes * c.n_nodes + element_bytes * c.n_elements,
                     flops * c.n_elements, (gather ? 96.0 : 64.0) * c.n_nodes + element_bytes * c.n_elements};
  const auto run = gather ? loops_of<Real>(loops).gather : nullptr;
  const auto add = loops_of<Real>(loops).scatter;
  time_iterations(state, work, loops.isa, sizeof(Real) == 4,
                  [&] { run ? run(rows, c.thickness.data()) : add(rows, c.thickness.data()); });
}

}  // namespace

void register_rows(const Meshes& meshes) {
  for (int n_elements : meshes.elements)
    for (const std::string& order : meshes.orders)
      for (const PackLoops* loops : pack_loops())
        for (const bool gather : {true, false}) {
          const auto add = [&](const char* precision, auto time) {
            const std::string name = std::string("rows/") + (gather ? "gather/" : "scatter/") + loops->isa + "/" +
                                     precision + "/" + std::to_string(n_elements) + "/" + order;
            const bool random = order == "random";
            benchmark::RegisterBenchmark(
                name.c_str(), [=](benchmark::State& state) { time(state, *loops, gather, n_elements, random); })
                ->Unit(benchmark::kMicrosecond)
                ->MinTime(0.1);
          };
          add("double", time_rows<double>);
          add("single", time_rows<float>);
        }
}

}  // namespace crumple::bench
