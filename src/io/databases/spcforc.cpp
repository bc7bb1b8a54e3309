// spcforc: reactions of fixed degrees of freedom, m a - f (*DATABASE_SPCFORC). All in the global frame, also those of
// constraints in a local one. Source of the layout: LSTC's extractor for binary databases.
#include <fmt/format.h>

#include <algorithm>

#include "io/ascii_formats.hpp"
#include "io/text_database.hpp"

namespace crumple {
std::string format_spcforc(const Clock& clock, std::span<const SpcForce> nodes) {
  std::string text = fmt::format(" output at time ={:14.5E}\n", clock.time);
  const auto line = [&text](Id node, const char* what, const Vec3& v) {
    text += fmt::format(" node={:8} local x,y,z {}={:14.4E}{:14.4E}{:14.4E}\n", node, what, v.x, v.y, v.z);
  };
  Vec3 force, moment;
  for (const SpcForce& node : nodes) {
    if (node.holds_translation) line(node.node, "forces ", node.force);
    if (node.holds_rotation) line(node.node, "moments", node.moment);
    force += node.force;
    moment += node.moment;
  }
  text += fmt::format("             force resultants   ={:14.4E}{:14.4E}{:14.4E}\n", force.x, force.y, force.z);
  text += fmt::format("             moment resultants  ={:14.4E}{:14.4E}{:14.4E}\n", moment.x, moment.y, moment.z);
  return text;
}

namespace {

void put_spcforc_columns(std::span<const SpcForce> nodes, Columns& columns) {
  std::vector<SpcForce> forces, moments;
  std::ranges::copy_if(nodes, std::back_inserter(forces), &SpcForce::holds_translation);
  std::ranges::copy_if(nodes, std::back_inserter(moments), &SpcForce::holds_rotation);
  columns.ids("force_ids", forces, &SpcForce::node);
  columns.ids("moment_ids", moments, &SpcForce::node);
  columns.vectors("force", forces, &SpcForce::force);
  columns.vectors("moment", moments, &SpcForce::moment);
  Vec3 sum;
  for (const SpcForce& node : nodes) sum += node.force;
  for (int c = 0; c < 3; ++c) columns.put(std::string(1, "xyz"[c]) + "_resultant", sum[c]);
}

std::string text_of_spcforc(const Moment& now, Columns& columns) {
  const std::vector<SpcForce> all =
      joined_rows(now, now.rows<SpcForce>(), &SpcForce::node);  // the same sum on any number of ranks
  put_spcforc_columns(all, columns);
  return format_spcforc(now.clock(), all);
}

}  // namespace

namespace recorders {
extern const RecorderKind spcforc = text_database("spcforc", text_of_spcforc);
}

}  // namespace crumple
