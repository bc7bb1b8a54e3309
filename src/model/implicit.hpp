// Implicit analysis: what the *CONTROL_IMPLICIT_... cards ask for.
#pragma once

#include <algorithm>
#include <vector>

#include "model/curve.hpp"
#include "model/describe.hpp"
#include "model/mesh.hpp"

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

/// How load and displacement are found together, *CONTROL_IMPLICIT_SOLUTION with NSOLVR 6 to 9, or 12 and ARCMTH 3.
struct ArcLength {
  enum class Method { none, crisfield, ramm, modified };
  Method method = Method::none;
  Id node = 0;             ///< ARCCTL: whose displacement is prescribed; 0: the norm of all
  int axis = 0;            ///< ARCDIR: of that displacement, 0 x, 1 y, 2 z
  double length = 0;       ///< ARCLEN: of a step [length]; 0: that of the first step by DT0
  double load_weight = 0;  ///< ARCPSI: of the load in the length of a step [1]
  double centre = 0;       ///< ARCALF: of the arc, over the predicted step [1]
  double begin = 0;        ///< ARCTIM: of the method [time]
  CRUMPLE_DESCRIBE(plain(method, node, axis, length, load_weight, centre, begin))
};

/// Inertia in steps to equilibrium, *CONTROL_IMPLICIT_DYNAMICS.
struct ImplicitDynamics {
  bool is_on = false;               ///< IMASS
  double gamma = 0.5, beta = 0.25;  ///< GAMMA, BETA of Newmark's rule [1]
  /// ALPHA [1]: < 0 that of Hilber, Hughes and Taylor; > 0 the share of the first part of a step in two parts (Bathe).
  double alpha = 0;
  double birth = 0;                 ///< TDYBIR: it begins [time]
  double death = 1e28, burial = 1e28;  ///< TDYDTH, TDYBUR: it begins to fade, and ends [time]
  Curve shares;                     ///< IMASS < 0: of inertia over time, in place of these times; without points: none
  bool has_parts() const { return is_on && alpha > 0; }
  /// Of inertia in a step that begins at that time [1].
  double share_at(double time) const {
    if (!is_on) return 0;
    if (!shares.x.empty()) return std::clamp(shares.evaluate(time), 0.0, 1.0);
    if (time < birth || time >= std::max(death, burial)) return 0;
    return time < death ? 1 : (burial - time) / (burial - death);
  }
  CRUMPLE_DESCRIBE(plain(is_on, gamma, beta, alpha, birth, death, burial, shares))
};

/// IMFLAG 4 and 5: where no equilibrium is found the run is explicit for a while, *CONTROL_IMPLICIT_AUTO.
struct ExplicitDetours {
  bool are_on = false;
  bool end_before_last_step = false;  ///< IMFLAG 5: the run ends with an implicit step
  int attempts = 1;                   ///< KFAIL: steps without equilibrium before it
  double duration = 0;                ///< DTEXP; 0: that of the last implicit step [time]
  int n_cycles = 0;                   ///< KCYCLE: at least so many explicit steps
  CRUMPLE_DESCRIBE(plain(are_on, end_before_last_step, attempts, duration, n_cycles))
};

/// IMFLAG 6: modes of the state that an explicit run has reached, NEIG < 0.
struct ModesOnTheWay {
  double time = 0;   ///< [time]
  int n_modes = 0;
  CRUMPLE_DESCRIBE(plain(time, n_modes))
};

struct Implicit {
  bool is_on = false;           ///< the analysis at hand is implicit, IMFLAG = 1
  std::vector<double> switches;  ///< IMFLAG < 0: ascending times at which implicit analysis begins or ends [time]
  bool starts = false;          ///< the run starts with implicit analysis
  double step = 0;              ///< DT0 [time]
  int n_modes = 0;              ///< NEIG, NMODE: modes to be found; 0: a static analysis
  bool is_buckling = false;     ///< modes of buckling under the loads of ENDTIM
  double centre = 0;            ///< CENTER: those around this frequency [cycles/time]
  double from = 0, to = 0;      ///< LFTEND, RHTEND: those between these frequencies; 0: no bound [cycles/time]
  bool is_linear = false;       ///< NSOLVR = 1
  NewtonLimits limits;
  AutoSteps steps;
  ArcLength arc;
  ImplicitDynamics dynamics;
  ExplicitDetours detours;
  std::vector<ModesOnTheWay> modes_on_the_way;  ///< ascending
  bool is_out_of_core = false;  ///< LSOLVR: the factors are kept in files
  double drilling = 1;          ///< DRCPRM: scale of the drilling stiffness of shells [1]

  /// Whether any part of the run is implicit.
  bool is_used() const { return starts || !switches.empty() || !modes_on_the_way.empty(); }
  /// Whether another part is explicit.
  bool has_phases() const { return !switches.empty() || detours.are_on || !modes_on_the_way.empty(); }
  bool is_on_at(double time) const {
    const auto n_past = std::ranges::upper_bound(switches, time) - switches.begin();
    return starts != (n_past % 2 == 1);
  }
  /// The time of the next switch, or of the end of the run.
  double end_of_phase(double time, double end_time) const {
    const auto next = std::ranges::upper_bound(switches, time);
    return next == switches.end() ? end_time : std::min(*next, end_time);
  }
  /// Whether load and displacement are found together.
  bool has_arc() const { return is_used() && n_modes == 0 && arc.method != ArcLength::Method::none; }
  CRUMPLE_DESCRIBE(plain(is_on, switches, starts, step, n_modes, is_buckling, centre, from, to, is_linear, limits,
                         steps, arc, dynamics, detours, modes_on_the_way, is_out_of_core, drilling))
};

}  // namespace crumple
