#include "physics/conditions/airbags.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "base/box.hpp"
#include "base/error.hpp"
#include "base/loops.hpp"
#include "base/profile.hpp"
#include "comm/together.hpp"

namespace crumple {
namespace {

/// Bounding boxes of the bags' surfaces at t = 0, over all ranks.
std::vector<Box> boxes_of_bags(const World& world, const Model& model) {
  std::vector<double> bounds(6 * model.airbags.size(), -1e300);
  for (std::size_t b = 0; b < model.airbags.size(); ++b)
    for (const auto& segment : model.airbags[b].segments)
      for (const Index node : segment) {
        const Vec3& x = model.nodes.position[node];
        for (int c = 0; c < 3; ++c) {
          double* at = &bounds[6 * b + std::size_t(c)];
          at[0] = std::max(at[0], x[c]);
          at[3] = std::max(at[3], -x[c]);
        }
      }
  world.max(bounds);
  std::vector<Box> boxes;
  for (std::size_t b = 0; b < model.airbags.size(); ++b) {
    const double* at = &bounds[6 * b];
    boxes.push_back({{-at[3], -at[4], -at[5]}, {at[0], at[1], at[2]}});
  }
  return boxes;
}

}  // namespace

Airbags::Airbags(StepState& s) : model_(s.domain.model) {
  find_followed(s.world);
  sums_ = std::make_unique<HolderSums>(s.world, std::vector<std::size_t>(model_.airbags.size(), 2), followed_,
                                       HolderSums::To::holders, s.world.transport());
  if (model_.airbags.empty()) return;
  const std::vector<Box> boxes = boxes_of_bags(s.world, model_);
  for (std::size_t b = 0; b < model_.airbags.size(); ++b) {
    const Airbag& bag = model_.airbags[b];
    const double size = norm(boxes[b].size());
    skins_.push_back({0.5 * (boxes[b].low + boxes[b].high), Quantum::for_largest(64 * size * size * size),
                      Quantum::for_largest(64 * size * size), 1, {}});
    bags_.emplace_back(model_, bag);
    for (const auto& segment : bag.segments) {
      faces_.add(segment, b);
      skins_[b].nodes.insert(skins_[b].nodes.end(), segment.begin(), segment.end());
    }
  }
  start_sums(s.nodes);
  sums_->finish();
  together(s.world, [&] {
    for (std::size_t k = 0; k < followed_.size(); ++k) {
      const std::size_t b = std::size_t(followed_[k]);
      const double volume = sums_->of(k)[0];
      if (volume < 0) skins_[b].outward = -1;
      const Airbag& bag = model_.airbags[b];
      bags_[b].fill(std::abs(volume), sums_->of(k)[1]);
      if (!(bags_[b].state().volume > 0) && bag.kind != AirbagKind::load_curve)
        throw Error(fmt::format("airbag {}: its skin encloses no volume at the start, which its law needs", bag.id));
    }
  });
}

void Airbags::find_followed(const World& world) {
  std::vector<double> first(model_.airbags.size(), world.size());
  for (std::size_t b = 0; b < first.size(); ++b)
    if (!model_.airbags[b].segments.empty()) {
      followed_.push_back(Index(b));
      first[b] = world.rank();
    }
  if (!first.empty()) world.min(first);
  for (const Index b : followed_)
    if (first[b] == world.rank()) answered_.push_back(b);
}

void Airbags::start_sums(const NodeState& nodes) {
  for (std::size_t k = 0; k < followed_.size(); ++k) {
    const std::size_t b = std::size_t(followed_[k]);
    const Skin& skin = skins_[b];
    const BagSize size = sum_loop(
        SumBagSize{skin.nodes.data(), skin.centre, skin.volume, skin.area, rows_at(nodes.position)},
        skin.nodes.size() / 4);
    SumShare share = sums_->share(k);
    for (const Rounded& sum : {size.volume, size.area}) share.put(sum);
  }
  sums_->start();
}

void Airbags::begin_step(StepState& s) {
  if (skins_.empty()) return;
  Profile::Scope scope(phase<"airbags">);
  start_sums(s.nodes);
}

void Airbags::add_local_forces(StepState& s) {
  if (skins_.empty()) return;
  Profile::Scope scope(phase<"airbags">);
  sums_->finish();
  failure_.keep([&] {
    for (std::size_t k = 0; k < followed_.size(); ++k) advance(std::size_t(followed_[k]), sums_->of(k), s.clock);
  });
  std::vector<double> pressure(bags_.size(), 0.0);  // other bags have no faces here
  for (const Index b : followed_) pressure[b] = pressure_on_face(std::size_t(b));
  faces_.add_forces(s, pressure);
}

void Airbags::advance(std::size_t b, std::span<const double> sums, const Clock& clock) {
  const Skin& skin = skins_[b];
  const double volume = skin.outward * sums[0];
  require_exact(volume, skin.volume, "airbag", model_.airbags[b].id);
  if (!(volume > 0) && model_.airbags[b].kind != AirbagKind::load_curve)
    throw Error(
        fmt::format("airbag {}: its volume has become {}, expected a positive one", model_.airbags[b].id, volume));
  bags_[b].advance(clock.time, clock.cycle == 0 ? 0 : clock.dt_previous, volume, sums[1]);
}

void Airbags::begin_static_step(StepState&) {
  if (is_in_static_step_) bags_ = bags_at_start_;
  bags_at_start_ = bags_;
  is_in_static_step_ = true;
}

void Airbags::add_static_forces(StepState& s, double) {
  if (skins_.empty()) return;
  start_sums(s.nodes);
  sums_->finish();
  bags_ = bags_at_start_;
  std::vector<double> pressure(bags_.size(), 0.0);
  for (std::size_t k = 0; k < followed_.size(); ++k) {
    const std::size_t b = std::size_t(followed_[k]);
    const double volume = skins_[b].outward * sums_->of(k)[0];
    const bool has_state = volume > 0 || model_.airbags[b].kind == AirbagKind::load_curve;
    if (has_state) bags_[b].advance(s.clock.time, s.clock.dt_previous, volume, sums_->of(k)[1]);
    pressure[b] = has_state ? pressure_on_face(b) : std::numeric_limits<double>::quiet_NaN();
  }
  faces_.add_forces(s, pressure);
}

/// The work of the gas is external, by the trapezoidal rule; static steps have entered that of springs.
void Airbags::end_static_step(StepState& s) {
  for (const Index number : answered_) {
    const auto b = std::size_t(number);
    const GasBag &before = bags_at_start_[b], &after = bags_[b];
    const double grown = (after.state().volume - before.state().volume) / model_.airbags[b].volume_scale;
    const double work = 0.5 * (before.pressure_on_skin() + after.pressure_on_skin()) * grown;
    s.ledger.external_work.add(work);
    s.ledger.sliding.add(work);
  }
  is_in_static_step_ = false;
}

void Airbags::enter_work(StepState& s) {
  if (skins_.empty()) return;
  Profile::Scope scope(phase<"airbags">);
  s.ledger.external_work += std::exchange(ahead_.external, {});
  faces_.enter_work(s, ahead_.external);
}

void Airbags::archive(StateArchive& a, StepState& s) {
  std::vector<std::uint8_t> knows(bags_.size(), 0);
  for (const Index b : followed_) knows[std::size_t(b)] = 1;
  const Numbered bags = a.is_loading() ? all_of(bags_.size()) : known_by(s.world, knows);
  a.records("airbags", bags,
            [&](std::size_t i, Fields& fields) { fields(bags_[std::size_t(bags.number[i])].state()); });
  a.sums(ahead_.external);
}

void Airbags::add_rows(std::vector<BagState>& rows) const {
  for (const Index b : answered_) rows.push_back(bags_[b].state());
}

namespace {

double largest_of(const Model& model, const CurveOr& number) {
  return number.curve == none ? std::abs(number.constant) : largest_value(model, number.curve);
}

/// Upper bound of the pressure on a bag: for a law its value with a tenth of its volume; else all gas that may flow in,
/// hot, in a thousandth of the model's box (sums have a margin of 128).
double largest_pressure(const Model& model, const Airbag& bag, double extent) {
  double pressure = bag.ambient_pressure + 32 * bag.initial_pressure + 16 * largest_of(model, bag.pressure);
  if (bag.over_volume != none) pressure += largest_value(model, bag.over_volume);
  if (bag.gas.inflow != none) {
    const double energy = bag.gas.cp * largest_of(model, bag.gas.inflow_temperature) *
                          largest_value(model, bag.gas.inflow) * model.control.end_time;
    pressure += 0.4 * energy / (1e-3 * extent * extent * extent);
  }
  return bag.pressure_scale * pressure;
}

}  // namespace

void Airbags::bound_forces(const Model& model, ModelExtremes& e) {
  for (const Airbag& bag : model.airbags)
    e.add_load(largest_pressure(model, bag, e.extent) * e.length * e.length, bag.segments.size());
}

}  // namespace crumple
