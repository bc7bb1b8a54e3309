// The code of law_additions.hpp around any call of the law: by a pointer (law_additions.cpp), or bound, on a device
// (device/bound_laws.hpp).
#pragma once

#include "kernels/law_additions.hpp"

#include "kernels/equation_of_state.hpp"
#include "kernels/erosion.hpp"
#include "kernels/materials/material_1024_damaged_plasticity.hpp"
#include "kernels/materials/relaxation.hpp"
#include "kernels/shells/layers.hpp"
#include "kernels/solids/solid_pack.hpp"

namespace crumple::kernels {

/// The field of a law's history that erosion takes for the plastic strain: of damage, its root.
CRUMPLE_INLINE int strain_of_erosion(const MaterialConstants& material) {
  return material.law.number == DamagedPlasticity::number ? damage_of_plasticity : plastic_strain;
}

/// The energy E less E0, and the modulus of waves less that at the start: both 0 at first.
struct EosFields {
  static constexpr int energy = 0, modulus = 1;
};

/// Gives the stress the pressure of the equation of state; `before`: the pressure before the step.
template <class P>
CRUMPLE_INLINE void set_pressure(const SolidConstants<typename P::value_type>& c, const P& before,
                                 StressStep<P>& step) {
  using Real = typename P::value_type;
  constexpr int B = block_lanes<Real>;
  const EosConstants& eos = c.material->eos;
  const P one(1), half(Real(0.5)), third(Real(1.0 / 3));
  const P initial(Real(eos.energy)), start(Real(eos.volume));
  const P trace = step.de[0] + step.de[1] + step.de[2], mean = third * (step.s[0] + step.s[1] + step.s[2]);
  EosStep<P> at;
  at.volume = start * (one - step.volumetric_strain);
  const P middle = at.volume / (one + half * trace);
  at.change = middle * trace;
  const P deviatoric = step.work - half * (mean - before) * trace;
  const P energy = initial + load<P>(step.added + EosFields::energy * B);
  at.energy = energy + middle * deviatoric - at.change * step.viscous_pressure;
  at.pressure = before;
  update_pressure(eos, c.material->density, at);
  const P pressure = select(step.failed, P(0), at.pressure);
  step.work = deviatoric - half * (before + pressure) * trace;
  for (int i = 0; i < 3; ++i) {
    step.s[i] = step.s[i] - (mean + pressure);
    store(step.history + i * B, step.s[i]);
  }
  store(step.added + EosFields::energy * B, at.energy - initial);
  const P modulus = max(at.bulk + P(c.shear_part), P(Real(1e-4)) * P(c.modulus));
  store(step.added + EosFields::modulus * B, modulus - P(c.modulus));
}

template <class P>
CRUMPLE_INLINE void erode(const SolidConstants<typename P::value_type>& c, StressStep<P>& step) {
  using Real = typename P::value_type;
  constexpr int B = block_lanes<Real>;
  const MaterialConstants& material = *c.material;
  Real* const fields = step.added + material.eos_fields() * B;
  P e[6], half_shears[6];
  for (int i = 0; i < 6; ++i) e[i] = load<P>(fields + (ErosionFields::strain + i) * B);
  for (int i = 0; i < 6; ++i) half_shears[i] = i < 3 ? e[i] : P(Real(0.5)) * e[i];
  rotate(step.R, half_shears);
  for (int i = 0; i < 6; ++i) e[i] = (i < 3 ? half_shears[i] : P(2) * half_shears[i]) + step.de[i];
  const P plastic = c.has_plastic_strain ? load<P>(step.history + (6 + strain_of_erosion(material)) * B) : P(0);
  const auto failed = update_erosion(material.erosion, step.s, e, plastic, step.dt, fields);
  if (any(failed)) {
    P gone(0);
    for (int i = 0; i < 6; ++i) {
      gone = gone + step.s[i] * step.de[i];
      step.s[i] = select(failed, P(0), step.s[i]);
      store(step.history + i * B, step.s[i]);
    }
    step.work = step.work - select(failed, P(Real(0.5)) * gone, P(0));
  }
  if (step.point + 1 < step.n_points) return;
  const int stride = material.added_fields() * B;
  const auto eroded = is_eroded<P>(material.erosion, fields - step.point * stride, stride, step.n_points);
  step.failed = step.failed || eroded;
}

/// Layer k of a pack of shells; whether any has failed there.
template <class P>
CRUMPLE_INLINE bool erode_layer(const ShellConstants<typename P::value_type>& c, int k, LayersStep<P>& step) {
  using Real = typename P::value_type;
  constexpr int B = block_lanes<Real>;
  Real* const history = step.history + k * c.layer_fields * B;
  Real* const fields = step.added + k * c.material->added_fields() * B;
  const P z = P(c.zeta[k]) * step.thickness;
  const ShellStrains<P>& d = step.strain;
  P in_plane[5] = {d.xx + z * d.kxx, d.yy + z * d.kyy, d.xy + z * d.kxy, d.yz, d.zx};
  if (c.layers) LayerAxes<P>(c, k, step).turn_strain(in_plane);
  const P de[6] = {in_plane[0], in_plane[1], step.result.thickness_strain, in_plane[2], in_plane[3], in_plane[4]};
  P s[6], e[6];
  for (int i = 0; i < 6; ++i) {
    s[i] = i == 2 ? P(0) : load<P>(history + (i < 2 ? i : i - 1) * B);
    e[i] = load<P>(fields + (ErosionFields::strain + i) * B) + de[i];
  }
  const P plastic = c.has_plastic_strain ? load<P>(history + (5 + strain_of_erosion(*c.material)) * B) : P(0);
  const auto failed = update_erosion(c.material->erosion, s, e, plastic, step.dt, fields);
  if (!any(failed)) return false;
  P gone(0);
  for (int i = 0; i < 6; ++i) {
    gone = gone + s[i] * de[i];
    if (i != 2) store(history + (i < 2 ? i : i - 1) * B, select(failed, P(0), s[i]));
  }
  step.result.work = step.result.work - select(failed, P(Real(0.5)) * P(c.weight[k]) * gone, P(0));
  return true;
}

template <class P>
CRUMPLE_INLINE void erode(const ShellConstants<typename P::value_type>& c, LayersStep<P>& step) {
  using Real = typename P::value_type;
  constexpr int B = block_lanes<Real>;
  bool any_failed = false;
  for (int k = 0; k < c.n_layers; ++k) any_failed = erode_layer(c, k, step) || any_failed;
  if (any_failed) sum_layers(c, c.layer_fields, step);
  // The element goes where all points say so: by the law, or by the number of failed points, which the last one knows.
  const auto law_failed = step.result.failed && (step.point == 0 ? typename P::mask_type(true) : step.law_failed);
  step.law_failed = law_failed;
  if (step.point + 1 < step.n_points) {
    step.result.failed = typename P::mask_type(true);
    return;
  }
  const int stride = c.material->added_fields() * B;
  const Real* const first = step.added - step.point * c.n_layers * stride;
  step.result.failed = law_failed || is_eroded<P>(c.material->erosion, first, stride, step.n_points * c.n_layers);
}

/// beta over the step: what makes a viscous stress of an elastic increment.
template <class P>
CRUMPLE_INLINE P damping_factor(const MaterialConstants& material, const P& dt) {
  using Real = typename P::value_type;
  if (!(material.damping_time > 0)) return P(Real(material.damping));
  return P(Real(material.damping_time)) / max(dt, P(Real(1e-30)));
}

/// Adds the viscous stress beta C de / dt, C of isotropic elasticity, to that which acts on the nodes; the law keeps
/// its own. The work is that of the mean of old and new stress, so the old one is kept.
template <class P>
CRUMPLE_INLINE void damp(const SolidConstants<typename P::value_type>& c, StressStep<P>& step) {
  using Real = typename P::value_type;
  constexpr int B = block_lanes<Real>;
  const MaterialConstants& material = *c.material;
  Real* const fields = step.added + (material.eos_fields() + material.erosion_fields()) * B;
  const double shear = material.young / (2 * (1 + material.poisson));
  const double lame = 2 * shear * material.poisson / (1 - 2 * material.poisson);
  const P factor = damping_factor(material, step.dt), two_g = factor * P(Real(2 * shear)), g = factor * P(Real(shear));
  const P pressure = factor * P(Real(lame)) * (step.de[0] + step.de[1] + step.de[2]);
  P old[6], work(0);
  for (int i = 0; i < 6; ++i) old[i] = load<P>(fields + i * B);
  rotate(step.R, old);
  const auto moves = step.dt > P(0);  // a step of no length leaves stresses as they are
  for (int i = 0; i < 6; ++i) {
    const P now = select(moves, i < 3 ? two_g * step.de[i] + pressure : g * step.de[i], old[i]);
    const P viscous = select(step.failed, P(0), now);
    step.s[i] = step.s[i] + viscous;
    work = work + (old[i] + viscous) * step.de[i];
    store(fields + i * B, viscous);
  }
  step.work = step.work + P(Real(0.5)) * work;
}

/// Adds the stresses 2 GI e' that relax to the law's, which computes it anew in every step and so does not add to them.
template <class P>
CRUMPLE_INLINE void relax(const SolidConstants<typename P::value_type>& c, StressStep<P>& step) {
  using Real = typename P::value_type;
  constexpr int B = block_lanes<Real>;
  const MaterialConstants& material = *c.material;
  Real* fields = step.added + (material.eos_fields() + material.erosion_fields() + material.damping_fields()) * B;
  const P half(Real(0.5)), mean = P(Real(1.0 / 3)) * (step.de[0] + step.de[1] + step.de[2]);
  P e[6], sum[6], work(0);
  for (int i = 0; i < 6; ++i) {
    e[i] = i < 3 ? step.de[i] - mean : half * step.de[i];
    sum[i] = P(0);
  }
  double shear = 0;
  for (int term = 0; term < material.n_relaxing; ++term, fields += 6 * B) {
    const Fading<P> fading(P(Real(material.relaxing_decay[term])) * step.dt);
    const P twice_shear(Real(2 * material.relaxing_shear[term]));
    shear += material.relaxing_shear[term];
    P s[6];
    for (int i = 0; i < 6; ++i) s[i] = load<P>(fields + i * B);
    rotate(step.R, s);
    for (int i = 0; i < 6; ++i) {
      s[i] = select(step.failed, P(0), fading.kept * s[i] + fading.gained * twice_shear * e[i]);
      sum[i] = sum[i] + s[i];
      store(fields + i * B, s[i]);
    }
  }
  for (int i = 0; i < 6; ++i) {
    step.s[i] = step.s[i] + sum[i];
    work = work + sum[i] * step.de[i];
    store(step.history + i * B, step.s[i]);
  }
  step.work = step.work + half * work;
  step.modulus = step.modulus + P(Real(4.0 / 3 * shear));
}

/// The viscous stress of damping of the layers, in the axes of the element and in plane stress.
template <class P>
CRUMPLE_INLINE void damp(const ShellConstants<typename P::value_type>& c, LayersStep<P>& step) {
  using Real = typename P::value_type;
  constexpr int B = block_lanes<Real>;
  const MaterialConstants& material = *c.material;
  const double shear = material.young / (2 * (1 + material.poisson));
  const double plane = material.young / (1 - material.poisson * material.poisson);
  const P factor = damping_factor(material, step.dt), in_plane = factor * P(Real(plane)),
          nu(Real(material.poisson)), g = factor * P(Real(shear)), across = g * P(c.shear_factor);
  ShellResultants<P>& r = step.result;
  const ShellStrains<P>& d = step.strain;
  const auto moves = step.dt > P(0);  // a step of no length leaves stresses as they are
  for (int k = 0; k < c.n_layers; ++k) {
    Real* const fields = step.added + (k * material.added_fields() + material.erosion_fields()) * B;
    const P z = P(c.zeta[k]) * step.thickness, w(c.weight[k]), wz = w * P(c.zeta[k]);
    const P de[5] = {d.xx + z * d.kxx, d.yy + z * d.kyy, d.xy + z * d.kxy, d.yz, d.zx};
    P viscous[5] = {in_plane * (de[0] + nu * de[1]), in_plane * (de[1] + nu * de[0]), g * de[2], across * de[3],
                    across * de[4]};
    P work(0);
    for (int i = 0; i < 5; ++i) {
      const P old = load<P>(fields + i * B);
      viscous[i] = select(moves, viscous[i], old);
      work = work + (old + viscous[i]) * de[i];
      store(fields + i * B, viscous[i]);
    }
    r.work = r.work + P(Real(0.5)) * w * work;
    r.nxx = r.nxx + w * viscous[0];
    r.mxx = r.mxx + wz * viscous[0];
    r.nyy = r.nyy + w * viscous[1];
    r.myy = r.myy + wz * viscous[1];
    r.nxy = r.nxy + w * viscous[2];
    r.mxy = r.mxy + wz * viscous[2];
    r.nyz = r.nyz + w * viscous[3];
    r.nzx = r.nzx + w * viscous[4];
  }
}

/// update_law() is the stress update of the law.
template <class P, class Update>
CRUMPLE_INLINE void update_with_additions(const SolidConstants<typename P::value_type>& c, StressStep<P>& step,
                                          Update&& update_law) {
  using Real = typename P::value_type;
  constexpr int B = block_lanes<Real>;
  const auto old = [&](int i) CRUMPLE_LAMBDA_INLINE { return load<P>(step.history + i * B); };
  const P before = P(Real(-1.0 / 3)) * (old(0) + old(1) + old(2));
  update_law();
  if (c.has_eos) set_pressure(c, before, step);
  if (c.material->n_relaxing > 0) relax(c, step);
  if (c.material->erosion_fields() > 0) erode(c, step);
  if (c.material->damping_fields() > 0) damp(c, step);
}
template <class P, class Update>
CRUMPLE_INLINE void update_with_additions(const ShellConstants<typename P::value_type>& c, LayersStep<P>& step,
                                          Update&& update_law) {
  update_law();
  if (c.material->erosion_fields() > 0) erode(c, step);
  if (c.material->damping_fields() > 0) damp(c, step);
}

}  // namespace crumple::kernels
