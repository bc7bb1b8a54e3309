// Stoppers of rigid bodies in static steps: springs with the stiffness of penalties, which push a body back from bounds
// that it has passed. In explicit steps they bound the velocity (rigid_bodies.cpp).
#include <algorithm>

#include "physics/bodies/rigid_bodies.hpp"

namespace crumple {

RigidBodies::Stop RigidBodies::stop_of(const Model& model, std::size_t stopper, double time) const {
  const BodyStopper& given = model.body_stoppers[stopper];
  const auto k = find_here(given.body);
  if (!k || !bodies_[*k].answers || time < given.birth || time >= given.death) return {};
  Stop stop{nodes_[bodies_[*k].first]};
  const double place = dot(motions_[*k].position, given.direction), start = dot(bodies_[*k].start, given.direction);
  const auto beyond = [&](Index curve, bool is_place) {
    return place - (is_place ? 0 : start) - model.curves[std::size_t(curve)].evaluate(time);
  };
  if (given.most != none) stop.beyond = std::max(beyond(given.most, given.most_is_place), 0.0);
  if (given.least != none) stop.beyond += std::min(beyond(given.least, given.least_is_place), 0.0);
  if (stop.beyond != 0) stop.bound = stop.beyond > 0 ? given.most : given.least;
  return stop;
}

void RigidBodies::find_stops(const Model& model, double time) {
  stops_.clear();
  for (std::size_t i = 0; i < model.body_stoppers.size(); ++i) stops_.push_back(stop_of(model, i, time));
}

/// At the body's node, which its displacement and rotation move.
void RigidBodies::add_tangents(const StepState& s, double stiffness, const TakeTangent& take) const {
  const Model& model = s.domain.model;
  if (model.implicit.n_modes > 0) return;
  for (std::size_t i = 0; i < stops_.size(); ++i) {
    const Stop& stop = stops_[i];
    if (stop.node == none || stop.beyond == 0) continue;
    const BodyStopper& given = model.body_stoppers[i];
    const Vec3 arm = motion(given.body).position - row(s.nodes.position, stop.node);
    const Vec3 by_turn = cross(arm, given.direction);
    double rate[6];
    for (int c = 0; c < 3; ++c) rate[c] = given.direction[c], rate[3 + c] = by_turn[c];
    Tangent tangent{std::span(&stop.node, 1), 6, std::vector<double>(36)};
    for (std::size_t a = 0; a < 6; ++a)
      for (std::size_t b = 0; b < 6; ++b) tangent.at(a, b) = stiffness * (rate[a] * rate[b]);
    take(tangent);
  }
}

void RigidBodies::add_static_forces(StepState& s, double stiffness) {
  const Model& model = s.domain.model;
  if (model.body_stoppers.empty()) return;
  find_stops(model, s.clock.time);
  for (std::size_t i = 0; i < stops_.size(); ++i) {
    Stop& stop = stops_[i];
    if (stop.node == none || stop.beyond == 0) continue;
    const BodyStopper& given = model.body_stoppers[i];
    stop.force = -stiffness * stop.beyond;
    const Vec3 force = stop.force * given.direction;
    const Vec3 arm = motion(given.body).position - row(s.nodes.position, stop.node);
    add_row(s.nodes.force, stop.node, rounded(force, s.domain.quanta.force));
    add_row(s.nodes.moment, stop.node, rounded(cross(arm, force), s.domain.quanta.moment));
  }
}

/// The motion of a bound does work on the body through the spring, by the trapezoidal rule.
void RigidBodies::end_static_step(StepState& s) {
  const auto work_of = [&](const Stop& stop) {
    if (stop.bound == none) return 0.0;
    const Curve& bound = s.domain.model.curves[std::size_t(stop.bound)];
    return 0.5 * stop.force * (bound.evaluate(s.clock.time + s.clock.dt) - bound.evaluate(s.clock.time));
  };
  for (const std::vector<Stop>* stops : {&stops_at_start_, &stops_})
    for (const Stop& stop : *stops) {
      const double work = work_of(stop);
      s.ledger.external_work.add(work);
      s.ledger.sliding.add(work);
    }
  stops_at_start_ = stops_;
}

}  // namespace crumple
