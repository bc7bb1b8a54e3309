#include "physics/joints/belts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/profile.hpp"
#include "base/same_bits.hpp"
#include "physics/joints/belt_curves.hpp"

namespace crumple {
namespace {

/// (omega dt)^2 beyond which a spring is unstable in central differences: 4 less a margin.
constexpr double largest_square = 3;

const MaterialSeatbelt& law_of(const Model& model, const BeltElement& element) {
  return std::get<MaterialSeatbelt>(model.materials[std::size_t(element.material)].law);
}

Vec3 span_of(const BeltElement& element, const NodeState& nodes) {
  return row(nodes.position, element.nodes[1]) - row(nodes.position, element.nodes[0]);
}

/// The angle between two successive elements at their common node [rad].
double wrap_angle(const BeltElement& first, const BeltElement& second, Index node, const NodeState& nodes) {
  const Vec3 in = first.nodes[1] == node ? span_of(first, nodes) : -span_of(first, nodes);
  const Vec3 out = second.nodes[0] == node ? span_of(second, nodes) : -span_of(second, nodes);
  return same_bits::atan2(norm(cross(in, out)), dot(in, out));
}

}  // namespace

Belts::Belts(const StepState& s, const Column& moved_mass) : belts_(s.domain.model.belts), moved_mass_(moved_mass) {
  std::array<std::int64_t, 1> count{std::int64_t(belts_.size())};
  s.world.sum(std::span<std::int64_t>(count));
  n_belts_ = count[0];
  const auto& start = s.domain.model.nodes.position;
  for (const Belt& belt : belts_) {
    const std::span<State> states = states_.add_row(belt.elements.size());
    for (std::size_t e = 0; e < states.size(); ++e) {
      const auto& [first, last] = belt.elements[e].nodes;
      states[e].unstretched = norm(start[last] - start[first]) + belt.elements[e].slack;
    }
    slips_.add_row(belt.rings.size());
    retractors_.add_row(belt.retractors.size());
    sensors_.add_row(belt.sensors.size());
  }
}

/// Belt slides from the element of the smaller tension until the ratio is at the friction limit. One tension decreases
/// and the other increases with the slip, which is found by bisection.
void Belts::slide(std::size_t b, std::size_t r, const StepState& s) {
  const Belt& belt = belts_[b];
  const SlipRing& ring = belt.rings[r];
  const std::span<State> states = states_[b];
  if (s.clock.time >= ring.lock_time) return;
  const auto number = [&](int side) { return std::size_t(ring.elements[std::size_t(side)]); };
  const auto length = [&](int side) { return norm(span_of(belt.elements[number(side)], s.nodes)); };
  const double lengths[2] = {length(0), length(1)};
  const auto tension = [&](int side, double unstretched) {
    const MaterialSeatbelt& law = law_of(s.domain.model, belt.elements[number(side)]);
    return force_along(law.loading, law.unloading, lengths[side] / unstretched - 1, states[number(side)].shift);
  };
  const double angle = wrap_angle(belt.elements[number(0)], belt.elements[number(1)], ring.node, s.nodes);
  const double ratio = same_bits::exp(ring.friction * angle);
  const int towards = tension(0, states[number(0)].unstretched) > tension(1, states[number(1)].unstretched) ? 0 : 1;
  if ((ring.way == 12 && towards == 0) || (ring.way == 21 && towards == 1)) return;
  State &pulls = states[number(towards)], &gives = states[number(1 - towards)];
  const auto still_slides = [&](double way) {
    return tension(towards, pulls.unstretched + way) > ratio * tension(1 - towards, gives.unstretched - way);
  };
  if (!still_slides(0)) return;
  const BeltElement& giving = belt.elements[number(1 - towards)];
  double low = 0, high = gives.unstretched - law_of(s.domain.model, giving).least_length;
  if (high <= 0 || still_slides(high)) {
    return fail(giving, s,
                "it has slid through its slip ring down to LMIN, and elements do not follow each other through a "
                "ring; expected a longer element");
  }
  for (int halving = 0; halving < 60; ++halving) {
    const double middle = 0.5 * (low + high);
    (still_slides(middle) ? low : high) = middle;
  }
  pulls.unstretched += low;
  gives.unstretched -= low;
  slips_[b][r][towards == 1 ? 0 : 1] += low;
}

void Belts::feed_from_retractors(std::size_t b, const StepState& s) {
  const Belt& belt = belts_[b];
  const std::span<State> states = states_[b];
  std::vector<double> lengths;
  for (const State& state : states) lengths.push_back(state.unstretched);
  for (std::size_t k = 0; k < belt.sensors.size(); ++k)
    check_sensor(belt.sensors[k], belt.retractors, lengths, s, sensors_[b][k]);
  for (std::size_t r = 0; r < belt.retractors.size(); ++r) {
    const Retractor& retractor = belt.retractors[r];
    const BeltElement& element = belt.elements[std::size_t(retractor.element)];
    const MaterialSeatbelt& law = law_of(s.domain.model, element);
    State& state = states[std::size_t(retractor.element)];
    lock_if_due(retractor, sensors_[b], s.clock.time, state.unstretched, retractors_[b][r]);
    const double length = norm(span_of(element, s.nodes));
    const Mouth mouth{state.unstretched, law.least_length, length, [&](double unstretched) {
                        return force_along(law.loading, law.unloading, length / unstretched - 1, state.shift);
                      }};
    RetractorState& own = retractors_[b][r];
    advance_pretensioner(retractor, sensors_[b], s.clock.time, mouth, own);
    state.unstretched = feed(retractor, own, s.clock.time, mouth);
    own.pulled_out += state.unstretched - mouth.unstretched;
    if (own.is_tensioning && state.unstretched <= law.least_length)
      fail(element, s, "its pretensioner has drawn it in down to LMIN; expected a longer element at the retractor");
  }
}

/// With an equal neighbour at each node; a rigid body's node has the compliance of the body.
void Belts::check_step(const BeltElement& element, const StepState& s, const State& state) {
  const MaterialSeatbelt& law = law_of(s.domain.model, element);
  double softness = 0;
  for (const Index node : element.nodes) {
    const double mass = moved_mass_(node) > 0 ? moved_mass_(node) : s.nodes.mass(node);
    if (mass > 0) softness += 2 / mass;
  }
  double slope = steepest_slope(law.loading);
  if (!law.unloading.x.empty()) slope = std::max(slope, steepest_slope(law.unloading));
  if (slope / state.unstretched * softness * s.clock.last_dt() * s.clock.last_dt() > largest_square)
    fail(element, s,
         "its curves are too stiff for the time step; expected longer or heavier elements (MPUL) or a smaller step "
         "(TSSFAC)");
}

void Belts::fail(const BeltElement& element, const StepState& s, const char* what) {
  failure_.note(
      fmt::format("belt element {} at time {:.6g}, cycle {}: {}", element.id, s.clock.time, s.clock.cycle, what));
}

void Belts::add_local_forces(StepState& s) {
  if (belts_.empty()) return;
  Profile::Scope scope(phase<"belts", Stage::forces>);
  for (std::size_t b = 0; b < belts_.size(); ++b) {
    const std::span<State> states = states_[b];
    if (!belts_[b].retractors.empty()) feed_from_retractors(b, s);
    for (std::size_t r = 0; r < belts_[b].rings.size(); ++r) slide(b, r, s);
    for (std::size_t e = 0; e < states.size(); ++e) {
      const BeltElement& element = belts_[b].elements[e];
      const MaterialSeatbelt& law = law_of(s.domain.model, element);
      State& state = states[e];
      const Vec3 span = span_of(element, s.nodes);
      state.length = norm(span);
      const double strain = state.length / state.unstretched - 1;
      state.tension = force_along(law.loading, law.unloading, strain, state.shift);
      state.shift = shift_at(law.loading, law.unloading, strain, state.shift);
      state.force = rounded(state.tension * normalized(span), s.domain.quanta.force);
      add_row(s.nodes.force, element.nodes[0], state.force);
      add_row(s.nodes.force, element.nodes[1], -state.force);
      check_step(element, s, state);
    }
  }
}

void Belts::enter_work(StepState& s) {
  HalfStepWork work{s.domain.quanta.energy, s.clock};
  for (std::size_t b = 0; b < belts_.size(); ++b)
    for (std::size_t e = 0; e < states_[b].size(); ++e) {
      const auto [first, last] = belts_[b].elements[e].nodes;
      const Vec3& force = states_[b][e].force;
      work.add(force, row(s.before.velocity, first), row(s.nodes.velocity, first));
      work.add(-force, row(s.before.velocity, last), row(s.nodes.velocity, last));
    }
  s.ledger.sliding += ahead_;
  s.ledger.sliding += -work.before;
  ahead_ = -work.after;
}

void Belts::add_rows(std::vector<BeltRow>& rows) const {
  for (std::size_t b = 0; b < belts_.size(); ++b) {
    const Belt& belt = belts_[b];
    for (std::size_t e = 0; e < belt.elements.size(); ++e)
      rows.push_back({BeltRow::Kind::element, belt.elements[e].id, states_[b][e].tension, states_[b][e].length});
    for (std::size_t r = 0; r < belt.rings.size(); ++r)
      rows.push_back({BeltRow::Kind::ring, belt.rings[r].id, slips_[b][r][0], slips_[b][r][1]});
    for (std::size_t r = 0; r < belt.retractors.size(); ++r)
      rows.push_back({BeltRow::Kind::retractor, belt.retractors[r].id, retractors_[b][r].pulled_out,
                      states_[b][std::size_t(belt.retractors[r].element)].tension});
  }
}

void Belts::archive(StateArchive& a, StepState&) {
  a.sum(ahead_);
  a.records("belts", numbered(belts_, n_belts_), [&](std::size_t b, Fields& fields) {
    for (State& state : states_[b]) fields(state.unstretched, state.shift);
    for (auto& slip : slips_[b]) fields(slip);
    for (RetractorState& state : retractors_[b]) fields(state);
    for (SensorState& state : sensors_[b]) fields(state);
  });
}

/// Up to the end of the curve, or a strain of 1; sums have a margin of 128.
void Belts::bound_forces(const Model& model, ModelExtremes& e) {
  for (const Belt& belt : model.belts)
    for (const BeltElement& element : belt.elements) {
      const auto* law = std::get_if<MaterialSeatbelt>(&model.materials[element.material].law);
      if (!law) continue;
      const double force = std::max(law->loading.y.back(), steepest_slope(law->loading));
      e.force = std::max(e.force, 4 * force);
      e.strain_energy += force * longest_distance(model, element.nodes);
    }
}


}  // namespace crumple
