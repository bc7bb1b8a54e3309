// glstat: energies of the whole model, the time step and the element that limits it (*DATABASE_GLSTAT).
#include <fmt/format.h>

#include <cmath>

#include "io/ascii_formats.hpp"
#include "io/scaled_mass.hpp"
#include "io/text_database.hpp"
#include "physics/results/energy.hpp"
#include "physics/state/given_body.hpp"
#include "physics/walls/wall_force.hpp"

namespace crumple {
namespace {

/// A label dotted to column 32, its value in columns 33-46.
std::string statistic(const std::string& dotted, double value, const std::string& suffix = {}) {
  return fmt::format(" {:<31}{:14.5E}{}\n", dotted, value, suffix);
}

double ratio_without_eroded(const Energies& e) {
  const double reference = e.initial_total + e.external_work;
  const double eroded = e.eroded_kinetic + e.eroded_internal + e.eroded_hourglass;
  return reference != 0 ? (e.total() - eroded) / reference : 1.0;
}

}  // namespace

std::string format_glstat(const Clock& clock, const Energies& energies, std::span<const WallForce> walls,
                          const Vec3& velocity, double ns_per_zone_cycle, const std::optional<ScaledMass>& scaled) {
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
  text += statistic("energy ratio w/o eroded energy.", ratio_without_eroded(energies));
  text += statistic("global x velocity..............", velocity.x);
  text += statistic("global y velocity..............", velocity.y);
  text += statistic("global z velocity..............", velocity.z);
  text += fmt::format(" time per zone cycle.(nanosec)..{:14}\n", std::llround(ns_per_zone_cycle));
  if (!scaled) return text;
  text += statistic("added mass.....................", scaled->added);
  return text + statistic("percentage increase............", scaled->increase());
}

namespace {

void put_glstat_columns(const Moment& now, std::span<const WallForce> walls, const Vec3& velocity,
                 const std::optional<ScaledMass>& scaled, Columns& columns) {
  const Energies& e = now.energies;
  columns.put("time_step", now.clock().dt);
  columns.put("ts_element", now.clock().limiting_element);
  columns.put("ts_part", now.clock().limiting_part);
  columns.put("kinetic_energy", e.kinetic);
  columns.put("internal_energy", e.internal);
  if (!walls.empty()) columns.column("stonewall_energy", walls, &WallForce::energy);
  columns.put("hourglass_energy", e.hourglass);
  columns.put("system_damping_energy", e.damping);
  columns.put("sliding_interface_energy", e.sliding);
  columns.put("external_work", e.external_work);
  columns.put("eroded_kinetic_energy", e.eroded_kinetic);
  columns.put("eroded_internal_energy", e.eroded_internal);
  columns.put("eroded_hourglass_energy", e.eroded_hourglass);
  columns.put("total_energy", e.total());
  columns.put("energy_ratio", e.ratio());
  columns.put("energy_ratio_wo_eroded", ratio_without_eroded(e));
  for (int c = 0; c < 3; ++c) columns.put(std::string("global_") + "xyz"[c] + "_velocity", velocity[c]);
  columns.put("nzc", std::int64_t(std::llround(now.ns_per_element_cycle)));
  if (!scaled) return;
  columns.put("added_mass", scaled->added);
  columns.put("percent_increase", scaled->increase());
}

std::string text_of_glstat(const Moment& now, Columns& columns) {
  const Momentum m =
      sum_momentum(now.world(), now.domain(), now.step.nodes, now.mid, now.rows<GivenBody>());
  const Vec3 velocity = (1.0 / m.mass) * m.momentum;
  const std::vector<WallForce> walls = now.rows<WallForce>();
  const std::optional<ScaledMass> scaled = scaled_mass(now, m.mass);
  put_glstat_columns(now, walls, velocity, scaled, columns);
  return format_glstat(now.clock(), now.energies, walls, velocity, now.ns_per_element_cycle, scaled);
}

}  // namespace

namespace recorders {
extern const RecorderKind glstat = text_database("glstat", text_of_glstat);
}

}  // namespace crumple
