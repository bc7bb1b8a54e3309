// *DEFORMABLE_TO_RIGID, _AUTOMATIC and _INERTIA: parts that are rigid from the start on, and parts that become rigid or
// deformable during the run, by time. Where nothing switches during the run, parts get a rigid material once for all;
// else the model has the rigid bodies of all stages (PartSwitches).
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>

#include "deck/keywords/keywords.hpp"
#include "deck/sets.hpp"

namespace crumple::deck::deformable_to_rigid_keywords {

constexpr Field rigid_card[] = {
    id(IdOf::varies, "PID", "part, or with PTYPE = PSET the set of parts, that becomes rigid"),
    id(IdOf::part, "LRB", "part of the lead rigid body; 0: it becomes a separate body"), text("PTYPE", "PART or PSET")};
constexpr Field deformable_card[] = {
    id(IdOf::varies, "PID", "part, or with PTYPE = PSET the set of parts, that becomes deformable again"),
    text("PTYPE", "PART or PSET")};
constexpr Field switch_card_1[] = {
    id(IdOf::other, "SWSET", "number of the switch"),
    integer("CODE", "0: at TIME1; others, by forces of walls and contacts or by a sensor, are errors"),
    real("TIME1", "time of the switch", "time"),
    no_effect("TIME2", "only for switches by force, which are errors"),
    refused("TIME3", "a delay before other switches"),
    no_effect("ENTNO", "only for switches by force, which are errors"),
    refused("RELSW", "a switch that must occur first"),
    refused("PAIRED", "paired switches")};
constexpr Field switch_card_2[] = {
    refused("NRBF", "nodal rigid bodies deactivated or activated by the switch"),
    refused("NCSF", "welds deactivated or activated by the switch"),
    refused("RWF", "rigid walls deactivated or activated by the switch"),
    real("DTMAX", "maximum time step from then on, until the next switch; 0: none", "time"),
    integer("D2R", "number of following cards with parts that become rigid"),
    integer("R2D", "number of following cards with parts that become deformable"),
    no_effect("OFFSET", "only for switches by contact force, which are errors")};
constexpr Field inertia_part_card[] = {
    id(IdOf::part, "PID", "part that is rigid from the start, or the LRB of such parts")};
constexpr auto inertia_centre_card =
    card_of(alike(real("XC", "centre of mass", "length"), "YC", "ZC"), real("TM", "mass of the body", "mass"));
constexpr auto inertia_tensor_card =
    card_of(real("IXX", "inertia about the centre of mass, global axes", "mass length^2"),
            alike(real("IXY", "component", "mass length^2"), "IXZ", "IYY", "IYZ", "IZZ"));

std::vector<Index> parts_of(Deck& deck, const Card& card) {
  return named_parts(deck, card, "PID", card.text("PTYPE") == "PSET");
}

void expect_type(const Card& card) {
  if (const auto type = card.text("PTYPE"); !type.empty() && type != "PART" && type != "PSET")
    card.error("PTYPE", "found {}, expected PART, PSET or blank", type);
}

bool is_rigid(const Deck& deck, Index part) { return deck.model.materials[deck.model.parts[part].material].is_rigid(); }

/// The part gets a rigid material with the same density and elastic constants.
void make_rigid(Deck& deck, Index part) {
  Part& own = deck.model.parts[part];
  Material material = deck.model.materials[own.material];
  material.law = MaterialRigid{};
  own.material = Index(deck.model.materials.size());
  deck.model.materials.push_back(std::move(material));
}

/// Nothing switches during the run.
void make_rigid_once(Deck& deck) {
  if (!deck.part_switches.sets.empty()) return;
  for (const Card& card : deck.part_switches.at_start)
    for (const Index part : parts_of(deck, card))
      if (!is_rigid(deck, part)) make_rigid(deck, part);
}

void merge_once(Deck& deck, const Card& card) {
  if (!deck.part_switches.sets.empty() || card.id("LRB") == 0) return;
  const Index lead = rigid_body_of(deck, card, "LRB");
  for (const Index part : parts_of(deck, card)) {
    if (lead == none || !is_rigid(deck, part)) return;
    merge_bodies(deck, deck.model.rigid_bodies[lead].id, deck.model.parts[part].id);
  }
}

/// Parts that are held in a stage, and whom they join; none: nobody.
using Held = std::map<Index, Index>;

void hold(Deck& deck, const Card& card, Held& held) {
  Index lead = none;
  lead = deck.find_optional(deck.parts, card, "LRB");
  for (const Index part : parts_of(deck, card)) {
    if (is_rigid(deck, part)) continue;
    held[part] = lead == part ? none : lead;
    deck.body_where.try_emplace(deck.model.parts[part].id, card.where());
  }
}

void release(Deck& deck, const Card& card, Held& held) {
  for (const Index part : parts_of(deck, card)) {
    if (is_rigid(deck, part))
      card.error("PID", "part {} is rigid by its material, and has no other", deck.model.parts[part].id);
    held.erase(part);
  }
}

/// The bodies of a stage: lead, and all parts, ascending. Errors: a part joins one that is not held.
std::map<Index, std::vector<Index>> bodies_of(Deck& deck, const Held& held) {
  std::map<Index, std::vector<Index>> bodies;
  for (const auto& [part, lead] : held) {
    const auto leader = lead == none ? held.end() : held.find(lead);
    if (lead != none && (leader == held.end() || leader->second != none)) {
      const auto id_of = [&](Index p) { return deck.model.parts[p].id; };
      deck.log.error(deck.body_where[id_of(part)], "DEFORMABLE_TO_RIGID", "LRB",
                     fmt::format("part {} joins part {}, which must itself become rigid by then, as a body of its own "
                                 "(LRB = 0), where parts switch during the run",
                                 id_of(part), id_of(lead)));
      continue;
    }
    bodies[lead == none ? part : lead].push_back(part);
  }
  return bodies;
}

RigidBody make_body(Deck& deck, Index lead, std::vector<Index> parts, std::size_t n_stages) {
  RigidBody body;
  body.id = deck.model.parts[lead].id;
  body.title = deck.model.parts[lead].title;
  body.nodes = nodes_of_parts(deck, parts);
  body.parts = std::move(parts);
  std::ranges::partition(body.parts, [&](Index part) { return part == lead; });
  body.in_stage.assign(n_stages, 0);
  body.inertia = deck.model.parts[lead].inertia;
  return body;
}

/// The stages of the run and their bodies.
void make_stages(Deck& deck) {
  PartSwitchCards& cards = deck.part_switches;
  if (cards.sets.empty()) return;
  std::ranges::stable_sort(cards.sets, {}, &PartSwitchCards::Set::time);
  PartSwitches& switches = deck.model.part_switches;
  std::vector<Held> stages(1);
  switches.most_dt = {0};
  for (const Card& card : cards.at_start) hold(deck, card, stages[0]);
  for (const PartSwitchCards::Set& set : cards.sets) {
    if (set.time > 0 && (switches.times.empty() || set.time > switches.times.back())) {
      switches.times.push_back(set.time);
      switches.most_dt.push_back(0);
      stages.push_back(stages.back());
    }
    for (const Card& card : set.to_deformable) release(deck, card, stages.back());
    for (const Card& card : set.to_rigid) hold(deck, card, stages.back());
    switches.most_dt.back() = set.most_dt;
  }
  std::map<std::pair<Index, std::vector<Index>>, std::size_t> known;
  auto& bodies = deck.model.rigid_bodies;
  for (std::size_t k = 0; k < stages.size(); ++k)
    for (const auto& [lead, parts] : bodies_of(deck, stages[k])) {
      const auto [at, is_new] = known.try_emplace({lead, parts}, bodies.size());
      if (is_new) bodies.push_back(make_body(deck, lead, parts, stages.size()));
      bodies[at->second].in_stage[k] = 1;
    }
  for (const RigidBody& body : bodies)
    if (body.is_switched() && body.inertia && !body.in_stage[0])
      deck.log.error(
          deck.body_where[body.id], "DEFORMABLE_TO_RIGID_INERTIA", "PID",
          fmt::format("part {} becomes rigid during the run, for which an inertia of its own is not supported",
                      body.id));
}

/// Once, whichever keyword comes first.
void leave_work(Deck& deck) {
  if (!deck.part_switches.at_start.empty() || !deck.part_switches.sets.empty()) return;
  deck.later(Phase::frames, [&deck] { make_rigid_once(deck); });
  deck.later(Phase::merging, [&deck] { make_stages(deck); });
}

void read_at_start(Cards& cards, const Options&, Deck& deck) {
  const Card card = cards.next(rigid_card);
  expect_type(card);
  leave_work(deck);
  deck.part_switches.at_start.push_back(card);
  deck.later(Phase::merging, [&deck, card] { merge_once(deck, card); });
}

void read_switches(Cards& cards, const Options&, Deck& deck) {
  const Card when = cards.next(switch_card_1), what = cards.next(switch_card_2);
  if (when.integer("CODE") != 0) when.error("CODE", "found {}, expected 0, a switch by time", when.integer("CODE"));
  PartSwitchCards::Set set{when.real("TIME1"), what.real("DTMAX"), {}, {}};
  for (int i = 0; i < what.integer("D2R"); ++i) set.to_rigid.push_back(cards.next(rigid_card));
  for (int i = 0; i < what.integer("R2D"); ++i) set.to_deformable.push_back(cards.next(deformable_card));
  for (const Card& card : set.to_rigid) expect_type(card);
  for (const Card& card : set.to_deformable) expect_type(card);
  leave_work(deck);
  deck.part_switches.sets.push_back(std::move(set));
}

void read_inertias(Cards& cards, const Options&, Deck& deck) {
  const Card part = cards.next(inertia_part_card), centre = cards.next(inertia_centre_card),
             tensor = cards.next(inertia_tensor_card);
  if (!(centre.real("TM") > 0)) centre.error("TM", "found no positive mass, expected one [mass]");
  const GivenInertia inertia{centre.vector("XC", "YC", "ZC"), centre.real("TM"), inertia_tensor(tensor), {}, {}};
  deck.later(Phase::bodies, [&deck, part, inertia] {
    const Index p = deck.find(deck.parts, part, "PID");
    if (p != none) deck.model.parts[p].inertia = inertia;
  });
}

void add_to(Registry& registry) {
  registry.add("DEFORMABLE_TO_RIGID", {}, {{"1 ...", rigid_card}}, each(read_at_start));
  registry.add("DEFORMABLE_TO_RIGID_AUTOMATIC", {},
               {{"1", switch_card_1}, {"2", switch_card_2}, {"D2R times", rigid_card}, {"R2D times", deformable_card}},
               each(read_switches));
  registry.add("DEFORMABLE_TO_RIGID_INERTIA", {}, numbered(inertia_part_card, inertia_centre_card, inertia_tensor_card),
               each(read_inertias));
}

}  // namespace crumple::deck::deformable_to_rigid_keywords
