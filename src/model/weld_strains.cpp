#include "model/weld_strains.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "model/thickness.hpp"

namespace crumple {
namespace {

Vec3 corner(const Model& model, Index node) { return model.nodes.position[std::size_t(node)]; }

double volume_at_start(const Model& model, const Shell& shell) {
  const auto& n = shell.nodes;
  const Vec3 a = corner(model, n[2]) - corner(model, n[0]), b = corner(model, n[3]) - corner(model, n[1]);
  return 0.5 * norm(cross(a, b)) * mean_thickness(model, shell);
}

/// By one integration point at the centre.
double volume_at_start(const Model& model, const Solid& solid) {
  constexpr int signs[3][8] = {
      {-1, 1, 1, -1, -1, 1, 1, -1}, {-1, -1, 1, 1, -1, -1, 1, 1}, {-1, -1, -1, -1, 1, 1, 1, 1}};
  Vec3 edges[3];
  for (int d = 0; d < 3; ++d)
    for (int k = 0; k < 8; ++k) edges[d] += (0.25 * signs[d][k]) * corner(model, solid.nodes[std::size_t(k)]);
  return std::abs(dot(edges[0], cross(edges[1], edges[2])));
}

/// Who asks for the elements at a node.
struct Asked {
  std::size_t entry = 0;  ///< of Model::weld_strains
  bool shells = true, solids = true;
};
using AskedByNode = std::map<Index, std::vector<Asked>>;

/// The entries, without their elements, by node.
AskedByNode make_entries(Model& model) {
  AskedByNode asked;
  std::map<std::pair<Id, Index>, int> tied;
  std::map<Id, int> groups;
  int n_groups = 0;
  for (SpotWeld& weld : model.spot_welds) {
    if (!fails_by_strain(weld)) continue;
    for (std::size_t end = 0; end < 2; ++end) {
      int& its = weld.strains[end];
      its = int(model.weld_strains.size());
      int group = n_groups;
      if (weld.tied_set != 0) {
        const auto [known, is_new] = tied.try_emplace({weld.tied_set, weld.nodes[end]}, its);
        its = known->second;
        if (!is_new) continue;
        group = groups.try_emplace(weld.tied_set, n_groups).first->second;
      }
      if (group == n_groups) ++n_groups;
      asked[weld.nodes[end]].push_back({model.weld_strains.size(), weld.tied_set == 0 || !weld.tied_solids,
                                        weld.tied_set == 0 || weld.tied_solids});
      model.weld_strains.push_back({group, weld.plastic_strain, {}});
    }
  }
  return asked;
}

}  // namespace

void find_weld_strains(Model& model) {
  model.weld_strains.clear();
  const AskedByNode asked = make_entries(model);
  if (asked.empty()) return;
  std::vector<std::uint8_t> is_asked(std::size_t(model.nodes.count()), 0);
  for (const auto& [node, by] : asked) is_asked[std::size_t(node)] = 1;
  const auto note = [&](const auto& elements, SectionKind kind, bool Asked::* wanted) {
    for (const auto& element : elements)
      for (auto node = element.nodes.begin(); node != element.nodes.end(); ++node) {
        if (!is_asked[std::size_t(*node)] || std::find(element.nodes.begin(), node, *node) != node) continue;
        for (const Asked& by : asked.at(*node))
          if (by.*wanted)
            model.weld_strains[by.entry].elements.push_back({kind, element.id, volume_at_start(model, element)});
      }
  };
  note(model.shells, SectionKind::shell, &Asked::shells);
  note(model.solids, SectionKind::solid, &Asked::solids);
}

}  // namespace crumple
