// Stress update through a shell's thickness, shared by all shell formulations: strain increments of the reference
// surface and curvature increments in, stress resultants per length, thickness strain and work out.
// Layer at height z = zeta t over the reference surface; zeta = (position - offset) / 2.
#pragma once

#include "kernels/packs_of_blocks.hpp"

namespace crumple::kernels {

/// Strain increments of the reference surface (xy, yz, zx engineering) and curvature increments, element frame.
template <class P>
struct ShellStrains {
  P xx, yy, xy, yz, zx;  // [1]
  P kxx, kyy, kxy;       // [1/length]
};

/// Membrane and shear forces [force/length], moments [force], and what the layers report.
template <class P>
struct ShellResultants {
  P nxx, nyy, nxy, nyz, nzx;
  P mxx, myy, mxy;
  P work;                        // of the mean of old and new stress, per volume [energy/volume]
  P thickness_strain;            // increment, mean of the layers [1]
  typename P::mask_type failed;  // all layers have failed
};

/// Constants of a shell part.
template <class P, template <class> class Material>
struct ShellConstants {
  using Real = typename P::value_type;
  Material<P> material;
  int n_layers;
  Real zeta[max_layers], weight[max_layers];  // heights and weights (sum 1) over the thickness [1]
  Real shear_factor;                          // [1]
  Real slowness;                              // 1 / plate wave speed [time/length]
  bool thickness_update;
  bool viscous;                     // hourglass control, IHQ 1-3; else stiffness
  Real membrane, bending, warping;  // hourglass coefficients without their geometric factors

  explicit ShellConstants(const PartConstants& part);
};

/// Hourglass coefficients. Stiffness: Belytschko, Lin & Tsay 1984 (also LS-DYNA theory manual, Belytschko-Lin-Tsay
/// shell): C_B = QB E t^3 A BB / 192, C_W = QW kappa G t^3 BB / 12, C_M = QM E t A BB / 8, with BB = B_aI B_aI.
/// Viscous: the form of Flanagan & Belytschko 1981 with the mass of a plate, C_M = QM rho c t sqrt(A) / 4; for warping
/// and bending the length sqrt(A) is replaced by t, as bending stiffness is to membrane stiffness.
template <class P, template <class> class Material>
ShellConstants<P, Material>::ShellConstants(const PartConstants& part)
    : material(part.material),
      n_layers(part.section.n_layers),
      shear_factor(Real(part.section.shear_factor)),
      thickness_update(part.section.thickness_update),
      viscous(part.hourglass.type <= 3) {
  const MaterialConstants& m = part.material;
  const HourglassConstants& h = part.hourglass;
  for (int k = 0; k < n_layers; ++k) {
    zeta[k] = Real(0.5 * (part.section.position[k] - part.section.offset));
    weight[k] = Real(0.5 * part.section.weight[k]);
  }
  const double c = std::sqrt(m.young / (m.density * (1 - m.poisson * m.poisson)));
  const double shear = m.young / (2 * (1 + m.poisson));
  slowness = Real(1 / c);
  membrane = Real(h.membrane * (viscous ? m.density * c / 4 : m.young / 8));
  bending = Real(h.bending * (viscous ? m.density * c / 48 : m.young / 192));
  warping = Real(h.warping * (viscous ? m.density * c / 4 : part.section.shear_factor * shear / 12));
}

/// Stress update of all layers. `history` points at the first layer's first field of this pack; fields lie a block
/// apart. A failed layer carries no stress.
template <class P, template <class> class Material>
CRUMPLE_INLINE ShellResultants<P> update_layers(const ShellConstants<P, Material>& c, const ShellStrains<P>& e,
                                                P thickness, P dt, typename P::value_type* history) {
  using Real = typename P::value_type;
  constexpr int B = block_lanes<Real>, n_history = Material<P>::n_history;
  ShellResultants<P> r{};
  r.nxx = r.nyy = r.nxy = r.nyz = r.nzx = r.mxx = r.myy = r.mxy = r.work = r.thickness_strain = P(0);
  r.failed = typename P::mask_type(true);
  for (int k = 0; k < c.n_layers; ++k, history += (5 + n_history) * B) {
    const P z = P(c.zeta[k]) * thickness, w(c.weight[k]);
    const P de[5] = {e.xx + z * e.kxx, e.yy + z * e.kyy, e.xy + z * e.kxy, e.yz, e.zx};
    P s[5], old[5], h[n_history > 0 ? n_history : 1];
    for (int f = 0; f < 5; ++f) old[f] = s[f] = load<P>(history + f * B);
    for (int f = 0; f < n_history; ++f) h[f] = load<P>(history + (5 + f) * B);

    typename P::mask_type failed(false);
    const P de_zz = c.material.plane_stress(de, s, h, dt, P(c.shear_factor), failed);
    for (int f = 0; f < 5; ++f) s[f] = select(failed, P(0), s[f]);

    P work(0);
    for (int f = 0; f < 5; ++f) work = work + (old[f] + s[f]) * de[f];
    for (int f = 0; f < 5; ++f) store(history + f * B, s[f]);
    for (int f = 0; f < n_history; ++f) store(history + (5 + f) * B, h[f]);

    r.work = r.work + P(0.5) * w * work;
    r.thickness_strain = r.thickness_strain + w * de_zz;
    r.failed = r.failed && failed;
    const P wz = w * P(c.zeta[k]);
    r.nxx = r.nxx + w * s[0], r.mxx = r.mxx + wz * s[0];
    r.nyy = r.nyy + w * s[1], r.myy = r.myy + wz * s[1];
    r.nxy = r.nxy + w * s[2], r.mxy = r.mxy + wz * s[2];
    r.nyz = r.nyz + w * s[3], r.nzx = r.nzx + w * s[4];
  }
  return r;
}

/// Makes resultants of the sums over layers: forces times t, moments times t^2, t the new thickness.
template <class P>
CRUMPLE_INLINE void scale_by_thickness(ShellResultants<P>& r, P t) {
  const P tt = t * t;
  r.nxx = t * r.nxx, r.nyy = t * r.nyy, r.nxy = t * r.nxy, r.nyz = t * r.nyz, r.nzx = t * r.nzx;
  r.mxx = tt * r.mxx, r.myy = tt * r.myy, r.mxy = tt * r.mxy;
}

/// Increments of rates; of dead lanes zero, whatever their geometry has become.
template <class P>
CRUMPLE_INLINE void make_increments(ShellStrains<P>& e, P dt, const typename P::mask_type& alive) {
  for (P* f : {&e.xx, &e.yy, &e.xy, &e.yz, &e.zx, &e.kxx, &e.kyy, &e.kxy}) *f = select(alive, dt * *f, P(0));
}

/// ISTUPD: thickness after the layers' mean thickness strain.
template <class P, template <class> class Material>
CRUMPLE_INLINE P update_thickness(const ShellConstants<P, Material>& c, const ShellResultants<P>& r, P thickness,
                                  const typename P::mask_type& alive, typename P::value_type* out) {
  if (!c.thickness_update) return thickness;
  thickness = thickness + thickness * select(alive, r.thickness_strain, P(0));
  store(out, thickness);
  return thickness;
}

/// Area times thickness; the area is half the cross product of the diagonals or of two sides.
template <int N, class Real>
void shell_volumes(const ElementBlocks<Real>& e, const NodeRows& n, double* out, int first, int last) {
  using D = Pack<double>;
  constexpr int B = block_lanes<Real>;
  for (int block = first; block < last; ++block)
    for (int lane = 0; lane < B; lane += lanes_of<D>) {
      const PackNodes<N> nodes(e, block, lane);
      const auto edge = [&](int to, int from) { return gather_differences<D>(n.position, nodes[to], nodes[from]); };
      const Vec3<D> twice_area = N == 4 ? cross(edge(2, 0), edge(N - 1, 1)) : cross(edge(1, 0), edge(2, 0));
      const std::int64_t i = std::int64_t(block) * B + lane;
      store(out + i, D(0.5) * sqrt(dot(twice_area, twice_area)) * load_as_double(e.thickness + i));
    }
}

}  // namespace crumple::kernels
