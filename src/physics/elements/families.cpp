#include "physics/elements/families.hpp"

namespace crumple {
namespace {

constexpr const FamilyKind* kinds[] = {&shell_family, &solid_family, &beam_family, &spring_family};

}  // namespace

ElementFamilies make_families(const FamilyInput& input) {
  ElementFamilies families;
  for (const FamilyKind* kind : kinds) families.push_back(kind->make(input));
  return families;
}

void bound_motion_of_elements(const Model& model, ModelExtremes& extremes) {
  for (const FamilyKind* kind : kinds) kind->bound_motion(model, extremes);
}

void bound_forces_of_elements(const Model& model, ModelExtremes& extremes) {
  for (const FamilyKind* kind : kinds) kind->bound_forces(model, extremes);
}

}  // namespace crumple
