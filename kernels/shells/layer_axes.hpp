// The axes in which a material law sees a shell's layer: those of the element, or axes a and b turned from them about
// the normal by an angle that the element keeps from t = 0 on, plus that of the layer. Used by layers.hpp.
// Strains and stresses xx, yy, xy, yz, zx, shear strains engineering; c, s cosine and sine of the angle from x to a.
#pragma once

#include "kernels/shells/shell_pack.hpp"

namespace crumple::kernels {

/// Of laws without axes.
template <class P>
struct ElementAxes {
  CRUMPLE_INLINE ElementAxes(const ShellConstants<typename P::value_type>&, int, const LayersStep<P>&) {}
  CRUMPLE_INLINE void turn_strain(P (&)[5]) const {}
  CRUMPLE_INLINE void turn_stress_back(P (&)[5]) const {}
};

/// Of layer k of laminates.
template <class P>
struct LayerAxes {
  using Real = typename P::value_type;
  P c, s;

  CRUMPLE_INLINE LayerAxes(const ShellConstants<Real>& constants, int k, const LayersStep<P>& step) {
    const LayerConstants& layer = constants.layers[k];
    const P cosine = load<P>(step.axes), sine = load<P>(step.axes + block_lanes<Real>);
    const P layer_cosine{Real(layer.cosine)}, layer_sine{Real(layer.sine)};
    c = cosine * layer_cosine - sine * layer_sine;
    s = sine * layer_cosine + cosine * layer_sine;
  }
  /// From the element's axes to the layer's.
  CRUMPLE_INLINE void turn_strain(P (&e)[5]) const {
    const P cc = c * c, ss = s * s, cs = c * s, xy = cs * e[2];
    const P aa = cc * e[0] + ss * e[1] + xy, bb = ss * e[0] + cc * e[1] - xy;
    e[2] = P(2) * cs * (e[1] - e[0]) + (cc - ss) * e[2];
    e[0] = aa;
    e[1] = bb;
    const P bc = c * e[3] - s * e[4];
    e[4] = s * e[3] + c * e[4];
    e[3] = bc;
  }
  /// From the layer's axes to the element's.
  CRUMPLE_INLINE void turn_stress_back(P (&t)[5]) const {
    const P cc = c * c, ss = s * s, cs = c * s, shear = P(2) * cs * t[2];
    const P xx = cc * t[0] + ss * t[1] - shear, yy = ss * t[0] + cc * t[1] + shear;
    t[2] = cs * (t[0] - t[1]) + (cc - ss) * t[2];
    t[0] = xx;
    t[1] = yy;
    const P yz = c * t[3] + s * t[4];
    t[4] = c * t[4] - s * t[3];
    t[3] = yz;
  }
};

}  // namespace crumple::kernels
