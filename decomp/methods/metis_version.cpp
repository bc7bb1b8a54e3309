#include <fmt/format.h>
#include <metis.h>

#include "decomp/partition.hpp"

namespace crumple {

std::string metis_version() {
  return fmt::format("{}.{}.{}", METIS_VER_MAJOR, METIS_VER_MINOR, METIS_VER_SUBMINOR);
}

}  // namespace crumple
