// Implicit analysis: what the *CONTROL_IMPLICIT_... cards ask for.
#pragma once

#include "model/describe.hpp"

namespace crumple {

struct Implicit {
  bool is_on = false;           ///< IMFLAG = 1: the run is implicit
  double step = 0;              ///< DT0 [time]
  int n_modes = 0;              ///< NEIG: modes to be found; 0: a static analysis
  double centre = 0;            ///< CENTER: those around this frequency [cycles/time]
  bool is_out_of_core = false;  ///< LSOLVR: the factors are kept in files
  double drilling = 1;          ///< DRCPRM: scale of the drilling stiffness of shells [1]
  CRUMPLE_DESCRIBE(plain(is_on, step, n_modes, centre, is_out_of_core, drilling))
};

}  // namespace crumple
