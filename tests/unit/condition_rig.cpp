#include "condition_rig.hpp"

#include "kernels/tables.hpp"
#include "physics/results/archives.hpp"
#include "physics/results/energy.hpp"
#include "runtime.hpp"

namespace crumple::test {
namespace {

Domain whole(Model model) {
  Domain domain;
  const Index n = model.nodes.count();
  domain.model = std::move(model);
  domain.owns_node.assign(std::size_t(n), 1);
  for (Index i = 0; i < n; ++i) domain.global_node.push_back(i);
  domain.n_global_nodes = n;
  for (std::size_t w = 0; w < domain.model.spot_welds.size(); ++w) domain.global_spot_weld.push_back(Index(w));
  domain.n_global_spot_welds = std::int64_t(domain.model.spot_welds.size());
  Quanta& q = domain.quanta;
  q.force = q.moment = Quantum::for_largest(1024);
  for (Quantum* quantum : {&q.mass, &q.inertia, &q.body_mass, &q.body_first, &q.body_inertia})
    *quantum = Quantum::for_largest(1e4);
  q.energy = q.momentum = Quantum::for_largest(1e4);
  return domain;
}

}  // namespace

Index add_node(Model& model, const Vec3& position, const Vec3& velocity) {
  model.nodes.id.push_back(Id(model.nodes.id.size()) + 1);
  model.nodes.position.push_back(position);
  model.nodes.velocity.push_back(velocity);
  model.nodes.angular_velocity.push_back({});
  return model.nodes.count() - 1;
}

Index add_curve(Model& model, std::vector<double> x, std::vector<double> y) {
  model.curves.push_back({Id(model.curves.size()) + 1, "", std::move(x), std::move(y)});
  return Index(model.curves.size()) - 1;
}

ConditionRig::ConditionRig(Model model, const std::vector<double>& mass, const std::vector<double>& inertia)
    : domain(whole(std::move(model))),
      nodes(domain.model.nodes.count()),
      halo(world(), domain.halo),
      before(nodes.count()),
      ledger(domain.quanta.energy),
      force("force", nodes.count()),
      state{world(), domain, nodes,  Column("own mass", mass.size()),           clock, before, ledger,
            status,   halo,   failures, *CRUMPLE_BASELINE_OF(crumple_kernels)()->step} {
  for (Index i = 0; i < nodes.count(); ++i) {
    set_row(nodes.position, i, domain.model.nodes.position[i]);
    set_row(nodes.velocity, i, domain.model.nodes.velocity[i]);
    set_row(nodes.angular_velocity, i, domain.model.nodes.angular_velocity[i]);
    nodes.mass(i) = mass[std::size_t(i)];
    nodes.inertia(i) = inertia.empty() ? 0.0 : inertia[std::size_t(i)];
  }
  Kokkos::deep_copy(state.own_mass, nodes.mass);
  features = make_features(state, Elements{});
}

void ConditionRig::step(double dt, const Forces& forces) {
  clock.dt_previous = clock.dt;
  clock.dt = dt;
  if (clock.cycle == 0) clock.dt_first = dt;
  call<&Feature::begin_step>();
  call<&Feature::add_local_forces>();
  if (forces) forces(clock, nodes);
  call<&Feature::search>();
  call<&Feature::add_total_forces>();
  call<&Feature::begin_sums>();
  Kokkos::deep_copy(force, totals(nodes.force));
  kick(state, [](SumRange range, const Quanta&) { ASSERT_NE(range, SumRange::left); });
  call<&Feature::set_velocities>();
  call<&Feature::enter_work>();
  std::vector<std::uint8_t> leave_out(std::size_t(nodes.count()), 0);
  ExactSum of_features(domain.quanta.energy);
  for (const auto& feature : features) feature->mark_nodes_of_whole(leave_out);
  for (const auto& feature : features) feature->add_kinetic_energy(of_features);
  kinetic = of_features.value();
  MidVelocity mid{Rows("v", nodes.count()), Rows("w", nodes.count())};
  interpolate_velocity(before.velocity, nodes.velocity, clock, mid.velocity);
  interpolate_velocity(before.angular_velocity, nodes.angular_velocity, clock, mid.angular_velocity);
  for (Index i = 0; i < nodes.count(); ++i) {
    const Vec3 v_mid = row(mid.velocity, i), w_mid = row(mid.angular_velocity, i);
    if (!leave_out[i]) kinetic += 0.5 * (nodes.mass(i) * dot(v_mid, v_mid) + nodes.inertia(i) * dot(w_mid, w_mid));
  }
  drift(state);
  call<&Feature::set_positions>();
  clock.time += dt;
  ++clock.cycle;
}

WallForce ConditionRig::wall_force() {
  RigidWalls& walls = *find<RigidWalls>(features);
  std::vector<double> sums(walls.widths(Reduction::accounts).at(0) * walls.walls().size());
  SumShare share(sums);
  walls.put_sums(Reduction::accounts, share);
  walls.take(Reduction::accounts, state, sums);
  std::vector<WallForce> rows;
  walls.add_rows(rows);
  return rows.at(0);
}

std::vector<Id> ConditionRig::failed_welds() const {
  std::vector<Id> ids;
  for (const Failure& failure : failures) ids.push_back(failure.id);
  return ids;
}

SavedState ConditionRig::save() {
  call<&Feature::synchronise_ledger>();
  StateArchive saving(world());
  archive(saving);
  return saving.finish();
}

void ConditionRig::load(SavedState saved) {
  StateArchive loading(world(), std::move(saved));
  archive(loading);
  call<&Feature::resume>();
}

void ConditionRig::archive(StateArchive& a) {
  a.same(clock);
  for (ExactSum* sum : ledger.sums()) a.sum(*sum);
  archive_nodes(a, domain, nodes);
  for (const auto& feature : features) feature->archive(a, state);
}

void ConditionRig::run(double dt, int n_steps, const Forces& forces) {
  for (int i = 0; i < n_steps; ++i) step(dt, forces);
}

Vec3 ConditionRig::momentum() const {
  Vec3 sum;
  for (Index i = 0; i < nodes.count(); ++i) sum += nodes.mass(i) * v(i);
  return sum;
}

Vec3 ConditionRig::angular_momentum() const {
  Vec3 sum;
  for (Index i = 0; i < nodes.count(); ++i) sum += cross(x(i), nodes.mass(i) * v(i)) + nodes.inertia(i) * w(i);
  return sum;
}

}  // namespace crumple::test
