// The checked problem on the host: what the deck means, with every reference resolved to an index.
// Built by `deck`, cut into one piece per rank by `app/distribute`, read by `physics` and `io`; never changed after.
// A piece of a model is a Model again: its indices are local, ids (`id`) stay those of the deck.
// Units are the deck's own; dimensions are given in brackets.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "base/vec3.hpp"

namespace crumple {

using Index = std::int32_t;   ///< position in one of the model's arrays
using Id = std::int64_t;      ///< number given by the user in the deck
inline constexpr Index none = -1;

/// Nodal data, one entry per node in ascending id.
struct Nodes {
  std::vector<Id> id;
  std::vector<Vec3> position;          ///< [length] at t = 0
  std::vector<Vec3> velocity;          ///< [length/time] at t = 0
  std::vector<Vec3> angular_velocity;  ///< [1/time] at t = 0
  Index count() const { return Index(id.size()); }
  template <class A> void serialize(A& a) { a(id, position, velocity, angular_velocity); }
};

/// A quadrilateral shell; a triangle repeats its third node in the fourth place.
struct Shell {
  Id id = 0;
  Index part = none;
  std::array<Index, 4> nodes{none, none, none, none};
  std::array<float, 4> thickness{};  ///< [length] at the nodes, from *ELEMENT_SHELL_THICKNESS; 0: the section's
  bool is_triangle() const { return nodes[2] == nodes[3]; }
  template <class A> void serialize(A& a) { a(id, part, nodes, thickness); }
};

/// A hexahedron in LS-DYNA's node order; wedges, pyramids and tetrahedra repeat nodes.
struct Solid {
  Id id = 0;
  Index part = none;
  std::array<Index, 8> nodes{none, none, none, none, none, none, none, none};
  template <class A> void serialize(A& a) { a(id, part, nodes); }
};

struct PointMass {
  Id id = 0;
  Index node = none;
  double mass = 0;  ///< [mass]
  template <class A> void serialize(A& a) { a(id, node, mass); }
};

enum class SectionKind : std::uint8_t { shell, solid };

struct Section {
  Id id = 0;
  std::string title;
  SectionKind kind = SectionKind::shell;
  int element_form = 2;                      ///< ELFORM
  double shear_factor = 5.0 / 6.0;           ///< SHRF [1]
  int n_layers = 2;                          ///< NIP, 1 to 10 (QR/IRID = 0: Gauss points)
  std::array<double, 4> thickness{};         ///< T1..T4 [length]
  double reference_surface = 0;              ///< NLOC: -1 bottom, 0 middle, +1 top
  template <class A> void serialize(A& a) {
    a(id, title, kind, element_form, shear_factor, n_layers, thickness, reference_surface);
  }
};

/// *HOURGLASS, or the control cards' defaults. Zero coefficients have already been replaced by LS-DYNA's defaults.
struct Hourglass {
  Id id = 0;
  int type = 1;             ///< IHQ 1..5
  double coefficient = 0.1; ///< QM: membrane (shell) or all modes (solid)
  double bending = 0.1;     ///< QB: shells
  double warping = 0.1;     ///< QW: shells
  double bulk_quadratic = 1.5; ///< Q1
  double bulk_linear = 0.06;   ///< Q2
  template <class A> void serialize(A& a) { a(id, type, coefficient, bending, warping, bulk_quadratic, bulk_linear); }
};

/// y(x), piecewise linear, scale and offset applied; x strictly ascending; constant beyond the ends.
struct Curve {
  Id id = 0;
  std::string title;
  std::vector<double> x, y;
  double evaluate(double at) const;
  template <class A> void serialize(A& a) { a(id, title, x, y); }
};

/// Degrees of freedom as bits: 1 x, 2 y, 4 z, 8 rx, 16 ry, 32 rz.
using DofMask = std::uint8_t;

/// *MAT_001 ELASTIC
struct MaterialElastic {
  static constexpr int number = 1;
  template <class A> void serialize(A&) {}
};

/// *MAT_003 PLASTIC_KINEMATIC
struct MaterialPlasticKinematic {
  static constexpr int number = 3;
  double yield = 0;           ///< SIGY [force/area]
  double tangent = 0;         ///< ETAN [force/area]
  double beta = 0;            ///< 0 kinematic ... 1 isotropic
  double rate_c = 0;          ///< SRC, Cowper-Symonds C [1/time]; 0: no rate effect
  double rate_p = 0;          ///< SRP, Cowper-Symonds P
  double failure_strain = 0;  ///< FS; 0: none
  bool viscoplastic = false;  ///< VP
  template <class A> void serialize(A& a) { a(yield, tangent, beta, rate_c, rate_p, failure_strain, viscoplastic); }
};

/// *MAT_020 RIGID
struct MaterialRigid {
  static constexpr int number = 20;
  int constraint_frame = 0;  ///< CMO: +1 global constraints, 0 none, -1 local frame
  int translation = 0;       ///< CON1 for CMO = 1: 0..7 as LS-DYNA
  int rotation = 0;          ///< CON2 for CMO = 1: 0..7
  Index local_frame = none;  ///< for CMO = -1: position in Model::frames
  DofMask local_dof = 0;     ///< for CMO = -1: fixed degrees of freedom in that frame
  template <class A> void serialize(A& a) { a(constraint_frame, translation, rotation, local_frame, local_dof); }
};

/// *MAT_024 PIECEWISE_LINEAR_PLASTICITY. Hardening is given, in this order of precedence, by `rate_strain` +
/// `hardening` (a table), `hardening[0]` (a curve or EPS/ES points), or `tangent`.
struct MaterialPiecewiseLinearPlasticity {
  static constexpr int number = 24;
  double yield = 0;           ///< SIGY [force/area]
  double tangent = 0;         ///< ETAN [force/area]
  double failure_strain = 0;  ///< FAIL; 0: none
  double rate_c = 0;          ///< C [1/time]; 0: no rate effect
  double rate_p = 0;          ///< P
  bool viscoplastic = false;  ///< VP
  std::vector<Curve> hardening;     ///< yield stress [force/area] over effective plastic strain; one per rate
  std::vector<double> rate_strain;  ///< strain rates of the curves of a table [1/time], ascending; else empty
  template <class A> void serialize(A& a) {
    a(yield, tangent, failure_strain, rate_c, rate_p, viscoplastic, hardening, rate_strain);
  }
};

/// Flow stress of Johnson & Cook, of *MAT_015 and *MAT_098: (A + B ep^N) (1 + C ln(rate / EPSO)) above EPSO.
struct JohnsonCookFlow {
  double a = 0, b = 0;            ///< A, B [force/area]
  double n = 0, c = 0;            ///< N, C
  double reference_rate = 1;      ///< EPSO [1/time]
  bool viscoplastic = false;      ///< VP
  template <class A> void serialize(A& ar) { ar(a, b, n, c, reference_rate, viscoplastic); }
};

/// *MAT_015 JOHNSON_COOK; the volume is elastic. Without `specific_heat` the temperature stays `room`.
struct MaterialJohnsonCook {
  static constexpr int number = 15;
  JohnsonCookFlow flow;
  double m = 0;                       ///< M, of the softening 1 - T*^M
  double melting = 0, room = 0;       ///< TM, TR [temperature]
  double specific_heat = 0;           ///< CP [energy/(mass temperature)]
  std::array<double, 5> fracture{};   ///< D1..D5; all 0: does not fail
  double least_fracture_strain = 0;   ///< EFMIN
  template <class A> void serialize(A& a) {
    a(flow, m, melting, room, specific_heat, fracture, least_fracture_strain);
  }
};

/// *MAT_098 SIMPLIFIED_JOHNSON_COOK
struct MaterialSimplifiedJohnsonCook {
  static constexpr int number = 98;
  JohnsonCookFlow flow;
  double failure_strain = 0;         ///< PSFAIL; 0: none
  double largest_static_stress = 0;  ///< SIGMAX, without the rate effect [force/area]; 0: none
  double largest_stress = 0;         ///< SIGSAT [force/area]; 0: none
  template <class A> void serialize(A& a) { a(flow, failure_strain, largest_static_stress, largest_stress); }
};

using MaterialLaw = std::variant<MaterialElastic, MaterialPlasticKinematic, MaterialRigid,
                                 MaterialPiecewiseLinearPlasticity, MaterialJohnsonCook, MaterialSimplifiedJohnsonCook>;

struct Material {
  Id id = 0;
  std::string title;
  double density = 0;  ///< RO [mass/volume]
  double young = 0;    ///< E [force/area]
  double poisson = 0;  ///< PR
  MaterialLaw law;
  /// The number of the *MAT keyword.
  int number() const {
    return std::visit([](const auto& m) { return m.number; }, law);
  }
  bool is_rigid() const { return std::holds_alternative<MaterialRigid>(law); }
  template <class A> void serialize(A& a) { a(id, title, density, young, poisson, law); }
};

/// Friction and thickness of *PART_CONTACT; a value of 0 leaves the contact's own.
struct PartContact {
  double friction_static = 0, friction_dynamic = 0, friction_decay = 0;
  double thickness = 0;        ///< OPTT [length]
  double thickness_scale = 0;  ///< SFT
  double stiffness_scale = 0;  ///< SSF
  template <class A> void serialize(A& a) {
    a(friction_static, friction_dynamic, friction_decay, thickness, thickness_scale, stiffness_scale);
  }
};

/// Mass properties given by the user (*PART_INERTIA, *CONSTRAINED_NODAL_RIGID_BODY_INERTIA), replacing computed ones.
struct GivenInertia {
  Vec3 center;             ///< [length]
  double mass = 0;         ///< [mass]
  Mat3 inertia;            ///< about the centre, global axes [mass length^2]
  Vec3 velocity;           ///< [length/time]
  Vec3 angular_velocity;   ///< [1/time]
  template <class A> void serialize(A& a) { a(center, mass, inertia, velocity, angular_velocity); }
};

struct Part {
  Id id = 0;
  std::string title;
  Index section = none;
  Index material = none;
  Index hourglass = none;
  std::optional<GivenInertia> inertia;
  std::optional<PartContact> contact;
  template <class A> void serialize(A& a) { a(id, title, section, material, hourglass, inertia, contact); }
};

/// A right-handed frame: rows of `axes` are its unit vectors in the global frame.
struct Frame {
  Id id = 0;
  Vec3 origin;  ///< [length]
  Mat3 axes = Mat3::identity();
  template <class A> void serialize(A& a) { a(id, origin, axes); }
};

/// Fixed degrees of freedom of a node (*BOUNDARY_SPC, TC/RC of *NODE), in the global frame or in `frames[frame]`.
struct SinglePointConstraint {
  Index node = none;
  DofMask dof = 0;
  Index frame = none;
  template <class A> void serialize(A& a) { a(node, dof, frame); }
};

enum class MotionKind : std::uint8_t { velocity, acceleration, displacement };

/// *BOUNDARY_PRESCRIBED_MOTION: value(t) = scale * curve(t) along `direction`, for nodes or for a rigid body.
struct PrescribedMotion {
  Id id = 0;
  std::vector<Index> nodes;          ///< empty for a rigid body
  Index rigid_body = none;
  bool rotation = false;             ///< about `direction` instead of along it
  Vec3 direction;                    ///< unit vector
  MotionKind kind = MotionKind::velocity;
  Index curve = none;
  double scale = 1;
  double birth = 0, death = 1e28;    ///< [time]
  template <class A> void serialize(A& a) {
    a(id, nodes, rigid_body, rotation, direction, kind, curve, scale, birth, death);
  }
};

/// *LOAD_NODE: force or moment = scale * curve(t) * direction on each node.
struct NodalLoad {
  std::vector<Index> nodes;
  bool moment = false;
  Vec3 direction;  ///< unit vector
  Index curve = none;
  double scale = 1;
  template <class A> void serialize(A& a) { a(nodes, moment, direction, curve, scale); }
};

/// *LOAD_BODY: base acceleration scale * curve(t) along `axis`; as in LS-DYNA the body force acts AGAINST it.
struct BodyLoad {
  int axis = 2;  ///< 0 x, 1 y, 2 z
  Index curve = none;
  double scale = 1;  ///< [length/time^2]
  template <class A> void serialize(A& a) { a(axis, curve, scale); }
};

/// *LOAD_SEGMENT, *LOAD_SHELL: pressure scale * curve(t - arrival), positive against the segment's normal
/// (n1-n2-n3 right-handed), as in LS-DYNA.
struct PressureLoad {
  std::vector<std::array<Index, 4>> segments;  ///< triangles repeat the third node
  Index curve = none;
  double scale = 1;    ///< [force/area]
  double arrival = 0;  ///< [time]
  template <class A> void serialize(A& a) { a(segments, curve, scale, arrival); }
};

/// *RIGIDWALL_PLANAR: nodes may not pass to the negative side of the plane.
struct RigidWall {
  Id id = 0;
  std::string title;
  bool all_nodes = false;       ///< every node of the model except `excluded`
  std::vector<Index> nodes;     ///< when not all_nodes
  std::vector<Index> excluded;  ///< when all_nodes
  Vec3 point;                   ///< tail of the normal, on the plane [length]
  Vec3 normal;                  ///< unit vector, into the free half space
  double friction = 0;          ///< FRIC: 0 frictionless, 0..1 Coulomb, >= 1 no sliding after contact
  double birth = 0, death = 1e20;  ///< [time]
  /// _FINITE: extent along the edge vectors from `point`; 0: infinite
  Vec3 edge_l, edge_m;             ///< unit vectors
  double length_l = 0, length_m = 0;  ///< [length]
  /// _MOVING: free to translate along its normal
  double mass = 0;               ///< [mass]; 0: fixed
  double velocity = 0;           ///< initial speed along the normal's direction of travel [length/time]
  template <class A> void serialize(A& a) {
    a(id, title, all_nodes, nodes, excluded, point, normal, friction, birth, death, edge_l, edge_m, length_l, length_m,
      mass, velocity);
  }
};

enum class ContactKind : std::uint8_t { single_surface, surface_to_surface, nodes_to_surface };

/// One face that nodes may touch: a whole shell, or an exterior face of a solid.
struct ContactSegment {
  std::array<Index, 4> nodes{none, none, none, none};  ///< triangles repeat the third node
  Index shell = none;  ///< the element behind it; deleting it deletes the face
  Index solid = none;
  template <class A> void serialize(A& a) { a(nodes, shell, solid); }
};

/// One side of a contact: faces, and the nodes that are checked against the other side's faces.
struct ContactSurface {
  std::vector<ContactSegment> segments;
  std::vector<Index> nodes;  ///< ascending, unique
  template <class A> void serialize(A& a) { a(segments, nodes); }
};

/// *CONTACT_AUTOMATIC_...: penalty contact. For single_surface, surface B is empty and A meets itself.
struct Contact {
  Id id = 0;
  std::string title;
  ContactKind kind = ContactKind::single_surface;
  ContactSurface a, b;
  double friction_static = 0, friction_dynamic = 0, friction_decay = 0;  ///< FS, FD, DC [time/length]
  double viscous_damping = 0;                                            ///< VDC [percent of critical]
  double birth = 0, death = 1e20;                                        ///< [time]
  double stiffness_scale_a = 1, stiffness_scale_b = 1;                   ///< SFSA, SFSB
  double thickness_a = 0, thickness_b = 0;                               ///< SAST, SBST [length]; 0: the element's
  double thickness_scale_a = 1, thickness_scale_b = 1;                   ///< SFSAT, SFSBT
  int soft = 0;                ///< SOFT 0 or 1
  double soft_scale = 0.1;     ///< SOFSCL
  int ignore = 0;              ///< IGNORE 0, 1, 2
  template <class A> void serialize(A& ar) {
    ar(id, title, kind, a, b, friction_static, friction_dynamic, friction_decay, viscous_damping, birth, death,
       stiffness_scale_a, stiffness_scale_b, thickness_a, thickness_b, thickness_scale_a, thickness_scale_b, soft,
       soft_scale, ignore);
  }
};

/// *CONTACT_TIED_..., *CONTACT_SPOTWELD: nodes of A that are close enough to a face of B at t = 0 follow it.
struct TiedContact {
  Id id = 0;
  std::string title;
  ContactSurface a, b;           ///< nodes of a, faces of b; both empty in a piece of a model
  bool ties_rotation = false;    ///< _SHELL_EDGE_TO_..., _SPOTWELD
  bool keeps_offset = false;     ///< _OFFSET: nodes stay where they are, otherwise they are moved onto the face
  double thickness_a = 0, thickness_b = 0;  ///< SAST, SBST [length]; 0: the elements'; < 0: given, and no other criterion
  std::int64_t n_ties = 0;       ///< nodes tied, of the whole model
  template <class A> void serialize(A& ar) {
    ar(id, title, a, b, ties_rotation, keeps_offset, thickness_a, thickness_b, n_ties);
  }
};

/// A node tied to a face, found when the model is set up.
struct Tie {
  Index contact = none;                                  ///< into Model::tied_contacts
  Index node = none;
  std::array<Index, 4> corners{none, none, none, none};  ///< of the face; triangles repeat the third, with weight 0
  std::array<double, 4> weights{};                       ///< of the corners at the node's foot, sum 1
  bool ties_rotation = false, keeps_offset = false;      ///< of the contact
  Index shell = none, solid = none;                      ///< behind the face; none in the pieces that have not got it
  template <class A> void serialize(A& a) {
    a(contact, node, corners, weights, ties_rotation, keeps_offset, shell, solid);
  }
};

/// Nodes that move as one: *MAT_020 parts, *CONSTRAINED_NODAL_RIGID_BODY, both with merged bodies and extra nodes.
struct RigidBody {
  Id id = 0;                    ///< part id of the (master) part or of the nodal rigid body
  std::string title;
  std::vector<Index> parts;     ///< empty for a nodal rigid body; the master first
  std::vector<Index> nodes;     ///< ascending, unique: all nodes that follow the body
  MaterialRigid constraint;     ///< of the master part
  std::optional<GivenInertia> inertia;
  /// *INITIAL_VELOCITY_RIGID_BODY; without it the initial motion follows from the nodes' momentum
  std::optional<std::pair<Vec3, Vec3>> initial_velocity;  ///< v [length/time], omega [1/time]
  template <class A> void serialize(A& a) { a(id, title, parts, nodes, constraint, inertia, initial_velocity); }
};

/// *CONSTRAINED_SPOTWELD: a massless rigid link of two nodes; fails when
/// (|fn|/normal_strength)^normal_exponent + (|fs|/shear_strength)^shear_exponent >= 1, or at failure_time.
struct SpotWeld {
  Id id = 0;
  std::array<Index, 2> nodes{none, none};
  double normal_strength = 0, shear_strength = 0;  ///< SN, SS [force]; 0: does not fail
  double normal_exponent = 2, shear_exponent = 2;
  double failure_time = 1e20;    ///< TF [time]
  double failure_strain = 1e20;  ///< EP: plastic strain of the shells at the weld
  template <class A> void serialize(A& a) {
    a(id, nodes, normal_strength, shear_strength, normal_exponent, shear_exponent, failure_time, failure_strain);
  }
};

/// *DAMPING_GLOBAL: force -m D v on every node.
struct GlobalDamping {
  Index curve = none;        ///< LCID: D over time [1/time]
  double constant = 0;       ///< VALDMP [1/time] when there is no curve
  Vec3 translation{1, 1, 1}; ///< STX.. scale factors
  Vec3 rotation{1, 1, 1};    ///< SRX..
  bool active() const { return curve != none || constant != 0; }
  template <class A> void serialize(A& a) { a(curve, constant, translation, rotation); }
};

/// *CONTROL_* values that can change the result, with LS-DYNA's defaults.
struct Control {
  double end_time = 0;             ///< ENDTIM [time]
  std::int64_t end_cycle = 0;      ///< ENDCYC; 0: no limit
  double minimum_dt_factor = 0;    ///< DTMIN: stop when dt < DTMIN * first dt
  double energy_change_limit = 0;  ///< ENDENG: stop at this change of total energy in percent; 0: no limit
  double initial_dt = 0;           ///< DTINIT [time]; 0: computed
  double dt_scale = 0.9;           ///< TSSFAC
  double mass_scaling_dt = 0;      ///< DT2MS [time]; < 0: scale only elements below TSSFAC*|DT2MS|; 0: none
  bool erode_small_dt = false;     ///< ERODE
  Index dt_limit_curve = none;     ///< LCTM: largest dt over time
  int thickness_update = 0;        ///< ISTUPD of *CONTROL_SHELL: 0 off, >= 1 on
  double wall_penalty = 0;         ///< RWPNAL of *CONTROL_CONTACT: rigid nodes at walls
  double contact_stiffness = 0.1;  ///< SLSFAC
  template <class A> void serialize(A& a) {
    a(end_time, end_cycle, minimum_dt_factor, energy_change_limit, initial_dt, dt_scale, mass_scaling_dt,
      erode_small_dt, dt_limit_curve, thickness_update, wall_penalty, contact_stiffness);
  }
};

/// What is written and how often; an interval of 0 means the file is not written.
struct Output {
  double glstat = 0, matsum = 0, rwforc = 0, rcforc = 0, nodout = 0;  ///< intervals [time]
  double states = 0;                                                  ///< *DATABASE_BINARY_D3PLOT [time]
  std::vector<Index> history_nodes;                                   ///< of *DATABASE_HISTORY_NODE
  template <class A> void serialize(A& a) { a(glstat, matsum, rwforc, rcforc, nodout, states, history_nodes); }
};

/// *SET_PART, for choosing elements after the deck has been read.
struct PartSet {
  Id id = 0;
  std::vector<Index> parts;
};

/// A line of pfile text in the deck: of *CONTROL_MPP_PFILE, or what another *CONTROL_MPP_... card says in these words.
struct PfileLine {
  std::string text;
  std::string file;     ///< the deck's file and line, for messages
  int line = 0;
  std::string keyword;  ///< empty for lines of *CONTROL_MPP_PFILE, where columns mean something
};

struct Model {
  std::string title;
  Nodes nodes;
  std::vector<Shell> shells;        ///< ascending id
  std::vector<Solid> solids;        ///< ascending id
  std::vector<PointMass> masses;
  std::vector<Part> parts;          ///< ascending id
  std::vector<Section> sections;
  std::vector<Material> materials;
  std::vector<Hourglass> hourglasses;
  std::vector<Curve> curves;
  std::vector<Frame> frames;
  std::vector<SinglePointConstraint> constraints;
  std::vector<PrescribedMotion> motions;
  std::vector<NodalLoad> nodal_loads;
  std::vector<BodyLoad> body_loads;
  std::vector<PressureLoad> pressure_loads;
  std::vector<RigidWall> walls;
  std::vector<Contact> contacts;
  std::vector<TiedContact> tied_contacts;
  std::vector<Tie> ties;            ///< by node; no node has two, and none is another tie's corner
  std::vector<RigidBody> rigid_bodies;
  std::vector<SpotWeld> spot_welds;
  GlobalDamping damping;
  Control control;
  Output output;
  std::vector<std::string> warnings;  ///< for the user, one line each
  // For the decomposition of the whole model, so not part of a piece:
  std::vector<PartSet> part_sets;      ///< ascending id
  std::vector<PfileLine> pfile_lines;  ///< in the order of the deck

  template <class A> void serialize(A& a) {
    a(title, nodes, shells, solids, masses, parts, sections, materials, hourglasses, curves, frames, constraints,
      motions, nodal_loads, body_loads, pressure_loads, walls, contacts, tied_contacts, ties, rigid_bodies, spot_welds, damping, control,
      output, warnings);
  }
};

}  // namespace crumple
