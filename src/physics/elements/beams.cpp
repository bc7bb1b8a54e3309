// The family of beams: Hughes-Liu beams (*SECTION_BEAM ELFORM 1), resultant beams (2), trusses (3), discrete beams (6)
// and spot welds (9 with *MAT_100); those of rigid and null material have only mass. Few among many shells, so loops
// compute them (beam_loops.hpp) in double precision for either precision of the other elements.
#include <algorithm>
#include <cmath>
#include <map>

#include "base/loops.hpp"
#include "kernels/materials/material_003_plastic_kinematic.hpp"
#include "model/discrete_beam_bounds.hpp"
#include "physics/elements/beam_loops.hpp"
#include "physics/elements/beam_section.hpp"
#include "physics/elements/beam_setup.hpp"
#include "physics/elements/families.hpp"
#include "physics/elements/scalar_elements.hpp"
#include "physics/state/difference_tangent.hpp"
#include "physics/state/element_output.hpp"
#include "physics/state/model_extremes.hpp"
#include "physics/state/weld_force.hpp"

namespace crumple {
namespace {

constexpr std::size_t beam_grain = 40;  // beams that are worth waking a thread for

class Beams final : public ScalarElements<Beam, BeamHistory>, public Gives<WeldForce> {
 public:
  explicit Beams(const Domain& domain);

  void find_smallest_dt(double& dt) const override {
    least_later(LeastBeamStep{history_.data()}, history_.size(), [&dt](double least) { dt = std::min(dt, least); });
  }
  StepLimit find_rigid_step_limit(NodeState&) override;
  double scale_masses(const MassScaling& scaling) override;
  void add_masses(const Rows& sums, PartChoice of) const override;
  void add_rotary_inertia(const NodeState& nodes, const Rows& diagonal, const Rows& others) const override;
  void count_failed(const DeletionNotes& notes, double& n_failed) override;
  void add_part_sums(const MidVelocity& mid, std::span<PartAccount> parts) const override;
  void output(ElementOutput& out) const override;
  ElementStress stress(Index e) const override;
  void add_rows(std::vector<WeldForce>& forces) const override;
  void archive(Index e, Fields& fields, ElementStatus& status) override;
  void add_tangents(const NodeState& nodes, double dt, const TakeTangent& take) const override;
  void keep_history() override {
    ScalarElements::keep_history();
    kept_memory_ = memory_;
  }
  void restore_history() override {
    ScalarElements::restore_history();
    memory_ = kept_memory_;
  }

 private:
  Index law_of(const Beam& beam);
  void start_history(std::size_t b);
  void list_lines();
  BeamsNow now(const ForceStep& step, const NodeState& state) const;
  void compute(const ForceStep& step, NodeState& state) override;
  EndLoads trial(std::size_t b, const ForceStep& step, const NodeState& state) const override {
    return trial(b, nullptr, step, state);
  }
  EndLoads trial(std::size_t b, const TrussLine* line, const ForceStep& step, const NodeState& state) const;
  bool is_alone(std::size_t b) const override { return beams_[b].line == none; }
  std::vector<Vec3> line_forces(std::size_t line, std::span<const Index> nodes, const ForceStep& step,
                                const NodeState& state) const;
  EndForces ends(std::size_t b) const override;
  double stable_step(std::size_t b) const override { return history_[b].dt; }
  double mass(std::size_t b) const override { return constants(b).mass; }
  std::vector<double> hashed_values(const BeamHistory& h) const override;

  const BeamConstants& constants(std::size_t b) const { return beams_[b].constants; }
  const BeamLaw& law(std::size_t b) const { return laws_[std::size_t(beams_[b].law)]; }

  /// Further history of all beams.
  struct Memory {
    kernels::RunVector<Resultants> filters;
    kernels::RunVector<BeamPointHistory> points;
    kernels::RunVector<DiscreteBeamHistory> discrete;
    BeamMemories all() { return {filters.data(), points.data(), discrete.data()}; }
  };

  RunStore store_;
  kernels::RunVector<BeamHere> beams_;
  kernels::RunVector<BeamLaw> laws_;                   ///< the first: none
  std::map<std::pair<Index, Index>, Index> law_number_;  ///< of a part and a beam's own section, in laws_
  kernels::RunVector<Preload> preloads_;
  Memory memory_, kept_memory_;
  kernels::RunVector<BeamForces> forces_;          ///< [beam] of the step
  kernels::RunVector<Index> line_beams_;           ///< of averaged parts
  kernels::RunVector<std::size_t> first_of_line_;  ///< [averaged part] in these, and their number
  kernels::RunVector<TrussLine> lines_;            ///< [averaged part] in the step
};

Beams::Beams(const Domain& domain)
    : ScalarElements(domain, {SectionKind::beam, phase<"beams", Stage::forces>, 0x517cc1b727220a95u},
                     domain.model.first_beam(), domain.model.beams),
      laws_(1),
      forces_(domain.model.beams.size()) {
  const Model& model = domain.model;
  for (const BeamPreload& preload : model.beam_preloads)
    preloads_.emplace_back(store_.keep(model.curves[std::size_t(preload.curve)]), preload.scale);
  for (std::size_t b = 0; b < elements_.size(); ++b) {
    const Beam& beam = elements_[b];
    BeamHere& here = beams_.emplace_back(beam_constants(model, beam), beam.nodes, beam.triad_nodes);
    here.preload = beam.preload;
    here.law = here.constants.has_stress ? law_of(beam) : 0;
    if (beam.has_triad_nodes())
      here.first_axis = model.frames[std::size_t(model.section_of(beam).discrete.frame)].first_axis;
    if (here.constants.has_stress) start_history(b);
  }
  list_lines();
}

/// The number of the law of a beam with stress.
Index Beams::law_of(const Beam& beam) {
  const auto [number, is_new] = law_number_.try_emplace({beam.part, beam.section}, Index(laws_.size()));
  if (!is_new) return number->second;
  const Material& material = domain_.model.materials[std::size_t(domain_.model.parts[std::size_t(beam.part)].material)];
  const Section& section = domain_.model.section_of(beam);
  BeamLaw& law = laws_.emplace_back();
  if (section.is_discrete_beam()) {
    law.discrete = store_.keep(DiscreteBeamLaw{store_.pick<DiscreteBeamLaw::Law>(material.law), section.discrete.triad,
                                               section.beam.area, section.discrete.cable_offset,
                                               acts_along_its_line(material.law)});
    return number->second;
  }
  if (const auto* weld = material.law.as<MaterialSpotWeld>()) law.weld = store_.keep(*weld);
  if (const auto* truss = material.law.as<kernels::PlasticKinematic>()) law.truss = store_.keep(*truss);
  if (const auto* muscle = material.law.as<MaterialMuscle>()) law.muscle = store_.keep(store_.law(*muscle));
  if (section.element_form == 1) law.section = store_.keep(beam_section_law(section, material, store_));
  return number->second;
}

void Beams::start_history(std::size_t b) {
  BeamHere& here = beams_[b];
  const BeamConstants& c = here.constants;
  const BeamLaw& its = law(b);
  history_[b].dt = its.muscle ? stable_dt(c, *its.muscle, c.length, 1) : stable_dt(c, c.length);
  here.filter = memory_.filters.size();
  here.points = memory_.points.size();
  here.discrete = memory_.discrete.size();
  if (its.weld) memory_.filters.resize(here.filter + std::size_t(its.weld->filter));
  if (its.section) memory_.points.resize(here.points + its.section->n_points);
  if (its.discrete) memory_.discrete.push_back(first_triad(domain_.model, elements_[b]));
  history_[b].s_axis = its.discrete ? memory_.discrete.back().s_axis : first_s_axis(domain_.model, elements_[b]);
}

/// The averaged parts, whose trusses are all on this rank.
void Beams::list_lines() {
  std::map<Index, std::vector<Index>> of_part;
  for (std::size_t b = 0; b < elements_.size(); ++b)
    if (domain_.model.parts[std::size_t(elements_[b].part)].is_averaged)
      of_part[elements_[b].part].push_back(Index(b));
  for (const auto& [part, beams] : of_part) {
    first_of_line_.push_back(line_beams_.size());
    for (const Index b : beams) beams_[std::size_t(b)].line = Index(lines_.size());
    line_beams_.insert(line_beams_.end(), beams.begin(), beams.end());
    lines_.emplace_back();
  }
  first_of_line_.push_back(line_beams_.size());
}

/// Of bars with the modulus of their rigid or null material.
StepLimit Beams::find_rigid_step_limit(NodeState&) {
  StepLimit limit;
  for (std::size_t b = 0; b < beams_.size(); ++b) {
    const Beam& beam = elements_[b];
    const Material& material = domain_.model.materials[domain_.model.parts[beam.part].material];
    const double length = constants(b).length;
    if (constants(b).has_stress || !(material.young > 0) || !(length > 0)) continue;
    const double dt = length / std::sqrt(material.young / material.density);
    if (dt < limit.dt) limit = {dt, kind(), beam.id, part_id(Index(b))};
  }
  return limit;
}

/// Masses are scaled in the constructor: the time step follows from the mesh alone. Later they are constant.
double Beams::scale_masses(const MassScaling& scaling) {
  double sum = 0;
  if (scaling.dt > domain_.model.control.mass_scaling_dt) return sum;
  for (const BeamHere& b : beams_) sum += domain_.quanta.body_mass.round(b.constants.mass - b.constants.own_mass);
  return sum;
}

void Beams::add_masses(const Rows& sums, PartChoice of) const {
  for (std::size_t b = 0; b < beams_.size(); ++b) {
    if (!of.has(elements_[b].part)) continue;
    for (const Index node : elements_[b].nodes) {
      sums(node, 0) += domain_.quanta.mass.round(0.5 * constants(b).mass);
      sums(node, 1) += domain_.quanta.inertia.round(constants(b).node_inertia);
    }
  }
}

/// Of half a beam, m I / (2 A) about the axes of its section and their sum about its own axis; discrete beams have what
/// is given.
void Beams::add_rotary_inertia(const NodeState& nodes, const Rows& diagonal, const Rows& others) const {
  for (std::size_t b = 0; b < beams_.size(); ++b) {
    const BeamConstants& c = constants(b);
    const auto& [first, second] = elements_[b].nodes;
    Mat3 inertia;
    if (c.is_discrete || !c.has_stress) {
      for (int k = 0; k < 3; ++k) inertia(k, k) = c.node_inertia;
    } else {
      const Axes axes =
          axes_of(row(nodes.position, second) - row(nodes.position, first), history_[b].s_axis);
      const double per_stiffness = 0.5 * c.mass / c.stiffness[0];
      const double about[3] = {per_stiffness * (c.stiffness[4] + c.stiffness[5]), per_stiffness * c.stiffness[4],
                               per_stiffness * c.stiffness[5]};
      for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j)
          for (std::size_t k = 0; k < 3; ++k) inertia(i, j) += about[k] * axes[k][i] * axes[k][j];
    }
    const Quantum& quantum = domain_.quanta.inertia;
    for (const Index node : elements_[b].nodes)
      for (int c3 = 0; c3 < 3; ++c3) {
        diagonal(node, c3) += quantum.round(inertia(c3, c3));
        others(node, c3) += quantum.round(inertia(c3, (c3 + 1) % 3));
      }
  }
}

BeamsNow Beams::now(const ForceStep& step, const NodeState& state) const {
  return {beams_.data(), laws_.data(), preloads_.data(), step.time, step.dt, rows_at(state.position),
          rows_at(state.velocity), rows_at(state.angular_velocity), step.is_linear};
}

void Beams::compute(const ForceStep& step, NodeState& state) {
  const BeamsNow beams = now(step, state);
  run_loop(FindTrussLines{beams, history_.data(), line_beams_.data(), first_of_line_.data(), lines_.data()},
           lines_.size());
  run_loop(AddBeamForces{beams, lines_.data(), history_.data(), memory_.all(), forces_.data(), sums_at(state.force),
                         sums_at(state.moment), domain_.quanta.force, domain_.quanta.moment},
           history_.size(), beam_grain);
}

EndLoads Beams::trial(std::size_t b, const TrussLine* line, const ForceStep& step, const NodeState& state) const {
  const BeamHere& here = beams_[b];
  if (!here.constants.has_stress) return {};
  const auto copied = []<class T>(const kernels::RunVector<T>& all, std::size_t first, std::size_t n) {
    return std::vector<T>(all.begin() + std::ptrdiff_t(first), all.begin() + std::ptrdiff_t(first + n));
  };
  const BeamLaw& its = law(b);
  auto filter = copied(memory_.filters, here.filter, its.weld ? std::size_t(its.weld->filter) : 0);
  auto points = copied(memory_.points, here.points, its.section ? its.section->n_points : 0);
  auto discrete = copied(memory_.discrete, here.discrete, its.discrete ? 1 : 0);
  BeamHistory history = history_[b];
  const BeamForces forces =
      now(step, state).advance(b, line, {filter.data(), points.data(), discrete.data()}, history);
  return {{forces.force, -forces.force}, forces.moment};
}

/// [of its nodes] The forces that an averaged part would have after the step; trusses have no moments.
std::vector<Vec3> Beams::line_forces(std::size_t l, std::span<const Index> nodes, const ForceStep& step,
                                     const NodeState& state) const {
  kernels::RunVector<TrussLine> lines(lines_.size());
  const FindTrussLines find{now(step, state), history_.data(), line_beams_.data(), first_of_line_.data(),
                            lines.data()};
  find(l);
  std::vector<Vec3> forces(nodes.size());
  for (std::size_t i = first_of_line_[l]; i < first_of_line_[l + 1]; ++i) {
    const auto b = std::size_t(line_beams_[i]);
    if (!history_[b].alive) continue;
    const EndLoads loads = trial(b, &lines[l], step, state);
    for (std::size_t end = 0; end < 2; ++end) {
      const auto at = std::ranges::lower_bound(nodes, elements_[b].nodes[end]) - nodes.begin();
      forces[std::size_t(at)] += loads.force[end];
    }
  }
  return forces;
}

/// An averaged part is one element: each of its trusses feels the displacements of all of its nodes.
void Beams::add_tangents(const NodeState& nodes, double dt, const TakeTangent& take) const {
  constexpr double increment = 1e-6;  // of the part's length at the start over its number of trusses
  ScalarElements::add_tangents(nodes, dt, take);
  if (lines_.empty()) return;
  NodeState moved(nodes.count());
  Kokkos::deep_copy(moved.position, nodes.position);
  Kokkos::deep_copy(moved.velocity, nodes.velocity);
  Kokkos::deep_copy(moved.angular_velocity, nodes.angular_velocity);
  const ForceStep step{Side::boundary, 0, dt};
  for (std::size_t l = 0; l < lines_.size(); ++l) {
    const std::size_t first = first_of_line_[l], last = first_of_line_[l + 1];
    if (first == last) continue;
    std::vector<Index> its_nodes;
    double length = 0;
    for (std::size_t i = first; i < last; ++i) {
      const auto b = std::size_t(line_beams_[i]);
      length += constants(b).length / double(last - first);
      its_nodes.insert(its_nodes.end(), elements_[b].nodes.begin(), elements_[b].nodes.end());
    }
    std::ranges::sort(its_nodes);
    its_nodes.erase(std::unique(its_nodes.begin(), its_nodes.end()), its_nodes.end());
    const auto move = [&](Index node, int c, double way) {
      moved.position(node, c) = nodes.position(node, c) + way;
      moved.velocity(node, c) = nodes.velocity(node, c) + way / dt;
    };
    take(difference_tangent(its_nodes, increment * length, move,
                            [&] { return line_forces(l, its_nodes, step, moved); }));
  }
}

EndForces Beams::ends(std::size_t b) const {
  const auto& nodes = elements_[b].nodes;
  const BeamForces& f = forces_[b];
  const RoundedVec3 force = rounded(f.force, domain_.quanta.force);
  return {{NodalForce{nodes[0], force, rounded(f.moment[0], domain_.quanta.moment)},
           NodalForce{nodes[1], -force, rounded(f.moment[1], domain_.quanta.moment)}},
          2};
}

void Beams::count_failed(const DeletionNotes& notes, double& n_failed) {
  const double smallest_dt = erodes(domain_.model.control, 100) ? notes.smallest_allowed_dt : 0;
  if (smallest_dt > 0) run_loop(ErodeBeams{history_.data(), smallest_dt, notes.clock.time}, history_.size());
  sum_later(CountFailedBeams{history_.data()}, history_.size(), [&n_failed](double n) { n_failed += n; });
}

void Beams::add_part_sums(const MidVelocity& mid, std::span<PartAccount> parts) const {
  ScalarElements::add_part_sums(mid, parts);
  const Quanta& q = domain_.quanta;
  for (std::size_t b = 0; b < history_.size(); ++b) {
    const Beam& beam = elements_[b];
    const double half = 0.5 * constants(b).mass;
    double twice = 0;
    Vec3 sum;
    for (const Index node : beam.nodes) {
      const Vec3 v = row(mid.velocity, node), w = row(mid.angular_velocity, node);
      twice += half * dot(v, v) + constants(b).node_inertia * dot(w, w);
      sum += v;
    }
    PartAccount& part = parts[beam.part];
    part.kinetic.add(0.5 * twice, q.energy);
    if (!history_[b].was_alive) part.eroded_kinetic.add(0.5 * twice, q.energy);
    for (int c = 0; c < 3; ++c) part.momentum[std::size_t(c)].add(half * sum[c], q.momentum);
    part.mass += q.body_mass.round(constants(b).mass);
    part.added_mass += q.body_mass.round(constants(b).mass - constants(b).own_mass);
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
    if (!law(b).weld) continue;
    const BeamHistory& h = history_[b];
    const Resultants& q = h.resultant;
    forces.push_back({elements_[b].id, true, !h.alive, q[0], std::sqrt(q[1] * q[1] + q[2] * q[2]),
                      std::sqrt(q[4] * q[4] + q[5] * q[5]), q[3], constants(b).length, h.failure_time});
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
  const auto b = std::size_t(e);
  const BeamLaw& its = law(b);
  const BeamMemory own = memory_.all().of(beams_[b]);
  for (int k = 0; its.weld && k < its.weld->filter; ++k) fields(own.filter[k]);
  for (std::size_t k = 0; its.section && k < its.section->n_points; ++k) fields(own.points[k]);
  if (its.discrete) fields(*own.discrete);
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
  const BeamSection& section = model.section_of(beam).beam;
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
