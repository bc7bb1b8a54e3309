// *CONTROL_TERMINATION, TIMESTEP, ENERGY, HOURGLASS, BULK_VISCOSITY, SHELL, CONTACT, and those without an effect here.
#include <cmath>

#include "deck/keywords/keywords.hpp"

namespace crumple::deck::control_keywords {

constexpr Field termination_card[] = {
    real("ENDTIM", "end of the run", "time"),
    integer("ENDCYC", "number of cycles at the end; 0: no limit"),
    real("DTMIN", "termination, or deletion with ERODE, when the time step falls below this fraction of the first one",
         "1"),
    real("ENDENG",
         "termination if the energy ratio has changed by more than this percentage at an output of energies; 0: no "
         "limit",
         "percent"),
    real("ENDMAS",
         "termination if mass scaling has added more than this percentage of the mass at an output of energies; 0: no "
         "limit",
         "percent"),
    warned("NOSOL", "the run continues after initialisation")};
constexpr Field timestep_card_1[] = {
    real("DTINIT", "initial time step; 0: computed", "time"),
    real("TSSFAC", "scale of the stable time step", "1", 0.9),
    integer("ISDO",
            "characteristic length of shells: 0 area / longest side; 1 area / longest diagonal; 2 the larger of that "
            "of 0 and the shortest side, with the wave speed of a bar, a step that may be unstable; 3 (by "
            "eigenvalues) is computed as 0, with a warning"),
    warned("TSLIMT", "small shells keep their stiffness, and the step is that of the smallest"),
    real("DT2MS",
         "< 0: mass is added to elements whose step is below |DT2MS|; > 0: at the start all elements get that "
         "step",
         "time"),
    id(IdOf::curve, "LCTM", "curve of the maximum time step over time, which must be positive"),
    integer("ERODE",
            "sum of 1 (solids), 10 (shells), 100 (beams): elements of these kinds whose time step falls below DTMIN "
            "times the first one are deleted"),
    integer("MS1ST",
            "1: mass is added at the start only; 0: also later, to elements that shrink (beams: at the start only)")};
constexpr Field timestep_card_2[] = {
    refused("DT2MSF", "mass scaling by factor"),
    refused("DT2MSLC", "mass scaling by curve"),
    integer("IMSCL", "an error unless 0 (selective mass scaling); without DT2MS of no effect"),
    blank(),
    blank(),
    no_effect("RMSCL", "used only with IMSCL, which is an error"),
    warned("EMSCL", "gravity acts on all of the added mass", 0, {1, 1}),
    warned("IHDO", "the time step of a solid is its volume divided by its largest face and the wave speed")};
constexpr Field hourglass_card[] = {integer("IHQ", hourglass_type_help),
                                    real("QH", "coefficient; 0: 0.1; < 0 is an error", "1")};
constexpr Field viscosity_card[] = {real("Q1", "quadratic bulk viscosity of solids", "1", 1.5),
                                    real("Q2", "linear bulk viscosity of solids", "1", 0.06),
                                    warned("TYPE", "solids have the standard bulk viscosity, shells none", 1),
                                    warned("BTYPE", "beams have no bulk viscosity"),
                                    no_effect("TSTYPE", "only for thick shells")};

constexpr Field shell_card_1[] = {no_effect("WRPANG", "output of warped shells"),
                                  warned("ESORT", "triangles are C0 shells (ELFORM 4)", 0, {1, 1}),
                                  no_effect("IRNXX", "only for Hughes-Liu shells"),
                                  integer("ISTUPD",
                                          "thickness change from membrane strain: 0, 2 (thick shells only) no; 1, 3 "
                                          "yes; 4 is treated as 1 with a warning; others are errors"),
                                  integer("THEORY", "formulation of shells whose section has ELFORM 0", 2),
                                  integer("BWC", "1: shells of ELFORM 2 are replaced by ELFORM 10; 2: they are not", 2),
                                  warned("MITER", "plane stress is iterated to convergence", 1, {1, 2}),
                                  no_effect("PROJ", "ELFORM 10 has a single treatment of drilling rotations")};
constexpr Field shell_card_2[] = {warned("ROTASCL", "rotational mass is not scaled", 1),
                                  warned("INTGRD", "Gauss points through the thickness are used"),
                                  warned("LAMSHT", "the transverse shear strain is the same in all layers"),
                                  no_effect("CSTYP6", "only for shells of ELFORM 6"),
                                  no_effect("THSHEL", "thermal analysis only"),
                                  blank(),
                                  blank(),
                                  blank()};
constexpr Field shell_card_3[] = {warned("PSSTUPD", "thickness changes apply to all parts or to none"),
                                  warned("SIDT4TU", "elastic strains also change the thickness"),
                                  warned("CNTCO", "contact surfaces are centred on the nodes for any NLOC"),
                                  warned("ITSFLG", "initial transverse shear stresses are kept"),
                                  no_effect("IRQUAD", "only for eight-node shells, which are errors"),
                                  warned("W-MODE", "warped shells are not deleted"),
                                  warned("STRETCH", "distorted shells are not deleted"),
                                  warned("ICRQ", "thickness and plastic strain are stored per shell")};
constexpr auto shell_card_4 =
    card_of(warned("NFAIL1", "distorted shells are not deleted; a shell with zero area ends the run"),
            alike(warned("NFAIL4", "distorted shells are not deleted"), "PSNFAIL"),
            warned("KEEPCS", "the contact segment of a deleted shell is removed"),
            warned("DELFR", "detached shells are not deleted"), warned("DRCPSID", "drilling rotations are free"),
            no_effect("DRCPRM", "used only with DRCPSID, which gives a warning"),
            warned("INTPERR", "initial stresses are interpolated between the points given"));
constexpr Field shell_card_5[] = {no_effect("DRCMTH", "used only with DRCPSID, which gives a warning"),
                                  warned("LISPSID", "initial stresses are in global axes"),
                                  no_effect("NLOCDT", "the stable time step always includes NLOC")};

constexpr Field contact_card_1[] = {
    real("SLSFAC", "scale of contact stiffness", "1", 0.1),
    real("RWPNAL",
         "scale of the penalty stiffness between nodes of rigid bodies and walls; 0: they pass through walls; < 0: "
         "penalty stiffness for all nodes",
         "1"),
    no_effect("ISLCHK", "initial penetrations are always checked"),
    no_effect("SHLTHK", "only for contacts that are not automatic; automatic contacts always include thickness"),
    warned("PENOPT", "the smaller stiffness of both sides is used", 1),
    warned("THKCHG", "contact keeps the initial thickness"),
    no_effect("ORIEN", "segments of automatic contacts have no orientation"),
    warned("ENMASS", "a node whose elements are all deleted is removed from contact")};
constexpr auto contact_card_2 = card_of(
    alike(warned("USRSTR", "user subroutines are not called"), "USRFRC"),
    no_effect("NSBCS", "the search is repeated whenever nodes may have moved far enough"),
    alike(no_effect("INTERM", "only for contacts that are not automatic"), "XPENE"),
    warned("SSTHK", "the thickness of a surface in contact with itself is limited to 40 % of the shortest shell edge"),
    no_effect("ECDT", "contact does not limit the time step, which is option 1"),
    warned("TIEDPRJ", "nodes tied without an offset are moved onto their faces"));
constexpr auto contact_card_3 =
    card_of(alike(warned("SFRIC", "parts without friction of *PART_CONTACT have none in contacts with FS = -1"),
                  "DFRIC", "EDC"),
            warned("VFC", "viscous friction is not supported"),
            warned("TH", "parts without OPTT of *PART_CONTACT have the thickness of their shells"),
            warned("TH_SF", "parts without SFT of *PART_CONTACT have 1"),
            warned("PEN_SF", "parts without SSF of *PART_CONTACT have 1"),
            no_effect("PTSCL", "only for shells with thickness stretch, which are errors"));
constexpr Field contact_card_4[] = {
    integer("IGNORE",
            "for contacts with IGNORE = 0; initial penetrations: 0 nodes are moved out; 1, 2 tracked, 2 with a list of "
            "them; 3 and above are errors"),
    no_effect("FRCENG", "sleout has the energy of friction"),
    no_effect("SKIPRWG", "walls are not drawn"),
    no_effect("OUTSEG", "output"),
    warned("SPOTSTP", "a weld whose end finds no segment gives a warning and is kept", 0, {3, 3}),
    warned("SPOTDEL", "a weld is released from a deleted shell but not deleted"),
    warned("SPOTHIN", "contact thickness is not reduced near welds"),
    warned("DIR_TIE", "ties are constraints of the nodes of side A to the faces of side B")};
constexpr Field contact_card_5[] = {
    warned("ISYM", "segments on symmetry planes are included"),
    no_effect("NSEROD", "eroding nodes-to-surface contact is one-way, which is option 1"),
    no_effect("RWGAPS", "implicit analysis only; walls have no gap stiffness, which is option 2"),
    no_effect("RWGDTH", "implicit analysis only; walls have no gap stiffness"),
    no_effect("RWKSF", "implicit analysis only"),
    no_effect("ICOV", "only for forming contact"),
    no_effect("SWRADF", "used only with SPOTHIN, which gives a warning"),
    no_effect("ITHOFF", "thermal analysis only")};
constexpr Field contact_card_6[] = {warned("SHLEDG", "shell edges are rounded"),
                                    warned("PSTIFF", "the stiffness for SOFT = 2 is computed from nodal masses"),
                                    no_effect("ITHCNT", "thermal analysis only"),
                                    no_effect("TDCNOF", "tied nodes keep their offset exactly"),
                                    no_effect("FTALL", "all force transducers sum their forces, which is option 1"),
                                    blank(),
                                    warned("SHLTRW", "walls stop the nodes of shells, not their surfaces"),
                                    no_effect("IGACTC", "only for isogeometric shells")};

constexpr auto accuracy_card = card_of(
    warned("OSU",
           "stress is rotated by the method of Hughes and Winget in solids, and with the element axes in shells"),
    warned("INN", "element axes depend on the order of the nodes", 1),
    no_effect("PIDOSU", "used only with OSU, which gives a warning"),
    alike(no_effect("IACC", "implicit analysis only"), "EXACC"));
constexpr Field solid_card_1[] = {
    integer("ESORT",
            "0: tetrahedra, pyramids and wedges are degenerate hexahedra, except tetrahedra in sections of ELFORM 10 "
            "and 13 and wedges in sections of ELFORM 15; > 0: in all other sections, tetrahedra use ELFORM 10 and "
            "wedges ELFORM 15"),
    warned("FMATRX", "the deformation of rubbers is updated in each step (FMATRX = 1)", 0, {1, 1}),
    warned("NIPTETS", "ten-node tetrahedra have four points", 0, {4, 4}),
    no_effect("SWLOCL", "output in a local coordinate system"),
    warned("PSFAIL", "a solid of negative volume ends the run"),
    no_effect("T10JTOL", "a tolerance of Jacobians of ten-node tetrahedra: only negative ones are errors"),
    no_effect("ICOHED", "only for cohesive elements, which are errors"),
    no_effect("TET13K", "implicit analysis only")};
constexpr auto node_order = "another order of the nodes of ten-node tetrahedra";
constexpr Field solid_card_2[] = {
    wide(refused("PM1", node_order, 0, {1, 1}), 8),
    wide(refused("PM2", node_order, 0, {2, 2}), 8),
    wide(refused("PM3", node_order, 0, {3, 3}), 8),
    wide(refused("PM4", node_order, 0, {4, 4}), 8),
    wide(refused("PM5", node_order, 0, {5, 5}), 8),
    wide(refused("PM6", node_order, 0, {6, 6}), 8),
    wide(refused("PM7", node_order, 0, {7, 7}), 8),
    wide(refused("PM8", node_order, 0, {8, 8}), 8),
    wide(refused("PM9", node_order, 0, {9, 9}), 8),
    wide(refused("PM10", node_order, 0, {10, 10}), 8)};
constexpr Field cpu_card[] = {warned("CPUTIM", "the run has no limit of CPU time"), no_effect("IGLST", "output")};

void read_termination(Cards& cards, const Options&, Deck& deck) {
  const Card card = cards.next(termination_card);
  cards.expect_end();
  deck.defaults.has_termination = true;
  Control& control = deck.model.control;
  control.end_time = card.real("ENDTIM");
  control.end_cycle = card.id("ENDCYC");
  control.minimum_dt_factor = card.real("DTMIN");
  control.energy_change_limit = card.real("ENDENG");
  control.added_mass_limit = card.real("ENDMAS");
  if (control.end_time < 0 || (control.end_time == 0 && !deck.restart && !deck.end_time))
    card.error("ENDTIM", "found {}, expected a positive end time [time]", control.end_time);
  if (control.end_cycle < 0) card.error("ENDCYC", "found a negative number of cycles");
  if (control.minimum_dt_factor < 0) card.error("DTMIN", "found a negative factor");
  if (control.energy_change_limit < 0) card.error("ENDENG", "found a negative change of energy");
  if (control.added_mass_limit < 0) card.error("ENDMAS", "found a negative change of mass");
}

/// A step of 0 would never end.
void resolve_step_limit(Deck& deck, const Card& card) {
  const Index found = deck.find(deck.curves, card, "LCTM");
  deck.model.control.dt_limit_curve = found;
  if (found == none) return;
  const Curve& curve = deck.model.curves[found];
  for (std::size_t i = 0; i < curve.y.size(); ++i)
    if (!(curve.y[i] > 0))
      return card.error("LCTM", "curve {} has the time step {} at t = {}, expected a positive one", curve.id,
                        curve.y[i], curve.x[i]);
}

void read_timestep(Cards& cards, const Options&, Deck& deck) {
  const Card card = cards.next(timestep_card_1);
  if (cards.more()) {
    const Card second = cards.next(timestep_card_2);
    if (second.integer("IMSCL") != 0 && card.real("DT2MS") != 0)
      second.error("IMSCL", "found {}, which is not supported: selective mass scaling; expected 0 or blank",
                   second.integer("IMSCL"));
  }
  cards.expect_end();
  Control& control = deck.model.control;
  control.initial_dt = card.real("DTINIT");
  control.dt_scale = card.real("TSSFAC");
  control.step_length = choice(card, "ISDO", 0, 3);
  if (control.step_length == 3) {
    card.warn("ISDO", "found 3: the characteristic length is that of 0");
    control.step_length = 0;
  }
  control.mass_scaling_dt = std::abs(card.real("DT2MS"));
  control.mass_scaling_of_all = card.real("DT2MS") > 0;
  control.mass_scaling_goes_on = control.mass_scaling_dt > 0 && (card.real("DT2MS") > 0 || card.integer("MS1ST") == 0);
  if (control.mass_scaling_dt > 0)
    deck.later(Phase::results, [&deck, card] {
      const Implicit& implicit = deck.model.implicit;
      if (!implicit.starts || implicit.has_phases()) return;
      card.warn("DT2MS", "masses are not scaled in implicit analysis, as no step of it depends on them");
      deck.model.control.mass_scaling_dt = 0;
      deck.model.control.mass_scaling_goes_on = false;
    });
  control.erode = int(card.integer("ERODE"));
  for (int digits = control.erode; digits != 0; digits /= 10)
    if (digits < 0 || digits % 10 > 1 || control.erode > 111)
      card.error("ERODE", "found {}, expected the sum of 1 (solids), 10 (shells), 100 (beams)", control.erode);
  if (control.dt_scale < 0) card.error("TSSFAC", "found {}, expected a positive factor", control.dt_scale);
  if (control.initial_dt < 0) card.error("DTINIT", "found a negative time step");
  if (card.id("LCTM") != 0) deck.later(Phase::conditions, [&deck, card] { resolve_step_limit(deck, card); });
}

void read_hourglass(Cards& cards, const Options&, Deck& deck) {
  const Card card = cards.next(hourglass_card);
  cards.expect_end();
  Hourglass& hourglass = deck.defaults.hourglass;
  hourglass.type = read_hourglass_type(deck, card, 0);
  if (card.real("QH") < 0) card.error("QH", "found {}, expected a coefficient >= 0", card.real("QH"));
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
  if (update < 0 || update > 4) card.error("ISTUPD", "found {}, expected 0 to 4", update);
  if (update == 4) card.warn("ISTUPD", "found 4, 1 is used: elastic strains change the thickness too");
  cards.pass({shell_card_2, shell_card_3, shell_card_4, shell_card_5});
  cards.expect_end();
}

void read_contact(Cards& cards, const Options&, Deck& deck) {
  const Card card = cards.next(contact_card_1);
  deck.model.control.contact_stiffness = card.real("SLSFAC");
  expect_not_negative(card, {"SLSFAC"});
  deck.model.control.wall_penalty = std::abs(card.real("RWPNAL"));
  deck.model.control.walls_are_springs = card.real("RWPNAL") < 0;
  cards.pass({contact_card_2, contact_card_3});
  if (cards.more()) {
    deck.defaults.contact_ignore = choice(cards.next(contact_card_4), "IGNORE", 0, 2);
  }
  cards.pass({contact_card_5, contact_card_6});
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

void add_to(Registry& registry) {
  registry.add("CONTROL_TERMINATION", {}, numbered(termination_card), read_termination).in_restart = true;
  registry.add("CONTROL_TIMESTEP", {}, numbered(timestep_card_1, timestep_card_2), read_timestep);
  registry.add("CONTROL_HOURGLASS", {}, numbered(hourglass_card), read_hourglass);
  registry.add("CONTROL_BULK_VISCOSITY", {}, numbered(viscosity_card), read_viscosity);
  registry.add("CONTROL_SHELL", {}, numbered(shell_card_1, shell_card_2, shell_card_3, shell_card_4, shell_card_5),
               read_shell);
  registry.add("CONTROL_CONTACT", {},
               numbered(contact_card_1, contact_card_2, contact_card_3, contact_card_4, contact_card_5, contact_card_6),
               read_contact);
  registry.add("CONTROL_ACCURACY", {}, numbered(accuracy_card), check_card(accuracy_card));
  registry.add("CONTROL_SOLID", {}, numbered(solid_card_1, solid_card_2), read_solid);
  registry.add("CONTROL_CPU", {}, numbered(cpu_card), check_card(cpu_card));
  registry.ignore("CONTROL_ENERGY", "all energies are always computed");
  registry.ignore("CONTROL_OUTPUT", "printed output");
  registry.ignore("CONTROL_PARALLEL", "sums are exact, in any order");
  registry.ignore("CONTROL_RIGID",
                  "joints use the penalty method; the other fields concern flexible bodies and output");
  registry.ignore("CONTROL_UNITS", "names of units");
  registry.ignore("CONTROL_DEBUG", "printed output");
  registry.ignore("CONTROL_STRUCTURED", "printed output");
  registry.ignore("CONTROL_STRUCTURED_TERM", "printed output");
  registry.ignore("CONTROL_CHECK_SHELL", "elements are always checked");
  registry.ignore("CONTROL_LSDA", "format of files");
  registry.ignore("CONTROL_REQUIRE_REVISION", "revisions of LS-DYNA");
  registry.ignore_family("CONTROL_SUBCYCLE", "all elements have one step");
  for (const char* forming : {"CONTROL_ADAPSTEP", "CONTROL_REMESHING", "CONTROL_REFINE_"})
    registry.ignore_family(forming, "only for meshes that are refined, which are errors");
  registry.ignore("CONTROL_AIRBAG", "only for bags of particles, which are errors");
  registry.ignore("CONTROL_EXPLOSIVE_SHADOW", "only for explosives, which are errors");
}

}  // namespace crumple::deck::control_keywords
