// *LOAD_BLAST_ENHANCED and *LOAD_BLAST_SEGMENT(_SET): pressure of charges of TNT on faces.
// Sources: Swisdak, Simplified Kingery airblast calculations (1994), fits to Kingery & Bulmash (1984) for hemispherical
// charges on the ground; Friedlander's decay, whose exponent gives the impulse; incident and reflected waves at an
// angle: Randers-Pehrson & Bannister, Airblast loading model for DYNA2D and DYNA3D, ARL-TR-1310 (1997).
#include <algorithm>
#include <array>
#include <cmath>
#include <span>

#include "base/same_bits.hpp"
#include "deck/keywords/keywords.hpp"

namespace crumple::deck::blasts_keywords {

constexpr Field charge_card_1[] = {
    id(IdOf::other, "BID", "number of the charge"),
    real("M", "its mass of TNT", "mass"),
    real("XBO", "its centre", "length"), real("YBO", "the same", "length"), real("ZBO", "the same", "length"),
    real("TBO", "time of the detonation", "time"),
    integer("UNIT", "units of the deck, 1: ft, lb, s, psi; 2: m, kg, s, Pa; 3: in, dozens of slugs, s, psi; 4: cm, g, "
                    "us, Mbar; 5: as card 2 says; 6: mm, kg, ms, GPa; 7: mm, t, s, MPa; 8: mm, g, ms, MPa", 2),
    integer("BLAST", "1: hemisphere on the ground; 2: sphere in free air, as a hemisphere of 1/1.8 of its mass, with a "
                     "warning; 3 and 4 (moving charges, reflection by the ground) are errors", 2)};
constexpr Field charge_card_2[] = {
    real("CFM", "with UNIT 5: pounds in a unit of mass"), real("CFL", "feet in a unit of length"),
    real("CFT", "milliseconds in a unit of time"), real("CFP", "psi in a unit of pressure"),
    id(IdOf::node, "NIDBO", "node that is the centre, where it is at t = 0; 0: XBO, YBO, ZBO"),
    real("DEATH", "from then on there is no pressure", "time", 1e20),
    integer("NEGPHS", "0: the pressure falls below that of the air in the end; 1: it does not")};
constexpr auto scale_fields = card_of(refused("ALEPID", "blast waves in a part of air"),
                                      no_effect("SFNRB", "only for a part of air"),
                                      real("SCALEP", "scale of the pressure; 0: 1", "1", 1));
constexpr auto segment_card =
    card_of(id(IdOf::other, "BID", "charge"), alike(id(IdOf::node, "N1", "node"), "N2", "N3"),
            id(IdOf::node, "N4", "node; 0: a triangle"), scale_fields);
constexpr auto set_card =
    card_of(id(IdOf::other, "BID", "charge"), id(IdOf::set, "SSID", "segment set"), scale_fields);

/// How many of kg, m, ms and kPa are in the units of a deck.
struct Units {
  double mass = 1, length = 1, time = 1, pressure = 1;
};
constexpr double pound = 0.45359237, foot = 0.3048, inch = 0.0254, psi = 6.894757293;  // kg, m, m, kPa
constexpr double dozen_of_slugs = 175.126836;  // lbf s^2/in [kg]
constexpr std::array<Units, 8> units{{{pound, foot, 1e3, psi},
                                      {1, 1, 1e3, 1e-3},
                                      {dozen_of_slugs, inch, 1e3, psi},
                                      {1e-3, 1e-2, 1e-3, 1e8},
                                      {},
                                      {1, 1e-3, 1, 1e6},
                                      {1e3, 1e-3, 1e3, 1e3},
                                      {1e-3, 1e-3, 1, 1e3}}};

/// ln y = sum of c[i] (ln Z)^i up to a scaled distance Z [m/kg^(1/3)].
struct Piece {
  double up_to;
  std::array<double, 7> c;
};
constexpr Piece arrival_pieces[] = {{1.5, {-0.7604, 1.8058, 0.1257, -0.0437, -0.0310, -0.00669}},
                                    {40, {-0.7137, 1.5732, 0.5561, -0.4213, 0.1054, -0.00929}}};  // [ms/kg^(1/3)]
constexpr Piece incident_pieces[] = {{2.9, {7.2106, -2.1069, -0.3229, 0.1117, 0.0685}},
                                     {23.8, {7.5938, -3.0523, 0.40977, 0.0261, -0.01267}},
                                     {198.5, {6.0536, -1.4066}}};  // [kPa]
constexpr Piece reflected_pieces[] = {{2, {9.006, -2.6893, -0.6295, 0.1011, 0.29255, 0.13505, 0.019736}},
                                      {40, {8.8396, -1.733, -2.64, 2.293, -0.8232, 0.14247, -0.0099}}};  // [kPa]
constexpr Piece duration_pieces[] = {{1.02, {0.5426, 3.2299, -1.5931, -5.9667, -4.0815, -0.9149}},
                                     {2.8, {0.5440, 2.7082, -9.7354, 14.3425, -9.7791, 2.8535}},
                                     {40, {-2.4608, 7.1639, -5.6215, 2.2711, -0.44994, 0.03486}}};  // [ms/kg^(1/3)]
constexpr Piece incident_impulse_pieces[] = {{0.96, {5.522, 1.117, 0.6, -0.292, -0.087}},
                                             {2.38, {5.465, -0.308, -1.464, 1.362, -0.432}},
                                             {33.7, {5.2749, -0.4677, -0.2499, 0.0588, -0.00554}},
                                             {158.7, {5.9825, -1.062}}};  // [kPa ms/kg^(1/3)]
constexpr Piece reflected_impulse_pieces[] = {{40, {6.7853, -1.3466, 0.101, -0.01123}}};  // [kPa ms/kg^(1/3)]
constexpr double nearest = 0.2, farthest = 40;  ///< Z, between which all of them hold [m/kg^(1/3)]
constexpr double mass_by_ground = 1.8;          ///< of a sphere in free air with the wave of a hemisphere on the ground

double value_of(std::span<const Piece> pieces, double z) {
  const auto piece = std::ranges::find_if(pieces, [z](const Piece& one) { return z <= one.up_to; });
  const double x = same_bits::log(z);
  double sum = 0;
  for (std::size_t i = piece->c.size(); i-- > 0;) sum = sum * x + piece->c[i];
  return same_bits::exp(sum);
}

/// The exponent b with which the impulse p t (1 / b - (1 - exp(-b)) / b^2) of the positive phase is the given one; that
/// of a straight line, p t / 2, is the largest.
double decay_of(double pressure, double duration, double impulse) {
  const double share = impulse / (pressure * duration);
  double low = 1e-6, high = 1e6;
  for (int i = 0; i < 100; ++i) {
    const double b = 0.5 * (low + high), its = (1 + same_bits::expm1(-b) / b) / b;
    (its > share ? low : high) = b;
  }
  return 0.5 * (low + high);
}

constexpr int given_units = 5;

Units units_of(const Card& card, const Card& second) {
  const int unit = card.integer("UNIT");
  if (unit != given_units) return units.at(std::size_t(unit - 1));
  return {second.real("CFM") * pound, second.real("CFL") * foot, second.real("CFT"), second.real("CFP") * psi};
}

/// The load of a face; without pressure where it is too far away.
BlastFace face_of(const std::array<Index, 4>& nodes, const Model& model, const Card& card, const Card& second,
                  const Vec3& centre, double scale, double& z) {
  const Units unit = units_of(card, second);
  const auto& x = model.nodes.position;
  const int n = nodes[2] == nodes[3] ? 3 : 4;
  Vec3 middle;
  for (int k = 0; k < n; ++k) middle += (1.0 / n) * x[std::size_t(nodes[std::size_t(k)])];
  const Vec3 area = cross(x[std::size_t(nodes[2])] - x[std::size_t(nodes[0])],
                          x[std::size_t(nodes[3])] - x[std::size_t(nodes[1])]);
  const double distance = norm(centre - middle);
  const bool is_in_air = card.integer("BLAST") == 2;
  const double root = same_bits::cbrt(card.real("M") * unit.mass / (is_in_air ? mass_by_ground : 1));
  z = distance * unit.length / root;
  BlastFace face;
  face.nodes = nodes;
  if (!(z >= nearest && z <= farthest)) return face;
  const double incident = value_of(incident_pieces, z), reflected = value_of(reflected_pieces, z);
  const double duration = value_of(duration_pieces, z);
  face.arrival = card.real("TBO") + value_of(arrival_pieces, z) * root / unit.time;
  face.duration = duration * root / unit.time;
  face.end = second.real("DEATH");
  if (second.integer("NEGPHS") == 1) face.end = std::min(face.end, face.arrival + face.duration);
  const double cosine = norm(area) > 0 ? std::max(0.0, dot(area, centre - middle) / (norm(area) * distance)) : 0;
  const double per_pressure = scale / unit.pressure;
  face.incident = {per_pressure * incident * (1 + cosine * cosine - 2 * cosine),
                   decay_of(incident, duration, value_of(incident_impulse_pieces, z))};
  face.reflected = {per_pressure * reflected * cosine * cosine,
                    decay_of(reflected, duration, value_of(reflected_impulse_pieces, z))};
  return face;
}

void add_faces(Deck& deck, const Card& user, const std::vector<std::array<Index, 4>>& faces) {
  const Index number = deck.find(deck.charges, user, "BID");
  if (number == none || deck.log.failed()) return;
  const auto& [card, second] = deck.charges[number];
  Vec3 centre = card.vector("XBO", "YBO", "ZBO");
  if (second.id("NIDBO") != 0) {
    const Index node = deck.find_node(second, "NIDBO");
    if (node == none) return;
    centre = deck.model.nodes.position[std::size_t(node)];
  }
  const double scale = user.real("SCALEP") == 0 ? 1 : user.real("SCALEP");
  std::size_t n_far = 0;
  for (const auto& nodes : faces) {
    double z = 0;
    BlastFace face = face_of(nodes, deck.model, card, second, centre, scale, z);
    if (z < nearest)
      return user.error("BID", "a face has a scaled distance of {:.3g} m/kg^(1/3) from charge {}, expected {} or more",
                        z, card.id("BID"), nearest);
    if (z > farthest)
      ++n_far;
    else
      deck.model.blast_faces.push_back(std::move(face));
  }
  if (n_far > 0)
    user.warn("BID", "{} faces are farther than {} m/kg^(1/3) from charge {} and get no pressure", n_far, farthest,
              card.id("BID"));
}

void read_charges(Cards& cards, const Options&, Deck& deck) {
  const Card card = cards.next(charge_card_1), second = cards.next(charge_card_2);
  expect_positive(card, {"M"}, "a mass");
  if (choice(card, "UNIT", 1, int(units.size())) == given_units)
    expect_positive(second, {"CFM", "CFL", "CFT", "CFP"});
  choice(second, "NEGPHS", 0, 1);
  const int kind = choice(card, "BLAST", 1, 2);
  if (kind == 2)
    card.warn("BLAST", "a sphere in free air has the wave of a hemisphere on the ground of 1/{} of its mass",
              mass_by_ground);
  deck.charges.add(positive_id(card, "BID"), {card, second}, card);
}

void resolve_segment(Deck& deck, const Card& card) {
  std::array<Index, 4> nodes{};
  for (std::size_t i = 0; i < 3; ++i) nodes[i] = deck.find_node(card, card.field(i + 1));
  nodes[3] = card.id("N4") == 0 || card.id("N4") == card.id("N3") ? nodes[2] : deck.find_node(card, "N4");
  if (std::ranges::find(nodes, none) == nodes.end()) add_faces(deck, card, {nodes});
}

void resolve_set(Deck& deck, const Card& card) { add_faces(deck, card, segments_of_set(deck, card, "SSID")); }

void add_to(Registry& registry) {
  constexpr auto note =
      "Distance and angle of a face are those at t = 0; its area and normal are followed. Waves of charges add up.";
  registry.add("LOAD_BLAST_ENHANCED", {}, numbered(charge_card_1, charge_card_2), each(read_charges), note);
  registry.add("LOAD_BLAST_SEGMENT", {}, numbered(segment_card),
               each_card(segment_card, Phase::conditions, resolve_segment));
  registry.add("LOAD_BLAST_SEGMENT_SET", {}, numbered(set_card), each_card(set_card, Phase::conditions, resolve_set));
}

}  // namespace crumple::deck::blasts_keywords
