// *MAT_100 of solids: spot welds, von Mises plasticity with linear hardening that fails by the forces of the weld. No
// *MAT keyword has this number: *MAT_SPOTWELD has it where its parts are solids. With r the normal of the element's
// first face (nodes 1 to 4), s along nodes 1 and 2, t across, which turn with the material, and A the area of the weld,
//   (max(A s_rr, 0) / NRR)^2 + (A s_rs / NRS)^2 + (A s_rt / NRT)^2 >= 1
// Source: LS-DYNA's keyword manual, *MAT_SPOTWELD, OPT 0. In a weld of several elements (*DEFINE_HEX_SPOTWELD_ASSEMBLY)
// A is as many times that of the element: each fails by its own stress, as if all had it, and moments are left out.
// History: effective plastic strain, axes s and t, area of the element at the start.
#pragma once

#include "kernels/element_size.hpp"
#include "kernels/materials/j2_plasticity.hpp"
#include "kernels/materials/yield.hpp"
#include "kernels/simd/vec3.hpp"

namespace crumple::kernels {

struct SolidSpotWeld : YieldParameters {
  static constexpr int number = 1100;
  double elements = 1;                ///< of a weld
  std::array<double, 3> strength{};   ///< NRR, NRS, NRT [force]; 0: not checked
  void set_up(MaterialConstants& c) const {
    YieldParameters::set_up(c);
    c.can_fail = c.can_fail || strength[0] > 0 || strength[1] > 0 || strength[2] > 0;
  }
};

template <class P>
struct Material1100 {
  using Real = typename P::value_type;
  using Parameters = SolidSpotWeld;
  static constexpr HistoryNames<8> history_names{plastic_strain_name, first_axis_name, "axis a y", "axis a z",
                                                 "axis b x",          "axis b y",      "axis b z", element_area_name};
  static constexpr int axes = 1, area = 7;
  static constexpr int rotated_tensor = no_tensor;
  static constexpr bool solids_only = true;

  J2Plasticity<P, false, YieldLaw<P, false>> metal;
  Real per_strength[3];  ///< elements of a weld over NRR, NRS, NRT, or 0

  Material1100(const MaterialConstants& c, const SolidSpotWeld& p) : metal(c, p, 1) {
    for (std::size_t k = 0; k < 3; ++k)
      per_strength[k] = Real(p.strength[k] > 0 ? p.elements / p.strength[k] : 0);
  }

  CRUMPLE_INLINE void solid(const P* de, MaterialPoint<P>& at) const {
    metal.solid(de, at);
    const P* const s = at.s;
    const Vec3<P> a{at.h[axes], at.h[axes + 1], at.h[axes + 2]}, b{at.h[axes + 3], at.h[axes + 4], at.h[axes + 5]};
    const Vec3<P> r = cross(a, b);
    const Vec3<P> pull{s[0] * r.x + s[3] * r.y + s[5] * r.z, s[3] * r.x + s[1] * r.y + s[4] * r.z,
                       s[5] * r.x + s[4] * r.y + s[2] * r.z};
    const P& A = at.h[area];
    const P shares[3] = {P(per_strength[0]) * (A * max(dot(pull, r), P(0))), P(per_strength[1]) * (A * dot(pull, a)),
                         P(per_strength[2]) * (A * dot(pull, b))};
    const P sum = shares[0] * shares[0] + shares[1] * shares[1] + shares[2] * shares[2];
    at.failed = at.failed || sum >= P(1);
  }
};

}  // namespace crumple::kernels
