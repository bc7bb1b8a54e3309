// The law of belt elements.
// Part of the Model (model.hpp), read by `physics/joints/belts`.
#pragma once

#include "model/curve.hpp"

namespace crumple {

/// *MAT_SEATBELT (B01), of belt elements: tension over engineering strain, loading and unloading.
template <class Curve> struct Seatbelt {
  static constexpr int number = 1001;
  double mass_per_length = 0;  ///< MPUL [mass/length]
  double least_length = 0;     ///< LMIN: of elements at rings and retractors, unstretched [length]
  Curve loading, unloading;    ///< LLCID, ULCID [force]
  CRUMPLE_DESCRIBE(plain(mass_per_length, least_length, loading, unloading))
};
using MaterialSeatbelt = Seatbelt<Curve>;

}  // namespace crumple
