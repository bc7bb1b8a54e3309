#include "io/ascii_formats.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace crumple {
namespace {

/// A label dotted to column 32, its value in columns 33-46.
std::string statistic(const std::string& dotted, double value, const std::string& suffix = {}) {
  return fmt::format(" {:<31}{:14.5E}{}\n", dotted, value, suffix);
}

}  // namespace

std::string format_head(const RunInfo& run) {
  return fmt::format(" {:.72}\n{:25}crumple mpp.{:<6.6} {}           date {}\n", run.title, "", run.version,
                     run.precision == "double" ? 'd' : 's', date_text(run.start));
}

std::string format_legend(const std::vector<std::pair<Id, std::string>>& titles) {
  std::string rows;
  for (const auto& [id, title] : titles)
    if (!title.empty()) rows += fmt::format("{:9}     {:.70}\n", id, title);
  return rows.empty() ? rows : "\n{BEGIN LEGEND}\n Entity #        Title\n" + rows + "{END LEGEND}\n\n";
}

std::string format_glstat(const Clock& clock, const Energies& energies, std::span<const WallForce> walls,
                          const Vec3& velocity, double ns_per_zone_cycle) {
  const double reference = energies.initial_total + energies.external_work;
  const double eroded = energies.eroded_kinetic + energies.eroded_internal + energies.eroded_hourglass;
  const double ratio_without_eroded = reference != 0 ? (energies.total() - eroded) / reference : 1.0;
  std::string text = clock.limiting_element > 0
                         ? fmt::format("\n\n dt of cycle{:8} is controlled by {}{:10} of part{:10}\n\n", clock.cycle,
                                       name_of(clock.limiting_kind), clock.limiting_element, clock.limiting_part)
                         : fmt::format("\n\n dt of cycle{:8} is controlled by load curve\n\n", clock.cycle);
  text += statistic("time...........................", clock.time);
  text += statistic("time step......................", clock.dt);
  text += statistic("kinetic energy.................", energies.kinetic);
  text += statistic("internal energy................", energies.internal);
  for (std::size_t w = 0; w < walls.size(); ++w)
    text += statistic("stonewall energy...............", walls[w].energy, fmt::format(" wall#{:2}", w + 1));
  text += statistic("hourglass energy ..............", energies.hourglass);
  text += statistic("system damping energy..........", energies.damping);
  text += statistic("sliding interface energy.......", energies.sliding);
  text += statistic("external work..................", energies.external_work);
  text += statistic("eroded kinetic energy..........", energies.eroded_kinetic);
  text += statistic("eroded internal energy.........", energies.eroded_internal);
  text += statistic("eroded hourglass energy........", energies.eroded_hourglass);
  text += statistic("total energy...................", energies.total());
  text += statistic("total energy / initial energy..", energies.ratio());
  text += statistic("energy ratio w/o eroded energy.", ratio_without_eroded);
  text += statistic("global x velocity..............", velocity.x);
  text += statistic("global y velocity..............", velocity.y);
  text += statistic("global z velocity..............", velocity.z);
  text += fmt::format(" time per zone cycle.(nanosec)..{:14}\n", std::llround(ns_per_zone_cycle));
  return text;
}

std::string format_matsum(const Clock& clock, std::span<const Id> ids, std::span<const PartSum> sums) {
  std::string text = fmt::format("\n\n time ={:13.4E}\n", clock.time);
  for (std::size_t p = 0; p < sums.size(); ++p) {
    const PartSum& sum = sums[p];
    text += ids[p] < 100000 ? fmt::format(" mat.#={:5}   ", ids[p]) : fmt::format(" mat.#={:8}", ids[p]);
    text += fmt::format("          inten={:13.4E}     kinen={:13.4E}     eroded_ie={:13.4E}     eroded_ke={:13.4E}\n",
                        sum.internal, sum.kinetic, sum.eroded_internal, sum.eroded_kinetic);
    text += fmt::format(" x-mom={:13.4E}     y-mom={:13.4E}     z-mom={:13.4E}\n", sum.momentum.x, sum.momentum.y,
                        sum.momentum.z);
    text += fmt::format(" x-rbv={:13.4E}     y-rbv={:13.4E}     z-rbv={:13.4E}\n", sum.rigid_velocity.x,
                        sum.rigid_velocity.y, sum.rigid_velocity.z);
    text += fmt::format("                         hgeng={:13.4E}     \n", sum.hourglass);
  }
  return text;
}

std::string format_rwforc_header() {
  return "\n\n    time       wall#   normal-force    x-force        y-force        z-force\n";
}

std::string format_rwforc(const Clock& clock, std::span<const WallForce> walls) {
  std::string text;
  for (const WallForce& wall : walls)
    text += fmt::format("{:12.5E}{:8}{:15.6E}{:15.6E}{:15.6E}{:15.6E}\n", clock.time, wall.wall, wall.normal,
                        wall.force.x, wall.force.y, wall.force.z);
  return text;
}

std::string format_rcforc(const Clock& clock, std::span<const ContactForce> contacts) {
  const auto side = [&](const char* name, Id contact, const Vec3& force) {
    return fmt::format("  {:<6}{:11} time{:12.5E}  x {:12.5E}  y {:12.5E}  z {:12.5E} mass {:12.5E}\n", name, contact,
                       clock.time, force.x, force.y, force.z, 0.0);
  };
  std::string text;
  for (const ContactForce& contact : contacts)
    text += side("slave", contact.contact, contact.a) + side("master", contact.contact, contact.b);
  return text;
}

std::string format_sleout(const Clock& clock, std::span<const ContactForce> contacts) {
  std::string text = fmt::format("\n\n contact interface energy file, time={:14.7E}\n", clock.time);
  text += fmt::format("    #            slave       master        cycle={:14}    frictional\n\n", clock.cycle);
  SlidingEnergy sum;
  for (const ContactForce& contact : contacts) {
    const SlidingEnergy& e = contact.energy;
    text += fmt::format("{:10}{:13.4E}{:13.4E}{:28}{:13.4E}\n", contact.contact, e.of_a, e.total - e.of_a, "", e.friction);
    sum += e;
  }
  return text + fmt::format("\n summary   total slave side       ={:13.4E}\n           total master side      ={:13.4E}\n"
                            "           total energy           ={:13.4E}\n           total frictional energy={:13.4E}\n",
                            sum.of_a, sum.total - sum.of_a, sum.total, sum.friction);
}

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

std::string format_nodout(const Clock& clock, std::span<const NodeHistory> nodes) {
  std::string text = fmt::format("\n\n\n n o d a l   p r i n t   o u t   f o r   t i m e  s t e p{:8}{:30}( at time{:14.7E} )\n",
                                 clock.cycle, "", clock.time);
  text += "\n nodal point  x-disp     y-disp      z-disp      x-vel       y-vel       z-vel      x-accl      y-accl      "
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

}  // namespace crumple
