// What the ranks tell each other in every step: made once from the model, carried out in the mode of collectives=. The
// step (simulation.cpp) fills the values, starts each as early as they are known and finishes it as late as possible.
#pragma once

#include <memory>

#include "comm/collectives.hpp"
#include "comm/world.hpp"
#include "model/model.hpp"
#include "physics/state/state.hpp"

namespace crumple {

struct StepCollectives {
  std::unique_ptr<Collective> meeting;       ///< maximum at the end of a step, see Meeting
  std::unique_ptr<Collective> body_forces;   ///< sum of sum_body_forces; pieces: rigid parts, nodal rigid bodies
  std::unique_ptr<Collective> wall_momenta;  ///< sum of sum_wall_momenta; a piece for each moving wall
  std::unique_ptr<Collective> accounts;      ///< sum at outputs (or in every step, by the mode), see Accounts
  std::unique_ptr<Collective> contacts;      ///< sum of what sum_interface_forces makes, at outputs
  std::unique_ptr<Collective> control;       ///< broadcast: 1 if a report is due | SenseSwitch
};

/// Collective.
StepCollectives make_step_collectives(const World& world, const Model& model);

/// The values of `meeting`.
struct Meeting {
  std::span<double> values;
  double& minus_dt() const { return values[0]; }
  double& deletions() const { return values[1]; }
  double& failure() const { return values[2]; }
  std::span<double> velocity_extremes() const { return values.subspan(3); }  ///< six for each contact
};

/// The values of `accounts`: a piece for each wall's force and energy, and one for the energy ledger and failures.
struct Accounts {
  std::span<double> values;
  std::size_t n_walls = 0;
  std::span<double> walls() const { return values.subspan(0, 4 * n_walls); }
  std::span<double> ledger() const { return values.subspan(4 * n_walls); }
  double& new_failures() const { return values.back(); }  ///< that root has not got yet
};

void put_ledger(const EnergyLedger& ledger, std::span<double> out);
EnergyLedger get_ledger(std::span<const double> values);

}  // namespace crumple
