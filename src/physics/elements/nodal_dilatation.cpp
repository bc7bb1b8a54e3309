#include "physics/elements/nodal_dilatation.hpp"

#include <algorithm>

#include "base/loops.hpp"
#include "base/profile.hpp"
#include "physics/state/sub_plan.hpp"

namespace crumple {
namespace {

constexpr std::size_t grain = 500;  // solids or nodes that are worth waking a thread for

}  // namespace

bool has_averaged_volumes(const Model& model) {
  return std::ranges::any_of(model.parts, [&](const Part& part) {
    if (part.section == none) return false;
    const Section& section = model.sections[std::size_t(part.section)];
    return section.kind == SectionKind::solid && section.element_form == 13;
  });
}

NodalDilatation::NodalDilatation(const World& world, const Domain& domain, const Column& dilatation)
    : dilatation_(dilatation) {
  const Model& model = domain.model;
  if (!has_averaged_volumes(model)) return;
  sums_ = Rows("nodal volumes", std::size_t(model.nodes.count()));
  for (std::size_t s = 0; s < model.solids.size(); ++s) {
    if (!model.has_averaged_volume(model.solids[s])) continue;
    const auto& n = model.solids[s].nodes;
    solids_.push_back(Index(s));
    corners_.push_back({n[0], n[1], n[2], n[4]});
  }
  changes_.resize(solids_.size());
  std::vector<std::pair<Index, std::int32_t>> pairs;
  for (std::size_t i = 0; i < corners_.size(); ++i)
    for (const Index node : corners_[i]) pairs.emplace_back(node, std::int32_t(i));
  std::vector<Index> nodes;
  for (const auto& corners : corners_) nodes.insert(nodes.end(), corners.begin(), corners.end());
  plan_ = sub_plan(world, domain, nodes);
  halo_ = std::make_unique<HaloExchange>(world, plan_);
  for (const Neighbour& neighbour : plan_.neighbours)
    for (const Index node : neighbour.nodes) pairs.emplace_back(node, -1);
  std::ranges::sort(pairs);
  for (const auto& [node, solid] : pairs) {
    if (nodes_.empty() || nodes_.back() != node) {
      nodes_.push_back(node);
      around_.add_row();
    }
    if (solid >= 0) around_.push_back(solid);
  }
}

/// On the geometry at mid-step, as in the kernel.
NodalDilatation::Change NodalDilatation::change_of(std::size_t solid, StepState& s) const {
  if (!s.status.solid_alive[std::size_t(solids_[solid])]) return {};
  const auto& corners = corners_[solid];
  const double dt = s.clock.dt_previous;
  std::array<Vec3, 3> x, v;
  for (std::size_t k = 0; k < 3; ++k) {
    v[k] = row(s.nodes.velocity, corners[k + 1]) - row(s.nodes.velocity, corners[0]);
    x[k] = row(s.nodes.position, corners[k + 1]) - row(s.nodes.position, corners[0]) - (0.5 * dt) * v[k];
  }
  const Vec3 n2 = cross(x[1], x[2]), n3 = cross(x[2], x[0]), n4 = cross(x[0], x[1]);
  const double volume = dot(x[0], n2);
  if (!(volume > 0)) return {};  // the kernel reports it
  const Quantum& quantum = s.domain.quanta.volume;
  return {quantum.round(dt * (dot(v[0], n2) + dot(v[1], n3) + dot(v[2], n4))), quantum.round(volume)};
}

void NodalDilatation::begin_step(StepState& s) {
  if (!halo_) return;
  Profile::Scope scope(phase<"nodal volumes">);
  for_each("volumes of solids", solids_.size(), grain, [&](std::size_t i) { changes_[i] = change_of(i, s); });
  for_each("volumes at nodes", nodes_.size(), grain, [&](std::size_t i) {
    Change sum;
    for (const std::int32_t solid : around_[i]) {
      sum.change += changes_[std::size_t(solid)].change;
      sum.volume += changes_[std::size_t(solid)].volume;
    }
    set_row(sums_, nodes_[i], {sum.change, sum.volume, 0});
  });
  halo_->sum({sums_.data()});
  for_each("dilatation of nodes", nodes_.size(), grain, [&](std::size_t i) {
    const Index node = nodes_[i];
    dilatation_(node) = sums_(node, 1) > 0 ? sums_(node, 0) / sums_(node, 1) : 0;
  });
}

}  // namespace crumple
