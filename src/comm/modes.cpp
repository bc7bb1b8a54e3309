// The lists of modes: CMake lists the files of the two folders.
#include <fmt/format.h>

#include "base/error.hpp"
#include "comm/collectives.hpp"
#include "comm/mode_list.hpp"
#include "comm/transport.hpp"
#include "comm/world.hpp"

namespace crumple {
namespace {

template <class Mode>
const Mode& find_mode(const std::vector<const Mode*>& modes, const std::string& name) {
  for (const Mode* mode : modes)
    if (mode->name == name) return *mode;
  throw Error("there is no mode of communication '" + name + "'");
}

}  // namespace

#define CRUMPLE_DECLARE(name) extern const CollectiveMode name##_collectives;
CRUMPLE_COLLECTIVES(CRUMPLE_DECLARE)
#undef CRUMPLE_DECLARE
#define CRUMPLE_DECLARE(name) extern const TransportMode name##_transport;
CRUMPLE_TRANSPORTS(CRUMPLE_DECLARE)
#undef CRUMPLE_DECLARE

const std::vector<const CollectiveMode*>& collective_modes() {
#define CRUMPLE_ADDRESS(name) &name##_collectives,
  static const std::vector<const CollectiveMode*> modes = {CRUMPLE_COLLECTIVES(CRUMPLE_ADDRESS)};
#undef CRUMPLE_ADDRESS
  return modes;
}

const std::vector<const TransportMode*>& transport_modes() {
#define CRUMPLE_ADDRESS(name) &name##_transport,
  static const std::vector<const TransportMode*> modes = {CRUMPLE_TRANSPORTS(CRUMPLE_ADDRESS)};
#undef CRUMPLE_ADDRESS
  return modes;
}

const CollectiveMode& collective_mode(const std::string& name) { return find_mode(collective_modes(), name); }
const TransportMode& transport_mode(const std::string& name) { return find_mode(transport_modes(), name); }

std::vector<std::string> available_collectives() {
  std::vector<std::string> names;
  for (const CollectiveMode* mode : collective_modes())
    if (!*mode->missing) names.push_back(mode->name);
  return names;
}

void check_available(const CollectiveMode& mode) {
  if (*mode.missing)
    throw Error(fmt::format("collectives={}: {} has no {}; there is: {}", mode.name, World::library_version(),
                            mode.missing, fmt::join(available_collectives(), ", ")));
}

}  // namespace crumple
