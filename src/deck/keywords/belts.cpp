// *ELEMENT_SEATBELT, _SLIPRING, _RETRACTOR, _SENSOR, *SECTION_SEATBELT, *MAT_SEATBELT.
#include <algorithm>

#include "deck/keywords/keywords.hpp"

namespace crumple::deck {
namespace {

constexpr auto element_card =
    card_of(wide(id(IdOf::element, "EID", "number of the element"), 8), wide(id(IdOf::part, "PID", "its part"), 8),
            wide(id(IdOf::node, "N1", "first node"), 8), wide(id(IdOf::node, "N2", "second node"), 8),
            wide(id(IdOf::other, "SBRID",
                    "retractor in which it lies: the element is not created, its length is supplied by the retractor"),
                 8),
            wide(real("SLEN", "slack: the unstretched length exceeds the initial distance by this much", "length"), 16),
            alike(wide(refused("N3", "belts of shells"), 8), "N4"));
constexpr Field ring_card_1[] = {id(IdOf::other, "SBSRID", "number of the slip ring"),
                                 id(IdOf::element, "SBID1", "element on one side"),
                                 id(IdOf::element, "SBID2", "element on the other side"),
                                 real("FC", "friction; < 0 (a curve) is an error", "1"),
                                 id(IdOf::node, "SBRNID", "its node, at which both elements end"),
                                 real("LTIME", "time from which the belt cannot slide", "time", 1e20),
                                 refused("FCS", "a static friction coefficient different from FC"),
                                 no_effect("ONID", "used only with K")};
constexpr auto ring_card_2 =
    card_of(refused("K", "friction that depends on the skew angle"), refused("FUNCID", "a friction function"),
            integer("DIRECT", "12: belt slides only from SBID1 to SBID2; 21: only from SBID2 to SBID1; 0: both"),
            no_effect("DC", "only for a static friction coefficient, which is an error"), blank(),
            alike(refused("LCNFFD", "a friction that depends on the force"), "LCNFFS"));
constexpr auto retractor_card_1 = card_of(
    id(IdOf::other, "SBRID", "number of the retractor"),
    id(IdOf::node, "SBRNID", "retractor node; the adjacent node of the element is replaced by it"),
    id(IdOf::element, "SBID", "belt element at its mouth"), id(IdOf::other, "SID1", "sensor that triggers locking"),
    alike(id(IdOf::other, "SID2", "another sensor"), "SID3", "SID4"));
constexpr Field retractor_card_2[] = {
    real("TDEL", "delay from the first sensor until it may lock", "time"),
    real("PULL", "pay-out of belt from then on before it locks", "length"),
    id(IdOf::curve, "LLCID", "curve of force over pay-out since locking; its first force applies before locking"),
    id(IdOf::curve, "ULCID", "the same for pull-in, shifted to where unloading begins; 0: LLCID"),
    no_effect("LFED", "belt inside the retractor has no elements")};
constexpr Field sensor_card[] = {id(IdOf::other, "SBSID", "number of the sensor"),
                                 integer("SBSTYP", "1 acceleration, 2 rate of a retractor, 3 time, 4 distance"),
                                 no_effect("SBSFL", "only for dynamic relaxation")};
constexpr Field acceleration_card[] = {id(IdOf::node, "NID", "node"), integer("DOF", "1 to 3: x, y, z"),
                                       real("ACC", "acceleration", "length/time^2"),
                                       real("ATIME", "duration for which it must be exceeded", "time")};
constexpr Field rate_card[] = {id(IdOf::other, "SBRID", "retractor"),
                               real("PULRAT", "rate of pay-out of belt", "length/time"),
                               real("PULTIM", "duration for which it must be exceeded", "time")};
constexpr Field time_card[] = {real("TIME", "time of activation", "time")};
constexpr auto distance_card =
    card_of(alike(id(IdOf::node, "NID1", "node"), "NID2"), real("DMX", "maximum distance", "length"),
            real("DMN", "minimum distance", "length"));
constexpr auto section_card =
    card_of(id(IdOf::other, "SECID", "number of the section"),
            alike(no_effect("AREA", "only for contact, which does not include belts"), "THICK"));
constexpr auto material_card = card_of(
    id(IdOf::material, "MID", "number of the material"), real("MPUL", "mass per unstretched length", "mass/length"),
    id(IdOf::curve, "LLCID", "curve of tensile force over engineering strain, starting at (0, 0)"),
    id(IdOf::curve, "ULCID", "the same for unloading, at least as steep, shifted to where unloading begins; 0: LLCID"),
    real("LMIN", "minimum unstretched length of an element at a slip ring", "length"),
    alike(no_effect("CSE", "only for shell belts"), "DAMP"), refused("E", "stiffness in bending and compression"));

/// The belt that has an element of that number, and its place in it; none, -1 if there is none.
std::pair<Index, int> find_element(const Model& model, Id id) {
  for (std::size_t b = 0; b < model.belts.size(); ++b) {
    const auto& elements = model.belts[b].elements;
    const auto found = std::ranges::find(elements, id, &BeltElement::id);
    if (found != elements.end()) return {Index(b), int(found - elements.begin())};
  }
  return {none, -1};
}

bool touches(const Belt& belt, const BeltElement& element) {
  return std::ranges::any_of(belt.elements, [&](const BeltElement& own) {
    return std::ranges::find_first_of(own.nodes, element.nodes) != own.nodes.end();
  });
}

/// All belts that the element touches become one with it.
void join(Model& model, const BeltElement& element) {
  Belt joined;
  std::vector<Belt> others;
  for (Belt& belt : model.belts)
    if (touches(belt, element))
      joined.elements.insert(joined.elements.end(), belt.elements.begin(), belt.elements.end());
    else
      others.push_back(std::move(belt));
  joined.elements.push_back(element);
  others.push_back(std::move(joined));
  model.belts = std::move(others);
  for (std::size_t b = 0; b < model.belts.size(); ++b) model.belts[b].number = Index(b);
}

void resolve_element(Deck& deck, const Card& card) {
  Model& model = deck.model;
  BeltElement element;
  element.id = card.id("EID");
  element.slack = card.real("SLEN");
  element.nodes = {deck.find_node(card, "N1"), deck.find_node(card, "N2")};
  const Index part = deck.parts.find(card.id("PID"));
  if (part == none) return card.error("PID", "part {} is not defined", card.id("PID"));
  if (element.nodes[0] == none || element.nodes[1] == none) return;
  element.material = model.parts[part].material;
  if (card.id("SBRID") != 0) return;
  const auto* law = std::get_if<MaterialSeatbelt>(&model.materials[element.material].law);
  if (!law) return card.error("PID", "part {} is not of *MAT_SEATBELT", card.id("PID"));
  if (find_element(model, element.id).first != none)
    return card.error("EID", "belt element {} is defined twice", element.id);
  const double span = norm(model.nodes.position[element.nodes[1]] - model.nodes.position[element.nodes[0]]);
  if (!(span > 0)) return card.error("N2", "the element has no length, expected nodes apart");
  join(model, element);
  for (const Index node : element.nodes)
    model.masses.push_back({element.id, node, 0.5 * law->mass_per_length * (span + element.slack)});
}

void read_elements(Cards& cards, const Options&, Deck& deck) {
  const Card card = cards.next(element_card);
  if (card.id("EID") <= 0) card.error("EID", "found {}, expected a positive id", card.id("EID"));
  expect_not_negative(card, {"SLEN"});
  deck.later(Phase::conditions, [&deck, card] { resolve_element(deck, card); });
}

/// Whether the element ends at the node, or at one in the same place, which that node then replaces.
bool ends_at(Model& model, BeltElement& element, Index node) {
  if (node == none || std::ranges::count(element.nodes, node) > 0) return true;
  const auto& place = model.nodes.position;
  const double length = norm(place[element.nodes[1]] - place[element.nodes[0]]);
  for (Index& end : element.nodes) {
    if (norm(place[end] - place[node]) > 1e-3 * length) continue;
    for (PointMass& mass : model.masses)
      if (mass.id == element.id && mass.node == end) mass.node = node;
    end = node;
    return true;
  }
  return false;
}

void resolve_ring(Deck& deck, const Card& card, SlipRing ring) {
  ring.node = deck.find_node(card, "SBRNID");
  const char* const names[] = {"SBID1", "SBID2"};
  Index belt = none;
  for (std::size_t side = 0; side < 2; ++side) {
    const auto [found, element] = find_element(deck.model, card.id(names[side]));
    if (found == none) return card.error(names[side], "belt element {} is not defined", card.id(names[side]));
    if (!ends_at(deck.model, deck.model.belts[found].elements[element], ring.node))
      return card.error(names[side], "element {} does not end at node {}", card.id(names[side]), card.id("SBRNID"));
    ring.elements[side] = element;
    belt = found;
  }
  if (ring.elements[0] == ring.elements[1]) return card.error("SBID2", "both are the same element, expected two");
  deck.model.belts[belt].rings.push_back(ring);
}

/// Whether the next line is the second card of a ring, which may be left out: a first one has an element, SBID1, where
/// the second has FUNCID, which is an error but for 0.
bool second_card_follows(const Cards& cards) {
  if (!cards.more()) return false;
  const std::string_view line = cards.peek();
  const std::size_t comma = line.find(','), columns = cards.columns(10);
  std::string_view field = line.size() > columns ? line.substr(columns, columns) : std::string_view();
  if (comma != line.npos) field = line.substr(comma + 1, line.find(',', comma + 1) - comma - 1);
  return field.find_first_not_of(" 0.") == field.npos;
}

void read_rings(Cards& cards, const Options&, Deck& deck) {
  const Card card = cards.next(ring_card_1);
  SlipRing ring;
  ring.id = card.id("SBSRID");
  ring.friction = card.real("FC");
  ring.lock_time = card.real("LTIME");
  expect_not_negative(card, {"FC", "LTIME"});
  if (second_card_follows(cards)) {
    const Card second = cards.next(ring_card_2);
    ring.way = second.integer("DIRECT");
    if (ring.way != 0 && ring.way != 12 && ring.way != 21)
      second.error("DIRECT", "found {}, expected 0, 12 or 21", ring.way);
  }
  deck.later(Phase::results, [&deck, card, ring] { resolve_ring(deck, card, ring); });
}

/// The card with what a sensor of that type looks at.
std::span<const Field> card_of_sensor(int type) {
  if (type == 1) return acceleration_card;
  if (type == 2) return rate_card;
  return type == 4 ? std::span<const Field>(distance_card) : time_card;
}

/// A sensor as it was read; `axis` of one that looks at a retractor is set when that is known.
BeltSensor sensor_of(Deck& deck, const Card& card, const Card& limits) {
  using enum BeltSensor::Kind;
  BeltSensor sensor;
  sensor.id = card.id("SBSID");
  const int type = card.integer("SBSTYP");
  if (type == 1) {
    sensor.kind = acceleration;
    sensor.nodes = {deck.find_node(limits, "NID")};
    sensor.axis = limits.integer("DOF") - 1;
    if (sensor.axis < 0 || sensor.axis > 2) limits.error("DOF", "found {}, expected 1, 2 or 3", sensor.axis + 1);
    sensor.limit = limits.real("ACC");
    sensor.duration = limits.real("ATIME");
  } else if (type == 2) {
    sensor.kind = payout;
    sensor.limit = limits.real("PULRAT");
    sensor.duration = limits.real("PULTIM");
  } else if (type == 3) {
    sensor.limit = limits.real("TIME");
  } else {
    sensor.kind = distance;
    sensor.nodes = {deck.find_node(limits, "NID1"), deck.find_node(limits, "NID2")};
    sensor.limit = limits.real("DMX");
    sensor.least = limits.real("DMN");
  }
  return sensor;
}

/// The sensor of that number as one of the belt, which has it from then on; -1 after an error.
int sensor_in(Deck& deck, Belt& belt, const Card& card, const char* field) {
  const Id wanted = card.id(field);
  const auto known = std::ranges::find(belt.sensors, wanted, &BeltSensor::id);
  if (known != belt.sensors.end()) return int(known - belt.sensors.begin());
  const Index found = deck.find(deck.belt_sensors, card, field);
  if (found == none) return -1;
  const auto [first, limits] = deck.belt_sensors[found];
  BeltSensor sensor = sensor_of(deck, first, limits);
  if (sensor.kind == BeltSensor::Kind::payout) {
    const auto of = std::ranges::find(belt.retractors, limits.id("SBRID"), &Retractor::id);
    if (of == belt.retractors.end())
      limits.error("SBRID",
                   "found {}, expected a retractor of the belt, that which the sensor locks or one "
                   "before it",
                   limits.id("SBRID"));
    sensor.axis = int(of - belt.retractors.begin());
  }
  belt.sensors.push_back(std::move(sensor));
  return int(belt.sensors.size()) - 1;
}

/// Rising from zero belt on.
Curve curve_of_retractor(Deck& deck, const Card& card, const char* field) {
  const Index found = deck.find(deck.curves, card, field);
  if (found == none) return {};
  const Curve& curve = deck.model.curves[found];
  const bool rises = std::ranges::adjacent_find(curve.y, std::greater_equal<>()) == curve.y.end();
  if (curve.x.size() < 2 || curve.x.front() != 0 || curve.y.front() < 0 || !rises)
    card.error(field, "curve {}: expected rising forces, from pay-out 0", curve.id);
  return curve;
}

void resolve_retractor(Deck& deck, const Card& card, const Card& curves) {
  const Index node = deck.find_node(card, "SBRNID");
  const auto [found, element] = find_element(deck.model, card.id("SBID"));
  if (found == none) return card.error("SBID", "belt element {} is not defined", card.id("SBID"));
  Belt& belt = deck.model.belts[found];
  if (!ends_at(deck.model, belt.elements[element], node))
    return card.error("SBID", "element {} does not end at node {}", card.id("SBID"), card.id("SBRNID"));
  Retractor retractor;
  retractor.id = card.id("SBRID");
  retractor.element = element;
  retractor.delay = curves.real("TDEL");
  retractor.pull = curves.real("PULL");
  retractor.loading = curve_of_retractor(deck, curves, "LLCID");
  if (curves.id("ULCID") != 0) retractor.unloading = curve_of_retractor(deck, curves, "ULCID");
  const std::size_t own = belt.retractors.size();
  belt.retractors.push_back(std::move(retractor));
  for (const char* field : {"SID1", "SID2", "SID3", "SID4"})
    if (card.id(field) != 0) belt.retractors[own].sensors.push_back(sensor_in(deck, belt, card, field));
}

void read_retractors(Cards& cards, const Options&, Deck& deck) {
  const Card card = cards.next(retractor_card_1), curves = cards.next(retractor_card_2);
  expect_not_negative(curves, {"TDEL", "PULL"});
  deck.later(Phase::results, [&deck, card, curves] { resolve_retractor(deck, card, curves); });
}

void read_sensors(Cards& cards, const Options&, Deck& deck) {
  const Card card = cards.next(sensor_card);
  const int type = choice(card, "SBSTYP", 1, 4);
  deck.belt_sensors.add(card.id("SBSID"), {card, cards.next(card_of_sensor(type))}, card);
}

Card read_section(Cards& cards, Deck&, Section& section) {
  const Card card = cards.next(section_card);
  section.id = card.id("SECID");
  section.kind = SectionKind::beam;
  section.element_form = 0;
  section.n_layers = 1;
  return card;
}

/// From the origin on, and rising.
void check_curve(const Card& card, const char* field, const Curve& curve) {
  if (curve.x.size() < 2 || curve.x.front() != 0 || curve.y.front() != 0)
    return card.error(field, "curve {} does not begin at (0, 0)", curve.id);
  for (std::size_t i = 1; i < curve.y.size(); ++i)
    if (!(curve.y[i] > curve.y[i - 1])) return card.error(field, "curve {} does not rise at {}", curve.id, curve.x[i]);
}

void resolve_material(Deck& deck, const Card& card) {
  auto* law = law_of<MaterialSeatbelt>(deck, card);
  if (!law) return;
  if (const Index found = deck.find(deck.curves, card, "LLCID"); found != none) {
    law->loading = deck.curves[found];
    check_curve(card, "LLCID", law->loading);
  }
  if (const Index found = deck.find_optional(deck.curves, card, "ULCID"); found != none) {
    law->unloading = deck.curves[found];
    check_curve(card, "ULCID", law->unloading);
  }
}

Card read_material(Cards& cards, Deck& deck, Material& material) {
  const Card card = cards.next(material_card);
  material.id = positive_id(card, "MID");
  expect_positive(card, {"MPUL", "LMIN"});
  MaterialSeatbelt law;
  law.mass_per_length = card.real("MPUL");
  law.least_length = card.real("LMIN");
  material.law = std::move(law);
  expect_section_kind(deck, card, SectionKind::beam, " (*SECTION_SEATBELT)");
  deck.later(Phase::definitions, [&deck, card] { resolve_material(deck, card); });
  return card;
}

}  // namespace

void register_belts(Registry& registry) {
  registry.add("ELEMENT_SEATBELT", {}, numbered(element_card), each(read_elements));
  registry.add("ELEMENT_SEATBELT_SLIPRING", {}, {{"1", ring_card_1}, {"2, may be left out", ring_card_2}},
               each(read_rings));
  registry.add("ELEMENT_SEATBELT_RETRACTOR", {}, numbered(retractor_card_1, retractor_card_2), each(read_retractors));
  registry.add("ELEMENT_SEATBELT_SENSOR", {},
               {{"1", sensor_card},
                {"2, SBSTYP = 1", acceleration_card},
                {"2, SBSTYP = 2", rate_card},
                {"2, SBSTYP = 3", time_card},
                {"2, SBSTYP = 4", distance_card}},
               each(read_sensors));
  registry.add("SECTION_SEATBELT", {"TITLE"}, numbered(section_card), reader_of(&Deck::sections, read_section));
  add_material(registry, "MAT_SEATBELT", "MAT_B01", numbered(material_card), read_material);
}

}  // namespace crumple::deck
