#include "physics/contact/initial_penetrations.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "comm/world.hpp"
#include "physics/contact/contact_plan.hpp"
#include "physics/contact/pairing.hpp"

namespace crumple {
namespace {

std::string describe(const ContactPlan& plan, const std::vector<InitialPenetration>& worst_first) {
  std::string text = fmt::format("contact {}: {} initial penetrations, the largest {:.6f} at node", plan.id,
                                 worst_first.size(), worst_first[0].depth);
  for (std::size_t i = 0; i < std::min<std::size_t>(5, worst_first.size()); ++i)
    text += fmt::format("{}{}", i ? ", " : " ", worst_first[i].node);
  text += plan.asks_to_move_nodes ? "; they are left after nodes were moved (IGNORE=0): forces start from here"
                                  : "; forces start from here (IGNORE)";
  if (!plan.lists_initial_penetrations) return text;
  text += fmt::format("\n{:>12} {:>12} {:>40} {:>40}", "node", "depth", "coordinates", "without penetration");
  for (const InitialPenetration& p : worst_first) {
    const Vec3 &at = p.position, out = p.position + p.way_out;
    text += fmt::format("\n{:12} {:12.4E}  {:12.5E} {:12.5E} {:12.5E}  {:12.5E} {:12.5E} {:12.5E}", p.node, p.depth,
                        at.x, at.y, at.z, out.x, out.y, out.z);
  }
  return text;
}

}  // namespace

InitialPenetrations gather_initial_penetrations(const World& world, const std::vector<ContactPlan>& plans,
                                                const std::vector<InitialPenetration>& mine) {
  std::vector<std::vector<InitialPenetration>> all(plans.size());
  for (const Bytes& bytes : world.gather(to_bytes<InitialPenetration>(mine)))
    for (const InitialPenetration& p : from_bytes<InitialPenetration>(bytes)) all[p.contact].push_back(p);
  InitialPenetrations found;
  for (std::size_t k = 0; k < all.size(); ++k) {
    found.n_nodes.push_back(std::int64_t(all[k].size()));
    if (all[k].empty() || !plans[k].names_initial_penetrations) continue;
    std::sort(all[k].begin(), all[k].end(), [](const InitialPenetration& a, const InitialPenetration& b) {
      return a.depth != b.depth ? a.depth > b.depth : a.node < b.node;
    });
    found.warnings.push_back(describe(plans[k], all[k]));
  }
  return found;
}

}  // namespace crumple
