// Spot welds: *CONSTRAINED_SPOTWELD, rigid massless links of two nodes. Welds that share nodes form a cluster, which
// moves as a small rigid body; a rank with one node of a cluster has all, so no communication is needed.
// Source: constraint with exact conservation of the nodes' angular momentum, sum of m r(n) x v + J w (SHAKE: Ryckaert,
// Ciccotti, Berendsen 1977), and Cayley's rotation, which preserves lengths with + - * / only. Failure: LS-DYNA Keyword
// Manual, *CONSTRAINED_SPOTWELD.
//
// Applied after the kick and constraints of velocities; before bodies, walls and drift.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "physics/conditions/constraints.hpp"
#include "physics/joints/weld_state.hpp"
#include "physics/state/feature.hpp"

namespace crumple {

struct WeldForce;  // state/weld_force.hpp

class SpotWelds final : public Feature,
                        public AddsNoForces,
                        public Gives<WeldForce>,
                        public Gives<SpcForce>,
                        public Gives<MotionForce> {
 public:
  /// `in_body`: mark_body_nodes. Errors: a weld to a rigid body's node.
  SpotWelds(const Domain& domain, const std::vector<std::uint8_t>& in_body);

  const WeldState& state() const { return state_; }

  /// Replaces v and w of clusters' nodes by a rigid motion with the same momentum and angular momentum; a node fixed by
  /// constraints or motions keeps its velocity and the others rotate about it. Nodes without rotational inertia keep
  /// their w. The link direction serves as the normal of the weld: fn is the constraint force along it, fs normal to
  /// it; as in LS-DYNA fn counts in tension only (for a link of zero length all force counts as tension). A weld that
  /// fails acts for this step and is deleted in the next.
  void set_velocities(StepState& s) override;
  /// One row for each weld whose first node this rank owns.
  void add_rows(std::vector<WeldForce>& rows) const override;
  /// What fixed, or prescribed, nodes carry to the rest of their clusters, beside their own reactions.
  void add_rows(std::vector<SpcForce>& rows) const override;
  void add_rows(std::vector<MotionForce>& rows) const override;
  /// The nodes of a cluster follow the one of them that most supports hold, or the first.
  void add_constraint_rows(const StepState& s, ConstraintRows& rows) const override;
  void archive(StateArchive& a, StepState& s) override;
  /// Of nodes that are to be let go [Model::weld_strains]: their welds act in the next step and are deleted then.
  void let_go(std::span<const std::uint8_t> nodes);

 private:
  void delete_let_go(StepState& s);
  template <class Take>
  void for_each_tie_force(bool fixed, const Take& take) const;

  const Domain& domain_;
  WeldState state_;
  bool is_letting_go_ = false;  ///< some do
};

}  // namespace crumple
