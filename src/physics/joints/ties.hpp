// Tied contacts: a tied node follows the face under it, by constraint. Without an offset v = sum of N_i v_i of the
// corners; a node with an offset d rotates about its projection with the face: omega = I^-1 sum of r_i x v_i, the rigid
// rotation that fits the corners best (r_i from their centre, I = sum of r^2 1 - r r). Forces are distributed by the
// transpose, f_i = N_i f + (I^-1 (d x f)) x r_i, so momentum, angular momentum and power are conserved. The node's mass
// is added to the corners'. A tie of limited strength (_TIEBREAK) transmits m (v(n+1/2) - v(n-1/2)) / dt - f, with all
// other forces f on the node; if it exceeds the strength, the tie is released in the next step. Sources: LS-DYNA Theory
// Manual, Kinematic Constraint Method (tied interfaces); least squares: Horn (1987). Forces are distributed after all
// others have been added; velocities are set after all other constraints.
#pragma once

#include <memory>
#include <vector>

#include "comm/halo.hpp"
#include "comm/named_exchange.hpp"
#include "physics/joints/tie_loops.hpp"
#include "physics/state/feature.hpp"

namespace crumple {

struct ContactForce;  // contact/contact_force.hpp

class Ties final : public Feature, public AddsNoForces, public HasExchanges, public Gives<ContactForce> {
 public:
  /// Moves the tied nodes' mass and inertia to the corners and sets their velocities. Needs masses in `nodes`.
  /// Collective, also without ties.
  Ties(const World& world, const Domain& domain, HaloExchange& halo, NodeState& nodes);
  ~Ties() override;

  /// Sets the velocities of tied nodes from their corners'.
  void set_tied_velocities(NodeState& nodes) const;

  /// Moves the tied nodes' new mass and inertia to the corners.
  void masses_changed(StepState& s) override;
  /// Releases the nodes of ties with a deleted element behind the face: their mass is restored.
  void drop_dead_elements(StepState& s) override;
  /// Releases the nodes of ties that failed in the last step. Distributes the total forces and moments of the others to
  /// their corners, on all ranks that have these.
  void add_total_forces(StepState& s) override;
  void set_velocities(StepState& s) override;
  /// Moves nodes without offset onto their face, which removes errors by rounding and by the arcs of rotating faces.
  void set_positions(StepState& s) override;

  /// Interfaces: three numbers per tied contact, the force on the tied nodes. Step: 1 if a tie has failed.
  std::vector<std::size_t> widths(Reduction reduction) const override;
  void put_maxima(StepState& s, std::span<double> out) override;
  void put_sums(Reduction reduction, SumShare& share) override;
  void take(Reduction reduction, StepState& s, std::span<const double> sums) override;
  void add_rows(std::vector<ContactForce>& rows) const override;
  std::vector<NamedExchange> exchanges() const override { return {{"ties", partners_of(plan_, 2)}}; }

  void add_constraint_rows(const StepState& s, ConstraintRows& rows) const override;
  void archive(StateArchive& a, StepState& s) override;

 private:
  void give_away_masses(const Domain& domain, HaloExchange& halo, NodeState& nodes);
  void look_for_failures(StepState& s);
  void release_failed_ties(StepState& s);
  void release(const std::vector<std::uint8_t>& is_dead, StepState& s);

  HaloPlan plan_;                       ///< for the shared nodes that are corners of any rank's ties
  std::unique_ptr<HaloExchange> halo_;  ///< by this plan; null on all ranks if no rank has ties
  kernels::RunVector<TieHere> ties_;    ///< as model.ties
  kernels::RunVector<StrengthOfTies> strength_;  ///< [tied contact]
  kernels::RunVector<Index> corners_;   ///< of this rank's ties, and those shared with other ranks, ascending, unique
  SumRows force_, moment_;              ///< [node] contributions of this rank's ties; 0 between steps
  bool may_fail_ = false;               ///< some contact's ties have a limited strength
  bool release_failed_ = false;         ///< some rank's tie failed in the last step
  std::size_t n_failed_ = 0;            ///< ties that failed in the last step, on the ranks that are their homes
  kernels::RunVector<Vec3> load_;       ///< [tie] force on the node without the tie's; empty if none may fail
  SumRows on_contacts_;                 ///< [tied contact] on the nodes this rank is home of [force]
  std::vector<ContactForce> forces_;    ///< [tied contact] over all ranks; on root
};

}  // namespace crumple
