// The loops over seat belts (belts.cpp).
#pragma once

#include <array>
#include <cmath>

#include "base/elementary.hpp"
#include "model/seatbelt.hpp"
#include "physics/joints/retractors.hpp"

namespace crumple {

/// A belt: ranges of the lists of all belts.
struct BeltHere {
  struct Range {
    std::size_t first, last;
  };
  Range elements, rings, retractors, sensors;
};
struct BeltElementHere {
  Index node[2];
  Index law;
};
/// Elements are those of the belt (SlipRing).
struct SlipRingHere {
  int element[2];
  Index node;
  double friction, lock_time;
  int way;
};
struct BeltLaw {
  Seatbelt<CurvePoints> curves;
  double slope;  ///< the steepest of them [force]
};

struct BeltElementState {
  /// Why an element ends the run, bits of one number.
  enum Failure : unsigned { has_slid_through = 1, is_drawn_in = 2, is_too_stiff = 4 };
  double unstretched = 0;  ///< [length]
  double shift = 0;        ///< of the unloading curve, in strain
  double tension = 0;      ///< at t(n) [force]
  double length = 0;       ///< at t(n) [length]
  RoundedVec3 force;       ///< on its first node [force]
  unsigned failure = 0;    ///< in this step
};

/// Slides, feeds and stretches the elements of each belt, one after the other, adds their forces, and counts those that
/// fail.
struct AddBeltForces {
  static constexpr const char* name = "belts";
  using Sums = double;
  const BeltHere* belts;
  const BeltElementHere* elements;
  const BeltLaw* laws;
  const SlipRingHere* rings;
  const RetractorHere* retractors;
  const BeltSensorHere* sensors;
  BeltElementState* states;
  std::array<double, 2>* slips;  ///< [ring]
  RetractorState* retractor_states;
  SensorState* sensor_states;
  double time, dt_before, last_dt;  ///< t(n), t(n) - t(n-1), Clock::last_dt
  RowsAt position, velocity;
  const double *mass, *effective_mass;  ///< [node]
  SumsAt force;
  Quantum quantum;

  /// (omega dt)^2 beyond which a spring is unstable in central differences: 4 less a margin.
  static constexpr double largest_square = 3;

  CRUMPLE_INLINE void operator()(std::size_t b, Sums& n_failed) const {
    const BeltHere& belt = belts[b];
    BeltElementState* const own = states + belt.elements.first;
    for (std::size_t e = belt.elements.first; e < belt.elements.last; ++e) states[e].failure = 0;
    SensorState* const fired = sensor_states + belt.sensors.first;
    if (belt.retractors.first < belt.retractors.last)
      for (std::size_t k = belt.sensors.first; k < belt.sensors.last; ++k) check(sensors[k], own, sensor_states[k]);
    for (std::size_t r = belt.retractors.first; r < belt.retractors.last; ++r)
      feed_from(belt, retractors[r], fired, retractor_states[r]);
    for (std::size_t r = belt.rings.first; r < belt.rings.last; ++r) slide(belt, rings[r], slips[r]);
    for (std::size_t e = belt.elements.first; e < belt.elements.last; ++e) {
      stretch(elements[e], states[e]);
      if (states[e].failure != 0) n_failed += 1;
    }
  }

  CRUMPLE_DEVICE Vec3 span_of(const BeltElementHere& element) const {
    return position[element.node[1]] - position[element.node[0]];
  }
  CRUMPLE_DEVICE double tension(std::size_t e, double length, double unstretched) const {
    const BeltLaw& law = laws[elements[e].law];
    return force_along(law.curves.loading, law.curves.unloading, length / unstretched - 1, states[e].shift);
  }
  /// The angle between two successive elements at their common node [rad].
  CRUMPLE_DEVICE double wrap_angle(const BeltElementHere& first, const BeltElementHere& second, Index node) const {
    const Vec3 in = first.node[1] == node ? span_of(first) : -span_of(first);
    const Vec3 out = second.node[0] == node ? span_of(second) : -span_of(second);
    return same_bits::inlined::atan2(norm(cross(in, out)), dot(in, out));
  }

  /// Whether the quantity that the sensor measures exceeds its limit.
  CRUMPLE_DEVICE bool exceeds(const BeltSensorHere& sensor, const BeltElementState* own, SensorState& state) const {
    using Kind = BeltSensorHere::Kind;
    if (sensor.kind == Kind::time) return time >= sensor.limit;
    if (sensor.kind == Kind::distance) {
      const double apart = norm(position[sensor.node[0]] - position[sensor.node[1]]);
      return apart > sensor.limit || apart < sensor.least;
    }
    const double now =
        sensor.kind == Kind::acceleration ? velocity[sensor.node[0]][sensor.axis] : own[sensor.axis].unstretched;
    const double change = now - state.known;
    const bool exceeds = state.knows && change > sensor.limit * dt_before;
    state.known = now;
    state.knows = true;
    return exceeds;
  }
  CRUMPLE_DEVICE void check(const BeltSensorHere& sensor, const BeltElementState* own, SensorState& state) const {
    if (state.has_fired) return;
    if (!exceeds(sensor, own, state)) {
      state.since = SensorState::never;
      return;
    }
    state.since = std::min(state.since, time);
    state.has_fired = time - state.since >= sensor.duration;
  }

  CRUMPLE_DEVICE void feed_from(const BeltHere& belt, const RetractorHere& retractor, const SensorState* fired,
                                RetractorState& own) const {
    const std::size_t e = belt.elements.first + std::size_t(retractor.element);
    const BeltLaw& law = laws[elements[e].law];
    BeltElementState& state = states[e];
    lock_if_due(retractor, fired, time, state.unstretched, own);
    const Mouth mouth{state.unstretched,    law.curves.least_length, norm(span_of(elements[e])),
                      law.curves.loading, law.curves.unloading,    state.shift};
    advance_pretensioner(retractor, fired, time, mouth, own);
    state.unstretched = feed(retractor, own, time, mouth);
    own.pulled_out += state.unstretched - mouth.unstretched;
    if (own.is_tensioning && state.unstretched <= law.curves.least_length)
      state.failure |= BeltElementState::is_drawn_in;
  }

  /// Belt slides from the element of the smaller tension until the ratio is at the friction limit. One tension
  /// decreases and the other increases with the slip, which is found by bisection.
  CRUMPLE_DEVICE void slide(const BeltHere& belt, const SlipRingHere& ring, std::array<double, 2>& slip) const {
    if (time >= ring.lock_time) return;
    const std::size_t number[2] = {belt.elements.first + std::size_t(ring.element[0]),
                                   belt.elements.first + std::size_t(ring.element[1])};
    const double lengths[2] = {norm(span_of(elements[number[0]])), norm(span_of(elements[number[1]]))};
    const double angle = wrap_angle(elements[number[0]], elements[number[1]], ring.node);
    const double ratio = same_bits::inlined::exp(ring.friction * angle);
    const int to = tension(number[0], lengths[0], states[number[0]].unstretched) >
                           tension(number[1], lengths[1], states[number[1]].unstretched)
                       ? 0
                       : 1;
    const int from = 1 - to;
    if ((ring.way == 12 && to == 0) || (ring.way == 21 && to == 1)) return;
    BeltElementState &pulls = states[number[to]], &gives = states[number[from]];
    const auto still_slides = [&](double way) {
      return tension(number[to], lengths[to], pulls.unstretched + way) >
             ratio * tension(number[from], lengths[from], gives.unstretched - way);
    };
    if (!still_slides(0)) return;
    double low = 0, high = gives.unstretched - laws[elements[number[from]].law].curves.least_length;
    if (high <= 0 || still_slides(high)) {
      gives.failure |= BeltElementState::has_slid_through;
      return;
    }
    for (int halving = 0; halving < 60; ++halving) {
      const double middle = 0.5 * (low + high);
      (still_slides(middle) ? low : high) = middle;
    }
    pulls.unstretched += low;
    gives.unstretched -= low;
    slip[to == 1 ? 0 : 1] += low;
  }

  CRUMPLE_DEVICE void stretch(const BeltElementHere& element, BeltElementState& state) const {
    const BeltLaw& law = laws[element.law];
    const Vec3 span = span_of(element);
    state.length = norm(span);
    const double strain = state.length / state.unstretched - 1;
    state.tension = force_along(law.curves.loading, law.curves.unloading, strain, state.shift);
    state.shift = shift_at(law.curves.loading, law.curves.unloading, strain, state.shift);
    state.force = rounded(state.tension * normalized(span), quantum);
    force.add(element.node[0], state.force);
    force.add(element.node[1], -state.force);
    if (is_too_stiff(element, law, state.unstretched)) state.failure |= BeltElementState::is_too_stiff;
  }
  /// With an equal neighbour at each node; a rigid body's node has the compliance of the body.
  CRUMPLE_DEVICE bool is_too_stiff(const BeltElementHere& element, const BeltLaw& law, double unstretched) const {
    double softness = 0;
    for (const Index node : element.node) {
      const double its = effective_mass[node] > 0 ? effective_mass[node] : mass[node];
      if (its > 0) softness += 2 / its;
    }
    return law.slope / unstretched * softness * last_dt * last_dt > largest_square;
  }
};

struct BeltWork {
  static constexpr const char* name = "work of belts";
  using Sums = WorkSums;
  const BeltElementHere* elements;
  const BeltElementState* states;
  WorkRows work;
  CRUMPLE_INLINE void operator()(std::size_t e, Sums& sums) const {
    work.add(states[e].force, elements[e].node[0], sums);
    work.add(-states[e].force, elements[e].node[1], sums);
  }
};

using BeltLoops = kernels::Loops<AddBeltForces, BeltWork>;

}  // namespace crumple
