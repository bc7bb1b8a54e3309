#include "physics/joints/belts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "base/loops.hpp"
#include "base/profile.hpp"
#include "physics/state/difference_tangent.hpp"
#include "physics/state/integrate.hpp"

namespace crumple {
namespace {

BeltSensorHere sensor_here(const BeltSensor& sensor, const std::vector<Retractor>& retractors) {
  const bool is_of_payout = sensor.kind == BeltSensor::Kind::payout;
  BeltSensorHere here{BeltSensorHere::Kind(sensor.kind), {none, none},
                      is_of_payout ? retractors[std::size_t(sensor.axis)].element : sensor.axis,
                      sensor.limit, sensor.least, sensor.duration};
  std::ranges::copy(sensor.nodes, here.node);
  return here;
}

RetractorHere retractor_here(const Retractor& retractor, RunStore& store) {
  const auto sensors = [&](const std::vector<int>& of) {
    return RetractorHere::Sensors{store.keep(std::span<const int>(of)), of.size()};
  };
  const Pretensioner& device = retractor.pretensioner;
  return {retractor.element,
          sensors(retractor.sensors),
          retractor.delay,
          retractor.pull,
          store.keep(retractor.loading),
          store.keep(retractor.unloading),
          RetractorHere::Pull(device.kind),
          sensors(device.sensors),
          device.delay,
          device.limit,
          store.keep(device.curve)};
}

}  // namespace

Belts::Belts(const StepState& s, const Column& effective_mass)
    : belts_(s.domain.model.belts), effective_mass_(effective_mass) {
  std::array<std::int64_t, 1> count{std::int64_t(belts_.size())};
  s.world.sum(std::span<std::int64_t>(count));
  n_belts_ = count[0];
  if (belts_.empty()) return;
  for (const Material& material : s.domain.model.materials) {
    const auto* law = material.law.as<MaterialSeatbelt>();
    BeltLaw& here = laws_.emplace_back();
    if (law) here = {store_.law(*law), std::max(steepest_slope(law->loading), steepest_slope(law->unloading))};
  }
  for (const Belt& belt : belts_) add_belt(s.domain.model, belt);
  now_.slips.resize(rings_.size());
  now_.retractors.resize(retractors_.size());
  now_.sensors.resize(sensors_.size());
}

void Belts::add_belt(const Model& model, const Belt& belt) {
  const auto after = [](const auto& all, const auto& more) {
    return BeltHere::Range{all.size(), all.size() + more.size()};
  };
  here_.push_back({after(elements_, belt.elements), after(rings_, belt.rings), after(retractors_, belt.retractors),
                   after(sensors_, belt.sensors)});
  const auto& start = model.nodes.position;
  for (const BeltElement& element : belt.elements) {
    const auto [first, last] = element.nodes;
    elements_.push_back({{first, last}, element.material});
    now_.elements.emplace_back().unstretched =
        norm(start[std::size_t(last)] - start[std::size_t(first)]) + element.slack;
  }
  for (const SlipRing& ring : belt.rings)
    rings_.push_back({{ring.elements[0], ring.elements[1]}, ring.node, ring.friction, ring.lock_time, ring.way});
  for (const Retractor& retractor : belt.retractors) retractors_.push_back(retractor_here(retractor, store_));
  for (const BeltSensor& sensor : belt.sensors) sensors_.push_back(sensor_here(sensor, belt.retractors));
}

void Belts::note_failures(const StepState& s) {
  static constexpr std::pair<unsigned, const char*> reasons[] = {
      {BeltElementState::has_slid_through,
       "it has slid through its slip ring down to LMIN, and elements do not follow each other through a ring; expected "
       "a longer element"},
      {BeltElementState::is_drawn_in,
       "its pretensioner has drawn it in down to LMIN; expected a longer element at the retractor"},
      {BeltElementState::is_too_stiff,
       "its curves are too stiff for the time step; expected longer or heavier elements (MPUL) or a smaller step "
       "(TSSFAC)"}};
  for (std::size_t b = 0; b < belts_.size(); ++b)
    for (std::size_t e = 0; e < belts_[b].elements.size(); ++e)
      for (const auto& [reason, what] : reasons)
        if (now_.elements[here_[b].elements.first + e].failure & reason)
          failure_.note(fmt::format("belt element {} at time {:.6g}, cycle {}: {}", belts_[b].elements[e].id,
                                    s.clock.time, s.clock.cycle, what));
}

AddBeltForces Belts::loop(const StepState& s, const NodeState& nodes, Memory& memory, double last_dt) const {
  return {here_.data(),
          elements_.data(),
          laws_.data(),
          rings_.data(),
          retractors_.data(),
          sensors_.data(),
          memory.elements.data(),
          memory.slips.data(),
          memory.retractors.data(),
          memory.sensors.data(),
          s.clock.time,
          s.clock.dt_previous,
          last_dt,
          rows_at(nodes.position),
          rows_at(nodes.velocity),
          s.nodes.mass.data(),
          effective_mass_.data(),
          sums_at(nodes.force),
          s.domain.quanta.force};
}

void Belts::add_local_forces(StepState& s) {
  if (belts_.empty()) return;
  Profile::Scope scope(phase<"belts", Stage::forces>);
  sum_later(loop(s, s.nodes, now_, s.clock.last_dt()), here_.size(), [this, &s](double n_failed) {
    if (n_failed > 0) note_failures(s);
  });
}

void Belts::begin_static_step(StepState&) {
  if (is_in_static_step_) now_ = at_start_;
  at_start_ = now_;
  is_in_static_step_ = true;
}

/// A step of any size: no element is too stiff for it.
void Belts::add_static_forces(StepState& s, double) {
  if (belts_.empty()) return;
  now_ = at_start_;
  sum_loop(loop(s, s.nodes, now_, 0), here_.size());
}

void Belts::end_static_step(StepState& s) {
  const auto n_failed = std::ranges::count_if(now_.elements, [](const BeltElementState& e) { return e.failure != 0; });
  if (n_failed > 0) note_failures(s);
  is_in_static_step_ = false;
}

void Belts::add_tangents(const StepState& s, double, const TakeTangent& take) const {
  constexpr double increment = 1e-6;  // of the mean unstretched length
  if (belts_.empty()) return;
  const Memory& memory = is_in_static_step_ ? at_start_ : now_;
  NodeState moved(s.nodes.count());
  Kokkos::deep_copy(moved.position, s.nodes.position);
  Kokkos::deep_copy(moved.velocity, s.nodes.velocity);
  for (std::size_t b = 0; b < belts_.size(); ++b) {
    std::vector<Index> nodes;
    double length = 0;
    for (std::size_t e = here_[b].elements.first; e < here_[b].elements.last; ++e) {
      nodes.insert(nodes.end(), std::begin(elements_[e].node), std::end(elements_[e].node));
      length += memory.elements[e].unstretched / double(belts_[b].elements.size());
    }
    std::ranges::sort(nodes);
    nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
    const auto move = [&](Index node, int c, double way) {
      moved.position(node, c) = s.nodes.position(node, c) + way;
    };
    const auto forces = [&] {
      Memory trial = memory;
      AddBeltForces step = loop(s, moved, trial, 0);
      step.quantum = Quantum(0x1p-1000);  // not rounded
      double n_failed = 0;
      clear_forces(moved);
      step(b, n_failed);
      std::vector<Vec3> on_nodes;
      for (const Index node : nodes) on_nodes.push_back(row(moved.force, node));
      return on_nodes;
    };
    take(difference_tangent(nodes, increment * length, move, forces));
  }
}

void Belts::enter_work(StepState& s) {
  const HalfSteps half(s.clock);
  s.ledger.sliding += std::exchange(ahead_, {});
  sum_later(BeltWork{elements_.data(), now_.elements.data(),
                     {rows_at(s.before.velocity), rows_at(s.nodes.velocity), half.before, half.after,
                      s.domain.quanta.energy}},
            elements_.size(), [this, &s](const WorkSums& work) {
              s.ledger.sliding += -work.before;
              ahead_ = -work.after;
            });
}

void Belts::add_rows(std::vector<BeltRow>& rows) const {
  for (std::size_t b = 0; b < belts_.size(); ++b) {
    const Belt& belt = belts_[b];
    const BeltHere& here = here_[b];
    const BeltElementState* const states = now_.elements.data() + here.elements.first;
    for (std::size_t e = 0; e < belt.elements.size(); ++e)
      rows.push_back({BeltRow::Kind::element, belt.elements[e].id, states[e].tension, states[e].length});
    for (std::size_t r = 0; r < belt.rings.size(); ++r) {
      const auto& [into_second, into_first] = now_.slips[here.rings.first + r];
      rows.push_back({BeltRow::Kind::ring, belt.rings[r].id, into_second, into_first});
    }
    for (std::size_t r = 0; r < belt.retractors.size(); ++r)
      rows.push_back({BeltRow::Kind::retractor, belt.retractors[r].id,
                      now_.retractors[here.retractors.first + r].pulled_out,
                      states[belt.retractors[r].element].tension});
  }
}

void Belts::archive(StateArchive& a, StepState&) {
  a.sum(ahead_);
  a.records("belts", numbered(belts_, n_belts_), [&](std::size_t b, Fields& fields) {
    const auto each = [](auto& all, const BeltHere::Range& range, const auto& use) {
      for (std::size_t i = range.first; i < range.last; ++i) use(all[i]);
    };
    each(now_.elements, here_[b].elements, [&](BeltElementState& state) { fields(state.unstretched, state.shift); });
    each(now_.slips, here_[b].rings, [&](auto& slip) { fields(slip); });
    each(now_.retractors, here_[b].retractors, [&](RetractorState& state) { fields(state); });
    each(now_.sensors, here_[b].sensors, [&](SensorState& state) { fields(state); });
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
