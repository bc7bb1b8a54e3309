#include "physics/bodies/sensor_watch.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "base/loops.hpp"
#include "physics/bodies/joints.hpp"
#include "physics/contact/contact_force.hpp"
#include "physics/state/bag_state.hpp"
#include "physics/walls/wall_force.hpp"

namespace crumple {
namespace {

constexpr double nothing = std::numeric_limits<double>::lowest();
constexpr Vec3 unknown{nothing, nothing, nothing};

/// How many vectors a sensor measures.
std::size_t n_vectors(const Sensor& sensor) {
  if (sensor.kind == Sensor::Kind::calculation) return 0;
  return sensor.is_difference ? 2 : 1;
}

/// Along its direction, or the length.
double number_of(const Sensor& sensor, const Vec3& vector) {
  const bool is_pressure = sensor.kind == Sensor::Kind::force && sensor.force.source == Sensor::OfForce::Source::bag;
  if (sensor.kind == Sensor::Kind::element || is_pressure) return vector.x;
  return sensor.direction == Vec3{} ? norm(vector) : dot(vector, sensor.direction);
}

double calculate(const Sensor& sensor, std::span<const double> numbers) {
  using enum Sensor::Operation;
  double result = sensor.operation == product ? 1 : 0;
  for (std::size_t i = 0; i < sensor.operands.size(); ++i) {
    const auto& [place, is_inverse] = sensor.operands[i];
    const double value = numbers[std::size_t(place)], size = std::abs(value), sign = is_inverse ? -1 : 1;
    const bool is_first = i == 0;
    switch (sensor.operation) {
      case sum:
      case absolute_sum: result += sign * value; break;
      case product: is_inverse ? result /= value : result *= value; break;
      case least: result = is_first ? value : std::min(result, value); break;
      case largest: result = is_first ? value : std::max(result, value); break;
      case least_size: result = is_first ? size : std::min(result, size); break;
      case largest_size: result = is_first ? size : std::max(result, size); break;
      case squares:
      case root_of_squares: result += sign * value * value; break;
      case roots: result += sign * std::sqrt(value); break;
    }
  }
  if (sensor.operation == absolute_sum) return std::abs(result);
  return sensor.operation == root_of_squares ? std::sqrt(result) : result;
}

}  // namespace

SensorWatch::SensorWatch(const Domain& domain, const RigidBodies& bodies, const Elements& elements)
    : domain_(domain),
      sensors_(domain.model.sensors),
      bodies_(bodies),
      elements_(elements),
      states_(domain.model.sensors.any() ? domain.model.sensors.switches.size() : 0) {}

std::vector<std::size_t> SensorWatch::widths(Reduction reduction) const {
  if (reduction != Reduction::step || states_.empty()) return {};
  std::size_t count = 0;
  for (const Sensor& sensor : sensors_.sensors) count += 3 * n_vectors(sensor);
  return count > 0 ? std::vector<std::size_t>{count} : std::vector<std::size_t>{};
}

Vec3 SensorWatch::vector_of_element(const Sensor::OfElement& sensor) const {
  for (const auto& family : elements_.families) {
    if (family->kind() != sensor.kind) continue;
    const Index e = family->find(sensor.id);
    if (e == none) continue;
    if (sensor.is_failure) {
      const auto& alive = sensor.kind == SectionKind::shell ? elements_.status.shell_alive
                                                            : elements_.status.solid_alive;
      return {alive[std::size_t(e)] != 0 ? 0.0 : 1.0, 0, 0};
    }
    const ElementStress stress = family->stress(e);
    const std::size_t component = std::size_t(sensor.component);
    if (!stress.points.empty()) {
      const PointStress& point = sensor.at_top ? stress.points.back() : stress.points.front();
      return {sensor.scale * point.stress[component], 0, 0};
    }
    return {component < stress.resultants.size() ? sensor.scale * stress.resultants[component] : 0.0, 0, 0};
  }
  return unknown;
}

namespace {

/// The first row of that number; null if this rank has none.
template <class Row> std::optional<Row> row_of(const std::vector<const Source*>& sources, Id Row::* number, Id id) {
  std::vector<Row> rows;
  collect<Row>(sources, rows);
  const auto found = std::ranges::find(rows, id, number);
  return found == rows.end() ? std::nullopt : std::optional<Row>(*found);
}

}  // namespace

/// At t(n). Joints and bags are known to one rank, the sums of contacts and walls to root.
Vec3 SensorWatch::vector_of_force(const Sensor::OfForce& sensor, const World& world) const {
  using enum Sensor::OfForce::Source;
  if (sensor.source == bag) {
    const auto row = row_of(sources_, &BagState::bag, sensor.id);
    return row ? Vec3{row->pressure, 0, 0} : unknown;
  }
  if (sensor.source == joint) {
    const auto row = row_of(sources_, &JointForce::joint, sensor.id);
    return !row ? unknown : sensor.is_moment ? row->moment : row->force;
  }
  if (!world.is_root()) return unknown;
  if (sensor.source == contact) {
    const auto row = row_of(sources_, &ContactForce::contact, sensor.id);
    return row ? row->a : Vec3();
  }
  const auto row = row_of(sources_, &WallForce::wall, sensor.id);
  return row ? row->force : Vec3();
}

/// At t(n) of a node; after its step, of a body.
Vec3 SensorWatch::vector_of(const Sensor& sensor, Index node, const StepState& s) const {
  using enum Sensor::Kind;
  if (sensor.kind == element) return vector_of_element(sensor.element);
  if (sensor.kind == force) return vector_of_force(sensor.force, s.world);
  if (sensor.kind == displacement) {
    if (!std::ranges::binary_search(bodies_.here(), sensor.body)) return unknown;
    const RigidBodies::Body& body = bodies_.body(sensor.body);
    return body.answers ? bodies_.motion(sensor.body).position - body.start : unknown;
  }
  if (node == none || !domain_.owns_node[node]) return unknown;
  if (sensor.kind == place) return row(s.nodes.position, node);
  const Vec3 before = row(s.before.velocity, node), after = row(s.nodes.velocity, node);
  if (sensor.kind == acceleration) return (1 / s.clock.dt_mid()) * (after - before);
  const double share = share_at_output(s.clock);
  return (1 - share) * before + share * after;
}

void SensorWatch::put_maxima(StepState& s, std::span<double> values) {
  if (!sensors_.sensors.empty()) wait_for_device();
  auto to = values.begin();
  for (const Sensor& sensor : sensors_.sensors)
    for (std::size_t i = 0; i < n_vectors(sensor); ++i) {
      const Vec3 vector = vector_of(sensor, sensor.nodes[i], s);
      to = std::copy_n(&vector.x, 3, to);
    }
  time_ = s.clock.time;
  cycle_ = s.clock.cycle;
}

/// [sensor]
std::vector<double> SensorWatch::numbers(std::span<const double> values) const {
  std::vector<double> all;
  std::size_t next = 0;
  const auto vector = [&] {
    const Vec3 v{values[next], values[next + 1], values[next + 2]};
    next += 3;
    return v;
  };
  for (const Sensor& sensor : sensors_.sensors) {
    if (sensor.kind == Sensor::Kind::calculation) {
      all.push_back(calculate(sensor, all));
      continue;
    }
    const Vec3 first = vector();
    all.push_back(number_of(sensor, sensor.is_difference ? first - vector() : first));
  }
  return all;
}

void SensorWatch::watch(const SensorSwitch& its, double number, SwitchState& state) const {
  if (state.time < never) return;
  if (!(its.if_below ? number < its.limit : number > its.limit)) {
    state.since = never;
    return;
  }
  state.since = std::min(state.since, time_);
  if (time_ - state.since < its.duration) return;
  state.time = time_ + its.delay;
  state.cycle = cycle_;
}

void SensorWatch::take(Reduction reduction, StepState&, std::span<const double> values) {
  if (reduction != Reduction::step) return;
  const std::vector<double> measured = numbers(values);
  for (std::size_t k = 0; k < states_.size(); ++k)
    if (const SensorSwitch& its = sensors_.switches[k]; its.kind == SensorSwitch::Kind::sensor)
      watch(its, measured[std::size_t(its.sensor)], states_[k]);
}

std::vector<double> SensorWatch::switched_at(const Clock& now) const {
  std::vector<double> times;
  for (const SwitchState& state : states_) times.push_back(now.cycle >= state.cycle + 2 ? state.time : never);
  return times;
}

bool SensorWatch::changes_model(const Clock& now) const {
  if (states_.empty()) return false;
  const std::vector<double> times = switched_at(now);
  const auto differs = [&](const SensorControl& control) {
    const OnTimes known = sensors_.times_of(control, sensors_.switched), on = sensors_.times_of(control, times);
    return known.from != on.from || known.to != on.to;
  };
  return std::ranges::any_of(sensors_.controls, differs);
}

std::string SensorWatch::reason_to_end(const Clock& now) const {
  if (states_.empty()) return {};
  const std::vector<double> times = switched_at(now);
  for (const SensorEnd& end : sensors_.ends)
    if (now.time >= sensors_.time_of(end.place, times)) return end.reason;
  return {};
}

void SensorWatch::archive(StateArchive& a, StepState&) { a.same(states_); }

}  // namespace crumple
