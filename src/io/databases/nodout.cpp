// nodout: motion of selected nodes (*DATABASE_NODOUT, _HISTORY_NODE).
#include <fmt/format.h>

#include <algorithm>

#include "io/ascii_formats.hpp"
#include "io/text_database.hpp"
#include "physics/results/energy.hpp"

namespace crumple {
std::string format_nodout(const Clock& clock, std::span<const NodeHistory> nodes) {
  std::string text =
      fmt::format("\n\n\n n o d a l   p r i n t   o u t   f o r   t i m e  s t e p{:8}{:30}( at time{:14.7E} )\n",
                  clock.cycle, "", clock.time);
  text +=
      "\n nodal point  x-disp     y-disp      z-disp      x-vel       y-vel       z-vel      x-accl      y-accl      "
      "z-accl      x-coor      y-coor      z-coor\n";
  for (const NodeHistory& node : nodes) {
    text += fmt::format("{:9}{:13.4E}{:12.4E}{:12.4E}", node.node, node.displacement.x, node.displacement.y,
                        node.displacement.z);
    for (const Vec3* v : {&node.velocity, &node.acceleration, &node.position})
      text += fmt::format("{:12.4E}{:12.4E}{:12.4E}", v->x, v->y, v->z);
    text += '\n';
  }
  return text;
}

namespace {

/// The nodes of *DATABASE_HISTORY_NODE that this rank owns; accelerations include constraints, bodies and walls.
std::vector<NodeHistory> node_histories(const Moment& now) {
  std::vector<NodeHistory> histories;
  const Nodes& nodes = now.domain().model.nodes;
  const StepState& s = now.step;
  for (const Index i : now.domain().model.output.history_nodes) {
    if (!now.domain().owns_node[i]) continue;
    const Vec3 x = row(s.nodes.position, i);
    const Vec3 a = (1 / s.clock.dt_mid()) * (row(s.nodes.velocity, i) - row(s.before.velocity, i));
    histories.push_back({nodes.id[i], x - nodes.position[i], row(now.mid.velocity, i), a, x});
  }
  return histories;
}

std::string text_of_nodout(const Moment& now, Columns& columns) {
  const std::vector<NodeHistory> all = sorted_rows(now, node_histories(now), &NodeHistory::node);
  columns.ids("ids", all, &NodeHistory::node);
  columns.vectors("displacement", all, &NodeHistory::displacement);
  columns.vectors("velocity", all, &NodeHistory::velocity);
  columns.vectors("acceleration", all, &NodeHistory::acceleration);
  columns.vectors("coordinate", all, &NodeHistory::position);
  return format_nodout(now.clock(), all);
}

}  // namespace

namespace recorders {
extern const RecorderKind nodout = text_database("nodout", text_of_nodout);
}

}  // namespace crumple
