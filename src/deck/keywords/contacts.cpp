// *CONTACT_AUTOMATIC_SINGLE_SURFACE, _SURFACE_TO_SURFACE, _NODES_TO_SURFACE, and the same with _ERODING_.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>

#include "deck/keywords/keywords.hpp"
#include "deck/surfaces.hpp"

namespace crumple::deck {
namespace {

constexpr Field mpp_card[] = {integer("IGNORE"),  ignored("BCKET"),  ignored("LCBCKT"), ignored("NS2TRK"),
                              ignored("INITITR"), ignored("PARMAX"), unused(),          ignored("CPARM8")};
constexpr Field card_1[] = {id("SURFA"),   id("SURFB"),   integer("SURFATYP"), integer("SURFBTYP"),
                            id("SABOXID"), id("SBBOXID"), ignored("SAPR"),     ignored("SBPR")};
constexpr Field card_2[] = {
    real("FS", "1"),        real("FD", "1"),   real("DC", "time/length"), refused("VC", "viscous friction"),
    real("VDC", "percent"), ignored("PENCHK"), real("BT", "time"),        real("DT", "time", 1e20)};
constexpr Field card_3[] = {real("SFSA", "1", 1),   real("SFSB", "1", 1),  real("SAST", "length"),
                            real("SBST", "length"), real("SFSAT", "1", 1), real("SFSBT", "1", 1),
                            real("FSF", "1", 1),    ignored("VSF")};
constexpr Field eroding_card[] = {warned("ISYM", "symmetry planes of contact"), integer("EROSOP"), integer("IADJ")};
constexpr Field card_a[] = {integer("SOFT"),   real("SOFSCL", "1", 0.1), refused("LCIDAB", "airbags"),
                            ignored("MAXPAR"), integer("SBOPT"),         integer("DEPTH"),
                            ignored("BSORT"),  ignored("FRCFRQ")};
constexpr Field card_b[] = {warned("PENMAX"),
                            ignored("THKOPT"),
                            ignored("SHLTHK"),
                            ignored("SNLOG"),
                            warned("ISYM", "symmetry planes of contact"),
                            ignored("I2D3D"),
                            refused("SLDTHK", "a thickness of solids' faces"),
                            refused("SLDSTF", "a stiffness of solids' faces")};
constexpr Field card_c[] = {ignored("IGAP"),    integer("IGNORE"), warned("DPRFAC"), real("DTSTIF", "time"),
                            real("EDGEK", "1"), unused(),          warned("FLANGL"), ignored("CID_RCF")};
constexpr Field card_d[] = {ignored("Q2TRI"),
                            ignored("DTPCHK"),
                            warned("SFNBR"),
                            refused("FNLSCL", "non-linear contact stiffness"),
                            refused("DNLSCL", "non-linear contact stiffness"),
                            ignored("TCSO"),
                            ignored("TIEDID"),
                            warned("SHLEDG", "shape of shell edges")};
constexpr Field card_e[] = {ignored("SHAREC"),
                            ignored("CPARM8"),
                            ignored("IPBACK"),
                            warned("SRNDE", "round shell edges"),
                            refused("FRICSF", "scaled friction", 1),
                            ignored("ICOR"),
                            ignored("FTORQ"),
                            refused("REGION", "contact in a region")};
constexpr Field card_f[] = {warned("PSTIFF", "penalty by nodal mass"),
                            ignored("IGNROFF"),
                            unused(),
                            warned("FSTOL"),
                            ignored("2DBINR"),
                            ignored("SSFTYP"),
                            ignored("SWTPR"),
                            warned("TETFAC")};

void read_friction(const Card& card, const Card& scale, Contact& contact, Deck& deck) {
  const bool by_part = card.real("FS") == -1;
  if (by_part && deck.defaults.contacts_by_part++ == 0) deck.defaults.contact_by_part = card.where();
  if (card.real("FS") < 0 && !by_part)
    card.error("FS", fmt::format("found {} (friction from a table), which is not supported", card.real("FS")));
  if (card.real("FD") < 0 || card.real("DC") < 0) card.error("FD", "FD and DC: expected values >= 0");
  contact.friction_static = by_part ? 0 : card.real("FS") * scale.real("FSF");
  contact.friction_dynamic = by_part ? 0 : card.real("FD") * scale.real("FSF");
  contact.friction_decay = by_part ? 0 : card.real("DC");
  contact.viscous_damping = card.real("VDC");
  contact.birth = card.real("BT");
  contact.death = card.real("DT");
}

void read_scales(const Card& card, Contact& contact) {
  contact.stiffness_scale_a = card.real("SFSA");
  contact.stiffness_scale_b = card.real("SFSB");
  contact.thickness_a = card.real("SAST");
  contact.thickness_b = card.real("SBST");
  contact.thickness_scale_a = card.real("SFSAT");
  contact.thickness_scale_b = card.real("SFSBT");
}

/// SOFT, and of SOFT = 2 which way of looking for penetrations: DEPTH 5 and its like look at edges against edges, too.
void read_soft(const Card& card, Contact& contact) {
  contact.soft = card.integer("SOFT");
  contact.soft_scale = card.real("SOFSCL");
  if (contact.soft < 0 || contact.soft > 2)
    card.error("SOFT", fmt::format("found {}, expected 0, 1 or 2", contact.soft));
  if (contact.soft != 2) return;  // the others know neither SBOPT nor edges
  if (contact.kind == ContactKind::nodes_to_surface)
    card.error("SOFT", "found 2 (faces against faces) in NODES_TO_SURFACE, expected 0 or 1");
  const int shape = card.integer("SBOPT"), depth = card.integer("DEPTH");
  if (shape == 1 || shape < 0 || shape > 5)
    card.error("SBOPT", fmt::format("found {}, expected 0 or 2 to 5 (1, pinballs, is not supported)", shape));
  constexpr std::array faces{0, 2, 3, 13, 23, 33};
  constexpr std::array edges{5, 15, 25, 35};
  contact.edges = std::ranges::count(edges, depth) > 0;
  if (!contact.edges && std::ranges::count(faces, depth) == 0)
    card.error("DEPTH",
               fmt::format("found {}, expected 0, 2, 3, 13, 23 or 33 (faces), 5, 15, 25 or 35 (with edges)", depth));
  else if (depth != 0 && depth != 2 && depth != 5)
    card.warn("DEPTH", fmt::format("{} is treated as {}: nodes penetrate faces", depth, contact.edges ? 5 : 2));
}

/// Cards A to F, each there if the ones before it are.
void read_optional(Cards& cards, Contact& contact) {
  if (!cards.more()) return;
  const Card a = cards.next(card_a);
  read_soft(a, contact);
  if (cards.more()) cards.next(card_b);
  if (!cards.more()) return;
  const Card c = cards.next(card_c);
  if (c.integer("IGNORE") != 0) contact.ignore = c.integer("IGNORE");
  if (c.real("EDGEK") > 0) contact.edge_scale = c.real("EDGEK");
  if (c.real("DTSTIF") < 0)
    c.error("DTSTIF", fmt::format("found {}, expected a time step >= 0 (a moving average or curve is not supported)",
                                  c.real("DTSTIF")));
  contact.stiffness_dt = c.real("DTSTIF");
  if (contact.ignore > 2) c.error("IGNORE", fmt::format("found {}, expected 0, 1 or 2", contact.ignore));
  for (const auto fields :
       {std::span<const Field>(card_d), std::span<const Field>(card_e), std::span<const Field>(card_f)})
    if (cards.more()) cards.next(fields);
  cards.expect_end();
}

void read_mpp(Cards& cards, Contact& contact) {
  const Card card = cards.next(mpp_card);
  if (card.integer("IGNORE") != 0) contact.ignore = card.integer("IGNORE");
  const std::string_view next = cards.peek();
  const bool parameter = next.size() > 1 && std::isalpha(static_cast<unsigned char>(next[1]));
  if (!next.empty() && next.front() == '&' && !parameter) cards.next_text();  // CHKSEGS, PENSF, GRPABLE
}

/// EROSOP and IADJ.
Erosion read_erosion(Cards& cards) {
  const Card card = cards.next(eroding_card);
  for (const char* name : {"EROSOP", "IADJ"})
    if (card.integer(name) != 0 && card.integer(name) != 1)
      card.error(name, fmt::format("found {}, expected 0 or 1", card.integer(name)));
  if (card.integer("EROSOP") == 0) return Erosion::none;
  return card.integer("IADJ") == 1 ? Erosion::of_side : Erosion::of_free_faces;
}

void resolve_contact(Deck& deck, const Card& card, Contact contact, Erosion erosion) {
  const bool single = contact.kind == ContactKind::single_surface;
  contact.a = surface_of_field(deck, card, {"SURFA", "SURFATYP", "SABOXID"}, single, erosion);
  if (!single) contact.b = surface_of_field(deck, card, {"SURFB", "SURFBTYP", "SBBOXID"}, false, erosion);
  const bool needs_faces = contact.kind != ContactKind::nodes_to_surface;
  if (needs_faces && contact.a.segments.empty() && !deck.log.failed())
    card.error("SURFATYP", "the contact has no faces on side A, expected parts or segments");
  if (!single && contact.b.segments.empty() && !deck.log.failed())
    card.error("SURFBTYP", "the contact has no faces on side B, expected parts or segments");
  if (contact.ignore == 0) contact.ignore = deck.defaults.contact_ignore;
  if (contact.id == 0) contact.id = next_contact_id(deck.model);
  deck.model.contacts.push_back(std::move(contact));
}

Reader contact_reader(ContactKind kind, bool erodes) {
  return [kind, erodes](Cards& cards, const Options& options, Deck& deck) {
    Contact contact;
    contact.kind = kind;
    if (options.count("ID") || options.count("TITLE")) std::tie(contact.id, contact.title) = read_id_card(cards);
    if (options.count("MPP")) read_mpp(cards, contact);
    const Card first = cards.next(card_1), second = cards.next(card_2), third = cards.next(card_3);
    read_friction(second, third, contact, deck);
    read_scales(third, contact);
    const Erosion erosion = erodes ? read_erosion(cards) : Erosion::none;
    contact.eroding = erosion != Erosion::none;
    read_optional(cards, contact);
    deck.later(Phase::conditions, [&deck, first, contact, erosion] { resolve_contact(deck, first, contact, erosion); });
  };
}

}  // namespace

void register_contacts(Registry& registry) {
  const std::vector<std::string> options{"ID", "TITLE", "MPP"};
  for (const bool erodes : {false, true}) {
    const std::string family = erodes ? "CONTACT_ERODING_" : "CONTACT_AUTOMATIC_";
    registry.add(family + "SINGLE_SURFACE", options, contact_reader(ContactKind::single_surface, erodes));
    registry.add(family + "SURFACE_TO_SURFACE", options, contact_reader(ContactKind::surface_to_surface, erodes));
    registry.add(family + "NODES_TO_SURFACE", options, contact_reader(ContactKind::nodes_to_surface, erodes));
  }
}

}  // namespace crumple::deck
