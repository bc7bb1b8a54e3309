// The constants that kernels read, one entry per part: material, section and hourglass control resolved.
#pragma once

#include <memory>
#include <vector>

#include "kernels/hardening_curves.hpp"
#include "model/model.hpp"

namespace crumple {

/// Constants of all parts; `parts[p]` belongs to Model::parts[p].
struct ElementConstants {
  std::vector<kernels::PartConstants> parts;
  std::vector<kernels::MaterialConstants> materials;                 ///< [material]
  std::vector<std::vector<kernels::LayerConstants>> layers;          ///< [part], empty without axes
  std::vector<std::unique_ptr<kernels::HardeningCurves>> hardening;  ///< [material], null without a curve
  std::vector<std::unique_ptr<kernels::HardeningCurves>> energy;     ///< [material], the area under it
};

ElementConstants make_element_constants(const Model& model);

/// A curve of a material, whose last slope goes on beyond its end as in LS-DYNA; curves of loads stay constant there.
double value_with_last_slope(const Curve& curve, double at);

/// Points in -1..1 and weights (sum 2) of Gauss-Legendre integration with n points, ascending.
void gauss_points(int n, double* position, double* weight);

}  // namespace crumple
