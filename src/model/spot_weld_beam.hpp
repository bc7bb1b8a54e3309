// The law of beams that are spot welds.
// Part of the Model (model.hpp), read by `physics/elements/beam_step`.
#pragma once

#include <array>

#include "model/describe.hpp"

namespace crumple {

/// *MAT_100 SPOTWELD: bilinear isotropic hardening of a weld beam; fails by its resultants,
/// (Nrr/NRR)^2 + (Nrs/NRS)^2 + (Nrt/NRT)^2 + (Mrr/MRR)^2 + (Mss/MSS)^2 + (Mtt/MTT)^2 >= 1, by plastic strain or time.
struct MaterialSpotWeld {
  static constexpr int number = 100;
  double yield = 0;             ///< SIGY [force/area]
  double tangent = 0;           ///< EH: plastic hardening modulus [force/area]
  double step = 0;              ///< DT: least time step, met by scaling the weld's mass [time]; 0: none
  double failure_time = 0;      ///< TFAIL [time]; 0: none
  double failure_strain = 0;    ///< EFAIL; 0: none
  std::array<double, 3> force_limit{};   ///< NRR, NRS, NRT [force]; 0: not checked
  std::array<double, 3> moment_limit{};  ///< MRR, MSS, MTT [force length]; 0: not checked
  int filter = 0;               ///< NF: resultants averaged over so many cycles before they are checked
  CRUMPLE_DESCRIBE(plain(yield, tangent, step, failure_time, failure_strain, force_limit, moment_limit, filter))
};

}  // namespace crumple
