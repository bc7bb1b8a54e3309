// swforc: forces in spot welds, as links and as beams (*DATABASE_SWFORC).
#include <fmt/format.h>

#include <algorithm>
#include <tuple>

#include "io/ascii_formats.hpp"
#include "io/text_database.hpp"
#include "physics/state/weld_force.hpp"

namespace crumple {
std::string format_swforc(const Clock& clock, std::span<const WeldForce> welds) {
  std::string text = fmt::format(
      "\n\n time ={:13.4E}\n constraint/weld           axial        shear  failed       moment      "
      "torsion       length failure time\n",
      clock.time);
  for (const WeldForce& w : welds)
    text += fmt::format("{:9} {:<10}{:13.5E}{:13.5E}{:8}{:13.5E}{:13.5E}{:13.5E}{:13.5E}\n", w.weld,
                        w.is_beam ? "weld beam" : "spotweld", w.axial, w.shear, int(w.failed), w.bending, w.torsion,
                        w.length, w.failure_time);
  return text;
}

namespace {

std::string text_of_swforc(const Moment& now, Columns& columns) {
  const std::vector<WeldForce> all = sorted_rows(now, now.rows<WeldForce>(), [](const WeldForce& weld) {
    return std::tuple(weld.is_beam, weld.weld, weld.number);
  });
  columns.ids("ids", all, &WeldForce::weld);
  columns.ids("types", all, [](const WeldForce& w) { return w.is_beam ? 2 : 0; });
  columns.column("axial", all, &WeldForce::axial);
  columns.column("shear", all, &WeldForce::shear);
  columns.column("failure_flag", all, [](const WeldForce& w) { return int(w.failed); });
  columns.column("failure_time", all, &WeldForce::failure_time);
  columns.column("length", all, &WeldForce::length);
  return format_swforc(now.clock(), all);
}

}  // namespace

namespace recorders {
extern const RecorderKind swforc = text_database("swforc", text_of_swforc);
}

}  // namespace crumple
