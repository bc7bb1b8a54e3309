// Implicit analysis: what the *CONTROL_IMPLICIT_... cards ask for.
#pragma once

#include "model/describe.hpp"

namespace crumple {

/// Limits of the iterations to equilibrium, *CONTROL_IMPLICIT_SOLUTION.
struct NewtonLimits {
  int iterations = 11;      ///< ILIMIT: with one factorisation
  int factorisations = 15;  ///< MAXREF: of a step
  double displacement = 1e-3, energy = 1e-2, residual = 0.1;  ///< DCTOL, ECTOL, RCTOL: of the norms of an iteration [1]
  double line_search = 0.9;    ///< LSTOL: of the power along the direction that is left [1]
  bool compares_total = true;  ///< DNORM 2: displacements are compared with those of all steps; 1: of the step
  CRUMPLE_DESCRIBE(plain(iterations, factorisations, displacement, energy, residual, line_search, compares_total))
};

/// How steps follow from the number of iterations, *CONTROL_IMPLICIT_AUTO.
struct AutoSteps {
  bool is_on = false;
  int optimum = 11, window = 5;    ///< ITEOPT, ITEWIN: iterations of a step
  double least = 0, largest = 0;   ///< DTMIN, DTMAX [time]
  CRUMPLE_DESCRIBE(plain(is_on, optimum, window, least, largest))
};

struct Implicit {
  bool is_on = false;           ///< IMFLAG = 1: the run is implicit
  double step = 0;              ///< DT0 [time]
  int n_modes = 0;              ///< NEIG, NMODE: modes to be found; 0: a static analysis
  bool is_buckling = false;     ///< modes of buckling under the loads of ENDTIM
  double centre = 0;            ///< CENTER: those around this frequency [cycles/time]
  double from = 0, to = 0;      ///< LFTEND, RHTEND: those between these frequencies; 0: no bound [cycles/time]
  bool is_linear = false;       ///< NSOLVR = 1
  NewtonLimits limits;
  AutoSteps steps;
  bool is_out_of_core = false;  ///< LSOLVR: the factors are kept in files
  double drilling = 1;          ///< DRCPRM: scale of the drilling stiffness of shells [1]
  CRUMPLE_DESCRIBE(plain(is_on, step, n_modes, is_buckling, centre, from, to, is_linear, limits, steps, is_out_of_core,
                         drilling))
};

}  // namespace crumple
