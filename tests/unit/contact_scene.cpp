#include "contact_scene.hpp"

#include <numeric>

#include "kernels/materials/material_001_elastic.hpp"
#include "kernels/tables.hpp"
#include "model/surface.hpp"
#include "physics/contact/closest_point.hpp"
#include "physics/contact/passes.hpp"
#include "physics/results/quanta.hpp"
#include "physics/state/cut_model.hpp"

namespace crumple::test {
namespace {

const kernels::StepKernels& step_kernels() { return *CRUMPLE_BASELINE_OF(crumple_kernels)()->step; }

/// Lumped masses of the whole model [kg].
std::vector<double> lumped_masses(const Model& model) {
  std::vector<double> mass(model.nodes.count(), 0);
  const auto& x = model.nodes.position;
  for (const Shell& s : model.shells) {
    const double area = norm(area_normal({x[s.nodes[0]], x[s.nodes[1]], x[s.nodes[2]], x[s.nodes[3]]}));
    const double thickness = model.sections[model.parts[s.part].section].thickness[0];
    for (const Index n : s.nodes) mass[n] += 0.25 * 7.85e-6 * area * thickness;
  }
  for (const Solid& s : model.solids) {
    const auto edge = [&](int corner) { return x[s.nodes[corner]] - x[s.nodes[0]]; };
    const double volume = dot(cross(edge(1), edge(3)), edge(4));
    for (const Index n : s.nodes) mass[n] += 0.125 * 7.85e-6 * volume;
  }
  return mass;
}

Domain domain_of(const Scene& scene, const std::function<int(Index)>& rank_of) {
  Partition partition;
  partition.n_ranks = world().size();
  partition.rank.assign(scene.model.shells.size() + scene.model.solids.size(), 0);
  if (rank_of)
    for (std::size_t e = 0; e < partition.rank.size(); ++e) partition.rank[e] = rank_of(Index(e));
  return ModelCutter(scene.model, partition, choose_quanta(scene.model)).piece(world().rank());
}

}  // namespace

Scene::Scene() {
  Material steel;
  steel.id = 1;
  steel.density = 7.85e-6;
  steel.young = 210;
  steel.poisson = 0.3;
  steel.law = kernels::Elastic{};
  model.materials.push_back(steel);
  model.hourglasses.push_back({});
}

Index Scene::add_shell_part(double thickness) {
  Section section;
  section.id = Id(model.sections.size()) + 1;
  section.thickness.fill(thickness);
  model.sections.push_back(section);
  Part part;
  part.id = Id(model.parts.size()) + 1;
  part.section = Index(model.sections.size()) - 1;
  part.material = part.hourglass = 0;
  model.parts.push_back(part);
  return Index(model.parts.size()) - 1;
}

Index Scene::add_solid_part() {
  const Index part = add_shell_part(0);
  model.sections.back().kind = SectionKind::solid;
  model.sections.back().element_form = 1;
  return part;
}

Index Scene::add_node(const Vec3& x, const Vec3& v) {
  model.nodes.id.push_back(Id(model.nodes.id.size()) + 1);
  model.nodes.position.push_back(x);
  model.nodes.velocity.push_back(v);
  model.nodes.angular_velocity.push_back({});
  return model.nodes.count() - 1;
}

Index Scene::add_shell(Index part, const std::array<Index, 4>& nodes) {
  Shell shell;
  shell.id = Id(model.shells.size()) + 1;
  shell.part = part;
  shell.nodes = nodes;
  model.shells.push_back(shell);
  return Index(model.shells.size()) - 1;
}

Index Scene::add_sheet(Index part, const Vec3& origin, const Vec3& u, const Vec3& v, int n, int m,
                       const Vec3& velocity) {
  const Index first = model.nodes.count();
  for (int j = 0; j <= m; ++j)
    for (int i = 0; i <= n; ++i) add_node(origin + (double(i) / n) * u + (double(j) / m) * v, velocity);
  for (int j = 0; j < m; ++j)
    for (int i = 0; i < n; ++i) {
      const Index k = first + j * (n + 1) + i;
      add_shell(part, {k, k + 1, k + n + 2, k + n + 1});
    }
  return first;
}

Index Scene::add_block(Index part, const Vec3& low, const Vec3& size, int n, int m, int l, const Vec3& velocity) {
  const Index first = model.nodes.count();
  for (int k = 0; k <= l; ++k)
    for (int j = 0; j <= m; ++j)
      for (int i = 0; i <= n; ++i)
        add_node(low + Vec3{size.x * i / n, size.y * j / m, size.z * k / l}, velocity);
  const auto at = [&](int i, int j, int k) { return first + (k * (m + 1) + j) * (n + 1) + i; };
  for (int k = 0; k < l; ++k)
    for (int j = 0; j < m; ++j)
      for (int i = 0; i < n; ++i) {
        Solid solid;
        solid.id = Id(model.solids.size()) + 1;
        solid.part = part;
        solid.nodes = {at(i, j, k),     at(i + 1, j, k),     at(i + 1, j + 1, k),     at(i, j + 1, k),
                       at(i, j, k + 1), at(i + 1, j, k + 1), at(i + 1, j + 1, k + 1), at(i, j + 1, k + 1)};
        model.solids.push_back(solid);
      }
  return first;
}

ContactSurface Scene::surface(const std::vector<Index>& parts) const {
  std::vector<bool> in_part(model.parts.size(), false);
  for (const Index part : parts) in_part[part] = true;
  return surface_of_parts(model, in_part);
}

Contact& Scene::add_single_surface() {
  std::vector<Index> all(model.parts.size());
  std::iota(all.begin(), all.end(), 0);
  return add_contact(ContactKind::single_surface, all, {});
}

Contact& Scene::add_contact(ContactKind kind, const std::vector<Index>& a, const std::vector<Index>& b) {
  Contact contact;
  contact.id = Id(model.contacts.size()) + 1;
  contact.kind = kind;
  contact.a = surface(a);
  if (!b.empty()) contact.b = surface(b);
  model.contacts.push_back(contact);
  return model.contacts.back();
}

Motion::Motion(const Scene& scene, double dt, const std::function<int(Index)>& rank_of)
    : domain(domain_of(scene, rank_of)), state(domain.model.nodes.count()), ledger(domain.quanta.energy) {
  const auto mass = lumped_masses(scene.model);
  for (Index i = 0; i < state.count(); ++i) {
    set_row(state.position, i, domain.model.nodes.position[i]);
    set_row(state.velocity, i, domain.model.nodes.velocity[i]);
    state.mass(i) = mass[domain.global_node[i]];
  }
  const auto count = [&](const auto& element) {
    for (const Index node : element.nodes) state.live_elements(node) += 1;
  };
  for (const Shell& shell : domain.model.shells) count(shell);
  for (const Solid& solid : domain.model.solids) count(solid);
  part_of_node_.assign(state.count(), 0);
  for (const Shell& shell : domain.model.shells)
    for (const Index node : shell.nodes) part_of_node_[node] = shell.part;
  for (const Solid& solid : domain.model.solids)
    for (const Index node : solid.nodes) part_of_node_[node] = solid.part;
  status = {kernels::RunVector<std::uint8_t>(domain.model.shells.size(), 1),
            kernels::RunVector<std::uint8_t>(domain.model.solids.size(), 1)};
  clock.dt = clock.dt_first = dt;
  contacts = make_contacts(world(), domain, state,
                           {state.mass, Column("effective mass", std::size_t(state.count())),
                            Column("frequency bounds", std::size_t(state.count())), step_kernels()});
}

void Motion::find_forces() {
  Kokkos::deep_copy(totals(state.force), 0.0);
  if (search_due(contacts)) search(world(), contacts, state, status);
  add_contact_forces(contacts, state, clock, ledger);
}

void Motion::move(Index node, const Vec3& x) {
  set_row(state.position, node, x);
  request_search(contacts);
  for (Pass& pass : contacts.passes) {  // as if it had been as deep before: nothing is forgiven
    pass.slaves.depth_unseen = 1e300;
    for (const Index slave : pass.candidates.slave) {
      if (!pass.slaves.state[slave].is_used()) continue;
      for (TouchMemory& memory : pass.slaves.state.make_room(slave).touch) {
        memory.penetration = 1e300;
        memory.side = 0;
      }
    }
  }
}

void Motion::forget_touches(double depth_unseen) {
  Slaves& slaves = contacts.passes[0].slaves;
  slaves.state.keep({});
  slaves.state.keep(contacts.passes[0].candidates.slave);
  slaves.depth_unseen = depth_unseen;
}

/// Of the nodes on their own, or of the parts as a whole.
std::vector<Vec3> Motion::accelerations() const {
  std::vector<Vec3> result(state.count());
  std::vector<Vec3> part_force(domain.model.parts.size());
  std::vector<double> part_mass(domain.model.parts.size(), 0);
  for (Index i = 0; i < state.count(); ++i) {
    result[i] = (1 / state.mass(i)) * force(i) + gravity;
    part_force[part_of_node_[i]] += force(i);
    part_mass[part_of_node_[i]] += state.mass(i);
  }
  for (Index i = 0; i < state.count() && rigid_parts; ++i)
    result[i] = (1 / part_mass[part_of_node_[i]]) * part_force[part_of_node_[i]] + gravity;
  return result;
}

void Motion::step() {
  find_forces();
  const auto acceleration = accelerations();
  for (Index i = 0; i < state.count(); ++i) {
    if (fixed(domain.model.nodes.position[i])) continue;
    set_row(state.velocity, i, velocity(i) + clock.dt_mid() * acceleration[i]);
    set_row(state.position, i, position(i) + clock.dt * velocity(i));
  }
  std::vector<double> extremes(6 * domain.model.contacts.size());
  find_velocity_ranges(contacts.gauge, state, step_kernels());
  velocity_extremes(contacts.gauge, extremes);
  world().max(extremes);
  advance(contacts.gauge, extremes, clock.dt);
  clock.time += clock.dt;
  clock.dt_previous = clock.dt;
  ++clock.cycle;
}

Vec3 Motion::total_force() const {
  Vec3 sum;
  for (Index i = 0; i < state.count(); ++i) sum += force(i);
  return sum;
}

Vec3 Motion::momentum() const {
  Vec3 sum;
  for (Index i = 0; i < state.count(); ++i) sum += state.mass(i) * velocity(i);
  return sum;
}

double Motion::kinetic_energy() const {
  double sum = 0;
  for (Index i = 0; i < state.count(); ++i) sum += 0.5 * state.mass(i) * dot(velocity(i), velocity(i));
  return sum;
}

}  // namespace crumple::test
