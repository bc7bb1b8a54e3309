// What a family of elements (shells, solids, beams) is to the rest of the program: its description and its verbs. The
// step, sums, hash, saved states, outputs and mass scaling walk a list of families (elements.hpp) and name none of
// them. A new family is one file that implements this class and one line in families.cpp. Rows for an output of its own
// it gives as `Gives<Row>` (state/source.hpp).
//
// Elements of a family are numbered as in the model's vector of them; `first_element()` + that is the number among all
// elements of the rank. Virtual calls are per family and step, not per element, but for outputs and saving.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "comm/world.hpp"
#include "physics/elements/element_tangent.hpp"
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

/// Elements that touch nodes of other ranks, whose forces travel while the others are computed.
enum class Side { boundary, interior };

/// [part of the model] CPU time in the forces of its elements on this rank [s].
using PartSeconds = std::vector<double>;

/// What lists of elements say of each (results/mass_properties, d3hsp).
struct ElementFacts {
  double mass = 0;  ///< with what mass scaling has added [mass]
  std::size_t n_nodes =
      0;  ///< that share it alike; fewer than it lists where it is computed as a triangle or tetrahedron
  double stable_step = 1e30;  ///< unscaled [time]; 1e30: it does not limit the run's, or is deleted
};

/// The step whose forces are wanted.
struct ForceStep {
  Side side = Side::boundary;
  double time = 0;  ///< t(n) [time]
  double dt = 0;    ///< t(n) - t(n-1); 0 on the first call [time]
  PartSeconds* seconds = nullptr;  ///< given: each part is timed by itself, which costs 1 us a part
  const double* dilatation = nullptr;  ///< kernels::NodeRows::dilatation
};

/// What limits the time step; without an element there is no limit.
struct StepLimit {
  double dt = 1e30;  ///< stable time step, unscaled [time]
  SectionKind kind = SectionKind::shell;
  Id element = 0, part = 0;
};

/// Which elements get other masses, so that their stable step is `dt` [time].
struct MassScaling {
  double dt = 0;
  double below = 0;  ///< those with a smaller stable step [time]
};

/// Where deletions are noted.
struct DeletionNotes {
  const Clock& clock;
  double smallest_allowed_dt = 0;  ///< elements below it go, of the kinds that ERODE names; 0: none [time]
  EnergyLedger& ledger;
  std::vector<Failure>& failures;  ///< of this rank
};

/// Of this rank's elements [energy].
struct ElementEnergies {
  StepSum internal, hourglass;
};

/// The stress at an integration point.
struct PointStress {
  std::array<double, 6> stress{};  ///< xx, yy, zz, xy, yz, zx [force/area]
  double plastic_strain = 0;       ///< effective [1]
};

/// What an element's material carries now; all 0 once it is deleted.
struct ElementStress {
  enum class Axes { global, element };
  Axes axes = Axes::global;         ///< of the stresses; a shell's x: along its first side, z: along its normal
  std::vector<PointStress> points;  ///< from the bottom to the top layer
  std::vector<double> resultants;   ///< of beams: forces rr, rs, rt [force], moments rr, ss, tt [force length]
};

/// What an element has beside its stress, for d3plot: layers from the bottom to the top one, a solid's mean; empty once
/// it is deleted.
struct ElementHistory {
  std::vector<std::array<double, 6>> strain;  ///< xx, yy, zz, xy, yz, zx of the tensor [1], in the axes of the stress;
                                              ///< empty where it is not kept
  std::vector<std::vector<double>> variables;  ///< of the material, after the plastic strain
};

/// What an element puts on one of its nodes, in multiples of the quanta of nodal sums.
struct NodalForce {
  Index node = none;
  RoundedVec3 force, moment;  ///< [force], [force length]
};

/// Whether ERODE of *CONTROL_TIMESTEP deletes small elements of a kind, by its digit: 1 solids, 10 shells, 100 beams.
inline bool erodes(const Control& control, int digit) { return control.erode / digit % 10 == 1; }

/// Parts of the model: those that have 1 in a list over all parts; or all of them, without one.
struct PartChoice {
  std::span<const std::uint8_t> chosen = {};  ///< [part]
  bool has(Index part) const { return chosen.empty() || chosen[std::size_t(part)] != 0; }
};

class ElementFamily : public Source {
  /// f of the element of the model.
  template <class F> auto visit(Index e, F&& f) const { return domain_.model.with_element(first_ + std::size_t(e), f); }

 public:
  ElementFamily(const Domain& domain, SectionKind kind, std::size_t first, std::size_t count)
      : domain_(domain), kind_(kind), first_(first), count_(count) {}
  ElementFamily(const ElementFamily&) = delete;
  ElementFamily& operator=(const ElementFamily&) = delete;

  // What it is.
  SectionKind kind() const { return kind_; }
  const char* name() const { return name_of(kind_); }
  std::size_t first_element() const { return first_; }
  Index count() const { return Index(count_); }
  Id id(Index e) const { return visit(e, [](const auto& element) { return element.id; }); }
  Index part(Index e) const { return visit(e, [](const auto& element) { return element.part; }); }
  Id part_id(Index e) const { return domain_.model.parts[std::size_t(part(e))].id; }
  std::span<const Index> nodes(Index e) const {
    return visit(e, [](const auto& element) { return std::span<const Index>(element.nodes); });
  }

  /// The element of that id; none if this rank has not got it.
  Index find(Id wanted) const;

  // Before the first step.
  /// Sets the stable steps of elements at rest; what it adds to the nodes' forces means nothing.
  virtual void find_first_steps(NodeState& state) = 0;
  /// Gives elements the mass with which their stable step is that of the scaling, see elements.hpp. Returns the mass
  /// added to this rank's elements, in multiples of quanta.body_mass [mass].
  virtual double scale_masses(const MassScaling&) { return 0; }
  /// Mass and rotational inertia of the elements of some parts to the columns 0 and 1 of the nodes' rows.
  virtual void add_masses(const Rows& sums, PartChoice of) const = 0;

  // In every step.
  /// Adds the forces of one side to state.force and state.moment.
  virtual void add_forces(const ForceStep& step, NodeState& state) = 0;
  /// The smallest stable step of this rank [time]; < 0: an element has turned inside out.
  virtual double smallest_dt() const = 0;
  /// Takes note of elements that died since the last call, or have too small a step. Returns whether there are any.
  virtual bool note_deletions(DeletionNotes& notes, ElementStatus& status) = 0;

  // In implicit analysis.
  /// Calls `take` with the tangent of each live element with stress, at the positions of the nodes and with the history
  /// of now; `dt`: that of an explicit step. Errors: an element of a family without tangents.
  virtual void add_tangents(const NodeState& nodes, double dt, const TakeTangent& take) const;

  // Now and then.
  /// The element with the smallest stable step, among equals that with the smallest id.
  virtual StepLimit find_step_limit() const = 0;
  /// The same as if rigid and null elements were elastic. Adds their forces.
  virtual StepLimit find_rigid_step_limit(NodeState&) { return {}; }
  /// 1 to column 0 of the nodes of live elements, each.
  virtual void count_live(const Rows& counts) const = 0;
  /// `nodes.live_elements` is new: looks for elements that few or no neighbours hold, whose stable step is shorter.
  virtual void find_free_elements(const NodeState& /*nodes*/) {}

  // Outputs.
  virtual ElementEnergies energies() const = 0;
  /// Adds to parts[part]; `mid`: of the nodes.
  virtual void add_part_sums(const MidVelocity& mid, std::span<PartAccount> parts) const = 0;
  /// Sets the elements' values.
  virtual void output(ElementOutput& out) const = 0;
  virtual ElementStress stress(Index e) const = 0;
  virtual ElementHistory history(Index /*e*/) const { return {}; }
  virtual ElementFacts facts(Index e) const = 0;
  /// What the element puts on each of its nodes at t(n), after its stresses are those of t(n); computed when asked for.
  /// Viscous parts from v(n-1/2) on the geometry of t(n), half a step from where the step has them.
  virtual std::vector<NodalForce> nodal_forces(Index e, const NodeState& nodes,
                                               const PreviousVelocity& before) const = 0;

  // The state that changes from step to step.
  /// A sum over this rank's elements of the hash of each, modulo 2^64.
  virtual std::uint64_t hash() const = 0;
  /// Names what changes of an element from step to step; when loaded, `status` follows.
  virtual void archive(Index e, Fields& fields, ElementStatus& status) = 0;
  /// After loading what was saved in another stage of PartSwitches: does what has become of the parts, while nodes
  /// still have the velocities from before. `dt`: t(n) - t(n-1). What it adds to the nodes' forces means nothing.
  virtual void switch_parts(std::span<const PartSwitch>, double /*dt*/, NodeState&, EnergyLedger&) {}

 protected:
  const Domain& domain_;

 private:
  SectionKind kind_;
  std::size_t first_, count_;
};

}  // namespace crumple
