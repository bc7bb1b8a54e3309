// *CONTACT_AUTOMATIC_SINGLE_SURFACE, _SURFACE_TO_SURFACE, _NODES_TO_SURFACE and their relatives, which are a list; of
// _TIEBREAK the ties, too.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <optional>

#include "deck/keywords/keywords.hpp"
#include "deck/surfaces.hpp"

namespace crumple::deck::contacts_keywords {

constexpr auto mpp_card =
    card_of(integer("IGNORE", "as IGNORE of card C"),
            alike(no_effect("BCKET", "the search is repeated whenever nodes may have moved far enough"), "LCBCKT"),
            no_effect("NS2TRK", "all faces within reach of a node are tracked"),
            no_effect("INITITR", "initial penetrations are removed in up to six passes"),
            warned("PARMAX", "segments are not extended at their edges", 1.0005), blank(),
            no_effect("CPARM8", "only for *CONTACT_AUTOMATIC_GENERAL"));
constexpr Field mpp_card_2[] = {no_effect("&", "identifies this card"),
                                warned("CHKSEGS", "segments of badly shaped elements are included"),
                                warned("PENSF", "initial penetrations are tracked for the whole run"),
                                no_effect("GRPABLE", "affects communication only")};
constexpr auto card_1 = card_of(id(IdOf::varies, "SURFA", "side A; single surface, 0: all parts"),
                                id(IdOf::varies, "SURFB", "side B; unused for single surface"), side_fields);
constexpr Field card_2[] = {
    real("FS",
         "static coefficient of friction; -1: from *PART_CONTACT; -2: from *DEFINE_FRICTION; 2 and others below 0 "
         "(tables) are errors", "1"),
    real("FD", "dynamic coefficient of friction; with FS = -2: number of *DEFINE_FRICTION, 0: the first", "1"),
    real("DC", "decay from FS to FD", "time/length"),
    warned("VC", "friction has no limit"),
    real("VDC", "damping of the normal motion", "percent"),
    no_effect("PENCHK", "only for contacts that are not automatic"),
    real("BT", "birth time; < 0: active from the start, as after dynamic relaxation", "time"),
    real("DT", "end of the contact; < 0: |DT|, with |BT|; -9999 (pairs of times) is an error", "time", 1e20)};
constexpr Field card_3[] = {real("SFSA", "scale of side A's stiffness", "1", 1),
                            real("SFSB", "scale of side B's stiffness", "1", 1),
                            real("SAST", "contact thickness of side A; 0: that of its shells", "length"),
                            real("SBST", "contact thickness of side B; 0: that of its shells", "length"),
                            real("SFSAT", "scale of side A's thickness", "1", 1),
                            real("SFSBT", "scale of side B's thickness", "1", 1),
                            real("FSF", "scale of FS and FD", "1", 1),
                            no_effect("VSF", "used only with VC, which is an error")};
constexpr Field eroding_card[] = {
    warned("ISYM", "segments on symmetry planes are included"),
    integer("EROSOP", "1: segments behind deleted solids become active"),
    integer("IADJ", "1: segments between solids of different parts are active from the start")};
constexpr auto tiebreak_card = card_of(
    integer("OPTION",
            "1: ties that do not fail; 2: ties that fail by stress; 3 and 4 are treated as 2, with a warning; 6, 8: "
            "ties that soften up to the separation PARAM, 2 without it; 9, 11: that soften by energies; 7, 10 (a "
            "crack with friction) are treated as 9, 11, with a warning; 5: ties whose stress is limited, times the "
            "curve PARAM; < 0 as the magnitude; others are errors"),
    real("NFLS", "tensile strength; 0: no limit", "force/length^2"),
    real("SFLS", "shear strength; 0: no limit", "force/length^2"),
    real("PARAM",
         "6, 8: separation at failure [length]; 9, 11: exponent of the mixture of modes, > 0 power law, < 0 of "
         "Benzeggagh and Kenane, 0: 1; 5: number of a curve of the share of the stress over the separation; others: no "
         "effect, with a warning; 7, 10: friction angle, no effect"),
    real("ERATEN", "9, 11: energy to failure in tension; otherwise no effect, with a warning, as the next three",
         "energy/length^2"),
    real("ERATES", "the same in shear", "energy/length^2"),
    real("CT2CN", "9, 11: ratio of the stiffness in shear to CN; 0: 1", "1"),
    real("CN", "9, 11: stiffness before damage; at most, and with 0, half of the mass over the step squared",
         "force/length^3"));
constexpr Field tiebreak_stress_card[] = {real("NFLS", "tensile strength; 0: no limit", "force/length^2"),
                                          real("SFLS", "shear strength; 0: no limit", "force/length^2"),
                                          refused("TBLCID", "damage by a curve"),
                                          warned("THKOFF", "nodes keep their offset")};
constexpr Field tiebreak_force_card[] = {real("NFLF", "tensile force on a node at failure; 0: no limit", "force"),
                                         real("SFLF", "shear force of a node at failure; 0: no limit", "force"),
                                         real("NEN", "exponent of the tensile force", "1", 2),
                                         real("MES", "exponent of the shear force", "1", 2)};
constexpr Field card_a[] = {integer("SOFT",
                                    "stiffness: 0 from the material, 1 from masses and time step, 2 segment to segment "
                                    "(treated as 1 with a warning if a side is a list of nodes); 4 and 6, of metal "
                                    "forming, are 1 with a warning, others are errors"),
                            real("SOFSCL", "scale of the stiffness for SOFT = 1", "1", 0.1),
                            refused("LCIDAB", "airbag options"),
                            no_effect("MAXPAR", "not read by LS-DYNA's MPP version either"),
                            integer("SBOPT",
                                    "with SOFT = 2: 0 and 2 to 5 are the same, because warped segments and sliding "
                                    "over edges are always included; 1 (pinball edges) is an error"),
                            integer("DEPTH",
                                    "with SOFT = 2: 1, 2 and 4 segments, 5 also edges; 3, 13, 15, 23, 25, 33, 35, 45 "
                                    "and 55 are treated as 5 with a warning; others are errors"),
                            no_effect("BSORT", "the search is repeated whenever nodes may have moved far enough"),
                            warned("FRCFRQ", "forces are computed in every cycle", 1)};
constexpr auto card_b =
    card_of(warned("PENMAX",
                   "shells release a node at four times the contact distance, or half a segment "
                   "without _AUTOMATIC_ in the name; solids at their height"),
            alike(no_effect("THKOPT", "only for contacts that are not automatic"), "SHLTHK"),
            no_effect("SNLOG", "nodes are never moved back without a force, which is option 1"),
            warned("ISYM", "segments on symmetry planes are included"),
            warned("I2D3D", "a segment shared by a shell and a solid belongs to the shell"),
            warned("SLDTHK", "solids meet at their faces, without a thickness"),
            warned("SLDSTF", "the stiffness of solids follows from their material"));
constexpr Field card_c[] = {
    no_effect("IGAP", "only for implicit analysis and mortar contact"),
    integer("IGNORE",
            "initial penetrations: 0 as in *CONTROL_CONTACT, tracked with SOFT = 2; 1, 2 tracked, 2 with a list of "
            "them and of the corrected node positions; others are errors"),
    warned("DPRFAC", "initial penetrations are tracked for the whole run"),
    real("DTSTIF",
         "time step for the stiffness of SOFT = 1 and 2; 0: that of the run; < 0 (average, curve) is an error", "time"),
    real("EDGEK", "scale of the edge-to-edge stiffness; <= 0: 1", "1"),
    blank(),
    no_effect("FLANGL", "only for smooth contact"),
    warned("CID_RCF", "forces in rcforc are in global coordinates")};
constexpr auto card_d =
    card_of(warned("Q2TRI", "a quadrilateral is divided into four triangles at its centre"),
            warned("DTPCHK", "initial penetrations do not stop the run", 0, {0, 1e300}),
            warned("SFNBR", "nodes have no contact with adjacent segments"),
            alike(refused("FNLSCL", "non-linear contact stiffness"), "DNLSCL"),
            warned("TCSO", "a node has the thickness of its thickest shell"),
            no_effect("TIEDID", "only for tied contact"), warned("SHLEDG", "shell edges are rounded"));
constexpr Field card_e[] = {warned("SHAREC", "nodes and segments of one rigid body have no contact with each other"),
                            no_effect("CPARM8", "only for *CONTACT_AUTOMATIC_GENERAL"),
                            no_effect("IPBACK", "only for tied contact"),
                            warned("SRNDE", "shell edges are rounded and extend by half the thickness"),
                            refused("FRICSF", "scaled friction", 1),
                            refused("ICOR", "VDC as a coefficient of restitution"),
                            warned("FTORQ", "friction produces no moment about beams"),
                            refused("REGION", "contact limited to a region")};
constexpr Field card_f[] = {warned("PSTIFF", "the stiffness for SOFT = 2 is computed from nodal masses"),
                            warned("IGNROFF", "shell thickness is included"),
                            blank(),
                            no_effect("FSTOL", "only for smooth contact"),
                            no_effect("2DBINR", "only for seat belts"),
                            warned("SSFTYP", "SSF of *PART_CONTACT is applied as with SOFT = 0"),
                            no_effect("SWTPR", "used only with SPOTHIN in *CONTROL_CONTACT, which gives a warning"),
                            warned("TETFAC", "masses of tetrahedra are not scaled")};

constexpr auto rigid_card = card_of(
    integer("LCID",
            "a curve of the force over the penetration is an error; with substitute=on, the penalty force is used"),
    alike(no_effect("FCM", "used only with LCID"), "DS", "LCDC", "DSF", "UNLCID"));
constexpr Field constraint_card[] = {no_effect("KPF", "both sides are pushed by their masses")};
constexpr auto thermal_card =
    card_of(alike(no_effect("K", "thermal analysis only"), "HRAD", "H0", "LMIN", "LMAX", "FTOSLV", "BC_FLG", "ALGO"));

/// Whether friction is that of *DEFINE_FRICTION.
bool has_friction_of_pairs(const Card& card) { return card.real("FS") == -2; }

void read_friction(const Card& card, const Card& scale, Contact& contact, Deck& deck) {
  contact.viscous_damping = card.real("VDC");
  expect_not_negative(card, {"VDC"});
  if (has_friction_of_pairs(card)) {
    if (scale.real("FSF") != 1)
      scale.error("FSF", "found {}, expected 1 with *DEFINE_FRICTION", scale.real("FSF"));
    return;
  }
  const bool by_part = card.real("FS") == -1;
  if (by_part && deck.defaults.contacts_by_part++ == 0) deck.defaults.contact_by_part = card.where();
  if (card.real("FS") < 0 && !by_part)
    card.error("FS", "found {} (friction from a table), which is not supported", card.real("FS"));
  if (card.real("FS") == 2) card.error("FS", "found 2 (friction from a table), which is not supported");
  if (card.real("FD") < 0 || card.real("DC") < 0) card.error("FD", "FD and DC: expected values >= 0");
  contact.friction_static = by_part ? 0 : card.real("FS") * scale.real("FSF");
  contact.friction_dynamic = by_part ? 0 : card.real("FD") * scale.real("FSF");
  contact.friction_decay = by_part ? 0 : card.real("DC");
}

void read_times(const Card& card, Contact& contact) {
  contact.birth = card.real("BT");
  contact.death = card.real("DT");
  if (contact.death >= 0) return expect_some_time(card, "BT", "DT");
  if (contact.death == -9999) card.error("DT", "found -9999 (pairs of birth and death), which is not supported");
  contact.birth = std::abs(contact.birth);  // < 0: not during dynamic relaxation, which there is not
  contact.death = -contact.death;
}

void read_scales(const Card& card, Contact& contact) {
  expect_not_negative(card, {"SFSA", "SFSB", "SAST", "SBST", "SFSAT", "SFSBT"});
  contact.stiffness_scale_a = card.real("SFSA");
  contact.stiffness_scale_b = card.real("SFSB");
  contact.thickness_a = card.real("SAST");
  contact.thickness_b = card.real("SBST");
  contact.thickness_scale_a = card.real("SFSAT");
  contact.thickness_scale_b = card.real("SFSBT");
}

/// SOFT, and of SOFT = 2 where penetrations are looked for: of nodes, and with DEPTH = 5 and its like of edges, too.
void read_soft(const Card& card, Contact& contact) {
  const int found = card.integer("SOFT");
  const bool of_forming = found == 4 || found == 6;  // by constraints; for edges of a sheet against pins
  if (of_forming) card.warn("SOFT", "found {} (metal forming): it is treated as 1", found);
  contact.soft = of_forming ? 1 : choice(card, "SOFT", 0, 2);
  contact.soft_scale = card.real("SOFSCL");
  expect_not_negative(card, {"SOFSCL"});
  if (contact.soft != 2) return;  // the others know neither SBOPT nor edges
  if (contact.kind == ContactKind::nodes_to_surface) {
    card.warn("SOFT", "2 (faces against faces) is treated as 1: a side of nodes has no faces");
    contact.soft = 1;
    return;
  }
  const int shape = card.integer("SBOPT"), depth = card.integer("DEPTH");
  if (shape == 1 || shape < 0 || shape > 5)
    card.error("SBOPT", "found {}, expected 0 or 2 to 5 (1, pinballs, is not supported)", shape);
  constexpr std::array with_edges{5, 3, 13, 15, 23, 25, 33, 35, 45, 55};
  contact.edges = std::ranges::count(with_edges, depth) > 0;
  if (!contact.edges && depth != 0 && depth != 1 && depth != 2 && depth != 4)
    card.error("DEPTH", "found {}, expected 0, 1, 2 or 4 (faces), 3, 5, 13, 15, 23, 25, 33, 35, 45 or 55 (with edges)",
               depth);
  else if (contact.edges && depth != 5)
    card.warn("DEPTH", "{} is treated as 5: nodes against faces, edges against edges", depth);
}

/// Cards A to F, each there if the ones before it are.
void read_optional(Cards& cards, Contact& contact) {
  if (!cards.more()) return;
  const Card a = cards.next(card_a);
  read_soft(a, contact);
  if (cards.more()) cards.next(card_b);
  if (!cards.more()) return;
  const Card c = cards.next(card_c);
  if (const int given = choice(c, "IGNORE", 0, 2)) contact.ignore = given;
  if (c.real("EDGEK") > 0) contact.edge_scale = c.real("EDGEK");
  if (c.real("DTSTIF") < 0)
    c.error("DTSTIF", "found {}, expected a time step >= 0 (a moving average or curve is not supported)",
            c.real("DTSTIF"));
  contact.stiffness_dt = c.real("DTSTIF");
  cards.pass({card_d, card_e, card_f});
  cards.expect_end();
}

void read_mpp(Cards& cards, Contact& contact) {
  const Card card = cards.next(mpp_card);
  if (const int given = choice(card, "IGNORE", 0, 2)) contact.ignore = given;
  const std::string_view next = cards.peek();
  const bool parameter = next.size() > 1 && std::isalpha(static_cast<unsigned char>(next[1]));
  if (!next.empty() && next.front() == '&' && !parameter) cards.next(mpp_card_2);
}

/// EROSOP and IADJ.
Erosion read_erosion(Cards& cards) {
  const Card card = cards.next(eroding_card);
  const bool erodes = choice(card, "EROSOP", 0, 1) != 0, of_side = choice(card, "IADJ", 0, 1) == 1;
  return !erodes ? Erosion::none : of_side ? Erosion::of_side : Erosion::of_free_faces;
}

/// What the card behind the third says.
enum class FourthCard : std::uint8_t { none, rigid, constraint, erosion, tiebreak, tiebreak_stress, tiebreak_force };

std::span<const Field> fields_of(FourthCard card) {
  if (card == FourthCard::rigid) return rigid_card;
  if (card == FourthCard::constraint) return constraint_card;
  if (card == FourthCard::erosion) return eroding_card;
  if (card == FourthCard::tiebreak) return tiebreak_card;
  if (card == FourthCard::tiebreak_stress) return tiebreak_stress_card;
  return tiebreak_force_card;
}

/// Of contacts between rigid bodies.
void check_rigid_law(Cards& cards) {
  const Card card = cards.next(rigid_card);
  if (card.integer("LCID") != 0)
    card.replace("LCID",
                 fmt::format("found {}: the force is not taken from a curve over the penetration, expected 0",
                             card.integer("LCID")),
                 "0, the penalty's force");
}

/// OPTION by its size; 7 and 10 are as 9 and 11.
int size_of_option(const Card& card) {
  const int option = std::abs(card.integer("OPTION"));
  return option == 7 ? 9 : option == 10 ? 11 : option;
}

/// What an OPTION is treated as: 1 or 2, or itself where ties soften.
int tiebreak_option(const Card& card) {
  const int option = size_of_option(card);
  if (option != std::abs(card.integer("OPTION")))
    card.warn("OPTION", "found {}: ties soften as with OPTION {}, without the friction of PARAM",
              card.integer("OPTION"), option);
  constexpr const char* later = "nodes that come into contact later do not stick";
  if (option == 1) card.warn("OPTION", "found 1: {}", later);
  const bool softens = option == 9 || option == 11 || ((option == 6 || option == 8) && card.real("PARAM") != 0);
  if (option == 1 || option == 2 || option == 5 || softens) return option;
  if (option == 3) card.warn("OPTION", "found 3: {}", later);
  else if (option == 4) card.warn("OPTION", "found 4: until they fail, nodes do not slide");
  else if (option == 6 || option == 8) card.warn("OPTION", "found {}: without PARAM ties fail at once", option);
  else
    card.replace("OPTION", fmt::format("found {}, expected 1 to 11 (ties that fail by stress, or soften)",
                                       card.integer("OPTION")), "2");
  return 2;
}

/// Strengths by stress or force; OPTION 5 has a curve, by PARAM of the card.
struct GivenStrength : TieStrength {
  std::optional<Card> curve_card;
};

/// OPTION 5: tension and shear fail together at sqrt(sigma^2 + 3 tau^2) = NFLS, and the stress that is left is scaled
/// by a curve over the separation.
void limit_stress(const Card& card, GivenStrength& strength) {
  if (!(card.real("NFLS") > 0)) return card.error("NFLS", "found {}, expected a strength > 0", card.real("NFLS"));
  if (card.real("SFLS") != 0)
    card.warn("SFLS", "found {}: with OPTION = 5 the shear strength is NFLS over the root of 3", card.real("SFLS"));
  strength.shear = strength.normal / std::sqrt(3.0);
  strength.curve_card = card;
}

/// Of OPTION 6 to 11, which have their strengths already.
TieSoftening read_softening(const Card& card, const TieStrength& strength) {
  const int option = size_of_option(card);
  TieSoftening soft;
  const double parameter = option == std::abs(card.integer("OPTION")) ? card.real("PARAM") : 0;
  if (option == 6 || option == 8) {
    soft.distance = parameter;
    expect_not_negative(card, {"PARAM"});
  } else if (option == 9 || option == 11) {
    for (const auto& [field, value] : {std::pair{"NFLS", strength.normal}, std::pair{"SFLS", strength.shear}})
      if (value == 0) card.error(field, "found 0, expected a strength > 0 with OPTION = {}", option);
    expect_positive(card, {"ERATEN", "ERATES"}, "an energy > 0");
    expect_not_negative(card, {"CT2CN", "CN"});
    soft = {card.real("ERATEN"), card.real("ERATES"), parameter == 0 ? 1 : parameter, 0, card.real("CN"),
            card.real("CT2CN") == 0 ? 1 : card.real("CT2CN")};
    return soft;
  } else if (parameter != 0) {
    card.warn("PARAM", "found {}: it has no effect with OPTION = {}; nodes keep their offset", parameter, option);
  }
  for (const char* field : {"ERATEN", "ERATES", "CT2CN", "CN"})
    if (card.real(field) != 0)
      card.warn(field, "found {}: it has no effect with OPTION = {}", card.real(field), option);
  return soft;
}

GivenStrength read_strength(Cards& cards, FourthCard kind) {
  const Card card = cards.next(fields_of(kind));
  GivenStrength strength;
  if (kind == FourthCard::tiebreak && tiebreak_option(card) == 1) {
    read_softening(card, strength);
    return strength;
  }
  strength.of_stress = kind != FourthCard::tiebreak_force;
  const char* const normal = strength.of_stress ? "NFLS" : "NFLF";
  const char* const shear = strength.of_stress ? "SFLS" : "SFLF";
  expect_not_negative(card, {normal, shear});
  strength.normal = card.real(normal);
  strength.shear = card.real(shear);
  if (!strength.is_limited()) card.error(normal, "{} and {} are 0, expected a strength", normal, shear);
  if (kind == FourthCard::tiebreak && size_of_option(card) == 5) limit_stress(card, strength);
  else if (kind == FourthCard::tiebreak) strength.softening = read_softening(card, strength);
  if (strength.of_stress) return strength;
  strength.normal_exponent = card.real("NEN");
  strength.shear_exponent = card.real("MES");
  expect_positive(card, {"NEN", "MES"}, "an exponent > 0");
  return strength;
}

/// The ties of a contact that has its surfaces.
void add_ties(Deck& deck, const Card& card, const Contact& contact, const GivenStrength& strength) {
  TiedContact ties;
  ties.title = contact.title;
  ties.a = contact.a;
  ties.b = contact.b;
  ties.keeps_offset = true;
  ties.thickness_a = contact.thickness_a;
  ties.thickness_b = contact.thickness_b;
  ties.strength = strength;
  if (const auto& with_curve = strength.curve_card) {
    ties.strength.softening.curve =
        deck.find(deck.curves, *with_curve, "PARAM", with_curve->shifted(with_curve->integer("PARAM"), IdOf::curve));
    if (ties.strength.softening.curve == none) return;
    const Curve& left = deck.model.curves[ties.strength.softening.curve];
    if (left.x.empty() || !(left.x.back() > 0))
      return with_curve->error("PARAM", "curve {} ends at no separation, expected a positive one", left.id);
    for (const double y : left.y)
      if (y < 0 || y > 1)
        return with_curve->error("PARAM", "curve {} has the share {}, expected 0 to 1", left.id, y);
  }
  if (strength.of_stress && ties.a.segments.empty() && !deck.log.failed())
    card.error("SURFATYP", "side A has no faces, so there is no stress: expected parts or segments");
  ties.id = next_contact_id(deck.model);
  deck.model.tied_contacts.push_back(std::move(ties));
}

void resolve_contact(Deck& deck, const Card& card, const Card& friction, Contact contact, Erosion erosion,
                     const std::optional<GivenStrength>& ties) {
  if (has_friction_of_pairs(friction)) set_friction_of_pairs(deck, friction, contact);
  const auto is_nothing = [&](const char* id, const char* type) {
    return card.integer(id) == 0 && (card.integer(type) == 0 || card.integer(type) == 5);
  };
  if (contact.kind == ContactKind::surface_to_surface && !ties && is_nothing("SURFA", "SURFATYP") &&
      is_nothing("SURFB", "SURFBTYP")) {
    card.warn("SURFA", "SURFA and SURFB are 0: the contact is that of a single surface, of all parts");
    contact.kind = ContactKind::single_surface;
  }
  const bool single = contact.kind == ContactKind::single_surface;
  contact.a = surface_of_field(deck, card, {"SURFA", "SURFATYP", "SABOXID"}, single, erosion);
  if (!single) contact.b = surface_of_field(deck, card, {"SURFB", "SURFBTYP", "SBBOXID"}, false, erosion);
  add_beam_nodes(deck, card, {"SURFA", "SURFATYP", "SABOXID"}, BeamsOfSide::thick, contact.a);
  if (contact.kind == ContactKind::surface_to_surface)
    add_beam_nodes(deck, card, {"SURFB", "SURFBTYP", "SBBOXID"}, BeamsOfSide::thick, contact.b);
  const bool needs_faces = contact.kind != ContactKind::nodes_to_surface;
  if (needs_faces && contact.a.segments.empty() && !deck.log.failed())
    card.error("SURFATYP", "the contact has no faces on side A, expected parts or segments");
  if (!single && contact.b.segments.empty() && !deck.log.failed())
    card.error("SURFBTYP", "the contact has no faces on side B, expected parts or segments");
  if (contact.ignore == 0) contact.ignore = deck.defaults.contact_ignore;
  if (contact.id == 0) contact.id = next_contact_id(deck.model);
  deck.model.contacts.push_back(std::move(contact));
  if (ties) add_ties(deck, card, deck.model.contacts.back(), *ties);
}

/// A contact keyword.
struct Variant {
  const char* name;  ///< behind *CONTACT_
  ContactKind kind;
  FourthCard fourth = FourthCard::none;
  bool edges = false;             ///< edges of shells meet edges, whatever SOFT
  const char* differs = nullptr;  ///< in what it is not LS-DYNA's, for a warning
};

constexpr const char* not_oriented =
    "faces act on both sides and shells have their thickness, as in the contact with _AUTOMATIC_ before its name";
constexpr const char* forming =
    "faces act on both sides, and all shells have their thickness, those of tools, too";
constexpr const char* constraint = "the force is that of a penalty, by mass or stiffness as SOFT says";
constexpr const char* mortar = "nodes meet faces, as without _MORTAR";
constexpr const char* rigid =
    "the force is that of the penalty, by mass or stiffness as SOFT says, and faces act on both sides";
constexpr Variant variants[] = {
    {"AUTOMATIC_SINGLE_SURFACE", ContactKind::single_surface},
    {"AIRBAG_SINGLE_SURFACE", ContactKind::single_surface, FourthCard::none, false,
     "a bag meets itself as other shells do"},
    {"AUTOMATIC_SURFACE_TO_SURFACE", ContactKind::surface_to_surface},
    {"AUTOMATIC_NODES_TO_SURFACE", ContactKind::nodes_to_surface},
    {"AUTOMATIC_ONE_WAY_SURFACE_TO_SURFACE", ContactKind::nodes_to_surface},
    {"AUTOMATIC_BEAMS_TO_SURFACE", ContactKind::nodes_to_surface, FourthCard::none, false,
     "beams meet faces by their nodes"},
    {"AUTOMATIC_GENERAL", ContactKind::single_surface, FourthCard::none, true, "beams do not meet beams"},
    {"AUTOMATIC_GENERAL_INTERIOR", ContactKind::single_surface, FourthCard::none, true, "beams do not meet beams"},
    {"AUTOMATIC_GENERAL_EDGEONLY", ContactKind::single_surface, FourthCard::none, true,
     "nodes meet faces, too, and beams do not meet beams"},
    {"AUTOMATIC_SINGLE_SURFACE_MORTAR", ContactKind::single_surface, FourthCard::none, false, mortar},
    {"AUTOMATIC_SURFACE_TO_SURFACE_MORTAR", ContactKind::surface_to_surface, FourthCard::none, false, mortar},
    {"ERODING_SINGLE_SURFACE", ContactKind::single_surface, FourthCard::erosion},
    {"ERODING_SURFACE_TO_SURFACE", ContactKind::surface_to_surface, FourthCard::erosion},
    {"ERODING_NODES_TO_SURFACE", ContactKind::nodes_to_surface, FourthCard::erosion},
    {"SINGLE_SURFACE", ContactKind::single_surface, FourthCard::none, false, not_oriented},
    {"SURFACE_TO_SURFACE", ContactKind::surface_to_surface, FourthCard::none, false, not_oriented},
    {"NODES_TO_SURFACE", ContactKind::nodes_to_surface, FourthCard::none, false, not_oriented},
    {"ONE_WAY_SURFACE_TO_SURFACE", ContactKind::nodes_to_surface, FourthCard::none, false, not_oriented},
    {"SLIDING_ONLY", ContactKind::surface_to_surface, FourthCard::none, false, not_oriented},
    {"SLIDING_ONLY_PENALTY", ContactKind::surface_to_surface, FourthCard::none, false, not_oriented},
    {"FORMING_SURFACE_TO_SURFACE", ContactKind::surface_to_surface, FourthCard::none, false, forming},
    {"FORMING_ONE_WAY_SURFACE_TO_SURFACE", ContactKind::nodes_to_surface, FourthCard::none, false, forming},
    {"FORMING_NODES_TO_SURFACE", ContactKind::nodes_to_surface, FourthCard::none, false, forming},
    {"CONSTRAINT_SURFACE_TO_SURFACE", ContactKind::surface_to_surface, FourthCard::constraint, false, constraint},
    {"CONSTRAINT_NODES_TO_SURFACE", ContactKind::nodes_to_surface, FourthCard::constraint, false, constraint},
    {"RIGID_NODES_TO_RIGID_BODY", ContactKind::nodes_to_surface, FourthCard::rigid, false, rigid},
    {"RIGID_BODY_ONE_WAY_TO_RIGID_BODY", ContactKind::nodes_to_surface, FourthCard::rigid, false, rigid},
    {"RIGID_BODY_TWO_WAY_TO_RIGID_BODY", ContactKind::surface_to_surface, FourthCard::rigid, false, rigid},
    {"AUTOMATIC_SURFACE_TO_SURFACE_TIEBREAK", ContactKind::surface_to_surface, FourthCard::tiebreak},
    {"AUTOMATIC_NODES_TO_SURFACE_TIEBREAK", ContactKind::nodes_to_surface, FourthCard::tiebreak},
    {"AUTOMATIC_ONE_WAY_SURFACE_TO_SURFACE_TIEBREAK", ContactKind::nodes_to_surface, FourthCard::tiebreak},
    {"TIEBREAK_SURFACE_TO_SURFACE", ContactKind::surface_to_surface, FourthCard::tiebreak_stress},
    {"TIED_SURFACE_TO_SURFACE_FAILURE", ContactKind::surface_to_surface, FourthCard::tiebreak_stress},
    {"TIEBREAK_NODES_TO_SURFACE", ContactKind::nodes_to_surface, FourthCard::tiebreak_force},
};

Reader contact_reader(const Variant& variant) {
  return [&variant](Cards& cards, const Options& options, Deck& deck) {
    Contact contact;
    contact.kind = variant.kind;
    contact.holds_deep = !std::string_view(variant.name).starts_with("A");  // AUTOMATIC, AIRBAG
    if (options.count("ID") || options.count("TITLE")) std::tie(contact.id, contact.title) = read_id_card(cards);
    if (options.count("MPP")) read_mpp(cards, contact);
    const Card first = cards.next(card_1), second = cards.next(card_2), third = cards.next(card_3);
    read_friction(second, third, contact, deck);
    read_times(second, contact);
    read_scales(third, contact);
    if (variant.differs) first.warn("", variant.differs);
    if (options.count("SMOOTH")) first.warn("", "faces are not smoothed");
    if (variant.fourth == FourthCard::rigid) check_rigid_law(cards);
    if (variant.fourth == FourthCard::constraint) cards.next(constraint_card);
    const Erosion erosion = variant.fourth == FourthCard::erosion ? read_erosion(cards) : Erosion::none;
    contact.eroding = erosion != Erosion::none;
    std::optional<GivenStrength> ties;
    if (variant.fourth > FourthCard::erosion) ties = read_strength(cards, variant.fourth);
    if (options.count("THERMAL")) cards.next(thermal_card);
    read_optional(cards, contact);
    contact.edges = contact.edges || variant.edges;
    deck.later(Phase::conditions, [&deck, first, second, contact, erosion, ties] {
      resolve_contact(deck, first, second, contact, erosion, ties);
    });
  };
}

void add_to(Registry& registry) {
  const std::vector<std::string> options{"ID", "TITLE", "MPP", "THERMAL", "SMOOTH"};
  std::vector<CardForm> cards{{"_ID", id_card}, {"_MPP", mpp_card}, {"_MPP, &", mpp_card_2},
                              {"1", card_1},    {"2", card_2},      {"3", card_3}};
  for (const Variant& variant : variants) {
    std::vector<CardForm> all = cards;
    if (variant.fourth != FourthCard::none) all.push_back({"4", fields_of(variant.fourth)});
    all.push_back({"_THERMAL", thermal_card});
    all.insert(all.end(), {{"A", card_a}, {"B", card_b}, {"C", card_c}, {"D", card_d}, {"E", card_e}, {"F", card_f}});
    registry.add(std::string("CONTACT_") + variant.name, options, all, contact_reader(variant));
  }
}

}  // namespace crumple::deck::contacts_keywords
