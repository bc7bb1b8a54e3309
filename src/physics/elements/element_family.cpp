#include "physics/elements/element_family.hpp"

#include <algorithm>
#include <ranges>

namespace crumple {

/// Elements are in ascending order of ids.
Index ElementFamily::find(Id wanted) const {
  const auto all = std::views::iota(Index(0), count());
  const auto at = std::ranges::lower_bound(all, wanted, {}, [this](Index e) { return id(e); });
  return at != all.end() && id(*at) == wanted ? *at : none;
}

}  // namespace crumple
