// rwforc: forces on rigid walls in the last step (*DATABASE_RWFORC).
#include <fmt/format.h>

#include "io/ascii_formats.hpp"
#include "io/text_database.hpp"
#include "physics/walls/wall_force.hpp"

namespace crumple {
std::string format_rwforc_header() {
  return "\n\n    time       wall#   normal-force    x-force        y-force        z-force\n";
}

std::string format_rwforc(const Clock& clock, std::span<const WallForce> walls) {
  std::string text;
  for (const WallForce& wall : walls)
    text += fmt::format("{:12.5E}{:8}{:15.6E}{:15.6E}{:15.6E}{:15.6E}\n", clock.time, wall.wall,
                        normal_part(wall, wall.force), wall.force.x, wall.force.y, wall.force.z);
  return text;
}

namespace {

std::string text_of_rwforc(const Moment& now, Columns& columns) {
  const std::vector<WallForce> walls = now.rows<WallForce>();
  columns.set_folder("forces");
  columns.ids("ids", walls, &WallForce::wall);
  columns.ids("setid", walls, [](const WallForce&) { return 0; });
  columns.column("normal_force", walls, [](const WallForce& w) { return normal_part(w, w.force); });
  columns.vectors("force", walls, &WallForce::force);
  return format_rwforc(now.clock(), walls);
}

}  // namespace

namespace recorders {
extern const RecorderKind rwforc =
    text_database("rwforc", text_of_rwforc, [](const Model& m) { return legend_of(m.walls); }, format_rwforc_header());
}  // namespace recorders

}  // namespace crumple
