// The quanta of all exact sums, chosen from the whole model before the run.
#pragma once

#include "base/exact_sum.hpp"
#include "model/model.hpp"

namespace crumple {

/// Forces: room for an element strained by 400 % (4 E A, A its largest face or section), so q is 2^-52 of E A; the
/// force at yield, about E A / 500, is then 2^43 q. Loads and accelerated point masses are included.
/// Energies: room for 16 times the larger of the initial kinetic energy and the deformable volume strained elastically
/// by 1 % (the 128-fold for sums); small enough that the friction of a resting block does not round away.
Quanta choose_quanta(const Model& model);

}  // namespace crumple
