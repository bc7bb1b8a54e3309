// Beams before the first step: section, mass scaling, rotational inertia, the first direction s.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/error.hpp"
#include "physics/elements/beam_step.hpp"

namespace crumple {
namespace {

const Part& part_of(const Model& model, const Beam& beam) { return model.parts[beam.part]; }

/// Outer to the power n minus inner to the power n.
double powers(const Section& section, int n) {
  double outer = 1, inner = 1;
  for (int i = 0; i < n; ++i) outer *= section.diameter[0], inner *= section.diameter[1];
  return outer - inner;
}

/// Elastic stiffness and plastic resultants of a tube or a full circle.
void set_section(const Section& section, const Material& material, BeamConstants& c) {
  const double pi = std::numbers::pi, shear_modulus = material.young / (2 * (1 + material.poisson));
  c.area = 0.25 * pi * powers(section, 2);
  const double second_moment = pi / 64 * powers(section, 4);
  const double shear = section.shear_factor * shear_modulus * c.area, bending = material.young * second_moment;
  c.stiffness = {material.young * c.area, shear, shear, 2 * shear_modulus * second_moment, bending, bending};
  // fully plastic, with shear yielding at 1/sqrt(3) of the stress in tension (von Mises)
  const double bends = powers(section, 3) / 6, twists = pi / 12 * powers(section, 3), shears = 1 / std::sqrt(3.0);
  c.unit_stress = {c.area, shears * c.area, shears * c.area, shears * twists, bends, bends};
}

/// The inertia with which no mode of rotation is faster than the axial one, 2/L sqrt(E/rho): shear has the frequency
/// sqrt(GA (4/(m L) + L/(2 J))), bending sqrt(2 EI/(L J)), torsion sqrt(2 GJp/(L J)).
double node_inertia(const BeamConstants& c) {
  const double gyration = c.stiffness[4] / c.stiffness[0];  // I / A
  return c.mass * (c.length * c.length / 8 + gyration / 2);
}

BeamConstants constants_of(const Model& model, const Beam& beam) {
  const Part& part = part_of(model, beam);
  const Material& material = model.materials[part.material];
  BeamConstants c;
  c.length = norm(model.nodes.position[beam.nodes[1]] - model.nodes.position[beam.nodes[0]]);
  if (!(c.length > 0))
    throw Error(fmt::format("beam {} of part {} has no length (where its nodes are tied, they are on their faces)",
                            beam.id, part.id));
  set_section(model.sections[part.section], material, c);
  c.mass = c.own_mass = material.density * c.area * c.length;
  c.node_inertia = node_inertia(c);
  const double wanted = std::max(std::get<MaterialSpotWeld>(material.law).step, -model.control.mass_scaling_dt);
  const double scale = std::max(1.0, wanted / stable_dt(c, c.length));
  c.mass *= scale * scale, c.node_inertia *= scale * scale;
  return c;
}

/// Towards the third node, or else the global axis that is most across the beam.
Vec3 first_s_axis(const Model& model, const Beam& beam) {
  const Vec3 origin = model.nodes.position[beam.nodes[0]];
  const Vec3 axis = normalized(model.nodes.position[beam.nodes[1]] - origin);
  int least = 0;
  for (int c = 1; c < 3; ++c)
    if (std::fabs(axis[c]) < std::fabs(axis[least])) least = c;
  Vec3 towards;
  towards[least] = 1;
  if (beam.orientation != none) towards = normalized(model.nodes.position[beam.orientation] - origin);
  const Vec3 across = towards - dot(towards, axis) * axis;
  if (!(norm(across) > 1e-6))  // of single-precision coordinates, a third node on the axis leaves no more
    throw Error(fmt::format("beam {} of part {}: its third node is on its axis", beam.id, part_of(model, beam).id));
  return normalized(across);
}

}  // namespace

Beams make_beams(const Domain& domain) {
  const Model& model = domain.model;
  Beams beams;
  for (const Beam& beam : model.beams) {
    beams.constants.push_back(constants_of(model, beam));
    const BeamConstants& c = beams.constants.back();
    beams.history.push_back({.s_axis = first_s_axis(model, beam), .dt = stable_dt(c, c.length)});
    const Material& material = model.materials[part_of(model, beam).material];
    beams.filter.emplace_back(std::size_t(std::get<MaterialSpotWeld>(material.law).filter));
  }
  beams.forces.resize(model.beams.size());
  return beams;
}

double added_mass(const Beams& beams, const Domain& domain) {
  double sum = 0;
  for (const BeamConstants& c : beams.constants) sum += domain.quanta.body_mass.round(c.mass - c.own_mass);
  return sum;
}

void add_beam_masses(const Beams& beams, const Domain& domain, const Rows& sums) {
  for (std::size_t b = 0; b < beams.constants.size(); ++b)
    for (const Index node : domain.model.beams[b].nodes) {
      sums(node, 0) += domain.quanta.mass.round(0.5 * beams.constants[b].mass);
      sums(node, 1) += domain.quanta.inertia.round(beams.constants[b].node_inertia);
    }
}

}  // namespace crumple
