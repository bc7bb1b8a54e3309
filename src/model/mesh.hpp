// Nodes and elements of the problem, and the sections of parts.
// Part of the Model (model.hpp), read by all that cuts, steps or writes elements.
#pragma once

#include <array>
#include <cstdint>
#include <iterator>
#include <string>
#include <vector>

#include "base/index.hpp"
#include "base/vec3.hpp"
#include "model/describe.hpp"

namespace crumple {

/// Nodal data, one entry per node in ascending id.
struct Nodes {
  std::vector<Id> id;
  std::vector<Vec3> position;          ///< [length] at t = 0
  std::vector<Vec3> velocity;          ///< [length/time] at t = 0
  std::vector<Vec3> angular_velocity;  ///< [1/time] at t = 0
  Index count() const { return Index(id.size()); }
  CRUMPLE_DESCRIBE(per_node(id, position, velocity, angular_velocity))
};

/// A quadrilateral shell; a triangle repeats its third node in the fourth place.
struct Shell {
  Id id = 0;
  Index part = none;
  std::array<Index, 4> nodes{none, none, none, none};
  std::array<float, 4> thickness{};  ///< [length] at the nodes, from *ELEMENT_SHELL_THICKNESS; 0: the section's
  bool has_angle = false;            ///< BETA of *ELEMENT_SHELL_BETA is given
  float angle = 0;                   ///< BETA: of the axes of its material [degree]
  Index section = none;              ///< its own layers or offset, of _COMPOSITE and _OFFSET; none: its part's section
  bool is_triangle() const { return nodes[2] == nodes[3]; }
  CRUMPLE_DESCRIBE(plain(id, thickness, has_angle, angle), ref::part(part), ref::node(nodes), ref::section(section))
};

/// A hexahedron in LS-DYNA's node order; wedges, pyramids and tetrahedra repeat nodes. The reader has written
/// tetrahedra as 1 2 3 3 4 4 4 4, whose faces and volume are theirs; 1 2 3 4 4 4 4 4 would have half of it.
struct Solid {
  Id id = 0;
  Index part = none;
  std::array<Index, 8> nodes{none, none, none, none, none, none, none, none};
  /// Of a tetrahedron with ten nodes those on its sides 12, 23, 31, 14, 24, 34; else none
  std::array<Index, 6> side_nodes{none, none, none, none, none, none};
  bool has_side_nodes() const { return side_nodes[0] != none; }
  /// Shares of the mass of a tetrahedron with ten nodes at a corner and on a side: in proportion to the diagonal of the
  /// consistent mass matrix (Hinton, Rock and Zienkiewicz 1976).
  static constexpr double corner_share = 1.0 / 36, side_share = 4.0 / 27;
  bool is_tetrahedron() const {
    return nodes[2] == nodes[3] && nodes[4] == nodes[5] && nodes[5] == nodes[6] && nodes[6] == nodes[7];
  }
  CRUMPLE_DESCRIBE(plain(id), ref::part(part), ref::node(nodes, side_nodes))
};

/// A beam between two nodes: a spot weld, a resultant or discrete beam, a truss, as ELFORM of *SECTION_BEAM says.
struct Beam {
  Id id = 0;
  Index part = none;
  std::array<Index, 2> nodes{none, none};
  Index orientation = none;  ///< third node, in the plane of the local s axis; none: any axis across the beam
  Vec3 towards;              ///< the direction to it where there is none; 0: not given
  Index preload = none;      ///< of Model::beam_preloads
  Index section = none;      ///< its own, of *ELEMENT_BEAM_SCALAR; none: its part's
  /// Of a discrete beam whose coordinate system moves: N1, N2, N3; none: its triad turns with its nodes
  std::array<Index, 3> triad_nodes{none, none, none};
  constexpr bool has_triad_nodes() const { return triad_nodes[0] != none; }
  CRUMPLE_DESCRIBE(plain(id, towards, preload), ref::part(part), ref::node(nodes, orientation, triad_nodes),
                   ref::section(section))
};

/// A spring or damper between two nodes, or from a node to the ground (*ELEMENT_DISCRETE).
struct Spring {
  Id id = 0;
  Index part = none;
  std::array<Index, 2> nodes{none, none};  ///< to the ground: the node twice
  Vec3 direction;       ///< unit vector along which, or about which, it acts (VID); 0: the line of its nodes
  double scale = 1;     ///< S: of its force
  double offset = 0;    ///< deflection at t = 0, tension positive [length], or [rad]
  bool printed = true;  ///< in deforc
  double birth = 0, death = 1e28;  ///< it has a force from birth to death alone [time]
  constexpr bool is_grounded() const { return nodes[0] == nodes[1]; }
  CRUMPLE_DESCRIBE(plain(id, direction, scale, offset, printed, birth, death), ref::part(part), ref::node(nodes))
};

/// Calls use(node) for each place of a node in an element, also for those on its sides.
template <class Element, class Use>
void for_each_node(Element& element, Use&& use) {
  for (auto& node : element.nodes) use(node);
  if constexpr (requires { element.side_nodes; })
    if (element.has_side_nodes())
      for (auto& node : element.side_nodes) use(node);
}

struct PointMass {
  Id id = 0;
  Index node = none;
  double mass = 0;  ///< [mass]
  Mat3 inertia{};   ///< *ELEMENT_INERTIA: about the node, global axes at t = 0 [mass length^2]
  Index part = none;  ///< in whose sums it counts, if in any
  double mean_inertia() const { return (inertia(0, 0) + inertia(1, 1) + inertia(2, 2)) / 3; }
  CRUMPLE_DESCRIBE(plain(id, mass, inertia), ref::node(node), ref::part(part))
};

enum class SectionKind : std::uint8_t { shell, solid, beam, spring };

/// As in messages and in glstat.
inline constexpr const char* section_kind_names[] = {"shell", "solid", "beam", "spring"};
inline constexpr int n_section_kinds = int(std::size(section_kind_names));
inline const char* name_of(SectionKind kind) { return section_kind_names[int(kind)]; }

/// What *SECTION_DISCRETE says.
struct SpringSection {
  bool torsional = false;         ///< DRO: moments and twists instead of forces and deflections
  double magnification = 0;       ///< KD: the force is multiplied by 1 + KD |rate| / V0
  double test_velocity = 0;       ///< V0 [length/time], or [1/time]
  double clearance = 0;           ///< CL: compression before it acts, then in compression only [length]; 0: none
  double failure_deflection = 0;  ///< FD: tension positive [length], or [rad]; 0: none
  CRUMPLE_DESCRIBE(plain(torsional, magnification, test_velocity, clearance, failure_deflection))
};

/// An integration point of a beam's cross section.
struct BeamPoint {
  double s = 0, t = 0;  ///< [length]
  double area = 0;      ///< [length^2]
  CRUMPLE_DESCRIBE(plain(s, t, area))
};

/// A beam's cross section.
struct BeamSection {
  std::array<double, 2> size{};           ///< TS1, TT1: outer and inner diameter, or sides along s and t [length]
  bool is_tube = true;                    ///< CST = 1
  int rule = 2;                           ///< QR/IRID: points of the section; < 0: `points`
  std::vector<BeamPoint> points;          ///< of *INTEGRATION_BEAM
  double area = 0;                        ///< A, or CA of a cable [length^2]
  std::array<double, 2> second_moment{};  ///< ISS, ITT: about s and t [length^4]
  double torsion = 0;                     ///< J [length^4]
  double shear_area = 0;                  ///< SA [length^2]; 0: it does not shear
  CRUMPLE_DESCRIBE(plain(size, is_tube, rule, points, area, second_moment, torsion, shear_area))
};

/// What *SECTION_BEAM says of discrete beams (ELFORM 6).
struct DiscreteBeamSection {
  double volume = 0;        ///< VOL [length^3]; 0: of a cable its area times its length
  double inertia = 0;       ///< INER, half for each node [mass length^2]
  Index frame = none;       ///< CID: the triad at t = 0; none: global, or along the line of the nodes with SCOOR +-2
  double cable_offset = 0;  ///< OFFSET [length]
  int triad = 0;            ///< SCOOR: -3 to 3, the node that turns it (0: both), and how
  CRUMPLE_DESCRIBE(plain(volume, inertia, cable_offset, triad), ref::frame(frame))
};

/// A layer of *PART_COMPOSITE, of *ELEMENT_SHELL_COMPOSITE, or of *SECTION_SHELL with ICOMP = 1, from the bottom.
struct SectionLayer {
  Index material = none;  ///< none: that of the part
  double thickness = 0;   ///< [length]; 0: by Gauss's rule
  bool is_placed = false; ///< its point is at `place`, else in the middle of the layer
  double place = 0;       ///< -1 bottom to 1 top of the shell [1]
  double angle = 0;       ///< of its axis a from that of the element [degree]
  CRUMPLE_DESCRIBE(plain(thickness, is_placed, place, angle), ref::material(material))
};

struct Section {
  Id id = 0;
  std::string title;
  SectionKind kind = SectionKind::shell;
  int element_form = 2;                      ///< ELFORM
  double shear_factor = 5.0 / 6.0;           ///< SHRF [1]
  int n_layers = 2;                          ///< NIP, 1 to 10 (QR/IRID = 0: Gauss points), or those of `layers`
  std::vector<SectionLayer> layers;          ///< none, or n_layers of them
  std::array<double, 4> thickness{};         ///< T1..T4 [length]
  /// NLOC: -1 bottom, 0 middle, +1 top; of *ELEMENT_SHELL_OFFSET any number
  double reference_surface = 0;
  SpringSection spring;
  BeamSection beam;
  DiscreteBeamSection discrete;
  bool is_discrete_beam() const { return kind == SectionKind::beam && element_form == 6; }
  /// ELFORM 5 and 9: shells of forms 2 and 16 without bending and transverse shear.
  bool is_membrane() const { return kind == SectionKind::shell && (element_form == 5 || element_form == 9); }
  /// ELFORM of the kernels that compute its elements.
  int kernel_form() const { return !is_membrane() ? element_form : element_form == 9 ? 16 : 2; }
  CRUMPLE_DESCRIBE(plain(id, title, kind, element_form, shear_factor, n_layers, layers, thickness, reference_surface,
                         spring, beam, discrete))
};

/// *HOURGLASS, or the control cards' defaults. Zero coefficients have already been replaced by LS-DYNA's defaults.
struct Hourglass {
  Id id = 0;
  int type = 1;             ///< IHQ 1..6, 8; 6 is 4 for shells
  double coefficient = 0.1; ///< QM: membrane (shell) or all modes (solid)
  double bending = 0.1;     ///< QB: shells
  double warping = 0.1;     ///< QW: shells
  double bulk_quadratic = 1.5; ///< Q1
  double bulk_linear = 0.06;   ///< Q2
  CRUMPLE_DESCRIBE(plain(id, type, coefficient, bending, warping, bulk_quadratic, bulk_linear))
};

}  // namespace crumple
