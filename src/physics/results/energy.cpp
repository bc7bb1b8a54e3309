#include "physics/results/energy.hpp"

namespace crumple {

void interpolate_velocity(const Rows& before, const Rows& after, const Clock& clock, Rows& out) {
  const double sum = clock.dt + (clock.cycle == 0 ? 0.0 : clock.dt_previous);
  const double w_before = sum > 0 ? clock.dt / sum : 1.0;
  const double w_after = 1.0 - w_before;
  for (std::size_t i = 0; i < out.extent(0); ++i)
    for (int c = 0; c < 3; ++c) out(i, c) = w_before * before(i, c) + w_after * after(i, c);
}

template <class Real>
Energies sum_energies(const World& world, const Domain& domain, const Elements<Real>& elements, const NodeState& state,
                      const MidVelocity& mid, const EnergyLedger& ledger, const std::vector<std::uint8_t>& leave_out,
                      double other_kinetic, double initial_total) {
  const Quantum& quantum = domain.quanta.energy;
  double kinetic = other_kinetic, free_kinetic = 0, internal = 0, hourglass = 0;
  for (Index i = 0; i < state.count(); ++i) {
    if (!domain.owns_node[i] || (!leave_out.empty() && leave_out[i])) continue;
    const Vec3 v = row(mid.velocity, i), w = row(mid.angular_velocity, i);
    const double energy = quantum.round(0.5 * state.mass(i) * dot(v, v)) + quantum.round(0.5 * state.inertia(i) * dot(w, w));
    kinetic += energy;
    if (state.live_elements(i) == 0) free_kinetic += energy;
  }
  for (const ElementGroup<Real>& group : elements.groups)
    for (int i = 0; i < group.n_lanes(); ++i) {
      if (group.element[i] == none) continue;
      internal += quantum.round(double(group.internal_energy(i)));
      hourglass += quantum.round(double(group.hourglass_energy(i)));
    }
  internal += internal_energy(elements.beams, domain);
  double sums[] = {kinetic, internal, hourglass, free_kinetic};
  world.sum(sums);
  Energies e;
  e.kinetic = sums[0];
  e.internal = sums[1];
  e.hourglass = sums[2];
  e.sliding = ledger.sliding;
  e.rigid_wall = ledger.rigid_wall;
  e.damping = ledger.damping;
  e.external_work = ledger.external_work;
  e.eroded_kinetic = sums[3];
  e.eroded_internal = ledger.eroded_internal;
  e.eroded_hourglass = ledger.eroded_hourglass;
  e.initial_total = initial_total;
  return e;
}

namespace {

constexpr std::size_t part_width = 9;  ///< internal, kinetic, hourglass, eroded internal and kinetic, momentum, mass

void add_beam_sums(const Beams& beams, const Domain& domain, const MidVelocity& mid, std::vector<double>& sums) {
  const Quanta& q = domain.quanta;
  for (std::size_t b = 0; b < beams.history.size(); ++b) {
    const Beam& beam = domain.model.beams[b];
    double* s = &sums[std::size_t(beam.part) * part_width];
    const Vec3 v = row(mid.velocity, beam.nodes[0]), w = row(mid.velocity, beam.nodes[1]);
    const double half = 0.5 * beams.constants[b].mass;
    const double internal = q.energy.round(beams.history[b].internal_energy);
    const double kinetic = q.energy.round(0.5 * half * (dot(v, v) + dot(w, w)));
    s[0] += internal, s[1] += kinetic;
    if (!beams.history[b].was_alive) s[3] += internal, s[4] += kinetic;
    for (int c = 0; c < 3; ++c) s[5 + c] += q.momentum.round(half * (v[c] + w[c]));
    s[8] += q.body_mass.round(beams.constants[b].mass);
  }
}

}  // namespace

template <class Real>
std::vector<PartSum> sum_parts(const World& world, const Domain& domain, const Elements<Real>& elements,
                               const MidVelocity& mid) {
  constexpr std::size_t width = part_width;
  const Quanta& q = domain.quanta;
  std::vector<double> sums(domain.model.parts.size() * width, 0.0);
  for (const ElementGroup<Real>& group : elements.groups)
    for (int i = 0; i < group.n_lanes(); ++i) {
      if (group.element[i] == none) continue;
      double* s = &sums[std::size_t(group.part_of(i)) * width];
      const int corners = group.kernel->nodes_per_element;
      double squares = 0;
      Vec3 velocity;
      for (int k = 0; k < corners; ++k) {
        const Vec3 v = row(mid.velocity, group.node(i, k));
        squares += dot(v, v);
        velocity += v;
      }
      const double share = group.lane_mass[i] / corners;
      const double internal = q.energy.round(double(group.internal_energy(i)));
      const double kinetic = q.energy.round(0.5 * share * squares);
      s[0] += internal;
      s[1] += kinetic;
      s[2] += q.energy.round(double(group.hourglass_energy(i)));
      if (!group.was_alive[i]) s[3] += internal, s[4] += kinetic;
      for (int c = 0; c < 3; ++c) s[5 + c] += q.momentum.round(share * velocity[c]);
      s[8] += q.body_mass.round(group.lane_mass[i]);
    }
  add_beam_sums(elements.beams, domain, mid, sums);
  world.sum(std::span<double>(sums));
  std::vector<PartSum> parts(domain.model.parts.size());
  for (std::size_t p = 0; p < parts.size(); ++p) {
    const double* s = &sums[p * width];
    PartSum& part = parts[p];
    part = {s[0], s[1], s[2], s[3], s[4], {s[5], s[6], s[7]}, {}, s[8]};
    if (part.mass > 0) part.rigid_velocity = (1.0 / part.mass) * part.momentum;
  }
  return parts;
}

Momentum sum_momentum(const World& world, const Domain& domain, const NodeState& state, const MidVelocity& mid) {
  double sums[4] = {};
  for (Index i = 0; i < state.count(); ++i) {
    if (!domain.owns_node[i]) continue;
    sums[0] += domain.quanta.body_mass.round(state.mass(i));
    for (int c = 0; c < 3; ++c) sums[1 + c] += domain.quanta.momentum.round(state.mass(i) * mid.velocity(i, c));
  }
  world.sum(sums);
  return {sums[0], {sums[1], sums[2], sums[3]}};
}

#define CRUMPLE_INSTANTIATE(Real)                                                                                      \
  template Energies sum_energies(const World&, const Domain&, const Elements<Real>&, const NodeState&,                 \
                                 const MidVelocity&, const EnergyLedger&, const std::vector<std::uint8_t>&, double,     \
                                 double);                                                                              \
  template std::vector<PartSum> sum_parts(const World&, const Domain&, const Elements<Real>&, const MidVelocity&);
CRUMPLE_INSTANTIATE(float)
CRUMPLE_INSTANTIATE(double)

}  // namespace crumple
