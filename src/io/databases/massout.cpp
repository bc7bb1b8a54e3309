// massout: mass and rotational inertia of all nodes (*DATABASE_MASSOUT), including mass scaling. LS-DYNA's columns are
// unknown to us.
#include <fmt/format.h>

#include <algorithm>

#include "io/ascii_formats.hpp"
#include "io/text_database.hpp"

namespace crumple {
std::string format_massout(const Clock& clock, std::span<const NodalMass> nodes) {
  std::string text =
      fmt::format("\n nodal mass information at time ={:14.5E}\n      node         mass      inertia\n", clock.time);
  double sum = 0;
  for (const NodalMass& node : nodes) {
    text += fmt::format("{:10}{:13.5E}{:13.5E}\n", node.node, node.mass, node.inertia);
    sum += node.mass;
  }
  return text + fmt::format(" total    {:13.5E}\n", sum);
}

namespace {

std::string text_of_massout(const Moment& now, Columns& columns) {
  std::vector<NodalMass> mine;
  const NodeState& nodes = now.step.nodes;
  for (Index i = 0; i < nodes.count(); ++i)
    if (now.domain().owns_node[i]) mine.push_back({now.domain().model.nodes.id[i], nodes.mass(i), nodes.inertia(i)});
  const std::vector<NodalMass> all = sorted_rows(now, mine, &NodalMass::node);  // the same sum on any number of ranks
  columns.ids("ids", all, &NodalMass::node);
  columns.column("mass", all, &NodalMass::mass);
  columns.column("inertia", all, &NodalMass::inertia);
  return format_massout(now.clock(), all);
}

}  // namespace

namespace recorders {
extern const RecorderKind massout = text_database("massout", text_of_massout);
}

}  // namespace crumple
