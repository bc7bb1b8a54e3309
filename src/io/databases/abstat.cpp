// abstat: volume, pressure, gas and flow of airbags (*DATABASE_ABSTAT). Layout from memory of LS-DYNA's: labels and
// order unconfirmed.
#include <fmt/format.h>

#include "io/text_database.hpp"
#include "physics/state/bag_state.hpp"

namespace crumple {
namespace {

std::string format_bag(const BagState& bag) {
  const double density = bag.volume > 0 ? bag.mass / bag.volume : 0;
  return fmt::format("{:10}{:14.4E}{:14.4E}{:14.4E}{:14.4E}{:14.4E}{:14.4E}{:14.4E}{:14.4E}{:14.4E}\n", bag.bag,
                     bag.volume, bag.pressure, bag.energy, bag.inflow, density, bag.outflow, bag.mass, bag.temperature,
                     bag.area);
}

class Abstat final : public TextDatabase {
 public:
  explicit Abstat(const OutputPlace& place) : TextDatabase(place, "abstat", legend_of(place.domain.model.airbags)) {}

 private:
  std::string format(const Moment& now) override {
    std::string text = fmt::format("\n\n      time.........................{:14.5E}\n", now.clock().time);
    text +=
        "    airbag        volume      pressure  intern.energ      dm/dt in       density     dm/dt out    total mass"
        "      gas temp  surface area\n";
    for (const BagState& bag : now.rows<BagState>()) text += format_bag(bag);
    return text;
  }
};

}  // namespace

namespace recorders {
extern const RecorderKind abstat{.name = "abstat", .open = open_recorder<Abstat>};
}

}  // namespace crumple
