#include "condition_rig.hpp"

#include <memory>

#include "physics/results/energy.hpp"

namespace crumple::test {
namespace {

std::unique_ptr<World> running;

class Runtime : public ::testing::Environment {
  void SetUp() override {
    int argc = 0;
    char** argv = nullptr;
    running = std::make_unique<World>(argc, argv);
    if (!Kokkos::is_initialized()) Kokkos::initialize(Kokkos::InitializationSettings().set_disable_warnings(true).set_num_threads(1));
  }
  void TearDown() override {
    if (Kokkos::is_initialized() && !Kokkos::is_finalized()) Kokkos::finalize();
    running.reset();
  }
};

[[maybe_unused]] const auto* const runtime = ::testing::AddGlobalTestEnvironment(new Runtime);

Domain whole(Model model) {
  Domain domain;
  const Index n = model.nodes.count();
  domain.model = std::move(model);
  domain.owns_node.assign(std::size_t(n), 1);
  for (Index i = 0; i < n; ++i) domain.global_node.push_back(i);
  domain.n_global_nodes = n;
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
    : domain(whole(std::move(model))), nodes(domain.model.nodes.count()), before(nodes.count()), force("force", nodes.count()) {
  for (Index i = 0; i < nodes.count(); ++i) {
    set_row(nodes.position, i, domain.model.nodes.position[i]);
    set_row(nodes.velocity, i, domain.model.nodes.velocity[i]);
    set_row(nodes.angular_velocity, i, domain.model.nodes.angular_velocity[i]);
    nodes.mass(i) = mass[std::size_t(i)];
    nodes.inertia(i) = inertia.empty() ? 0.0 : inertia[std::size_t(i)];
  }
  bodies = make_rigid_bodies(*running, domain, nodes, body_state);
  loads = make_loads(domain, bodies.in_body);
  load_state = make_load_state(loads, domain);
  constraints = make_constraints(domain, bodies.in_body);
  welds = make_weld_state(domain, bodies.in_body);
  walls = make_rigid_walls(domain, bodies.in_body, constraints, wall_state, ledger);
  fix_velocities(constraints, nodes);
  set_initial_rigid_motion(bodies, body_state, nodes);
}

void ConditionRig::step(double dt, const Forces& forces) {
  clock.dt_previous = clock.dt;
  clock.dt = dt;
  if (clock.cycle == 0) clock.dt_first = dt;
  add_pressure(loads, domain, clock, nodes, load_state);
  if (forces) forces(clock, nodes);
  add_wall_penalty(walls, domain, clock, wall_state, nodes);
  add_loads(loads, domain, clock, nodes, load_state);
  add_damping(loads, domain, clock, nodes, load_state);
  std::vector<double> sums(6 * bodies.bodies.size());
  sum_body_forces(bodies, body_state, nodes, sums);
  Kokkos::deep_copy(force, nodes.force);
  ASSERT_TRUE(kick(nodes, clock, domain.quanta, before));
  fix_velocities(constraints, nodes);
  prescribe_velocities(constraints, domain, clock, before, nodes, motion_state, ledger);
  advance_rigid_bodies(bodies, domain, clock, load_state, sums, body_state, nodes, ledger);
  const std::vector<Index> failures = advance_spot_welds(domain, clock, before, welds, nodes, ledger);
  failed.insert(failed.end(), failures.begin(), failures.end());
  std::vector<double> momenta(3 * walls.walls.size());
  sum_wall_momenta(walls, domain, clock, wall_state, welds, nodes, momenta);
  apply_walls(walls, domain, clock, momenta, constraints, welds, before, wall_state, nodes, ledger);
  account_loads(loads, domain, clock, before, nodes, load_state, ledger);
  kinetic = body_kinetic_energy(bodies, body_state, domain.quanta.energy);
  MidVelocity mid{Rows("v", nodes.count()), Rows("w", nodes.count())};
  interpolate_velocity(before.velocity, nodes.velocity, clock, mid.velocity);
  interpolate_velocity(before.angular_velocity, nodes.angular_velocity, clock, mid.angular_velocity);
  for (Index i = 0; i < nodes.count(); ++i) {
    const Vec3 v_mid = row(mid.velocity, i), w_mid = row(mid.angular_velocity, i);
    if (!bodies.in_body[i])
      kinetic += 0.5 * (nodes.mass(i) * dot(v_mid, v_mid) + nodes.inertia(i) * dot(w_mid, w_mid));
  }
  drift(nodes, clock);
  place_rigid_nodes(bodies, body_state, nodes);
  clock.time += dt;
  ++clock.cycle;
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
