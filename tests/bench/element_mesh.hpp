// Meshes for benchmarks of elements: a sheet or a block of equal elements, in a good or a random order, strained to and
// fro so that a chosen share of the points yields in each step. Called by elements.cpp and rows.cpp.
#pragma once

#include "tests/kernels/shell_solid_case.hpp"

namespace crumple::bench {

struct Mesh {
  std::vector<test::Point> points;
  std::vector<std::vector<int>> elements;
  std::vector<bool> hot;  ///< of nodes: in a patch that yields
};

/// About n_elements of 3, 4 or 8 nodes and side 5, shells or (solid) a block. Elements and nodes run along rows, or
/// (random) in any order.
Mesh make_mesh(int nodes_per_element, int n_elements, bool random, bool solid = false);

/// Which points yield, see set_motion, and by which law.
struct Loading {
  std::string yield;
  bool is_sheet_of_car = false;  ///< the proxy car's mild steel, a hardening curve with rates; else ideally plastic
  std::string name() const { return yield + (is_sheet_of_car ? "/car" : ""); }
};

/// The mesh with *MAT constants of steel in mm, ms, g, N, three layers, all that a deck may switch on.
template <class Real>
test::Case<Real> make_case(const kernels::Kernel<Real>& kernel, const Mesh& mesh, const Loading& loading);

/// Sets random nodal velocities such that, over a cycle of strain, 30 % of the layers (or points) yield per step:
/// anywhere (`scattered`), or nearly all of them in some patches, as in a crash (`patches`); or none. Returns the share
/// that a small mesh reaches.
template <class Real>
double set_motion(test::Case<Real>& c, const Mesh& mesh, const Loading& loading);

/// Steps of a cycle: half of them with the velocities, half against them. So many that the points which yield do so by
/// increments of strain of about 1e-4, what an explicit code makes at 100 /s and a microsecond.
inline constexpr int cycle_steps = 64;
inline constexpr double step_time = 1e-3;

/// One cycle of strain at fixed positions. `back` holds the negative velocities.
template <class Real>
void strain_cycle(test::Case<Real>& c, const test::Array<double>& back, const test::Array<double>& back_angular) {
  const kernels::NodeRows forth_rows = c.rows();
  kernels::NodeRows back_rows = forth_rows;
  back_rows.velocity = back.data();
  back_rows.angular_velocity = back_angular.data();
  const auto blocks = c.blocks();
  for (int step = 0; step < cycle_steps; ++step)
    c.kernel.forces(blocks, step < cycle_steps / 2 ? forth_rows : back_rows, step_time, 0, c.n_blocks);
}

inline test::Array<double> negative(const test::Array<double>& rows) {
  test::Array<double> result = rows;
  for (double& value : result) value = -value;
  return result;
}

}  // namespace crumple::bench
