// *DEFORMABLE_TO_RIGID: parts that are rigid from the start on. What switches parts during a run is an error.
#include "deck/keywords/keywords.hpp"

namespace crumple::deck {
namespace {

constexpr Field part_card[] = {id(IdOf::part, "PID", "number of a part that becomes rigid at the start"),
                               refused("LRB", "parts that join another rigid body: see *CONSTRAINED_RIGID_BODIES"),
                               text("PTYPE", "PART; PSET is an error")};

/// The part gets a rigid material with the same density and elastic constants.
void make_rigid(Deck& deck, const Card& card) {
  const Index part = deck.parts.find(card.id("PID"));
  if (part == none) return card.error("PID", "part " + std::to_string(card.id("PID")) + " is not defined");
  Part& own = deck.model.parts[std::size_t(part)];
  Material material = deck.model.materials[std::size_t(own.material)];
  if (std::holds_alternative<MaterialRigid>(material.law)) return;
  material.law = MaterialRigid{};
  own.material = Index(deck.model.materials.size());
  deck.model.materials.push_back(std::move(material));
}

void read_switch(Cards& cards, const Options&, Deck& deck) {
  while (cards.more()) {
    const Card card = cards.next(part_card);
    if (const auto type = card.text("PTYPE"); !type.empty() && type != "PART")
      card.error("PTYPE", "found " + std::string(type) + ", expected PART or blank");
    deck.later(Phase::frames, [&deck, card] { make_rigid(deck, card); });
  }
}

}  // namespace

void register_deformable_to_rigid(Registry& registry) {
  registry.add("DEFORMABLE_TO_RIGID", {}, {{"1 ...", part_card}}, read_switch);
}

}  // namespace crumple::deck
