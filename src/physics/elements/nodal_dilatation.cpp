#include "physics/elements/nodal_dilatation.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

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

void NodalDilatation::begin_step(StepState& s) { find_rates(s, s.clock.dt_previous); }

void NodalDilatation::find_rates(const StepState& s, double dt) {
  if (!halo_) return;
  Profile::Scope scope(phase<"nodal volumes">);
  run_loop(FindVolumeChanges{solids_.data(), corners_.data(), s.status.solid_alive.data(), changes_.data(),
                             dt, rows_at(s.nodes.position), rows_at(s.nodes.velocity),
                             s.domain.quanta.volume},
           solids_.size(), dilatation_grain);
  run_loop(SumVolumeChanges{nodes_.data(), around_.data(), first_around_.data(), changes_.data(), rows_at(sums_)},
           nodes_.size(), dilatation_grain);
  halo_->sum({sums_.data()});
  run_loop(SetDilatation{nodes_.data(), rows_at(sums_), dilatation_.data()}, nodes_.size(), dilatation_grain);
}

namespace {

/// Sums over the solids at a node, by a node of theirs: of the forces and of the gradients, as areas [length^2].
struct AroundNode {
  Vec3 force, gradient;
};

/// For areas of sides of the solids, from that of their volumes.
Quantum quantum_of_areas(const Quantum& volume) {
  int exponent;
  std::frexp(volume.limit(), &exponent);
  return Quantum::for_largest(std::ldexp(1.0, 2 * (exponent / 3) + 8));
}

/// A sixth of the largest bulk modulus of such solids, the unit of their forces per volumetric strain [force/area].
double unit_of_forces(const Model& model) {
  double most = 0;
  for (const Part& part : model.parts) {
    if (part.section == none || model.sections[std::size_t(part.section)].element_form != 13) continue;
    const Material& material = model.materials[std::size_t(part.material)];
    most = std::max(most, material.young / (18 * std::max(1 - 2 * material.poisson, 1e-9)));
  }
  return most > 0 ? most : 1;
}

/// In that unit; the gradient itself where it differs by the error of differences alone.
Vec3 force_as_area(const Vec3& force, double unit, const Vec3& gradient) {
  const Vec3 area = (1 / unit) * force;
  return norm(area - gradient) <= 1e-6 * norm(gradient) ? gradient : area;
}

}  // namespace

/// Of solids e with the forces g_e per volumetric strain and the gradients w_e of six times their volume, the strain of
/// a node a is d_a = sum w_e . u / S_a with the sum S_a of their sixfold volumes, and that of a solid the mean over its
/// nodes: K = sum over a of P_a Q_a^T / (4 S_a), P_a = sum g_e, Q_a = sum w_e. With P scaled to an area its symmetric
/// part is that of two springs, (P + Q)(P + Q)^T - (P - Q)(P - Q)^T; the second vanishes in a material of the unit.
void NodalDilatation::add_volume_springs(const StepState& s, const VolumeTangents& of_solids,
                                         const TakeSharedSpring& take) const {
  if (!halo_) return;
  const double unit = unit_of_forces(s.domain.model);
  const Quantum area = quantum_of_areas(s.domain.quanta.volume);
  std::map<std::pair<Index, Index>, AroundNode> around;
  of_solids([&](const VolumeTangent& solid) {
    for (const Index node : solid.nodes)
      for (std::size_t k = 0; k < 4; ++k) {
        AroundNode& at = around[{node, solid.nodes[k]}];
        at.force += rounded(force_as_area(solid.force[k], unit, solid.gradient[k]), area).value();
        at.gradient += rounded(solid.gradient[k], area).value();
      }
  });
  for (auto next = around.begin(); next != around.end();) {
    const Index node = next->first.first;
    const std::int64_t number = s.domain.global_node[std::size_t(node)];
    const double volume = sums_(node, 1);
    SharedSpring both{{-1, number, 1}, 0.0625 * unit / volume, {}}, other{{-1, number, -1}, -both.stiffness, {}};
    for (; next != around.end() && next->first.first == node; ++next) {
      const auto& [force, gradient] = next->second;
      both.ends.push_back({next->first.second, force + gradient});
      if (norm(force - gradient) > 0) other.ends.push_back({next->first.second, force - gradient});
    }
    take(both);
    if (!other.ends.empty()) take(other);
  }
}

}  // namespace crumple
