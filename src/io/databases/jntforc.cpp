// jntforc: forces and moments of joints, on body A (*DATABASE_JNTFORC).
#include <fmt/format.h>

#include <algorithm>
#include <tuple>

#include "io/text_database.hpp"
#include "physics/bodies/joints.hpp"

namespace crumple {
namespace {

/// The columns are those of LSTC's extractor for binary databases.
std::string format_jntforc(double time, const std::vector<JointForce>& joints) {
  std::string text = fmt::format("\n\n time.........................{:14.5E}\n", time);
  const auto line = [&](const char* label, double value) { text += fmt::format(" {:.<29}{:14.5E}\n", label, value); };
  for (const JointForce& joint : joints) {
    text += fmt::format(" joint number.................{:10}\n", joint.joint);
    line("x-force", joint.force.x);
    line("y-force", joint.force.y);
    line("z-force", joint.force.z);
    line("x-moment", joint.moment.x);
    line("y-moment", joint.moment.y);
    line("z-moment", joint.moment.z);
    line("resultant force", norm(joint.force));
    line("resultant moment", norm(joint.moment));
  }
  return text;
}

std::string text_of_jntforc(const Moment& now, Columns& columns) {
  const std::vector<JointForce> all =
      sorted_rows(now, now.rows<JointForce>(), [](const JointForce& of) { return std::tuple(of.joint, of.number); });
  columns.set_folder("joints");
  columns.ids("ids", all, &JointForce::joint);
  columns.vectors("force", all, &JointForce::force);
  columns.vectors("moment", all, &JointForce::moment);
  columns.column("resultant_force", all, [](const JointForce& j) { return norm(j.force); });
  columns.column("resultant_moment", all, [](const JointForce& j) { return norm(j.moment); });
  return format_jntforc(now.clock().time, all);
}

}  // namespace

namespace recorders {
extern const RecorderKind jntforc = text_database("jntforc", text_of_jntforc);
}

}  // namespace crumple
