// All elements of a rank: the list of their families, and the operations of the step and of set-up over all of them.
// Called by app/simulation and by results.
#pragma once

#include "comm/halo.hpp"
#include "physics/elements/families.hpp"

namespace crumple {

struct Elements {
  Precision precision = Precision::single_precision;
  ElementFamilies families;
  ElementStatus status;  ///< elements that are not deleted
  Column dilatation;     ///< [node] see nodal_dilatation.hpp; empty without solids of ELFORM 13 [1]
};

/// All elements of the domain, which must outlive them, at t = 0. Errors: a formulation or law without a kernel, naming
/// the part; an element without size. `own_mass`: StepState::own_mass, filled before the first step.
Elements make_elements(const Domain& domain, const kernels::KernelTable& table, Precision precision,
                       const NodeState& state, const Column& own_mass);

/// Sets the stable steps of all elements at rest, before the first step; the nodes' forces are invalid afterwards.
void find_first_steps(Elements& elements, NodeState& state);

/// Mass scaling: the stable step of an element is proportional to the square root of its mass. Needs the elements'
/// steps. Returns the mass added on this rank in multiples of quanta.body_mass [mass]. Nodal masses are not updated.
double scale_masses(Elements& elements, const MassScaling& scaling);
/// Of *CONTROL_TIMESTEP, before the first step: DT2MS < 0 adds mass to elements with a smaller step than |DT2MS|, DT2MS
/// > 0 sets the step of all elements to it.
MassScaling first_mass_scaling(const Control& control);
/// For elements that shrink (MS1ST = 0): to slightly more than needed, so that masses are rarely recomputed.
MassScaling later_mass_scaling(const Control& control, double smallest_dt);

/// Sums element and point masses at the nodes over all ranks. A node gets an equal share of its element's mass, and for
/// shells the isotropic inertia m (A + t^2)/12, A its area (twice that of a triangle), t its thickness: more than the
/// physical m t^2/12, so that rotations do not limit the time step (Hughes, Cohen, Haroun 1978). Errors, on all ranks:
/// a sum that is not exact, naming the node. Collective.
void lump_masses(const World& world, const Elements& elements, const Domain& domain, HaloExchange& halo,
                 NodeState& state);

/// [node] The fraction of its elements' mass that belongs to the parts, 0..1. Collective.
std::vector<double> mass_shares(const Elements& elements, HaloExchange& halo, Index n_nodes, PartChoice of);

/// Adds the forces of the elements of one side to state.force and state.moment.
void add_element_forces(Elements& elements, const ForceStep& step, NodeState& state);

/// The smallest stable time step of the rank's elements; < 0: an element is inverted.
double smallest_dt(const Elements& elements);

/// The same with its element; id 0 if no live element limits the step. Ties go to shells, solids, beams, then to the
/// smallest id.
StepLimit find_step_limit(const Elements& elements);

/// The `n` smallest steps of this rank, or fewer, ascending; ties as above.
std::vector<StepLimit> smallest_steps(const Elements& elements, std::size_t n);
/// Truncates the list to the `n` smallest.
void keep_smallest(std::vector<StepLimit>& steps, std::size_t n);

/// Steps beyond this mean that no element limits the step.
inline constexpr double no_step_limit = 1e29;

/// The step limit with rigid and null parts as elastic ones: for models without other elements. Adds their forces.
StepLimit find_rigid_step_limit(Elements& elements, NodeState& state);

/// The limit over all ranks. Collective.
StepLimit global_step_limit(const World& world, StepLimit limit);

/// Records elements deleted since the last call: sets their status, books their energy, and appends to the failures.
/// With `smallest_allowed_dt` > 0, elements below it and inverted ones of the kinds in ERODE are deleted first. Returns
/// whether there are any.
bool note_deletions(Elements& elements, DeletionNotes& notes);

/// What the next step depends on.
struct ElementChecks {
  double n_failed = 0;       ///< elements that note_deletions would record
  double smallest_dt = 1e30; ///< as smallest_dt
};
/// Starts to look for it: `checks` is known once the device has been waited for.
void check_elements(Elements& elements, const DeletionNotes& notes, ElementChecks& checks);

/// Counts the live elements at each node, over all ranks. Collective.
void count_live_elements(Elements& elements, HaloExchange& halo, NodeState& state);

/// For messages: an element at the node that can exert forces, as "shell 7 of part 2"; or "no element".
std::string describe_element_at(const Elements& elements, const Model& model, Index node);

/// Of this rank.
ElementEnergies element_energies(const Elements& elements);
ElementOutput element_output(const Elements& elements, const Model& model);
/// Of an element by its number among all elements of this rank.
ElementStress element_stress(const Elements& elements, Index item);
ElementHistory element_history(const Elements& elements, Index item);

}  // namespace crumple
