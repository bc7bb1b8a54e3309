// *CONSTRAINED_JOINT_SPHERICAL, _REVOLUTE, _CYLINDRICAL, with _ID and _FAILURE.
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <tuple>

#include "deck/keywords/keywords.hpp"

namespace crumple::deck {
namespace {

constexpr Field joint_card[] = {
    id(IdOf::node, "N1", "node of rigid body A"),
    id(IdOf::node, "N2", "node of rigid body B, at N1; cylindrical: on the axis"),
    id(IdOf::node, "N3", "node of A on the axis of a revolute or cylindrical joint; spherical: not read"),
    id(IdOf::node, "N4", "node of B, at N3; cylindrical: on the axis; spherical: not read"),
    no_effect("N5", "of other kinds of joints"),
    no_effect("N6", "of other kinds of joints"),
    real("RPS", "scale of the penalty stiffness; unstable from about 7 on", "1", 1),
    real("DAMP", "scale of the damping, which is a tenth of the critical one; up to 0.01: none", "1", 1)};
constexpr Field failure_card_1[] = {
    id(IdOf::definition, "CID", "frame of the resultants, which does not move; 0: global"),
    real("TFAIL", "time of failure; 0: none", "time"),
    real("COUPL", "above 0: forces and moments fail it each by themselves, else together")};
constexpr Field failure_card_2[] = {
    real("NXX", "force on body A at failure, only positive ones count; 0: none", "force"),
    real("NYY", "force at failure; 0: none", "force"),
    real("NZZ", "force at failure; 0: none", "force"),
    real("MXX", "moment on body A about the middle of N1 and N3 at failure; 0: none", "force length"),
    real("MYY", "moment at failure; 0: none", "force length"),
    real("MZZ", "moment at failure; 0: none", "force length")};

/// The rigid body of a node; none if it has none.
Index body_of_node(const Model& model, Index node) {
  for (std::size_t b = 0; b < model.rigid_bodies.size(); ++b)
    if (std::ranges::binary_search(model.rigid_bodies[b].nodes, node)) return Index(b);
  return none;
}

/// Nodes and bodies of a joint, with errors for what does not fit; false after an error.
bool find_ends(Deck& deck, const Card& card, Joint& joint) {
  for (std::size_t i = 0; i < 2 * joint.n_pairs(); ++i) {
    joint.nodes[i] = deck.find_node(card, card.field(i));
    if (joint.nodes[i] == none) return false;
    const Index body = body_of_node(deck.model, joint.nodes[i]);
    if (body == none) {
      card.error(card.field(i), fmt::format("node {} belongs to no rigid body", card.id(i)));
      return false;
    }
    Index& of_side = joint.bodies[i % 2];
    if (of_side != none && of_side != body) {
      card.error(card.field(i), fmt::format("node {} belongs to another rigid body than node {}", card.id(i),
                                            card.id(i - 2)));
      return false;
    }
    of_side = body;
  }
  if (joint.bodies[0] != joint.bodies[1]) return true;
  card.error("N2", fmt::format("nodes {} and {} belong to the same rigid body, expected two", card.id("N1"),
                               card.id("N2")));
  return false;
}

/// How far a node of body B is from where it should be at the start.
double initial_gap(const Joint& joint, std::size_t pair, const std::vector<Vec3>& position) {
  const Vec3 x1 = position[std::size_t(joint.nodes[0])], x = position[std::size_t(joint.nodes[2 * pair + 1])];
  if (joint.kind != JointKind::cylindrical) return norm(x - position[std::size_t(joint.nodes[2 * pair])]);
  return norm(cross(x - x1, normalized(position[std::size_t(joint.nodes[2])] - x1)));
}

void check_places(const Deck& deck, const Card& card, const Joint& joint) {
  const std::vector<Vec3>& position = deck.model.nodes.position;
  if (joint.n_pairs() == 2)
    for (std::size_t i = 0; i < 2; ++i)
      if (position[std::size_t(joint.nodes[i])] == position[std::size_t(joint.nodes[i + 2])])
        card.error(card.field(i + 2),
                   fmt::format("nodes {} and {} are at the same place, expected two points of the axis", card.id(i),
                               card.id(i + 2)));
  for (std::size_t pair = 0; pair < joint.n_pairs(); ++pair)
    if (const double gap = initial_gap(joint, pair, position); gap > 0)
      card.warn(card.field(2 * pair + 1),
                fmt::format("node {} is {:.3E} [length] from where the joint pulls it", card.id(2 * pair + 1), gap));
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

}  // namespace

void register_joints(Registry& registry) {
  const std::vector<CardForm> cards{
      {"_ID", id_card}, {"1", joint_card}, {"_FAILURE 1", failure_card_1}, {"_FAILURE 2", failure_card_2}};
  registry.add("CONSTRAINED_JOINT_SPHERICAL", {"ID", "FAILURE"}, cards, joint_reader(JointKind::spherical));
  registry.add("CONSTRAINED_JOINT_REVOLUTE", {"ID", "FAILURE"}, cards, joint_reader(JointKind::revolute));
  registry.add("CONSTRAINED_JOINT_CYLINDRICAL", {"ID", "FAILURE"}, cards, joint_reader(JointKind::cylindrical));
}

}  // namespace crumple::deck
