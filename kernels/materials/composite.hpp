// What composites (MAT_054, MAT_058) keep of a point alike, and how it fails: its strains aa, bb, ab, the softening
// beside deleted elements, which physics sets (packed_elements), and whether it has failed.
#pragma once

#include "kernels/materials/orthotropy.hpp"
#include "kernels/softening.hpp"

namespace crumple::kernels {

/// Ways in which a composite's layer is loaded beyond its strength.
enum CompositeMode { a_tension, a_compression, b_tension, b_compression, ab_shear, n_composite_modes };

/// What composites have in common.
struct CompositeParameters : OrthotropicElasticity {
  std::array<double, n_composite_modes> strength{};  ///< XT, XC, YT, YC, SC [force/area]; 0: unlimited
  double soft = 1;                                   ///< SOFT: share of the strengths left beside deleted elements [1]
  double least_step = 0;        ///< TFAIL, TSIZE: an element of a smaller step goes [time]; 0: none
  double effective_strain = 0;  ///< EFS, ERODS: at which a point fails [1]; 0: none
  void set_up(MaterialConstants& c) const {
    c.can_fail = effective_strain > 0;
    c.soft = soft;
    c.least_step = least_step;
  }
};

/// History of composites after the strains.
inline constexpr int composite_softened = 3, composite_failed = 4;

/// A strength of the deck; 0 stands for none.
inline double strength_of(const CompositeParameters& p, int mode) {
  const double strength = p.strength[std::size_t(mode)];
  return strength > 0 ? strength : 1e20;
}

/// A limit as laws compare with it; 0 stands for none.
template <class Real>
Real limit_of(double limit) {
  return Real(limit > 0 ? limit : 1e15);
}

template <class P>
struct CompositePoint {
  using Real = typename P::value_type;
  Real soft;       // SOFT
  Real effective;  // EFS, ERODS; huge: none
  bool fails;

  CompositePoint(const CompositeParameters& p, bool may_fail)
      : soft(Real(p.soft)), effective(limit_of<Real>(p.effective_strain)), fails(may_fail) {}

  /// Adds to the strains of the point; `strain`: the increments, 0 in points that have failed.
  CRUMPLE_INLINE void add_strain(const P* de, MaterialPoint<P>& at, P (&strain)[5]) const {
    for (int i = 0; i < 5; ++i) strain[i] = fails ? select(at.h[composite_failed] > P(Real(0.5)), P(0), de[i]) : de[i];
    for (int i = 0; i < 3; ++i) at.h[i] = at.h[i] + strain[i];
  }
  /// The share of the strengths that is left.
  CRUMPLE_INLINE P softening(const MaterialPoint<P>& at) const {
    return P(1) - P(Real(1) - soft) * at.h[composite_softened];
  }

  /// Marks the points that fail `now`, and those that fail by their effective strain.
  CRUMPLE_INLINE void fail(MaterialPoint<P>& at, const typename P::mask_type& now) const {
    if (!fails) return;
    const P* h = at.h;
    const auto failed =
        now || h[composite_failed] > P(Real(0.5)) || effective_strain_of_axes(h[0], h[1], h[2]) > P(effective);
    at.h[composite_failed] = select(failed, P(1), P(0));
    at.failed = at.failed || failed;
  }
};

}  // namespace crumple::kernels
