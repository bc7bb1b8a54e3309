// *ELEMENT_BEAM, *SECTION_BEAM of ELFORM 1 (Hughes-Liu), 2 (resultant beam), 3 (truss), 6 (discrete beam) and 9 (spot
// weld), *MAT_100 SPOTWELD.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "deck/integration_rules.hpp"
#include "deck/keywords/keywords.hpp"
#include "deck/solid_welds.hpp"
#include "kernels/materials/material_003_plastic_kinematic.hpp"
#include "kernels/materials/material_024_piecewise_linear_plasticity.hpp"
#include "model/discrete_beam_bounds.hpp"

namespace crumple::deck::beams_keywords {

constexpr Field beam_card[] = {
    wide(id(IdOf::element, "EID", "number of the beam"), 8),
    wide(id(IdOf::part, "PID", "its part"), 8),
    wide(id(IdOf::node, "N1", "first node"), 8),
    wide(id(IdOf::node, "N2", "second node"), 8),
    wide(id(IdOf::node, "N3",
            "orientation node, towards which s points; 0: s is the global axis most nearly perpendicular to the beam"),
         8),
    wide(refused("RT1", "released translations"), 8),
    wide(refused("RR1", "released rotations"), 8),
    wide(refused("RT2", "released translations"), 8),
    wide(refused("RR2", "released rotations"), 8),
    wide(no_effect("LOCAL", "only for released degrees of freedom, which are errors"), 8)};
constexpr auto joined_parts_card =
    card_of(alike(wide(no_effect("PN1", "a weld is tied to the faces that it finds"), 8), "PN2"));
constexpr Field orientation_card[] = {real("VX", "x component of the direction in which s points"),
                                      real("VY", "along y"), real("VZ", "along z")};
constexpr auto scalar_card =
    card_of(wide(real("VOL", "volume of a discrete beam; 0: that of its section", "length^3"), 16),
            wide(real("INER", "inertia of a discrete beam; 0: that of its section", "mass length^2"), 16),
            wide(id(IdOf::definition, "CID", "its initial triad; 0: that of its section"), 16),
            alike(wide(no_effect("DOFN1", "only for *MAT_146"), 16), "DOFN2"));
constexpr auto thickness_card = card_of(
    wide(real("PARM1", "ELFORM 1, 9: TS1; 2, 3: A of *SECTION_BEAM; all five 0: the section's"), 16),
    wide(real("PARM2", "1, 9: TS2; 2: ISS"), 16), wide(real("PARM3", "1, 9: TT1; 2: ITT"), 16),
    wide(real("PARM4", "1, 9: TT2; 2: J"), 16), wide(real("PARM5", "2: SA"), 16));
constexpr Field section_card_1[] = {
    id(IdOf::other, "SECID", "number of the section"),
    integer("ELFORM",
            "formulation: 1, Hughes-Liu; 2, Belytschko and Schwer's resultant beam; 3, truss; 6, discrete beam or "
            "cable; 9, spot weld; with a warning, 4, 5 and 11 are computed as 1, 12 and 13 as 2; others are errors",
            1),
    real("SHRF", "shear factor of Hughes-Liu beams and spot welds", "1", 1.0),
    integer("QR/IRID",
            "integration points of a Hughes-Liu beam's section: 1, one; 2, 2 x 2; 3, 3 x 3; 4, 3 x 3 Lobatto; 5, 4 x "
            "4; a circle or tube has 8, or 16 for 3 and above; < 0: those of *INTEGRATION_BEAM; others are errors",
            2),
    real("CST",
         "cross section: 0, rectangle (Hughes-Liu beams only); 1, circle or tube; 2, with QR/IRID < 0, points; others "
         "are errors"),
    real("SCOOR",
         "discrete beams: rotation of the triad: < 0 with node 1, 0 with the average of both, > 0 with node 2; "
         "magnitude up to 1: for coincident nodes, 2: the axis r follows the line between the nodes, 2 and 3: a moment "
         "balances the couple of the forces; others are errors"),
    real("NSM", "mass that is added at the nodes, per length", "mass/length")};
constexpr Field section_card_2[] = {real("TS1", "outer diameter", "length"),
                                    real("TS2", "outer diameter at node 2; an error if different from TS1", "length"),
                                    real("TT1", "inner diameter", "length"),
                                    real("TT2", "inner diameter at node 2; an error if different from TT1", "length"),
                                    no_effect("PRINT", "affects output only: swforc has all welds"),
                                    blank(),
                                    refused("ITOFF", "welds without torsion")};
constexpr auto points_card = card_of(real("TS1", "side along s, or outer diameter", "length"),
                                     real("TS2", "the same at node 2; an error if different from TS1", "length"),
                                     real("TT1", "side along t, or inner diameter", "length"),
                                     real("TT2", "the same at node 2; an error if different from TT1", "length"),
                                     alike(refused("NSLOC", "an offset of the section from the nodes"), "NTLOC"));
constexpr Field resultant_card[] = {real("A", "area", "length^2"),
                                    real("ISS", "second moment about s", "length^4"),
                                    real("ITT", "second moment about t; 0: ISS", "length^4"),
                                    real("J", "torsion constant; 0: ISS + ITT", "length^4"),
                                    real("SA", "shear area; 0: no shear", "length^2"),
                                    refused("IST", "a product of inertia")};
constexpr Field truss_card[] = {real("A", "area", "length^2"), refused("RAMPT", "a ramp of initial stress"),
                                refused("STRESS", "an initial stress")};
constexpr Field discrete_card[] = {
    real("VOL", "volume; of a cable 0: area times length", "length^3"),
    real("INER", "inertia, half of it at each node", "mass length^2"),
    id(IdOf::definition, "CID", "initial triad; 0: the global axes, or the line between the nodes with SCOOR = 2"),
    real("CA", "area of a cable", "length^2"),
    real("OFFSET", "difference between a cable's initial and unstressed length", "length"),
    refused("RRCON", "a triad that does not rotate about r"),
    refused("SRCON", "a triad that does not rotate about s"),
    refused("TRCON", "a triad that does not rotate about t")};
constexpr auto weld_card_1 = card_of(
    elastic_start, real("SIGY", "yield stress", "force/area"), real("EH", "plastic hardening modulus", "force/area"),
    real("DT", "time step to which the mass is scaled", "time"), real("TFAIL", "failure time; 0: none", "time"));
constexpr Field weld_card_2[] = {real("EFAIL", "plastic strain at failure; 0: none", "1"),
                                 real("NRR", "axial force at failure; 0: none", "force"),
                                 real("NRS", "shear force along s at failure; 0: none", "force"),
                                 real("NRT", "shear force along t at failure; 0: none", "force"),
                                 real("MRR", "torsion at failure; 0: none", "force length"),
                                 real("MSS", "moment about s at failure; 0: none", "force length"),
                                 real("MTT", "moment about t at failure; 0: none", "force length"),
                                 integer("NF", "cycles over which the forces are averaged")};

constexpr Field weld_card_3[] = {warned("RS", "welds fail at EFAIL, without damage before"),
                                 real("OPT", "0 or -1: failure by resultants; others are errors"),
                                 no_effect("FVAL", "used only with other OPT, which are errors"),
                                 warned("TRUE_T", "the thickness is that of the element"),
                                 no_effect("ASFF", "used only for solids"),
                                 no_effect("BETA", "used only with damage")};

/// A beam of *ELEMENT_BEAM_SCALAR gets a section of its own, with what its card says; equal ones share it.
void give_own_section(Deck& deck, const Card& card, const Card& scalar) {
  const Index found = deck.beam_index.find(card.id("EID"));
  if (found == none) return;
  Beam& beam = deck.model.beams[found];
  const Index of_part = deck.model.parts[beam.part].section;
  const Section& part_section = deck.model.sections[of_part];
  if (!part_section.is_discrete_beam())
    return card.error("PID", "part {} has beams with ELFORM {}, expected 6 (discrete beams)", card.id("PID"),
                      part_section.element_form);
  const BeamScalars own{of_part, scalar.real("VOL"), scalar.real("INER"),
                        frame_of_user(deck, scalar, "CID", true)};
  const auto [at, is_new] = deck.beam_sections.try_emplace(own, Index(deck.model.sections.size()));
  beam.section = at->second;
  if (!is_new) return;
  Section section = part_section;
  const auto& [base, volume, inertia, frame] = own;
  if (volume > 0) section.discrete.volume = volume;
  if (inertia > 0) section.discrete.inertia = inertia;
  if (frame != none) section.discrete.frame = frame;
  deck.model.sections.push_back(std::move(section));
}

/// What the five values of *ELEMENT_BEAM_THICKNESS are in the section of a formulation.
void set_sizes(const Card& sizes, Section& section) {
  const auto value = [&](std::size_t i) { return sizes.real(i); };
  BeamSection& beam = section.beam;
  if (section.element_form == 2) {
    const double about_s = value(1), about_t = value(2) > 0 ? value(2) : about_s;
    beam.area = value(0);
    beam.second_moment = {about_s, about_t};
    beam.torsion = value(3) > 0 ? value(3) : about_s + about_t;
    beam.shear_area = value(4);
    return expect_positive(sizes, {"PARM1", "PARM2"});
  }
  if (section.element_form == 3) {
    beam.area = value(0);
    return expect_positive(sizes, {"PARM1"});
  }
  beam.size = {value(0), value(2)};
  expect_positive(sizes, {"PARM1"});
  if (!beam.is_tube) expect_positive(sizes, {"PARM3"});
  if (beam.is_tube && !(value(0) > value(2)))
    sizes.error("PARM1", "found diameters {} and {}, expected an outer one larger than the inner one [length]",
                value(0), value(2));
  for (const auto& [field, at] : {std::pair{"PARM2", 1}, {"PARM4", 3}})
    if (const double other = value(std::size_t(at - 1)); value(std::size_t(at)) != 0 && value(std::size_t(at)) != other)
      sizes.error(field, "found {}, expected {}: sections do not taper", value(std::size_t(at)), other);
}

/// A beam of *ELEMENT_BEAM_THICKNESS gets the section of its part with sizes of its own; equal ones share it.
void give_own_sizes(Deck& deck, const Card& card, const Card& sizes) {
  const Index found = deck.beam_index.find(card.id("EID"));
  if (found == none) return;
  Beam& beam = deck.model.beams[found];
  BeamSizes own{deck.model.parts[beam.part].section, {}};
  for (std::size_t i = 0; i < own.second.size(); ++i) own.second[i] = sizes.real(i);
  if (own.second == std::array<double, 5>{}) return;
  const auto [at, is_new] = deck.sections_of_sizes.try_emplace(own, Index(deck.model.sections.size()));
  beam.section = at->second;
  if (!is_new) return;
  Section section = deck.model.sections[own.first];
  if (section.is_discrete_beam() || section.beam.rule < 0)
    return sizes.error("PARM1",
                       "part {} has discrete beams, or a section of points: expected ELFORM 1, 2, 3 or 9 with a "
                       "section of sizes",
                       card.id("PID"));
  set_sizes(sizes, section);
  deck.model.sections.push_back(std::move(section));
}

void later_own_section(Deck& deck, const Card& card, const Card& scalar) {
  expect_not_negative(scalar, {"VOL", "INER"});
  deck.later(Phase::merging, [&deck, card, scalar] { give_own_section(deck, card, scalar); });
}

void read_beams(Cards& cards, const Options& options, Deck& deck) {
  const Card card = cards.next(beam_card);
  RawBeam beam;
  beam.id = positive_id(card, "EID");
  beam.part = card.id("PID");
  beam.nodes = {card.id("N1"), card.id("N2")};
  beam.orientation = card.id("N3");
  beam.where = card.where();
  const Card sizes = options.count("THICKNESS") ? cards.next(thickness_card) : Card();
  if (options.count("PID")) cards.next(joined_parts_card);
  const Card scalar = options.count("SCALAR") ? cards.next(scalar_card) : Card();
  if (options.count("ORIENTATION")) {
    const Card direction = cards.next(orientation_card);
    beam.towards = {direction.real("VX"), direction.real("VY"), direction.real("VZ")};
  }
  if (options.count("SCALAR")) later_own_section(deck, card, scalar);
  if (options.count("THICKNESS")) {
    expect_not_negative(sizes, {"PARM1", "PARM2", "PARM3", "PARM4", "PARM5"});
    deck.later(Phase::merging, [&deck, card, sizes] { give_own_sizes(deck, card, sizes); });
  }
  deck.beams.push_back(beam);
}

/// Sides or diameters, the same at both ends.
void read_sizes(const Card& first, const Card& card, Section& section) {
  section.beam.size = {card.real("TS1"), card.real("TT1")};
  section.beam.is_tube = first.real("CST") == 1;
  const auto& size = section.beam.size;
  if (section.shear_factor <= 0) first.error("SHRF", "found no positive shear factor, expected one");
  if (section.beam.is_tube && (!(size[0] > size[1]) || size[1] < 0))
    card.error("TS1", "found diameters {} and {}, expected an outer one larger than the inner one [length]", size[0],
               size[1]);
  for (const auto& [field, other] : {std::pair{"TS2", "TS1"}, std::pair{"TT2", "TT1"}})
    if (card.given(field) && card.real(field) != 0 && card.real(field) != card.real(other))
      card.error(field, "found {}, expected {} as {}: sections do not taper", card.real(field), card.real(other),
                 other);
}

void read_weld(Deck&, const Card& first, Cards& cards, Section& section) {
  if (first.real("CST") != 1) first.error("CST", "found {}, expected 1 (circular)", first.real("CST"));
  read_sizes(first, cards.next(section_card_2), section);
}

void read_resultant_beam(Deck&, const Card&, Cards& cards, Section& section) {
  const Card card = cards.next(resultant_card);
  const double about_s = card.real("ISS"), about_t = card.real("ITT") > 0 ? card.real("ITT") : about_s;
  const double torsion = card.real("J") > 0 ? card.real("J") : about_s + about_t;
  section.beam.area = card.real("A");
  section.beam.second_moment = {about_s, about_t};
  section.beam.torsion = torsion;
  section.beam.shear_area = card.real("SA");
  expect_positive(card, {"A", "ISS"});
  expect_not_negative(card, {"ITT", "J", "SA"});
}

void read_truss(Deck&, const Card&, Cards& cards, Section& section) {
  const Card card = cards.next(truss_card);
  section.beam.area = card.real("A");
  expect_positive(card, {"A"});
}

void read_points(Deck& deck, const Card& first, Cards& cards, Section& section) {
  const Card card = cards.next(points_card);
  read_sizes(first, card, section);
  section.beam.rule = first.integer("QR/IRID") == 0 ? 2 : first.integer("QR/IRID");
  const bool by_rule = section.beam.rule < 0, is_known = first.real("CST") == 0 || first.real("CST") == 1;
  if (!is_known && !(by_rule && first.real("CST") == 2))
    first.error("CST", "found {}, expected 0 (rectangle), 1 (circle or tube), or with QR/IRID < 0 2 (points)",
                first.real("CST"));
  if (section.beam.rule > 5) first.error("QR/IRID", "found {}, expected 1 to 5, or < 0", section.beam.rule);
  if (by_rule)
    deck.later(Phase::bodies, [&deck, first] {
      give_points(deck, first, -first.integer("QR/IRID"), deck.model.sections[deck.sections.find(first.id("SECID"))]);
    });
  if (!section.beam.is_tube) expect_positive(card, {"TS1", "TT1"});
}

/// Its frame, and a warning for beams that are longer than SCOOR takes them to be.
void finish_discrete_section(Deck& deck, const Card& first, const Card& card) {
  const Index number = deck.sections.find(first.id("SECID"));
  Section& section = deck.model.sections[number];
  section.discrete.frame = frame_of_user(deck, card, "CID", true);
  if (std::abs(section.discrete.triad) == 2 && deck.moving_frames.contains(card.id("CID")))
    first.error("SCOOR", "found {}, with which r follows the line between the nodes; coordinate system {} moves too",
                section.discrete.triad, card.id("CID"));
  if (std::abs(section.discrete.triad) > 1) return;
  const auto& position = deck.model.nodes.position;
  for (const Beam& beam : deck.model.beams) {
    const Part& part = deck.model.parts[beam.part];
    if (part.section != number || acts_along_its_line(deck.model.materials[part.material].law)) continue;
    const double length = norm(position[beam.nodes[1]] - position[beam.nodes[0]]);
    if (length > 0)
      return first.warn("SCOOR",
                        "beam {} (and maybe others) is {:.4g} [length] long, but with this value its nodes "
                        "are taken to be at one place: nothing balances the couple of its forces",
                        beam.id, length);
  }
}

void read_discrete_beam(Deck& deck, const Card& first, Cards& cards, Section& section) {
  const Card card = cards.next(discrete_card);
  DiscreteBeamSection& own = section.discrete;
  own.volume = card.real("VOL");
  own.inertia = card.real("INER");
  own.cable_offset = card.real("OFFSET");
  own.triad = first.integer("SCOOR");
  section.beam.area = card.real("CA");
  expect_not_negative(card, {"VOL", "INER", "CA"});
  if (double(own.triad) != first.real("SCOOR") || std::abs(own.triad) > 3)
    first.error("SCOOR", "found {}, expected -3, -2, ... 3", first.real("SCOOR"));
  deck.later(Phase::bodies, [&deck, first, card] { finish_discrete_section(deck, first, card); });
}

/// A formulation: its number, its name, the materials that it takes, and who reads its second card.
struct BeamForm {
  int number;
  const char* name;
  std::array<int, 6> materials;
  void (*read)(Deck& deck, const Card& first, Cards& cards, Section& section);

  bool takes(int material) const { return std::ranges::find(materials, material) != materials.end(); }
  std::string listed_materials() const {
    std::string list;
    for (std::size_t i = 0; i < materials.size() && materials[i] != 0; ++i)
      list += fmt::format("{}{}", i > 0 ? " or " : "", materials[i]);
    return list;
  }
};
constexpr BeamForm forms[] = {{1, "Hughes-Liu beam", {1, 3, 24}, read_points},
                              {2, "resultant beam", {1}, read_resultant_beam},
                              {3, "truss", {1, 3, 156}, read_truss},
                              {6, "discrete beam", {66, 67, 68, 71, 74, 119}, read_discrete_beam},
                              {9, "spot weld", {100}, read_weld}};
/// Beams with points in their section, and beams of resultants with shear and warping, and what takes their place.
constexpr std::pair<int, int> forms_alike[] = {{4, 1}, {5, 1}, {11, 1}, {12, 2}, {13, 2}};

/// NSM: the mass at the nodes of its beams.
void add_mass_of_length(Deck& deck, Id section, double per_length) {
  Model& model = deck.model;
  for (const Beam& beam : model.beams) {
    if (model.parts[beam.part].section != deck.sections.find(section)) continue;
    const double length = norm(model.nodes.position[beam.nodes[1]] - model.nodes.position[beam.nodes[0]]);
    for (const Index node : beam.nodes) model.masses.push_back({beam.id, node, 0.5 * per_length * length});
  }
}

bool has_rates(const Material& material) {
  if (const auto* bilinear = material.law.as<kernels::PlasticKinematic>()) return bilinear->rate_c != 0;
  const auto* piecewise = material.law.as<kernels::PiecewiseLinear>();
  return piecewise && (piecewise->rate_c != 0 || material.curves.size() > 1);
}

/// Its parts are of the materials that the form takes.
void check_material(Deck& deck, const Card& card, const BeamForm& form) {
  const Index section = deck.sections.find(card.id("SECID"));
  for (const Part& part : deck.parts_in_use()) {
    if (part.section != section || part.material == none) continue;
    const Material& material = deck.model.materials[part.material];
    if (material.has_no_stress()) continue;  // which every form may have
    if (!form.takes(material.number()))
      card.error("ELFORM", "part {} has material type {}, expected {} or 9 or 20 for a {} (ELFORM {})", part.id,
                 material.number(), form.listed_materials(), form.name, form.number);
    else if (has_rates(material))
      card.error("ELFORM", "part {} has a material with rates of strain, which a {} does not take", part.id, form.name);
  }
}

Card read_section(Cards& cards, Deck& deck, Section& section) {
  const Card first = cards.next(section_card_1);
  section.id = first.id("SECID");
  section.kind = SectionKind::beam;
  section.element_form = first.integer("ELFORM");
  section.shear_factor = first.real("SHRF");
  section.n_layers = 1;
  for (const auto& [missing, alike] : forms_alike)
    if (section.element_form == missing) {
      first.warn("ELFORM", "found {}, which is not implemented: {} is used", missing, alike);
      section.element_form = alike;
    }
  expect_not_negative(first, {"NSM"});
  if (first.real("NSM") > 0)
    deck.later(Phase::conditions, [&deck, id = section.id, per_length = first.real("NSM")] {
      add_mass_of_length(deck, id, per_length);
    });
  const auto form = std::ranges::find(forms, section.element_form, &BeamForm::number);
  if (form != std::end(forms)) {
    form->read(deck, first, cards, section);
    deck.later(Phase::bodies, [&deck, first, form] { check_material(deck, first, *form); });
    return first;
  }
  cards.next_text();
  const std::string text = fmt::format(
      "found {}, expected 1 (Hughes-Liu), 2 (resultant beam), 3 (truss), 6 (discrete beam) or 9 (spot weld)",
      section.element_form);
  if (first.replace("ELFORM", text, "its beams are left out")) deck.sections_left_out.insert(section.id);
  return first;
}

/// Strengths that differ in s and t need to know where s and t are.
void check_orientation(Deck& deck, const Card& card, const Card& failure) {
  if (failure.real("NRS") == failure.real("NRT") && failure.real("MSS") == failure.real("MTT")) return;
  const Index material = deck.materials.find(card.id("MID"));
  for (const Beam& beam : deck.model.beams)
    if (beam.orientation == none && deck.model.parts[beam.part].material == material)
      return failure.warn("NRS",
                          "strengths differ in s and t, but beam {} (and maybe others) has no third node: "
                          "s is the global axis most across it",
                          beam.id);
}

/// _DAMAGE-FAILURE: its third card, of failure by resultants.
void check_weld_damage(Cards& cards) {
  const Card card = cards.next(weld_card_3);
  if (card.real("OPT") != 0 && card.real("OPT") != -1)
    card.error("OPT", "found {}, expected 0 or -1 (failure by resultants)", card.real("OPT"));
}

/// Expects the welds of a material to be beams or solids; those of solids have a law of their own.
void settle_weld(Deck& deck, const Card& card, const Card& failure) {
  const Index own = deck.materials.find(card.id("MID"));
  std::size_t n_beams = 0, n_solids = 0;
  for (const Part& part : deck.parts_in_use()) {
    if (part.material != own || part.section == none) continue;
    const SectionKind kind = deck.model.sections[part.section].kind;
    n_beams += kind == SectionKind::beam;
    n_solids += kind == SectionKind::solid;
    if (kind != SectionKind::beam && kind != SectionKind::solid)
      return card.error("MID", "part {} has {}s, expected beams or solids", part.id, name_of(kind));
  }
  if (n_beams > 0 && n_solids > 0)
    card.error("MID", "material {} has parts of beams and of solids, expected one kind",
               deck.model.materials[std::size_t(own)].id);
  else if (n_solids > 0)
    weld_solids(deck, card, failure);
}

template <bool has_damage>
Card read_spot_weld(Cards& cards, Deck& deck, Material& material) {
  const Card card = cards.next(weld_card_1), failure = cards.next(weld_card_2);
  if (has_damage && cards.more()) check_weld_damage(cards);
  start_elastic(card, material);
  MaterialSpotWeld law;
  law.yield = card.real("SIGY");
  law.tangent = card.real("EH");
  law.step = card.real("DT");
  law.failure_time = card.real("TFAIL");
  law.failure_strain = failure.real("EFAIL");
  law.force_limit = {failure.real("NRR"), failure.real("NRS"), failure.real("NRT")};
  law.moment_limit = {failure.real("MRR"), failure.real("MSS"), failure.real("MTT")};
  law.filter = failure.integer("NF");
  if (law.yield <= 0) card.error("SIGY", "found {}, expected a positive yield stress", law.yield);
  expect_not_negative(card, {"EH", "DT", "TFAIL"});
  expect_not_negative(failure, {"EFAIL", "NRR", "NRS", "NRT", "MRR", "MSS", "MTT", "NF"});
  if (law.filter > 1000) failure.error("NF", "found {}, expected at most 1000 cycles", law.filter);
  material.law = law;
  deck.later(Phase::bodies, [&deck, card, failure] { settle_weld(deck, card, failure); });
  deck.later(Phase::conditions, [&deck, card, failure] { check_orientation(deck, card, failure); });
  return card;
}

void add_to(Registry& registry) {
  registry.add("ELEMENT_BEAM", {"THICKNESS", "PID", "ORIENTATION", "SCALAR"},
               {{"1", beam_card},
                {"_THICKNESS", thickness_card},
                {"_PID", joined_parts_card},
                {"_SCALAR", scalar_card},
                {"_ORIENTATION", orientation_card}},
               each(read_beams));
  registry.add("SECTION_BEAM", {"TITLE"},
               {{"1", section_card_1},
                {"2, ELFORM 1", points_card},
                {"2, ELFORM 2", resultant_card},
                {"2, ELFORM 3", truss_card},
                {"2, ELFORM 6", discrete_card},
                {"2, ELFORM 9", section_card_2}},
               reader_of(&Deck::sections, read_section));
  add_material(registry, "MAT_SPOTWELD", "MAT_100", numbered(weld_card_1, weld_card_2), read_spot_weld<false>);
  add_material(registry, "MAT_SPOTWELD_DAMAGE-FAILURE", "MAT_100_DA",
               numbered(weld_card_1, weld_card_2, weld_card_3), read_spot_weld<true>);
}

}  // namespace crumple::deck::beams_keywords
