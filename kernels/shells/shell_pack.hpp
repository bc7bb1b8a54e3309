// What all shell formulations share: the increments they make of nodal velocities, the resultants they make forces of,
// the constants of a part, and the call of the material law through the thickness (layers.hpp) between the two.
// Layer at height z = zeta t over the reference surface; zeta = (position - offset) / 2.
#pragma once

#include "kernels/law_additions.hpp"
#include "kernels/materials/law.hpp"
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

inline constexpr std::array shell_stress_names{"stress xx", "stress yy", "stress xy", "stress yz", "stress zx"};

/// History values of a layer.
template <class Law>
inline constexpr int layer_fields = int(shell_stress_names.size()) + n_history<Law>;

template <class Real>
struct ShellConstants;

/// What the layers of a pack of shells take and give in one step.
template <class P>
struct LayersStep {
  ShellStrains<P> strain;           // increments
  P thickness, dt;                  // [length], [time]
  typename P::value_type* history;  // the pack's first field of the bottom layer; fields lie a block apart
  typename P::value_type* added;    // the same of law_additions.hpp
  const typename P::value_type* axes;  // of its first element, see ElementBlocks; read if the part's layers have axes
  int point = 0, n_points = 1;      // which of those in the plane
  typename P::mask_type law_failed;  // of law_additions.cpp, from point to point
  ShellResultants<P> result;        // out; forces and moments for a thickness of 1, see scale_by_thickness
};

/// A material law as shells see it: what layers.hpp makes of it.
template <class Real>
struct ShellLaw {
  int layer_fields;  ///< history values of a layer
  bool has_plastic_strain;
  void (*make)(const MaterialConstants&, LawStorage&);
  void (*update_layers)(const ShellConstants<Real>&, LayersStep<Pack<Real>>&);
  void (*update_laminate)(const ShellConstants<Real>&, LayersStep<Pack<Real>>&);  ///< of layers with axes
  PlainForm<ShellLaw> plain;
};

/// Constants of a shell part.
template <class Real>
struct ShellConstants {
  using Update = void (*)(const ShellConstants&, LayersStep<Pack<Real>>&);
  LawStorage law;
  Update update_layers, law_update;  // the same for parts without additions
  LawForm form;
  const MaterialConstants* material;
  bool has_plastic_strain;
  const LayerConstants* layers;  // with axes and materials of their own; or null
  const LawStorage* layer_laws;  // [n_layers] of these, in the memory behind the constants
  int layer_fields;  // of history, without additions
  int n_layers;
  Real zeta[max_layers], weight[max_layers];  // heights and weights (sum 1) over the thickness [1]
  Real shear_factor;                          // [1]
  Real slowness;                              // 1 / plate wave speed [time/length]
  Real poisson;                               // [1]
  bool thickness_update;
  bool viscous;                     // hourglass control, IHQ 1-3; else stiffness, for 6 too
  bool twisted;                     // IHQ 8: the curvatures of warped elements, see add_twist_rates
  Real membrane, bending, warping;  // hourglass coefficients without their geometric factors
  Real yield_strain;                // at the start; huge if the material does not yield [1]

  /// In memory of `size` bytes.
  ShellConstants(const PartConstants& part, const ShellLaw<Real>& any_form);
  static std::size_t size(const PartConstants& part) {
    const int n_laws = part.section.layers ? part.section.n_layers : 0;
    return sizeof(ShellConstants) + std::size_t(n_laws) * sizeof(LawStorage);
  }
};

/// Hourglass coefficients. Stiffness: Belytschko, Lin & Tsay 1984 (also LS-DYNA theory manual, Belytschko-Lin-Tsay
/// shell): C_B = QB E t^3 A BB / 192, C_W = QW kappa G t^3 BB / 12, C_M = QM E t A BB / 8, with BB = B_aI B_aI.
/// Viscous: the form of Flanagan & Belytschko 1981 with the mass of a plate, C_M = QM rho c t sqrt(A) / 4; for warping
/// and bending the length sqrt(A) is replaced by t, as bending stiffness is to membrane stiffness.
template <class Real>
ShellConstants<Real>::ShellConstants(const PartConstants& part, const ShellLaw<Real>& any_form)
    : material(&part.material),
      has_plastic_strain(any_form.has_plastic_strain),
      layers(part.section.layers),
      layer_laws(reinterpret_cast<LawStorage*>(this + 1)),
      layer_fields(any_form.layer_fields),
      n_layers(part.section.n_layers),
      shear_factor(Real(part.section.shear_factor)),
      poisson(Real(part.material.poisson)),
      thickness_update(part.section.thickness_update),
      viscous(part.hourglass.type <= 3),
      twisted(part.hourglass.type == 8) {
  const ShellLaw<Real>& shell_law = form_for(part.material, any_form);
  law_update = layers ? any_form.update_laminate : shell_law.update_layers;
  update_layers = part.material.added_fields() > 0 ? &update_layers_and_additions<Pack<Real>> : law_update;
  form = layers || part.material.added_fields() > 0 ? LawForm::rare
         : &shell_law == &any_form                  ? LawForm::general
                                                    : LawForm::plain;
  shell_law.make(part.material, law);
  for (int k = 0; layers && k < n_layers; ++k)
    any_form.make(*layers[k].material, *new (reinterpret_cast<LawStorage*>(this + 1) + k) LawStorage);
  const MaterialConstants& m = part.material;
  const HourglassConstants& h = part.hourglass;
  for (int k = 0; k < n_layers; ++k) {
    zeta[k] = Real(0.5 * (part.section.position[k] - part.section.offset));
    weight[k] = Real(0.5 * part.section.weight[k]);
  }
  const double c = std::sqrt(m.young / (m.density * (1 - m.poisson * m.poisson)));
  const double shear = m.young / (2 * (1 + m.poisson));
  slowness = Real(1 / c);
  yield_strain = Real(h.yield_strain);
  membrane = Real(h.membrane * (viscous ? m.density * c / 4 : m.young / 8));
  bending = Real(h.bending * (viscous ? m.density * c / 48 : m.young / 192));
  warping = Real(h.warping * (viscous ? m.density * c / 4 : part.section.shear_factor * shear / 12));
}

/// Makes resultants of the sums over layers: forces times t, moments times t^2, t the new thickness.
template <class P>
CRUMPLE_INLINE void scale_by_thickness(ShellResultants<P>& r, P t) {
  const P tt = t * t;
  r.nxx = t * r.nxx;
  r.nyy = t * r.nyy;
  r.nxy = t * r.nxy;
  r.nyz = t * r.nyz;
  r.nzx = t * r.nzx;
  r.mxx = tt * r.mxx;
  r.myy = tt * r.myy;
  r.mxy = tt * r.mxy;
}

/// Increments of rates; of dead lanes zero, whatever their geometry has become.
template <class P>
CRUMPLE_INLINE void make_increments(ShellStrains<P>& e, P dt, const typename P::mask_type& alive) {
  for (P* f : {&e.xx, &e.yy, &e.xy, &e.yz, &e.zx, &e.kxx, &e.kyy, &e.kxy}) *f = select(alive, dt * *f, P(0));
}

/// ISTUPD: thickness after the layers' mean thickness strain.
template <class P>
CRUMPLE_INLINE P update_thickness(const ShellConstants<typename P::value_type>& c, const ShellResultants<P>& r,
                                  P thickness, const typename P::mask_type& alive, typename P::value_type* out) {
  if (!c.thickness_update) return thickness;
  thickness = thickness + thickness * select(alive, r.thickness_strain, P(0));
  store(out, thickness);
  return thickness;
}

/// Area times thickness; the area is half the cross product of the diagonals or of two sides.
template <int N, class Real>
CRUMPLE_DEVICE void shell_volumes(const ElementBlocks<Real>& e, const NodeRows& n, double* out, int first, int last) {
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
