// The families of elements. A new one is a file with its kind, declared here and listed in families.cpp.
#pragma once

#include <memory>
#include <vector>

#include "kernels/interface.hpp"
#include "physics/elements/element_constants.hpp"
#include "physics/elements/element_family.hpp"

namespace crumple {

/// Precision of the element kernels' arithmetic and history.
enum class Precision : std::uint8_t { single_precision, double_precision };

/// Input of a family's constructor.
struct FamilyInput {
  const Domain& domain;
  const kernels::KernelTable& kernels;
  Precision precision;
  const NodeState& nodes;
  const Column& own_mass;  ///< StepState::own_mass, filled after construction
  std::shared_ptr<const ElementConstants> constants;
};

struct ModelExtremes;  // state/model_extremes.hpp

/// A family: its constructor, and its contributions to the sums of the model, from which quanta are chosen.
struct FamilyKind {
  using Make = std::unique_ptr<ElementFamily> (*)(const FamilyInput&);
  using Bound = void (*)(const Model&, ModelExtremes&);
  constexpr FamilyKind(Make makes, Bound motion, Bound forces)
      : make(makes), bound_motion(motion), bound_forces(forces) {}

  Make make;
  Bound bound_motion;  ///< sizes and masses, and forces that depend on these alone
  Bound bound_forces;  ///< forces that depend on the displacements and velocities of the model
};

using ElementFamilies = std::vector<std::unique_ptr<ElementFamily>>;

/// One of each, including those without elements on this rank, in the order of the model's element numbers.
ElementFamilies make_families(const FamilyInput& input);

/// Contributions of all families to the extremes of the whole model.
void bound_motion_of_elements(const Model& model, ModelExtremes& extremes);
void bound_forces_of_elements(const Model& model, ModelExtremes& extremes);

extern const FamilyKind shell_family, solid_family, beam_family, spring_family;

}  // namespace crumple
