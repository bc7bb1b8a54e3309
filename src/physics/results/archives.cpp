#include "physics/results/archives.hpp"

namespace crumple {

void archive_nodes(StateArchive& a, const Domain& domain, NodeState& nodes) {
  a.records("nodes", nodes_of(domain), [&](std::size_t i, Fields& fields) {
    for (const Rows& rows : {nodes.position, nodes.velocity, nodes.angular_velocity})
      fields(rows(i, 0), rows(i, 1), rows(i, 2));
    fields(nodes.live_elements(i));
  });
}

void archive_elements(StateArchive& a, const Domain& domain, Elements& elements) {
  std::vector<std::pair<ElementFamily*, Index>> element;
  for (const auto& family : elements.families)
    for (Index e = 0; e < family->count(); ++e) element.push_back({family.get(), e});
  const Numbered things{domain.n_global_elements(), {domain.global_element.begin(), domain.global_element.end()}};
  a.records("elements", things, [&](std::size_t i, Fields& fields) {
    element[i].first->archive(element[i].second, fields, elements.status);
  });
}

}  // namespace crumple
