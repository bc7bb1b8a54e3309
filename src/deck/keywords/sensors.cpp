// *SENSOR_DEFINE_...: what sensors measure. They act by *SENSOR_SWITCH and *SENSOR_CONTROL alone, which are errors.
#include "deck/keywords/keywords.hpp"

namespace crumple::deck {

void register_sensors(Registry& registry) {
  registry.ignore_family("SENSOR_DEFINE_", "they act through *SENSOR_SWITCH and *SENSOR_CONTROL only");
}

}  // namespace crumple::deck
