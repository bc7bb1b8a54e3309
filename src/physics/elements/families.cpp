#include "physics/elements/families.hpp"

namespace crumple {

ElementFamilies make_families(const FamilyInput& input) {
  ElementFamilies families;
  for (const auto make : {make_shells, make_solids, make_beams, make_springs}) families.push_back(make(input));
  return families;
}

}  // namespace crumple
