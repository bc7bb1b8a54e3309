// rbdout: motion of rigid bodies, in global axes and in their principal ones (*DATABASE_RBDOUT).
#include <fmt/format.h>

#include <algorithm>

#include "io/text_database.hpp"
#include "physics/bodies/body_motion.hpp"

namespace crumple {
namespace {

/// In the body's own axes.
BodyMotion::Of in_own_axes(const BodyMotion& body, const BodyMotion::Of& of) {
  return {body.axes * of.displacement, body.axes * of.velocity, body.axes * of.acceleration};
}

/// A line of numbers behind a label.
std::string body_line(const char* label, std::initializer_list<Vec3> vectors) {
  std::string text = fmt::format("{:>15}   ", label);
  for (const Vec3& v : vectors) text += fmt::format("{:12.4E}{:12.4E}{:12.4E}", v.x, v.y, v.z);
  return text + "\n";
}

std::string lines(const BodyMotion::Of& centre, const BodyMotion::Of& turn) {
  return body_line("displacements:", {centre.displacement, turn.displacement}) +
         body_line("velocities:", {centre.velocity, turn.velocity}) +
         body_line("accelerations:", {centre.acceleration, turn.acceleration});
}

/// The columns are those expected by public readers of the file; the column headings are our guess.
std::string format_rbdout(const Clock& clock, const std::vector<BodyMotion>& bodies) {
  std::string text = fmt::format("\n\n  r i g i d   b o d y   m o t i o n   a t  cycle={:8}    time={:15.6E}\n",
                                 clock.cycle, clock.time);
  for (const BodyMotion& body : bodies) {
    text += fmt::format("\n {}rigid body{:10}\n", body.is_nodal ? "nodal " : "", body.body);
    text += fmt::format("{:9}{:>17}{:>12}{:>12}{:>14}{:>12}{:>12}\n", "   global", "x", "y", "z", "x-rot", "y-rot",
                        "z-rot");
    text += body_line("coordinates:", {body.position}) + lines(body.centre, body.turn);
    text += " principal or user defined local coordinate direction vectors\n";
    text += fmt::format("{:>26}{:>12}{:>12}\n", "a", "b", "c");
    const Mat3 directions = transpose(body.axes);
    for (int k = 0; k < 3; ++k) text += body_line(fmt::format("row {}", k + 1).c_str(), {directions.row[k]});
    text += " output in principal or user defined local coordinate directions\n";
    text += fmt::format("{:>26}{:>12}{:>12}{:>14}{:>12}{:>12}\n", "a", "b", "c", "a-rot", "b-rot", "c-rot");
    text += lines(in_own_axes(body, body.centre), in_own_axes(body, body.turn)) + "\n\n\n";
  }
  return text;
}

std::string text_of_rbdout(const Moment& now, Columns& columns) {
  const std::vector<BodyMotion> all = sorted_rows(now, now.rows<BodyMotion>(), &BodyMotion::body);
  columns.ids("ids", all, &BodyMotion::body);
  columns.put("num_nodal", std::int64_t(std::ranges::count(all, true, &BodyMotion::is_nodal)));
  const auto vector = [&](const std::string& name, const char* of, auto value) {
    for (int c = 0; c < 3; ++c)
      columns.column(name + of + "xyz"[c], all, [&](const BodyMotion& body) { return value(body)[c]; });
  };
  const auto motion = [&](const std::string& name, auto centre, auto turn) {
    vector(name, "d", [&](const BodyMotion& b) { return centre(b).displacement; });
    vector(name, "rd", [&](const BodyMotion& b) { return turn(b).displacement; });
    vector(name, "v", [&](const BodyMotion& b) { return centre(b).velocity; });
    vector(name, "rv", [&](const BodyMotion& b) { return turn(b).velocity; });
    vector(name, "a", [&](const BodyMotion& b) { return centre(b).acceleration; });
    vector(name, "ra", [&](const BodyMotion& b) { return turn(b).acceleration; });
  };
  vector("global_", "", [](const BodyMotion& b) { return b.position; });
  motion("global_", [](const BodyMotion& b) { return b.centre; }, [](const BodyMotion& b) { return b.turn; });
  for (int k = 0; k < 9; ++k)
    columns.column(fmt::format("dircos_{}{}", k / 3 + 1, k % 3 + 1), all,
                   [k](const BodyMotion& body) { return body.axes(k % 3, k / 3); });
  motion(
      "local_", [](const BodyMotion& b) { return in_own_axes(b, b.centre); },
      [](const BodyMotion& b) { return in_own_axes(b, b.turn); });
  return format_rbdout(now.clock(), all);
}

}  // namespace

namespace recorders {
extern const RecorderKind rbdout = text_database("rbdout", text_of_rbdout);
}

}  // namespace crumple
