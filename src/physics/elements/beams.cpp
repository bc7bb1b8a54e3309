// The family of beams: spot welds, *SECTION_BEAM ELFORM 9 with *MAT_100. Few among many shells, so they are computed
// one by one (beam_step), in double precision with either precision of the other elements, and with + - * / and sqrt
// only: the same bits on every instruction set. All of them belong to the boundary side.
#include <algorithm>
#include <cmath>

#include "base/loops.hpp"
#include "base/profile.hpp"
#include "comm/records.hpp"
#include "physics/elements/beam_setup.hpp"
#include "physics/elements/element_hash.hpp"
#include "physics/elements/families.hpp"
#include "physics/state/element_output.hpp"
#include "physics/state/part_sum.hpp"
#include "physics/state/weld_force.hpp"

namespace crumple {
namespace {

constexpr std::size_t grain = 40;  // beams worth waking a thread for

class Beams final : public ElementFamily, public Gives<WeldForce> {
 public:
  explicit Beams(const Domain& domain);

  void find_first_steps(NodeState&) override {}  // known from the constants
  double scale_masses() override;
  void add_masses(const Rows& sums) const override;
  void add_forces(const ForceStep& step, NodeState& state) override;
  double smallest_dt() const override;
  bool note_deletions(DeletionNotes& notes, ElementStatus& status) override;
  StepLimit find_step_limit() const override;
  void count_live(const Rows& counts) const override;

  ElementEnergies energies() const override;
  void add_part_sums(const Rows& velocity, std::span<PartSum> parts) const override;
  void output(ElementOutput& out) const override;
  ElementStress stress(Index e) const override;
  std::vector<NodalForce> nodal_forces(Index e, const NodeState&, const PreviousVelocity&) const override;
  void add_rows(std::vector<WeldForce>& forces) const override;

  std::uint64_t hash() const override;
  void save(Index e, Bytes& bytes) const override;
  void load(Index e, std::span<const std::byte>& bytes, ElementStatus& status) override;

 private:
  const std::vector<Beam>& beams() const { return domain_.model.beams; }
  Id part_id(std::size_t b) const { return domain_.model.parts[beams()[b].part].id; }
  const MaterialSpotWeld& law_of(const Beam& beam) const {
    return std::get<MaterialSpotWeld>(domain_.model.materials[domain_.model.parts[beam.part].material].law);
  }
  void compute(const ForceStep& step, const NodeState& state);
  std::array<NodalForce, 2> ends(std::size_t b) const;

  std::vector<BeamConstants> constants_;         ///< [beam]
  std::vector<BeamHistory> history_;             ///< [beam]
  std::vector<std::vector<Resultants>> filter_;  ///< [beam][NF] the last resultants, in turn
  std::vector<BeamForces> forces_;               ///< [beam] of the step
};

Beams::Beams(const Domain& domain)
    : ElementFamily(domain, SectionKind::beam, domain.model.first_beam(), domain.model.beams.size()),
      forces_(domain.model.beams.size()) {
  for (const Beam& beam : beams()) {
    const BeamConstants& c = constants_.emplace_back(beam_constants(domain.model, beam));
    history_.push_back({.s_axis = first_s_axis(domain.model, beam), .dt = stable_dt(c, c.length)});
    filter_.emplace_back(std::size_t(law_of(beam).filter));
  }
}

/// They have been scaled when they were made: their time step follows from the mesh alone.
double Beams::scale_masses() {
  double sum = 0;
  for (const BeamConstants& c : constants_) sum += domain_.quanta.body_mass.round(c.mass - c.own_mass);
  return sum;
}

void Beams::add_masses(const Rows& sums) const {
  for (std::size_t b = 0; b < constants_.size(); ++b)
    for (const Index node : beams()[b].nodes) {
      sums(node, 0) += domain_.quanta.mass.round(0.5 * constants_[b].mass);
      sums(node, 1) += domain_.quanta.inertia.round(constants_[b].node_inertia);
    }
}

BeamMotion motion_of(const Beam& beam, const NodeState& state, const ForceStep& step) {
  BeamMotion m;
  for (std::size_t k = 0; k < 2; ++k) {
    m.position[k] = row(state.position, beam.nodes[k]);
    m.velocity[k] = row(state.velocity, beam.nodes[k]);
    m.angular_velocity[k] = row(state.angular_velocity, beam.nodes[k]);
  }
  m.time = step.time;
  m.dt = step.dt;
  return m;
}

void Beams::compute(const ForceStep& step, const NodeState& state) {
  for_each("beams", history_.size(), grain, [&](std::size_t b) {
    forces_[b] = {};
    if (!history_[b].alive) return;
    const Beam& beam = beams()[b];
    forces_[b] = advance_beam(constants_[b], law_of(beam), motion_of(beam, state, step), filter_[b], history_[b]);
  });
}

/// What the beam has put on its nodes in the step.
std::array<NodalForce, 2> Beams::ends(std::size_t b) const {
  const auto& nodes = beams()[b].nodes;
  const BeamForces& f = forces_[b];
  const Vec3 force = rounded(f.force, domain_.quanta.force);
  return {NodalForce{nodes[0], force, rounded(f.moment[0], domain_.quanta.moment)},
          NodalForce{nodes[1], -force, rounded(f.moment[1], domain_.quanta.moment)}};
}

void Beams::add_forces(const ForceStep& step, NodeState& state) {
  if (history_.empty() || step.side != Side::boundary) return;
  Profile::Scope scope("beams");
  const double start = step.seconds ? thread_cpu_time() : 0;
  compute(step, state);
  // Two beams may share a node: one after the other, which is a tenth of the work.
  for (std::size_t b = 0; b < forces_.size(); ++b) {
    if (!history_[b].alive) continue;
    for (const NodalForce& end : ends(b)) {
      add_row(state.force, end.node, end.force);
      add_row(state.moment, end.node, end.moment);
    }
  }
  if (!step.seconds) return;
  const double each = (thread_cpu_time() - start) / double(history_.size());  // one costs as much as another
  for (const Beam& beam : beams()) (*step.seconds)[std::size_t(beam.part)] += each;
}

double Beams::smallest_dt() const {
  double smallest = 1e30;
  for (const BeamHistory& h : history_) smallest = std::min(smallest, h.dt);
  return smallest;
}

/// Beams ascend by id.
StepLimit Beams::find_step_limit() const {
  StepLimit limit;
  for (std::size_t b = 0; b < history_.size(); ++b)
    if (history_[b].dt < limit.dt) limit = {history_[b].dt, kind(), beams()[b].id, part_id(b)};
  return limit;
}

bool Beams::note_deletions(DeletionNotes& notes, ElementStatus&) {
  const double smallest_dt = erodes(domain_.model.control, 100) ? notes.smallest_allowed_dt : 0;
  bool any = false;
  for (std::size_t b = 0; b < history_.size(); ++b) {
    BeamHistory& h = history_[b];
    if (h.alive && h.dt < smallest_dt) fail(h, notes.clock.time);
    if (h.alive || !h.was_alive) continue;
    h.was_alive = 0;
    any = true;
    notes.ledger.eroded_internal += domain_.quanta.energy.round(h.internal_energy);
    notes.failures.push_back({notes.clock.cycle, h.failure_time, failure_of(kind()), beams()[b].id, part_id(b)});
  }
  return any;
}

void Beams::count_live(const Rows& counts) const {
  for (std::size_t b = 0; b < history_.size(); ++b)
    if (history_[b].was_alive)
      for (const Index node : beams()[b].nodes) counts(node, 0) += 1;
}

ElementEnergies Beams::energies() const {
  ElementEnergies sum;
  for (const BeamHistory& h : history_) sum.internal += domain_.quanta.energy.round(h.internal_energy);
  return sum;
}

void Beams::add_part_sums(const Rows& velocity, std::span<PartSum> parts) const {
  const Quanta& q = domain_.quanta;
  for (std::size_t b = 0; b < history_.size(); ++b) {
    const Beam& beam = beams()[b];
    const Vec3 v = row(velocity, beam.nodes[0]), w = row(velocity, beam.nodes[1]);
    const double half = 0.5 * constants_[b].mass;
    const double internal = q.energy.round(history_[b].internal_energy);
    const double kinetic = q.energy.round(0.5 * half * (dot(v, v) + dot(w, w)));
    PartSum& part = parts[beam.part];
    part.internal += internal;
    part.kinetic += kinetic;
    if (!history_[b].was_alive) {
      part.eroded_internal += internal;
      part.eroded_kinetic += kinetic;
    }
    for (int c = 0; c < 3; ++c) part.momentum[c] += q.momentum.round(half * (v[c] + w[c]));
    part.mass += q.body_mass.round(constants_[b].mass);
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

/// Only resultants: there is no point with a stress of its own.
ElementStress Beams::stress(Index e) const {
  const Resultants& q = history_[std::size_t(e)].resultant;
  return {ElementStress::Axes::element, {}, {q.begin(), q.end()}};
}

std::vector<NodalForce> Beams::nodal_forces(Index e, const NodeState&, const PreviousVelocity&) const {
  const auto both = ends(std::size_t(e));
  return {both.begin(), both.end()};
}

void Beams::add_rows(std::vector<WeldForce>& forces) const {
  for (std::size_t b = 0; b < history_.size(); ++b) {
    const BeamHistory& h = history_[b];
    const Resultants& q = h.resultant;
    forces.push_back({beams()[b].id, true, !h.alive, q[0], std::sqrt(q[1] * q[1] + q[2] * q[2]),
                      std::sqrt(q[4] * q[4] + q[5] * q[5]), q[3], constants_[b].length, h.failure_time});
  }
}

std::uint64_t Beams::hash() const {
  std::uint64_t sum = 0;
  for (std::size_t b = 0; b < history_.size(); ++b) {
    const BeamHistory& h = history_[b];
    std::vector<double> values(h.resultant.begin(), h.resultant.end());
    for (const double value :
         {h.s_axis.x, h.s_axis.y, h.s_axis.z, h.plastic_strain, h.internal_energy, h.failure_time, double(h.alive)})
      values.push_back(value);
    sum += hash_values(values, std::uint64_t(beams()[b].id) + 0x517cc1b727220a95u);
  }
  return sum;
}

void Beams::save(Index e, Bytes& bytes) const {
  put(bytes, history_[std::size_t(e)]);
  for (const Resultants& resultants : filter_[std::size_t(e)]) put(bytes, resultants);
}

void Beams::load(Index e, std::span<const std::byte>& bytes, ElementStatus&) {
  history_[std::size_t(e)] = take<BeamHistory>(bytes);
  for (Resultants& resultants : filter_[std::size_t(e)]) resultants = take<Resultants>(bytes);
}

}  // namespace

std::unique_ptr<ElementFamily> make_beams(const FamilyInput& input) { return std::make_unique<Beams>(input.domain); }

}  // namespace crumple
