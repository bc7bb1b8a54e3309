// The constants that kernels read: material, section and hourglass control resolved. One entry for each part with
// elements on this rank, and for each section defined by shells themselves (*ELEMENT_SHELL_COMPOSITE, _OFFSET).
#pragma once

#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "base/ragged.hpp"
#include "kernels/hardening_curves.hpp"
#include "model/model.hpp"

namespace crumple {

struct ElementConstants {
  kernels::RunVector<kernels::PartConstants> entries;
  std::vector<Index> part;                                           ///< [entry]
  std::map<std::pair<Index, Index>, Index> entry;                    ///< of the elements here, by key_of
  kernels::RunVector<kernels::MaterialConstants> materials;          ///< [material]
  Ragged<kernels::LayerConstants, kernels::RunVector<kernels::LayerConstants>> layers;  ///< [entry], empty without axes
  std::vector<std::unique_ptr<kernels::HardeningCurves>> hardening;  ///< [material], null without a curve
  std::vector<std::unique_ptr<kernels::HardeningCurves>> energy;     ///< [material], the area under it

  /// Part, and the section of a shell that has its own.
  template <class Element> static std::pair<Index, Index> key_of(const Element& element) {
    if constexpr (std::is_same_v<Element, Shell>) return {element.part, element.section};
    return {element.part, none};
  }
  template <class Element> Index entry_of(const Element& element) const { return entry.at(key_of(element)); }
};

ElementConstants make_element_constants(const Model& model);

/// Moduli of plane waves through the solids of a part at t = 0: lambda + 2 mu and mu, as in their stable steps
/// [force/area].
struct WaveModuli {
  double dilatation, shear;
};
WaveModuli wave_moduli(const Model& model, const Part& part);

/// Whether the strain at the points, kept for erosion, is kept for outputs (STRFLG) only.
bool keeps_strain_for_outputs(const kernels::MaterialConstants& material);

/// Points in -1..1 and weights (sum 2) of Gauss-Legendre integration with n points, ascending.
void gauss_points(int n, double* position, double* weight);

}  // namespace crumple
