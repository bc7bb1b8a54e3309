#include "physics/elements/beams.hpp"

#include <algorithm>
#include <cmath>

#include "base/loops.hpp"
#include "base/profile.hpp"
#include "physics/elements/beam_step.hpp"

namespace crumple {
namespace {

constexpr std::size_t grain = 40;  // beams worth waking a thread for

Vec3 rounded(const Vec3& v, const Quantum& quantum) {
  return {quantum.round(v.x), quantum.round(v.y), quantum.round(v.z)};
}

const Material& material_of(const Model& model, const Beam& beam) {
  return model.materials[model.parts[beam.part].material];
}

BeamMotion motion_of(const Beam& beam, const NodeState& state) {
  BeamMotion m;
  for (std::size_t k = 0; k < 2; ++k) {
    m.position[k] = row(state.position, beam.nodes[k]);
    m.velocity[k] = row(state.velocity, beam.nodes[k]);
    m.angular_velocity[k] = row(state.angular_velocity, beam.nodes[k]);
  }
  return m;
}

}  // namespace

void add_beam_forces(Beams& beams, const Domain& domain, NodeState& state, double time, double dt) {
  if (beams.history.empty()) return;
  Profile::Scope scope("beams");
  const Model& model = domain.model;
  for_each("beams", beams.history.size(), grain, [&](std::size_t b) {
    beams.forces[b] = {};
    if (!beams.history[b].alive) return;
    const Beam& beam = model.beams[b];
    beams.forces[b] = advance_beam(beams.constants[b], material_of(model, beam), motion_of(beam, state), time, dt,
                                   beams.filter[b], beams.history[b]);
  });
  // Two beams may share a node: one after the other, which is a tenth of the work.
  for (std::size_t b = 0; b < beams.forces.size(); ++b) {
    if (!beams.history[b].alive) continue;
    const BeamForces& f = beams.forces[b];
    const Vec3 force = rounded(f.force, domain.quanta.force);
    const auto& nodes = model.beams[b].nodes;
    add_row(state.force, nodes[0], force);
    add_row(state.force, nodes[1], -force);
    for (std::size_t k = 0; k < 2; ++k) add_row(state.moment, nodes[k], rounded(f.moment[k], domain.quanta.moment));
  }
}

void count_live_beams(const Beams& beams, const Domain& domain, const Rows& counts) {
  for (std::size_t b = 0; b < beams.history.size(); ++b)
    if (beams.history[b].was_alive)
      for (const Index node : domain.model.beams[b].nodes) counts(node, 0) += 1;
}

bool note_failed_beams(Beams& beams, const Domain& domain, const Clock& clock, EnergyLedger& ledger,
                       std::vector<Failure>& failures) {
  bool any = false;
  for (std::size_t b = 0; b < beams.history.size(); ++b) {
    BeamHistory& h = beams.history[b];
    if (h.alive || !h.was_alive) continue;
    h.was_alive = 0, any = true;
    ledger.eroded_internal += domain.quanta.energy.round(h.internal_energy);
    const Beam& beam = domain.model.beams[b];
    failures.push_back({clock.cycle, h.failure_time, FailureKind::beam, beam.id, domain.model.parts[beam.part].id});
  }
  return any;
}

double smallest_dt(const Beams& beams) {
  double smallest = 1e30;
  for (const BeamHistory& h : beams.history) smallest = std::min(smallest, h.dt);
  return smallest;
}

double internal_energy(const Beams& beams, const Domain& domain) {
  double sum = 0;
  for (const BeamHistory& h : beams.history) sum += domain.quanta.energy.round(h.internal_energy);
  return sum;
}

std::vector<WeldForce> weld_forces(const Beams& beams, const Domain& domain) {
  std::vector<WeldForce> forces;
  for (std::size_t b = 0; b < beams.history.size(); ++b) {
    const BeamHistory& h = beams.history[b];
    const Resultants& q = h.resultant;
    forces.push_back({domain.model.beams[b].id, true, !h.alive, q[0], std::sqrt(q[1] * q[1] + q[2] * q[2]),
                      std::sqrt(q[4] * q[4] + q[5] * q[5]), q[3], beams.constants[b].length, h.failure_time});
  }
  return forces;
}

}  // namespace crumple
