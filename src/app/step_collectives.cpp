#include "app/step_collectives.hpp"

namespace crumple {
namespace {

void add_calls(const char* name, const CollectiveShape& shape, const CollectiveMode& mode,
               std::vector<CollectiveCall>& calls) {
  const auto add = [&](std::size_t count) {
    calls.push_back({name, shape.operation, std::int64_t(count * sizeof(double))});
  };
  if (shape.count() == 0) return;
  if (!mode.calls_by_piece) return add(shape.count());
  for (const std::size_t piece : shape.pieces) add(piece);
}

/// Lengths of the simulation's own pieces.
using Pieces = std::vector<std::size_t>;

Pieces pieces_of_agreement(const World& world) {
  return world.collectives().calls_by_piece ? Pieces{1, 4} : Pieces{1, 4, control_size};
}

}  // namespace

StepCollectives::StepCollectives(const World& world, const FeatureList& features)
    : agreement(world, Reduction::step, Operation::max, pieces_of_agreement(world), features),
      accounts(world, Reduction::accounts, Operation::sum, {accounts_size}, features),
      interfaces(world, Reduction::interfaces, Operation::sum, {}, features),
      control(world.collective(
          {Operation::broadcast, world.collectives().calls_by_piece ? Pieces(control_size, 1) : Pieces()})) {}

std::vector<CollectiveCall> calls_of_step(const World& world, const StepCollectives& own, const FeatureList& features) {
  const CollectiveMode& mode = world.collectives();
  std::vector<CollectiveCall> calls;
  for (const auto& feature : features)
    for (const NamedCollective& collective : feature->collectives())
      add_calls(collective.name, collective.shape, mode, calls);
  if (mode.sums_every_step) add_calls("accounts", own.accounts.shape(), mode, calls);
  add_calls("time step", own.agreement.shape(), mode, calls);
  add_calls("control", own.control->shape(), mode, calls);
  return calls;
}

}  // namespace crumple
