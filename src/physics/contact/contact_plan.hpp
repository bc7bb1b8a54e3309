// What a contact does, decided once from its card: which side's nodes meet which side's faces, whether edges meet
// edges, where the stiffness comes from, when it acts. The rest of contact reads these and asks no card for its kind.
// Made by make_contacts.
#pragma once

#include <array>
#include <vector>

#include "model/model.hpp"
#include "physics/contact/friction.hpp"

namespace crumple {

/// Where the penalty stiffness of a pair comes from.
enum class StiffnessRule : std::uint8_t {
  elements,             ///< SOFT = 0: the softer of the two sides
  at_least_time_step,   ///< SOFT = 1: the same, but at least what masses and time step give
  time_step,            ///< SOFT = 2: what masses and time step give
};

/// Side A (0) or B (1) of a contact: the numbers of its card.
struct ContactSide {
  const ContactSurface* surface = nullptr;
  double stiffness_scale = 1;       ///< SLSFAC of the control card times SFSA, SFSB
  double thickness = 0;             ///< SAST, SBST [length]; 0: the elements'
  double thickness_scale = 1;       ///< SFSAT, SFSBT
  bool limits_thickness = false;    ///< to a share of the elements' edges, as the surface meets itself
};

/// Nodes of one side against faces of one side.
struct PassPlan {
  int slaves = 0, faces = 0;  ///< sides
};

struct ContactPlan {
  Id id = 0;
  std::array<ContactSide, 2> side;
  std::vector<PassPlan> passes;
  bool meets_itself = false;        ///< side A is both sides
  bool has_edges = false;           ///< edges meet edges, too
  bool holds_deep = false;          ///< nodes that are driven through shells, to half the face's size
  bool erodes = false;              ///< faces of solids appear as others are deleted

  StiffnessRule stiffness = StiffnessRule::elements;
  /// The stiffness that masses and time step give is 0.5 step_scale side_scale m*/dt^2.
  double step_scale = 0, side_scale = 1;
  double stiffness_dt = 0;          ///< the dt of that stiffness [time]; 0: the run's own
  double edge_scale = 1;            ///< of that stiffness between edges
  double damping = 0;               ///< of the normal motion, in units of sqrt(k m*): twice the share of critical
  Friction friction;

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
