// Contacts: who may touch whom, with the parameters of the *CONTACT cards; ties and what measures contact forces.
// Part of the Model (model.hpp), read by `physics/contact` and `physics/ties`.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "model/mesh.hpp"

namespace crumple {

enum class ContactKind : std::uint8_t { single_surface, surface_to_surface, nodes_to_surface };

/// One face that nodes may touch: a whole shell, or an exterior face of a solid.
struct ContactSegment {
  std::array<Index, 4> nodes{none, none, none, none};  ///< triangles repeat the third node
  Index shell = none;  ///< the element behind it; deleting it deletes the face
  Index solid = none;
  /// _ERODING_: the solid beyond the face, hiding it until deleted; by its number in the whole model, also in pieces
  Index covered_by = none;
  CRUMPLE_DESCRIBE(ref::node(nodes), ref::shell(shell), ref::solid(solid), ref::solid_of_whole(covered_by))
};

/// One side of a contact: faces, and the nodes that are checked against the other side's faces.
struct ContactSurface {
  std::vector<ContactSegment> segments;
  std::vector<Index> nodes;  ///< ascending, unique
  /// _ERODING_: those of `nodes` that only covered faces have; ascending. They take part once an element around them is
  /// deleted
  std::vector<Index> inner;
  CRUMPLE_DESCRIBE(on_one_rank(plain(segments)), ref::ascending_nodes(nodes, inner))
};

/// *DEFINE_FRICTION: friction between two parts.
struct FrictionOfPairs {
  std::vector<Index> parts;  ///< that pairs name, ascending: groups 1, 2, ...; all others are group 0
  /// [group of one side][group of the other]: FS, FD [1], DC [time/length]; symmetric; empty: friction is the contact's
  std::vector<std::array<double, 3>> values;
  CRUMPLE_DESCRIBE(ref::part(parts), plain(values))
};

/// What the cards of *CONTACT_AUTOMATIC_... say of a penalty contact besides its surfaces.
struct ContactLaw {
  Id id = 0;
  std::string title;
  ContactKind kind = ContactKind::single_surface;
  bool eroding = false;        ///< _ERODING_: faces of solids appear as others are deleted
  bool holds_deep = false;     ///< a name without _AUTOMATIC_: nodes are never let go that are driven through a shell
  double friction_static = 0, friction_dynamic = 0, friction_decay = 0;  ///< FS, FD, DC [time/length]
  double viscous_damping = 0;                                            ///< VDC [percent of critical]
  double birth = 0, death = 1e20;                                        ///< [time]
  double stiffness_scale_a = 1, stiffness_scale_b = 1;                   ///< SFSA, SFSB
  double thickness_a = 0, thickness_b = 0;                               ///< SAST, SBST [length]; 0: the element's
  double thickness_scale_a = 1, thickness_scale_b = 1;                   ///< SFSAT, SFSBT
  int soft = 0;                ///< SOFT 0, 1, or 2: faces against faces, by the time step
  double soft_scale = 0.1;     ///< SOFSCL
  bool edges = false;          ///< edges meet edges, too: DEPTH 5, 15, 25 or 35 of SOFT = 2
  double edge_scale = 1;       ///< EDGEK: of their stiffness
  double stiffness_dt = 0;     ///< DTSTIF: the step for which penalty stiffness is set [time]; 0: the run's own
  int ignore = 0;              ///< IGNORE 0, 1, 2
  FrictionOfPairs friction_of_pairs;
  CRUMPLE_DESCRIBE(plain(id, title, kind, eroding, holds_deep, friction_static, friction_dynamic, friction_decay,
                         viscous_damping, birth, death, stiffness_scale_a, stiffness_scale_b, thickness_a, thickness_b,
                         thickness_scale_a, thickness_scale_b, soft, soft_scale, edges, edge_scale, stiffness_dt,
                         ignore, friction_of_pairs))
};

/// *CONTACT_AUTOMATIC_...: penalty contact. For single_surface, surface B is empty and A meets itself.
struct Contact : ContactLaw {
  ContactSurface a, b;
  CRUMPLE_DESCRIBE(base<ContactLaw>(*this), plain(a, b))
};

/// How ties of limited stress lose it when they have reached their strength (physics/joints/soft_ties.hpp).
struct TieSoftening {
  double normal_energy = 0, shear_energy = 0;  ///< ERATEN, ERATES: to open, to slide until failure [energy/area]
  double exponent = 1;      ///< PARAM with energies: XMU of their mixture; > 0 power law, < 0 of Benzeggagh and Kenane
  double distance = 0;      ///< PARAM without energies: separation at failure [length]
  double stiffness = 0;     ///< CN: before damage [force/length^3]; 0: as masses and the time step allow
  double shear_ratio = 1;   ///< CT2CN: of the stiffness across to CN
  bool resists_pressure = false;  ///< no contact keeps the node in front of the face: cohesive elements
  Index curve = none;       ///< PARAM of OPTION 5: share of the stress that is left over the separation
  CRUMPLE_DESCRIBE(plain(normal_energy, shear_energy, exponent, distance, stiffness, shear_ratio, resists_pressure),
                   ref::curve(curve))
};

/// Ties with tension N and shear S fail at (N / normal)^normal_exponent + (S / shear)^shear_exponent = 1, or soften.
struct TieStrength {
  double normal = 0, shear = 0;  ///< 0: no limit [force], or of_stress [force/length^2]
  double normal_exponent = 2, shear_exponent = 2;
  bool of_stress = false;
  TieSoftening softening;
  bool is_limited() const { return normal > 0 || shear > 0; }
  bool softens() const { return softening.distance > 0 || softening.normal_energy > 0 || softening.curve != none; }
  CRUMPLE_DESCRIBE(plain(normal, shear, normal_exponent, shear_exponent, of_stress, softening))
};

/// *CONTACT_TIED_..., *CONTACT_SPOTWELD, and of _TIEBREAK what holds before it: nodes of A that are close enough to a
/// face of B at t = 0 follow it.
struct TiedContact {
  Id id = 0;
  std::string title;
  ContactSurface a, b;           ///< nodes of a, faces of b; both empty in a piece of a model
  bool ties_rotation = false;    ///< _SHELL_EDGE_TO_..., _SPOTWELD
  bool keeps_offset = false;     ///< _OFFSET: nodes stay where they are, otherwise they are moved onto the face
  double thickness_a = 0, thickness_b = 0;  ///< SAST, SBST [length]; 0: the elements'; < 0: no other criterion
  TieStrength strength;
  std::int64_t n_ties = 0;       ///< nodes tied, of the whole model
  CRUMPLE_DESCRIBE(plain(id, title, a, b, ties_rotation, keeps_offset, thickness_a, thickness_b, strength, n_ties))
};

/// A node tied to a face, found when the model is set up.
struct Tie {
  Index contact = none;                                  ///< into Model::tied_contacts
  Index node = none;
  std::array<Index, 4> corners{none, none, none, none};  ///< of the face; triangles repeat the third, with weight 0
  std::array<double, 4> weights{};                       ///< of the corners at the node's foot, sum 1
  bool ties_rotation = false, keeps_offset = false;      ///< of the contact
  Index shell = none, solid = none;                      ///< behind the face; none in the pieces that have not got it
  double area = 0;                                       ///< that the node stands for on its own side [length^2]
  CRUMPLE_DESCRIBE(ref::tied_contact(contact), ref::node(node), ref::following_nodes(corners),
                   plain(weights, ties_rotation, keeps_offset), ref::shell(shell), ref::solid(solid), plain(area))
};

/// *CONTACT_FORCE_TRANSDUCER_PENALTY: adds up the forces that penalty contacts put on its nodes; no force of its own.
struct ForceTransducer {
  Id id = 0;
  std::string title;
  std::vector<Index> nodes;    ///< of side A, ascending, unique
  std::vector<Index> against;  ///< of side B, ascending, unique
  bool has_side_b = false;     ///< only touches with these count, otherwise all
  CRUMPLE_DESCRIBE(plain(id, title, has_side_b), ref::ascending_nodes(nodes, against))
};

}  // namespace crumple
