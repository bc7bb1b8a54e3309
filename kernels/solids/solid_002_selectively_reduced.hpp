// ELFORM 2: eight-node solid with 2 x 2 x 2 points whose change of volume is that of the whole element (B-bar), so that
// it needs no hourglass control and does not lock where the volume is preserved. Hughes, Int. J. Num. Meth. Engrg. 15
// (1980) 1413-1418; stresses turn by Hughes & Winget, ibid. 1862-1867. In bending of slim elements it is too stiff, as
// trilinear elements are. Called through the kernel table by physics. Symbols as in hex.hpp.
//
// J     determinant of the map at a point, its weight: 2 x 2 x 2 points integrate the volume exactly
// n     area vectors (map.hpp)
#pragma once

#include "kernels/simd/elementary.hpp"
#include "kernels/solids/hex.hpp"
#include "kernels/solids/map.hpp"

namespace crumple::kernels {

/// One of the 2 x 2 x 2 points.
template <class P>
struct HexPoint {
  P xi, eta, zeta;
  CRUMPLE_INLINE explicit HexPoint(int point) : xi(place(point & 1)), eta(place(point & 2)), zeta(place(point & 4)) {}

 private:
  CRUMPLE_INLINE static P place(int bit) {
    constexpr double gauss = 0.57735026918962576451;  // 1 / sqrt(3)
    return P(typename P::value_type(bit ? gauss : -gauss));
  }
};

/// Derivatives of a field by xi, eta, zeta.
template <class P>
CRUMPLE_INLINE MapAxes<P> derivatives(const HexModes<P>& m, const HexPoint<P>& p) {
  return {m.a + p.zeta * m.d2 + p.eta * m.d3 + (p.eta * p.zeta) * m.g,
          m.b + p.zeta * m.d1 + p.xi * m.d3 + (p.zeta * p.xi) * m.g,
          m.c + p.eta * m.d1 + p.xi * m.d2 + (p.xi * p.eta) * m.g};
}
/// Adds to the mode sums what forces t on the derivatives by xi, eta, zeta are on the modes: the transpose.
template <class P>
CRUMPLE_INLINE void add_to_modes(const MapAxes<P>& t, const HexPoint<P>& p, HexModes<P>& f) {
  f.a = f.a + t.xi;
  f.b = f.b + t.eta;
  f.c = f.c + t.zeta;
  f.d1 = f.d1 + (p.zeta * t.eta + p.eta * t.zeta);
  f.d2 = f.d2 + (p.zeta * t.xi + p.xi * t.zeta);
  f.d3 = f.d3 + (p.eta * t.xi + p.xi * t.eta);
  f.g = f.g + ((p.eta * p.zeta) * t.xi + (p.zeta * p.xi) * t.eta + (p.xi * p.eta) * t.zeta);
}

template <class Real>
struct Solid002 {
  using P = Pack<Real>;
  using Law = SolidLaw<Real>;
  using Constants = SolidConstants<Real>;
  static constexpr bool shell = false;
  static constexpr int number = 2, nodes_per_element = 8, points = 8;
  static constexpr std::array element_names{"bulk viscous pressure"};
  static constexpr auto stress_names = solid_stress_names;
  static constexpr int B = block_lanes<Real>;

  /// The element is deleted with the first point that fails, and inverted where the map is at any point.
  template <class C>
  CRUMPLE_APART static void forces(const ForceCall<Real>& call, const C& c, int block, int first_lane) {
    const ElementPack<Real> pack(call, block, first_lane);
    const auto& [e, n, at_block, lane, next, i, dt, alive] = pack;
    if (!any(alive)) return store(e.dt + i, P(no_limit));

    const Prefetch<8, false, Real> prefetch(pack, points * (6 + c.material_fields));
    const PackNodes<8> nodes(e, at_block, lane);
    const HexModes<P> x = gather_hex_modes<P>(n.position, nodes), v = gather_hex_modes<P>(n.velocity, nodes);
    const HexModes<P> x_mid = x - (P(0.5) * dt) * v;
    prefetch.nodes(0);
    const HexGeometry<P> mid = hex_geometry(x_mid), now = hex_geometry(x);
    prefetch.nodes(2);
    const P zero(0), one(1), third(Real(1.0 / 3));
    const Vec3<P> none{zero, zero, zero};
    auto inverted = !(mid.volume > zero && now.volume > zero);
    const P volume = select(inverted, one, now.volume);
    const Tensor<P> mean = velocity_gradient(mid, v, one / select(inverted, one, mid.volume));
    const P D = select(alive && !inverted, mean.x.x + mean.y.y + mean.z.z, zero);
    const P reference = load<P>(e.reference_volume + i), density = P(c.density) * reference / volume;
    Real* const history = pack.history();
    Real* const stresses = history + int(element_names.size()) * B;
    StressStep<P> point;
    point.n_points = points;
    point.added = stresses + points * (6 + c.material_fields) * B;
    SolidWaves<P> waves(c, density, load<P>(e.mass_scale + i), point.added);
    waves.dilatation = min(D, zero);
    const P reach = volume / sqrt(largest_face_squared(x));
    const P length = SolidWaves<P>::viscous_length(cbrt(volume), reach);
    const P viscous = select(alive && !inverted, waves.pressure(length), zero);
    point.viscous_pressure = update_bulk_pressure(history, viscous);

    point.volumetric_strain = one - select(alive && !inverted, volume / reference, one);
    prefetch.nodes(4);
    HexModes<P> sums{none, none, none, none, none, none, none};  // of the deviatoric stresses
    P work = zero, pressure = zero;                              // times volume
    auto failed = !alive;
    for (int k = 0; k < points; ++k) {
      const HexPoint<P> p(k);
      const MapAxes<P> x_now = derivatives(x, p), x_half = derivatives(x_mid, p);
      const MapAxes<P> n_now = area_vectors(x_now), n_half = area_vectors(x_half);
      const P j_now = dot(x_now.xi, n_now.xi), j_half = dot(x_half.xi, n_half.xi);
      inverted = inverted || !(j_now > zero && j_half > zero);
      const auto intact = alive && !inverted;

      Tensor<P> L = gradient_of_mean_volume(derivatives(v, p), n_half, one / select(intact, j_half, one), D);
      L = {select(intact, L.x, none), select(intact, L.y, none), select(intact, L.z, none)};
      set_increments(L, dt, point);
      point.point = k;
      point.history = stresses + k * (6 + c.material_fields) * B;
      c.update_stress(c, point);
      waves.update(c, point);
      point.added = point.added + c.material->added_fields() * B;
      failed = failed || point.failed;
      work = work + select(intact, j_half * point.work, zero);

      P(&s)[6] = point.s;
      const P mean_stress = third * (s[0] + s[1] + s[2]);
      pressure = pressure - j_now * mean_stress;
      const Tensor<P> S = {
          {s[0] - mean_stress, s[3], s[5]}, {s[3], s[1] - mean_stress, s[4]}, {s[5], s[4], s[2] - mean_stress}};
      add_to_modes<P>({apply(S, n_now.xi), apply(S, n_now.eta), apply(S, n_now.zeta)}, p, sums);
    }

    const auto intact = alive && !inverted;
    const P viscous_work = point.viscous_pressure * select(intact, dt * D, zero);
    prefetch.nodes(6);
    const P energy = select(intact, work - mid.volume * viscous_work, zero);
    store(e.internal_energy + i, load<P>(e.internal_energy + i) + energy);

    const auto acting = intact && !failed;
    prefetch.values();
    pressure = pressure / volume + select(intact, viscous, zero);
    const P eighth(0.125);
    const auto force = [&](const Vec3<P>& deviatoric, const Vec3<P>& volumetric) CRUMPLE_LAMBDA_INLINE {
      return select(acting, pressure * volumetric - eighth * deviatoric, none);
    };
    add_mode_forces<P>({force(sums.a, now.a), force(sums.b, now.b), force(sums.c, now.c), force(sums.d1, now.d1),
                        force(sums.d2, now.d2), force(sums.d3, now.d3), force(sums.g, none)},
                       {nodes, n});

    prefetch.other_values();
    const P step = waves.stable_step(reach, length);
    store(e.alive + i, select(alive && !failed, one, zero));
    store(e.dt + i, select(acting, step, select(alive && inverted, P(-1), P(no_limit))));
  }

  CRUMPLE_DEVICE static void volumes(const ElementBlocks<Real>& e, const NodeRows& n, double* out, int first,
                                     int last) {
    hex_volumes(e, n, out, first, last);
  }
};

}  // namespace crumple::kernels
