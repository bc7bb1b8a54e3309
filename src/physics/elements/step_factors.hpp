// Factors on the stable step by the characteristic length, which assumes a plane wave in a mesh whose neighbours
// restrain lateral strain. Called by packed_elements.cpp, at the start and after deletions of elements.
#pragma once

#include <array>

namespace crumple {

/// The maximum and minimum over an element's nodes of the number of live elements at the node.
struct Neighbours {
  int most = 0, fewest = 1 << 30;
  bool operator==(const Neighbours&) const = default;
};

/// Of a hexahedron with one point and edges of lengths `edges` [length]; at most 1. `linear`: Q2 of the bulk viscosity.
///
/// The modes of free blocks of boxes in which all strains are equal but for their signs: with the strains e along the
/// axes, W C e = w^2 / w0^2 e, where w0 = 2 c / r belongs to the wave along the shortest edge r, C = (lambda 11^T + 2
/// mu I) / (lambda + 2 mu), and W_d = s_d (r / h_d)^2. Bulk viscosity damps a mode by (sum of e)^2 / (sum of e_d^2 /
/// W_d) times more than the wave. s is 1 where both ends of an element move against each other, 1/2 where a plane of
/// symmetry fixes one of them, 1/4 where in addition the strain changes its sign along another axis: alone (1, 1, 1),
/// in a row (1/2, 1, 1), a plate (1, 1/2, 1/2), at the surface of a block (1, 1/4, 1/4). This is exact for a single
/// element, the row of two and the plate of 2 x 2; for the block of 2 x 2 x 2 it is 0.6 % too large. For larger blocks
/// the exact factor is up to 5 % larger. The reduction down to 0.9 is covered by TSSFAC = 0.9.
double hex_step_factor(const Neighbours& around, double poisson, const std::array<double, 3>& edges, double linear);

/// Of a tetrahedron, by its neighbours alone: an isolated one has a volumetric mode in three directions, one in a row
/// in two.
double tetrahedron_step_factor(const Neighbours& around, double poisson);

/// Of a shell. With the rotational inertia m (A + t^2) / 12 of a node (shell_inertia) the frequency of transverse shear
/// is w^2 = k G / rho (12 / (A + t^2) + s / L^2), k the shear factor. s depends on the moving mass: 4 in a strip of
/// single elements, 2 in one of two, nearly 0 in a wide sheet. So 2 / w limits the step if nu is small (below 0.18 at k
/// = 1) or the strip is narrow; in wider ones it is mostly covered by TSSFAC = 0.9. An isolated shell has a membrane
/// mode with 1 + nu (E / (1 - nu) in place of E / (1 - nu^2)). `squared_slenderness`: t^2 / A.
double shell_step_factor(const Neighbours& around, double poisson, double shear_factor, double squared_slenderness);

/// Of a triangular shell with the rotational inertia m (2 A + t^2) / 12 of a node, that of the quadrilateral of two.
/// Shear: (2 / w)^2 over the squared characteristic step is 1 / (k (1 - nu) (a / (1 + t^2 / 2 A) + 0.78)), a = 0.89 in
/// sheets, 1.14 in a strip, 1.27 in a pair, 1.43 for a single one: fitted to the assembled eigenvalues of equilateral
/// triangles; a grows by 0.225 r + 0.28 where that is more than 1, r the longest side squared over 2 A (`needle`), as
/// the shears along the sides of a needle resist the rotation about its width: fitted to needles of 1:8 to 1:50.
/// Membrane: a single one has (2/3) min(1, 4 / (3 (1 + nu))), the first for
/// slender ones, the second for the equilateral one, where it is exact; a pair 1 / (1 + nu). `squared_slenderness`: t^2
/// / 2 A.
double triangle_step_factor(const Neighbours& around, double poisson, double shear_factor, double squared_slenderness,
                            double needle);

/// Additional factor of a shell whose mid-surface is at the distance `offset` from its nodes [length]: 1 without an
/// offset. A wave that stretches the mid-surface also rotates the nodes: with membrane and bending stiffness E t and E
/// t (t^2 / 12 + z^2), coupled by E t z, and the inertia of shell_inertia, (A + t^2) / 12 + z^2 = i^2 per unit mass,
/// the largest eigenvalue of ((1, z), (z / i^2, (t^2 / 12 + z^2) / i^2)) is the square of its frequency over that
/// without the offset.
double offset_step_factor(double area, double thickness, double offset);

}  // namespace crumple
