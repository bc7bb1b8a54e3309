// glstat: energies of the whole model, the time step and what limits it (*DATABASE_GLSTAT).
#include <fmt/format.h>

#include <cmath>

#include "io/ascii_formats.hpp"
#include "io/text_database.hpp"
#include "physics/results/energy.hpp"
#include "physics/walls/wall_force.hpp"

namespace crumple {
namespace {

/// A label dotted to column 32, its value in columns 33-46.
std::string statistic(const std::string& dotted, double value, const std::string& suffix = {}) {
  return fmt::format(" {:<31}{:14.5E}{}\n", dotted, value, suffix);
}

}  // namespace

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

namespace {

class Glstat final : public TextDatabase {
 public:
  explicit Glstat(const OutputPlace& place) : TextDatabase(place, "glstat") {}

 private:
  std::string format(const Moment& now) override {
    const Momentum m = sum_momentum(now.world(), now.domain(), now.step.nodes, now.mid);
    return format_glstat(now.clock(), now.energies, now.rows<WallForce>(), (1.0 / m.mass) * m.momentum,
                         now.ns_per_element_cycle);
  }
};

}  // namespace

namespace recorders {
extern const RecorderKind glstat{.name = "glstat", .open = open_recorder<Glstat>};
}

}  // namespace crumple
