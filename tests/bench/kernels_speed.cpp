// Time of the element kernels on one core, in nanoseconds per element and step: every formulation with *MAT_024 and
// three layers, each instruction set and precision. A regular mesh is strained to and fro, so that a part of the points
// yields. Usage: bench_kernels [elements per side of a sheet, default 32: in cache] [instruction set, default all]
#include <algorithm>
#include <cstdio>
#include <ctime>

#include "tests/kernels/shell_solid_case.hpp"

using namespace crumple::test;

namespace {

template <class Real>
Case<Real> make_case(const Kernel<Real>& kernel, int side) {
  std::vector<Point> points;
  std::vector<std::vector<int>> elements;
  const bool hex = kernel.nodes_per_element == 8;
  const int n = hex ? std::max(2, int(std::cbrt(double(side) * side))) : side, row = n + 1, level = row * row;
  for (int k = 0; k <= (hex ? n : 0); ++k)
    for (int j = 0; j <= n; ++j)
      for (int i = 0; i <= n; ++i) points.push_back({5.0 * i, 5.0 * j, 5.0 * k});
  for (int k = 0; k < (hex ? n : 1); ++k)
    for (int j = 0; j < n; ++j)
      for (int i = 0; i < n; ++i) {
        const int a = k * level + j * row + i, b = a + level;
        if (hex) elements.push_back({a, a + 1, a + row + 1, a + row, b, b + 1, b + row + 1, b + row});
        if (kernel.nodes_per_element == 4) elements.push_back({a, a + 1, a + row + 1, a + row});
        if (kernel.nodes_per_element == 3) elements.push_back({a, a + 1, a + row + 1});
      }
  PartConstants part = steel();
  part.hourglass = {4, 0.05, 0.05, 0.05, 1.5, 0.06};
  part.section.thickness_update = true;
  Case<Real> c(kernel, part, points, elements, 1);
  c.force_shift = c.moment_shift = 1.5 * 0x1p52 * 0x1p-20;
  std::mt19937 random(1);
  std::uniform_real_distribution<> shake(-1, 1);
  for (int i = 0; i < 4 * c.n_nodes; ++i)
    if (i % 4 < 3) c.v[i] = (hex ? 30 : 10) * shake(random), c.w[i] = shake(random);
  return c;
}

/// Nanoseconds this process has run; other processes on the machine do not count.
double processor_time() {
  timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return 1e9 * t.tv_sec + t.tv_nsec;
}

/// Share of layers whose plastic strain grew in the last step.
template <class Real>
double yielding(const Case<Real>& c, const Array<Real>& before) {
  const int layers = c.kernel.shell ? c.part.section.n_layers : 1, fields = c.kernel.layout.stress_fields + 1;
  int grown = 0;
  for (int e = 0; e < c.n_elements; ++e)
    for (int k = 0; k < layers; ++k) {
      const auto i =
          c.history_start[e / c.B] + (c.kernel.layout.element_fields + k * fields + fields - 1) * c.B + e % c.B;
      grown += c.history[i] > before[i];
    }
  return double(grown) / (c.n_elements * layers);
}

template <class Real>
void measure(const KernelTable& table, bool shell, int form, int side) {
  Case<Real> c = make_case(find_kernel<Real>(table, shell, form, 24), side);
  Array<double> back = c.v;
  for (double& v : back) v = -v;
  NodeRows forth_rows = c.rows(), back_rows = forth_rows;
  back_rows.velocity = back.data();
  const auto blocks = c.blocks();
  const double dt = 2e-4;
  const auto pair = [&] {
    c.kernel.forces(blocks, forth_rows, dt, 0, c.n_blocks);
    c.kernel.forces(blocks, back_rows, dt, 0, c.n_blocks);
  };
  for (int n = 0; n < 5; ++n) pair();
  const int repeats = std::max(2, 200000 / c.n_elements);
  double best = 1e30;
  for (int round = 0; round < 7; ++round) {
    std::fill(c.f.begin(), c.f.end(), 0.0);
    const double start = processor_time();
    for (int n = 0; n < repeats; ++n) pair();
    best = std::min(best, (processor_time() - start) / (2.0 * repeats * c.n_blocks * c.B));
  }
  const Array<Real> before = c.history;
  c.kernel.forces(blocks, forth_rows, dt, 0, c.n_blocks);
  std::printf("%-7s %-6s %s %d  %7d elements  %6.1f ns  %3.0f %% of the points yield\n", table.isa,
              sizeof(Real) == 8 ? "double" : "single", shell ? "shell" : "solid", form, c.n_elements, best,
              100 * yielding(c, before));
}

}  // namespace

int main(int argc, char** argv) {
  const int side = argc > 1 ? std::atoi(argv[1]) : 32;
  for (const KernelTable* table : tables())
    for (const auto& [shell, form] : {std::pair{true, 2}, {true, 4}, {false, 1}}) {
      if (argc > 2 && std::string(table->isa) != argv[2]) continue;
      measure<double>(*table, shell, form, side);
      measure<float>(*table, shell, form, side);
    }
}
