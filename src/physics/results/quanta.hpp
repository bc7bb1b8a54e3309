// The quanta of all exact sums, chosen from the whole model before the run: from what each family of elements and each
// kind of feature states that it may add (state/model_extremes.hpp).
#pragma once

#include "base/exact_sum.hpp"
#include "model/model.hpp"

namespace crumple {

/// Forces: room for a deformable element strained by 400 % (4 E A, A its largest face or section), so q is 2^-52 of E
/// A; the force at yield, about E A / 500, is then 2^43 q. Loads are included, and contact of rigid parts by what they
/// can hit with, so that a large rigid part does not coarsen the forces of all others; springs as far and as fast as
/// they may go.
/// Masses: as mass scaling leaves them.
/// Energies: room for 16 times the larger of the kinetic energy at the largest speed (initial, prescribed, of walls,
/// by body loads) and the deformable volume strained elastically by 1 % (the 128-fold for sums); small enough that the
/// friction of a resting block does not round away.
Quanta choose_quanta(const Model& model);

}  // namespace crumple
