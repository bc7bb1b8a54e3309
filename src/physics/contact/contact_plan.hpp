// The properties of a contact, determined once from its card: which nodes are checked against which faces, edge-to-edge
// contact, the stiffness rule, birth and death. The rest of contact reads these instead of the card. Made by
// make_contacts.
#pragma once

#include <array>
#include <vector>

#include "kernels/device.hpp"
#include "model/model.hpp"
#include "physics/contact/friction.hpp"
#include "physics/contact/kept_stiffness.hpp"

namespace crumple {

/// Side A (0) or B (1) of a contact: the values of its card.
struct ContactSide {
  const ContactSurface* surface = nullptr;
  double stiffness_scale = 1;       ///< SLSFAC of the control card times SFSA, SFSB
  double thickness = 0;             ///< SAST, SBST [length]; 0: the elements'
  double thickness_scale = 1;       ///< SFSAT, SFSBT
  bool limits_thickness = false;    ///< to a fraction of the element edges, for single-surface contact
};

/// Nodes of one side against faces of one side.
struct PassPlan {
  int slaves = 0, faces = 0;  ///< sides
};

struct ContactPlan {
  Id id = 0;
  std::array<ContactSide, 2> side;
  std::vector<PassPlan> passes;
  bool meets_itself = false;        ///< single-surface contact: side A is both sides
  bool has_edges = false;           ///< edge-to-edge contact, too
  bool holds_deep = false;          ///< nodes driven through shells are held up to half the face's size
  bool erodes = false;              ///< faces of solids are exposed as others are deleted

  StiffnessRule stiffness = StiffnessRule::elements;
  /// The stiffness from masses and time step is 0.5 step_scale side_scale m*/dt^2.
  double step_scale = 0, side_scale = 1;
  double stiffness_dt = 0;          ///< the dt of that stiffness [time]; 0: the current step
  double edge_scale = 1;            ///< of that stiffness between edges
  double damping = 0;               ///< of the normal motion, in units of sqrt(k m*): twice the damping ratio
  Friction friction;
  const FrictionOfPairs* friction_of_pairs = nullptr;  ///< of the contact
  kernels::RunVector<Friction> friction_table;         ///< [group][group]; empty: none
  Index n_friction_groups = 0;

  double birth = 0, death = 1e20;   ///< [time]
  bool acts_at_start = true;
  bool names_initial_penetrations = true;  ///< in a warning
  bool lists_initial_penetrations = false;  ///< all of them, with where their nodes should be
  bool asks_to_move_nodes = false;          ///< out of initial penetrations

  bool acts_at(double time) const { return time >= birth && time <= death; }
};

/// [contact] The plans of the model's contacts; they refer to it.
std::vector<ContactPlan> make_contact_plans(const Model& model);

}  // namespace crumple
