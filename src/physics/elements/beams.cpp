// The family of beams: Hughes-Liu beams (*SECTION_BEAM ELFORM 1), resultant beams (2), trusses (3), discrete beams (6)
// and spot welds (9 with *MAT_100); those of rigid and null material have only mass. Few among many shells, so they are
// computed one by one (beam_step), in double precision for either precision of the other elements, and with + - * / and
// sqrt, or base/same_bits.hpp: bitwise equal on every instruction set.
#include <algorithm>
#include <cmath>
#include <optional>

#include "base/loops.hpp"
#include "kernels/materials/material_003_plastic_kinematic.hpp"
#include "model/discrete_beam_bounds.hpp"
#include "physics/elements/beam_setup.hpp"
#include "physics/elements/families.hpp"
#include "physics/elements/preload.hpp"
#include "physics/elements/scalar_elements.hpp"
#include "physics/state/element_output.hpp"
#include "physics/state/model_extremes.hpp"
#include "physics/state/weld_force.hpp"

namespace crumple {
namespace {

constexpr std::size_t grain = 40;  // beams that are worth waking a thread for

class Beams final : public ScalarElements<Beam, BeamHistory>, public Gives<WeldForce> {
 public:
  explicit Beams(const Domain& domain);

  StepLimit find_rigid_step_limit(NodeState&) override;
  double scale_masses(const MassScaling& scaling) override;
  void add_masses(const Rows& sums, PartChoice of) const override;
  bool note_deletions(DeletionNotes& notes, ElementStatus& status) override;
  void add_part_sums(const MidVelocity& mid, std::span<PartAccount> parts) const override;
  void output(ElementOutput& out) const override;
  ElementStress stress(Index e) const override;
  void add_rows(std::vector<WeldForce>& forces) const override;
  void archive(Index e, Fields& fields, ElementStatus& status) override;
  void keep_history() override {
    ScalarElements::keep_history();
    kept_memory_ = memory_;
  }
  void restore_history() override {
    ScalarElements::restore_history();
    memory_ = kept_memory_;
  }

 private:
  BeamLaw law_of(const Beam& beam) const {
    const Material& material = domain_.model.materials[domain_.model.parts[beam.part].material];
    const MaterialLaw& law = material.law;
    const auto& section = section_law_[std::size_t(beam.part)];
    const Section& own = domain_.model.section_of(beam);
    if (own.is_discrete_beam()) return {nullptr, nullptr, nullptr, {}, DiscreteBeamLaw{material, own}};
    return {law.as<MaterialSpotWeld>(), law.as<kernels::PlasticKinematic>(), section ? &*section : nullptr, {}, {},
            law.as<MaterialMuscle>()};
  }
  void find_lines(const ForceStep& step, const NodeState& state);
  bool is_in_line(std::size_t b) const {
    return history_[b].alive && domain_.model.parts[std::size_t(elements_[b].part)].is_averaged;
  }
  std::optional<double> axial_force(const Beam& beam, double time) const {
    if (beam.preload == none) return {};
    const BeamPreload& preload = domain_.model.beam_preloads[std::size_t(beam.preload)];
    return preload_at(domain_.model.curves[std::size_t(preload.curve)], time, preload.scale);
  }
  BeamLaw law_at(std::size_t b, double time) const {
    BeamLaw law = law_of(elements_[b]);
    law.axial_force = axial_force(elements_[b], time);
    return law;
  }
  void compute(const ForceStep& step, const NodeState& state) override;
  EndLoads trial(std::size_t b, const ForceStep& step, const NodeState& state) const override;
  EndForces ends(std::size_t b) const override;
  double stable_step(std::size_t b) const override { return history_[b].dt; }
  double mass(std::size_t b) const override { return constants_[b].mass; }
  std::vector<double> hashed_values(const BeamHistory& h) const override;

  std::vector<BeamConstants> constants_;         ///< [beam]
  std::vector<std::optional<BeamSectionLaw>> section_law_;  ///< [part] of those with points in their section
  std::vector<BeamMemory> memory_, kept_memory_;            ///< [beam]
  std::vector<BeamForces> forces_;               ///< [beam] of the step
  std::vector<TrussLine> lines_;                 ///< [part] of those that are averaged, in the step
  bool has_lines_ = false;
};

Beams::Beams(const Domain& domain)
    : ScalarElements(domain, {SectionKind::beam, phase<"beams", Stage::forces>, 0x517cc1b727220a95u},
                     domain.model.first_beam(),
                     domain.model.beams),
      forces_(domain.model.beams.size()) {
  for (const Part& part : domain.model.parts) {
    const Section& section = domain.model.sections[part.section];
    auto& law = section_law_.emplace_back();
    has_lines_ = has_lines_ || part.is_averaged;
    const Material& material = domain.model.materials[part.material];
    if (section.kind == SectionKind::beam && section.element_form == 1 && !material.has_no_stress())
      law = beam_section_law(section, material);
  }
  for (std::size_t b = 0; b < elements_.size(); ++b) {
    const BeamConstants& c = constants_.emplace_back(beam_constants(domain.model, elements_[b]));
    BeamMemory& memory = memory_.emplace_back();
    if (!c.has_stress) continue;
    const BeamLaw law = law_of(elements_[b]);
    history_[b].dt = law.muscle ? stable_dt(c, *law.muscle, c.length, 1) : stable_dt(c, c.length);
    if (law.discrete) memory.discrete = first_triad(domain.model, elements_[b]);
    history_[b].s_axis = law.discrete ? memory.discrete->s_axis : first_s_axis(domain.model, elements_[b]);
    if (law.weld) memory.filter.resize(std::size_t(law.weld->filter));
    if (law.section) memory.points.resize(law.section->points.size());
  }
}

/// Of bars with the modulus of their rigid or null material.
StepLimit Beams::find_rigid_step_limit(NodeState&) {
  StepLimit limit;
  for (std::size_t b = 0; b < constants_.size(); ++b) {
    const Beam& beam = elements_[b];
    const Material& material = domain_.model.materials[domain_.model.parts[beam.part].material];
    const double length = constants_[b].length;
    if (constants_[b].has_stress || !(material.young > 0) || !(length > 0)) continue;
    const double dt = length / std::sqrt(material.young / material.density);
    if (dt < limit.dt) limit = {dt, kind(), beam.id, part_id(Index(b))};
  }
  return limit;
}

/// Masses are scaled in the constructor: the time step follows from the mesh alone. Later they are constant.
double Beams::scale_masses(const MassScaling& scaling) {
  double sum = 0;
  if (scaling.dt > domain_.model.control.mass_scaling_dt) return sum;
  for (const BeamConstants& c : constants_) sum += domain_.quanta.body_mass.round(c.mass - c.own_mass);
  return sum;
}

void Beams::add_masses(const Rows& sums, PartChoice of) const {
  for (std::size_t b = 0; b < constants_.size(); ++b) {
    if (!of.has(elements_[b].part)) continue;
    for (const Index node : elements_[b].nodes) {
      sums(node, 0) += domain_.quanta.mass.round(0.5 * constants_[b].mass);
      sums(node, 1) += domain_.quanta.inertia.round(constants_[b].node_inertia);
    }
  }
}

/// Axes r and s of a coordinate system whose nodes are at these places, with the axis DIR from the first to the second.
std::array<Vec3, 2> axes_of_nodes(const std::array<Vec3, 3>& x, int first_axis) {
  const Vec3 along = x[1] - x[0], across = cross(along, x[2] - x[0]);
  const std::array<Vec3, 3> cyclic{normalized(along), normalized(cross(across, along)), normalized(across)};
  return {cyclic[std::size_t(3 - first_axis) % 3], cyclic[std::size_t(4 - first_axis) % 3]};
}

BeamMotion motion_of(const Model& model, const Beam& beam, const NodeState& state, const ForceStep& step) {
  BeamMotion m;
  for (std::size_t k = 0; k < 2; ++k) {
    m.position[k] = row(state.position, beam.nodes[k]);
    m.velocity[k] = row(state.velocity, beam.nodes[k]);
    m.angular_velocity[k] = row(state.angular_velocity, beam.nodes[k]);
  }
  m.time = step.time;
  m.dt = step.dt;
  if (!beam.has_triad_nodes()) return m;
  std::array<Vec3, 3> x;
  for (std::size_t k = 0; k < 3; ++k) x[k] = row(state.position, beam.triad_nodes[k]);
  m.triad = axes_of_nodes(x, model.frames[std::size_t(model.section_of(beam).discrete.frame)].first_axis);
  return m;
}

/// Lengths and rates of the averaged parts, whose trusses are all on this rank, in the order of the elements.
void Beams::find_lines(const ForceStep& step, const NodeState& state) {
  lines_.assign(domain_.model.parts.size(), {0, 0});
  std::vector<double> first(lines_.size()), middle(lines_.size());
  for (std::size_t b = 0; b < elements_.size(); ++b) {
    if (!is_in_line(b)) continue;
    const auto part = std::size_t(elements_[b].part);
    const BeamMotion motion = motion_of(domain_.model, elements_[b], state, step);
    const Lengthening way = lengthening_of(motion);
    first[part] += constants_[b].length;
    middle[part] += way.length;
    lines_[part].stretch += norm(motion.position[1] - motion.position[0]);
    lines_[part].rate += way.rate;
  }
  for (std::size_t part = 0; part < lines_.size(); ++part)
    if (first[part] > 0) lines_[part] = {lines_[part].stretch / first[part], lines_[part].rate / middle[part]};
}

void Beams::compute(const ForceStep& step, const NodeState& state) {
  if (has_lines_) find_lines(step, state);
  for_each("beams", history_.size(), grain, [&](std::size_t b) {
    forces_[b] = {};
    if (!history_[b].alive || !constants_[b].has_stress) return;
    BeamMotion motion = motion_of(domain_.model, elements_[b], state, step);
    if (is_in_line(b)) motion.line = &lines_[std::size_t(elements_[b].part)];
    forces_[b] = advance_beam(constants_[b], law_at(b, step.time), motion, memory_[b], history_[b]);
  });
}

EndLoads Beams::trial(std::size_t b, const ForceStep& step, const NodeState& state) const {
  if (!constants_[b].has_stress) return {};
  BeamMemory memory = memory_[b];
  BeamHistory history = history_[b];
  const BeamForces forces = advance_beam(constants_[b], law_at(b, step.time),
                                         motion_of(domain_.model, elements_[b], state, step), memory, history);
  return {{forces.force, -forces.force}, forces.moment};
}

EndForces Beams::ends(std::size_t b) const {
  const auto& nodes = elements_[b].nodes;
  const BeamForces& f = forces_[b];
  const RoundedVec3 force = rounded(f.force, domain_.quanta.force);
  return {{NodalForce{nodes[0], force, rounded(f.moment[0], domain_.quanta.moment)},
           NodalForce{nodes[1], -force, rounded(f.moment[1], domain_.quanta.moment)}},
          2};
}

bool Beams::note_deletions(DeletionNotes& notes, ElementStatus& status) {
  const double smallest_dt = erodes(domain_.model.control, 100) ? notes.smallest_allowed_dt : 0;
  for (BeamHistory& h : history_)
    if (h.alive && h.dt < smallest_dt) fail(h, notes.clock.time);
  return ScalarElements::note_deletions(notes, status);
}

void Beams::add_part_sums(const MidVelocity& mid, std::span<PartAccount> parts) const {
  ScalarElements::add_part_sums(mid, parts);
  const Quanta& q = domain_.quanta;
  for (std::size_t b = 0; b < history_.size(); ++b) {
    const Beam& beam = elements_[b];
    const double half = 0.5 * constants_[b].mass;
    double twice = 0;
    Vec3 sum;
    for (const Index node : beam.nodes) {
      const Vec3 v = row(mid.velocity, node), w = row(mid.angular_velocity, node);
      twice += half * dot(v, v) + constants_[b].node_inertia * dot(w, w);
      sum += v;
    }
    PartAccount& part = parts[beam.part];
    part.kinetic.add(0.5 * twice, q.energy);
    if (!history_[b].was_alive) part.eroded_kinetic.add(0.5 * twice, q.energy);
    for (int c = 0; c < 3; ++c) part.momentum[std::size_t(c)].add(half * sum[c], q.momentum);
    part.mass += q.body_mass.round(constants_[b].mass);
    part.added_mass += q.body_mass.round(constants_[b].mass - constants_[b].own_mass);
  }
}

void Beams::output(ElementOutput& out) const {
  for (std::size_t b = 0; b < history_.size(); ++b) {
    const BeamHistory& h = history_[b];
    const std::size_t e = first_element() + b;
    out[ElementField::plastic_strain][e] = h.was_alive ? float(h.plastic_strain) : 0;
    out[ElementField::von_mises][e] = float(h.stress);
    out[ElementField::axial_force][e] = float(h.resultant[0]);
    out.deleted[e] = !h.was_alive;
  }
}

/// Only resultants: there is no single point with a stress.
ElementStress Beams::stress(Index e) const {
  const Resultants& q = history_[std::size_t(e)].resultant;
  return {ElementStress::Axes::element, {}, {q.begin(), q.end()}};
}

void Beams::add_rows(std::vector<WeldForce>& forces) const {
  for (std::size_t b = 0; b < history_.size(); ++b) {
    if (!law_of(elements_[b]).weld) continue;
    const BeamHistory& h = history_[b];
    const Resultants& q = h.resultant;
    forces.push_back({elements_[b].id, true, !h.alive, q[0], std::sqrt(q[1] * q[1] + q[2] * q[2]),
                      std::sqrt(q[4] * q[4] + q[5] * q[5]), q[3], constants_[b].length, h.failure_time});
  }
}

std::vector<double> Beams::hashed_values(const BeamHistory& h) const {
  std::vector<double> values(h.resultant.begin(), h.resultant.end());
  for (const double value :
       {h.s_axis.x, h.s_axis.y, h.s_axis.z, h.plastic_strain, h.internal_energy, h.failure_time, double(h.alive)})
    values.push_back(value);
  if (h.back_stress != 0) values.push_back(h.back_stress);
  return values;
}

void Beams::archive(Index e, Fields& fields, ElementStatus& status) {
  ScalarElements::archive(e, fields, status);
  for (Resultants& resultants : memory_[std::size_t(e)].filter) fields(resultants);
  for (BeamPointHistory& point : memory_[std::size_t(e)].points) fields(point);
  if (auto& discrete = memory_[std::size_t(e)].discrete) fields(*discrete);
}

/// Mass and inertia of a discrete beam, at least the scaled ones.
void add_discrete_mass(const Model& model, const Beam& beam, ModelExtremes& e) {
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

/// Mass scaling may exceed the mass by its volume.
void add_beam(const Model& model, const Beam& beam, ModelExtremes& e) {
  if (model.section_of(beam).is_discrete_beam()) return add_discrete_mass(model, beam, e);
  const Part& part = model.parts[beam.part];
  const Material& material = model.materials[part.material];
  const BeamSection& section = model.sections[part.section].beam;
  const double diameter = section.size[0] > 0 ? std::max(section.size[0], section.size[1]) : std::sqrt(section.area);
  const double length = longest_distance(model, beam.nodes);
  e.add_element(material, std::max(length, diameter), diameter);
  const auto* weld = material.law.as<MaterialSpotWeld>();
  const double step = std::max(weld ? weld->step : 0, model.control.mass_scaling_dt);
  const double scaled = material.young * step * step * diameter * diameter / std::max(length, 1e-12 * diameter);
  e.element_mass = std::max(e.element_mass, scaled);
  e.total_mass += scaled;
}

/// Discrete beams, as springs in each of their directions; the work of muscles, which are strained much.
void bound_discrete_beams(const Model& model, ModelExtremes& e) {
  for (const Beam& beam : model.beams) {
    const Section& section = model.section_of(beam);
    const Material& material = model.materials[model.parts[beam.part].material];
    if (material.law.as<MaterialMuscle>()) {
      const double force = material.young * section.beam.area;
      e.strain_energy += force * reach_of(model, force / longest_distance(model, beam.nodes), e).deflection / 16;
    }
    if (!section.is_discrete_beam()) continue;
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

void bound_beams(const Model& model, ModelExtremes& e) {
  for (const Beam& beam : model.beams) add_beam(model, beam, e);
}

}  // namespace

const FamilyKind beam_family{[](const FamilyInput& input) -> std::unique_ptr<ElementFamily> {
                               return std::make_unique<Beams>(input.domain);
                             },
                             bound_beams, bound_discrete_beams};

}  // namespace crumple
