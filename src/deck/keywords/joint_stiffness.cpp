// *CONSTRAINED_JOINT_STIFFNESS_GENERALIZED, _FLEXION-TORSION and _TRANSLATIONAL, *CONSTRAINED_RIGID_BODY_STOPPERS.
#include <cmath>
#include <numbers>

#include "deck/keywords/keywords.hpp"

namespace crumple::deck::joint_stiffness_keywords {

constexpr Field bodies_card[] = {
    id(IdOf::other, "JSID", "number"),
    id(IdOf::part, "PIDA", "rigid body A"),
    id(IdOf::part, "PIDB", "rigid body B"),
    id(IdOf::definition, "CIDA", "initial coordinate system, moves with A"),
    id(IdOf::definition, "CIDB", "initial coordinate system, moves with B; 0: CIDA"),
    no_effect("JID", "only for tables of friction over the joint force, which are not supported")};
constexpr Field turn_curves_card[] = {
    id(IdOf::curve, "LCIDPH", "curve of moment about x over the rotation [rad]; 0: none"),
    id(IdOf::curve, "LCIDT", "about y; 0: none"),
    id(IdOf::curve, "LCIDPS", "about z; 0: none"),
    id(IdOf::curve, "DLCIDPH", "curve of moment about x over the rotation rate; 0: none"),
    id(IdOf::curve, "DLCIDT", "about y; 0: none"),
    id(IdOf::curve, "DLCIDPS", "about z; 0: none")};
constexpr Field turn_friction_card[] = {
    real("ESPH", "elastic stiffness of friction and stop angles about x", "force length/rad"),
    real("FMPH", "maximum friction moment about x; 0: none; < 0 (a curve) is an error", "force length"),
    real("EST", "stiffness about y", "force length/rad"),
    real("FMT", "friction about y; 0: none", "force length"),
    real("ESPS", "stiffness about z", "force length/rad"),
    real("FMPS", "friction about z; 0: none", "force length")};
constexpr auto turn_stops_card =
    card_of(real("NSAPH", "negative stop angle about x; 0: none", "degree"),
            real("PSAPH", "positive stop angle about x; 0: none", "degree"),
            alike(real("NSAT", "about y", "degree"), "PSAT"), alike(real("NSAPS", "about z", "degree"), "PSAPS"));
constexpr Field flexion_curves_card[] = {
    id(IdOf::curve, "LCIDAL", "curve of moment over alpha, the angle between the z axes of CIDA and CIDB; 0: none"),
    id(IdOf::curve, "LCIDG",
       "curve of its scale over gamma, the direction in CIDA to which CIDB's z axis is bent, from x to y; 0: 1"),
    id(IdOf::curve, "LCIDBT", "curve of moment over the twist beta since t = 0; 0: none"),
    id(IdOf::curve, "DLCIDAL", "curve of moment over the rate of alpha; 0: none"),
    id(IdOf::curve, "DLCIDG", "curve of its scale over the rate of gamma; 0: 1"),
    id(IdOf::curve, "DLCIDBT", "curve of moment over the rate of beta; 0: none")};
constexpr Field flexion_friction_card[] = {
    real("ESAL", "elastic stiffness of friction and stop angle of alpha", "force length/rad"),
    real("FMAL", "maximum friction moment of alpha; 0: none", "force length"),
    real("ESBT", "stiffness of beta", "force length/rad"), real("FMBT", "friction of beta; 0: none", "force length")};
constexpr Field flexion_stops_card[] = {real("SAAL", "stop angle of alpha; 0: none", "degree"),
                                        real("NSABT", "negative stop angle of beta; 0: none", "degree"),
                                        real("PSABT", "positive stop angle of beta; 0: none", "degree")};
constexpr Field way_curves_card[] = {
    id(IdOf::curve, "LCIDX",
       "curve of force along x of CIDB over the displacement of its origin relative to that of CIDA; 0: none"),
    id(IdOf::curve, "LCIDY", "along y; 0: none"),
    id(IdOf::curve, "LCIDZ", "along z; 0: none"),
    id(IdOf::curve, "DLCIDX", "curve of force along x over the relative velocity; 0: none"),
    id(IdOf::curve, "DLCIDY", "along y; 0: none"),
    id(IdOf::curve, "DLCIDZ", "along z; 0: none")};
constexpr Field way_friction_card[] = {
    real("ESX", "elastic stiffness of friction and stops along x", "force/length"),
    real("FFX", "maximum friction force along x; 0: none; < 0 (a curve) is an error", "force"),
    real("ESY", "stiffness along y", "force/length"),
    real("FFY", "friction along y; 0: none", "force"),
    real("ESZ", "stiffness along z", "force/length"),
    real("FFZ", "friction along z; 0: none", "force")};
constexpr auto way_stops_card =
    card_of(real("NSDX", "stop at a negative displacement along x; 0: none", "length"),
            real("PSDX", "stop at a positive displacement along x; 0: none", "length"),
            alike(real("NSDY", "along y", "length"), "PSDY"), alike(real("NSDZ", "along z", "length"), "PSDZ"));
constexpr auto stopper_card_1 = card_of(
    id(IdOf::part, "PID", "rigid body"),
    id(IdOf::curve, "LCMAX",
       "curve of the maximum position of its centre over time; < 0: curve |LCMAX| of the maximum displacement; 0: "
       "none"),
    id(IdOf::curve, "LCMIN", "curve of the minimum position; < 0: curve |LCMIN| of the minimum displacement; 0: none"),
    alike(refused("PSIDMX", "other bodies that stop with it"), "PSIDMN"),
    id(IdOf::curve, "LCVMNX", "curve of its maximum speed over time; 0: none"),
    integer("DIR", "1 to 3: along x, y, z; 4: along VID; 5 to 8 (rotations) are errors", 1),
    id(IdOf::definition, "VID", "vector for DIR = 4"));
constexpr Field stopper_card_2[] = {real("TB", "time from which it acts", "time"),
                                    real("TD", "time until which it acts", "time", 1e21), blank(),
                                    no_effect("STIFF", "of implicit runs")};

/// The cards of one of the kinds.
struct StiffnessCards {
  std::span<const Field> curves, friction, stops;
  bool is_translational = false, is_flexion = false;
};
constexpr StiffnessCards of_turns{turn_curves_card, turn_friction_card, turn_stops_card},
    of_flexion{flexion_curves_card, flexion_friction_card, flexion_stops_card, false, true},
    of_ways{way_curves_card, way_friction_card, way_stops_card, true};

/// Reads stiffness and friction of an axis from the field `first` and the next.
void read_friction(const Card& card, std::size_t first, JointStiffness& joint, std::size_t axis) {
  joint.stiffness[axis] = card.real(first);
  joint.friction[axis] = card.real(first + 1);
  expect_not_negative(card, {card.field(first), card.field(first + 1)});
  const bool asks_for_stiffness = joint.friction[axis] > 0 || joint.lowest[axis] < 0 || joint.highest[axis] > 0;
  if (!asks_for_stiffness || joint.stiffness[axis] > 0) return;
  card.warn(card.field(first), "found 0: its friction and stops are not active");
  joint.friction[axis] = joint.lowest[axis] = joint.highest[axis] = 0;
}

void read_numbers(const Card& friction, const Card& stops, JointStiffness& joint) {
  const double unit = joint.is_translational ? 1 : std::numbers::pi / 180;
  if (joint.is_flexion) {
    expect_not_negative(stops, {"SAAL", "PSABT"});
    joint.highest = {unit * stops.real("SAAL"), 0, unit * stops.real("PSABT")};
    joint.lowest[2] = -unit * std::abs(stops.real("NSABT"));
    read_friction(friction, 0, joint, 0);
    read_friction(friction, 2, joint, 2);
    return;
  }
  for (std::size_t k = 0; k < 3; ++k) {
    expect_not_negative(stops, {stops.field(2 * k + 1)});
    joint.lowest[k] = -unit * std::abs(stops.real(2 * k));
    joint.highest[k] = unit * stops.real(2 * k + 1);
    read_friction(friction, 2 * k, joint, k);
  }
}

/// Bodies, a node of each, and frames; false after an error.
bool find_bodies(Deck& deck, const Card& card, JointStiffness& joint) {
  const char* const names[] = {"PIDA", "PIDB"};
  for (std::size_t side = 0; side < 2; ++side) {
    joint.bodies[side] = rigid_body_of(deck, card, names[side]);
    if (joint.bodies[side] == none) return false;
    const RigidBody& body = deck.model.rigid_bodies[joint.bodies[side]];
    if (body.nodes.empty()) {
      card.error(names[side], "rigid body {} has no nodes", body.id);
      return false;
    }
    joint.nodes[side] = body.nodes.front();
  }
  if (joint.bodies[0] == joint.bodies[1]) {
    card.error("PIDB", "both are the same rigid body, expected two");
    return false;
  }
  joint.frames[0] = deck.find(deck.frames, card, "CIDA");
  joint.frames[1] = card.id("CIDB") == 0 ? joint.frames[0] : deck.find(deck.frames, card, "CIDB");
  return joint.frames[0] != none && joint.frames[1] != none;
}

Reader stiffness_reader(const StiffnessCards& forms) {
  return [forms](Cards& cards, const Options& options, Deck& deck) {
    while (cards.more()) {
      take_title(cards, options);
      const Card card = cards.next(bodies_card), curves = cards.next(forms.curves);
      const Card friction = cards.next(forms.friction), stops = cards.next(forms.stops);
      JointStiffness joint;
      joint.id = positive_id(card, "JSID");
      joint.is_translational = forms.is_translational;
      joint.is_flexion = forms.is_flexion;
      read_numbers(friction, stops, joint);
      deck.later(Phase::conditions, [&deck, card, curves, joint]() mutable {
        if (!find_bodies(deck, card, joint)) return;
        for (std::size_t k = 0; k < 3; ++k) {
          joint.resistance[k] = deck.find_optional(deck.curves, curves, curves.field(k));
          joint.damping[k] = deck.find_optional(deck.curves, curves, curves.field(3 + k));
        }
        joint.number = Index(deck.model.joint_stiffnesses.size());
        deck.model.joint_stiffnesses.push_back(joint);
      });
    }
  };
}

/// The curve of LCMAX or LCMIN, whose sign says what it bounds.
Index bound_of(Deck& deck, const Card& card, std::string_view field) {
  const Id number = card.id(field);
  return number == 0 ? none : deck.find(deck.curves, card, field, std::abs(number));
}

void resolve_stopper(Deck& deck, const Card& card, BodyStopper stopper) {
  const int direction = card.integer("DIR");
  if (direction < 1 || direction > 4)
    return card.error("DIR", "found {}, expected 1 to 4: rotations are not stopped", direction);
  if (direction < 4) {
    stopper.direction[direction - 1] = 1;
  } else {
    const Index vector = deck.find(deck.vectors, card, "VID");
    if (vector == none) return;
    stopper.direction = normalized(deck.vectors[vector]);
  }
  stopper.body = rigid_body_of(deck, card, "PID");
  stopper.most = bound_of(deck, card, "LCMAX");
  stopper.least = bound_of(deck, card, "LCMIN");
  stopper.most_is_place = card.id("LCMAX") > 0;
  stopper.least_is_place = card.id("LCMIN") > 0;
  stopper.speed = deck.find_optional(deck.curves, card, "LCVMNX");
  if (stopper.body != none) deck.model.body_stoppers.push_back(stopper);
}

void read_stoppers(Cards& cards, const Options&, Deck& deck) {
  const Card card = cards.next(stopper_card_1), times = cards.next(stopper_card_2);
  BodyStopper stopper;
  stopper.birth = times.real("TB");
  stopper.death = times.real("TD");
  deck.later(Phase::conditions, [&deck, card, stopper] { resolve_stopper(deck, card, stopper); });
}

void add_to(Registry& registry) {
  const auto add = [&registry](const char* name, const StiffnessCards& forms, const char* note = "") {
    registry.add(name, {"TITLE"}, numbered(bodies_card, forms.curves, forms.friction, forms.stops),
                 stiffness_reader(forms), note);
  };
  add("CONSTRAINED_JOINT_STIFFNESS_GENERALIZED", of_turns);
  add("CONSTRAINED_JOINT_STIFFNESS_FLEXION-TORSION", of_flexion,
      "That the z axes are those that are bent against each other is from memory.");
  add("CONSTRAINED_JOINT_STIFFNESS_TRANSLATIONAL", of_ways);
  registry.add("CONSTRAINED_RIGID_BODY_STOPPERS", {}, numbered(stopper_card_1, stopper_card_2), each(read_stoppers));
}

}  // namespace crumple::deck::joint_stiffness_keywords
