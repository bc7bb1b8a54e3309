#include "app/step_collectives.hpp"

#include "physics/contact/contact_sums.hpp"

namespace crumple {
namespace {

constexpr std::size_t ledger_size = 6, failures_size = 1;

/// Rigid parts together and nodal rigid bodies together, as they follow one another in the model.
std::vector<std::size_t> groups_of_bodies(const Model& model) {
  std::vector<std::size_t> sizes;
  for (std::size_t b = 0; b < model.rigid_bodies.size(); ++b) {
    const bool is_nodal = model.rigid_bodies[b].parts.empty();
    if (b == 0 || is_nodal != model.rigid_bodies[b - 1].parts.empty()) sizes.push_back(0);
    sizes.back() += 6;
  }
  return sizes;
}

}  // namespace

StepCollectives make_step_collectives(const World& world, const Model& model) {
  std::vector<std::size_t> meeting = {1, 2}, moving_walls;
  meeting.insert(meeting.end(), model.contacts.size(), 6);
  for (const RigidWall& wall : model.walls)
    if (wall.mass > 0) moving_walls.push_back(3);
  std::vector<std::size_t> accounts(model.walls.size(), 4);
  accounts.push_back(ledger_size + failures_size);
  std::vector<std::size_t> contacts(model.contacts.size(), n_contact_partials);
  contacts.insert(contacts.end(), model.tied_contacts.size() + model.transducers.size(), 3);
  return {world.collective({Operation::max, meeting}),      world.collective({Operation::sum, groups_of_bodies(model)}),
          world.collective({Operation::sum, moving_walls}), world.collective({Operation::sum, accounts}),
          world.collective({Operation::sum, contacts}),     world.collective({Operation::broadcast, {1, 1}})};
}

void put_ledger(const EnergyLedger& ledger, std::span<double> out) {
  const double values[ledger_size] = {ledger.sliding,       ledger.rigid_wall,      ledger.damping,
                                      ledger.external_work, ledger.eroded_internal, ledger.eroded_hourglass};
  std::copy_n(values, ledger_size, out.begin());
}

EnergyLedger get_ledger(std::span<const double> values) {
  EnergyLedger ledger;
  ledger.sliding = values[0], ledger.rigid_wall = values[1], ledger.damping = values[2];
  ledger.external_work = values[3], ledger.eroded_internal = values[4], ledger.eroded_hourglass = values[5];
  return ledger;
}

}  // namespace crumple
