// The families of elements that there are. A new one is a file with its maker, declared here and listed in
// families.cpp.
#pragma once

#include <memory>
#include <vector>

#include "kernels/interface.hpp"
#include "physics/elements/element_constants.hpp"
#include "physics/elements/element_family.hpp"

namespace crumple {

/// Of the element kernels' arithmetic and history.
enum class Precision : std::uint8_t { single_precision, double_precision };

/// What a family is made from.
struct FamilyInput {
  const Domain& domain;
  const kernels::KernelTable& kernels;
  Precision precision;
  const NodeState& nodes;
  std::shared_ptr<const ElementConstants> constants;
};

using ElementFamilies = std::vector<std::unique_ptr<ElementFamily>>;

/// One of each, also of those without elements here, in the order of the model's element numbers.
ElementFamilies make_families(const FamilyInput& input);

std::unique_ptr<ElementFamily> make_shells(const FamilyInput& input);
std::unique_ptr<ElementFamily> make_solids(const FamilyInput& input);
std::unique_ptr<ElementFamily> make_beams(const FamilyInput& input);
std::unique_ptr<ElementFamily> make_springs(const FamilyInput& input);

}  // namespace crumple
