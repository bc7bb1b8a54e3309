#include "physics/state/quanta.hpp"

#include <algorithm>

#include "model/thickness.hpp"
#include "physics/state/scaled_mass.hpp"

namespace crumple {
namespace {

/// The largest and total sizes of a model that bound its sums.
struct Extremes {
  double force = 0, length = 0, element_mass = 0, total_mass = 0, strain_energy = 0, speed = 0, extent = 0;

  /// `scaled_mass`: at least what mass scaling makes of it [mass].
  void add_element(const Material& material, double edge, double thickness, double scaled_mass = 0) {
    const double volume = edge * edge * thickness, mass = std::max(material.density * volume, scaled_mass);
    force = std::max(force, 4 * material.young * edge * thickness);
    length = std::max({length, edge, thickness});
    element_mass = std::max(element_mass, mass);
    total_mass += mass;
    if (!material.has_no_stress()) strain_energy += 0.5 * material.young * 1e-4 * volume;
  }
};

template <class NodeList> double longest_distance(const Model& model, const NodeList& nodes) {
  double longest = 0;
  for (std::size_t a = 0; a < nodes.size(); ++a)
    for (std::size_t b = 0; b < a; ++b)
      longest = std::max(longest, norm(model.nodes.position[nodes[a]] - model.nodes.position[nodes[b]]));
  return longest;
}

/// Mass scaling may make it heavier than its volume says.
void add_beam(const Model& model, const Beam& beam, Extremes& e) {
  const Part& part = model.parts[beam.part];
  const Material& material = model.materials[part.material];
  const double diameter = model.sections[part.section].diameter[0];
  const double length = longest_distance(model, beam.nodes);
  e.add_element(material, std::max(length, diameter), diameter);
  const double step = std::max(std::get<MaterialSpotWeld>(material.law).step, -model.control.mass_scaling_dt);
  const double scaled = material.young * step * step * diameter * diameter / std::max(length, 1e-12 * diameter);
  e.element_mass = std::max(e.element_mass, scaled);
  e.total_mass += scaled;
}

void add_elements(const Model& model, Extremes& e) {
  for (const Shell& shell : model.shells)
    e.add_element(model.materials[model.parts[shell.part].material], longest_distance(model, shell.nodes),
                  largest_thickness(model, shell), most_scaled_mass(model, shell));
  for (const Solid& solid : model.solids) {
    const double edge = longest_distance(model, solid.nodes);
    e.add_element(model.materials[model.parts[solid.part].material], edge, edge, most_scaled_mass(model, solid));
  }
  for (const Beam& beam : model.beams) add_beam(model, beam, e);
  for (const PointMass& mass : model.masses) {
    e.element_mass = std::max(e.element_mass, mass.mass);
    e.total_mass += mass.mass;
  }
  for (const RigidBody& body : model.rigid_bodies)
    if (body.inertia) e.total_mass += body.inertia->mass;
}

void add_motion(const Model& model, Extremes& e) {
  Vec3 low{1e300, 1e300, 1e300}, high{-1e300, -1e300, -1e300};
  for (std::size_t i = 0; i < model.nodes.id.size(); ++i) {
    for (int c = 0; c < 3; ++c) {
      low[c] = std::min(low[c], model.nodes.position[i][c]);
      high[c] = std::max(high[c], model.nodes.position[i][c]);
    }
    e.speed = std::max(e.speed, norm(model.nodes.velocity[i]));
  }
  for (const RigidBody& body : model.rigid_bodies)
    if (body.initial_velocity) e.speed = std::max(e.speed, norm(body.initial_velocity->first));
  e.extent = std::max(norm(high - low), 1e-300);
}

double largest_value(const Model& model, Index curve) {
  if (curve == none) return 1;
  double largest = 0;
  for (const double y : model.curves[curve].y) largest = std::max(largest, std::abs(y));
  return largest;
}

void add_loads(const Model& model, Extremes& e) {
  for (const NodalLoad& load : model.nodal_loads)
    e.force = std::max(e.force, 4 * std::abs(load.scale) * largest_value(model, load.curve));
  for (const PressureLoad& load : model.pressure_loads)
    e.force = std::max(e.force, 4 * std::abs(load.scale) * largest_value(model, load.curve) * e.length * e.length);
  for (const PrescribedMotion& motion : model.motions)
    if (motion.kind == MotionKind::velocity && !motion.rotation)
      e.speed = std::max(e.speed, std::abs(motion.scale) * largest_value(model, motion.curve));
}

}  // namespace

Quanta choose_quanta(const Model& model) {
  Extremes e;
  add_elements(model, e);
  add_motion(model, e);
  add_loads(model, e);
  const double tiny = 1e-280;
  Quanta quanta;
  quanta.force = Quantum::for_largest(std::max(e.force, tiny));
  quanta.moment = Quantum::for_largest(std::max(e.force * e.length, tiny));
  quanta.mass = Quantum::for_largest(std::max(e.element_mass, tiny));
  quanta.inertia = Quantum::for_largest(std::max(e.element_mass * e.length * e.length, tiny));
  quanta.body_mass = Quantum::for_largest(std::max(e.total_mass, tiny));
  quanta.body_first = Quantum::for_largest(std::max(2 * e.total_mass * e.extent, tiny));
  quanta.body_inertia = Quantum::for_largest(std::max(4 * e.total_mass * e.extent * e.extent, tiny));
  const double kinetic = 0.5 * e.total_mass * e.speed * e.speed;
  quanta.energy = Quantum::for_largest(16 * std::max({kinetic, e.strain_energy, tiny}));
  const double momentum = e.total_mass * std::max(e.speed, 1e-6 * e.extent);
  quanta.momentum = Quantum::for_largest(1000 * std::max(momentum, tiny));
  return quanta;
}

}  // namespace crumple
