// *MAT_054 and 055 enhanced composite damage, for shells: a ply that is elastic up to its strength along and across its
// fibres. Sources: Chang & Chang, J. Composite Materials 21 (1987) 834-855; Tsai & Wu, ibid. 5 (1971) 58-80; as
// LS-DYNA's keyword manual has them, *MAT_ENHANCED_COMPOSITE_DAMAGE. A trial stress is elastic; a mode acts where
//   fibre tension   aa > 0 and (aa / XT)^2 + BETA (ab / SC)^2 >= 1:  aa, bb, ab stay
//   compression     aa < 0 and (aa / XC)^2 >= 1:                     aa stays, bb follows EB alone
//   matrix          bb > 0 and (bb / YT)^2 + (ab / SC)^2 >= 1, or
//                   bb < 0 and (bb / 2 SC)^2 + ((YC / 2 SC)^2 - 1) bb / YC + (ab / SC)^2 >= 1, or of Tsai and Wu
//                   bb^2 / (YC YT) + (ab / SC)^2 + (YC - YT) bb / (YC YT) >= 1:  bb, ab stay, aa follows EA alone
// so stresses stay at the strength until the point fails, and unload elastically (which the manual does not say).
// A point fails at the strains DFAILT, DFAILC, DFAILM, DFAILS and EFS; with DFAILT = 0 where fibre tension acts.
// Strains are the sums of the increments. Those of a deleted element's neighbours have the share SOFT of XT, XC, YT,
// YC.
#pragma once

#include "kernels/materials/composite.hpp"

namespace crumple::kernels {

struct EnhancedComposite : CompositeParameters {
  static constexpr int number = 54;
  double criterion = 54;                  ///< CRIT: of the matrix, 54 Chang and Chang, 55 Tsai and Wu
  double shear_weight = 0;                ///< BETA: in fibre tension [1]
  double tension_after_crush = 0;         ///< FBRT: share of XT left after compressive matrix failure [1]; 0: all
  double compression_after_crush = 0;     ///< YCFAC: XC is then YC times this [1]; 0: XC stays
  double a_strain = 0, a_shortening = 0;  ///< DFAILT, -DFAILC: at which a point fails [1]; 0: in fibre tension, none
  double b_strain = 0, shear_strain = 0;  ///< DFAILM, DFAILS (of the tensor) [1]; 0: none
  void set_up(MaterialConstants& c) const {
    CompositeParameters::set_up(c);
    c.can_fail = true;
  }
};

template <class P>
struct Material054 {
  using Real = typename P::value_type;
  using Mask = typename P::mask_type;
  using Parameters = EnhancedComposite;
  static constexpr HistoryNames<9> history_names{"strain aa",      "strain bb",      "strain ab",
                                                 softened_name,    "failed",         "fibre tension",
                                                 "fibre crushing", "matrix tension", "matrix crushing"};
  static constexpr bool shells_only = true;
  /// h[fibre_tension] ... h[matrix_crushing]: 1 once the mode has acted.
  static constexpr int fibre_tension = 5, fibre_crushing = 6, matrix_tension = 7, matrix_crushing = 8;

  Orthotropy<P> elastic;
  CompositePoint<P> point;
  Real per_strength[n_composite_modes];  // [area/force]
  Real crushing_over_shear;              // YC / (2 SC)
  Real shear_weight, tension_after_crush, crushing_after_crush;
  Real a_strain, a_shortening, b_strain, shear_strain;
  bool tsai_wu, ends_in_fibre_tension;

  Material054(const MaterialConstants&, const EnhancedComposite& p)
      : elastic(p),
        point(p, true),
        shear_weight(Real(p.shear_weight)),
        tension_after_crush(Real(p.tension_after_crush)),
        crushing_after_crush(Real(p.compression_after_crush)),
        a_strain(limit_of<Real>(p.a_strain)),
        a_shortening(limit_of<Real>(p.a_shortening)),
        b_strain(limit_of<Real>(p.b_strain)),
        shear_strain(limit_of<Real>(p.shear_strain)),
        tsai_wu(p.criterion == 55),
        ends_in_fibre_tension(p.a_strain <= 0) {
    for (int mode = 0; mode < n_composite_modes; ++mode) per_strength[mode] = Real(1 / strength_of(p, mode));
    crushing_over_shear = Real(strength_of(p, b_compression) / (2 * strength_of(p, ab_shear)));
  }

  CRUMPLE_INLINE P plane_stress(const P* de, MaterialPoint<P>& at, const P& shear_factor) const {
    P strain[5];
    point.add_strain(de, at, strain);
    P ds[3];
    elastic.in_plane(strain, ds);
    const P trial[3] = {at.s[0] + ds[0], at.s[1] + ds[1], at.s[2] + ds[2]};
    const P per_soft = P(1) / point.softening(at);
    const P shear = P(per_strength[ab_shear]) * trial[2], shear_squared = shear * shear;
    const Mask pulled = fibre_pulled(at, trial[0], per_soft, shear_squared),
               crushed = fibre_crushed(at, trial[0], per_soft);
    const Mask opens = trial[1] > P(0), matrix = matrix_acts(trial[1], per_soft, shear_squared);
    note(at, fibre_tension, pulled);
    note(at, fibre_crushing, crushed);
    note(at, matrix_tension, matrix && opens);
    note(at, matrix_crushing, matrix && !opens);
    ds[0] = select(pulled || crushed, P(0), select(matrix, P(elastic.alone_a) * strain[0], ds[0]));
    ds[1] = select(pulled || matrix, P(0), select(crushed, P(elastic.alone_b) * strain[1], ds[1]));
    ds[2] = select(pulled || matrix, P(0), ds[2]);
    for (int i = 0; i < 3; ++i) at.s[i] = at.s[i] + ds[i];
    elastic.add_transverse(strain, shear_factor, at.s);
    const P *h = at.h, half_shear = P(Real(0.5)) * abs(h[2]);
    Mask failed =
        h[0] > P(a_strain) || h[0] < P(-a_shortening) || abs(h[1]) > P(b_strain) || half_shear > P(shear_strain);
    if (ends_in_fibre_tension) failed = failed || pulled;
    point.fail(at, failed);
    return elastic.thickness_strain(ds[0], ds[1]);
  }

 private:
  static CRUMPLE_INLINE void note(MaterialPoint<P>& at, int field, const Mask& acts) {
    at.h[field] = select(acts, P(1), at.h[field]);
  }
  CRUMPLE_INLINE Mask after_crush(const MaterialPoint<P>& at) const { return at.h[matrix_crushing] > P(Real(0.5)); }

  CRUMPLE_INLINE Mask fibre_pulled(const MaterialPoint<P>& at, const P& aa, const P& per_soft, const P& shear) const {
    P ratio = P(per_strength[a_tension]) * per_soft * aa;
    if (tension_after_crush > 0) ratio = select(after_crush(at), ratio * P(Real(1) / tension_after_crush), ratio);
    return aa > P(0) && ratio * ratio + P(shear_weight) * shear >= P(1);
  }
  CRUMPLE_INLINE Mask fibre_crushed(const MaterialPoint<P>& at, const P& aa, const P& per_soft) const {
    P ratio = P(per_strength[a_compression]);
    if (crushing_after_crush > 0)
      ratio = select(after_crush(at), P(per_strength[b_compression] / crushing_after_crush), ratio);
    return aa * per_soft * ratio <= P(-1);
  }
  CRUMPLE_INLINE Mask matrix_acts(const P& bb, const P& per_soft, const P& shear) const {
    const P tension = P(per_strength[b_tension]) * per_soft * bb,
            crushing = P(per_strength[b_compression]) * per_soft * bb;
    if (tsai_wu) return tension * crushing + shear + (tension - crushing) >= P(1);
    const P half = P(crushing_over_shear) / per_soft;
    const P closed = crushing * half, squeezed = closed * closed + (half * half - P(1)) * crushing;
    return select(bb > P(0), tension * tension, squeezed) + shear >= P(1);
  }
};

}  // namespace crumple::kernels
