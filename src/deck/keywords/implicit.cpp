// *CONTROL_IMPLICIT_GENERAL, _SOLUTION, _SOLVER, _EIGENVALUE, and the others of the family. Without IMFLAG they have no
// effect, so what they ask for is checked once it is known.
#include <fmt/format.h>

#include <algorithm>

#include "deck/keywords/keywords.hpp"
#include "model/weld_strains.hpp"

namespace crumple::deck::implicit_keywords {

constexpr auto general_card =
    card_of(integer("IMFLAG", "1: implicit analysis; 0: explicit; < 0: a curve of these over time; 2: explicit, then "
                    "NSBS implicit steps; 4: explicit for a while where no equilibrium is found; 5: the same, with an "
                    "implicit end; 6: explicit, with modes at times by NEIG"),
            real("DT0", "time step of implicit analysis", "time"),
            no_effect("IMFORM", "elements have the formulation of their section"),
            integer("NSBS", "implicit steps after ENDTIM, with IMFLAG 2", 1),
            no_effect("IGS", "the stiffness is that of the stresses at the start"),
            no_effect("CNSTN", "springback only"),
            no_effect("FORM", "elements have the formulation of their section"),
            no_effect("ZERO_V", "velocities end where implicit analysis begins; initial ones begin after it"));
constexpr auto solution_card =
    card_of(integer("NSOLVR", "1: linear; 2, 12: iterations with BFGS updates; 6 to 9: the same by arc length; others "
                    "are errors", 12),
            integer("ILIMIT", "iterations with one stiffness matrix; 1: Newton's method", 11),
            integer("MAXREF", "stiffness matrices of a step", 15),
            real("DCTOL", "largest relative displacement of the last iteration", "1", 1e-3),
            real("ECTOL", "largest energy of the last iteration, of the first's", "1", 1e-2),
            real("RCTOL", "largest residual of the last iteration, of the first's; at most 0.1", "1", 1e10),
            real("LSTOL", "power left at the end of a line search", "1", 0.9),
            no_effect("ABSTOL", "residuals below 1e-11 of the first end the iterations"));
constexpr auto norms_card =
    card_of(integer("DNORM", "displacements of an iteration over 1: those of the step; 2: all", 2),
            no_effect("DIVERG", "an energy of 1000 times the first leads to a new stiffness matrix"),
            no_effect("ISTIF", "each step begins with a new stiffness matrix"),
            no_effect("NLPRINT", "mes0000 has the norms of all iterations"),
            no_effect("NLNORM", "norms of displacements and residuals are those of translations"),
            no_effect("D3ITCTL", "states are those of the ends of steps"),
            no_effect("CPCHK", "contacts are errors of implicit analysis"));
constexpr auto arc_card =
    card_of(id(IdOf::node, "ARCCTL", "the length of a step is a displacement of this node; 0: the norm of all"),
            integer("ARCDIR", "axis of that displacement: 1 x, 2 y, 3 z", 1),
            real("ARCLEN", "length of a step; <= 0: that of the first step by DT0", "length"),
            integer("ARCMTH", "of the arc length method of NSOLVR 6 to 9: 1 Crisfield, 2 Ramm; with NSOLVR 12: 3 "
                    "Crisfield with ARCPSI, ARCALF and ARCTIM, others: no arc length", 1),
            integer("ARCDMP", "damping of the arc length method: 2 none; 1 is an error of it", 2),
            real("ARCPSI", "weight of the load in the length, over that of the displacement in the first step", "1"),
            real("ARCALF", "centre of the arc, over the predicted step; from 0 to below 1", "1"),
            real("ARCTIM", "time at which the arc length method begins", "time"));
constexpr auto search_card =
    card_of(alike(no_effect("LSMTD", "line searches are by the power along the direction"), "LSDIR", "IRAD", "SRAD",
                  "AWGT", "SRED"));
constexpr auto auto_card =
    card_of(integer("IAUTO", "1: steps follow from the number of iterations; 0: all steps are DT0; others are errors"),
            integer("ITEOPT", "optimum number of iterations of a step", 11),
            integer("ITEWIN", "steps change outside of ITEOPT +- ITEWIN", 5),
            real("DTMIN", "shortest step; 0: DT0 / 1000", "time"),
            real("DTMAX", "longest step; 0: 10 DT0; < 0 is an error", "time"),
            real("DTEXP", "time of explicit steps where no equilibrium is found, with IMFLAG 4 and 5; 0: that of the "
                 "step without one; < 0 is an error", "time"),
            integer("KFAIL", "attempts at a step before them; without IAUTO one", 1),
            integer("KCYCLE", "at least so many of them"));
constexpr auto dynamics_card =
    card_of(integer("IMASS", "1: inertia acts; 0: none; < 0: a curve of its share over time; 2 and 3, by modes, are "
                    "errors"),
            real("GAMMA", "of the velocity, at least 0.5; blank with ALPHA < 0: 0.5 - ALPHA", "1", 0.5),
            real("BETA", "of the displacement, more than 0; blank with ALPHA < 0: (1 - ALPHA)^2 / 4", "1", 0.25),
            real("TDYBIR", "inertia begins", "time"),
            real("TDYDTH", "inertia begins to fade, in proportion to time", "time", 1e28),
            real("TDYBUR", "its end; 0: TDYDTH", "time", 1e28),
            no_effect("IRATE", "laws with rates have those of the step"),
            real("ALPHA", "-1/3 to 0: of Hilber, Hughes and Taylor; 0 to 1: first part of a step in two (Bathe); -1 "
                 "and less, spinning bodies, are errors", "1"));
constexpr auto spin_card = card_of(integer("PSID", "spinning parts; others than 0, none, are errors"),
                                   no_effect("ANGLE", "only for spinning parts"));
constexpr auto solver_card =
    card_of(integer("LSOLVR", "6: the factors are kept in files; others: in memory", 7),
            no_effect("LPRINT", "the log has times and memory of the solver"),
            no_effect("NEGEV", "negative eigenvalues of the stiffness are no error"),
            no_effect("ORDER", "the solver's analysis chooses the ordering"),
            no_effect("DRCM", "the rotation about a shell's normal is held to the spin of the shell by DRCPRM"),
            real("DRCPRM", "scale of the stiffness of rotations about the normals of shells", "1", 1),
            no_effect("AUTOSPC", "degrees of freedom that nothing resists are fixed"),
            no_effect("AUTOTOL", "only those without any stiffness are fixed"));
constexpr auto eigenvalue_card =
    card_of(integer("NEIG", "number of modes, the lowest; 0: a static analysis; < 0, with IMFLAG 6: a curve of numbers "
                    "of modes over the times at which they are wanted"),
            real("CENTER", "> 0: the modes nearest to this frequency", "1/time"),
            integer("LFLAG", "1: modes above the frequency LFTEND"),
            real("LFTEND", "lower bound of frequencies, with LFLAG; at most 0: none", "1/time"),
            integer("RFLAG", "1: modes below the frequency RHTEND"),
            real("RHTEND", "upper bound of frequencies, with RFLAG", "1/time"),
            integer("EIGMTH", "2, 101 to 103: block Lanczos iteration with shift and invert; others are errors", 2),
            no_effect("SHFSCL", "shifts follow from the model"));
constexpr auto formulation_card =
    card_of(alike(integer("ISOLID", "another formulation in implicit analysis; others than 0 are errors"), "IBEAM",
                  "ISHELL", "ITSHELL"),
            alike(no_effect("MSTRES", "modes have no stresses"), "EVDUMP", "MSTRSCL"));

/// A value holds up to the last point that has it.
void take_phases(Deck& deck, const Card& card) {
  const Index found = deck.find(deck.curves, card, "IMFLAG", -card.integer("IMFLAG"));
  if (found == none) return;
  const Curve& curve = deck.model.curves[found];
  for (const double y : curve.y)
    if (y != 0 && y != 1)
      return card.error("IMFLAG", "curve {} has the value {}, expected 0 (explicit) and 1 (implicit)", curve.id, y);
  Implicit& implicit = deck.model.implicit;
  bool is_on = implicit.starts = implicit.is_on = curve.evaluate(0) > 0.5;
  for (std::size_t i = 0; i + 1 < curve.x.size(); ++i) {
    if (curve.x[i] <= 0 || (curve.y[i + 1] > 0.5) == is_on) continue;
    implicit.switches.push_back(curve.x[i]);
    is_on = !is_on;
  }
}

/// IMFLAG 2: the run goes on beyond ENDTIM.
void take_springback(Deck& deck, const Card& card) {
  const int n_steps = card.integer("NSBS");
  if (n_steps < 1) card.error("NSBS", "found {}, expected a number of steps", n_steps);
  Control& control = deck.model.control;
  deck.model.implicit.switches.push_back(control.end_time);
  control.end_time += n_steps * card.real("DT0");
}

void read_general(Cards& cards, const Options&, Deck& deck) {
  const Card card = cards.next(general_card);
  cards.expect_end();
  const int flag = card.integer("IMFLAG");
  if (flag > 6 || flag == 3) card.error("IMFLAG", "found {}, expected 0 to 2, 4 to 6, or a curve, < 0", flag);
  if (flag < 0) deck.later(Phase::conditions, [&deck, card] { take_phases(deck, card); });
  if (flag == 2) deck.later(Phase::conditions, [&deck, card] { take_springback(deck, card); });
  Implicit& implicit = deck.model.implicit;
  implicit.starts = implicit.is_on = flag == 1 || flag == 4 || flag == 5;
  implicit.detours.are_on = flag == 4 || flag == 5;
  implicit.detours.end_before_last_step = flag == 5;
  deck.defaults.has_modes_on_the_way = flag == 6;
  implicit.step = card.real("DT0");
  if (flag == 6) {
    if (!(implicit.step > 0)) implicit.step = 1;  // of no meaning
    deck.later(Phase::results, [&deck, card] {
      if (deck.model.implicit.modes_on_the_way.empty())
        card.error("IMFLAG", "found 6, expected NEIG < 0 in *CONTROL_IMPLICIT_EIGENVALUE, a curve of numbers of modes");
    });
    return;
  }
  if (flag == 0 || card.real("DT0") > 0) return;
  deck.later(Phase::conditions, [&deck, card] {  // modes alone need no step
    Implicit& its = deck.model.implicit;
    if (its.n_modes > 0 && !its.is_buckling)
      its.step = 1;
    else
      card.error("DT0", "found {}, expected a positive time step", card.real("DT0"));
  });
}

/// Does it, in implicit analysis, once the whole deck is known.
void if_implicit(Deck& deck, std::function<void()> work) {
  deck.later(Phase::results, [&deck, work = std::move(work)] {
    if (deck.model.implicit.is_used()) work();
  });
}

void check_arc(const Card& card, bool is_by_default, Deck& deck) {
  const int method = std::max(card.integer("ARCMTH"), 1);
  if (!is_by_default && method != 3) {
    if (card.id("ARCCTL") != 0)
      card.warn("ARCCTL", "no effect: the arc length method is that of NSOLVR 6 to 9, or of 12 with ARCMTH 3");
    return;
  }
  if (is_by_default && method != 1 && method != 2)
    card.error("ARCMTH", "found {}, expected 1 or 2 (3 with NSOLVR 12)", method);
  if (card.integer("ARCDMP") == 1) card.error("ARCDMP", "damping of the arc length method is not supported");
  if (card.integer("ARCDIR") < 0 || card.integer("ARCDIR") > 3)
    card.error("ARCDIR", "found {}, expected 1 to 3", card.integer("ARCDIR"));
  if (card.id("ARCCTL") != 0) deck.find_node(card, "ARCCTL");
  if (method != 3) return;
  expect_not_negative(card, {"ARCPSI", "ARCALF", "ARCTIM"});
  if (card.real("ARCALF") >= 1) card.error("ARCALF", "found {}, expected a number below 1", card.real("ARCALF"));
}

/// The arc length method, which NSOLVR may ask for.
void read_arc(const Card& card, bool is_by_default, Deck& deck) {
  ArcLength& arc = deck.model.implicit.arc;
  const int method = std::max(card.integer("ARCMTH"), 1);
  if_implicit(deck, [card, is_by_default, &deck] {
    if (deck.model.implicit.n_modes == 0) check_arc(card, is_by_default, deck);
  });
  if (!is_by_default && method != 3) return;
  arc.method = ArcLength::Method(method);
  arc.node = card.id("ARCCTL", IdOf::node);
  arc.axis = std::max(card.integer("ARCDIR"), 1) - 1;
  arc.length = std::max(card.real("ARCLEN"), 0.0);
  if (method != 3) return;
  arc.load_weight = card.real("ARCPSI");
  arc.centre = card.real("ARCALF");
  arc.begin = card.real("ARCTIM");
}

void read_solution(Cards& cards, const Options&, Deck& deck) {
  const Card card = cards.next(solution_card);
  Implicit& implicit = deck.model.implicit;
  const int kind = card.integer("NSOLVR");
  const bool is_arc = kind >= 6 && kind <= 9;
  implicit.is_linear = kind == 1;
  if_implicit(deck, [card, kind, is_arc, &implicit] {
    if (implicit.n_modes == 0 && !is_arc && kind != 1 && kind != 2 && kind != 12)
      card.error("NSOLVR", "found {}, expected 1 (linear), 2 or 12 (nonlinear, BFGS), 6 to 9 (arc length)", kind);
  });
  if (is_arc) implicit.arc.method = ArcLength::Method::crisfield;
  expect_positive(card, {"ILIMIT", "MAXREF", "DCTOL", "ECTOL", "RCTOL", "LSTOL"});
  implicit.limits.iterations = card.integer("ILIMIT");
  implicit.limits.factorisations = card.integer("MAXREF");
  implicit.limits.displacement = card.real("DCTOL");
  implicit.limits.energy = card.real("ECTOL");
  implicit.limits.residual = std::min(card.real("RCTOL"), 0.1);
  implicit.limits.line_search = card.real("LSTOL");
  if (!cards.more()) return;
  const Card norms = cards.next(norms_card);
  const int norm = norms.integer("DNORM");
  if_implicit(deck, [norms, norm] {
    if (norm != 1 && norm != 2) norms.error("DNORM", "found {}, expected 1 (of the step) or 2 (of all)", norm);
  });
  implicit.limits.compares_total = norm == 2;
  if (!cards.more()) return;
  const Card arc = cards.next(arc_card);
  if (is_arc || kind == 12) read_arc(arc, is_arc, deck);
  if (cards.more()) cards.next(search_card);
  cards.expect_end();
}

constexpr auto buckle_card = card_of(integer("NMODE", "number of modes of buckling; 0: none"),
                                     no_effect("BCKMTH", "block Lanczos iteration"));

void read_buckle(Cards& cards, const Options&, Deck& deck) {
  const Card card = cards.next(buckle_card);
  cards.expect_end();
  expect_not_negative(card, {"NMODE"});
  const int n_modes = card.integer("NMODE");
  if (n_modes == 0) return;
  Implicit& implicit = deck.model.implicit;
  if_implicit(deck, [card, &deck] {
    if (deck.defaults.has_vibration)
      card.error("NMODE", "NEIG asks for modes of vibration in the same run, expected one of both");
  });
  implicit.n_modes = n_modes;
  implicit.is_buckling = true;
}

void read_auto(Cards& cards, const Options&, Deck& deck) {
  const Card card = cards.next(auto_card);
  while (cards.more()) cards.next_text();
  AutoSteps& steps = deck.model.implicit.steps;
  const int kind = card.integer("IAUTO");
  if_implicit(deck, [card, kind, &deck, &steps] {
    if (kind != 0 && kind != 1) card.error("IAUTO", "found {}, expected 0 or 1", kind);
    expect_not_negative(card, {"ITEOPT", "ITEWIN", "DTMIN", "DTMAX", "DTEXP", "KFAIL", "KCYCLE"});
    const double step = deck.model.implicit.step;
    steps.least = card.real("DTMIN") > 0 ? card.real("DTMIN") : 1e-3 * step;
    steps.largest = card.real("DTMAX") > 0 ? card.real("DTMAX") : 10 * step;
    if (steps.largest < steps.least)
      card.error("DTMAX", "found {}, expected at least DTMIN, {}", steps.largest, steps.least);
  });
  ExplicitDetours& detours = deck.model.implicit.detours;
  detours.duration = card.real("DTEXP");
  detours.attempts = std::max(card.integer("KFAIL"), 1);
  detours.n_cycles = card.integer("KCYCLE");
  steps.is_on = kind == 1;
  steps.optimum = card.integer("ITEOPT");
  steps.window = card.integer("ITEWIN");
}

void read_solver(Cards& cards, const Options&, Deck& deck) {
  const Card card = cards.next(solver_card);
  while (cards.more()) cards.next_text();
  expect_not_negative(card, {"DRCPRM"});
  deck.model.implicit.is_out_of_core = card.integer("LSOLVR") == 6;
  deck.model.implicit.drilling = card.real("DRCPRM");
}

/// With IMFLAG 6.
void take_modes_on_the_way(Deck& deck, const Card& card) {
  if (!deck.defaults.has_modes_on_the_way)
    return if_implicit(deck, [card] {
      card.error("NEIG", "found {}, expected a number of modes, or IMFLAG 6 of *CONTROL_IMPLICIT_GENERAL",
                 card.integer("NEIG"));
    });
  const Index found = deck.find(deck.curves, card, "NEIG", -card.integer("NEIG"));
  if (found == none) return;
  const Curve& curve = deck.model.curves[std::size_t(found)];
  for (std::size_t i = 0; i < curve.x.size(); ++i) {
    const double n = curve.y[i];
    if (!(n >= 0 && n < 1e6 && n == double(int(n))))
      return card.error("NEIG", "curve {} has the value {}, expected numbers of modes", curve.id, n);
    if (n > 0) deck.model.implicit.modes_on_the_way.push_back({curve.x[i], int(n)});
  }
}

void read_eigenvalue(Cards& cards, const Options&, Deck& deck) {
  const Card card = cards.next(eigenvalue_card);
  Implicit& implicit = deck.model.implicit;
  if (card.integer("NEIG") > 0) implicit.n_modes = card.integer("NEIG");
  if (card.integer("NEIG") < 0) deck.later(Phase::conditions, [&deck, card] { take_modes_on_the_way(deck, card); });
  deck.defaults.has_vibration = card.integer("NEIG") != 0;
  implicit.centre = card.real("CENTER");
  if (card.integer("LFLAG") == 1) implicit.from = card.real("LFTEND");
  if (card.integer("RFLAG") == 1) implicit.to = card.real("RHTEND");
  if_implicit(deck, [card, &implicit] {
    for (const char* bound : {"LFLAG", "RFLAG"})
      if (const int flag = card.integer(bound); flag != 0 && flag != 1)
        card.error(bound, "found {}, expected 0 or 1", flag);
    if (card.integer("RFLAG") == 1 && !(implicit.to > std::max(implicit.from, 0.0)))
      card.error("RHTEND", "found {}, expected a frequency above 0 and LFTEND", implicit.to);
    const bool is_inside = implicit.centre > implicit.from && (implicit.to <= 0 || implicit.centre < implicit.to);
    if (implicit.centre > 0 && !is_inside)
      card.error("CENTER", "found {}, expected a frequency between LFTEND and RHTEND", implicit.centre);
    const int method = card.integer("EIGMTH");
    if (method != 0 && method != 2 && (method < 101 || method > 103))
      card.error("EIGMTH", "found {}, expected 2", method);
  });
  if (!cards.more()) return;
  const Card formulations = cards.next(formulation_card);
  if_implicit(deck, [formulations] {
    for (const char* kind : {"ISOLID", "IBEAM", "ISHELL", "ITSHELL"})
      if (const int number = formulations.integer(kind); number != 0)
        formulations.error(kind, "found {}: implicit analysis has the formulations of the sections", number);
  });
  while (cards.more()) cards.next_text();
}

void check_dynamics(const Card& card) {
  const int kind = card.integer("IMASS");
  if (kind > 1) card.error("IMASS", "found {}, expected 0 (statics), 1 (dynamics), or a curve, < 0", kind);
  if (kind == 0) return;
  if (card.real("GAMMA") < 0.5) card.error("GAMMA", "found {}, expected at least 0.5", card.real("GAMMA"));
  expect_positive(card, {"BETA"});
  expect_not_negative(card, {"TDYBIR"});
  if (const double alpha = card.real("ALPHA"); !(alpha >= -1.0 / 3 && alpha < 1))
    card.error("ALPHA", "found {}, expected -1/3 to 0 (Hilber, Hughes, Taylor), or 0 to 1 (Bathe)", alpha);
}

void read_dynamics(Cards& cards, const Options&, Deck& deck) {
  const Card card = cards.next(dynamics_card);
  const Card spin = cards.next(spin_card);
  cards.expect_end();
  ImplicitDynamics& dynamics = deck.model.implicit.dynamics;
  const int kind = card.integer("IMASS");
  if_implicit(deck, [card, spin, kind] {
    check_dynamics(card);
    if (kind != 0 && spin.integer("PSID") != 0)
      spin.error("PSID", "found {}: spinning parts are not supported, expected 0", spin.integer("PSID"));
  });
  if (kind < 0)
    deck.later(Phase::conditions, [card, kind, &deck, &dynamics] {
      if (const Index found = deck.find(deck.curves, card, "IMASS", -kind); found != none)
        dynamics.shares = deck.model.curves[std::size_t(found)];
    });
  dynamics.is_on = kind == 1 || kind < 0;
  dynamics.alpha = card.real("ALPHA");
  const bool is_averaged = dynamics.alpha < 0;
  dynamics.gamma = is_averaged && !card.given("GAMMA") ? 0.5 - dynamics.alpha : card.real("GAMMA");
  dynamics.beta = is_averaged && !card.given("BETA") ? 0.25 * (1 - dynamics.alpha) * (1 - dynamics.alpha)
                                                     : card.real("BETA");
  dynamics.birth = card.real("TDYBIR");
  dynamics.death = card.real("TDYDTH");
  dynamics.burial = std::max(card.real("TDYBUR"), dynamics.death);
}

/// A keyword of implicit analysis that there is not.
Reader refuse(const char* what) {
  return [what](Cards& cards, const Options&, Deck& deck) {
    while (cards.more()) cards.next_text();
    if_implicit(deck, [&deck, where = cards.where(), keyword = cards.keyword(), what] {
      deck.log.error(where, keyword, "", fmt::format("{} is not supported", what));
    });
  };
}

/// Whether a load is a constant and a multiple of time from 0 to at least `until`.
bool is_straight(const Curve& curve, double until) {
  const double first = curve.evaluate(0), slope = (curve.evaluate(until) - first) / until;
  double most = std::abs(first);
  for (const double y : curve.y) most = std::max(most, std::abs(y));
  for (std::size_t i = 0; i < curve.x.size(); ++i)
    if (std::abs(curve.y[i] - (first + slope * curve.x[i])) > 1e-9 * most) return false;
  return true;
}

/// Errors for loads that are no multiples of one parameter, in the arc length method.
void expect_proportional_loads(Deck& deck) {
  const Model& model = deck.model;
  const auto expect = [&](const char* keyword, Index curve, double arrival = 0) {
    if (curve == none) return;
    const Curve& of = model.curves[std::size_t(curve)];
    if (arrival != 0 || !is_straight(of, model.implicit.step))
      deck.log.error({}, keyword, "",
                     fmt::format("the arc length method extends loads beyond their curves, expected curve {} to be a "
                                 "straight line, from time 0 to DT0 or further, without arrival time", of.id));
  };
  for (const NodalLoad& load : model.nodal_loads) expect("LOAD_NODE", load.curve);
  for (const BodyLoad& load : model.body_loads) expect("LOAD_BODY", load.curve);
  for (const PressureLoad& load : model.pressure_loads) expect("LOAD_SEGMENT", load.curve, load.arrival);
}

/// Errors for what the model as a whole has and implicit analysis does not support.
void expect_supported(Deck& deck) {
  const Model& model = deck.model;
  const bool has_averaged_volumes =
      std::ranges::any_of(model.solids, [&](const Solid& solid) { return model.has_averaged_volume(solid); });
  struct Lack {
    bool is_there;
    const char *what, *keyword;
  };
  const bool is_on_the_way = !model.implicit.modes_on_the_way.empty();
  const bool is_static = model.implicit.n_modes == 0 && !is_on_the_way, is_linear = model.implicit.is_linear;
  const bool has_phases = model.implicit.has_phases();
  const bool is_arc = model.implicit.has_arc();
  if (is_arc) expect_proportional_loads(deck);
  const auto changes_in_implicit = [&](double time) {
    const double past = time * (1 + 1e-9);
    return time > 0 && time < model.control.end_time && model.implicit.is_on_at(past) &&
           model.implicit.is_on_at(time * (1 - 1e-9));
  };
  const auto acts_in_implicit = [&](double from, double to) {
    return from < model.control.end_time &&
           (model.implicit.is_on_at(from) ||
            std::ranges::any_of(model.implicit.switches, [&](double at) { return at > from && at < to; }));
  };
  const auto is_hard = [&](const PrescribedMotion& motion) {
    const bool is_rate = motion.kind == MotionKind::acceleration && acts_in_implicit(motion.birth, motion.death);
    return is_rate || changes_in_implicit(motion.birth) || changes_in_implicit(motion.death);
  };
  const auto turns_nodes = [](const PrescribedMotion& motion) {
    return motion.turning != PrescribedMotion::Turning::no;
  };
  const bool has_reactions = !model.motions.empty() || model.output.interval("spcforc") > 0;
  const bool is_dynamic = model.implicit.dynamics.is_on;
  const bool rests = is_static && has_phases && !is_dynamic;  // what is made for motion waits for explicit steps
  const auto moves = [](const RigidWall& wall) { return wall.mass > 0; };
  const auto bounds_speed = [](const BodyStopper& stopper) { return stopper.speed != none; };
  const auto bursts = [&](const BlastFace& face) { return acts_in_implicit(face.arrival, face.end); };
  const auto dies = [&](const ElementDeath& death) { return changes_in_implicit(death.time); };
  // between two steps of nonlinear statics the model may be made anew
  const bool may_change = is_static && !is_linear && !is_dynamic && !is_arc && !model.implicit.detours.are_on;
  const Lack all[] = {
      {has_averaged_volumes && is_static && is_linear && has_reactions,
       "prescribed motions and reactions (spcforc) with NSOLVR 1 and solids of ELFORM 13", "SECTION_SOLID"},
      {model.implicit.dynamics.is_on && !(is_static && !is_linear && !is_arc),
       "dynamics with modes, buckling, NSOLVR 1 or the arc length method", "CONTROL_IMPLICIT_DYNAMICS"},
      {is_arc && !model.motions.empty(), "prescribed motions with the arc length method", "BOUNDARY_PRESCRIBED_MOTION"},
      {is_arc && std::ranges::any_of(model.body_loads, &BodyLoad::turns),
       "centrifugal forces with the arc length method", "LOAD_BODY_RX"},
      {is_arc && has_phases, "the arc length method in a run that is explicit as well,", "CONTROL_IMPLICIT_GENERAL"},
      {std::ranges::any_of(model.motions, turns_nodes), "motions of nodes about an axis (DOF 9 to 11)",
       "BOUNDARY_PRESCRIBED_MOTION"},
      {is_static && std::ranges::any_of(model.motions, is_hard),
       "motions by acceleration, or with BIRTH or DEATH in the course of implicit analysis,",
       "BOUNDARY_PRESCRIBED_MOTION"},
      {has_phases && !is_on_the_way && !(is_static && !is_linear),
       "modes, buckling and NSOLVR 1 in a run that is explicit as well,",
       "CONTROL_IMPLICIT_GENERAL"},
      {is_static && is_dynamic && !model.non_reflecting_faces.empty(), "non-reflecting boundaries in dynamics",
       "BOUNDARY_NON_REFLECTING"},
      {is_static && (is_linear || is_arc) && !model.airbags.empty(),
       "airbags with NSOLVR 1 or the arc length method (others do)", "AIRBAG"},
      {model.implicit.is_buckling && !model.motions.empty(), "prescribed motions as loads of buckling",
       "BOUNDARY_PRESCRIBED_MOTION"},
      {is_static && !rests && std::ranges::any_of(model.walls, moves),
       "rigid walls that move with a mass in dynamics, or in a run without an explicit part,", "RIGIDWALL"},
      {is_static && is_linear && !model.walls.empty(), "rigid walls with NSOLVR 1 (nonlinear ones do)", "RIGIDWALL"},
      {is_static && is_linear && !model.contacts.empty(), "contacts with NSOLVR 1 (nonlinear ones do)", "CONTACT"},
      {is_static && is_linear && !model.body_stoppers.empty(),
       "stoppers of rigid bodies with NSOLVR 1 (nonlinear ones do)", "CONSTRAINED_RIGID_BODY_STOPPERS"},
      {is_static && !rests && std::ranges::any_of(model.body_stoppers, bounds_speed),
       "bounds of the speed of a body (LCVMNX) in dynamics, or in a run without an explicit part,",
       "CONSTRAINED_RIGID_BODY_STOPPERS"},
      {is_static && !may_change && std::ranges::any_of(model.part_switches.times, changes_in_implicit),
       "switches between deformable and rigid parts in the course of implicit analysis other than nonlinear statics",
       "DEFORMABLE_TO_RIGID_AUTOMATIC"},
      {is_static && !rests && std::ranges::any_of(model.spot_welds, fails_by_strain),
       "welds that fail by plastic strain in dynamics, or in a run without an explicit part,", "CONSTRAINED_SPOTWELD"},
      {(is_static || model.implicit.is_buckling) && !is_dynamic && std::ranges::any_of(model.blast_faces, bursts),
       "charges whose pressure acts in the course of statics", "LOAD_BLAST_ENHANCED"},
      {is_static && !may_change && std::ranges::any_of(model.element_deaths, dies),
       "elements that are deleted in the course of implicit analysis other than nonlinear statics",
       "DEFINE_ELEMENT_DEATH"}};
  for (const Lack& lack : all)
    if (lack.is_there)
      deck.log.error({}, lack.keyword, "", fmt::format("implicit analysis: {} are not supported", lack.what));
  const auto is_limited = [](const TieStrength& of) { return !of.softens() && (of.normal > 0 || of.shear > 0); };
  const auto is_weak = [](const SpotWeld& weld) {
    return weld.normal_strength > 0 || weld.shear_strength > 0 || weld.failure_time < 1e20 || fails_by_strain(weld);
  };
  const Lack told[] = {
      {is_static && std::ranges::any_of(model.walls, moves),
       "rigid walls with a mass stand still, and move on in explicit steps", "RIGIDWALL"},
      {is_static && std::ranges::any_of(model.body_stoppers, bounds_speed), "no bounds of speeds (LCVMNX)",
       "CONSTRAINED_RIGID_BODY_STOPPERS"},
      {!model.non_reflecting_faces.empty(), "non-reflecting boundaries have no force", "BOUNDARY_NON_REFLECTING"},
      {is_static && std::ranges::any_of(model.spot_welds, is_weak), "spot welds and tied nodes do not fail",
       "CONSTRAINED_SPOTWELD"},
      {is_static && std::ranges::any_of(model.tied_contacts, is_limited, &TiedContact::strength),
       "ties without softening do not fail", "CONTACT_AUTOMATIC_SURFACE_TO_SURFACE_TIEBREAK"},
      {!has_phases && !model.output.dump_cycles.empty(), "no dumps are written", "DATABASE_BINARY_D3DUMP"}};
  deck.later(Phase::switches, [&deck, is_static] {  // which has them all
    if (is_static && deck.model.sensors.any())
      deck.log.warn({}, "CONTROL_IMPLICIT_GENERAL", "",
                    "in implicit analysis sensors do not switch, and no *TERMINATION_... ends the run");
  });
  for (const Lack& fact : told)
    if (fact.is_there) deck.log.warn({}, fact.keyword, "", fmt::format("in implicit analysis {}", fact.what));
  if (!is_static && !(model.airbags.empty() && model.walls.empty() && model.contacts.empty() &&
                      model.body_stoppers.empty()))
    deck.log.warn({}, "CONTROL_IMPLICIT_EIGENVALUE", "",
                  "contacts, rigid walls, stoppers and airbags have no stiffness in modes");
  const auto is_viscous = [&](const Part& part) { return model.hourglasses[std::size_t(part.hourglass)].type < 4; };
  if (has_phases && std::ranges::any_of(model.parts, is_viscous))
    deck.log.warn({}, "CONTROL_IMPLICIT_GENERAL", "IMFLAG",
                  "IHQ 1 to 3 are 4 (shells) and 6 (solids) in the whole run, also in its explicit parts");
}

/// Implicit analysis ends and begins again at times at which nonlinear statics changes the model.
void divide_implicit_parts(Model& model) {
  Implicit& implicit = model.implicit;
  std::vector<double> changes = model.part_switches.times;
  for (const ElementDeath& death : model.element_deaths) changes.push_back(death.time);
  std::ranges::sort(changes);
  changes.erase(std::ranges::unique(changes).begin(), changes.end());
  std::vector<double> inside;
  for (const double at : changes)
    if (at < model.control.end_time && implicit.is_on_at(at) && !std::ranges::binary_search(implicit.switches, at))
      inside.push_back(at);
  for (const double at : inside) implicit.switches.insert(implicit.switches.end(), 2, at);
  std::ranges::sort(implicit.switches);
}

void add_to(Registry& registry) {
  registry.add("CONTROL_IMPLICIT_GENERAL", {}, numbered(general_card),
               [](Cards& cards, const Options& options, Deck& deck) {
                 read_general(cards, options, deck);
                 if_implicit(deck, [&deck] {
                   expect_supported(deck);
                   if (deck.model.implicit.n_modes == 0 && !deck.model.implicit.detours.are_on)
                     divide_implicit_parts(deck.model);
                 });
               });
  registry.add("CONTROL_IMPLICIT_SOLUTION", {}, numbered(solution_card, norms_card, arc_card, search_card),
               read_solution);
  registry.add("CONTROL_IMPLICIT_AUTO", {}, numbered(auto_card), read_auto);
  registry.add("CONTROL_IMPLICIT_SOLVER", {}, numbered(solver_card), read_solver);
  registry.add("CONTROL_IMPLICIT_EIGENVALUE", {}, numbered(eigenvalue_card, formulation_card),
               read_eigenvalue);
  registry.add("CONTROL_IMPLICIT_BUCKLE", {}, numbered(buckle_card), read_buckle);
  registry.add("CONTROL_IMPLICIT_DYNAMICS", {}, numbered(dynamics_card, spin_card), read_dynamics);
  registry.add("CONTROL_IMPLICIT_MODES", {}, {}, refuse("constraint and attachment modes"),
               "An error of implicit analysis.");
  registry.ignore_family("CONTROL_IMPLICIT_", "only for nonlinear implicit analysis, or printed output");
}

}  // namespace crumple::deck::implicit_keywords
