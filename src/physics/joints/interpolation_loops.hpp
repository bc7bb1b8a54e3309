// The loop over interpolations (interpolations.cpp).
#pragma once

#include <array>
#include <cmath>

#include "model/conditions.hpp"
#include "physics/state/loop_data.hpp"

namespace crumple {

/// An interpolation on a rank (Interpolation). Its independent nodes and their weights are a range of those of all.
struct InterpolationHere {
  Index node;
  DofMask dof;
  std::size_t first, last;
  CRUMPLE_INLINE std::size_t n_nodes() const { return last - first; }
};

/// Degrees of freedom of the dependent node: each is the sum of shares[row n + i] . v_i over the n independent nodes.
struct DependentRows {
  std::size_t count = 0;
  int component[6];
  bool is_rotation[6];
  double inertia[6];  ///< of the dependent node: mass, or rotational inertia
  Vec3* shares;       ///< of translations [1], of rotations [1/length]
};

/// Moments of the independent nodes' positions.
struct MeanPlace {
  Vec3 centre;
  Mat3 inertia;  ///< of the weights [length^2]
  CRUMPLE_DEVICE double determinant() const {
    return dot(inertia.row[0], cross(inertia.row[1], inertia.row[2]));
  }
  /// The solution of inertia x = b.
  CRUMPLE_DEVICE Vec3 solved(const Vec3& b) const {
    const auto& m = inertia.row;
    const Vec3 minors{dot(cross(m[1], m[2]), b), dot(cross(m[2], m[0]), b), dot(cross(m[0], m[1]), b)};
    return (1 / determinant()) * minors;
  }
};

/// Up to six linear equations.
struct SixEquations {
  double a[6][6] = {}, b[6] = {};
  /// By Gaussian elimination with partial pivoting; b becomes the solution.
  CRUMPLE_DEVICE void solve(std::size_t n) {
    for (std::size_t k = 0; k < n; ++k) {
      std::size_t pivot = k;
      for (std::size_t i = k + 1; i < n; ++i)
        if (std::abs(a[i][k]) > std::abs(a[pivot][k])) pivot = i;
      for (std::size_t j = 0; j < n; ++j) exchange(a[k][j], a[pivot][j]);
      exchange(b[k], b[pivot]);
      for (std::size_t i = k + 1; i < n; ++i) {
        const double factor = a[i][k] / a[k][k];
        for (std::size_t j = k; j < n; ++j) a[i][j] -= factor * a[k][j];
        b[i] -= factor * b[k];
      }
    }
    for (std::size_t k = n; k-- > 0;) {
      for (std::size_t j = k + 1; j < n; ++j) b[k] -= a[k][j] * b[j];
      b[k] /= a[k][k];
    }
  }
  CRUMPLE_DEVICE static void exchange(double& x, double& y) {
    const double kept = x;
    x = y;
    y = kept;
  }
};

/// Sets the velocities of the nodes of interpolations.
struct Interpolate {
  static constexpr const char* name = "interpolations";
  const InterpolationHere* interpolations;
  const Index* nodes;
  const double* weights;
  Vec3* shares;  ///< six for each of the nodes, to be used by its interpolation
  RowsAt position, velocity, angular_velocity;
  const double *mass, *inertia;

  CRUMPLE_INLINE void operator()(std::size_t k) const {
    const InterpolationHere& its = interpolations[k];
    const DependentRows rows = rows_of(its, shares + 6 * its.first);
    const SixEquations impulses = impulses_of(its, rows);
    const std::size_t n = its.n_nodes();
    for (std::size_t i = 0; i < n; ++i) {
      Vec3 impulse;
      for (std::size_t r = 0; r < rows.count; ++r) impulse -= impulses.b[r] * rows.shares[r * n + i];
      const Index node = nodes[its.first + i];
      velocity.add(node, (1 / mass[node]) * impulse);
    }
    for (std::size_t r = 0; r < rows.count; ++r)
      (rows.is_rotation[r] ? angular_velocity : velocity)(its.node)[rows.component[r]] = value_of(its, rows, r);
  }

  CRUMPLE_DEVICE MeanPlace mean_of(const InterpolationHere& its) const {
    MeanPlace mean;
    for (std::size_t i = its.first; i < its.last; ++i) mean.centre += weights[i] * position[nodes[i]];
    for (std::size_t i = its.first; i < its.last; ++i) {
      const Vec3 r = position[nodes[i]] - mean.centre;
      for (int k = 0; k < 3; ++k) {
        mean.inertia(k, k) += weights[i] * dot(r, r);
        for (int l = 0; l < 3; ++l) mean.inertia(k, l) -= weights[i] * r[k] * r[l];
      }
    }
    return mean;
  }
  CRUMPLE_DEVICE DependentRows rows_of(const InterpolationHere& its, Vec3* memory) const {
    const MeanPlace mean = mean_of(its);
    const Vec3 lever = position[its.node] - mean.centre;
    DependentRows rows;
    rows.shares = memory;
    for (int d = 0; d < 6; ++d) {
      if (!(its.dof & (1 << d))) continue;
      const std::size_t r = rows.count++, n = its.n_nodes();
      rows.component[r] = d % 3;
      rows.is_rotation[r] = d >= 3;
      rows.inertia[r] = d >= 3 ? inertia[its.node] : mass[its.node];
      Vec3 axis;
      axis[d % 3] = 1;
      const Vec3 turn = mean.solved(d >= 3 ? axis : cross(lever, axis)), moved = d >= 3 ? Vec3{} : axis;
      for (std::size_t i = 0; i < n; ++i) {
        const Vec3 arm = position[nodes[its.first + i]] - mean.centre;
        rows.shares[r * n + i] = weights[its.first + i] * (moved + cross(turn, arm));
      }
    }
    return rows;
  }
  /// A row applied to the independent nodes' velocities.
  CRUMPLE_DEVICE double value_of(const InterpolationHere& its, const DependentRows& rows, std::size_t r) const {
    double sum = 0;
    for (std::size_t i = 0; i < its.n_nodes(); ++i)
      sum += dot(rows.shares[r * its.n_nodes() + i], velocity[nodes[its.first + i]]);
    return sum;
  }
  /// The impulses on the dependent node after which all rows are satisfied: with the compliance C of the independent
  /// nodes and the inertias J of the dependent one, (1 + J C) impulse = J (value - present).
  CRUMPLE_DEVICE SixEquations impulses_of(const InterpolationHere& its, const DependentRows& rows) const {
    const std::size_t n = its.n_nodes();
    SixEquations equations;
    for (std::size_t r = 0; r < rows.count; ++r) {
      for (std::size_t s = 0; s < rows.count; ++s) {
        double compliance = 0;
        for (std::size_t i = 0; i < n; ++i)
          compliance += dot(rows.shares[r * n + i], rows.shares[s * n + i]) / mass[nodes[its.first + i]];
        equations.a[r][s] = rows.inertia[r] * compliance + (r == s);
      }
      const RowsAt& own = rows.is_rotation[r] ? angular_velocity : velocity;
      equations.b[r] = rows.inertia[r] * (value_of(its, rows, r) - own(its.node)[rows.component[r]]);
    }
    equations.solve(rows.count);
    return equations;
  }
};

using InterpolationLoops = kernels::Loops<Interpolate>;

}  // namespace crumple
