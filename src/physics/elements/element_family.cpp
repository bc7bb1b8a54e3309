#include "physics/elements/element_family.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <ranges>

#include "base/error.hpp"

namespace crumple {

void ElementFamily::add_tangents(const NodeState&, double, const TakeTangent&) const {
  if (count() > 0)
    throw Error(fmt::format("implicit analysis: {} {} of part {} has no tangent stiffness; expected shells and solids",
                            name(), id(0), part_id(0)));
}

/// Elements are in ascending order of ids.
Index ElementFamily::find(Id wanted) const {
  const auto all = std::views::iota(Index(0), count());
  const auto at = std::ranges::lower_bound(all, wanted, {}, [this](Index e) { return id(e); });
  return at != all.end() && id(*at) == wanted ? *at : none;
}

}  // namespace crumple
