// What bodies of loops (kernels/loops.hpp) read and write beside plain arrays: rows of nodes, and work around t(n).
#pragma once

#include <cstdint>

#include "base/exact_sum.hpp"
#include "base/index.hpp"
#include "base/vec3.hpp"
#include "kernels/loops.hpp"

namespace crumple {

/// Rows of nodes, as Rows.
struct RowsAt {
  double* first;
  CRUMPLE_INLINE double* operator()(Index i) const { return first + 4 * std::int64_t(i); }
  CRUMPLE_INLINE Vec3 operator[](Index i) const {
    const double* const row = (*this)(i);
    return {row[0], row[1], row[2]};
  }
  CRUMPLE_INLINE void set(Index i, const Vec3& v) const {
    double* const row = (*this)(i);
    row[0] = v.x, row[1] = v.y, row[2] = v.z;
  }
  CRUMPLE_INLINE void add(Index i, const Vec3& v) const { set(i, (*this)[i] + v); }
};

/// Rows of exact sums, of four doubles, to which several entries of a loop add.
struct SumsAt {
  double* first;
  bool by_many;  ///< threads
  CRUMPLE_INLINE void add(Index i, const RoundedVec3& v) const {
    double* const row = first + 4 * std::int64_t(i);
    for (int c = 0; c < 3; ++c) {
      if (by_many) kernels::add_atomically(row[c], v.value()[c]);
      else row[c] += v.value()[c];
    }
  }
};

/// Work over the half steps before and after t(n) [energy].
struct WorkSums {
  StepSum before, after;
  CRUMPLE_DEVICE WorkSums& operator+=(const WorkSums& other) {
    before += other.before;
    after += other.after;
    return *this;
  }
};

/// Velocities around t(n), and the half steps that end and begin there.
struct WorkRows {
  RowsAt before, now;              ///< [length/time], or [1/time]
  double half_before, half_after;  ///< [time]
  Quantum quantum;                 ///< Quanta::energy
  CRUMPLE_INLINE void add(const Vec3& force, Index node, WorkSums& sums) const {
    sums.before.add(half_before * dot(force, before[node]), quantum);
    sums.after.add(half_after * dot(force, now[node]), quantum);
  }
};

}  // namespace crumple
