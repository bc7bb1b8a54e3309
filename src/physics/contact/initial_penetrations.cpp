#include "physics/contact/initial_penetrations.hpp"

#include <algorithm>

#include "comm/world.hpp"
#include "physics/contact/contact_plan.hpp"
#include "physics/contact/pairing.hpp"

namespace crumple {
namespace {

std::string describe(const ContactPlan& plan, const std::vector<InitialPenetration>& worst_first) {
  std::string text = "contact " + std::to_string(plan.id) + ": " + std::to_string(worst_first.size()) +
                     " initial penetrations, the largest " + std::to_string(worst_first[0].depth) + " at node";
  for (std::size_t i = 0; i < std::min<std::size_t>(5, worst_first.size()); ++i)
    text += (i ? ", " : " ") + std::to_string(worst_first[i].node);
  return text + (plan.asks_to_move_nodes
                     ? "; nodes are not moved (IGNORE=0 is treated as 1): forces start from here"
                     : "; forces start from here (IGNORE)");
}

}  // namespace

std::vector<std::string> describe_initial_penetrations(const World& world, const std::vector<ContactPlan>& plans,
                                                       const std::vector<InitialPenetration>& mine) {
  std::vector<std::vector<InitialPenetration>> all(plans.size());
  for (const Bytes& bytes : world.gather(to_bytes<InitialPenetration>(mine)))
    for (const InitialPenetration& p : from_bytes<InitialPenetration>(bytes)) all[p.contact].push_back(p);
  std::vector<std::string> lines;
  for (std::size_t k = 0; k < all.size(); ++k) {
    if (all[k].empty() || !plans[k].names_initial_penetrations) continue;
    std::sort(all[k].begin(), all[k].end(), [](const InitialPenetration& a, const InitialPenetration& b) {
      return a.depth != b.depth ? a.depth > b.depth : a.node < b.node;
    });
    lines.push_back(describe(plans[k], all[k]));
  }
  return lines;
}

}  // namespace crumple
