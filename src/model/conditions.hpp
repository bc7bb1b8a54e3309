// What acts on the nodes from outside: constraints, motions, loads, damping and rigid walls.
// Part of the Model (model.hpp), read by `physics/constraints`, `physics/loads` and `physics/rigid_walls`.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "base/vec3.hpp"
#include "model/mesh.hpp"

namespace crumple {

/// Degrees of freedom as bits: 1 x, 2 y, 4 z, 8 rx, 16 ry, 32 rz.
using DofMask = std::uint8_t;

/// A right-handed frame: rows of `axes` are its unit vectors in the global frame.
struct Frame {
  Id id = 0;
  Vec3 origin;  ///< [length]
  Mat3 axes = Mat3::identity();
  int first_axis = 0;  ///< DIR of *DEFINE_COORDINATE_NODES: the axis from N1 to N2, 0 x, 1 y, 2 z
  CRUMPLE_DESCRIBE(plain(id, origin, axes, first_axis))
};

/// Fixed degrees of freedom of a node (*BOUNDARY_SPC, TC/RC of *NODE), in the global frame or in `frames[frame]`.
struct SinglePointConstraint {
  Index node = none;
  DofMask dof = 0;
  Index frame = none;
  CRUMPLE_DESCRIBE(ref::node(node), plain(dof), ref::frame(frame))
};

enum class MotionKind : std::uint8_t { velocity, acceleration, displacement };

/// *BOUNDARY_PRESCRIBED_MOTION: value(t) = scale * curve(t) along `direction`, for nodes or for a rigid body.
struct PrescribedMotion {
  Id id = 0;
  std::vector<Index> nodes;          ///< empty for a rigid body
  Index rigid_body = none;
  bool rotation = false;             ///< about `direction` instead of along it
  Vec3 direction;                    ///< unit vector
  bool turns_with_body = false;      ///< _LOCAL: `direction` is that at t = 0
  /// How nodes turn about the axis through `centre` along `direction`; value: their angle, or its rate. On circles they
  /// have no other motion in the plane across it.
  enum class Turning : std::uint8_t { no, on_circles, freely_along_radius } turning = Turning::no;
  Vec3 centre;                       ///< [length]
  MotionKind kind = MotionKind::velocity;
  Index curve = none;
  double scale = 1;
  double birth = 0, death = 1e28;    ///< [time]
  CRUMPLE_DESCRIBE(plain(id, rotation, direction, turns_with_body, turning, centre, kind, scale, birth, death),
                   ref::node(nodes),
                   ref::rigid_body(rigid_body), ref::curve(curve))
};

/// *LOAD_NODE, *LOAD_RIGID_BODY: force or moment = scale * curve(t) * direction on each node, or at the centre of mass
/// of a rigid body.
struct NodalLoad {
  std::vector<Index> nodes;  ///< empty for a rigid body
  bool moment = false;
  Vec3 direction;  ///< unit vector
  Index curve = none;
  double scale = 1;
  Index rigid_body = none;
  CRUMPLE_DESCRIBE(ref::node(nodes), ref::rigid_body(rigid_body), plain(moment, direction, scale), ref::curve(curve))
};

/// *LOAD_BODY: base acceleration scale * curve(t) along `axis`; as in LS-DYNA the body force acts AGAINST it.
/// *LOAD_GRAVITY_PART: the same on the mass of parts. *LOAD_BODY_RX: the base turns about the axis through `centre`.
struct BodyLoad {
  int axis = 2;  ///< 0 x, 1 y, 2 z
  Index curve = none;
  double scale = 1;  ///< [length/time^2], or [1/time]
  std::vector<Index> parts;  ///< none: on the whole model
  bool turns = false;
  Vec3 centre{};             ///< [length]
  CRUMPLE_DESCRIBE(plain(axis, scale, turns, centre), ref::curve(curve), ref::part(parts))
};

/// *LOAD_SEGMENT, *LOAD_SHELL: pressure scale * curve(t - arrival), positive against the segment's normal
/// (n1-n2-n3 right-handed), as in LS-DYNA.
struct PressureLoad {
  std::vector<std::array<Index, 4>> segments;  ///< triangles repeat the third node
  Index curve = none;
  double scale = 1;    ///< [force/area]
  double arrival = 0;  ///< [time]
  CRUMPLE_DESCRIBE(on_one_rank(ref::node(segments)), ref::curve(curve), plain(scale, arrival))
};

/// *LOAD_BLAST_ENHANCED: pressure of a charge on a face. With x = (t - arrival) / duration >= 0 it is the sum of
/// p (1 - x) exp(-decay x) of the incident and the reflected wave, positive against the face's normal.
struct BlastFace {
  struct Wave {
    double pressure = 0;  ///< largest, times what the angle of the face leaves of it [force/area]
    double decay = 0;     ///< [1]
    CRUMPLE_DESCRIBE(plain(pressure, decay))
  };
  std::array<Index, 4> nodes{};    ///< triangles repeat the third node
  double arrival = 0, duration = 1;  ///< [time]
  double end = 0;                  ///< from then on there is no pressure [time]
  Wave incident, reflected;
  CRUMPLE_DESCRIBE(ref::node(nodes), plain(arrival, duration, end, incident, reflected))
};

/// *BOUNDARY_NON_REFLECTING: a face of a solid through which waves leave the model.
struct NonReflectingFace {
  std::array<Index, 4> nodes{};  ///< in the outward order; triangles repeat the third node
  Index solid = none;            ///< behind the face
  bool absorbs_dilatation = true, absorbs_shear = true;
  CRUMPLE_DESCRIBE(ref::node(nodes), ref::solid(solid), plain(absorbs_dilatation, absorbs_shear))
};

/// Surfaces of rigid walls: *RIGIDWALL_PLANAR is a plane; the others are those of *RIGIDWALL_GEOMETRIC_...
enum class RigidWallShape : std::uint8_t { plane, flat, prism, cylinder, sphere };

/// *RIGIDWALL_PLANAR, *RIGIDWALL_GEOMETRIC_...: nodes may not pass to the negative side of the plane, or into the body.
struct RigidWall {
  Id id = 0;
  std::string title;
  RigidWallShape shape = RigidWallShape::plane;
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
  /// _GEOMETRIC: depth of a prism against its normal (LENP), radius of a cylinder or sphere, length of a cylinder along
  /// its axis (the normal; 0: infinite) [length]
  double depth = 0, radius = 0, cylinder_length = 0;
  /// _MOTION: value(t) of the curve along `motion_direction`, a velocity or a displacement
  Index motion_curve = none;
  MotionKind motion_kind = MotionKind::velocity;
  Vec3 motion_direction;           ///< unit vector
  CRUMPLE_DESCRIBE(plain(id, title, shape, all_nodes, point, normal, friction, birth, death, edge_l, edge_m, length_l,
                         length_m, mass, velocity, depth, radius, cylinder_length, motion_kind, motion_direction),
                   ref::ascending_nodes(nodes, excluded), ref::curve(motion_curve))
};

/// *DAMPING_GLOBAL: force -m D v on every node.
struct GlobalDamping {
  Index curve = none;        ///< LCID: D over time [1/time]
  double constant = 0;       ///< VALDMP [1/time] when there is no curve
  Vec3 translation{1, 1, 1}; ///< STX.. scale factors
  Vec3 rotation{1, 1, 1};    ///< SRX..
  bool active() const { return curve != none || constant != 0; }
  CRUMPLE_DESCRIBE(ref::curve(curve), plain(constant, translation, rotation))
};

/// *DAMPING_PART_MASS: force -m D v on the nodes of parts, and on rigid ones as a whole.
struct PartDamping {
  std::vector<Index> nodes, bodies;
  Index curve = none;        ///< LCID: D over time [1/time]
  double scale = 1;          ///< SF
  Vec3 translation{1, 1, 1}; ///< STX.. scale factors
  Vec3 rotation{1, 1, 1};    ///< SRX..
  CRUMPLE_DESCRIBE(ref::node(nodes), ref::rigid_body(bodies), ref::curve(curve), plain(scale, translation, rotation))
};

/// *CONSTRAINED_INTERPOLATION: a node moves as the mean of others does.
struct Interpolation {
  Id id = 0;
  Index node = none;             ///< DNID, which depends on the others
  DofMask dof = 0;               ///< DDOF: what of its motion
  std::vector<Index> nodes;      ///< independent ones
  std::vector<double> weights;   ///< of each [1], sum 1
  CRUMPLE_DESCRIBE(plain(id, dof, weights), ref::node(node, nodes))
};

/// *CONSTRAINED_NODE_SET: nodes with the same velocities in some directions.
struct SharedMotion {
  Id id = 0;
  std::vector<Index> nodes;  ///< two or more
  DofMask dof = 0;           ///< DOF: directions, as bits
  double until = 1e20;       ///< TF [time]
  CRUMPLE_DESCRIBE(plain(id, dof, until), ref::node(nodes))
};

/// *INITIAL_STRESS_SECTION: the normal stress across a section that follows a curve while the curve lasts.
struct SectionPreload {
  Id id = 0;
  std::vector<Index> solids;  ///< cut by the plane
  Vec3 normal;                ///< unit vector
  Index curve = none;         ///< stress over time, tension positive [force/area]
  CRUMPLE_DESCRIBE(plain(id, normal), ref::solid(solids), ref::curve(curve))
};

/// *INITIAL_AXIAL_FORCE_BEAM: the axial force of beams that follows a curve while the curve lasts.
struct BeamPreload {
  Index curve = none;  ///< force over time, tension positive [force]
  double scale = 1;
  CRUMPLE_DESCRIBE(ref::curve(curve), plain(scale))
};

/// *INITIAL_STRESS_SHELL: of one shell, in the global frame, from the bottom to the top.
struct ShellStress {
  struct Point {
    double place = 0;                 ///< T: -1 bottom to 1 top
    std::array<double, 6> stress{};   ///< xx, yy, zz, xy, yz, zx [force/area]
    double plastic_strain = 0;
    CRUMPLE_DESCRIBE(plain(place, stress, plastic_strain))
  };
  Index shell = none;
  std::vector<Point> points;
  CRUMPLE_DESCRIBE(ref::shell(shell), plain(points))
};

/// *AIRBAG_REFERENCE_GEOMETRY: the corners of a shell of fabric where it has no strain; a triangle repeats the third.
struct ShellReference {
  Index shell = none;
  std::array<Vec3, 4> corners;  ///< [length]
  CRUMPLE_DESCRIBE(ref::shell(shell), plain(corners))
};

/// *DEFINE_ELEMENT_DEATH: when a shell, or a solid, is deleted.
struct ElementDeath {
  Index shell = none, solid = none;  ///< one of them
  double time = 0;                   ///< [time]
  CRUMPLE_DESCRIBE(ref::shell(shell), ref::solid(solid), plain(time))
};

/// *ELEMENT_SOLID_ORTHO: the material axes of a solid at t = 0, a and a vector in the plane of a and b.
struct SolidAxes {
  Index solid = none;
  Vec3 a, d;
  CRUMPLE_DESCRIBE(ref::solid(solid), plain(a, d))
};

/// *INITIAL_STRESS_SOLID: of all points of one solid, in the global frame.
struct SolidStress {
  Index solid = none;
  std::array<double, 6> stress{};  ///< xx, yy, zz, xy, yz, zx [force/area]
  double plastic_strain = 0;
  CRUMPLE_DESCRIBE(ref::solid(solid), plain(stress, plastic_strain))
};

}  // namespace crumple
