#include "physics/results/energy.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <ranges>

#include "base/error.hpp"
#include "base/loops.hpp"
#include "comm/holder_sums.hpp"
#include "physics/results/energy_loops.hpp"
#include "physics/state/given_body.hpp"
#include "physics/state/half_steps.hpp"
#include "physics/state/part_sum.hpp"

namespace crumple {
namespace {

/// On all ranks alike, as the sums are.
void require_number(double sum, double most, const char* what) {
  if (!(std::abs(sum) <= most))
    throw Error(
        fmt::format("the {} of the model is {:.4E}: not a number, or more than {:.4E}, up to which sums are exact",
                    what, sum, most));
}

/// The sums of an output.
struct OutputEnergies {
  ExactSum kinetic, free_kinetic, internal, hourglass;
  explicit OutputEnergies(const Quantum& energy)
      : kinetic(energy), free_kinetic(energy), internal(energy), hourglass(energy) {}
  std::array<ExactSum*, 4> sums() { return {&kinetic, &free_kinetic, &internal, &hourglass}; }
};

double value_of(const StepSum& sum, const Quantum& quantum) {
  ExactSum whole(quantum);
  whole += sum;
  return whole.value();
}

Vec3 value_of(const std::array<StepSum, 3>& sum, const Quantum& quantum) {
  return {value_of(sum[0], quantum), value_of(sum[1], quantum), value_of(sum[2], quantum)};
}

PartSum part_sum_of(const PartAccount& account, const Quanta& quanta) {
  PartSum part{.internal = value_of(account.internal, quanta.energy),
               .kinetic = value_of(account.kinetic, quanta.energy),
               .hourglass = value_of(account.hourglass, quanta.energy),
               .eroded_internal = value_of(account.eroded_internal, quanta.energy),
               .eroded_kinetic = value_of(account.eroded_kinetic, quanta.energy),
               .momentum = value_of(account.momentum, quanta.momentum),
               .rigid_velocity = {},
               .mass = account.mass,
               .added_mass = account.added_mass};
  if (part.mass > 0) part.rigid_velocity = (1.0 / part.mass) * part.momentum;
  return part;
}

void add_point_mass(const PointMass& point, const Quanta& quanta, const MidVelocity& mid, PartAccount& part) {
  const Vec3 v = row(mid.velocity, point.node), w = row(mid.angular_velocity, point.node);
  part.kinetic.add(0.5 * (point.mass * dot(v, v) + point.mean_inertia() * dot(w, w)), quanta.energy);
  for (int c = 0; c < 3; ++c) part.momentum[std::size_t(c)].add(point.mass * v[c], quanta.momentum);
  part.mass += quanta.body_mass.round(point.mass);
}

/// The bodies that are there in this stage, whose mass is given.
auto given_bodies(const Model& model) {
  return std::views::filter(model.rigid_bodies, [&](const RigidBody& body) {
    return body.inertia && body.is_in(model.part_switches.stage);
  });
}

/// Puts the bodies in place of their parts' elements.
void put_given_bodies(const Domain& domain, std::span<const GivenBody> bodies, std::span<PartAccount> parts) {
  for (const RigidBody& body : given_bodies(domain.model))
    for (const Index part : body.parts) {
      PartAccount& account = parts[std::size_t(part)];
      account.kinetic = account.eroded_kinetic = {};
      account.momentum = {};
      account.mass = account.added_mass = 0;
    }
  for (const GivenBody& given : bodies) {
    const RigidBody& body = domain.model.rigid_bodies[std::size_t(given.body)];
    if (body.parts.empty()) continue;
    PartAccount& account = parts[std::size_t(body.parts.front())];
    account.kinetic.add(given.kinetic, domain.quanta.energy);
    for (int c = 0; c < 3; ++c)
      account.momentum[std::size_t(c)].add(given.mass * given.velocity[c], domain.quanta.momentum);
    account.mass += domain.quanta.body_mass.round(given.mass);
  }
}

void add_momentum(const Quanta& quanta, double sign, double mass, const Vec3& velocity, MomentumSums& sums) {
  sums.mass += sign * quanta.body_mass.round(mass);
  for (int c = 0; c < 3; ++c) sums.momentum[c].add(sign * mass * velocity[c], quanta.momentum);
}

/// Puts the bodies in place of their nodes.
void put_given_bodies(const Domain& domain, const NodeState& state, const MidVelocity& mid,
                      std::span<const GivenBody> bodies, MomentumSums& sums) {
  for (const RigidBody& body : given_bodies(domain.model))
    for (const Index node : body.nodes)
      if (domain.owns_node[node]) add_momentum(domain.quanta, -1, state.mass(node), row(mid.velocity, node), sums);
  for (const GivenBody& given : bodies) add_momentum(domain.quanta, 1, given.mass, given.velocity, sums);
}

}  // namespace

void sum_over_ranks(const World& world, std::span<ExactSum* const> sums) {
  std::vector<double> parts;
  put_parts(sums, std::back_inserter(parts));
  world.sum(std::span<double>(parts));
  take_parts(sums, parts.begin());
}

void interpolate_velocity(const Rows& before, const Rows& after, const Clock& clock, Rows& out) {
  run_loop(InterpolateVelocity{rows_at(before), rows_at(after), rows_at(out), share_at_output(clock)}, out.extent(0));
  wait_for_device();
}

Energies sum_energies(const World& world, const Domain& domain, const MovingModel& moving, const OtherEnergies& other) {
  const auto& [elements, state, mid] = moving;
  const Quantum& quantum = domain.quanta.energy;
  OutputEnergies out(quantum);
  out.kinetic += other.kinetic;
  const kernels::RunVector<std::uint8_t> left_out(other.leave_out.begin(), other.leave_out.end());
  const KineticSums of_nodes =
      sum_loop(SumKineticEnergy{rows_at(mid.velocity), rows_at(mid.angular_velocity), state.mass.data(),
                                state.inertia.data(), state.live_elements.data(), domain.owns_node.data(),
                                left_out.empty() ? nullptr : left_out.data(), quantum},
               std::size_t(state.count()));
  out.kinetic += of_nodes.all;
  out.free_kinetic += of_nodes.free;
  const ElementEnergies of_elements = element_energies(elements);
  out.internal += of_elements.internal;
  out.hourglass += of_elements.hourglass;
  sum_over_ranks(world, out.sums());
  Energies e;
  e.kinetic = out.kinetic.value();
  e.internal = out.internal.value();
  e.hourglass = out.hourglass.value();
  e.sliding = other.ledger.sliding.value();
  e.rigid_wall = other.ledger.rigid_wall.value();
  e.damping = other.ledger.damping.value();
  e.external_work = other.ledger.external_work.value();
  e.eroded_kinetic = out.free_kinetic.value();
  e.eroded_internal = other.ledger.eroded_internal.value();
  e.eroded_hourglass = other.ledger.eroded_hourglass.value();
  const double most = 0x1p76 * quantum.q;
  require_number(e.kinetic, most, "kinetic energy");
  require_number(e.internal, most, "internal energy");
  require_number(e.hourglass, most, "hourglass energy");
  e.initial_total = other.initial_total;
  return e;
}

std::vector<PartSum> sum_parts(const World& world, const Domain& domain, const Elements& elements,
                               const MidVelocity& mid, std::span<const GivenBody> bodies) {
  std::vector<PartAccount> accounts(domain.model.parts.size());
  for (const auto& family : elements.families) family->add_part_sums(mid, accounts);
  for (const PointMass& point : domain.model.masses)
    if (point.part != none) add_point_mass(point, domain.quanta, mid, accounts[std::size_t(point.part)]);
  put_given_bodies(domain, bodies, accounts);
  std::vector<double> sums;
  const auto for_each_sum = [&](auto f) {
    for (PartAccount& account : accounts) {
      for (StepSum* sum : account.energies()) std::ranges::for_each(sum->level, f);
      for (StepSum& sum : account.momentum) std::ranges::for_each(sum.level, f);
      f(account.mass);
      f(account.added_mass);
    }
  };
  for_each_sum([&](double sum) { sums.push_back(sum); });
  sum_on_root(world, std::vector<std::size_t>(accounts.size(), sums.size() / std::max<std::size_t>(1, accounts.size())),
              sums);
  std::size_t next = 0;
  for_each_sum([&](double& sum) { sum = sums[next++]; });
  std::vector<PartSum> parts;
  for (const PartAccount& account : accounts) parts.push_back(part_sum_of(account, domain.quanta));
  return parts;
}

Momentum sum_momentum(const World& world, const Domain& domain, const NodeState& state, const MidVelocity& mid,
                      std::span<const GivenBody> bodies) {
  const Quanta& quanta = domain.quanta;
  MomentumSums all = sum_loop(SumMomentumOfNodes{rows_at(mid.velocity), state.mass.data(), domain.owns_node.data(),
                                                 quanta.body_mass, quanta.momentum},
                              std::size_t(state.count()));
  put_given_bodies(domain, state, mid, bodies, all);
  std::vector<double> sums{all.mass};
  for (const StepSum& sum : all.momentum) sums.insert(sums.end(), sum.level.begin(), sum.level.end());
  world.sum(std::span<double>(sums));
  require_number(sums[0], 8 * quanta.body_mass.limit(), "mass");
  std::array<StepSum, 3> momentum;
  auto next = sums.begin() + 1;
  for (StepSum& sum : momentum)
    for (double& level : sum.level) level = *next++;
  return {sums[0], value_of(momentum, quanta.momentum)};
}

}  // namespace crumple
