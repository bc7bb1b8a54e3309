#include "physics/conditions/nodal_forces.hpp"

#include "base/loops.hpp"

namespace crumple {

NodalForces::NodalForces(const Domain& domain) {
  const Output& output = domain.model.output;
  if (output.interval("nodfor") <= 0) return;
  for (std::size_t g = 0; g < output.force_groups.size(); ++g)
    for (const Index node : output.force_groups[g].nodes) {
      if (!domain.owns_node[node]) continue;
      nodes_.push_back(node);
      rows_.push_back({Index(g), domain.model.nodes.id[node], {}});
    }
}

void NodalForces::begin_sums(StepState& s) { note(totals(s.nodes.force)); }

void NodalForces::note(const Rows& force) {
  run_loop(NoteForces{nodes_.data(), rows_at(force), rows_.data()}, nodes_.size());
}

void NodalForces::add_rows(std::vector<GroupForce>& rows) const {
  rows.insert(rows.end(), rows_.begin(), rows_.end());
}

}  // namespace crumple
