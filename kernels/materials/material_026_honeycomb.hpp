// Honeycomb, for solids only: *MAT_026, and *MAT_126, which is derived from it. Until it is compacted, each component
// of the stress in the material's axes is elastic by itself, without lateral contraction, and limited by a curve over
// the volumetric strain e_v = 1 - V/V0, of *MAT_126 over its own strain; from 1 - VF on it is an elastic perfectly
// plastic solid. In between the moduli go from one to the other: E_aa = EAAU + beta (E - EAAU), beta = e_v / (1 - VF)
// in 0..1. Source: LS-DYNA theory manual, material models 26 and 126.
#pragma once

#include <algorithm>

#include "kernels/materials/history.hpp"
#include "kernels/simd/elementary.hpp"
#include "kernels/solids/solid_pack.hpp"

namespace crumple::kernels {

/// Its curves are the strengths aa, bb, cc, ab, bc, ca over the volumetric strain.
struct Honeycomb {
  static constexpr int number = 26;
  std::array<double, 3> young{}, shear{};  ///< EAAU, EBBU, ECCU, GABU, GBCU, GCAU: before it is crushed [force/area]
  double compact_young = 0, compact_poisson = 0;  ///< E, PR: compacted [force/area], [1]
  double yield = 0;                               ///< SIGY: compacted [force/area]
  double compact_volume = 0;                      ///< VF: relative volume at which it is compacted [1]
  double tensile_failure = 0, shear_failure = 0;  ///< TSEF, SSEF: strains at which an element fails [1]; 0: none
  double bulk_viscosity = 0;                      ///< BULK: 0: none, else that of all solids
  /// Stable steps follow the modulus, which grows as it is crushed.
  void set_up(MaterialConstants& c) const {
    c.young = *std::max_element(young.begin(), young.end());
    c.poisson = 0;
    c.first_yield = c.curve_begins(0);
    c.can_fail = tensile_failure > 0 || shear_failure > 0;
    c.bulk_viscosity = bulk_viscosity != 0;
  }
};

/// `by_component`: each strength is over the strain of its component.
template <class P, bool by_component>
struct HoneycombLaw {
  using Real = typename P::value_type;
  using Mask = typename P::mask_type;
  static constexpr HistoryNames<12> history_names{first_axis_name, "axis a y",  "axis a z",  "axis b x",
                                                  "axis b y",      "axis b z",  "strain aa", "strain bb",
                                                  "strain cc",     "strain ab", "strain bc", "strain ca"};
  static constexpr int axes = 0, strains = 6;
  static constexpr int rotated_tensor = no_tensor;
  static constexpr bool solids_only = true, varying_modulus = true;

  const HardeningConstants* curves;
  Real first_strain, steps_per_strain;
  Real young[3], twice_shear[3];                                                  // before it is crushed [force/area]
  Real compact_young, compact_twice_shear, compact_bulk, compact_modulus, yield;  // [force/area]
  Real compact_strain;
  Real tensile_failure, shear_failure;  // huge: none
  bool engineering = false;             // MAT_126: the curves' normal strains are engineering ones

  HoneycombLaw(const MaterialConstants& c, const Honeycomb& p)
      : curves(c.hardening),
        first_strain(Real(curves->first_strain)),
        steps_per_strain(Real(1 / curves->strain_step)),
        compact_young(Real(p.compact_young)),
        yield(Real(p.yield)),
        compact_strain(Real(1 - p.compact_volume)),
        tensile_failure(Real(p.tensile_failure > 0 ? p.tensile_failure : 1e15)),
        shear_failure(Real(p.shear_failure > 0 ? p.shear_failure : 1e15)) {
    const double shear = 0.5 * p.compact_young / (1 + p.compact_poisson);
    const double bulk = p.compact_young / (3 * (1 - 2 * p.compact_poisson));
    compact_twice_shear = Real(2 * shear);
    compact_bulk = Real(bulk);
    compact_modulus = Real(bulk + 4.0 / 3 * shear);
    for (int i = 0; i < 3; ++i) {
      young[i] = Real(p.young[std::size_t(i)]);
      twice_shear[i] = Real(2 * p.shear[std::size_t(i)]);
    }
  }

  /// Where e_v lies on the curves; below their first point that holds, beyond their last the last slope goes on.
  struct Place {
    Index<P> index;
    P above;
  };
  CRUMPLE_INLINE Place place_of(const P& e_v) const {
    const P at = max(e_v - P(first_strain), P(0)) * P(steps_per_strain);
    const Index<P> index = to_index(at, curve_points - 2);
    return {index, at - to_real<P>(index)};
  }
  CRUMPLE_INLINE P limit(int component, const Place& place) const {
    const double* const curve = curves->stress + component * curve_points;
    const P left = gather<P>(curve, place.index), right = gather<P>(curve + 1, place.index);
    return max(left + place.above * (right - left), P(0));
  }

  /// The strength of a component. total[i]: the strain at the end of the step, shears engineering.
  CRUMPLE_INLINE P strength(int i, const P* total, const Place& by_volume) const {
    if constexpr (by_component) {
      const P strain = i < 3 ? P(0) - total[i] : abs(total[i]);
      return limit(i, place_of(i < 3 && engineering ? P(1) - exp(P(0) - strain) : strain));
    } else {
      return limit(i, by_volume);
    }
  }

  /// Increments of the stress t in the material's axes, of the strain e (of the tensor); returns the stiffest modulus.
  CRUMPLE_INLINE P crush(const P* e, const P* total, const P& e_v, P* t) const {
    const P beta = max(min(e_v / P(compact_strain), P(1)), P(0));
    const Place place = place_of(e_v);
    P stiffest(0);
    for (int i = 0; i < 3; ++i) {
      const P modulus = P(young[i]) + beta * (P(compact_young) - P(young[i]));
      const P most = strength(i, total, place), most_shear = strength(i + 3, total, place);
      const P shear = P(twice_shear[i]) + beta * (P(compact_twice_shear) - P(twice_shear[i]));
      t[i] = max(min(t[i] + modulus * e[i], most), P(0) - most);
      t[i + 3] = max(min(t[i + 3] + shear * e[i + 3], most_shear), P(0) - most_shear);
      stiffest = max(stiffest, modulus);
    }
    return stiffest;
  }

  CRUMPLE_INLINE void flow(const P* e, P* t) const {
    const P third(Real(1.0 / 3));
    const P growth = e[0] + e[1] + e[2], mean = third * (t[0] + t[1] + t[2]);
    P d[6];
    for (int i = 0; i < 3; ++i) d[i] = t[i] - mean + P(compact_twice_shear) * (e[i] - third * growth);
    for (int i = 3; i < 6; ++i) d[i] = t[i] + P(compact_twice_shear) * e[i];
    const P square = d[0] * d[0] + d[1] * d[1] + d[2] * d[2] + P(2) * (d[3] * d[3] + d[4] * d[4] + d[5] * d[5]);
    const P mises = sqrt(P(Real(1.5)) * square);
    const P scale = select(mises > P(yield), P(yield) / max(mises, P(yield)), P(1));
    const P pressure = mean + P(compact_bulk) * growth;
    for (int i = 0; i < 3; ++i) t[i] = pressure + scale * d[i];
    for (int i = 3; i < 6; ++i) t[i] = scale * d[i];
  }

  /// e_v at the end of the step.
  CRUMPLE_INLINE P solid(const P* de, MaterialPoint<P>& at, const P& e_v) const {
    P* const h = at.h;
    const Vec3<P> a{h[0], h[1], h[2]}, b{h[3], h[4], h[5]}, c = cross(a, b);
    const Tensor<P> to_axes{a, b, c}, back{{a.x, b.x, c.x}, {a.y, b.y, c.y}, {a.z, b.z, c.z}};
    const P half(0.5);
    P e[6] = {de[0], de[1], de[2], half * de[3], half * de[4], half * de[5]}, crushed[6], compacted[6];
    rotate(to_axes, e);
    rotate(to_axes, at.s);
    for (int i = 0; i < 6; ++i) crushed[i] = compacted[i] = at.s[i];
    for (int i = 0; i < 6; ++i) h[strains + i] = h[strains + i] + (i < 3 ? e[i] : e[i] + e[i]);
    const P stiffest = crush(e, h + strains, e_v, crushed);
    const Mask is_compact = e_v >= P(compact_strain);
    if (any(is_compact)) flow(e, compacted);
    for (int i = 0; i < 6; ++i) at.s[i] = select(is_compact, compacted[i], crushed[i]);
    rotate(back, at.s);
    for (int i = 0; i < 3; ++i) {
      at.failed = at.failed || h[strains + i] > P(tensile_failure);
      at.failed = at.failed || max(h[strains + 3 + i], P(0) - h[strains + 3 + i]) > P(shear_failure);
    }
    return select(is_compact, P(compact_modulus), stiffest);
  }
};

template <class P>
struct Material026 : HoneycombLaw<P, false> {
  using Parameters = Honeycomb;
  static constexpr bool solids_only = true;
  Material026(const MaterialConstants& c, const Honeycomb& p) : Material026::HoneycombLaw(c, p) {}
};

}  // namespace crumple::kernels
