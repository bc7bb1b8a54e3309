// Penalty contact as a feature: searches when due, adds forces, advances the travel gauge, and provides the rows of
// rcforc and sleout.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "physics/state/feature.hpp"

namespace crumple {

struct ContactForce;    // contact_force.hpp
struct ContactLoad;     // contact_load.hpp
struct ContactSeconds;
struct Contacts;        // contact.hpp
struct InitialPenetrations;  // initial_penetrations.hpp

class ContactFeature final : public Feature, public AddsNoMotion, public Gives<ContactForce> {
 public:
  static void bound_forces(const Model& model, ModelExtremes& extremes);

  /// Needs masses, velocities and live_elements in `s.nodes`; the columns are those of ContactViews. Collective.
  ContactFeature(StepState& s, const Column& effective_mass, const Column& frequency_bound);
  ~ContactFeature() override;

  Contacts& contacts() { return *contacts_; }
  const Contacts& contacts() const { return *contacts_; }
  /// On root.
  const InitialPenetrations& initial_penetrations() const;
  std::int64_t n_searches() const;
  /// [contact] Current sizes and times on this rank.
  std::vector<ContactLoad> loads() const;
  /// [local node] Its share of the checked pairs per step, as a measure of the local cost of forces.
  std::vector<float> activity() const;
  /// CPU time of the forces of all contacts so far [s].
  double force_seconds() const;
  /// [contact] CPU time so far; set after a new decomposition or a restart.
  std::vector<ContactSeconds>& seconds();

  /// Starts sending the motion of copied nodes (ghosting.hpp).
  void begin_step(StepState& s) override;
  void drop_dead_elements(StepState& s) override;
  void search(StepState& s) override;
  void add_replicated_forces(StepState& s) override;
  /// Finds the ranges of velocities, which put_maxima reads.
  void enter_work(StepState& s) override;

  /// In every step {-min, max} of the velocities of the contacts' nodes, one piece per contact in modes of collectives=
  /// with a call for each piece; when forces are written, forces and energies.
  std::vector<std::size_t> widths(Reduction reduction) const override;
  void put_maxima(StepState& s, std::span<double> out) override;
  void put_sums(Reduction reduction, SumShare& share) override;
  void take(Reduction reduction, StepState& s, std::span<const double> values) override;
  void add_rows(std::vector<ContactForce>& rows) const override;

  void add_shared_springs(const StepState& s, const TakeSharedSpring& take) const override;
  void begin_static_step(StepState& s) override;
  void add_static_contact(StepState& s) override;

  void synchronise_ledger(StepState& s) override;
  void archive(StateArchive& a, StepState& s) override;
  void resume(StepState& s) override;

 private:
  std::unique_ptr<Contacts> contacts_;
  bool one_by_one_;                   ///< see widths
  std::vector<ContactForce> forces_;  ///< [contact] over all ranks, at the last reduction; on root
  SavedState at_start_;               ///< of a static step: the history of the pairs
};

}  // namespace crumple
