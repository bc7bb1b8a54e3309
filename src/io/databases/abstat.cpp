// abstat: volume, pressure, gas and flow of airbags (*DATABASE_ABSTAT). Layout from memory of LS-DYNA's: labels and
// order unconfirmed.
#include <fmt/format.h>

#include <algorithm>

#include "io/text_database.hpp"
#include "physics/state/bag_state.hpp"

namespace crumple {
namespace {

double density_of(const BagState& bag) { return bag.volume > 0 ? bag.mass / bag.volume : 0; }

std::string format_bag(const BagState& bag) {
  return fmt::format("{:10}{:14.4E}{:14.4E}{:14.4E}{:14.4E}{:14.4E}{:14.4E}{:14.4E}{:14.4E}{:14.4E}\n", bag.bag,
                     bag.volume, bag.pressure, bag.energy, bag.inflow, density_of(bag), bag.outflow, bag.mass,
                     bag.temperature, bag.area);
}

std::string text_of_abstat(const Moment& now, Columns& columns) {
  std::string text = fmt::format("\n\n      time.........................{:14.5E}\n", now.clock().time);
  text +=
      "    airbag        volume      pressure  intern.energ      dm/dt in       density     dm/dt out    total mass"
      "      gas temp  surface area\n";
  std::vector<BagState> bags = gather_rows(now.world(), now.rows<BagState>());
  std::ranges::sort(
      bags, {}, [&](const BagState& of) { return std::ranges::find(now.domain().model.airbags, of.bag, &Airbag::id); });
  for (const BagState& bag : bags) text += format_bag(bag);
  columns.ids("ids", bags, &BagState::bag);
  columns.column("volume", bags, &BagState::volume);
  columns.column("pressure", bags, &BagState::pressure);
  columns.column("internal_energy", bags, &BagState::energy);
  columns.column("dm_dt_in", bags, &BagState::inflow);
  columns.column("density", bags, density_of);
  columns.column("dm_dt_out", bags, &BagState::outflow);
  columns.column("total_mass", bags, &BagState::mass);
  columns.column("gas_temp", bags, &BagState::temperature);
  columns.column("surface_area", bags, &BagState::area);
  return text;
}

}  // namespace

namespace recorders {
extern const RecorderKind abstat =
    text_database("abstat", text_of_abstat, [](const Model& m) { return legend_of(m.airbags); });
}  // namespace recorders

}  // namespace crumple
