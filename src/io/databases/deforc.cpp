// deforc: forces and moments of springs and dampers (*DATABASE_DEFORC), except those suppressed by PF. Layout: that of
// LSTC's extractor for binary databases. Forces are those on the first node, the resultant is positive in tension.
#include <fmt/format.h>

#include <algorithm>

#include "io/text_database.hpp"
#include "physics/state/spring_force.hpp"

namespace crumple {
namespace {

/// A label dotted to column 29.
std::string spring_line(std::string label, double value) {
  label.resize(29, '.');
  return fmt::format(" {}{:14.5E}\n", label, value);
}

std::string format_spring(const SpringForce& spring) {
  const std::string force = spring.torsional ? "moment" : "force";
  std::string text = fmt::format(" spring/damper number.........{:10}\n", spring.spring);
  text += spring_line("x-" + force, spring.force.x) + spring_line("y-" + force, spring.force.y) +
          spring_line("z-" + force, spring.force.z);
  text += spring_line("resultant " + force, spring.resultant);
  return text + spring_line(spring.torsional ? "relative rotation" : "change in length", spring.deflection);
}

std::string text_of_deforc(const Moment& now, Columns& columns) {
  const std::vector<SpringForce> all = sorted_rows(now, now.rows<SpringForce>(), &SpringForce::spring);
  columns.ids("ids", all, &SpringForce::spring);
  columns.ids("irot", all, [](const SpringForce& s) { return int(s.torsional); });
  columns.vectors("force", all, &SpringForce::force);
  columns.column("resultant_force", all, &SpringForce::resultant);
  columns.column("displacement", all, &SpringForce::deflection);
  std::string text("\n");
  text += spring_line("time", now.clock().time);
  for (const SpringForce& spring : all) text += format_spring(spring);
  return text;
}

}  // namespace

namespace recorders {
extern const RecorderKind deforc = text_database("deforc", text_of_deforc);
}

}  // namespace crumple
