// *CONTROL_TERMINATION, TIMESTEP, ENERGY, HOURGLASS, BULK_VISCOSITY, SHELL, CONTACT, and those without an effect here.
#include <fmt/format.h>

#include <cmath>

#include "deck/keywords/keywords.hpp"

namespace crumple::deck {
namespace {

constexpr Field termination_card[] = {
    real("ENDTIM", "end of the run", "time"),
    integer("ENDCYC", "number of cycles at the end; 0: no limit"),
    real("DTMIN", "end, or deletion with ERODE, where the step falls below this part of the first", "1"),
    real("ENDENG", "end where energies are written and the energy ratio has changed by more than this; 0: no limit",
         "percent"),
    warned("ENDMAS", "the run does not stop at added mass", 1e8, {1e6, 1e300}),
    warned("NOSOL", "the run goes on after its start")};
constexpr Field timestep_card_1[] = {
    real("DTINIT", "first step; 0: computed", "time"),
    real("TSSFAC", "scale of the stable step", "1", 0.9),
    warned("ISDO", "the characteristic length of shells is area over longest side"),
    refused("TSLIMT", "softening of small shells"),
    real("DT2MS",
         "< 0: mass is added to elements whose step is below |DT2MS|; > 0: at the start all elements get that "
         "step",
         "time"),
    id(IdOf::curve, "LCTM", "curve of the largest step over time, which must be positive"),
    integer("ERODE",
            "sum of 1 (solids), 10 (shells), 100 (beams): those whose step falls below DTMIN of the first are "
            "deleted"),
    integer("MS1ST",
            "1: mass is added at the start only; 0: later, too, to elements that shrink (beams: at the start)")};
constexpr Field timestep_card_2[] = {
    refused("DT2MSF", "mass scaling by factor"),
    refused("DT2MSLC", "mass scaling by curve"),
    refused("IMSCL", "selective mass scaling"),
    blank(),
    blank(),
    refused("RMSCL", "rotational mass scaling"),
    warned("EMSCL", "gravity acts on all of the added mass", 0, {1, 1}),
    warned("IHDO", "the time step of solids is volume over largest face by wave speed")};
constexpr Field hourglass_card[] = {
    integer("IHQ", hourglass_type_help),
    real("QH", "coefficient; 0: 0.1; < 0 is an error", "1")};
constexpr Field viscosity_card[] = {
    real("Q1", "quadratic bulk viscosity of solids", "1", 1.5),
    real("Q2", "linear bulk viscosity of solids", "1", 0.06),
    warned("TYPE", "solids have the standard viscosity, shells none", 1),
    no_effect("BTYPE", "of beams of formulations that are refused"),
    no_effect("TSTYPE", "of thick shells")};

constexpr Field shell_card_1[] = {
    no_effect("WRPANG", "output of warped shells"),
    warned("ESORT", "triangles are C0 shells (ELFORM 4)", 0, {1, 1}),
    no_effect("IRNXX", "of Hughes-Liu shells"),
    integer("ISTUPD",
            "thickness follows the membrane strain: 0, 2 (thick shells only) no; 1, 3 yes; 4 as 1 "
            "with a warning; "
            "others are errors"),
    integer("THEORY", "formulation of shells whose section has ELFORM 0", 2),
    integer("BWC", "1: shells of ELFORM 2 are of ELFORM 10; 2: they are not", 2),
    warned("MITER", "plane stress is iterated until it holds", 1, {1, 2}),
    no_effect("PROJ", "ELFORM 10 has one way to treat rotations about normals")};
constexpr Field shell_card_2[] = {
    warned("ROTASCL", "rotational mass is not scaled", 1),
    refused("INTGRD", "only Gauss points through the thickness"),
    no_effect("LAMSHT", "of layered composites, which are refused"),
    no_effect("CSTYP6", "of shells of ELFORM 6"),
    no_effect("THSHEL", "of heat"),
    blank(),
    blank(),
    blank()};
constexpr Field shell_card_3[] = {
    warned("PSSTUPD", "the thickness of all parts changes, or of none"),
    warned("SIDT4TU", "elastic strains change the thickness too"),
    warned("CNTCO", "contact lies around the nodes, whatever NLOC"),
    no_effect("ITSFLG", "of initial stresses, which are refused"),
    no_effect("IRQUAD", "of shells with eight nodes, which are refused"),
    warned("W-MODE", "warped shells are not deleted"),
    warned("STRETCH", "distorted shells are not deleted"),
    warned("ICRQ", "thickness and plastic strain are each shell's own")};
constexpr Field shell_card_4[] = {warned("NFAIL1", "distorted shells are not deleted; one without area ends the run"),
                                  warned("NFAIL4", "distorted shells are not deleted"),
                                  warned("PSNFAIL", "distorted shells are not deleted"),
                                  warned("KEEPCS", "a deleted shell takes its contact face along"),
                                  warned("DELFR", "loose shells are not deleted"),
                                  warned("DRCPSID", "drilling rotations are free"),
                                  no_effect("DRCPRM", "of DRCPSID, which gives a warning"),
                                  no_effect("INTPERR", "of initial stresses, which are refused")};
constexpr Field shell_card_5[] = {no_effect("DRCMTH", "of DRCPSID, which gives a warning"),
                                  no_effect("LISPSID", "of initial stresses, which are refused"),
                                  no_effect("NLOCDT", "shells with NLOC have the step at which they are stable")};

constexpr Field contact_card_1[] = {
    real("SLSFAC", "scale of contact stiffness", "1", 0.1),
    real("RWPNAL",
         "nodes of rigid bodies meet walls as springs with this scale of stiffness; 0: they pass through "
         "walls; < 0: springs of that size for all nodes",
         "1"),
    no_effect("ISLCHK", "initial penetrations are always looked for"),
    no_effect("SHLTHK", "of contacts that are not automatic; the automatic ones always have thickness"),
    warned("PENOPT", "the smaller stiffness of both sides is used", 1),
    warned("THKCHG", "contact keeps the initial thickness"),
    no_effect("ORIEN", "faces of automatic contacts have no side"),
    warned("ENMASS", "a node without elements leaves the contact")};
constexpr Field contact_card_2[] = {
    warned("USRSTR", "user's subroutines are not called"),
    warned("USRFRC", "user's subroutines are not called"),
    no_effect("NSBCS", "nodes are searched for whenever they may have moved far enough"),
    no_effect("INTERM", "of contacts that are not automatic"),
    no_effect("XPENE", "of contacts that are not automatic"),
    warned("SSTHK", "a surface in contact with itself is at most as thick as 40 % of a shell's shortest edge"),
    no_effect("ECDT", "contact does not set the time step, as with 1"),
    warned("TIEDPRJ", "nodes tied without an offset are moved onto their faces")};
constexpr Field contact_card_3[] = {
    warned("SFRIC", "parts without friction of *PART_CONTACT have none in contacts with FS = -1"),
    warned("DFRIC", "parts without friction of *PART_CONTACT have none in contacts with FS = -1"),
    warned("EDC", "parts without friction of *PART_CONTACT have none in contacts with FS = -1"),
    warned("VFC", "viscous friction is not done"),
    warned("TH", "parts without OPTT of *PART_CONTACT have the thickness of their shells"),
    warned("TH_SF", "parts without SFT of *PART_CONTACT have 1"),
    warned("PEN_SF", "parts without SSF of *PART_CONTACT have 1"),
    no_effect("PTSCL", "of shells with a stress through the thickness, which are refused")};
constexpr Field contact_card_4[] = {
    integer("IGNORE",
            "for contacts with IGNORE = 0; initial penetrations: 0 nodes are moved out; 1, 2 forgiven, 2 "
            "with a list of them; 3 and more are errors"),
    no_effect("FRCENG", "sleout has the energy of friction"),
    no_effect("SKIPRWG", "walls are not drawn"),
    no_effect("OUTSEG", "output"),
    warned("SPOTSTP", "the end of a weld that finds no face is a warning, and the weld stays", 0, {3, 3}),
    warned("SPOTDEL", "a weld on a deleted shell is untied there, not deleted"),
    warned("SPOTHIN", "contact is as thick near welds as elsewhere"),
    warned("DIR_TIE", "ties are constraints of the nodes of side A to the faces of side B")};
constexpr Field contact_card_5[] = {
    warned("ISYM", "faces on planes of symmetry take part"),
    no_effect("NSEROD", "nodes to surface is one way in eroding contacts too, as with 1"),
    no_effect("RWGAPS", "of implicit steps; walls have no gap stiffness, as with 2"),
    no_effect("RWGDTH", "of implicit steps; walls have no gap stiffness"),
    no_effect("RWKSF", "of implicit steps"),
    no_effect("ICOV", "of forming contacts"),
    no_effect("SWRADF", "of SPOTHIN, which gives a warning"),
    no_effect("ITHOFF", "of heat")};
constexpr Field contact_card_6[] = {
    warned("SHLEDG", "edges of shells are round"),
    warned("PSTIFF", "the stiffness of SOFT = 2 is of the nodes' masses"),
    no_effect("ITHCNT", "of heat"),
    no_effect("TDCNOF", "tied nodes keep their offset exactly"),
    no_effect("FTALL", "all force transducers count their forces, as with 1"),
    blank(),
    warned("SHLTRW", "walls stop the nodes of shells, not their surfaces"),
    no_effect("IGACTC", "of isogeometric shells")};

constexpr Field accuracy_card[] = {
    warned("OSU", "solids turn stress by Hughes and Winget's rotation, shells with their own axes"),
    warned("INN", "axes of elements follow the order of their nodes", 1),
    no_effect("PIDOSU", "of OSU, which gives a warning"),
    no_effect("IACC", "of implicit steps"),
    no_effect("EXACC", "of implicit steps")};
constexpr Field solid_card_1[] = {
    integer("ESORT",
            "0: tetrahedra, pyramids and wedges are hexahedra with repeated nodes, but tetrahedra in sections of "
            "ELFORM 10 and 13 and wedges in those of ELFORM 15; > 0: in all other sections tetrahedra are of ELFORM "
            "10 and wedges of ELFORM 15"),
    no_effect("FMATRX", "of materials that are refused"),
    no_effect("NIPTETS", "of tetrahedra of ten nodes, which are refused"),
    no_effect("SWLOCL", "output in a local frame"),
    warned("PSFAIL", "a solid of negative volume ends the run"),
    no_effect("T10JTOL", "of tetrahedra of ten nodes, which are refused"),
    no_effect("ICOHED", "of cohesive elements, which are refused"),
    no_effect("TET13K", "of implicit steps")};
constexpr Field solid_card_2[] = {
    no_effect("PM1 to PM10", "of tetrahedra of ten nodes, which are refused")};
constexpr Field cpu_card[] = {
    warned("CPUTIM", "the run has no limit of CPU time"), no_effect("IGLST", "output")};

void read_termination(Cards& cards, const Options&, Deck& deck) {
  const Card card = cards.next(termination_card);
  cards.expect_end();
  deck.defaults.has_termination = true;
  Control& control = deck.model.control;
  control.end_time = card.real("ENDTIM");
  control.end_cycle = card.id("ENDCYC");
  control.minimum_dt_factor = card.real("DTMIN");
  control.energy_change_limit = card.real("ENDENG");
  if (control.end_time < 0 || (control.end_time == 0 && !deck.restart))
    card.error("ENDTIM", fmt::format("found {}, expected a positive end time [time]", control.end_time));
  if (control.end_cycle < 0) card.error("ENDCYC", "found a negative number of cycles");
  if (control.minimum_dt_factor < 0) card.error("DTMIN", "found a negative factor");
  if (control.energy_change_limit < 0) card.error("ENDENG", "found a negative change of energy");
}

/// A step of 0 would never end.
void resolve_step_limit(Deck& deck, const Card& card) {
  const Index found = deck.find(deck.curves, card, "LCTM");
  deck.model.control.dt_limit_curve = found;
  if (found == none) return;
  const Curve& curve = deck.model.curves[std::size_t(found)];
  for (std::size_t i = 0; i < curve.y.size(); ++i)
    if (!(curve.y[i] > 0))
      return card.error("LCTM", fmt::format("curve {} has the time step {} at t = {}, expected a positive one",
                                            curve.id, curve.y[i], curve.x[i]));
}

void read_timestep(Cards& cards, const Options&, Deck& deck) {
  const Card card = cards.next(timestep_card_1);
  if (cards.more()) cards.next(timestep_card_2);
  cards.expect_end();
  Control& control = deck.model.control;
  control.initial_dt = card.real("DTINIT");
  control.dt_scale = card.real("TSSFAC");
  control.mass_scaling_dt = std::abs(card.real("DT2MS"));
  control.mass_scaling_of_all = card.real("DT2MS") > 0;
  control.mass_scaling_goes_on = control.mass_scaling_dt > 0 && (card.real("DT2MS") > 0 || card.integer("MS1ST") == 0);
  control.erode = int(card.integer("ERODE"));
  for (int digits = control.erode; digits != 0; digits /= 10)
    if (digits < 0 || digits % 10 > 1 || control.erode > 111)
      card.error("ERODE",
                 fmt::format("found {}, expected the sum of 1 (solids), 10 (shells), 100 (beams)", control.erode));
  if (control.dt_scale < 0) card.error("TSSFAC", fmt::format("found {}, expected a positive factor", control.dt_scale));
  if (control.initial_dt < 0) card.error("DTINIT", "found a negative time step");
  if (card.id("LCTM") != 0) deck.later(Phase::conditions, [&deck, card] { resolve_step_limit(deck, card); });
}

void read_hourglass(Cards& cards, const Options&, Deck& deck) {
  const Card card = cards.next(hourglass_card);
  cards.expect_end();
  Hourglass& hourglass = deck.defaults.hourglass;
  hourglass.type = read_hourglass_type(deck, card, 0);
  if (card.real("QH") < 0) card.error("QH", fmt::format("found {}, expected a coefficient >= 0", card.real("QH")));
  const double coefficient = card.real("QH") == 0 ? 0.1 : card.real("QH");
  hourglass.coefficient = hourglass.bending = hourglass.warping = coefficient;
}

void read_viscosity(Cards& cards, const Options&, Deck& deck) {
  const Card card = cards.next(viscosity_card);
  cards.expect_end();
  expect_not_negative(card, {"Q1", "Q2"});
  deck.defaults.hourglass.bulk_quadratic = card.real("Q1");
  deck.defaults.hourglass.bulk_linear = card.real("Q2");
}

void read_shell(Cards& cards, const Options&, Deck& deck) {
  const Card card = cards.next(shell_card_1);
  const int update = card.integer("ISTUPD");
  deck.model.control.thickness_update = update == 2 ? 0 : update;  // 2: thick shells, which there are not
  deck.defaults.shell_form = card.integer("THEORY");
  if (card.integer("BWC") == 1)
    deck.later(Phase::frames, [&deck] {
      for (Section& section : deck.model.sections)
        if (section.kind == SectionKind::shell && section.element_form == 2) section.element_form = 10;
    });
  if (update < 0 || update > 4) card.error("ISTUPD", fmt::format("found {}, expected 0 to 4", update));
  if (update == 4) card.warn("ISTUPD", "found 4, 1 is used: elastic strains change the thickness too");
  for (const auto fields : {std::span<const Field>(shell_card_2), std::span<const Field>(shell_card_3),
                            std::span<const Field>(shell_card_4), std::span<const Field>(shell_card_5)})
    if (cards.more()) cards.next(fields);
  cards.expect_end();
}

void read_contact(Cards& cards, const Options&, Deck& deck) {
  const Card card = cards.next(contact_card_1);
  deck.model.control.contact_stiffness = card.real("SLSFAC");
  expect_not_negative(card, {"SLSFAC"});
  deck.model.control.wall_penalty = std::abs(card.real("RWPNAL"));
  deck.model.control.walls_are_springs = card.real("RWPNAL") < 0;
  for (const auto fields : {std::span<const Field>(contact_card_2), std::span<const Field>(contact_card_3)})
    if (cards.more()) cards.next(fields);
  if (cards.more()) {
    const Card fourth = cards.next(contact_card_4);
    deck.defaults.contact_ignore = fourth.integer("IGNORE");
    if (fourth.integer("IGNORE") < 0 || fourth.integer("IGNORE") > 2)
      fourth.error("IGNORE", fmt::format("found {}, expected 0, 1 or 2", fourth.integer("IGNORE")));
  }
  for (const auto fields : {std::span<const Field>(contact_card_5), std::span<const Field>(contact_card_6)})
    if (cards.more()) cards.next(fields);
  cards.expect_end();
}

void read_solid(Cards& cards, const Options&, Deck& deck) {
  deck.model.control.sort_solids = cards.next(solid_card_1).integer("ESORT") > 0;
  if (cards.more()) cards.next_text();
  cards.expect_end();
}

/// Reads a card of which no field is used, for its warnings.
Reader check_card(std::span<const Field> fields) {
  return [fields](Cards& cards, const Options&, Deck&) {
    cards.next(fields);
    cards.expect_end();
  };
}

}  // namespace

void register_control(Registry& registry) {
  registry.add("CONTROL_TERMINATION", {}, {{"1", termination_card}}, read_termination).in_restart = true;
  registry.add("CONTROL_TIMESTEP", {}, {{"1", timestep_card_1}, {"2", timestep_card_2}}, read_timestep);
  registry.add("CONTROL_HOURGLASS", {}, {{"1", hourglass_card}}, read_hourglass);
  registry.add("CONTROL_BULK_VISCOSITY", {}, {{"1", viscosity_card}}, read_viscosity);
  registry.add("CONTROL_SHELL", {},
               {{"1", shell_card_1},
                {"2", shell_card_2},
                {"3", shell_card_3},
                {"4", shell_card_4},
                {"5", shell_card_5}},
               read_shell);
  registry.add("CONTROL_CONTACT", {},
               {{"1", contact_card_1},
                {"2", contact_card_2},
                {"3", contact_card_3},
                {"4", contact_card_4},
                {"5", contact_card_5},
                {"6", contact_card_6}},
               read_contact);
  registry.add("CONTROL_ACCURACY", {}, {{"1", accuracy_card}}, check_card(accuracy_card));
  registry.add("CONTROL_SOLID", {}, {{"1", solid_card_1}, {"2", solid_card_2}}, read_solid);
  registry.add("CONTROL_CPU", {}, {{"1", cpu_card}}, check_card(cpu_card));
  registry.ignore("CONTROL_ENERGY", "all energies are always computed");
  registry.ignore("CONTROL_OUTPUT", "printed output");
  registry.ignore("CONTROL_PARALLEL", "sums are exact, in any order");
  registry.ignore("CONTROL_RIGID", "of flexible bodies and output");
  registry.ignore("CONTROL_UNITS", "names of units");
  registry.ignore("CONTROL_DEBUG", "printed output");
  registry.ignore("CONTROL_STRUCTURED", "printed output");
  registry.ignore("CONTROL_STRUCTURED_TERM", "printed output");
}

}  // namespace crumple::deck
