// *CONSTRAINED_JOINT_SPHERICAL, _REVOLUTE, _CYLINDRICAL, _TRANSLATIONAL, _SCREW, _UNIVERSAL, _LOCKING, _PLANAR, with
// _ID, _LOCAL and _FAILURE.
#include <algorithm>
#include <optional>
#include <tuple>

#include "deck/keywords/keywords.hpp"

namespace crumple::deck::joints_keywords {

constexpr Field joint_card[] = {
    id(IdOf::node, "N1", "node of rigid body A"),
    id(IdOf::node, "N2",
       "node of rigid body B, coincident with N1; sliding joints: on the axis; planar: in the plane"),
    id(IdOf::node, "N3",
       "node of A on the axis; universal: on its arm; planar: on the normal from N1; spherical: not read"),
    id(IdOf::node, "N4",
       "node of B, coincident with N3; sliding joints: on the axis; universal: on the arm of B from N2, perpendicular "
       "to that of A; planar: on the normal from N2; spherical: not read"),
    id(IdOf::node, "N5", "translational, screw: node of A off the axis; others: not read"),
    id(IdOf::node, "N6", "node of B; translational: on the line through N5 parallel to the axis; screw: off the axis"),
    real("RPS", "scale of the penalty stiffness; unstable above about 7", "1", 1),
    real("DAMP", "scale of the damping, which is 10 % of critical; up to 0.01: none", "1", 1)};
constexpr auto screw_card = card_of(
    real("PARM", "displacement of body B along the axis from N1 to N3 per angle of rotation about it, right-handed",
         "length/rad"),
    alike(refused("LCID", "a motor"), "TYPE"), no_effect("R1", "gears and pulleys only"));
constexpr auto local_card =
    card_of(warned("RAID", "jntforc gives the forces in global axes"), no_effect("LST", "what RAID is"));
constexpr Field failure_card_1[] = {
    id(IdOf::definition, "CID", "coordinate system of the resultants, fixed in space; 0: global"),
    real("TFAIL", "failure time; 0: none", "time"),
    real("COUPL", "above 0: each force and moment is compared with its own limit; otherwise they are combined")};
constexpr auto failure_card_2 =
    card_of(real("NXX", "force on body A at failure, tension only; 0: none", "force"),
            alike(real("NYY", "force at failure; 0: none", "force"), "NZZ"),
            real("MXX", "moment on body A about the midpoint of N1 and N3 at failure; 0: none", "force length"),
            alike(real("MYY", "moment at failure; 0: none", "force length"), "MZZ"));

/// The rigid body of a node; none if it has none.
Index body_of_node(const Model& model, Index node) {
  for (std::size_t b = 0; b < model.rigid_bodies.size(); ++b)
    if (!model.rigid_bodies[b].is_switched() && std::ranges::binary_search(model.rigid_bodies[b].nodes, node))
      return Index(b);
  return none;
}

/// Nodes and bodies of a joint, with errors for what does not fit; false after an error.
bool find_ends(Deck& deck, const Card& card, Joint& joint) {
  for (std::size_t i = 0; i < joint.n_nodes(); ++i) {
    joint.nodes[i] = deck.find_node(card, card.field(i));
    if (joint.nodes[i] == none) return false;
    const Index body = body_of_node(deck.model, joint.nodes[i]);
    if (body == none) {
      card.error(card.field(i), "node {} belongs to no rigid body", card.id(i));
      return false;
    }
    Index& of_side = joint.bodies[i % 2];
    if (of_side != none && of_side != body) {
      card.error(card.field(i), "node {} belongs to another rigid body than node {}", card.id(i), card.id(i - 2));
      return false;
    }
    of_side = body;
  }
  if (joint.bodies[0] != joint.bodies[1]) return true;
  card.error("N2", "nodes {} and {} belong to the same rigid body, expected two", card.id("N1"), card.id("N2"));
  return false;
}

/// How far a node of body B is from where it should be at the start.
double initial_gap(const Joint& joint, std::size_t pair, const std::vector<Vec3>& position) {
  const auto at = [&](std::size_t i) { return position[joint.nodes[i]]; };
  const Vec3 x = at(2 * pair + 1);
  if (joint.kind == JointKind::planar) return std::abs(dot(x - at(0), normalized(at(2) - at(0))));
  if (!joint.slides()) return norm(x - at(2 * pair));
  return norm(cross(x - at(pair == 2 ? 4 : 0), normalized(at(2) - at(0))));
}

/// Of a universal joint: at a right angle, of a planar one: parallel, to a hundredth of a radian.
void check_arms(const Card& card, const Joint& joint, const std::vector<Vec3>& position) {
  const auto arm = [&](std::size_t first) {
    return normalized(position[joint.nodes[first + 2]] - position[joint.nodes[first]]);
  };
  const Vec3 a = arm(0), b = arm(1);
  for (const auto& [field, length] : {std::pair{"N3", norm(a)}, std::pair{"N4", norm(b)}})
    if (length == 0) card.error(field, "found an arm without length, expected a node beside the middle of the joint");
  if (joint.kind == JointKind::planar) {
    if (norm(a - b) > 0.01)
      card.error("N4", "the normals N1-N3 and N2-N4 have cos = {:.3f}, expected the same direction", dot(a, b));
  } else if (std::abs(dot(a, b)) > 0.01)
    card.error("N4", "the arms N1-N3 and N2-N4 have cos = {:.3f}, expected a right angle", dot(a, b));
}

void check_places(const Deck& deck, const Card& card, const Joint& joint) {
  const std::vector<Vec3>& position = deck.model.nodes.position;
  if (joint.n_pairs() >= 2)
    for (std::size_t i = 0; i < 2; ++i)
      if (position[joint.nodes[i]] == position[joint.nodes[i + 2]])
        card.error(card.field(i + 2), "nodes {} and {} are at the same place, expected two points of the axis",
                   card.id(i), card.id(i + 2));
  for (std::size_t i = 4; i < joint.n_nodes(); ++i) {
    const auto at = [&](std::size_t k) { return position[joint.nodes[k]]; };
    const Vec3 axis = normalized(at(2) - at(0)), arm = at(i) - at(0);
    if (!(norm(cross(arm, axis)) > 1e-6 * norm(arm)))
      card.error(card.field(i), "node {} is on the axis, expected one beside it", card.id(i));
  }
  if (joint.kind == JointKind::universal || joint.kind == JointKind::planar) check_arms(card, joint, position);
  for (std::size_t pair = 0; pair < joint.n_pairs(); ++pair)
    if (const double gap = initial_gap(joint, pair, position); gap > 0)
      card.warn(card.field(2 * pair + 1), "node {} is {:.3E} [length] from where the joint pulls it",
                card.id(2 * pair + 1), gap);
}

void check_failure(const Card& limits, const Card& strengths) {
  expect_not_negative(limits, {"TFAIL"});
  expect_not_negative(strengths, {"NXX", "NYY", "NZZ", "MXX", "MYY", "MZZ"});
}

Reader joint_reader(JointKind kind) {
  return [kind](Cards& cards, const Options& options, Deck& deck) {
    while (cards.more()) {
      Joint joint;
      joint.kind = kind;
      if (options.count("ID")) std::tie(joint.id, joint.title) = read_id_card(cards);
      const Card card = cards.next(joint_card);
      expect_not_negative(card, {"RPS", "DAMP"});
      joint.stiffness_scale = card.real("RPS");
      joint.damping_scale = card.real("DAMP");
      if (kind == JointKind::screw) {
        const Card screw = cards.next(screw_card);
        joint.lead = screw.real("PARM");
        if (joint.lead == 0) screw.error("PARM", "found 0, expected a displacement per angle");
      }
      if (options.count("LOCAL")) cards.next(local_card);
      std::optional<Card> limits;
      if (options.count("FAILURE")) {
        limits = cards.next(failure_card_1);
        const Card strengths = cards.next(failure_card_2);
        check_failure(*limits, strengths);
        JointFailure& failure = joint.failure.emplace();
        if (limits->real("TFAIL") > 0) failure.time = limits->real("TFAIL");
        failure.is_coupled = limits->real("COUPL") <= 0;
        failure.force = strengths.vector("NXX", "NYY", "NZZ");
        failure.moment = strengths.vector("MXX", "MYY", "MZZ");
      }
      deck.later(Phase::conditions, [&deck, card, limits, joint]() mutable {
        if (limits) joint.failure->frame = frame_of(deck, *limits, "CID");
        if (!find_ends(deck, card, joint)) return;
        check_places(deck, card, joint);
        joint.number = Index(deck.model.joints.size());
        if (joint.id == 0) joint.id = joint.number + 1;
        deck.model.joints.push_back(joint);
      });
    }
  };
}

void add_to(Registry& registry) {
  const std::vector<CardForm> cards{
      {"_ID", id_card},          {"1", joint_card}, {"_LOCAL", local_card}, {"_FAILURE 1", failure_card_1},
      {"_FAILURE 2", failure_card_2}};
  const auto add = [&registry](const char* name, JointKind kind, const std::vector<CardForm>& forms) {
    registry.add(name, {"ID", "LOCAL", "FAILURE"}, forms, joint_reader(kind));
  };
  add("CONSTRAINED_JOINT_SPHERICAL", JointKind::spherical, cards);
  add("CONSTRAINED_JOINT_REVOLUTE", JointKind::revolute, cards);
  add("CONSTRAINED_JOINT_CYLINDRICAL", JointKind::cylindrical, cards);
  add("CONSTRAINED_JOINT_TRANSLATIONAL", JointKind::translational, cards);
  std::vector<CardForm> of_screw = cards;
  of_screw.insert(of_screw.begin() + 2, {"2, of a screw", screw_card});
  add("CONSTRAINED_JOINT_LOCKING", JointKind::locking, cards);
  add("CONSTRAINED_JOINT_PLANAR", JointKind::planar, cards);
  add("CONSTRAINED_JOINT_UNIVERSAL", JointKind::universal, cards);
  add("CONSTRAINED_JOINT_SCREW", JointKind::screw, of_screw);
}

}  // namespace crumple::deck::joints_keywords
