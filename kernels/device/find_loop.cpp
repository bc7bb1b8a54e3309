// The loops of all lists: loop_lists.hpp is generated, CRUMPLE_LOOP_LISTS(X) calls X(list) for each.
#include "kernels/device/find_loop.hpp"

#include "loop_lists.hpp"

namespace crumple::kernels {

#define CRUMPLE_DECLARE(list) RunLoop find_in_##list(const char* name);
CRUMPLE_LOOP_LISTS(CRUMPLE_DECLARE)

RunLoop find_loop(const char* name) {
#define CRUMPLE_FIND(list) \
  if (const RunLoop found = find_in_##list(name)) return found;
  CRUMPLE_LOOP_LISTS(CRUMPLE_FIND)
  return nullptr;
}

}  // namespace crumple::kernels
