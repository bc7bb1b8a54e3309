// The differences of shells and solids, for their common code (element_groups, packed_elements): the elements that the
// vector kernels compute in blocks.
#pragma once

#include <span>

#include "base/profile.hpp"
#include "kernels/interface.hpp"
#include "model/model.hpp"
#include "physics/state/state.hpp"

namespace crumple {

struct ModelExtremes;  // state/model_extremes.hpp

struct PackedKind {
  SectionKind kind;
  const Phase& phase;
  bool is_shell;      ///< kernels for shells; thickness, rotary inertia, stress in the element's axes, no zz
  int erode;          ///< its digit of ERODE
  std::uint64_t hash_seed;
  std::size_t (*first)(const Model&);  ///< number of the first element
  std::size_t (*count)(const Model&);
  /// The element's nodes that its kernel uses, in the kernel's order; behind `nodes` those of its sides.
  std::span<const int> (*corners)(const Model&, Index element);
  std::size_t full_nodes;  ///< elements with fewer corners have one formulation, whatever their section says
  double (*thickness)(const Model&, Index element);  ///< mean over the corners [length]; null: none
  kernels::RunVector<std::uint8_t> ElementStatus::*alive;
};

extern const PackedKind shell_kind, solid_kind;

/// As FamilyKind::bound_motion.
void bound_shells(const Model& model, ModelExtremes& extremes);
void bound_solids(const Model& model, ModelExtremes& extremes);

}  // namespace crumple
