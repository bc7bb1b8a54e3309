// The nodal state. Double precision for every precision of the elements. Rows of four doubles, 32-byte aligned; the
// fourth is padding and stays 0.
#pragma once

#include <cstdint>
#include <vector>

#include "base/exact_sum.hpp"
#include "base/run_view.hpp"
#include "base/vec3.hpp"
#include "model/model.hpp"
#include "physics/state/loop_data.hpp"

namespace crumple {

using Rows = RunView<double* [4]>;
using Column = RunView<double*>;

inline RowsAt rows_at(const Rows& rows) { return {rows.data()}; }
inline Vec3 row(const Rows& rows, Index i) { return {rows(i, 0), rows(i, 1), rows(i, 2)}; }
inline void set_row(const Rows& rows, Index i, const Vec3& v) { rows(i, 0) = v.x, rows(i, 1) = v.y, rows(i, 2) = v.z; }
inline void add_row(const Rows& rows, Index i, const Vec3& v) {
  rows(i, 0) += v.x, rows(i, 1) += v.y, rows(i, 2) += v.z;
}

/// Rows of nodal sums over elements, contacts, conditions and ranks. Only multiples of the quantum are added (enforced
/// by the type), so the order of additions does not affect the bits.
struct SumRows : Rows {
  using Rows::Rows;
  double operator()(Index i, int component) const { return Rows::operator()(i, component); }
};

/// The same rows once the sums over all ranks are complete: totals, to which every rank with the node adds the same
/// numbers in the same order, rounded or not. From then on a total must be rounded before it enters another sum.
inline const Rows& totals(const SumRows& rows) { return rows; }

inline SumsAt sums_at(const SumRows& rows) { return {rows.data(), runs_on_device() || n_threads() > 1}; }
inline void add_row(const SumRows& rows, Index i, const RoundedVec3& v) { add_row(totals(rows), i, v); }
inline void clear_row(const SumRows& rows, Index i) { set_row(totals(rows), i, {}); }
void add_row(const SumRows&, Index, const Vec3&) = delete;
void set_row(const SumRows&, Index, const Vec3&) = delete;

/// Nodal state of the central difference scheme: positions at t(n), velocities at t(n-1/2). The arrays are not
/// reallocated during the run.
struct NodeState {
  Rows position;            ///< [length]
  Rows velocity;            ///< [length/time]
  Rows angular_velocity;    ///< [1/time]
  SumRows force;            ///< sum of elements, contacts and loads at t(n) [force]
  SumRows moment;           ///< [force length]
  Column mass;              ///< [mass]
  Column inertia;           ///< isotropic rotational inertia; 0: no rotational degrees of freedom [mass length^2]
  Column live_elements;     ///< number of elements at the node that are not deleted; 0: a free node

  explicit NodeState(Index n_nodes);
  Index count() const { return Index(mass.extent(0)); }
};

/// The state at t = 0 of the model's nodes, without masses.
NodeState make_node_state(const Nodes& nodes);

/// Time and step sizes. `dt` leads from t(n) to t(n+1); the kick uses `dt_mid` = (dt_previous + dt) / 2.
struct Clock {
  double time = 0;         ///< t(n) [time]
  double dt = 0;           ///< [time]
  double dt_previous = 0;  ///< [time]; 0 in the first cycle, and in the first after implicit analysis
  std::int64_t cycle = 0;
  double dt_first = 0, dt_min = 0;  ///< [time]
  SectionKind limiting_kind = SectionKind::shell;  ///< of the element that limits dt: its kind,
  Id limiting_element = 0;          ///< its id,
  Id limiting_part = 0;             ///< and its part's id
  /// The last step that the ranks have agreed on, for phases before the agreement on `dt`; after a restart `dt` may be
  /// known earlier than in an uninterrupted run.
  double last_dt() const { return dt_previous > 0 ? dt_previous : dt; }
  double dt_mid() const { return cycle == 0 ? 0.5 * dt : 0.5 * (dt_previous + dt); }
  template <class A> void serialize(A& a) {
    a(time, dt, dt_previous, cycle, dt_first, dt_min, limiting_kind, limiting_element, limiting_part);
  }
};

/// Energies of the whole model [energy]; bitwise equal on every rank.
struct Energies {
  double kinetic = 0, internal = 0, hourglass = 0;
  double sliding = 0, rigid_wall = 0, damping = 0, external_work = 0;
  double eroded_kinetic = 0;  ///< of nodes without live elements; contained in the above, as are the next two
  double eroded_internal = 0, eroded_hourglass = 0;
  double initial_total = 0;
  double total() const { return kinetic + internal + hourglass + sliding + rigid_wall + damping; }
  double ratio() const {
    const double reference = initial_total + external_work;
    return reference != 0 ? total() / reference : 1.0;
  }
};

/// This rank's part of the accumulated energies. Each contribution is added by exactly one rank (the owner of the node
/// that moves), so the sum over ranks is exact.
struct EnergyLedger {
  ExactSum sliding;        ///< work against contact friction and penalty springs, recovered work subtracted
  ExactSum rigid_wall;     ///< kinetic energy lost at stone walls
  ExactSum damping;        ///< dissipated by system damping
  ExactSum external_work;  ///< of loads and prescribed motions
  ExactSum eroded_internal, eroded_hourglass;

  explicit EnergyLedger(const Quantum& energy)
      : sliding(energy),
        rigid_wall(energy),
        damping(energy),
        external_work(energy),
        eroded_internal(energy),
        eroded_hourglass(energy) {}
  static constexpr std::size_t n_sums = 6;
  std::array<ExactSum*, n_sums> sums() {
    return {&sliding, &rigid_wall, &damping, &external_work, &eroded_internal, &eroded_hourglass};
  }
};

/// [element] 1: not deleted, 0: deleted; elements of the local model.
struct ElementStatus {
  kernels::RunVector<std::uint8_t> shell_alive, solid_alive;
};

}  // namespace crumple
