// Interface of a family of elements (shells, solids, beams): its properties and its operations. The step, sums, hash,
// saved states, outputs and mass scaling loop over a list of families (elements.hpp) without naming any. A new family
// is one file that implements this class and one line in families.cpp. Rows of its own outputs are provided through
// `Gives<Row>` (state/source.hpp).
//
// Elements of a family are numbered as in the model's vector of them; `first_element()` + that number is the number
// among all elements of the rank. Virtual calls are per family and step, per element only for outputs and saving.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "comm/world.hpp"
#include "physics/state/tangent.hpp"
#include "physics/state/domain.hpp"
#include "physics/state/failures.hpp"
#include "physics/state/half_steps.hpp"
#include "physics/state/source.hpp"
#include "physics/state/state.hpp"

namespace crumple {

struct PartSwitch;     // state/part_switch.hpp
struct ElementOutput;  // state/element_output.hpp
class Fields;          // state/state_archive.hpp
struct PartAccount;    // state/part_sum.hpp

/// Boundary elements have nodes shared with other ranks; the exchange of their forces overlaps with the interior
/// elements.
enum class Side { boundary, interior };

/// [part of the model] CPU time in the forces of its elements on this rank [s].
using PartSeconds = std::vector<double>;

/// Data of an element for lists (results/mass_properties, d3hsp).
struct ElementFacts {
  double mass = 0;  ///< including the mass added by mass scaling [mass]
  std::size_t n_nodes =
      0;  ///< that share it alike; fewer than it lists where it is computed as a triangle or tetrahedron
  double stable_step = 1e30;  ///< unscaled [time]; 1e30: it does not limit the run's, or is deleted
};

/// The step whose forces are computed.
struct ForceStep {
  Side side = Side::boundary;
  double time = 0;  ///< t(n) [time]
  double dt = 0;    ///< t(n) - t(n-1); 0 on the first call [time]
  PartSeconds* seconds = nullptr;  ///< if set, each part is timed separately, which costs 1 us a part
  const double* dilatation = nullptr;  ///< kernels::NodeRows::dilatation
  bool is_linear = false;  ///< from the start, by displacements dt v that are small: springs keep their lines
};

/// The element that limits the time step; no limit without an element.
struct StepLimit {
  double dt = 1e30;  ///< stable time step, unscaled [time]
  SectionKind kind = SectionKind::shell;
  Id element = 0, part = 0;
};

/// Mass scaling: which elements get more mass, so that their stable step is `dt` [time].
struct MassScaling {
  double dt = 0;
  double below = 0;  ///< those with a smaller stable step [time]
  double smallest = 0;  ///< the smallest stable step of this rank, where it is known [time]
};

/// Where deletions are recorded.
struct DeletionNotes {
  const Clock& clock;
  double smallest_allowed_dt = 0;  ///< smaller ones of the kinds in ERODE are deleted; 0: none [time]
  EnergyLedger& ledger;
  std::vector<Failure>& failures;  ///< of this rank
};

/// Of this rank's elements [energy].
struct ElementEnergies {
  StepSum internal, hourglass;
  ElementEnergies& operator+=(const ElementEnergies& other) {
    internal += other.internal;
    hourglass += other.hourglass;
    return *this;
  }
};

/// The stress at an integration point.
struct PointStress {
  std::array<double, 6> stress{};  ///< xx, yy, zz, xy, yz, zx [force/area]
  double plastic_strain = 0;       ///< effective [1]
};

/// The current stress of an element; all 0 once it is deleted.
struct ElementStress {
  enum class Axes { global, element };
  Axes axes = Axes::global;         ///< of the stresses; a shell's x: along its first side, z: along its normal
  std::vector<PointStress> points;  ///< from the bottom to the top layer
  std::vector<double> resultants;   ///< of beams: forces rr, rs, rt [force], moments rr, ss, tt [force length]
};

/// Strain and history of an element for d3plot: layers from the bottom to the top one, a solid's mean; empty once it is
/// deleted.
struct ElementHistory {
  std::vector<std::array<double, 6>> strain;  ///< xx, yy, zz, xy, yz, zx of the tensor [1], in the axes of the stress;
                                              ///< empty where it is not kept
  std::vector<std::vector<double>> variables;  ///< of the material, after the plastic strain
};

/// The force of an element on one of its nodes, in multiples of the quanta of nodal sums.
struct NodalForce {
  Index node = none;
  RoundedVec3 force, moment;  ///< [force], [force length]
};

/// Whether ERODE of *CONTROL_TIMESTEP deletes small elements of a kind, by its digit: 1 solids, 10 shells, 100 beams.
inline bool erodes(const Control& control, int digit) { return control.erode / digit % 10 == 1; }

/// A choice of parts: those marked 1 in a list over all parts; without a list all parts.
struct PartChoice {
  std::span<const std::uint8_t> chosen = {};  ///< [part]
  bool has(Index part) const { return chosen.empty() || chosen[std::size_t(part)] != 0; }
};

class ElementFamily : public Source {
  /// Calls f with the element of the model.
  template <class F> auto visit(Index e, F&& f) const { return domain_.model.with_element(first_ + std::size_t(e), f); }

 public:
  ElementFamily(const Domain& domain, SectionKind kind, std::size_t first, std::size_t count)
      : domain_(domain), kind_(kind), first_(first), count_(count) {}
  ElementFamily(const ElementFamily&) = delete;
  ElementFamily& operator=(const ElementFamily&) = delete;

  // Properties.
  SectionKind kind() const { return kind_; }
  const char* name() const { return name_of(kind_); }
  std::size_t first_element() const { return first_; }
  Index count() const { return Index(count_); }
  Id id(Index e) const { return visit(e, [](const auto& element) { return element.id; }); }
  Index part(Index e) const { return visit(e, [](const auto& element) { return element.part; }); }
  Id part_id(Index e) const { return domain_.model.parts[std::size_t(part(e))].id; }
  /// Without those on the sides of a tetrahedron.
  std::span<const Index> nodes(Index e) const {
    return visit(e, [](const auto& element) { return std::span<const Index>(element.nodes); });
  }

  /// Those; none of other elements.
  std::span<const Index> side_nodes(Index e) const {
    return visit(e, [](const auto& element) {
      if constexpr (requires { element.side_nodes; })
        if (element.has_side_nodes()) return std::span<const Index>(element.side_nodes);
      return std::span<const Index>();
    });
  }
  bool has_node(Index e, Index node) const {
    return visit(e, [&](const auto& element) {
      bool found = false;
      for_each_node(element, [&](Index its) { found = found || its == node; });
      return found;
    });
  }

  /// The element of that id; none if it is not on this rank.
  Index find(Id wanted) const;

  // Before the first step. Sets the stable steps of elements at rest. The nodes' forces are invalid afterwards.
  virtual void find_first_steps(NodeState& state) = 0;
  /// Scales the elements' masses to the stable step of `MassScaling`, see elements.hpp. Returns the mass added to this
  /// rank's elements, in multiples of quanta.body_mass [mass].
  virtual double scale_masses(const MassScaling&) { return 0; }
  /// Adds mass and rotational inertia of the elements of some parts to columns 0 and 1 of the nodes' rows.
  virtual void add_masses(const Rows& sums, PartChoice of) const = 0;
  /// Adds to the nodes' tensors of inertia [mass length^2] what sections have about their own axes, in place of the
  /// inertia of add_masses, which is made for explicit steps. `diagonal`: xx, yy, zz, `others`: xy, yz, zx.
  virtual void add_rotary_inertia(const NodeState& /*nodes*/, const Rows& /*diagonal*/, const Rows& /*others*/) const {}

  // In every step. Adds the forces of one side to state.force and state.moment.
  virtual void add_forces(const ForceStep& step, NodeState& state) = 0;
  /// Lowers `dt` to the smallest stable step of this rank [time]; < 0: an element is inverted. Known at the next wait
  /// for the device.
  virtual void find_smallest_dt(double& dt) const = 0;
  /// The same with the number of elements deleted since the last call of note_deletions, or with too small a step.
  virtual void count_failed(const DeletionNotes& notes, double& n_failed) = 0;
  /// Records those elements.
  virtual void note_deletions(DeletionNotes& notes, ElementStatus& status) = 0;

  // In implicit analysis. Calls `take` with the tangent of each live element with stress: the derivatives of its forces
  // after a step `dt` that ends at the current positions with the current velocities, from the present history.
  virtual void add_tangents(const NodeState& nodes, double dt, const TakeTangent& take) const = 0;
  /// Adds the forces of the drilling stiffness after the step to the nodes, and its energy.
  virtual void add_drilling_forces(const ForceStep&, const NodeState&) {}
  /// Keeps what the forces of a step change, and goes back to it, as often as it is called.
  virtual void keep_history() = 0;
  virtual void restore_history() = 0;

  // Occasionally. The element with the smallest stable step; ties go to the smallest id.
  virtual StepLimit find_step_limit() const = 0;
  /// The same with rigid and null elements as elastic ones. Adds their forces.
  virtual StepLimit find_rigid_step_limit(NodeState&) { return {}; }
  /// Adds 1 to column 0 of the nodes of each live element.
  virtual void count_live(const Rows& counts) const = 0;
  /// Called when `nodes.live_elements` has changed: finds elements with few or no neighbours, whose stable step is
  /// smaller.
  virtual void find_free_elements(const NodeState& /*nodes*/) {}

  // Outputs.
  virtual ElementEnergies energies() const = 0;
  /// Adds to parts[part]; `mid`: nodal velocities.
  virtual void add_part_sums(const MidVelocity& mid, std::span<PartAccount> parts) const = 0;
  /// Sets the values of the elements.
  virtual void output(ElementOutput& out) const = 0;
  virtual ElementStress stress(Index e) const = 0;
  virtual ElementHistory history(Index /*e*/) const { return {}; }
  virtual ElementFacts facts(Index e) const = 0;
  /// The element's nodal forces at t(n), once its stresses are those of t(n); computed on request. Viscous parts use
  /// v(n-1/2) on the geometry of t(n), half a step later than in the step.
  virtual std::vector<NodalForce> nodal_forces(Index e, const NodeState& nodes,
                                               const PreviousVelocity& before) const = 0;

  // State. The sum over this rank's elements of their hashes, modulo 2^64.
  virtual std::uint64_t hash() const = 0;
  /// Archives the history of an element; on loading `status` is set.
  virtual void archive(Index e, Fields& fields, ElementStatus& status) = 0;
  /// Called after loading a state of another stage of PartSwitches, while nodes still have their velocities from
  /// before: applies the changes of the parts. `dt`: t(n) - t(n-1). The nodes' forces are invalid afterwards.
  virtual void switch_parts(std::span<const PartSwitch>, double /*dt*/, NodeState&, EnergyLedger&) {}

 protected:
  const Domain& domain_;

 private:
  SectionKind kind_;
  std::size_t first_, count_;
};

}  // namespace crumple
