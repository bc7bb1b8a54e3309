// *CONTROL_IMPLICIT_GENERAL, _SOLUTION, _SOLVER, _EIGENVALUE, and the others of the family. Without IMFLAG they have no
// effect, so what they ask for is checked once it is known.
#include <fmt/format.h>

#include <algorithm>

#include "deck/keywords/keywords.hpp"

namespace crumple::deck {
namespace {

constexpr auto general_card =
    card_of(integer("IMFLAG", "1: implicit analysis; 0: explicit; others are errors"),
            real("DT0", "time step of implicit analysis", "time"),
            alike(no_effect("IMFORM", "springback only"), "NSBS"),
            no_effect("IGS", "the stiffness is that of the stresses at the start"),
            no_effect("CNSTN", "springback only"),
            no_effect("FORM", "elements have the formulation of their section"),
            no_effect("ZERO_V", "velocities have no part in a static analysis"));
constexpr auto solution_card =
    card_of(integer("NSOLVR", "1: linear; 2, 12: iterations with BFGS updates; others are errors", 12),
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
    card_of(integer("ARCCTL", "the arc length method; others than 0 are errors of implicit analysis"),
            alike(no_effect("ARCDIR", "used only with ARCCTL"), "ARCLEN", "ARCMTH", "ARCDMP", "ARCPSI", "ARCALF",
                  "ARCTIM"));
constexpr auto search_card =
    card_of(alike(no_effect("LSMTD", "line searches are by the power along the direction"), "LSDIR", "IRAD", "SRAD",
                  "AWGT", "SRED"));
constexpr auto auto_card =
    card_of(integer("IAUTO", "1: steps follow from the number of iterations; 0: all steps are DT0; others are errors"),
            integer("ITEOPT", "optimum number of iterations of a step", 11),
            integer("ITEWIN", "steps change outside of ITEOPT +- ITEWIN", 5),
            real("DTMIN", "shortest step; 0: DT0 / 1000", "time"),
            real("DTMAX", "longest step; 0: 10 DT0; < 0 is an error", "time"),
            no_effect("DTEXP", "explicit steps do not follow implicit ones"),
            no_effect("KFAIL", "a step that fails is repeated with half of its length, down to DTMIN"),
            no_effect("KCYCLE", "the same"));
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
    card_of(integer("NEIG", "number of modes, the lowest; 0: a static analysis; < 0 is an error of implicit analysis"),
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

void read_general(Cards& cards, const Options&, Deck& deck) {
  const Card card = cards.next(general_card);
  cards.expect_end();
  const int flag = card.integer("IMFLAG");
  if (flag != 0 && flag != 1)
    card.error("IMFLAG", "found {}, expected 0 (explicit) or 1 (implicit)", flag);
  deck.model.implicit.is_on = flag == 1;
  deck.model.implicit.step = card.real("DT0");
  if (flag == 1 && !(card.real("DT0") > 0))
    card.error("DT0", "found {}, expected a positive time step", card.real("DT0"));
}

/// Does it, in implicit analysis, once the whole deck is known.
void if_implicit(Deck& deck, std::function<void()> work) {
  deck.later(Phase::results, [&deck, work = std::move(work)] {
    if (deck.model.implicit.is_on) work();
  });
}

void read_solution(Cards& cards, const Options&, Deck& deck) {
  const Card card = cards.next(solution_card);
  Implicit& implicit = deck.model.implicit;
  const int kind = card.integer("NSOLVR");
  implicit.is_linear = kind == 1;
  if_implicit(deck, [card, kind, &implicit] {
    if (implicit.n_modes == 0 && kind != 1 && kind != 2 && kind != 12)
      card.error("NSOLVR", "found {}, expected 1 (linear), 2 or 12 (nonlinear, BFGS)", kind);
  });
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
  if_implicit(deck, [arc] {
    if (arc.integer("ARCCTL") != 0) arc.error("ARCCTL", "the arc length method is not supported");
  });
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
    expect_not_negative(card, {"ITEOPT", "ITEWIN", "DTMIN", "DTMAX"});
    const double step = deck.model.implicit.step;
    steps.least = card.real("DTMIN") > 0 ? card.real("DTMIN") : 1e-3 * step;
    steps.largest = card.real("DTMAX") > 0 ? card.real("DTMAX") : 10 * step;
    if (steps.largest < steps.least)
      card.error("DTMAX", "found {}, expected at least DTMIN, {}", steps.largest, steps.least);
  });
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

void read_eigenvalue(Cards& cards, const Options&, Deck& deck) {
  const Card card = cards.next(eigenvalue_card);
  Implicit& implicit = deck.model.implicit;
  if (card.integer("NEIG") != 0) implicit.n_modes = card.integer("NEIG");
  deck.defaults.has_vibration = card.integer("NEIG") != 0;
  implicit.centre = card.real("CENTER");
  if (card.integer("LFLAG") == 1) implicit.from = card.real("LFTEND");
  if (card.integer("RFLAG") == 1) implicit.to = card.real("RHTEND");
  if_implicit(deck, [card, &implicit] {
    if (card.integer("NEIG") < 0)
      card.error("NEIG", "found {}, expected a number of modes", card.integer("NEIG"));
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

/// A keyword of implicit analysis that there is not.
Reader refuse(const char* what) {
  return [what](Cards& cards, const Options&, Deck& deck) {
    while (cards.more()) cards.next_text();
    if_implicit(deck, [&deck, where = cards.where(), keyword = cards.keyword(), what] {
      deck.log.error(where, keyword, "", fmt::format("{} is not supported", what));
    });
  };
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
  const bool is_static = model.implicit.n_modes == 0, is_linear = model.implicit.is_linear;
  const auto has_limits = [&](const PrescribedMotion& motion) {
    return motion.kind == MotionKind::acceleration || motion.birth > 0 || motion.death < model.control.end_time;
  };
  const Lack all[] = {
      {std::ranges::any_of(model.parts, &Part::is_averaged), "averaged trusses", "PART_AVERAGED"},
      {has_averaged_volumes, "solids of ELFORM 13", "SECTION_SOLID"},
      {is_static && is_linear && !model.motions.empty(),
       "prescribed motions with NSOLVR 1 (nonlinear ones do)", "BOUNDARY_PRESCRIBED_MOTION"},
      {is_static && std::ranges::any_of(model.motions, has_limits), "motions by acceleration or for a time",
       "BOUNDARY_PRESCRIBED_MOTION"},
      {is_static && !is_linear && !model.joints.empty(), "joints with NSOLVR 12 (linear ones do)",
       "CONSTRAINED_JOINT"},
      {!model.non_reflecting_faces.empty(), "non-reflecting boundaries", "BOUNDARY_NON_REFLECTING"},
      {is_static && !model.airbags.empty(), "airbags", "AIRBAG"},
      {model.implicit.is_buckling && !model.motions.empty(), "prescribed motions as loads of buckling",
       "BOUNDARY_PRESCRIBED_MOTION"},
      {is_static && !model.walls.empty(), "rigid walls", "RIGIDWALL"},
      {is_static && !model.contacts.empty(), "contacts", "CONTACT"},
      {!model.joint_stiffnesses.empty(), "resistances of joints", "CONSTRAINED_JOINT_STIFFNESS"},
      {!model.body_stoppers.empty(), "stoppers of rigid bodies", "CONSTRAINED_RIGID_BODY_STOPPERS"},
      {model.part_switches.any(), "switches between deformable and rigid parts", "DEFORMABLE_TO_RIGID_AUTOMATIC"},
      {!model.belts.empty(), "seatbelts", "ELEMENT_SEATBELT"},
      {is_static && is_linear && model.output.interval("spcforc") > 0,
       "reactions with NSOLVR 1 (nonlinear ones do)", "DATABASE_SPCFORC"},
      {!model.output.dump_cycles.empty(), "dumps", "DATABASE_BINARY_D3DUMP"}};
  for (const Lack& lack : all)
    if (lack.is_there)
      deck.log.error({}, lack.keyword, "", fmt::format("implicit analysis: {} are not supported", lack.what));
  if (!is_static && !(model.airbags.empty() && model.walls.empty() && model.contacts.empty()))
    deck.log.warn({}, "CONTROL_IMPLICIT_EIGENVALUE", "",
                  "contacts, rigid walls and airbags have no stiffness in modes");
}

}  // namespace

void register_implicit(Registry& registry) {
  registry.add("CONTROL_IMPLICIT_GENERAL", {}, numbered(general_card),
               [](Cards& cards, const Options& options, Deck& deck) {
                 read_general(cards, options, deck);
                 if_implicit(deck, [&deck] { expect_supported(deck); });
               });
  registry.add("CONTROL_IMPLICIT_SOLUTION", {}, numbered(solution_card, norms_card, arc_card, search_card),
               read_solution);
  registry.add("CONTROL_IMPLICIT_AUTO", {}, numbered(auto_card), read_auto);
  registry.add("CONTROL_IMPLICIT_SOLVER", {}, numbered(solver_card), read_solver);
  registry.add("CONTROL_IMPLICIT_EIGENVALUE", {}, numbered(eigenvalue_card, formulation_card),
               read_eigenvalue);
  registry.add("CONTROL_IMPLICIT_BUCKLE", {}, numbered(buckle_card), read_buckle);
  registry.add("CONTROL_IMPLICIT_DYNAMICS", {}, {}, refuse("implicit dynamics"), "An error of implicit analysis.");
  registry.add("CONTROL_IMPLICIT_MODES", {}, {}, refuse("constraint and attachment modes"),
               "An error of implicit analysis.");
  registry.ignore_family("CONTROL_IMPLICIT_", "only for nonlinear implicit analysis, or printed output");
}

}  // namespace crumple::deck
