// What all solid formulations share: tensors, the constants of a part, and the call of the material law (stress.hpp).
// s: stress xx, yy, zz, xy, yz, zx.
#pragma once

#include "kernels/law_additions.hpp"
#include "kernels/materials/law.hpp"
#include "kernels/packs_of_blocks.hpp"

namespace crumple::kernels {

/// A second-order tensor.
template <class P>
struct Tensor {
  Vec3<P> x, y, z;  // rows
};
template <class P>
CRUMPLE_INLINE Vec3<P> apply(const Tensor<P>& t, const Vec3<P>& v) {
  return {dot(t.x, v), dot(t.y, v), dot(t.z, v)};
}
template <class P>
CRUMPLE_INLINE Vec3<P> apply_transposed(const Tensor<P>& t, const Vec3<P>& v) {
  return v.x * t.x + v.y * t.y + v.z * t.z;
}

/// R s R^T of a symmetric tensor s: xx, yy, zz, xy, yz, zx.
template <class P>
CRUMPLE_INLINE void rotate(const Tensor<P>& R, P* s) {
  const auto times = [&](const Vec3<P>& r) CRUMPLE_LAMBDA_INLINE {
    return Vec3<P>{r.x * s[0] + r.y * s[3] + r.z * s[5], r.x * s[3] + r.y * s[1] + r.z * s[4],
                   r.x * s[5] + r.y * s[4] + r.z * s[2]};
  };
  const Vec3<P> tx = times(R.x), ty = times(R.y), tz = times(R.z);
  s[0] = dot(tx, R.x);
  s[1] = dot(ty, R.y);
  s[2] = dot(tz, R.z);
  s[3] = dot(tx, R.y);
  s[4] = dot(ty, R.z);
  s[5] = dot(tz, R.x);
}

/// The rotation about the axis of r by the angle phi, |r| = tan(phi / 2): 1 + 2 (r x + r x r x) / (1 + r.r).
template <class P>
CRUMPLE_INLINE Tensor<P> rotation(const Vec3<P>& r) {
  const P one(1);
  const P k = P(2) / (one + dot(r, r));
  const Vec3<P> kr = k * r;
  const P xx = kr.x * r.x, yy = kr.y * r.y, zz = kr.z * r.z;
  const P xy = kr.x * r.y, yz = kr.y * r.z, zx = kr.z * r.x;
  return {{one - (yy + zz), xy - kr.z, zx + kr.y},
          {xy + kr.z, one - (zz + xx), yz - kr.x},
          {zx - kr.y, yz + kr.x, one - (xx + yy)}};
}

inline constexpr std::array solid_stress_names{"stress xx", "stress yy", "stress zz",
                                               "stress xy", "stress yz", "stress zx"};

/// What the integration point of a pack of solids takes and gives in one step.
template <class P>
struct StressStep {
  Tensor<P> A;                      // dt L, in the axes of mid-step [1]
  Tensor<P> R, H;                   // rotation of the step, and of its second half
  P de[6];                          // strain increments at the end of the step; xy, yz, zx engineering [1]
  P dt;                             // [time]
  P volumetric_strain;              // 1 - V/V0 at the end of the step: some laws ask for nothing else [1]
  typename P::value_type* history;  // the pack's first field of the stress; fields lie a block apart
  typename P::value_type* added;    // the same of law_additions.hpp
  P viscous_pressure;               // in mid-step, for the energy of an equation of state [force/area]
  int point = 0, n_points = 1;      // which of an element's
  P s[6];                           // out: stress at the end of the step [force/area]
  P work;                           // out: per volume, of the mean of old and new stress [energy/volume]
  P modulus;                        // out, if the law's varies: density times wave speed squared [force/area]
  typename P::mask_type failed;     // out
};

/// A material law as solids see it: what stress.hpp makes of it.
template <class Real>
struct SolidLaw {
  int material_fields;
  bool has_plastic_strain, has_varying_modulus;
  void (*make)(const MaterialConstants&, LawStorage&);
  void (*update_stress)(const SolidConstants<Real>&, StressStep<Pack<Real>>&);
  PlainForm<SolidLaw> plain;
};

/// Hourglass control of solids: IHQ 1-3, 4-5, 6.
enum class SolidHourglass { viscous, stiffness, assumed_strain };
constexpr SolidHourglass solid_hourglass(int type) {
  return type <= 3 ? SolidHourglass::viscous : type == 6 ? SolidHourglass::assumed_strain : SolidHourglass::stiffness;
}

/// Of SolidHourglass::assumed_strain, see hex_assumed_strain.hpp: the factors of H_ii and H_ij there, with QM, for
/// 3 H / 8.
template <class Real>
struct AssumedStrainConstants {
  Real bending, coupling, torsion, product;  // [force/area]
  Real yield_strain, yield_shear;            // at the start; huge if the material does not yield [1]

  explicit AssumedStrainConstants(const PartConstants& part)
      : yield_strain(Real(part.hourglass.yield_strain)),
        yield_shear(Real(part.hourglass.yield_strain * 2 * (1 + part.material.poisson) / std::sqrt(3.0))) {
    const double nu = part.material.poisson, shear = part.material.young / (2 * (1 + nu));
    const double scaled = part.hourglass.membrane * shear / 24;  // 8 / 3 / 64
    bending = Real(2 * scaled / (1 - nu));
    coupling = Real(2 * scaled * nu / (1 - nu));
    torsion = Real(scaled);
    product = Real(2 * scaled * (1 + nu) / 3);
  }
};

/// Constants of a solid part.
template <class Real>
struct SolidConstants {
  using Update = void (*)(const SolidConstants&, StressStep<Pack<Real>>&);
  LawStorage law;
  Update update_stress, law_update;  // the same for parts without additions
  LawForm form;
  const MaterialConstants* material;
  int material_fields;  // of history, without additions
  bool has_plastic_strain, has_eos, has_varying_modulus;
  Real density;            // initial [mass/volume]
  Real modulus;            // lambda + 2 mu, at the start [force/area]
  Real shear_part;         // 4/3 of the shear modulus [force/area]
  Real quadratic, linear;  // bulk viscosity Q1, Q2 [1]
  Real hourglass;          // QM [1]
  Real yield_strain;       // at the start; huge if the material does not yield [1]
  SolidHourglass hourglass_kind;
  AssumedStrainConstants<Real> assumed_strain;

  SolidConstants(const PartConstants& part, const SolidLaw<Real>& any_form)
      : material(&part.material),
        material_fields(any_form.material_fields),
        has_plastic_strain(any_form.has_plastic_strain),
        has_eos(part.material.eos_fields() > 0),
        has_varying_modulus(any_form.has_varying_modulus),
        density(Real(part.material.density)),
        modulus(Real(has_eos ? part.material.eos.wave_modulus
                             : part.material.young * (1 - part.material.poisson) /
                                   ((1 + part.material.poisson) * (1 - 2 * part.material.poisson)))),
        shear_part(Real(4.0 / 3 * part.material.young / (2 * (1 + part.material.poisson)))),
        quadratic(Real(part.hourglass.bulk_quadratic)),
        linear(Real(part.hourglass.bulk_linear)),
        hourglass(Real(part.hourglass.membrane)),
        yield_strain(Real(part.hourglass.yield_strain)),
        hourglass_kind(solid_hourglass(part.hourglass.type)),
        assumed_strain(part) {
    const SolidLaw<Real>& solid_law = form_for(part.material, any_form);
    law_update = solid_law.update_stress;
    update_stress = part.material.added_fields() > 0 ? &update_stress_and_additions<Pack<Real>> : law_update;
    form = part.material.added_fields() > 0 ? LawForm::rare
           : &solid_law == &any_form        ? LawForm::general
                                            : LawForm::plain;
    solid_law.make(part.material, law);
  }
  static std::size_t size(const PartConstants&) { return sizeof(SolidConstants); }
};

/// Strain increments and rotation of a velocity gradient of mid-step over a step. R is Hughes & Winget's, (1 - W/2)^-1
/// (1 + W/2), W = dt skew(L); R = H H. The increments are those in the axes of mid-step, turned by H with the material:
/// left as they are, the stress would lag behind by half a step's angle, and vibrations of a turning body would grow.
template <class P>
CRUMPLE_INLINE void set_increments(const Tensor<P>& L, P dt, StressStep<P>& point) {
  const P half(0.5), quarter(0.25), one(1);
  const Tensor<P> A = {dt * L.x, dt * L.y, dt * L.z};
  const Vec3<P> r = quarter * Vec3<P>{A.z.y - A.y.z, A.x.z - A.z.x, A.y.x - A.x.y};
  P e[6] = {A.x.x, A.y.y, A.z.z, half * (A.x.y + A.y.x), half * (A.y.z + A.z.y), half * (A.z.x + A.x.z)};
  point.H = rotation((one / (one + sqrt(one + dot(r, r)))) * r);
  rotate(point.H, e);
  for (int f = 0; f < 3; ++f) point.de[f] = e[f];
  for (int f = 3; f < 6; ++f) point.de[f] = e[f] + e[f];
  point.A = A;
  point.R = rotation(r);
  point.dt = dt;
}

/// Of an equation of state, the history of law_additions.cpp: what it keeps is the difference to that at the start.
template <class P>
CRUMPLE_INLINE P eos_modulus(const SolidConstants<typename P::value_type>& constants,
                             const typename P::value_type* added) {
  return P(constants.modulus) + load<P>(added + block_lanes<typename P::value_type>);
}

/// Bulk viscosity and stable step, as in LS-DYNA's theory manual; c the wave speed with added mass, D the rate of the
/// volume where it shrinks, else 0.
template <class P>
struct SolidWaves {
  using Real = typename P::value_type;
  P quadratic, linear;       // Q1, Q2
  P density, c, dilatation;  // rho, c, D
  P scaled_density;

  CRUMPLE_INLINE SolidWaves(const SolidConstants<typename P::value_type>& constants, P rho, P mass_scale,
                            const typename P::value_type* added)
      : quadratic(constants.quadratic),
        linear(constants.linear),
        density(rho),
        c(sqrt(P(constants.modulus) / (rho * mass_scale))),
        dilatation(P(0)),
        scaled_density(rho * mass_scale) {
    if (constants.has_eos) set_modulus(eos_modulus<P>(constants, added));
  }
  CRUMPLE_INLINE void set_modulus(const P& modulus) { c = sqrt(modulus / scaled_density); }
  /// After the update of the stress, where the modulus varies.
  CRUMPLE_INLINE void update(const SolidConstants<typename P::value_type>& constants, const StressStep<P>& point) {
    if (constants.has_eos) set_modulus(eos_modulus<P>(constants, point.added));
    if (constants.has_varying_modulus) set_modulus(max(point.modulus, c * c * scaled_density));
  }
  /// Length l of the bulk viscosity: V^(1/3), `length`, but at most twice the characteristic length L, `reach`. In a
  /// flat element V^(1/3) would damp the shortest wave beyond the critical, and shorten the stable step in proportion.
  CRUMPLE_INLINE static P viscous_length(P length, P reach) {
    return min(length, P(Real(longest_viscous_reach)) * reach);
  }
  /// q = rho l (Q1 l D^2 - Q2 c D).
  CRUMPLE_INLINE P pressure(P length) const {
    return density * length * dilatation * (quadratic * length * dilatation - linear * c);
  }
  /// L / (Q + sqrt(Q^2 + c^2)), Q = (Q2 c + Q1 l |D|) l / L, where l / L is 1 if l < L: the viscosity damps the wave
  /// along L by l / L times more than in a cube. The linear part counts always, as the next step may compress what this
  /// one stretches; D is 0 where the volume grows.
  CRUMPLE_INLINE P stable_step(P reach, P length) const {
    const P flat = max(length / reach, P(1));
    const P q = flat * (linear * c - quadratic * length * dilatation);
    return reach / (q + sqrt(q * q + c * c));
  }
};

/// Keeps the viscous pressure of the step in the pack's history; returns that of mid-step.
template <class P>
CRUMPLE_INLINE P update_bulk_pressure(typename P::value_type* kept, P pressure) {
  const P old = load<P>(kept);
  store(kept, pressure);
  return P(0.5) * (old + pressure);
}

}  // namespace crumple::kernels
