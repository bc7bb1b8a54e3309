// Stress update through a shell's thickness, shared by all shell formulations: strain increments of the reference
// surface and curvature increments in, stress resultants per length, thickness strain and work out.
// Layer at height z = zeta t over the reference surface; zeta = (position - offset) / 2.
#pragma once

#include "kernels/materials/history.hpp"
#include "kernels/packs_of_blocks.hpp"
#include "kernels/simd/tile.hpp"

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

inline constexpr std::array shell_stress_names{"stress xx", "stress yy", "stress xy", "stress yz", "stress zx"};

/// History values of a layer.
template <class Law>
inline constexpr int layer_fields = int(shell_stress_names.size()) + n_history<Law>;

/// Layers that go through the material law together (simd/tile.hpp).
inline constexpr int layers_together = 3;

/// Constants of a shell part.
template <class P, template <class> class Material>
struct ShellConstants {
  using Real = typename P::value_type;
  Material<Tile<P, layers_together>> material;
  Material<Tile<P, 1>> material_of_layer;  // for the layers that remain
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
      material_of_layer(part.material),
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

/// Stress update of N layers from layer k. `history` points at layer k's first field of this pack; fields lie a block
/// apart. A failed layer carries no stress. Adds to the work, thickness strain and failure in r.
template <int N, class P, template <class> class Material>
CRUMPLE_INLINE void update_tile(const ShellConstants<P, Material>& c, const Material<Tile<P, N>>& material, int k,
                                const ShellStrains<P>& e, P thickness, P dt, typename P::value_type* history,
                                ShellResultants<P>& r) {
  using T = Tile<P, N>;
  constexpr int B = block_lanes<typename P::value_type>;
  constexpr int n_material = n_history<Material<P>>, n_fields = layer_fields<Material<P>>;
  T de[5], s[5], h[n_material > 0 ? n_material : 1], work;
  for (int i = 0; i < N; ++i) {
    const auto field = [&](int f) CRUMPLE_LAMBDA_INLINE { return load<P>(history + (i * n_fields + f) * B); };
    const P z = P(c.zeta[k + i]) * thickness;
    de[0].part[i] = e.xx + z * e.kxx, de[1].part[i] = e.yy + z * e.kyy, de[2].part[i] = e.xy + z * e.kxy;
    de[3].part[i] = e.yz, de[4].part[i] = e.zx;
    for (int f = 0; f < 5; ++f) s[f].part[i] = field(f);
    for (int f = 0; f < n_material; ++f) h[f].part[i] = field(5 + f);
  }
  work = s[0] * de[0] + s[1] * de[1] + s[2] * de[2] + s[3] * de[3] + s[4] * de[4];

  typename T::mask_type failed(false);
  const T de_zz = material.plane_stress(de, s, h, T::each([&](int) { return dt; }), T(c.shear_factor), failed);
  if (any(failed))
    for (T& component : s) component = select(failed, T(0), component);
  work = work + (s[0] * de[0] + s[1] * de[1] + s[2] * de[2] + s[3] * de[3] + s[4] * de[4]);

  for (int i = 0; i < N; ++i) {
    const auto put = [&](int f, const P& x) CRUMPLE_LAMBDA_INLINE { store(history + (i * n_fields + f) * B, x); };
    for (int f = 0; f < 5; ++f) put(f, s[f].part[i]);
    for (int f = 0; f < n_material; ++f) put(5 + f, h[f].part[i]);
    const P w(c.weight[k + i]);
    r.work = r.work + P(0.5) * w * work.part[i];
    r.thickness_strain = r.thickness_strain + w * de_zz.part[i];
    r.failed = r.failed && failed.part[i];
  }
}

/// Stress update of all layers, and their resultants for a thickness of 1 (see scale_by_thickness).
template <class P, template <class> class Material>
CRUMPLE_INLINE ShellResultants<P> update_layers(const ShellConstants<P, Material>& c, const ShellStrains<P>& e,
                                                P thickness, P dt, typename P::value_type* history) {
  constexpr int B = block_lanes<typename P::value_type>, layer = layer_fields<Material<P>> * B;
  ShellResultants<P> r{};
  r.nxx = r.nyy = r.nxy = r.nyz = r.nzx = r.mxx = r.myy = r.mxy = r.work = r.thickness_strain = P(0);
  r.failed = typename P::mask_type(true);
  constexpr int N = layers_together;
  int k = 0;
  for (; k + N <= c.n_layers; k += N) update_tile<N>(c, c.material, k, e, thickness, dt, history + k * layer, r);
  for (; k < c.n_layers; ++k) update_tile<1>(c, c.material_of_layer, k, e, thickness, dt, history + k * layer, r);
  // From memory again: sums that live through the stress update would only be spilled.
  for (k = 0; k < c.n_layers; ++k) {
    const auto stress = [&](int f) CRUMPLE_LAMBDA_INLINE { return load<P>(history + k * layer + f * B); };
    const P w(c.weight[k]), wz = w * P(c.zeta[k]);
    const P xx = stress(0), yy = stress(1), xy = stress(2);
    r.nxx = r.nxx + w * xx, r.mxx = r.mxx + wz * xx;
    r.nyy = r.nyy + w * yy, r.myy = r.myy + wz * yy;
    r.nxy = r.nxy + w * xy, r.mxy = r.mxy + wz * xy;
    r.nyz = r.nyz + w * stress(3), r.nzx = r.nzx + w * stress(4);
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
