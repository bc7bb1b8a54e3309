#include "physics/elements/nodal_dilatation.hpp"

#include <algorithm>

#include "base/loops.hpp"
#include "base/profile.hpp"
#include "physics/state/sub_plan.hpp"

namespace crumple {
namespace {

constexpr std::size_t dilatation_grain = 500;  // solids or nodes that are worth waking a thread for

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
      first_around_.push_back(around_.size());
    }
    if (solid >= 0) around_.push_back(solid);
  }
  first_around_.push_back(around_.size());
}

void NodalDilatation::begin_step(StepState& s) {
  if (!halo_) return;
  Profile::Scope scope(phase<"nodal volumes">);
  run_loop(FindVolumeChanges{solids_.data(), corners_.data(), s.status.solid_alive.data(), changes_.data(),
                             s.clock.dt_previous, rows_at(s.nodes.position), rows_at(s.nodes.velocity),
                             s.domain.quanta.volume},
           solids_.size(), dilatation_grain);
  run_loop(SumVolumeChanges{nodes_.data(), around_.data(), first_around_.data(), changes_.data(), rows_at(sums_)},
           nodes_.size(), dilatation_grain);
  halo_->sum({sums_.data()});
  run_loop(SetDilatation{nodes_.data(), rows_at(sums_), dilatation_.data()}, nodes_.size(), dilatation_grain);
}

}  // namespace crumple
