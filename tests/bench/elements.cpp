// Benchmark of the element kernels through their tables: every formulation, material, instruction set and precision,
// with hourglass control, thickness update, time step, history and the exact scatter.
#include <memory>

#include "tests/bench/bench.hpp"
#include "tests/bench/element_mesh.hpp"
#include "tests/bench/operations.hpp"

namespace crumple::bench {
namespace {

using namespace crumple::test;

struct Setup {
  int n_elements;
  std::string order;
  Loading loading;
};

template <class Real>
struct Strained {
  Case<Real> c;
  Array<double> back, back_angular;
  double share;  ///< of points that yield per step
  Work work;     ///< of a cycle

  Strained(const Kernel<Real>& kernel, const Setup& setup) : Strained(kernel, setup, mesh_of(kernel, setup)) {}
  Strained(const Kernel<Real>& kernel, const Setup& setup, const Mesh& mesh)
      : c(make_case(kernel, mesh, setup.loading)) {
    share = set_motion(c, mesh, setup.loading);
    back = negative(c.v);
    back_angular = negative(c.w);
    strain_cycle(c, back, back_angular);
    // By hand: each value of an element and each row of a node moves once; 5 scalars of an element are read and written
    // (thickness, alive, two energies; dt and mass scale or reference volume one way each).
    const int rows_in = kernel.shell ? 3 : 2, rows_out = kernel.shell ? 2 : 1;
    const double element = 2 * sizeof(Real) * (c.history_values + 5) + 4 * kernel.nodes_per_element;
    const double node = 32 * (rows_in + 2 * rows_out);
    work = {"element", 1.0 * cycle_steps * c.n_elements, cycle_steps * (element * c.n_elements + node * c.n_nodes),
            cycle_steps * flops_of_cycle_step(kernel, setup.loading) * c.n_elements,
            sizeof(Real) * (c.history_values + 7.0) * c.n_elements + 4.0 * kernel.nodes_per_element * c.n_elements +
                32.0 * (rows_in + rows_out) * c.n_nodes};
  }
  static Mesh mesh_of(const Kernel<Real>& kernel, const Setup& setup) {
    return make_mesh(kernel.nodes_per_element, setup.n_elements, setup.order == "random", !kernel.shell);
  }
};

template <class Real>
void time_forces(benchmark::State& state, const Kernel<Real>& kernel, const std::string& isa, const Setup& setup) {
  // Google Benchmark calls this several times to find its number of iterations: keep the mesh of the last call.
  static std::unique_ptr<Strained<Real>> kept;
  static std::string kept_name;
  const std::string name = isa + std::to_string(kernel.shell) + std::to_string(kernel.element_form) + "/" +
                           std::to_string(kernel.material) + "/" + std::to_string(setup.n_elements) + setup.order +
                           setup.loading.name();
  if (name != kept_name) {
    kept.reset();
    kept = std::make_unique<Strained<Real>>(kernel, setup);
    kept_name = name;
  }
  std::fill(kept->c.f.begin(), kept->c.f.end(), 0.0);  // sums must stay in the range of the quantum
  std::fill(kept->c.m.begin(), kept->c.m.end(), 0.0);
  time_iterations(state, kept->work, isa, sizeof(Real) == 4,
                  [&] { strain_cycle(kept->c, kept->back, kept->back_angular); });
  state.counters["flops/element"] = kept->work.flops / kept->work.items;
  state.counters["bytes/element"] = kept->work.bytes / kept->work.items;
  state.counters["yielding"] = kept->share;
}

std::string padded(int number) {
  const std::string digits = std::to_string(number);
  return std::string(digits.size() < 3 ? 3 - digits.size() : 0, '0') + digits;
}

template <class Real>
void register_kernel(const Kernel<Real>& kernel, const std::string& isa, const Setup& setup) {
  const std::string name = std::string("elements/") + (kernel.shell ? "shell_" : "solid_") +
                           padded(kernel.element_form) + "/material_" + padded(kernel.material) +
                           (setup.loading.is_sheet_of_car ? "_car/" : "/") + isa + "/" +
                           (sizeof(Real) == 4 ? "single" : "double") + "/" + std::to_string(setup.n_elements) + "/" +
                           setup.order + "/" + setup.loading.yield;
  benchmark::RegisterBenchmark(name.c_str(), [=](benchmark::State& state) { time_forces(state, kernel, isa, setup); })
      ->Unit(benchmark::kMillisecond)
      ->MinTime(0.2);
}

template <class Real>
void register_kernels(const Kernel<Real>* kernels, int n, const std::string& isa, const Setup& setup) {
  for (int k = 0; k < n; ++k) {
    register_kernel(kernels[k], isa, setup);
    if (kernels[k].material == 24)
      register_kernel(kernels[k], isa, {setup.n_elements, setup.order, {setup.loading.yield, true}});
  }
}

}  // namespace

void register_elements(const Meshes& meshes) {
  for (int n_elements : meshes.elements)
    for (const std::string& order : meshes.orders)
      for (const std::string& yield : meshes.yields)
        for (const KernelTable* table : tables()) {
          if (table->isa == std::string_view("scalar")) continue;  // no instruction set: it has no peak of its own
          register_kernels(table->double_precision, table->n_double, table->isa, {n_elements, order, {yield}});
          register_kernels(table->single_precision, table->n_single, table->isa, {n_elements, order, {yield}});
        }
}

}  // namespace crumple::bench
