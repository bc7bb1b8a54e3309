#include "physics/results/archives.hpp"

namespace crumple {
namespace {

using Rest = std::span<const std::byte>;

Records save_nodes(const Domain& domain, const NodeState& nodes) {
  Records records;
  for (Index i = 0; i < nodes.count(); ++i) {
    if (!domain.owns_node[i]) continue;
    for (const Rows& rows : {nodes.position, nodes.velocity, nodes.angular_velocity}) put(records.bytes, row(rows, i));
    put(records.bytes, nodes.live_elements(i));
    records.close(domain.global_node[i]);
  }
  return records;
}

}  // namespace

void archive_nodes(StateArchive& a, const Domain& domain, NodeState& nodes) {
  if (!a.is_loading()) return a.put_records("nodes", domain.n_global_nodes, save_nodes(domain, nodes));
  const std::vector<std::int64_t> wanted(domain.global_node.begin(), domain.global_node.end());
  const Records records = a.get_records("nodes", domain.n_global_nodes, wanted);
  for (Index i = 0; i < nodes.count(); ++i) {
    Rest rest = records[std::size_t(i)];
    for (const Rows& rows : {nodes.position, nodes.velocity, nodes.angular_velocity})
      set_row(rows, i, take<Vec3>(rest));
    nodes.live_elements(i) = take<double>(rest);
  }
}

void archive_elements(StateArchive& a, const Domain& domain, Elements& elements) {
  if (!a.is_loading()) {
    Records mine;
    for (const auto& family : elements.families)
      for (Index e = 0; e < family->count(); ++e) {
        family->save(e, mine.bytes);
        mine.close(domain.global_element[family->first_element() + std::size_t(e)]);
      }
    return a.put_records("elements", domain.n_global_elements(), mine);
  }
  const std::vector<std::int64_t> wanted(domain.global_element.begin(), domain.global_element.end());
  const Records records = a.get_records("elements", domain.n_global_elements(), wanted);
  for (const auto& family : elements.families)
    for (Index e = 0; e < family->count(); ++e) {
      Rest rest = records[family->first_element() + std::size_t(e)];
      family->load(e, rest, elements.status);
    }
}

}  // namespace crumple
