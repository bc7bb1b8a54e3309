// *SECTION_SHELL, *SECTION_SOLID, *HOURGLASS.
#include <fmt/format.h>

#include <algorithm>

#include "deck/integration_rules.hpp"
#include "deck/keywords/keywords.hpp"
#include "kernels/interface.hpp"

namespace crumple::deck::sections_keywords {

constexpr auto thick_card = card_of(
    id(IdOf::other, "SECID", "number of the section"),
    integer("ELFORM", "formulation, 1 to 7: all are computed as solids of ELFORM 2, with a warning", 1),
    alike(no_effect("SHRF", "shells only"), "NIP", "PROPT", "QR"),
    integer("ICOMP", "an error unless 0: angles of layers"), no_effect("TSHEAR", "shells only"));
constexpr Field shell_card_1[] = {
    id(IdOf::other, "SECID", "number of the section"),
    integer("ELFORM",
            "formulation: 2 Belytschko-Tsay, 4 C0 triangle, 5 membrane, 9 fully integrated membrane, 10 "
            "Belytschko-Wong-Chiang, 16 fully integrated; with a warning, 1, 8, 11 and 25 are computed as 2, 3, 17 and "
            "27 as 4, 6, 7, 18, 20, 21, 26 and -16 as 16; 0: THEORY of *CONTROL_SHELL; others are errors, or warnings "
            "if all parts are rigid or null"),
    real("SHRF", "shear factor", "1", 1.0),
    integer("NIP", "points through the thickness, 1 to 64; Gauss points, with a warning above 10", 2),
    no_effect("PROPT", "output"),
    real("QR/IRID",
         "0: Gauss points through the thickness, as which 1 (trapezoidal rule) is treated, with a warning; < 0: layers "
         "by *INTEGRATION_SHELL; others are errors"),
    integer("ICOMP", "1: each layer has its own angle"),
    no_effect("SETYP", "only for two-dimensional elements")};
constexpr Field shell_card_2[] = {
    real("T1", "thickness at N1; 0 if all shells of its parts define their own", "length"),
    real("T2", "at N2; 0: T1", "length"),
    real("T3", "at N3; 0: T1", "length"),
    real("T4", "at N4; 0: T1", "length"),
    real("NLOC", "reference surface, in which the nodes lie: -1 bottom, 0 middle, 1 top", "1"),
    real("MAREA", "mass that is added at the nodes, per area", "mass/length^2"),
    no_effect("IDOF", "only for shells with thickness stretch"),
    no_effect("EDGSET", "only for seat belts")};

constexpr auto angle_card = card_of(real("B1", "angle of the bottom layer's axes, with ICOMP = 1", "degree"),
                                    alike(real("B2", "as B1", "degree"), "B3", "B4", "B5", "B6", "B7", "B8"));

constexpr Field solid_card[] = {
    id(IdOf::other, "SECID", "number of the section"),
    integer("ELFORM",
            "formulation: 1 one point, 2 selectively reduced, 10 tetrahedra with one point, 13 the same with nodal "
            "pressures, 15 wedges with two points, 16 ten-node tetrahedra; with a warning, -1, -2, 3 and 18 are "
            "computed as 2, 17 as 16, 115 as 15; 0 means 1; others are errors, or warnings if all parts are rigid"),
    no_effect("AET", "only for ALE"),
    blank(),
    blank(),
    blank(),
    no_effect("COHOFF", "only for cohesive elements"),
    no_effect("GASKETT", "only for gaskets")};

constexpr Field hourglass_card[] = {id(IdOf::other, "HGID", "number"),
                                    integer("IHQ", hourglass_type_help),
                                    real("QM", "coefficient (membrane of shells); 0: 0.1; < 0 is an error", "1"),
                                    no_effect("IBQ", "not used by LS-DYNA either: see *CONTROL_BULK_VISCOSITY"),
                                    real("Q1", "quadratic bulk viscosity; 0: 1.5", "1"),
                                    real("Q2", "linear bulk viscosity; 0: 0.06", "1"),
                                    real("QB/VDC", "coefficient for bending of shells; 0: QM", "1"),
                                    real("QW", "coefficient for warping of shells; 0: QB", "1")};

/// Whether the section has no parts but rigid and null ones, so that its element formulation is never evaluated.
bool only_without_stress(const Deck& deck, Index section) {
  return std::ranges::none_of(deck.parts_in_use(), [&](const Part& part) {
    return part.section == section && part.material != none && !deck.model.materials[part.material].has_no_stress();
  });
}

/// A formulation that the kernels have.
struct ElementForm {
  int number;
  const char* name;
  std::string text() const { return fmt::format("{} ({})", number, name); }
};
constexpr ElementForm shells_there[] = {{2, "Belytschko-Tsay"},
                                        {4, "C0 triangle"},
                                        {5, "membrane"},
                                        {9, "fully integrated membrane"},
                                        {10, "Belytschko-Wong-Chiang"},
                                        {16, "fully integrated"}};
constexpr ElementForm solids_there[] = {{1, "one-point solid"},
                                        {2, "selectively reduced"},
                                        {10, "one-point tetrahedron"},
                                        {13, "one-point tetrahedron of nodal pressures"},
                                        {15, "two-point wedge"},
                                        {16, "ten-node tetrahedron"}};
/// A formulation that the kernels have not, and the nearest that they have.
struct MissingForm {
  int number, nearest;
  bool is_alike;  ///< both converge to the same answer at about the same rate: taken for each other with a warning
};
/// Other triangles; shells with one point and with four, among them those of Hughes and Liu, Kirchhoff's and linear
/// ones, and those that stretch through the thickness.
constexpr MissingForm shells_missing[] = {{1, 2, true},   {3, 4, true},   {6, 16, true},  {7, 16, true},
                                          {8, 2, true},   {11, 2, true},  {17, 4, true},  {18, 16, true},
                                          {20, 16, true}, {21, 16, true}, {25, 2, true},  {26, 16, true},
                                          {27, 4, true}};
/// Fully integrated hexes with rotations at their nodes and of eight enhanced strains; tetrahedra with rotations, and
/// with ten nodes as a composite of linear ones; wedges with one point.
constexpr MissingForm solids_missing[] = {
    {3, 2, true}, {18, 2, true}, {4, 10, false}, {17, 16, true}, {115, 15, true}};

/// The formulations of a kind.
struct ElementForms {
  std::span<const ElementForm> there;
  std::span<const MissingForm> missing;

  const MissingForm* find_missing(int form) const {
    const auto found = std::ranges::find(missing, form, &MissingForm::number);
    return found == missing.end() ? nullptr : &*found;
  }
  const ElementForm& stand_in(int form) const {
    const MissingForm* const known = find_missing(form);
    return known ? *std::ranges::find(there, known->nearest, &ElementForm::number) : there.front();
  }
  bool is_alike(int form) const {
    const MissingForm* const known = find_missing(form);
    return known && known->is_alike;
  }
};
constexpr ElementForms shell_forms{shells_there, shells_missing}, solid_forms{solids_there, solids_missing};

void set_element_form(Section& section, int form) {
  section.element_form = form;
  if (section.is_membrane()) section.n_layers = 1;
}

/// Accepts the formulations of a list. Another one has a stand-in where both are alike and in rigid and null parts,
/// elsewhere if that is asked for.
void check_element_form(Deck& deck, const Card& card, Id id, const ElementForms& forms) {
  deck.later(Phase::bodies, [&deck, card, id, &forms] {
    const Index section = deck.sections.find(id);
    Section& own = deck.model.sections[section];
    std::string expected;
    for (const ElementForm& form : forms.there) {
      if (own.element_form == form.number) return;
      expected += (expected.empty() ? "" : ", ") + form.text();
    }
    const std::string message = fmt::format("found {}, expected {}", own.element_form, expected);
    if (only_without_stress(deck, section))
      card.warn("ELFORM", "{}; no part with stress has it, so {} is used", message,
                forms.stand_in(own.element_form).number);
    else if (forms.is_alike(own.element_form))
      card.warn("ELFORM", "found {}, which is not implemented: {} is used", own.element_form,
                forms.stand_in(own.element_form).text());
    else if (!card.replace("ELFORM", message, forms.stand_in(own.element_form).text()))
      return;
    set_element_form(own, forms.stand_in(own.element_form).number);
  });
}

void refuse_thickness(const Card& card, std::size_t field, double found) {
  card.error(card.field(field), "found thickness {}, expected a positive one [length]", found);
}

/// Whether there are shells of the section, and all of them bring their thickness (*ELEMENT_SHELL_THICKNESS).
bool shells_bring_thickness(const Deck& deck, Index section) {
  bool any = false;
  for (const Shell& shell : deck.model.shells) {
    if (deck.model.parts[shell.part].section != section) continue;
    for (const float thickness : shell.thickness)
      if (thickness <= 0) return false;
    any = true;
  }
  return any;
}

void read_thickness(Deck& deck, const Card& first, const Card& card, Section& section) {
  for (std::size_t i = 0; i < 4; ++i) {
    section.thickness[i] = card.real(i);
    if (i > 0 && section.thickness[i] == 0) section.thickness[i] = section.thickness[0];
    if (section.thickness[i] < 0) refuse_thickness(card, i, section.thickness[i]);
  }
  if (section.thickness[0] != 0) return;
  deck.later(Phase::bodies, [&deck, first, card] {
    if (!shells_bring_thickness(deck, deck.sections.find(first.id("SECID")))) refuse_thickness(card, 0, 0);
  });
}

/// MAREA: the mass at the nodes of its shells.
void add_mass_of_area(Deck& deck, Id section, double per_area) {
  Model& model = deck.model;
  for (const Shell& shell : model.shells) {
    if (model.parts[shell.part].section != deck.sections.find(section)) continue;
    const auto at = [&](std::size_t k) { return model.nodes.position[shell.nodes[k]]; };
    const double area = 0.5 * norm(cross(at(2) - at(0), at(3) - at(1)));
    const std::size_t n = shell.is_triangle() ? 3 : 4;
    for (std::size_t k = 0; k < n; ++k)
      model.masses.push_back({shell.id, shell.nodes[k], per_area * area / double(n)});
  }
}

/// ICOMP: the angles of layers.
void read_angles(Cards& cards, const Card& first, Section& section) {
  const int option = choice(first, "ICOMP", 0, 1);
  if (option != 1) return;
  Card card;
  for (int k = 0; k < section.n_layers; ++k) {
    if (k % 8 == 0) card = cards.next(angle_card);
    section.layers.push_back({.angle = card.real(std::size_t(k % 8))});
  }
}

Card read_shell_section(Cards& cards, Deck& deck, Section& section) {
  const Card first = cards.next(shell_card_1), second = cards.next(shell_card_2);
  section.id = first.id("SECID");
  section.kind = SectionKind::shell;
  section.shear_factor = first.real("SHRF");
  section.n_layers = first.integer("NIP");
  read_reference_surface(second, section);
  if (first.real("QR/IRID") == 1)
    first.warn("QR/IRID", "found 1, the trapezoidal rule: Gauss points are used");
  else if (first.real("QR/IRID") < 0)
    deck.later(Phase::bodies, [&deck, first] {
      give_layers(deck, first, -Id(first.real("QR/IRID")),
                  deck.model.sections[deck.sections.find(first.id("SECID"))]);
    });
  else if (first.real("QR/IRID") != 0)
    first.error("QR/IRID", "found {}, expected 0, Gauss points through the thickness, or < 0, a rule",
                first.real("QR/IRID"));
  expect_not_negative(second, {"MAREA"});
  if (second.real("MAREA") > 0)
    deck.later(Phase::conditions, [&deck, id = section.id, per_area = second.real("MAREA")] {
      add_mass_of_area(deck, id, per_area);
    });
  if ((section.n_layers < 1 || section.n_layers > kernels::max_layers) &&
      first.replace("NIP", fmt::format("found {}, expected 1 to {} integration points", section.n_layers,
                                       kernels::max_layers), "5"))
    section.n_layers = 5;
  if (section.n_layers > 10)
    first.warn("NIP", "found {}: more than 10 points are Gauss points, too, not those of the trapezoidal rule",
               section.n_layers);
  if (section.shear_factor < 0) first.error("SHRF", "found a negative shear factor, expected a positive one");
  set_element_form(section, read_shell_form(first));
  read_angles(cards, first, section);
  read_thickness(deck, first, second, section);
  if (section.element_form == 0)
    deck.later(Phase::definitions, [&deck, first] {
      set_element_form(deck.sections[deck.sections.find(first.id("SECID"))], deck.defaults.shell_form);
    });
  check_shell_form(deck, first, section.id);
  return first;
}

/// Thick shells are solids with two points through the thickness, which bend as one layer of ELFORM 2 does.
Card read_thick_section(Cards& cards, Deck&, Section& section) {
  const Card card = cards.next(thick_card);
  section.id = card.id("SECID");
  section.kind = SectionKind::solid;
  section.element_form = 2;
  section.n_layers = 1;
  const int form = choice(card, "ELFORM", 0, 7);
  if (card.integer("ICOMP") == 1)
    card.error("ICOMP", "found 1, angles of layers, expected 0: thick shells are computed as solids");
  card.warn("ELFORM", "thick shells (found {}) are computed as solids of ELFORM 2: full stress, two points through the "
            "thickness", form);
  return card;
}

Card read_solid_section(Cards& cards, Deck& deck, Section& section) {
  const Card card = cards.next(solid_card);
  section.id = card.id("SECID");
  section.kind = SectionKind::solid;
  section.element_form = card.integer("ELFORM");
  if (section.element_form == 0)  // which *MAT_MODIFIED_HONEYCOMB asks for before
    deck.later(Phase::bodies, [&deck, id = section.id] {
      deck.model.sections[deck.sections.find(id)].element_form = 1;
    });
  if (section.element_form == -1 || section.element_form == -2) {
    card.warn("ELFORM", "found {}, the variant of 2 that locks less where elements are flat or long: computed as 2",
              section.element_form);
    section.element_form = 2;
  }
  section.n_layers = 1;
  check_element_form(deck, card, section.id, solid_forms);
  return card;
}

Card read_hourglass(Cards& cards, Deck& deck, Hourglass& hourglass) {
  const Card card = cards.next(hourglass_card);
  const auto given = [&card](std::string_view field, double otherwise) {
    return card.real(field) != 0 ? card.real(field) : otherwise;
  };
  expect_not_negative(card, {"QM", "Q1", "Q2", "QB/VDC", "QW"});
  hourglass.id = card.id("HGID");
  hourglass.type = read_hourglass_type(deck, card, hourglass.id);
  hourglass.coefficient = given("QM", 0.1);
  hourglass.bending = given("QB/VDC", hourglass.coefficient);
  hourglass.warping = given("QW", hourglass.bending);
  hourglass.bulk_quadratic = given("Q1", 1.5);
  hourglass.bulk_linear = given("Q2", 0.06);
  return card;
}

/// The first part of this hourglass control whose elements have stresses and whose section is `concerned`; null: none.
const Part* find_part(const Deck& deck, Index hourglass, bool (*concerned)(const Section&)) {
  for (const Part& part : deck.parts_in_use())
    if (part.hourglass == hourglass && part.section != none && part.material != none &&
        concerned(deck.model.sections[part.section]) && !deck.model.materials[part.material].has_no_stress())
      return &part;
  return nullptr;
}

bool is_shell(const Section& section) { return section.kind == SectionKind::shell; }
/// Whether its elements need hourglass control.
bool is_under_integrated(const Section& section) {
  return (section.kind == SectionKind::shell && section.kernel_form() != 16) ||
         (section.kind == SectionKind::solid && section.element_form == 1);
}

}  // namespace crumple::deck::sections_keywords

namespace crumple::deck {

int read_hourglass_type(Deck& deck, const Card& card, Id id) {
  using namespace sections_keywords;
  int type = card.integer("IHQ") == 0 ? 1 : card.integer("IHQ");
  if (type == 7 || type == 9 || type == 10) {
    card.warn("IHQ", "found {}, which is not implemented: 6, which has assumed strains as well, is used", type);
    type = 6;
  } else if (type > 10) {
    card.warn("IHQ", "found {}, which is none of 1 to 10: 1, the default, is used", type);
    type = 1;
  } else if (type < 1) {
    card.error("IHQ", "found {}, expected 1 to 10", type);
  }
  if (type == 6)
    deck.later(Phase::bodies, [&deck, card, id] {
      if (find_part(deck, deck.hourglasses.find(id), is_shell))
        card.warn("IHQ", "found 6, which is of solids: shells have 4, with QM, QB and QW as given");
    });
  if (type == 8)  // which the kernels of form 2 and of solids take for 4
    deck.later(Phase::bodies, [&deck, card, id] {
      const Part* const part = find_part(deck, deck.hourglasses.find(id), is_under_integrated);
      if (part && id == 0)  // *CONTROL_HOURGLASS, of all parts
        card.warn("IHQ", "8 is of shells of ELFORM 16; part {} and others have 4", part->id);
      else if (part)
        card.replace("IHQ", fmt::format("found 8, which is of shells of ELFORM 16; part {} has others", part->id),
                     "4 for those");
    });
  return type;
}

int read_shell_form(const Card& card) {
  const int form = card.integer("ELFORM");
  if (form == -16) card.warn("ELFORM", "found -16, the variant of 16 for higher accuracy: computed as 16");
  return form == -16 ? 16 : form;
}

void read_reference_surface(const Card& card, Section& section) {
  section.reference_surface = card.real("NLOC");
  if (section.reference_surface < -1 || section.reference_surface > 1)
    card.error("NLOC", "found {}, expected -1 to 1", section.reference_surface);
}

void check_shell_form(Deck& deck, const Card& card, Id section) {
  using namespace sections_keywords;
  check_element_form(deck, card, section, shell_forms);
}

}  // namespace crumple::deck

namespace crumple::deck::sections_keywords {

void add_to(Registry& registry) {
  registry.add("SECTION_SHELL", {"TITLE"}, {{"1", shell_card_1}, {"2", shell_card_2}, {"3, with ICOMP", angle_card}},
               reader_of(&Deck::sections, read_shell_section));
  registry.add("SECTION_SOLID", {"TITLE"}, numbered(solid_card), reader_of(&Deck::sections, read_solid_section));
  registry.add("SECTION_TSHELL", {"TITLE"}, numbered(thick_card), reader_of(&Deck::sections, read_thick_section),
               "Computed as *SECTION_SOLID with ELFORM 2, with a warning.");
  registry.add("HOURGLASS", {"TITLE"}, numbered(hourglass_card), reader_of(&Deck::hourglasses, read_hourglass));
}

}  // namespace crumple::deck::sections_keywords
