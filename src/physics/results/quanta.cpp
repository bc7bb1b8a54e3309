#include "physics/results/quanta.hpp"

#include <algorithm>

#include "base/box.hpp"
#include "physics/elements/families.hpp"
#include "physics/features.hpp"
#include "physics/state/model_extremes.hpp"

namespace crumple {
namespace {

void add_extreme_masses(const Model& model, ModelExtremes& e) {
  for (const PointMass& mass : model.masses) {
    e.element_mass = std::max(e.element_mass, mass.mass);
    e.total_mass += mass.mass;
    e.element_inertia = std::max(e.element_inertia, mass.mean_inertia());
    e.total_inertia += 3 * mass.mean_inertia();
  }
}

void add_nodes(const Model& model, ModelExtremes& e) {
  for (const Vec3& velocity : model.nodes.velocity) e.speed = std::max(e.speed, norm(velocity));
  e.extent = std::max(norm(box_of(model.nodes.position).size()), 1e-300);
}

}  // namespace

Quanta choose_quanta(const Model& model) {
  ModelExtremes e;
  bound_motion_of_elements(model, e);
  add_extreme_masses(model, e);
  add_nodes(model, e);
  bound_motion_of_features(model, e);
  bound_forces_of_features(model, e);
  bound_forces_of_elements(model, e);
  const double arm = e.deformable_length > 0 ? e.deformable_length : e.length;  // rigid elements give no moments
  const double tiny = 1e-200;  // so that the last level of a sum is still a normal number
  Quanta quanta;
  quanta.force = Quantum::for_largest(std::max(e.force, tiny));
  quanta.moment = Quantum::for_largest(std::max({e.force * arm, e.moment, tiny}));
  quanta.mass = Quantum::for_largest(std::max(e.element_mass, tiny));
  quanta.inertia = Quantum::for_largest(std::max({e.element_mass * e.length * e.length, e.element_inertia, tiny}));
  quanta.body_mass = Quantum::for_largest(std::max(e.total_mass, tiny));
  quanta.body_first = Quantum::for_largest(std::max(2 * e.total_mass * e.extent, tiny));
  const double body_inertia = 4 * (e.total_mass * e.extent * e.extent + e.total_inertia);
  quanta.body_inertia = Quantum::for_largest(std::max(body_inertia, tiny));
  const double kinetic = 0.5 * e.total_mass * e.speed * e.speed;
  quanta.volume = Quantum::for_largest(std::max(e.averaged_volume, tiny));
  quanta.energy = Quantum::for_largest(16 * std::max({kinetic, e.strain_energy, tiny}));
  const double momentum = e.total_mass * std::max(e.speed, 1e-6 * e.extent);
  quanta.momentum = Quantum::for_largest(1000 * std::max(momentum, tiny));
  return quanta;
}

}  // namespace crumple
