// The quanta of all exact sums, chosen from the whole model before the run: from the bounds stated by each family of
// elements and each kind of feature (state/model_extremes.hpp).
#pragma once

#include "base/exact_sum.hpp"
#include "model/model.hpp"

namespace crumple {

/// Forces: up to a deformable element strained by 400 % (4 E A, A its largest face or section), so q is 2^-52 of E A;
/// the force at yield, about E A / 500, is then 2^43 q. Loads are included, and contact of rigid parts by their
/// possible impact forces, so that a large rigid part does not coarsen the forces of all others; springs with their
/// largest possible deflection and rate.
/// Masses: including mass scaling.
/// Energies: up to 16 times the larger of the kinetic energy at the largest speed (initial, prescribed, of walls, by
/// body loads) and the deformable volume strained elastically by 1 % (128 times for sums); small enough to resolve the
/// friction of a resting block.
Quanta choose_quanta(const Model& model);

}  // namespace crumple
