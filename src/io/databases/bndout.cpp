// bndout: reactions of prescribed motions on nodes and rigid bodies (*DATABASE_BNDOUT). Without loads and pressures;
// energies are written as 0. Source of the layout: LSTC's extractor for binary databases.
#include <fmt/format.h>

#include <algorithm>
#include <tuple>

#include "io/ascii_formats.hpp"
#include "io/text_database.hpp"

namespace crumple {
std::string format_bndout(const Clock& clock, std::span<const MotionForce> moved) {
  std::string text = fmt::format(
      "\n\n\n\n\n n o d a l   f o r c e/e n e r g y    o u t p u t   t={:9.3E}\n"
      "\n\n\n\n\n velocity boundary condition forces/rigid body moments \n\n",
      clock.time);
  Vec3 sum;
  for (const MotionForce& of : moved) {
    const Vec3 &f = of.force, &m = of.moment;
    text += fmt::format("{}#{:8}  xforce={:13.4E}   yforce={:13.4E}  zforce={:13.4E}   energy={:13.4E}\n",
                        of.is_body ? "mat" : " nd", of.id, f.x, f.y, f.z, 0.0);
    if (of.is_body)
      text += fmt::format("             xmoment={:13.4E}  ymoment={:13.4E} zmoment={:13.4E}\n", m.x, m.y, m.z);
    sum += f;
  }
  return text + fmt::format("              xtotal={:13.4E}   ytotal={:13.4E}  ztotal={:13.4E}   etotal={:13.4E}\n",
                            sum.x, sum.y, sum.z, 0.0);
}

namespace {

/// Nodes and bodies have separate directories.
void put_bndout_columns(std::span<const MotionForce> moved, const char* folder, Columns& columns) {
  if (moved.empty()) return;
  Vec3 sum;
  for (const MotionForce& of : moved) sum += of.force;
  columns.set_folder(folder);
  columns.ids("ids", moved, &MotionForce::id);
  columns.vectors("force", moved, &MotionForce::force);
  columns.column("energy", moved, [](const MotionForce&) { return 0.0; });
  if (moved.front().is_body)
    for (int c = 0; c < 3; ++c)
      columns.column(std::string(1, "xyz"[c]) + "moment", moved, [c](const MotionForce& of) { return of.moment[c]; });
  for (int c = 0; c < 3; ++c) columns.put(std::string(1, "xyz"[c]) + "_total", sum[c]);
  columns.put("etotal", 0.0);
}

std::string text_of_bndout(const Moment& now, Columns& columns) {
  const std::vector<MotionForce> all =
      joined_rows(now, now.rows<MotionForce>(), [](const MotionForce& of) { return std::tuple(of.is_body, of.id); });
  const auto bodies = std::ranges::find(all, true, &MotionForce::is_body);
  put_bndout_columns({all.begin(), bodies}, "velocity/nodes", columns);
  put_bndout_columns({bodies, all.end()}, "velocity/rigidbodies", columns);
  return format_bndout(now.clock(), all);
}

}  // namespace

namespace recorders {
extern const RecorderKind bndout = text_database("bndout", text_of_bndout);
}

}  // namespace crumple
