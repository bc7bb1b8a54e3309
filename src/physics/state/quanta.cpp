#include "physics/state/quanta.hpp"

#include <algorithm>
#include <cmath>

#include "model/discrete_beam_bounds.hpp"
#include "model/joint_stiffness_bounds.hpp"
#include "model/springs.hpp"
#include "model/thickness.hpp"
#include "physics/state/element_estimate.hpp"

namespace crumple {
namespace {

/// A rigid part that cannot move, whose mass hits nothing.
bool is_held(const Material& material) {
  const auto* rigid = std::get_if<MaterialRigid>(&material.law);
  return rigid && rigid->constraint_frame == 1 && rigid->translation == 7 && rigid->rotation == 7;
}

/// The largest and total sizes of a model that bound its sums.
struct Extremes {
  double force = 0;                         ///< of deformable elements and loads [force]
  double moment = 0;                        ///< of torsional springs [force length]
  double length = 0, deformable_length = 0; ///< of all elements, of deformable ones [length]
  double element_mass = 0, total_mass = 0;  ///< [mass]
  double element_inertia = 0, total_inertia = 0;  ///< given by the user [mass length^2]
  double averaged_volume = 0;               ///< six times that of a solid of ELFORM 13, with room to grow [length^3]
  double strain_energy = 0;                 ///< [energy]
  double speed = 0, extent = 0;             ///< [length/time], [length]
  double rigid_force = 0;                   ///< as of the others, were rigid and null elements elastic [force]
  double rigid_stiffness = 0;               ///< of one of their nodes in contact [force/length]
  double rigid_mass = 0;                    ///< that can move [mass]

  /// `scaled_mass`: at least what mass scaling makes of it [mass].
  void add_element(const Material& material, double edge, double thickness, double scaled_mass = 0) {
    const double volume = edge * edge * thickness, mass = std::max(material.density * volume, scaled_mass);
    length = std::max({length, edge, thickness});
    element_mass = std::max(element_mass, mass);
    total_mass += mass;
    if (material.has_no_stress()) {
      rigid_force = std::max(rigid_force, 4 * material.stiffness() * edge * thickness);
      rigid_stiffness = std::max(rigid_stiffness, material.stiffness() * edge);
      if (!is_held(material)) rigid_mass += mass;
      return;
    }
    force = std::max(force, 4 * material.stiffness() * edge * thickness);
    deformable_length = std::max({deformable_length, edge, thickness});
    strain_energy += 0.5 * material.stiffness() * 1e-4 * volume;
  }
};

template <class NodeList> double longest_distance(const Model& model, const NodeList& nodes) {
  double longest = 0;
  for (std::size_t a = 0; a < nodes.size(); ++a)
    for (std::size_t b = 0; b < a; ++b)
      longest = std::max(longest, norm(model.nodes.position[nodes[a]] - model.nodes.position[nodes[b]]));
  return longest;
}

/// Mass and inertia of a discrete beam, and at least what mass scaling makes of them.
void add_discrete_mass(const Model& model, const Beam& beam, Extremes& e) {
  const Material& material = model.materials[model.parts[beam.part].material];
  const Section& section = model.section_of(beam);
  const double length = longest_distance(model, beam.nodes), step = model.control.mass_scaling_dt;
  const DiscreteBeamBounds bounds = discrete_beam_bounds(material, section, length);
  const auto scaled = [&](std::size_t first) {
    double largest = 0;
    for (std::size_t i = first; i < first + 3; ++i)
      largest = std::max(largest, step * (step * bounds.stiffness[i] + 2 * bounds.damping[i]));
    return largest;
  };
  const double mass = std::max(discrete_beam_mass(material, section, length), scaled(0));
  e.length = std::max(e.length, length);
  e.deformable_length = std::max(e.deformable_length, length);
  e.element_mass = std::max(e.element_mass, mass);
  e.total_mass += mass;
  const double inertia = std::max(section.discrete.inertia, scaled(3));
  e.element_inertia = std::max({e.element_inertia, inertia, scaled(0) * length * length});
  e.total_inertia += e.element_inertia;
}

/// Mass scaling may make it heavier than its volume says.
void add_beam(const Model& model, const Beam& beam, Extremes& e) {
  if (model.section_of(beam).is_discrete_beam()) return add_discrete_mass(model, beam, e);
  const Part& part = model.parts[beam.part];
  const Material& material = model.materials[part.material];
  const BeamSection& section = model.sections[part.section].beam;
  const double diameter = section.size[0] > 0 ? std::max(section.size[0], section.size[1]) : std::sqrt(section.area);
  const double length = longest_distance(model, beam.nodes);
  e.add_element(material, std::max(length, diameter), diameter);
  const auto* weld = std::get_if<MaterialSpotWeld>(&material.law);
  const double step = std::max(weld ? weld->step : 0, model.control.mass_scaling_dt);
  const double scaled = material.young * step * step * diameter * diameter / std::max(length, 1e-12 * diameter);
  e.element_mass = std::max(e.element_mass, scaled);
  e.total_mass += scaled;
}

void add_elements(const Model& model, Extremes& e) {
  for (const Shell& shell : model.shells)
    e.add_element(model.materials[model.material_of(shell)], longest_distance(model, shell.nodes),
                  largest_thickness(model, shell), most_scaled_mass(model, shell));
  for (const Solid& solid : model.solids) {
    const double edge = longest_distance(model, solid.nodes);
    e.add_element(model.materials[model.parts[solid.part].material], edge, edge, most_scaled_mass(model, solid));
    if (model.has_averaged_volume(solid)) e.averaged_volume = std::max(e.averaged_volume, 16 * edge * edge * edge);
  }
  for (const Beam& beam : model.beams) add_beam(model, beam, e);
  for (const PointMass& mass : model.masses) {
    e.element_mass = std::max(e.element_mass, mass.mass);
    e.total_mass += mass.mass;
  }
  for (const RigidBody& body : model.rigid_bodies) {
    if (!body.inertia) continue;
    e.total_mass += body.inertia->mass;
    e.rigid_mass += body.inertia->mass;
  }
}

/// A body that starts with a velocity and a spin; its given inertia may be that of more than its nodes.
void add_spin(const RigidBody& body, const Vec3& velocity, const Vec3& spin, Extremes& e) {
  e.speed = std::max(e.speed, norm(velocity) + norm(spin) * e.extent);
  if (!body.inertia) return;
  const Mat3& inertia = body.inertia->inertia;
  e.strain_energy += 0.5 * (inertia(0, 0) + inertia(1, 1) + inertia(2, 2)) * dot(spin, spin);
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
  e.extent = std::max(norm(high - low), 1e-300);
  for (const RigidBody& body : model.rigid_bodies) {
    if (body.initial_velocity) add_spin(body, body.initial_velocity->first, body.initial_velocity->second, e);
    if (body.inertia) add_spin(body, body.inertia->velocity, body.inertia->angular_velocity, e);
  }
}

double largest_value(const Model& model, Index curve) {
  if (curve == none) return 1;
  double largest = 0;
  for (const double y : model.curves[curve].y) largest = std::max(largest, std::abs(y));
  return largest;
}

/// The speed that a curve of velocities, accelerations or displacements leads to.
double prescribed_speed(const Model& model, MotionKind kind, Index curve) {
  if (kind == MotionKind::displacement) return curve == none ? 0 : steepest_slope(model.curves[curve]);
  return largest_value(model, curve) * (kind == MotionKind::acceleration ? model.control.end_time : 1);
}

/// What moves or pulls the model from outside. Under body loads things fall through four times its size.
void add_driven_speeds(const Model& model, Extremes& e) {
  for (const PrescribedMotion& motion : model.motions) {
    const double value = std::abs(motion.scale) * prescribed_speed(model, motion.kind, motion.curve);
    e.speed = std::max(e.speed, value * (motion.rotation ? e.extent : 1));
  }
  for (const RigidWall& wall : model.walls) {
    e.speed = std::max(e.speed, std::abs(wall.velocity));
    if (wall.motion_curve != none)
      e.speed = std::max(e.speed, prescribed_speed(model, wall.motion_kind, wall.motion_curve));
  }
  for (const BodyStopper& stopper : model.body_stoppers)
    for (const Index bound : {stopper.most, stopper.least})
      if (bound != none) e.speed = std::max(e.speed, steepest_slope(model.curves[bound]));
  for (const BodyLoad& load : model.body_loads)
    e.speed = std::max(e.speed, std::sqrt(8 * std::abs(load.scale) * largest_value(model, load.curve) * e.extent));
}

/// How far and how fast the ends of a spring may move to each other.
struct SpringReach {
  double deflection = 0, rate = 0;
};

/// Of torsional springs: 16 turns, and 100 times the speeds of rotation.
SpringReach reach_of_turns(const Model& model, const Extremes& e) {
  double turn = 0;
  for (const Vec3& w : model.nodes.angular_velocity) turn = std::max(turn, norm(w));
  return {100, 100 * (turn + (e.extent > 1e-200 ? e.speed / e.extent : 0))};
}

/// Twice across the model, and what its speed and body loads lead to: until the end, or, where that is far beyond the
/// model, as far as a spring of that stiffness lets all of its mass swing.
SpringReach reach_of(const Model& model, double stiffness, const Extremes& e) {
  double acceleration = 0;
  for (const BodyLoad& load : model.body_loads)
    acceleration = std::max(acceleration, std::abs(load.scale) * largest_value(model, load.curve));
  const double end = model.control.end_time, swings = stiffness > 0 ? e.total_mass / stiffness : 0;
  const double thrown = std::min(e.speed * end, std::max(100 * e.extent, e.speed * std::sqrt(swings)));
  const double pulled = std::min(0.5 * acceleration * end * end, std::max(100 * e.extent, 4 * acceleration * swings));
  return {2 * e.extent + thrown + pulled,
          2 * e.speed + std::min(acceleration * end, std::sqrt(8 * acceleration * (pulled + e.extent)))};
}

void add_springs(const Model& model, Extremes& e) {
  for (const Spring& spring : model.springs) {
    const Part& part = model.parts[spring.part];
    const SpringSection& section = model.sections[part.section].spring;
    const SpringBounds bounds = spring_bounds(model.materials[part.material].law);
    SpringReach reach = section.torsional ? reach_of_turns(model, e) : reach_of(model, bounds.stiffness, e);
    reach.deflection += std::abs(spring.offset);
    double magnified = 1;
    if (section.magnification != 0) magnified += section.magnification * reach.rate / section.test_velocity;
    const double force = spring.scale * magnified *
                         (bounds.force + bounds.stiffness * reach.deflection + bounds.damping * reach.rate);
    double& largest = section.torsional ? e.moment : e.force;
    largest = std::max(largest, force);
    e.strain_energy += force * reach.deflection / 16;  // the room for sums is 128-fold
  }
}

/// As springs, in each of their directions.
void add_discrete_beams(const Model& model, Extremes& e) {
  for (const Beam& beam : model.beams) {
    const Section& section = model.section_of(beam);
    if (!section.is_discrete_beam()) continue;
    const Material& material = model.materials[model.parts[beam.part].material];
    const DiscreteBeamBounds bounds = discrete_beam_bounds(material, section, longest_distance(model, beam.nodes));
    for (std::size_t i = 0; i < 6; ++i) {
      SpringReach reach = i < 3 ? reach_of(model, bounds.stiffness[i], e) : reach_of_turns(model, e);
      reach.deflection += std::abs(section.discrete.cable_offset);
      const double force = bounds.force[i] + bounds.stiffness[i] * reach.deflection + bounds.damping[i] * reach.rate;
      double& largest = i < 3 ? e.force : e.moment;
      largest = std::max(largest, force);
      e.strain_energy += force * reach.deflection / 16;
    }
  }
}

/// Turns of a quarter beyond stops, ways of a tenth of the model.
void add_joint_stiffnesses(const Model& model, Extremes& e) {
  for (const JointStiffness& joint : model.joint_stiffnesses)
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const SpringReach reach = joint.is_translational ? SpringReach{0.1 * e.extent, 2 * e.speed}
                                                       : SpringReach{1.5, reach_of_turns(model, e).rate};
      const JointStiffnessBounds bounds = joint_stiffness_bounds(model, joint, axis);
      const double force = bounds.force + joint.stiffness[axis] * reach.deflection + bounds.damping * reach.rate;
      double& largest = joint.is_translational ? e.force : e.moment;
      largest = std::max(largest, force);
      if (joint.is_translational) e.moment = std::max(e.moment, force * e.extent);
      e.strain_energy += force * reach.deflection;
    }
}

/// The end of the curve, or a strain of 1; the room for sums is 128-fold.
void add_belts(const Model& model, Extremes& e) {
  for (const Belt& belt : model.belts)
    for (const BeltElement& element : belt.elements) {
      const auto* law = std::get_if<MaterialSeatbelt>(&model.materials[element.material].law);
      if (!law) continue;
      const double force = std::max(law->loading.y.back(), steepest_slope(law->loading));
      e.force = std::max(e.force, 4 * force);
      e.strain_energy += force * longest_distance(model, element.nodes);
    }
}

/// What contact may put on a node of a rigid or null part: not more than if it were elastic. Where there are deformable
/// elements, not more than 16 times what they bear, or what stops all rigid mass at its largest speed on one node.
double contact_force_on_rigid(const Extremes& e) {
  if (e.force == 0) return e.rigid_force;
  const double impact = 16 * e.speed * std::sqrt(e.rigid_stiffness * e.rigid_mass);
  return std::min(e.rigid_force, std::max(16 * e.force, impact));
}

double largest_of(const Model& model, const CurveOr& number) {
  return number.curve == none ? std::abs(number.constant) : largest_value(model, number.curve);
}

/// What may press on a bag's skin: a law's value with room for a tenth of its volume; all gas that may flow in, hot, in
/// a thousandth of the model's box (the room for sums is 128-fold).
double largest_pressure(const Model& model, const Airbag& bag, double extent) {
  double pressure = bag.ambient_pressure + 32 * bag.initial_pressure + 16 * largest_of(model, bag.pressure);
  if (bag.over_volume != none) pressure += largest_value(model, bag.over_volume);
  if (bag.gas.inflow != none) {
    const double energy = bag.gas.cp * largest_of(model, bag.gas.inflow_temperature) *
                          largest_value(model, bag.gas.inflow) * model.control.end_time;
    pressure += 0.4 * energy / (1e-3 * extent * extent * extent);
  }
  return bag.pressure_scale * pressure;
}

/// Their forces, and the work that these do over the size of the model (the room for sums is 128-fold).
void add_loads(const Model& model, Extremes& e) {
  const auto add = [&e](double force, std::size_t count) {
    e.force = std::max(e.force, 4 * force);
    e.strain_energy += force * double(count) * e.extent / 16;
  };
  for (const NodalLoad& load : model.nodal_loads)
    add(std::abs(load.scale) * largest_value(model, load.curve), std::max<std::size_t>(1, load.nodes.size()));
  for (const PressureLoad& load : model.pressure_loads)
    add(std::abs(load.scale) * largest_value(model, load.curve) * e.length * e.length, load.segments.size());
  for (const Airbag& bag : model.airbags)
    add(largest_pressure(model, bag, e.extent) * e.length * e.length, bag.segments.size());
}

}  // namespace

Quanta choose_quanta(const Model& model) {
  Extremes e;
  add_elements(model, e);
  add_motion(model, e);
  add_driven_speeds(model, e);
  e.force = std::max(e.force, contact_force_on_rigid(e));
  add_loads(model, e);
  add_springs(model, e);
  add_discrete_beams(model, e);
  add_joint_stiffnesses(model, e);
  add_belts(model, e);
  const double arm = e.deformable_length > 0 ? e.deformable_length : e.length;  // rigid elements give no moments
  const double tiny = 1e-280;
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
