// Stress update through a shell's thickness by one material law, for all shell formulations: strain increments of the
// reference surface and curvature increments in, stress resultants per length, thickness strain and work out.
// Layer at height z = zeta t over the reference surface; zeta = (position - offset) / 2. A law sees strains in its own
// axes, and stresses are kept in them: those of the element, or of the layer (layer_axes.hpp).
#pragma once

#include "kernels/shells/layer_axes.hpp"
#include "kernels/simd/tile.hpp"

namespace crumple::kernels {

/// Layers that go through the material law together (simd/tile.hpp). On a device other threads fill the waits of one.
inline constexpr int layers_together = for_devices ? 1 : 3;

template <class P, template <class> class Material>
struct LayerLaws {
  using Parameters = typename Material<P>::Parameters;
  Material<Tile<P, layers_together>> together;
  Material<Tile<P, 1>> single;  // for the layers that remain
  LayerLaws(const MaterialConstants& c, const Parameters& p) : together(c, p), single(c, p) {}
};

/// Stress update of N layers from layer k in the given axes; a failed layer carries no stress. Adds to the work,
/// thickness strain and failure in step.result.
template <class Axes, int N, class Law, class P>
CRUMPLE_INLINE void update_tile(const ShellConstants<typename P::value_type>& c, const Law& material, int k,
                                LayersStep<P>& step) {
  using T = Tile<P, N>;
  constexpr int B = block_lanes<typename P::value_type>;
  constexpr int n_material = n_history<Law>, n_fields = layer_fields<Law>;
  const ShellStrains<P>& e = step.strain;
  typename P::value_type* const history = step.history + k * n_fields * B;
  T de[5], s[5], h[n_material > 0 ? n_material : 1], work;
  for (int i = 0; i < N; ++i) {
    const auto field = [&](int f) CRUMPLE_LAMBDA_INLINE { return load<P>(history + (i * n_fields + f) * B); };
    const P z = P(c.zeta[k + i]) * step.thickness;
    P strain[5] = {e.xx + z * e.kxx, e.yy + z * e.kyy, e.xy + z * e.kxy, e.yz, e.zx};
    Axes(c, k + i, step).turn_strain(strain);
    for (int f = 0; f < 5; ++f) de[f].part[i] = strain[f];
    for (int f = 0; f < 5; ++f) s[f].part[i] = field(f);
    for (int f = 0; f < n_material; ++f) h[f].part[i] = field(5 + f);
  }
  work = s[0] * de[0] + s[1] * de[1] + s[2] * de[2] + s[3] * de[3] + s[4] * de[4];

  typename T::mask_type failed(false);
  const T dt = T::each([&](int) { return step.dt; });
  MaterialPoint<T> at{s, h, dt, failed};
  const T de_zz = material.plane_stress(de, at, T(c.shear_factor));
  if (any(failed))
    for (T& component : s) component = select(failed, T(0), component);
  work = work + (s[0] * de[0] + s[1] * de[1] + s[2] * de[2] + s[3] * de[3] + s[4] * de[4]);

  ShellResultants<P>& r = step.result;
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

/// Forces and moments of the layers' new stresses, read from memory again: sums that live through the stress update
/// would only be spilled.
template <class Axes, class P>
CRUMPLE_INLINE void sum_layers_in(const ShellConstants<typename P::value_type>& c, int n_fields, LayersStep<P>& step) {
  constexpr int B = block_lanes<typename P::value_type>;
  ShellResultants<P> r = step.result;  // a copy: the compiler cannot know that no history overlaps it
  r.nxx = r.nyy = r.nxy = r.nyz = r.nzx = r.mxx = r.myy = r.mxy = P(0);
  for (int k = 0; k < c.n_layers; ++k) {
    P s[5];
    for (int f = 0; f < 5; ++f) s[f] = load<P>(step.history + (k * n_fields + f) * B);
    Axes(c, k, step).turn_stress_back(s);
    const P w(c.weight[k]), wz = w * P(c.zeta[k]);
    const auto& [xx, yy, xy, yz, zx] = s;
    r.nxx = r.nxx + w * xx;
    r.mxx = r.mxx + wz * xx;
    r.nyy = r.nyy + w * yy;
    r.myy = r.myy + wz * yy;
    r.nxy = r.nxy + w * xy;
    r.mxy = r.mxy + wz * xy;
    r.nyz = r.nyz + w * yz;
    r.nzx = r.nzx + w * zx;
  }
  step.result = r;
}
template <class P>
CRUMPLE_INLINE void sum_layers(const ShellConstants<typename P::value_type>& c, int n_fields, LayersStep<P>& step) {
  c.layers ? sum_layers_in<LayerAxes<P>>(c, n_fields, step) : sum_layers_in<ElementAxes<P>>(c, n_fields, step);
}

template <class P>
CRUMPLE_INLINE void start_result(ShellResultants<P>& r) {
  r.work = r.thickness_strain = P(0);
  r.failed = typename P::mask_type(true);
}

/// Stress update of all layers, and their resultants.
template <class P, template <class> class Material>
CRUMPLE_DEVICE void update_layers(const ShellConstants<typename P::value_type>& c, LayersStep<P>& step) {
  const auto& laws = c.law.template as<LayerLaws<P, Material>>();
  start_result(step.result);
  int k = 0;
  if constexpr (layers_together > 1)
    for (; k + layers_together <= c.n_layers; k += layers_together)
      update_tile<ElementAxes<P>, layers_together>(c, laws.together, k, step);
  for (; k < c.n_layers; ++k) update_tile<ElementAxes<P>, 1>(c, laws.single, k, step);
  sum_layers_in<ElementAxes<P>>(c, layer_fields<Material<P>>, step);
}

/// The same of layers with axes and materials of their own.
template <class P, template <class> class Material>
CRUMPLE_DEVICE void update_laminate(const ShellConstants<typename P::value_type>& c, LayersStep<P>& step) {
  start_result(step.result);
  for (int k = 0; k < c.n_layers; ++k)
    update_tile<LayerAxes<P>, 1>(c, c.layer_laws[k].template as<LayerLaws<P, Material>>().single, k, step);
  sum_layers_in<LayerAxes<P>>(c, layer_fields<Material<P>>, step);
}

}  // namespace crumple::kernels
