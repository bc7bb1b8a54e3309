#include "physics/conditions/airbags.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.hpp"
#include "base/profile.hpp"

namespace crumple {
namespace {

/// Of the skin's nodes at t = 0, over all ranks.
struct Box {
  Vec3 low{1e300, 1e300, 1e300}, high{-1e300, -1e300, -1e300};
};

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

/// Of the four triangles about the face's middle, with `centre` as the tip [length^3]: what area_of times a third of
/// the middle's height is.
double volume_under(const Rows& x, const std::array<Index, 4>& nodes, const Vec3& centre) {
  const int n = n_corners(nodes);
  Vec3 middle;
  for (int k = 0; k < n; ++k) middle += (1.0 / n) * (row(x, nodes[std::size_t(k)]) - centre);
  return dot(middle, area_of(x, nodes)) / 3;
}

}  // namespace

Airbags::Airbags(StepState& s)
    : model_(s.domain.model),
      sums_(s.world.collective({Operation::sum, std::vector<std::size_t>(model_.airbags.size(), 2)})) {
  if (model_.airbags.empty()) return;
  const std::vector<Box> boxes = boxes_of_bags(s.world, model_);
  for (std::size_t b = 0; b < model_.airbags.size(); ++b) {
    const Airbag& bag = model_.airbags[b];
    const double size = norm(boxes[b].high - boxes[b].low);
    skins_.push_back({0.5 * (boxes[b].low + boxes[b].high), Quantum::for_largest(64 * size * size * size),
                      Quantum::for_largest(64 * size * size), 1});
    bags_.emplace_back(model_, bag);
    for (const auto& segment : bag.segments) faces_.add(segment, b);
  }
  start_sums(s.nodes);
  sums_->finish();
  for (std::size_t b = 0; b < bags_.size(); ++b) {
    const double volume = sums_->values[2 * b];
    if (volume < 0) skins_[b].outward = -1;
    const Airbag& bag = model_.airbags[b];
    bags_[b].fill(std::abs(volume), sums_->values[2 * b + 1]);
    if (!(bags_[b].state().volume > 0) && bag.kind != AirbagKind::load_curve)
      throw Error(fmt::format("airbag {}: its skin encloses no volume at the start, which its law needs", bag.id));
  }
}

void Airbags::start_sums(const NodeState& nodes) {
  for (std::size_t b = 0; b < skins_.size(); ++b) {
    double volume = 0, area = 0;
    for (const auto& segment : model_.airbags[b].segments) {
      volume += skins_[b].volume.round(volume_under(nodes.position, segment, skins_[b].centre));
      area += skins_[b].area.round(norm(area_of(nodes.position, segment)));
    }
    sums_->values[2 * b] = volume;
    sums_->values[2 * b + 1] = area;
  }
  sums_->start();
}

void Airbags::begin_step(StepState& s) {
  if (skins_.empty()) return;
  Profile::Scope scope(phase<"airbags">);
  start_sums(s.nodes);
}

void Airbags::add_partial_forces(StepState& s) {
  if (skins_.empty()) return;
  Profile::Scope scope(phase<"airbags">);
  sums_->finish();
  std::vector<double> pressure;
  for (std::size_t b = 0; b < skins_.size(); ++b) {
    const Skin& skin = skins_[b];
    const double volume = skin.outward * sums_->values[2 * b];
    require_exact(volume, skin.volume, "airbag", model_.airbags[b].id);
    if (!(volume > 0) && model_.airbags[b].kind != AirbagKind::load_curve)
      throw Error(
          fmt::format("airbag {}: its volume has become {}, expected a positive one", model_.airbags[b].id, volume));
    bags_[b].advance(s.clock.time, s.clock.cycle == 0 ? 0 : s.clock.dt_previous, volume, sums_->values[2 * b + 1]);
    pressure.push_back(-skin.outward * bags_[b].pressure_on_skin());
  }
  faces_.add_forces(s, pressure);
}

void Airbags::account(StepState& s) {
  if (skins_.empty()) return;
  Profile::Scope scope(phase<"airbags">);
  HalfStepWork external{s.domain.quanta.energy, HalfSteps(s.clock)};
  faces_.add_work(s, external);
  s.ledger.external_work += ahead_.external;
  s.ledger.external_work += external.before;
  ahead_.external = external.after;
}

void Airbags::archive(StateArchive& a, StepState&) {
  for (GasBag& bag : bags_) a.same(bag.state());
  a.sums(ahead_.external);
}

void Airbags::add_rows(std::vector<BagState>& rows) const {
  for (const GasBag& bag : bags_) rows.push_back(bag.state());
}

}  // namespace crumple
