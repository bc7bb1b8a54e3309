// Erosion by *MAT_ADD_EROSION, for shells and solids with any law: which points of a pack meet the criteria, and when
// so many of an element's points have failed that it is deleted. Called behind the law (law_additions.cpp). Source:
// *MAT_ADD_EROSION in LS-DYNA's keyword manual; the impulse: Tuler & Butcher (1968). The strain is the sum of the
// increments, turned with the stress: logarithmic where the axes of stretch stay. p pressure, s stress and e strain in
// the order xx, yy, zz, xy, yz, zx; shears of e engineering.
#pragma once

#include "kernels/materials/principal_values.hpp"
#include "kernels/packs_of_blocks.hpp"

namespace crumple::kernels {

/// History of a point: 1 once it has failed, the impulse, the strain. They lie a block apart.
struct ErosionFields {
  static constexpr int failed = 0, impulse = 1, strain = 2;
};

template <class P>
CRUMPLE_INLINE P trace(const P* t) {
  return t[0] + t[1] + t[2];
}
/// a:a of a tensor; shears are given as `factor` times the tensor's.
template <class P>
CRUMPLE_INLINE P norm_squared(const P* t, double factor) {
  const P shears = t[3] * t[3] + t[4] * t[4] + t[5] * t[5];
  return t[0] * t[0] + t[1] * t[1] + t[2] * t[2] + P(typename P::value_type(2 / (factor * factor))) * shears;
}
/// a':a' of its deviator.
template <class P>
CRUMPLE_INLINE P deviator_squared(const P* t, double factor) {
  using Real = typename P::value_type;
  const P mean = P(Real(1.0 / 3)) * trace(t);
  const P d[6] = {t[0] - mean, t[1] - mean, t[2] - mean, t[3], t[4], t[5]};
  return norm_squared(d, factor);
}

template <class P>
struct Extremes {
  P least, largest;
};
/// Of the principal values; shears are given as `factor` times the tensor's. The tensor is scaled first, for squares of
/// stresses may not fit in a float.
template <class P>
CRUMPLE_INLINE Extremes<P> extremes(const P* t, double factor) {
  using Real = typename P::value_type;
  P size(Real(1e-30));
  for (int i = 0; i < 6; ++i) size = max(size, abs(t[i]));
  const P down = P(1) / size, shear = P(Real(1 / factor)) * down;
  const P a[6] = {down * t[0], down * t[1], down * t[2], shear * t[3], shear * t[4], shear * t[5]};
  const PrincipalValues<P> principal = principal_values(a);
  const P* v = principal.value;
  return {size * min(v[0], min(v[1], v[2])), size * max(v[0], max(v[1], v[2]))};
}

/// A point after the law's update.
template <class P>
struct ErosionPoint {
  const P *s, *e;
  const P& plastic_strain;
  const P& impulse;
};

/// What a criterion compares.
template <class P>
CRUMPLE_NOINLINE P measure_of(ErosionMeasure measure, const ErosionPoint<P>& at) {
  using Real = typename P::value_type;
  const P third(Real(1.0 / 3));
  switch (measure) {
    case ErosionMeasure::pressure:
      return P(0) - third * trace(at.s);
    case ErosionMeasure::tension:
      return third * trace(at.s);
    case ErosionMeasure::principal_stress:
      return extremes(at.s, 1).largest;
    case ErosionMeasure::von_mises:
      return sqrt(P(Real(1.5)) * deviator_squared(at.s, 1));
    case ErosionMeasure::principal_strain:
      return extremes(at.e, 2).largest;
    case ErosionMeasure::compressive_principal_strain:
      return P(0) - extremes(at.e, 2).least;
    case ErosionMeasure::shear_strain: {
      const Extremes<P> e = extremes(at.e, 2);
      return P(Real(0.5)) * (e.largest - e.least);
    }
    case ErosionMeasure::effective_strain:
      return sqrt(P(Real(2.0 / 3)) * deviator_squared(at.e, 2));
    case ErosionMeasure::plastic_strain:
      return at.plastic_strain;
    case ErosionMeasure::dilatation:
      return trace(at.e);
    case ErosionMeasure::contraction:
      return P(0) - trace(at.e);
    case ErosionMeasure::thinning:
      return P(0) - at.e[2];
    case ErosionMeasure::impulse:
      return at.impulse;
  }
  return P(0);
}

/// What a measure that costs principal values cannot exceed: the norm of its tensor; of the others nothing.
template <class P>
CRUMPLE_INLINE P bound_of(ErosionMeasure measure, const ErosionPoint<P>& at) {
  using enum ErosionMeasure;
  if (measure == principal_stress) return sqrt(norm_squared(at.s, 1));
  if (measure == principal_strain || measure == compressive_principal_strain || measure == shear_strain)
    return sqrt(norm_squared(at.e, 2));
  return P(typename P::value_type(1e30));
}

/// Where so many criteria are met that the point fails.
template <class P>
CRUMPLE_INLINE typename P::mask_type fails(const ErosionConstants& c, const ErosionPoint<P>& at) {
  using Real = typename P::value_type;
  P met(0);
  for (int k = 0; k < c.n_criteria; ++k) {
    const ErosionConstants::Criterion& criterion = c.criteria[k];
    const P limit(Real(criterion.limit));
    const auto possible = bound_of(criterion.measure, at) >= limit;
    if (any(possible)) met = met + select(possible && measure_of(criterion.measure, at) >= limit, P(1), P(0));
  }
  return met >= P(Real(c.conditions));
}

/// The impulse after a step.
template <class P>
CRUMPLE_INLINE P add_impulse(const ErosionConstants& c, const P& impulse, const P* s, const P& dt) {
  const P excess = max(extremes(s, 1).largest - P(typename P::value_type(c.threshold_stress)), P(0));
  return impulse + dt * (excess * excess);
}
constexpr bool has_impulse(const ErosionConstants& c) {
  for (int k = 0; k < c.n_criteria; ++k)
    if (c.criteria[k].measure == ErosionMeasure::impulse) return true;
  return false;
}

/// Marks the points that fail now; true for those that have failed. `e` is the strain after the step.
template <class P>
CRUMPLE_INLINE typename P::mask_type update_erosion(const ErosionConstants& c, const P* s, const P* e,
                                                    const P& plastic_strain, const P& dt,
                                                    typename P::value_type* fields) {
  constexpr int B = block_lanes<typename P::value_type>;
  P impulse = load<P>(fields + ErosionFields::impulse * B);
  if (has_impulse(c)) store(fields + ErosionFields::impulse * B, impulse = add_impulse(c, impulse, s, dt));
  const auto failed =
      load<P>(fields + ErosionFields::failed * B) > P(0.5) || fails<P>(c, {s, e, plastic_strain, impulse});
  store(fields + ErosionFields::failed * B, select(failed, P(1), P(0)));
  for (int i = 0; i < 6; ++i) store(fields + (ErosionFields::strain + i) * B, e[i]);
  return failed;
}

/// Whether so many of an element's points have failed that it goes; `fields` are those of its first point, and the next
/// point's come `stride` values later.
template <class P>
CRUMPLE_INLINE typename P::mask_type is_eroded(const ErosionConstants& c, const typename P::value_type* fields,
                                               int stride, int n_points) {
  using Real = typename P::value_type;
  P count(0);
  for (int k = 0; k < n_points; ++k) count = count + load<P>(fields + std::int64_t(k) * stride);
  double wanted = c.failed_share > 0 ? std::ceil(c.failed_share * n_points - 1e-9) : c.failed_points;
  if (wanted > n_points) wanted = n_points;
  return count >= P(Real(wanted));
}

}  // namespace crumple::kernels
