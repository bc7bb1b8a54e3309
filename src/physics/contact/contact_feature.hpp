// Penalty contact as a part of the step: searches when due, adds forces, keeps the gauge of travel, and gives what
// rcforc and sleout print.
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
  ContactFeature(StepState& s, const Column& moved_mass, const Column& crowding);
  ~ContactFeature() override;

  Contacts& contacts() { return *contacts_; }
  const Contacts& contacts() const { return *contacts_; }
  /// On root.
  const InitialPenetrations& initial_penetrations() const;
  std::int64_t n_searches() const;
  /// [contact] What it holds here at present.
  std::vector<ContactLoad> loads() const;
  /// [local node] Its share of the pairs checked per step, as a measure of the local cost of forces.
  std::vector<float> activity() const;
  /// CPU time of the forces of all contacts so far [s].
  double force_seconds() const;
  /// [contact] CPU time so far; to be set where a run goes on, on other pieces of the model.
  std::vector<ContactSeconds>& seconds();

  /// What changes of the copies (ghosting.hpp) goes on its way.
  void begin_step(StepState& s) override;
  void drop_dead_elements(StepState& s) override;
  void search(StepState& s) override;
  void add_replicated_forces(StepState& s) override;

  /// In every step {-min, max} of the velocities of the contacts' nodes, one by one where collectives= has a call for
  /// each piece; when forces are written, those and energies.
  std::vector<std::size_t> widths(Reduction reduction) const override;
  void put_maxima(StepState& s, std::span<double> out) override;
  void put_sums(Reduction reduction, SumShare& share) override;
  void take(Reduction reduction, StepState& s, std::span<const double> values) override;
  void add_rows(std::vector<ContactForce>& rows) const override;

  void synchronise_ledger(StepState& s) override;
  void archive(StateArchive& a, StepState& s) override;
  void resume(StepState& s) override;

 private:
  std::unique_ptr<Contacts> contacts_;
  bool one_by_one_;                   ///< see widths
  std::vector<ContactForce> forces_;  ///< [contact] over all ranks, when last exchanged; on root
};

}  // namespace crumple
