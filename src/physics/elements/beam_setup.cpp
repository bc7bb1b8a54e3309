#include "physics/elements/beam_setup.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/error.hpp"
#include "model/discrete_beam_bounds.hpp"
#include "physics/elements/beam_section.hpp"

namespace crumple {
namespace {

const Part& part_of(const Model& model, const Beam& beam) { return model.parts[beam.part]; }

/// Outer to the power n minus inner to the power n.
double powers(const BeamSection& section, int n) {
  double outer = 1, inner = 1;
  for (int i = 0; i < n; ++i) {
    outer *= section.size[0];
    inner *= section.size[1];
  }
  return outer - inner;
}

double shear_modulus_of(const Material& material) { return material.young / (2 * (1 + material.poisson)); }

/// Elastic stiffness and plastic resultants of a tube or a full circle.
void set_weld(const Section& given, const Material& material, BeamConstants& c) {
  const BeamSection& section = given.beam;
  const double pi = std::numbers::pi, shear_modulus = shear_modulus_of(material);
  c.area = 0.25 * pi * powers(section, 2);
  const double second_moment = pi / 64 * powers(section, 4);
  const double shear = given.shear_factor * shear_modulus * c.area, bending = material.young * second_moment;
  c.stiffness = {material.young * c.area, shear, shear, 2 * shear_modulus * second_moment, bending, bending};
  // fully plastic, with shear yielding at 1/sqrt(3) of the stress in tension (von Mises)
  const double bends = powers(section, 3) / 6, twists = pi / 12 * powers(section, 3), shears = 1 / std::sqrt(3.0);
  c.unit_stress = {c.area, shears * c.area, shears * c.area, shears * twists, bends, bends};
}

/// Of an elastic resultant beam. The residual bending flexibility of one-point integration, L^2 / (12 EI), is added to
/// that of shear: then an element bends as a cubic beam does.
void set_resultant_beam(const BeamSection& section, const Material& material, BeamConstants& c) {
  const double shear_modulus = shear_modulus_of(material);
  c.area = section.area;
  const double about_s = material.young * section.second_moment[0], about_t = material.young * section.second_moment[1];
  const double shears = section.shear_area > 0 ? 1 / (shear_modulus * section.shear_area) : 0;
  const auto shear = [&](double bending) { return 1 / (shears + c.length * c.length / (12 * bending)); };
  c.stiffness = {material.young * c.area,         shear(about_t), shear(about_s),
                 shear_modulus * section.torsion, about_s,        about_t};
}

/// The moments of the section points, whose areas add up to the section's.
void set_points(const Section& section, const Material& material, BeamConstants& c) {
  RunStore store;
  const BeamSectionLaw law = beam_section_law(section, material, store);
  for (const BeamPoint& point : std::span(law.points, law.n_points)) c.area += point.area;
  c.stiffness = stiffness_of(law);
}

void set_section(const Section& section, const Material& material, BeamConstants& c) {
  if (section.element_form == 1) return set_points(section, material, c);
  if (section.element_form == 9) return set_weld(section, material, c);
  if (section.element_form == 2) return set_resultant_beam(section.beam, material, c);
  c.area = section.beam.area;
  c.stiffness = {material.young * c.area, 0, 0, 0, 0, 0};
}

/// Of a discrete beam: springs and dampers, mass and inertia as given.
void set_discrete_beam(const Model& model, const Beam& beam, BeamConstants& c) {
  const Part& part = part_of(model, beam);
  const Section& section = model.section_of(beam);
  const Material& material = model.materials[part.material];
  const DiscreteBeamBounds bounds = discrete_beam_bounds(material, section, c.length);
  const bool is_line = acts_along_its_line(material.law);
  c.is_discrete = true;
  c.has_couple = !is_line && std::abs(section.discrete.triad) > 1;
  c.area = section.beam.area;
  c.stiffness = bounds.stiffness;
  c.damping = bounds.damping;
  c.mass = c.own_mass = discrete_beam_mass(material, section, c.length);
  c.node_inertia = 0.5 * section.discrete.inertia;
  bool turns = c.has_couple && c.length > 0;
  for (std::size_t i = 3; i < 6; ++i) turns = turns || c.stiffness[i] > 0 || c.damping[i] > 0;
  const auto fail = [&](const char* what) {
    throw Error(fmt::format("discrete beam {} of part {} {}", beam.id, part.id, what));
  };
  if (!(c.mass > 0)) fail("has no mass, expected RO of its material and VOL of its section > 0");
  if (turns && !(c.node_inertia > 0)) fail("bears moments, expected INER of its section > 0");
  if (c.length == 0 && (std::abs(section.discrete.triad) == 2 || material.number() == MaterialCable::number))
    fail("has no length, expected one for a cable and for SCOOR = 2 or -2");
  if (material.number() == MaterialCable::number && !(slack_length(section, c.length) > 0))
    fail("has an OFFSET not below its length");
}

/// For rigid and null material: mass, and at the nodes the polar inertia of the section, the inertia about its axis of
/// a body of collinear beams.
BeamConstants without_stress(const Section& section, const Material& material, double length) {
  BeamConstants c;
  c.length = length;
  c.has_stress = false;
  if (section.is_discrete_beam()) {
    c.mass = c.own_mass = discrete_beam_mass(material, section, length);
    c.node_inertia = 0.5 * section.discrete.inertia;
    return c;
  }
  Material of_unit_stiffness;  // with this the bending over the axial stiffness is the second moment over the area
  of_unit_stiffness.young = 1;
  set_section(section, of_unit_stiffness, c);
  c.mass = c.own_mass = material.density * c.area * length;
  c.node_inertia = 0.5 * c.mass * (c.stiffness[4] + c.stiffness[5]) / c.stiffness[0];
  c.stiffness = c.unit_stress = {};
  return c;
}

/// The inertia for which no rotational mode is faster than the axial one, 2/L sqrt(E/rho): shear has the frequency
/// sqrt(GA (4/(m L) + L/(2 J))), bending sqrt(2 EI/(L J)), torsion sqrt(2 GJp/(L J)).
double node_inertia(const BeamConstants& c) {
  if (c.stiffness[4] == 0) return 0;                                                  // a truss
  const double gyration = std::max(c.stiffness[4], c.stiffness[5]) / c.stiffness[0];  // I / A
  return c.mass * (c.length * c.length / 8 + gyration / 2);
}

}  // namespace

BeamConstants beam_constants(const Model& model, const Beam& beam) {
  const Part& part = part_of(model, beam);
  const Material& material = model.materials[part.material];
  BeamConstants c;
  c.length = norm(model.nodes.position[beam.nodes[1]] - model.nodes.position[beam.nodes[0]]);
  const Section& section = model.section_of(beam);
  if (material.has_no_stress()) return without_stress(section, material, c.length);
  if (section.is_discrete_beam()) {
    set_discrete_beam(model, beam, c);
  } else {
    if (!(c.length > 0))
      throw Error(fmt::format("beam {} of part {} has no length (tied nodes lie on their faces)", beam.id, part.id));
    set_section(section, material, c);
    c.mass = c.own_mass = material.density * c.area * c.length;
    c.node_inertia = node_inertia(c);
  }
  const auto* weld = material.law.as<MaterialSpotWeld>();
  const double wanted = std::max(weld ? weld->step : 0, model.control.mass_scaling_dt);
  const double scale = std::max(1.0, wanted / stable_dt(c, c.length));
  c.mass *= scale * scale;
  c.node_inertia *= scale * scale;
  return c;
}

Vec3 first_s_axis(const Model& model, const Beam& beam) {
  const Vec3 origin = model.nodes.position[beam.nodes[0]];
  const Vec3 axis = normalized(model.nodes.position[beam.nodes[1]] - origin);
  int least = 0;
  for (int c = 1; c < 3; ++c)
    if (std::fabs(axis[c]) < std::fabs(axis[least])) least = c;
  Vec3 towards = beam.towards;
  if (norm(towards) == 0) towards[least] = 1;
  if (beam.orientation != none) towards = model.nodes.position[beam.orientation] - origin;
  towards = normalized(towards);
  const Vec3 across = towards - dot(towards, axis) * axis;
  if (!(norm(across) > 1e-6))  // with single-precision coordinates, a third node on the axis gives less
    throw Error(fmt::format("beam {} of part {}: its third node is on its axis", beam.id, part_of(model, beam).id));
  return normalized(across);
}

DiscreteBeamHistory first_triad(const Model& model, const Beam& beam) {
  const DiscreteBeamSection& section = model.section_of(beam).discrete;
  const auto& position = model.nodes.position;
  const Vec3 line = normalized(position[beam.nodes[1]] - position[beam.nodes[0]]);
  DiscreteBeamHistory h;
  if (acts_along_its_line(model.materials[model.parts[beam.part].material].law)) {
    h.r_axis = line;
    return h;
  }
  const Mat3 axes = section.frame == none ? Mat3::identity() : model.frames[section.frame].axes;
  h.r_axis = axes.row[0];
  h.s_axis = axes.row[1];
  if (std::abs(section.triad) == 2) {
    h.r_axis = line;
    h.s_axis = first_s_axis(model, beam);
  }
  return h;
}

}  // namespace crumple
