// One step of the elements: nodal forces, the stable time step, and deletions.
#pragma once

#include "comm/halo.hpp"
#include "physics/elements/element_groups.hpp"
#include "physics/state/failures.hpp"

namespace crumple {

enum class Side { boundary, interior };

/// [part of the model] CPU time in the forces of its elements on this rank [s].
using PartSeconds = std::vector<double>;

/// Adds the forces of the elements of one side to state.force and state.moment. `dt` = t(n) - t(n-1). With `seconds`
/// each part is timed by itself, which costs 1 us a part.
template <class Real>
void add_element_forces(const Elements<Real>& elements, Side side, NodeState& state, const Quanta& quanta, double dt,
                        PartSeconds* seconds = nullptr);

/// Adds the forces of the beams; `time` = t(n).
template <class Real>
void add_beam_forces(Elements<Real>& elements, const Domain& domain, NodeState& state, double time, double dt,
                     PartSeconds* seconds = nullptr);

/// What limits the time step on this rank.
struct StepLimit {
  double dt = 1e30;  ///< stable time step, unscaled [time]
  SectionKind kind = SectionKind::shell;
  Id element = 0, part = 0;
};

/// The smallest stable time step of the rank's elements; `dt` < 0: an element has turned inside out.
template <class Real> double smallest_dt(const Elements<Real>& elements);

/// The same with its element; ties go to shells, solids, beams, then to the smallest id.
template <class Real> StepLimit find_step_limit(const Elements<Real>& elements, const Model& model);

/// Steps beyond this mean that no element limits the step.
inline constexpr double no_step_limit = 1e29;

/// What would limit the step if rigid and null parts were elastic: for models that have no other elements. Adds their
/// forces.
template <class Real>
StepLimit find_rigid_step_limit(const Elements<Real>& elements, const Model& model, NodeState& state, const Quanta& quanta);

/// The limit over all ranks. Collective.
StepLimit global_step_limit(const World& world, StepLimit limit);

/// Takes note of elements that died since the last call: in `status`, their energy in `ledger`, and who they are in
/// `failures`. With `smallest_allowed_dt` > 0 (ERODE) elements below it, and inverted ones, are deleted first. Returns
/// whether there are any.
template <class Real>
bool note_deletions(Elements<Real>& elements, const Domain& domain, double smallest_allowed_dt, const Clock& clock,
                    ElementStatus& status, EnergyLedger& ledger, std::vector<Failure>& failures);

/// Counts the live elements at each node, over all ranks. Collective.
template <class Real>
void count_live_elements(const Elements<Real>& elements, const Domain& domain, HaloExchange& halo, NodeState& state);

}  // namespace crumple
