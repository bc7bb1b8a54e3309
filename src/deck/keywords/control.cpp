// *CONTROL_TERMINATION, TIMESTEP, ENERGY, HOURGLASS, BULK_VISCOSITY, SHELL, CONTACT, and those without an effect here.
#include <fmt/format.h>

#include "deck/keywords/keywords.hpp"

namespace crumple::deck {
namespace {

constexpr Field termination_card[] = {real("ENDTIM", "time"),    integer("ENDCYC"),         real("DTMIN", "1"),
                                      real("ENDENG", "percent"), real("ENDMAS", "percent"), warned("NOSOL")};
constexpr Field timestep_card_1[] = {real("DTINIT", "time"),
                                     real("TSSFAC", "1", 0.9),
                                     warned("ISDO", "the characteristic length of shells is area / longest side"),
                                     refused("TSLIMT", "softening of small shells"),
                                     real("DT2MS", "time"),
                                     id("LCTM"),
                                     integer("ERODE"),
                                     warned("MS1ST", "mass is added whenever it is needed")};
constexpr Field timestep_card_2[] = {refused("DT2MSF", "mass scaling by factor"),
                                     refused("DT2MSLC", "mass scaling by curve"),
                                     refused("IMSCL", "selective mass scaling"),
                                     unused(),
                                     unused(),
                                     refused("RMSCL", "rotational mass scaling"),
                                     unused(),
                                     ignored("IHDO")};
constexpr Field hourglass_card[] = {integer("IHQ"), real("QH", "1")};
constexpr Field viscosity_card[] = {real("Q1", "1", 1.5), real("Q2", "1", 0.06), integer("TYPE", 1), ignored("BTYPE"),
                                    ignored("TSTYPE")};

constexpr Field shell_card_1[] = {ignored("WRPANG"),
                                  ignored("ESORT"),
                                  ignored("IRNXX"),
                                  integer("ISTUPD"),
                                  integer("THEORY", 2),
                                  ignored("BWC"),
                                  warned("MITER", "plane stress is iterated", 1),
                                  warned("PROJ", "no projection of warping")};
constexpr Field shell_card_2[] = {warned("ROTASCL", "rotational mass is not scaled", 1),
                                  refused("INTGRD", "only Gauss points through the thickness"),
                                  ignored("LAMSHT"),
                                  ignored("CSTYP6"),
                                  ignored("THSHEL"),
                                  unused(),
                                  unused(),
                                  unused()};
constexpr Field shell_card_3[] = {warned("PSSTUPD", "thickness change of all parts"),
                                  ignored("SIDT4TU"),
                                  warned("CNTCO", "contact at the reference surface"),
                                  ignored("ITSFLG"),
                                  ignored("IRQUAD"),
                                  ignored("W-MODE"),
                                  ignored("STRETCH"),
                                  ignored("ICRQ")};
constexpr Field shell_card_4[] = {warned("NFAIL1", "deletion of distorted shells"),
                                  warned("NFAIL4", "deletion of distorted shells"),
                                  ignored("PSNFAIL"),
                                  ignored("KEEPCS"),
                                  warned("DELFR", "deletion of loose shells"),
                                  ignored("DRCPSID"),
                                  ignored("DRCPRM"),
                                  ignored("INTPERR")};
constexpr Field shell_card_5[] = {ignored("DRCMTH"), ignored("LISPSID"), ignored("NLOCDT")};

constexpr Field contact_card_1[] = {real("SLSFAC", "1", 0.1),
                                    real("RWPNAL", "1"),
                                    ignored("ISLCHK"),
                                    ignored("SHLTHK"),
                                    warned("PENOPT", "the smaller stiffness of both sides is used", 1),
                                    warned("THKCHG", "contact keeps the initial thickness"),
                                    ignored("ORIEN"),
                                    ignored("ENMASS")};
constexpr Field contact_card_2[] = {ignored("USRSTR"), ignored("USRFRC"),
                                    ignored("NSBCS"),  ignored("INTERM"),
                                    ignored("XPENE"),  warned("SSTHK", "single surfaces use the element's thickness"),
                                    ignored("ECDT"),   ignored("TIEDPRJ")};
constexpr Field contact_card_3[] = {warned("SFRIC", "default friction by part"),
                                    warned("DFRIC", "default friction by part"),
                                    warned("EDC", "default friction by part"),
                                    warned("VFC", "default friction by part"),
                                    warned("TH", "default contact thickness by part"),
                                    warned("TH_SF", "default contact thickness by part"),
                                    warned("PEN_SF", "default contact stiffness by part"),
                                    ignored("PTSCL")};
constexpr Field contact_card_4[] = {integer("IGNORE"),  ignored("FRCENG"),  ignored("SKIPRWG"), ignored("OUTSEG"),
                                    ignored("SPOTSTP"), ignored("SPOTDEL"), ignored("SPOTHIN"), ignored("DIR_TIE")};
constexpr Field contact_card_5[] = {ignored("ISYM"),
                                    ignored("NSEROD"),
                                    ignored("RWGAPS"),
                                    ignored("RWGDTH"),
                                    warned("RWKSF", "the stiffness of rigid nodes at walls is not scaled", 1),
                                    ignored("ICOV"),
                                    ignored("SWRADF"),
                                    ignored("ITHOFF")};
constexpr Field contact_card_6[] = {warned("SHLEDG", "shape of shell edges"),
                                    warned("PSTIFF", "penalty by nodal mass"),
                                    ignored("ITHCNT"),
                                    ignored("TDCNOF"),
                                    ignored("FTALL"),
                                    unused(),
                                    ignored("SHLTRW"),
                                    ignored("IGACTC")};

void read_termination(Cards& cards, const Options&, Deck& deck) {
  const Card card = cards.next(termination_card);
  cards.expect_end();
  deck.defaults.has_termination = true;
  Control& control = deck.model.control;
  control.end_time = card.real("ENDTIM");
  control.end_cycle = card.id("ENDCYC");
  control.minimum_dt_factor = card.real("DTMIN");
  control.energy_change_limit = card.real("ENDENG");
  if (control.end_time <= 0)
    card.error("ENDTIM", fmt::format("found {}, expected a positive end time [time]", control.end_time));
  if (control.end_cycle < 0) card.error("ENDCYC", "found a negative number of cycles");
  if (control.minimum_dt_factor < 0) card.error("DTMIN", "found a negative factor");
  const double mass_limit = card.real("ENDMAS");
  if (mass_limit > 0 && mass_limit < 1e6)  // LS-DYNA's default, 1e8 percent, is no limit
    card.warn("ENDMAS", fmt::format("found {}; the run does not stop at added mass", mass_limit));
}

void read_timestep(Cards& cards, const Options&, Deck& deck) {
  const Card card = cards.next(timestep_card_1);
  if (cards.more()) cards.next(timestep_card_2);
  cards.expect_end();
  Control& control = deck.model.control;
  control.initial_dt = card.real("DTINIT");
  control.dt_scale = card.real("TSSFAC");
  control.mass_scaling_dt = card.real("DT2MS");
  control.erode = int(card.integer("ERODE"));
  for (int digits = control.erode; digits != 0; digits /= 10)
    if (digits < 0 || digits % 10 > 1 || control.erode > 111)
      card.error("ERODE", fmt::format("found {}, expected the sum of 1 (solids), 10 (shells), 100 (beams)", control.erode));
  if (control.dt_scale < 0) card.error("TSSFAC", fmt::format("found {}, expected a positive factor", control.dt_scale));
  if (control.initial_dt < 0) card.error("DTINIT", "found a negative time step");
  if (control.mass_scaling_dt > 0)
    card.error("DT2MS",
               fmt::format("found {} (mass scaled up and down), which is not supported; expected a negative value "
                           "(mass is only added) or 0",
                           control.mass_scaling_dt));
  if (card.id("LCTM") != 0)
    deck.later(Phase::conditions,
               [&deck, card] { deck.model.control.dt_limit_curve = deck.find(deck.curves, card, "LCTM"); });
}

void read_hourglass(Cards& cards, const Options&, Deck& deck) {
  const Card card = cards.next(hourglass_card);
  cards.expect_end();
  Hourglass& hourglass = deck.defaults.hourglass;
  hourglass.type = card.integer("IHQ") == 0 ? 1 : card.integer("IHQ");
  if (hourglass.type < 1 || hourglass.type > 5)
    card.error("IHQ", fmt::format("found {}, expected 1 to 5", hourglass.type));
  const double coefficient = card.real("QH") == 0 ? 0.1 : card.real("QH");
  hourglass.coefficient = hourglass.bending = hourglass.warping = coefficient;
}

void read_viscosity(Cards& cards, const Options&, Deck& deck) {
  const Card card = cards.next(viscosity_card);
  cards.expect_end();
  deck.defaults.hourglass.bulk_quadratic = card.real("Q1");
  deck.defaults.hourglass.bulk_linear = card.real("Q2");
  if (card.integer("TYPE") < 0)
    card.warn("TYPE", fmt::format("found {} (bulk viscosity of shells), which is not done", card.integer("TYPE")));
}

void read_shell(Cards& cards, const Options&, Deck& deck) {
  const Card card = cards.next(shell_card_1);
  deck.model.control.thickness_update = card.integer("ISTUPD");
  deck.defaults.shell_form = card.integer("THEORY");
  if (card.integer("ISTUPD") < 0 || card.integer("ISTUPD") > 4) card.error("ISTUPD", "expected 0 to 4");
  for (const auto fields : {std::span<const Field>(shell_card_2), std::span<const Field>(shell_card_3),
                            std::span<const Field>(shell_card_4), std::span<const Field>(shell_card_5)})
    if (cards.more()) cards.next(fields);
  cards.expect_end();
}

void read_contact(Cards& cards, const Options&, Deck& deck) {
  const Card card = cards.next(contact_card_1);
  deck.model.control.contact_stiffness = card.real("SLSFAC");
  deck.model.control.wall_penalty = card.real("RWPNAL");
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

}  // namespace

void register_control(Registry& registry) {
  registry.add("CONTROL_TERMINATION", {}, read_termination);
  registry.add("CONTROL_TIMESTEP", {}, read_timestep);
  registry.add("CONTROL_HOURGLASS", {}, read_hourglass);
  registry.add("CONTROL_BULK_VISCOSITY", {}, read_viscosity);
  registry.add("CONTROL_SHELL", {}, read_shell);
  registry.add("CONTROL_CONTACT", {}, read_contact);
  for (const char* name : {"CONTROL_ENERGY", "CONTROL_OUTPUT", "CONTROL_ACCURACY", "CONTROL_SOLID", "CONTROL_CPU",
                           "CONTROL_PARALLEL", "CONTROL_UNITS", "CONTROL_DEBUG", "CONTROL_STRUCTURED"})
    registry.ignore(name);
}

}  // namespace crumple::deck
