// Ties that soften (*CONTACT_AUTOMATIC_..._TIEBREAK with damage): a node is held where it was over a face by a traction
// on the area that it stands for, which grows with its separation from that place up to the strength, and falls to 0
// with damage. Separations are those in the axes of the face; of normal ones only the opening counts, and the contact
// beside the ties resists pressure. Sources: LS-DYNA Keyword Manual, *CONTACT_AUTOMATIC_..._TIEBREAK, OPTION 6, 8, 9
// and 11, and *MAT_138, whose law of mixed modes it is: Camanho and Davila (2002), NASA/TM-2002-211737; the mixture of
// energies is a power law, or that of Benzeggagh and Kenane (1996).
//
// The rank with the element behind the face adds the forces, rounded, as rank-local contributions; their work is
// sliding energy.
#pragma once

#include <vector>

#include "physics/joints/soft_tie_loops.hpp"
#include "physics/state/feature.hpp"

namespace crumple {

struct ContactForce;  // contact/contact_force.hpp

class SoftTies final : public Feature, public AddsNoMotion, public Gives<ContactForce> {
 public:
  static void bound_forces(const Model& model, ModelExtremes& extremes);

  explicit SoftTies(const StepState& s);
  ~SoftTies() override;

  /// Breaks the ties with a deleted element behind the face.
  void drop_dead_elements(StepState& s) override;
  void add_local_forces(StepState& s) override;
  void enter_work(StepState& s) override;

  /// In implicit analysis ties are the same springs, with the bound of their stiffness that the first explicit step
  /// sets. Damage follows from that of the start of the step.
  void begin_static_step(StepState& s) override;
  void add_tangents(const StepState& s, double stiffness, const TakeTangent& take) const override;
  void add_static_forces(StepState& s, double stiffness) override;
  void end_static_step(StepState& s) override;

  /// Interfaces: three numbers per tied contact, the force on the tied nodes.
  std::vector<std::size_t> widths(Reduction reduction) const override;
  void put_sums(Reduction reduction, SumShare& share) override;
  void take(Reduction reduction, StepState& s, std::span<const double> sums) override;
  void add_rows(std::vector<ContactForce>& rows) const override;

  void archive(StateArchive& a, StepState& s) override;

 private:
  void break_tie(std::size_t tie, StepState& s);
  void break_failed(StepState& s);
  AddSoftTieForces forces_at(StepState& s);

  const std::vector<Tie>& model_ties_;
  bool has_any_ = false;                ///< in the whole model
  kernels::RunVector<SoftTieHere> ties_;  ///< as Model::soft_ties
  kernels::RunVector<SoftTieLaw> laws_;   ///< [tied contact]
  double largest_step_ = 0;             ///< so far [time]
  double first_step_;                   ///< of an explicit run [time]
  std::vector<double> damage_at_start_;  ///< [tie] of a static step; empty outside of one
  StepSum ahead_;                       ///< work after t(n), entered in the next step [energy]
  SumRows on_contacts_;                 ///< [tied contact] on the nodes this rank is home of [force]
  std::vector<ContactForce> forces_;    ///< of contacts with such ties over all ranks; on root
};

}  // namespace crumple
